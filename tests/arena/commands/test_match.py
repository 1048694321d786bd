"""arena match: what it keeps and prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import arena
from arena.cli import group
from arena.commands.match import lines_of
from arena.tournament.store import Store, StoreError
from arena.tournament.verify import verify

MATCH = ["match", "--game", "airlock", "--bots", "greedy,random,random", "--games", "7", "--seed", "1"]


def test_a_saved_match_is_a_run(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    done = CliRunner().invoke(group, [*MATCH, "--save", str(path)], catch_exceptions=False)
    assert done.exit_code == 0
    with Store.open(path) as store:
        assert verify(store).games == 7
        assert [bot.name for bot in store.bots()] == ["greedy", "random-1", "random-2"]
        saved = [(record.ranks, record.seed) for record in store.records()]
    played = arena.play_games("airlock", ["greedy", "random", "random"], games=7, seed=1)
    assert [(record.ranks, record.seed) for record in played] == saved


def test_a_match_is_not_saved_over_another(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    path.write_text("mine")
    done = CliRunner().invoke(group, [*MATCH, "--save", str(path)])
    assert isinstance(done.exception, StoreError)
    assert path.read_text() == "mine"


def test_the_result_as_json() -> None:
    done = CliRunner().invoke(group, [*MATCH, "--json"], catch_exceptions=False)
    found = json.loads(done.stdout)
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random (1)", "random (2)"]
    assert len(found["games"]) == 7
    assert sum(bot["wins"] for bot in found["bots"]) == pytest.approx(7)


@pytest.mark.parametrize("name", ["games", "bots"])
def test_lists_as_json(name: str) -> None:
    done = CliRunner().invoke(group, [name, "--json"], catch_exceptions=False)
    assert {"name", "about"} <= set(json.loads(done.stdout)[0])


def test_a_spec_breaks_at_its_commas() -> None:
    assert lines_of("mcts:iterations=20,c=0.7,threads=1", 20) == ["mcts:iterations=20,", "c=0.7,threads=1"]
    assert lines_of("greedy", 3) == ["greedy"]
    assert "".join(lines_of("a:b=1,,c::d", 2)) == "a:b=1,,c::d"
