"""What bots say of their decisions is stored where the config asks for it, also of bots in processes."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena
from arena.report.replay import replay_data, stored_replay
from tests.arena.tables import filled_store, strange, tournament

BOTS = {"search": "mcts:iterations=20", "tells": strange("Explains"), "fails": strange("ExplainsBadly")}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "test.db"
    config = tournament(game="airlock", players=3, deals=1, bots=BOTS, explanations=True)
    filled_store(path, config).close()
    return path


def test_every_decision_of_a_bot_that_explains_is_explained(run: Path) -> None:
    with arena.open_run(run) as opened:
        for number in range(len(opened)):
            record, steps = opened.game(number).record, list(opened.replay(number))
            said = {it.decision: it.rows for it in opened.store.explanations(number)}
            expected = {it.number - 1 for it in steps if record.lineup[it.seat] != "fails"}
            assert set(said) == expected
            assert not record.faults
            for decision, rows in said.items():
                step = steps[decision]
                if record.lineup[step.seat] == "search":
                    assert rows[0]["name"] == step.name
                else:
                    assert rows[0]["name"] == "a [31m move"
                    assert rows[0]["value"] == 0.25


def test_they_show_in_the_replay(run: Path) -> None:
    with arena.open_run(run) as opened:
        data = replay_data(stored_replay(opened, 0))
        lineup = opened.game(0).record.lineup
    named = {decision: table["rows"][0][0] for decision, table in data["explanations"].items()}
    assert {lineup[data["movers"][decision]] for decision in named} == {"search", "tells"}
    searched = [it for it in named if lineup[data["movers"][it]] == "search"]
    assert all(named[it] == data["perspectives"][0]["words"][it] for it in searched)


def test_without_the_config_asking_nothing_is_kept(tmp_path: Path) -> None:
    with filled_store(tmp_path / "test.db", tournament(bots={"a": "greedy", "b": "random"})) as store:
        assert all(store.explanations(number) == [] for number in range(len(store)))
