"""Looking at running processes, for tests that kill them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def children(parent: int) -> list[int]:
    """The living children of a process."""
    return [process for process, of in _parents().items() if of == parent]


def descendants(ancestor: int) -> list[int]:
    parents = _parents()
    found = [ancestor]
    for process in found:
        found.extend(child for child, parent in parents.items() if parent == process)
    return found[1:]


def _parents() -> dict[int, int]:
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    found[int(entry.name)] = int(parent)
    return found


def alive(process: int) -> bool:
    return process in _parents()


def soon(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def ray_workers(ancestor: int, playing: bool = False) -> list[int]:
    """The processes below this one in which Ray runs our tasks or, unless only those playing are asked for, could."""
    titles = ("ray::play_task",) if playing else ("ray::play_task", "ray::IDLE")
    return [process for process in descendants(ancestor) if command(process).startswith(titles)]


def players(ancestor: int) -> list[int]:
    """The processes below this one that play: Ray's workers and the bots'. Ray's own agents take a minute to leave."""
    bots = [process for process in descendants(ancestor) if "forkserver.py" in command(process)]
    return [*ray_workers(ancestor), *bots]


def command(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
    return ""


def kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
