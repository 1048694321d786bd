"""The map in CONTRIBUTING.md names files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| `((?:core|bots|arena)/(?:\w+/)?)` \| (.*) \|$", re.MULTILINE)
FILE = re.compile(r"`((?:\w+/)*\w+\.(?:py|pyx|pxd))`")
MAP = dict(ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def test_the_map_has_every_package_of_the_arena() -> None:
    packages = {f"arena/{path.parent.name}/" for path in (ROOT / "arena").glob("*/__init__.py")} - {"arena/commands/"}
    assert packages <= MAP.keys()


@pytest.mark.parametrize("folder", MAP)
def test_the_files_of_the_map_are_there(folder: str) -> None:
    there = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*")}
    inside = {path.removeprefix("inside/") for path in there}
    assert set(FILE.findall(MAP[folder])) <= there | inside
