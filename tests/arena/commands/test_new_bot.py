"""arena new-bot: what it writes works as it is, and says so with its own test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import bots
from arena.cli import group
from core.errors import ArenaError
from tests.arena.sandboxed import needs_bwrap

ROOT = Path(__file__).parents[3]


def new_bot(name: str, folder: Path) -> str:
    result = CliRunner().invoke(group, ["new-bot", name, "--folder", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_it_writes_a_bot_that_passes_its_own_test(tmp_path: Path) -> None:
    assert "wrote" in new_bot("my_bot", tmp_path)
    assert type(bots.make(str(tmp_path / "my_bot.py"))).__name__ == "MyBot"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    ended = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True)
    assert ended.returncode == 0, ended.stdout.decode()
    assert b"2 passed" in ended.stdout


@needs_bwrap
def test_what_it_writes_passes_the_check(tmp_path: Path) -> None:
    new_bot("mybot", tmp_path)
    words = ["check", str(tmp_path / "mybot.py"), "--game", "connect_four", "--deals", "2", "--seed", "1"]
    result = CliRunner().invoke(group, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "against random: won 4 of 4" in result.output
    assert "same seed, same moves: yes" in result.output
    assert "\npassed\n" in result.output


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text("precious")
    with pytest.raises(ArenaError, match="exists already"):
        new_bot("mine", tmp_path)
    assert (tmp_path / "test_mine.py").read_text() == "precious"
    assert not (tmp_path / "mine.py").exists()


@pytest.mark.parametrize("name", ["my-bot", "1bot", "class", "../mine", "", "böt"])
def test_a_name_that_python_cannot_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArenaError, match="is not a name for a bot"):
        new_bot(name, tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot write"):
        new_bot("mine", tmp_path / "file")
