"""Shares of wins with the luck taken out, on simulated games whose luck is known."""

from __future__ import annotations

import numpy as np
import pytest

from arena.rating.adjusted import adjusted
from arena.rating.results import Floats, Results

STRENGTH = np.array([0.0, 0.2, 0.4, 0.6])
LUCK = 2.5  # how much it counts in a game
MULTIPLE = 2.0  # of the luck as it is told, which is about right
SEATS = 3


def simulated(seed: int, deals: int) -> tuple[Results, Floats]:
    """Games of which somebody knows the luck of each seat, in a unit of its own and with some error."""
    rng = np.random.default_rng(seed)
    table = rng.permuted(np.tile(np.arange(len(STRENGTH)), (deals, 1)), axis=1)[:, :SEATS]
    lineup = np.concatenate([np.roll(table, turn, axis=1) for turn in range(SEATS)])
    deal = np.tile(np.arange(deals), SEATS)
    luck = rng.normal(size=lineup.shape)
    luck -= luck.mean(axis=1, keepdims=True)
    scores = STRENGTH[lineup] + LUCK * luck + rng.gumbel(size=lineup.shape)
    ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    ones = np.ones(lineup.shape, dtype=np.int64)
    place = np.stack([deal, np.repeat(np.arange(SEATS), deals)], axis=1)
    results = Results(tuple("abcd"), deal, lineup, ranks, ones[:, 0], (), (), 0.0 * ones, ones, place)
    return results, 0.1 * luck + rng.normal(scale=0.02, size=luck.shape)


def test_luck_is_taken_out_and_the_mean_stays() -> None:
    truth = adjusted(*simulated(1, 20_000), MULTIPLE)
    found = [adjusted(*simulated(seed, 60), MULTIPLE) for seed in range(30)]
    for bot in range(4):
        error = np.mean([one.lines[bot].adjusted for one in found]) - truth.lines[bot].plain
        assert error == pytest.approx(0, abs=0.02)
    assert truth.removed > 0.3
    assert np.mean([one.removed for one in found]) == pytest.approx(truth.removed, abs=0.08)
    narrower = [np.diff(line.adjusted_interval)[0] / np.diff(line.plain_interval)[0]
                for one in found for line in one.lines if line.adjusted_interval and line.plain_interval]  # fmt: skip
    assert np.mean(narrower) < 0.85


def test_both_intervals_cover_the_true_mean_alike() -> None:
    truth = [line.plain for line in adjusted(*simulated(1, 20_000), MULTIPLE).lines]
    covered = []
    for seed in range(100, 160):
        for line, true in zip(adjusted(*simulated(seed, 50), MULTIPLE).lines, truth, strict=True):
            assert line.plain_interval is not None
            assert line.adjusted_interval is not None
            covered.append([low <= true <= high for low, high in (line.plain_interval, line.adjusted_interval)])
    plain, without = np.mean(covered, axis=0)
    assert 0.91 <= plain <= 0.99
    assert 0.91 <= without <= 0.99


def test_noise_that_is_no_luck_leaves_the_means_and_costs_variance() -> None:
    """What it costs is said: the multiple is fixed, whatever the games show."""
    results, luck = simulated(2, 400)
    noise = np.random.default_rng(3).normal(scale=luck.std(), size=luck.shape)
    found = adjusted(results, noise, MULTIPLE)
    assert found.removed < -0.05
    assert all(line.luck == pytest.approx(0, abs=0.04) for line in found.lines)


def test_none_of_the_luck_taken_out_changes_nothing() -> None:
    found = adjusted(*simulated(3, 30), 0.0)
    assert found.removed == 0
    assert all((line.plain, line.plain_interval) == (line.adjusted, line.adjusted_interval) for line in found.lines)
