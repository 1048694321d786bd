"""--json: what a command prints as a table comes as data too, and nothing else comes with it."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from arena.cli import group
from arena.commands.compare import as_data
from arena.rating.sprt import Hypotheses, SequentialTest
from arena.tournament.check import CheckReport
from arena.tournament.compare import Comparison
from arena.tournament.config import build_config
from tests.arena.command_line import Arena, command_line
from tests.arena.tables import filled_store, tournament

NO_TABLE = {"export", "fetch", "new-bot", "play", "serve", "stop", "backup", "restore", "user add", "user delete",
            "user revoke"}  # they write files, or talk with a person
ANALYSIS = Path(__file__).parents[3] / "docs" / "analysis.md"
CONFIG = """
name = "cup"
game = "connect_four"
deals = 3
secret = "000102030405060708090a0b0c0d0e0f"
[[bots]]
name = "a"
spec = "random"
[[bots]]
name = "b"
spec = "random"
"""


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Arena:
    """In a folder with the config of a small tournament and its games."""
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(CONFIG)
    Path("runs").mkdir()
    filled_store(Path("runs/cup.db"), tournament(name="cup", secret=bytes(range(16)).hex())).close()
    return command_line(monkeypatch, capsys)


def printed(arena: Arena, *words: str, code: int = 0) -> Any:
    ended, out, _ = arena(*words, "--json")
    assert ended == code
    return json.loads(out)


def test_every_command_that_prints_a_table_has_it() -> None:
    without = {name for name, command in all_commands(group).items()
               if not any("--json" in option.opts for option in command.params)}  # fmt: skip
    assert without == NO_TABLE


def all_commands(of: click.Group) -> dict[str, click.Command]:
    """By name, those below a group as in `ladder run`."""
    context, found = click.Context(of), {}
    for name in of.list_commands(context):
        command = of.get_command(context, name)
        if isinstance(command, click.Group):
            found |= {f"{name} {below}": each for below, each in all_commands(command).items()}
        elif command is not None:
            found[name] = command
    return found


def test_run_prints_what_leaderboard_prints(arena: Arena) -> None:
    found = printed(arena, "run", "cup.toml")
    assert (found["run"], found["games"], {line["name"] for line in found["lines"]}) == ("cup", 6, {"a", "b"})
    assert found == printed(arena, "leaderboard", "cup") == json.loads(Path("runs/cup/leaderboard.json").read_text())


def test_what_run_says_beside_it_goes_to_standard_error(arena: Arena) -> None:
    _, out, err = arena("run", "cup.toml", "--json")
    assert out.startswith("{")
    assert "6 of 6 games are in runs/cup.db" in err


def test_verify(arena: Arena) -> None:
    found = printed(arena, "verify", "cup")
    assert found == {"run": "cup", "replayed": 6, "games": 6, "difference": None, "other_leaderboard": None,
                     "verified": True}  # fmt: skip


def test_verify_of_a_changed_leaderboard(arena: Arena) -> None:
    arena("leaderboard", "cup")
    board = Path("runs/cup/leaderboard.json")
    board.write_text(board.read_text().replace('"games_digest": "', '"games_digest": "0'))
    found = printed(arena, "verify", "cup", code=1)
    assert (found["verified"], found["other_leaderboard"]) == (False, str(board))


def test_verify_of_a_changed_game(arena: Arena) -> None:
    import sqlite3

    with sqlite3.connect("runs/cup.db") as database:
        database.execute("UPDATE game SET ranks = ? WHERE id = (SELECT max(id) FROM game)", ("[7, 7]",))
    found = printed(arena, "verify", "cup", code=1)
    assert found["verified"] is False
    assert set(found["difference"]) == {"game", "message"}


def test_replay(arena: Arena) -> None:
    found = printed(arena, "replay", "cup", "3")
    assert (found["game"], found["number"], sorted(found["lineup"])) == ("connect_four", 3, ["a", "b"])
    assert [step["number"] for step in found["steps"]] == list(range(1, found["decisions"] + 1))
    assert {step["seat"] for step in found["steps"]} == {0, 1}
    assert all(step["bot"] == found["lineup"][step["seat"]] and step["name"] for step in found["steps"])
    positions = printed(arena, "replay", "cup", "3", "--positions")["steps"]
    assert all(isinstance(step["position"], dict) for step in positions)


def test_doctor(arena: Arena) -> None:
    found = printed(arena, "doctor")
    assert found["can_play"] is True
    assert {"name", "found", "without", "mend", "needed"} == set(found["findings"][0])


def documented() -> dict[str, list[str]]:
    """The keys that docs/analysis.md promises, by command."""
    rows = re.findall(r"^\| (`.*|the same.*?) \| (.*) \|$", ANALYSIS.read_text().partition("## JSON")[2], re.MULTILINE)
    names = [(re.findall(r"`([^`]+)`", commands) or ["several events"], keys) for commands, keys in rows]
    return {name: re.findall(r"`([^`]+)`", keys) for commands, keys in names for name in commands}


def test_every_command_with_json_is_documented() -> None:
    context = click.Context(group)
    assert set(documented()) - {"several events"} == set(group.list_commands(context)) - NO_TABLE


@pytest.mark.parametrize("words", [
    "leaderboard cup", "verify cup", "replay cup 3", "analyse cup 3 --iterations 20", "games", "bots", "doctor",
    "match --game connect_four --bots random,random --games 2",
])  # fmt: skip
def test_what_is_printed_is_what_is_documented(arena: Arena, words: str) -> None:
    name, *rest = words.split()
    found = printed(arena, name, *rest)
    keys = list(found[0] if isinstance(found, list) else found)
    if name == "replay":
        assert set(documented()[name]) <= set(keys)
    else:
        assert keys == documented()[name]


def test_the_board_over_several_events_is_documented(arena: Arena) -> None:
    bots = [{"name": name, "spec": "random"} for name in ("a", "b")]
    events = [{"game": "connect_four"}, {"game": "airlock"}]
    config = build_config({"name": "two", "deals": 2, "bots": bots, "events": events}, "two.toml")
    filled_store(Path("runs/two.db"), config).close()
    assert list(printed(arena, "leaderboard", "two")) == documented()["several events"]


def test_a_comparison_is_documented() -> None:
    hypotheses = Hypotheses()
    found = as_data(Comparison(("a", "b"), SequentialTest(hypotheses)))
    assert list(found) == documented()["compare"]
    assert (found["deals"], found["score"], found["interval"]) == (0, None, None)
    json.dumps(found, allow_nan=False)


def test_a_check_is_documented() -> None:
    fields = [field.name for field in dataclasses.fields(CheckReport)]
    assert [*fields, "passed", "seed"] == documented()["check"] == documented()["submit"]
