"""Faults in who knows what that an author could make, planted in a copy of Airlock: the tests see them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]
FAULTS = sorted((Path(__file__).parent / "faults").glob("*.patch"))
TESTS = ("tests/core/test_knowledge.py", "tests/core/test_properties.py")


def test_there_are_eleven() -> None:
    assert len(FAULTS) == 11


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contract and Airlock alone, built."""
    tree: Path = tmp_path_factory.mktemp("airlock")
    shutil.copytree(REPOSITORY / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "core").mkdir()
    for source in (REPOSITORY / "core").iterdir():
        if source.suffix in (".py", ".pyx", ".pxd", ".pyi"):
            shutil.copy(source, tree / "core")
    shutil.copytree(REPOSITORY / "core" / "airlock", tree / "core" / "airlock", ignore=shutil.ignore_patterns("*.so"))
    for file in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(REPOSITORY / file, tree)
    return tree


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "ARENA_GAME": "airlock"}
    return subprocess.run([sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True)


def build_and_test(tree: Path) -> subprocess.CompletedProcess[str]:
    built = run(tree, "setup.py", "-q", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    return run(tree, "-m", "pytest", "-x", *TESTS)


@pytest.mark.soak
def test_without_a_fault_everything_passes(tree: Path) -> None:
    answer = build_and_test(tree)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.soak
def test_a_to_move_that_answers_255_is_named(tree: Path) -> None:
    """The trap of docs/adding-a-game.md: no hang, no crash, but a sentence."""
    rules = tree / "core" / "airlock" / "decisions.pxi"
    text = rules.read_text(encoding="utf-8")
    trap = text.replace("    if s.over:\n        return GAME_OVER\n    return s.turn\n",
                        "    return GAME_OVER if s.over else s.turn\n")  # fmt: skip
    assert trap != text
    rules.write_text(trap, encoding="utf-8")
    answer = build_and_test(tree)
    assert answer.returncode == 1
    assert "airlock: to_move() answered 255: a seat from 0 to 1 or GAME_OVER (-1) is right." in answer.stdout


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.stem)
def test_a_planted_fault_is_seen(tree: Path, fault: Path) -> None:
    shutil.copytree(REPOSITORY / "core" / "airlock", tree / "core" / "airlock", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("*.so"), copy_function=shutil.copy)  # fmt: skip
    subprocess.run(["patch", "-p1", "-i", str(fault)], cwd=tree, check=True, capture_output=True)
    answer = build_and_test(tree)
    assert answer.returncode == 1, f"{fault.stem} was not seen:\n{answer.stdout}"
