"""The command line: what it prints, and that bad input gets one sentence and exit code 2."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import core
from arena.cli import group, summary
from tests.arena.command_line import Arena, command_line

MATCH = ["match", "--game", "connect_four", "--bots", "random,random"]


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return command_line(monkeypatch, capsys)


def test_without_a_command_it_helps(arena: Arena) -> None:
    code, out, _ = arena()
    assert code == 0
    for command in ("games", "bots", "match"):
        assert f"  {command} " in out


def test_the_help_says_what_the_commands_say_of_themselves() -> None:
    names = group.list_commands(click.Context(group))
    for name in names:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert summary(name)
        assert (command.help or "").startswith(summary(name))


def test_the_help_loads_no_command() -> None:
    """Or it would take a third of a second."""
    code = "import sys; from arena.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert "arena.cli" in said
    assert not {"numpy", "rich", "arena.commands.run", "arena.tournament.run"} & set(said)


def test_games_and_bots_are_listed(arena: Arena) -> None:
    _, out, _ = arena("games")
    for name in core.games():
        assert f"{name} (" in out
        for option in core.game_class(name).OPTIONS:
            assert f"    {option.name} = " in out
    _, out, _ = arena("bots")
    assert "random\n    Chooses uniformly among the legal actions." in out


def test_a_match_prints_a_table_that_adds_up(arena: Arena) -> None:
    code, out, _ = arena(*MATCH, "--games", "100", "--seed", "1")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.strip().startswith("random")]
    assert len(rows) == 2
    assert sum(float(row[2]) for row in rows) == 100
    assert out.splitlines()[0].strip() == "100 games"


def test_one_game_is_not_called_games(arena: Arena) -> None:
    assert arena(*MATCH, "--games", "1")[1].splitlines()[0].strip() == "1 game"


def test_a_match_repeats_itself(arena: Arena) -> None:
    def wins(seed: str) -> list[str]:
        out = arena(*MATCH, "--games", "40", "--seed", seed)[1]
        return [line.rsplit(None, 1)[0] for line in out.splitlines() if "random" in line]

    assert wins("5") == wins("5")


def test_a_verbose_match_says_every_decision(arena: Arena) -> None:
    _, out, _ = arena(*MATCH, "--games", "1", "-v")
    assert "game 1: deal 1, seats random (1), random (2)" in out
    assert "seat 0 (random (1)): column " in out
    assert "ranks [" in out


def test_a_bot_from_a_file_plays_and_its_faults_are_counted(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(
        "from bots import Bot\nclass Broken(Bot):\n    def choose(self, view, clock):\n        return 1 // 0\n"
    )
    code, out, _ = arena("match", "--game", "connect_four", "--bots", f"{path},random", "--games", "4")
    assert code == 0
    row = next(line for line in out.splitlines() if "broken" in line).split()
    assert (row[1], row[5]) == ("0", "4")
    faults = [line for line in out.splitlines() if line.startswith("broken.py: --seed ")]
    assert len(faults) == 4
    assert re.fullmatch(r"broken.py: --seed \d+ game 1, decision 1: raised: ZeroDivisionError: .*", faults[0])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gams"], "No such command 'gams'"),
        (["match"], "Missing option '--game'"),
        (["match", "--game", "chess", "--bots", "random,random"], "there is no game 'chess'"),
        (["match", "--game", "connect_four", "--bots", "random"], "connect_four is for 2 players, not 1"),
        (["match", "--game", "connect_four", "--bots", "random,rndom"], "no bot 'rndom': did you mean 'random'"),
        (["match", "--game", "connect_four", "--bots", "random,random:x"], "'x' is not key=value"),
        (["match", "--game", "connect_four", "--bots", "random,"], "names no bot"),
        ([*MATCH, "--games", "0"], "Invalid value for '--games'"),
        ([*MATCH, "--games", "many"], "Invalid value for '--games'"),
        ([*MATCH, "--seed", "-1"], "Invalid value for '--seed'"),
        ([*MATCH, "-o", "size=8"], "connect_four has no option 'size'"),
        ([*MATCH, "-o", "size"], "option 'size' is not key=value"),
    ],
)
def test_bad_input_gets_one_sentence(arena: Arena, words: list[str], message: str) -> None:
    code, out, err = arena(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("arena: ")
    assert message in err
    assert len(err.splitlines()) == 1
