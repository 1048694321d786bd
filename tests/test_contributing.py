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


def test_every_module_is_named() -> None:
    """So that a reader who has only this page finds the file. Commands are named by what one types."""
    named = {Path(word).name for word in re.findall(r"`([\w/<>.]+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
    modules = {path for folder in ("core", "bots", "arena") for kind in ("py", "pyx", "pxd", "pxi")
               for path in (ROOT / folder).rglob(f"*.{kind}")}  # fmt: skip
    left_out = {path for path in modules if path.name == "__init__.py" or path.parent.name == "commands"}
    assert sorted(path for path in modules - left_out if path.name not in named) == []
