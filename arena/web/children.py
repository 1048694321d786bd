"""What the server has beside its requests: processes of its own, and the tasks that look after them."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import arena

ROOT = str(Path(arena.__file__).resolve().parent.parent)


async def start(module: str, *arguments: str, **options: Any) -> asyncio.subprocess.Process:
    """`python -m module` without the present folder on the path: a bots/ or random.py there would be imported."""
    environment = {**os.environ, **options.pop("env", {})}
    paths = environment.get("PYTHONPATH", "").split(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys([ROOT, *filter(None, paths)]))
    command = [sys.executable, "-P", "-m", module, *arguments]
    return await asyncio.create_subprocess_exec(*command, env=environment, **options)


async def ended(task: asyncio.Task[None], patience: float = 0.5) -> None:
    """Cancels a task until it is over: before Python 3.12 wait_for swallows what comes just when its wait is over."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=patience)
