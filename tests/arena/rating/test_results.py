"""Records as columns: each game once, all of the same size, and who met whom."""

from __future__ import annotations

import pytest

from arena.rating.results import BadRecords, collect, connected_bots
from tests.arena.simulated import game


def test_bots_that_never_met_are_apart() -> None:
    results = collect([game(0, ("a", "b"), (1, 2)), game(1, ("c", "d"), (1, 2)), game(2, ("b", "e"), (1, 2))])
    assert [[results.bots[bot] for bot in group] for group in connected_bots(results)] == [["a", "b", "e"], ["c", "d"]]


def test_a_game_counts_once() -> None:
    with pytest.raises(BadRecords, match="block 3, rotation 0 comes twice"):
        collect([game(3, ("a", "b"), (1, 2)), game(3, ("a", "b"), (2, 1))])


def test_games_of_different_sizes() -> None:
    with pytest.raises(BadRecords, match=r"block 1, rotation 0: .* same number of seats"):
        collect([game(0, ("a", "b"), (1, 2)), game(1, ("a", "b", "c"), (1, 2, 3))])
