"""A run opened in Python: its games, standings, replays and data frames."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import arena
from arena.tournament.runs import NotInstalled
from arena.tournament.store import StoreError
from core.errors import ArenaError
from tests.arena.tables import small_run


@pytest.fixture
def run(tmp_path: Path) -> Iterator[arena.Run]:
    with arena.open_run(small_run(tmp_path / "test.db")) as opened:
        yield opened


def test_games_and_bots(run: arena.Run) -> None:
    assert len(run) == len(list(run.games())) == 12
    assert [bot.name for bot in run.bots()] == ["good", "bad", "other"]
    assert "12 games" in repr(run)


def test_a_replay_goes_through_the_game_as_it_was_played(run: arena.Run) -> None:
    for number, played in enumerate(run.played_games()):
        steps = list(run.replay(number))
        assert tuple(step.action for step in steps) == played.actions
        assert all(step.action in step.state.legal() and step.state.to_move == step.seat for step in steps)
        assert all(step.name == step.state.name(step.action) for step in steps)
        for step, following in pairwise(steps):
            assert step.after() == following.state
        assert steps[-1].after().digest() == played.final
        assert tuple(fault for step in steps for fault in step.faults) == played.record.faults
    assert any(step.faults for number in range(12) for step in run.replay(number))


def test_standings_are_those_of_the_leaderboard(run: arena.Run) -> None:
    standings = run.standings()
    assert standings.games == 12
    assert standings.lines[-1].name == "bad"


def test_columns_have_a_row_for_each_game_and_seat(run: arena.Run) -> None:
    columns = run.to_columns()
    assert {len(column) for column in columns.values()} == {24}
    records = list(run.games())
    assert columns["bot"] == [name for record in records for name in record.lineup]
    assert columns["score"] == [score for record in records for score in record.scores]
    assert sum(columns["win"]) == pytest.approx(12)
    faults = [fault.kind for record in records for fault in record.faults]
    assert faults
    assert [kind for kind in columns["fault"] if kind] == faults


@pytest.mark.parametrize("library", ["pandas", pytest.param("polars", marks=pytest.mark.soak)])
def test_data_frames(run: arena.Run, library: str) -> None:
    pytest.importorskip(library)
    frame = getattr(run, f"to_{library}")()
    assert frame.shape == (24, len(run.to_columns()))
    assert list(frame["rank"]) == run.to_columns()["rank"]


def test_a_missing_library_is_named(run: arena.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled, match="pip install pandas"):
        run.to_pandas()


def test_what_is_not_there_is_said_in_one_sentence(run: arena.Run) -> None:
    with pytest.raises(StoreError, match="there is no game 99"):
        run.replay(99)
    with pytest.raises(ArenaError, match="there is no run 'nowhere'"):
        arena.open_run("nowhere")
