"""The map in CONTRIBUTING.md: every source file has a line in the list of its folder, and every file named is there."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^### `([\w/<>.]+)/`.*$", re.MULTILINE)
NAME = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|pyx|pyi|pxd|pxi|toml|yaml|yml|html|css|js|svg))`")
LINE = re.compile(rf"^- ({NAME.pattern}(?:, {NAME.pattern})*|`\S+`): \S")
GAME = "core/<game>"
OF_A_BOT = "bot.toml"  # not one of ours
FOLDERS = ("core", "bots", "arena", "benchmarks")
SOURCES = {".py", ".pyx", ".pxd", ".pxi", ".toml"}
OF_PAGES = {".html", ".css", ".js", ".svg"}


def the_map() -> dict[str, str]:
    """The text of each folder's section."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n### A map\n")[2].partition("\n## ")[0]
    _, *parts = HEADING.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def lines_of(section: str) -> list[str]:
    """The entries of its lists, each on one line."""
    return [line for line in re.sub(r"\n  (?=\S)", " ", section).splitlines() if line.startswith("- ")]


def files_of(section: str) -> list[str]:
    """The files that have a line, or share one: those before the colon."""
    return [name for line in lines_of(section) for name in NAME.findall(line.partition(": ")[0])]


MAP = the_map()


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a checkout")
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def only_passes_on(path: Path) -> bool:
    """Whether a module has nothing in it but a docstring, imports and __all__."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    names = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    return all(isinstance(node, ast.Expr | ast.Import | ast.ImportFrom | ast.Assign) for node in body) and all(
        isinstance(name, ast.Name) and name.id == "__all__" for name in names
    )


def belongs_on_the_map(path: Path) -> bool:
    if path.name == "__init__.py" and only_passes_on(path):
        return False
    return path.suffix in SOURCES or (path.parts[0] == "arena" and path.suffix in OF_PAGES)


def is_game(folder: Path) -> bool:
    return folder.parent == Path("core") and (ROOT / folder / "rules.pyx").exists()


def has_line(path: Path) -> bool:
    """In the section of its folder, or of one above it under a name with the rest of the way."""
    if is_game(path.parent) and path.name in files_of(MAP[GAME]):
        return True
    return any(
        path.relative_to(folder).as_posix() in files_of(MAP[str(folder)])
        for folder in path.parents
        if str(folder) in MAP
    )


def test_every_source_file_has_a_line() -> None:
    assert [str(path) for path in tracked_files() if belongs_on_the_map(path) and not has_line(path)] == []


def test_every_game_has_a_section() -> None:
    games = {path.parent.as_posix() for path in (ROOT / "core").glob("*/rules.pyx")}
    assert {Path(game).relative_to(ROOT).as_posix() for game in games} <= MAP.keys()


def folders_behind(section: str) -> list[Path]:
    """The folder itself; all games behind what is the same in all of them."""
    return [path.parent for path in (ROOT / "core").glob("*/rules.pyx")] if section == GAME else [ROOT / section]


@pytest.mark.parametrize("section", MAP)
def test_every_file_on_the_map_is_there(section: str) -> None:
    """What a line is about, in the folder; what it refers to, there or by its whole path."""
    folders = folders_behind(section)
    own, all_named = files_of(MAP[section]), set(NAME.findall(MAP[section])) - {OF_A_BOT}
    assert [name for name in own if not any((folder / name).is_file() for folder in folders)] == []
    assert [name for name in all_named if not any((place / name).is_file() for place in [ROOT, *folders])] == []


@pytest.mark.parametrize("section", MAP)
def test_a_file_has_one_line_that_says_something(section: str) -> None:
    assert [line for line in lines_of(MAP[section]) if not LINE.match(line)] == []
    names = files_of(MAP[section])
    assert sorted(names) == sorted(set(names))


def test_a_file_that_is_not_there_or_not_named_is_found() -> None:
    section = "\n- `made_up.py`: nothing,\n  as `other.py` says\n- `two.pxi`, `three.toml`: more"
    assert files_of(section) == ["made_up.py", "two.pxi", "three.toml"]
    assert NAME.findall(lines_of(section)[0]) == ["made_up.py", "other.py"]
    assert not has_line(Path("arena/rating/made_up.py"))
    assert not has_line(Path("core/starfarers/variants.toml"))
    assert has_line(Path("core/on_mars/variants.toml"))
