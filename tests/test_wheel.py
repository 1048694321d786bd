"""The wheel works outside the checkout, with its data files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import core

ROOT = Path(core.__path__[0]).parent

PLAY = """
import core, arena, pathlib
for name in core.games():
    print(name, core.load(name).new(1).playout(1) > 0)
home = pathlib.Path(arena.__file__).parent
assert (home / "configs" / "demo.toml").exists()
for path in (home.parent / "core").glob("*/*.toml"):
    print(path.name)
"""


@pytest.mark.soak
def test_a_wheel_plays_every_game_outside_the_checkout(tmp_path: Path) -> None:
    """Built as `pip wheel .` builds it, from a copy of what git tracks, and unpacked somewhere else."""
    source, target = tmp_path / "source", tmp_path / "target"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, source], check=True)
    wheel = next(tmp_path.glob("*.whl"))
    subprocess.run([*pip, "install", "--no-deps", "--target", target, wheel], check=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    answer = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    shown = answer.stdout.split("\n")
    assert [f"{name} True" for name in core.games()] == shown[: len(core.games())]
    data = {path.name for path in (ROOT / "core").glob("*/*.toml")}
    assert data == set(shown[len(core.games()) :]) - {""}
