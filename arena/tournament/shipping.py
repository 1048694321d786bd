"""What travels to the machines of a cluster: the project itself, compiled. They need Python, Ray and numpy, no more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import arena
import bots
import core
from arena.process.sandbox import BWRAP_PACKAGE, SHIPPED

LEFT_BEHIND: Final = ("__pycache__", "*.pyx", "*.pxi", "*.c", "golden", ".*")


@contextmanager
def shipped_environment() -> Iterator[dict[str, Any]]:
    """Ray's runtime environment with the project in it; Ray reads the files while it connects."""
    with TemporaryDirectory(prefix="arena-ship-") as folder:
        yield {"py_modules": [str(path) for path in pack(Path(folder))]}


def pack(folder: Path) -> list[Path]:
    """Copies the packages, and the one that has the sandbox's program into ours."""
    for package in (core, bots, arena):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    sandbox = find_spec(BWRAP_PACKAGE)
    if sandbox is not None and sandbox.origin is not None:
        target = folder / "arena" / "process" / SHIPPED.name
        for place in Path(sandbox.origin).parents[1].glob(f"{BWRAP_PACKAGE}*"):  # its libraries lie beside it
            shutil.copytree(place, target / place.name, ignore=shutil.ignore_patterns("__pycache__"))
    return [folder / name for name in ("core", "bots", "arena")]
