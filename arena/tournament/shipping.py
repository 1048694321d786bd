"""What travels to the machines of a cluster: the project itself, compiled. They need Python, Ray and numpy, no more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import arena
import bots
import core
from arena.process.sandbox import SHIPPED_BWRAP, bwrap_program

LEFT_BEHIND: Final = ("__pycache__", "*.pyx", "*.pxi", "*.c", "golden", ".*")


@contextmanager
def shipped_environment() -> Iterator[dict[str, Any]]:
    """Ray's runtime environment with the project in it; Ray reads the files while it connects."""
    with TemporaryDirectory(prefix="arena-ship-") as folder:
        yield {"py_modules": [str(path) for path in pack(Path(folder))]}


def pack(folder: Path) -> list[Path]:
    """Copies the packages, and the sandbox's own program where there is one."""
    places = []
    for package in (core, bots, arena):
        source = Path(str(package.__file__)).parent
        places.append(folder / source.name)
        shutil.copytree(source, places[-1], ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    bwrap = bwrap_program()
    if bwrap is not None:
        shutil.copy(bwrap, folder / "arena" / "process" / SHIPPED_BWRAP)
    return places
