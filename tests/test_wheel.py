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
assert (home / "docs" / "rules" / "ganymede.md").exists()
assert (home / "docs" / "pictures" / "ganymede.svg").exists()
assert (home / "web" / "templates" / "base.html").exists()
assert (home / "web" / "static" / "site.css").exists()
for path in (home.parent / "core").glob("*/*.toml"):
    print(path.name)
"""


QUIET = ("--quiet", "--disable-pip-version-check")
PIP = (sys.executable, "-m", "pip", *QUIET)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `pip wheel .` builds it, from a copy of what git tracks."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "source")], check=True)
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, folder / "source"], check=True)
    return next(folder.glob("*.whl"))


@pytest.mark.soak
def test_an_empty_environment_without_a_compiler_plays_the_demo(wheel: Path, tmp_path: Path) -> None:
    """With the packages that pip brings, and no program of the system on the path."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    bin_folder = tmp_path / "venv" / "bin"
    subprocess.run([bin_folder / "python", "-m", "pip", *QUIET, "install", wheel], check=True)
    (tmp_path / "elsewhere").mkdir()
    kept = {key: os.environ[key] for key in ("HOME", "LD_LIBRARY_PATH") if key in os.environ}
    environment = {**kept, "PATH": str(bin_folder)}

    def arena(*words: str) -> subprocess.CompletedProcess[str]:
        command = [bin_folder / "arena", *words]
        return subprocess.run(command, cwd=tmp_path / "elsewhere", env=environment, capture_output=True, text=True)

    doctor = arena("doctor")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    assert "--  C compiler" in doctor.stdout
    demo = arena("demo")
    assert demo.returncode == 0, demo.stderr
    assert "144 of 144 games are in runs/demo.db" in demo.stdout
    assert (tmp_path / "elsewhere" / "runs" / "demo" / "leaderboard.html").is_file()


@pytest.mark.soak
def test_a_wheel_plays_every_game_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    subprocess.run([*PIP, "install", "--no-deps", "--target", target, wheel], check=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    answer = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    shown = answer.stdout.split("\n")
    assert [f"{name} True" for name in core.games()] == shown[: len(core.games())]
    data = {path.name for path in (ROOT / "core").glob("*/*.toml")}
    assert data == set(shown[len(core.games()) :]) - {""}
