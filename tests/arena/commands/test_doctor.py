"""arena doctor: one screen, true, with a command for everything that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import core
from arena.commands import doctor
from arena.process import sandbox


def examine() -> tuple[int, list[str]]:
    ended = CliRunner().invoke(doctor.command)
    return ended.exit_code, ended.output.splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_fits_on_a_screen_and_says_what_is_there(folder: Path) -> None:
    code, lines = examine()
    assert code == 0
    assert len(lines) <= 24
    assert lines[1] == f"ok  games         {', '.join(core.games())}"
    assert f"ok  results       {folder / 'runs'}" in lines
    assert lines[-1] == "you can play"
    assert list(folder.iterdir()) == []


def test_what_is_missing_comes_with_the_command_that_mends_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sandbox, "bwrap_program", lambda: None)
    sandbox.sandbox_problem.cache_clear()
    try:
        code, lines = examine()
    finally:
        sandbox.sandbox_problem.cache_clear()
    assert code == 0  # built-in bots still play
    for name, mend in (("C compiler", "apt install gcc"), ("Node", "apt install nodejs"), ("sandbox", "pip install")):
        (at,) = (number for number, line in enumerate(lines) if line.startswith(f"--  {name}"))
        assert lines[at + 1].strip().startswith(mend)


def test_without_what_is_needed_it_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "OLDEST_RAY", (99, 0))
    (folder / "runs").write_text("a file")
    code, lines = examine()
    assert code == 1
    assert lines[-1] == "without Ray, results nothing can be played"
    assert any(line.startswith("!!  results       not there: runs cannot be written") for line in lines)
