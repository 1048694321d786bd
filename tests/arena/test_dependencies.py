"""Dependencies point one way: core <- bots <- arena, and inside arena from the commands down to the processes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A package may import itself and those of the rows above its own. What stands in one row knows nothing of each other.
LAYERS = (
    ("core",),
    ("bots",),
    ("arena.process.inside",),  # runs in the sandbox, where there is no arena
    ("arena",),  # the package itself: what it offers to others it loads when asked
    ("arena.process",),
    ("arena.play",),
    ("arena.rating",),
    ("arena.tournament",),
    ("arena.report", "arena.envs", "arena.train"),
    ("arena.web",),
    ("arena.commands",),
    ("arena.cli",),
    ("arena.__main__",),
)
LAYER = {package: number for number, row in enumerate(LAYERS) for package in row}
CYTHON_IMPORT = re.compile(
    r"""^[ \t]* (?: from[ \t]+ ([\w.]+) [ \t]+c?import[ \t]* ( \([^)]*\) | .+ ) | c?import[ \t]+ ([\w., \t]+) )""",
    re.MULTILINE | re.VERBOSE,
)


def package_of(module: str) -> str:
    """The package of LAYERS that a module belongs to; empty for what is not of this project."""
    names = module.split(".")
    candidates = (".".join(names[:size]) for size in range(len(names), 0, -1))
    found = next((name for name in candidates if name in LAYER), "")
    return "" if found == "arena" != module else found


def python_imports(source: str, package: str) -> Iterator[str]:
    """All modules a source imports, also inside of functions; `package` is what relative imports start from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def cython_imports(source: str) -> Iterator[str]:
    for base, names, modules in CYTHON_IMPORT.findall(source):
        if base:
            yield from (f"{base}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip())
        else:
            yield from (name.split()[0] for name in modules.split(",") if name.strip())


def violations(module: str, imported: Iterator[str]) -> list[str]:
    """The imports that point the wrong way, in words."""
    own = package_of(module)
    level = LAYER["arena.web"] if own == "arena" else LAYER[own]
    wrong = []
    for other in imported:
        package = package_of(other)
        unplaced = other.split(".")[0] == "arena" and not package
        if unplaced or (package and package != own and LAYER[package] >= level):
            wrong.append(f"{module} imports {other}")
    return wrong


def sources() -> Iterator[Path]:
    for package in ("core", "bots", "arena"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".pxi"):
                yield path


def violations_in(path: Path, root: Path = ROOT) -> list[str]:
    source, module = path.read_text(encoding="utf-8"), module_of(path, root)
    if path.suffix in (".py", ".pyi"):
        return violations(module, python_imports(source, ".".join(path.relative_to(root).parts[:-1])))
    return violations(module, cython_imports(source))


def module_of(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_dependencies_point_one_way() -> None:
    found = [sentence for path in sources() for sentence in violations_in(path)]
    assert not found


def test_every_source_has_a_layer() -> None:
    assert not [str(path) for path in sources() if not package_of(module_of(path))]


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("core/x.py", "import bots.api", ["bots.api"]),
        ("core/x.py", "def f():\n    from arena.cli import main\n", ["arena.cli.main"]),
        ("core/x.pxi", "    import numpy as np, bots.mcts as mcts\n", ["bots.mcts"]),
        ("bots/x.pyx", "cimport cython\nfrom arena.play cimport table, x as y\n", ["arena.play.table", "arena.play.x"]),
        ("bots/x.pyx", "from core.game cimport game_t\nfrom arena cimport (\n    play)\n", ["arena.play"]),
        ("arena/process/x.py", "from arena.play.records import Fault", ["arena.play.records.Fault"]),
        ("arena/process/x.py", "from arena import play", ["arena.play"]),
        ("arena/process/x.py", "from ..play import match", ["arena.play.match"]),
        ("arena/process/inside/x.py", "from .. import pipes", ["arena.process.pipes"]),
        ("arena/play/x.py", "if True:\n    import arena.tournament.config as c\n", ["arena.tournament.config"]),
        ("arena/rating/x.py", "from arena.tournament.store import Store", ["arena.tournament.store.Store"]),
        ("arena/tournament/x.py", "from arena.report import page", ["arena.report.page"]),
        ("arena/report/x.py", "import arena.train.fit, arena.envs", ["arena.train.fit", "arena.envs"]),
        ("arena/__init__.py", "from arena.commands import run", ["arena.commands.run"]),
        ("arena/__init__.py", "from arena.tournament.runs import open_run", []),
        ("arena/report/x.py", "from arena import open_run", ["arena.open_run"]),
        ("arena/web/x.py", "from arena.commands.run import command", ["arena.commands.run.command"]),
        ("arena/commands/x.py", "from arena.elsewhere import it", ["arena.elsewhere.it"]),
        ("arena/commands/x.py", "from arena.web import app\nfrom arena.report import page\nimport core, json", []),
        ("arena/play/__init__.py", "from . import match\nfrom .records import Fault\nimport arena.process.pipes", []),
        ("arena/rating/x.py", "from arena.play.records import Fault\nfrom core.errors import X\nimport numpy", []),
        ("bots/x.pyx", "from core.game cimport (\n    game_t)\nfrom bots.clock cimport now\n", []),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, file: str, source: str, wrong: list[str]) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    assert [sentence.split(" imports ")[1] for sentence in violations_in(path, tmp_path)] == wrong
