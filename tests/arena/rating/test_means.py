"""Mean ranks, wins and points of a few games."""

from __future__ import annotations

import numpy as np
import pytest

from arena.rating.means import count_wins, middle_ranks, pair_means, rank_means, win_shares
from arena.rating.results import collect
from tests.arena.simulated import game


def test_middle_ranks_and_win_shares() -> None:
    ranks = np.array([[1, 2, 3, 4], [1, 1, 3, 3], [2, 1, 2, 2], [1, 1, 1, 1]])
    assert middle_ranks(ranks).tolist() == [[1, 2, 3, 4], [1.5, 1.5, 3.5, 3.5], [3, 1, 3, 3], [2.5] * 4]
    assert win_shares(ranks).tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 1, 0, 0], [0.25] * 4]


def test_wins_are_counted_over_all_seats_of_a_bot() -> None:
    lineups = [("a", "b", "c"), ("b", "a", "a"), ("a", "b", "c")]
    ranks = [(1, 1, 3), (1, 1, 1), (2, 1, 3)]
    games = [game(number, *each) for number, each in enumerate(zip(lineups, ranks, strict=True))]
    assert [count_wins(name, games) for name in "abc"] == [pytest.approx(0.5 + 2 / 3), pytest.approx(1.5 + 1 / 3), 0]


def test_pair_means() -> None:
    results = collect([game(0, ("a", "b", "c"), (1, 1, 3)), game(1, ("c", "b", "a"), (1, 2, 3))])
    share = pair_means(results).value.reshape(3, 3)
    assert share[0, 1] == 0.25
    assert share[1, 0] == 0.75
    assert share[2].tolist()[:2] == [0.5, 0.5]
    assert np.isnan(share[0, 0])


def test_mean_ranks_weigh_blocks() -> None:
    means = rank_means(collect([game(0, ("a", "b"), (1, 2)), game(1, ("a", "b"), (2, 1))]))
    assert means.value.tolist() == [1.5, 1.5]
    assert means.resampled(np.array([[3.0, 1.0]])).tolist() == [[1.25, 1.75]]
