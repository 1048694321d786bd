"""The curves that benchmarks/chances_fit.py fits, on made-up games whose chances are known."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.chances_fit import MOVER, Floats, chances, features, fit, lowest, parameters, roles_of
from bots.calibration import Calibration

GAMES, DECISIONS = 1000, 4


class MadeUp:
    """The mover's log-odds are seen right if they are good, at twice their size if they are bad. Seat 0 is better than
    it looks. Chances stay as they are for the whole game."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        count = GAMES * DECISIONS
        self.movers: Floats = np.tile(np.arange(DECISIONS) % 2, GAMES).astype(float)
        starts = (np.arange(count) % DECISIONS == 0).astype(float)
        self.roles = roles_of(self.movers, starts, 2)
        odds = np.repeat(rng.normal(0, 1.5, GAMES), DECISIONS)  # of seat 0, the truth
        chance = 1 / (1 + np.exp(-odds))
        self.truth: Floats = np.stack([chance, 1 - chance], axis=1)
        first = np.repeat(rng.random(GAMES), DECISIONS) < chance
        self.results: Floats = np.stack([first, ~first], axis=1).astype(float)
        own = np.where(self.movers == 0, odds - 0.5, 0.5 - odds)
        seen = np.where(own < 0, 2 * own, own) + rng.normal(0, 0.2, count)
        of_mover = 1 / (1 + np.exp(-seen))
        self.values: Floats = np.where(
            self.movers[:, None] == 0, np.stack([of_mover, 1 - of_mover], 1), np.stack([1 - of_mover, of_mover], 1)
        )
        self.following: Floats = np.arange(1, count + 1, dtype=float)
        self.following[DECISIONS - 1 :: DECISIONS] = -1

    def fitted(self) -> Calibration:
        return fit(self.roles, self.values, self.values, self.following, self.results, GAMES)

    def luck(self, curves: Calibration) -> Floats:
        given = features(self.values, self.roles)
        before, after = (chances(given, self.values, parameters(it)) for it in (curves.before, curves.after))
        later = np.where(self.following[:, None] < 0, self.results, before[self.following.astype(int)])
        found: Floats = (later - after).sum(axis=0) / GAMES
        return found


def test_luck_is_0_for_each_seat_over_the_games_fitted() -> None:
    """Though one seat is much better than it looks: what it has besides costs nothing."""
    games = MadeUp(1)
    curves = games.fitted()
    assert curves.before.seats[0] - curves.before.seats[1] > 0.3
    assert games.luck(curves) == pytest.approx([0, 0], abs=0.002)


def test_what_the_mover_sees_too_large_is_made_smaller_on_that_side_only() -> None:
    curves, other = MadeUp(1).fitted(), MadeUp(2)
    given = features(other.values, other.roles)
    told = chances(given, other.values, parameters(curves.before))
    own = np.arange(len(told)), other.movers.astype(int)
    seen, truth = other.values[own], other.truth[own]
    for low, high in ((0.05, 0.2), (0.2, 0.4), (0.6, 0.8), (0.8, 0.95)):
        here = (seen > low) & (seen < high)
        assert told[own][here].mean() == pytest.approx(truth[here].mean(), abs=0.06)
    bad = (seen > 0.05) & (seen < 0.2)
    assert truth[bad].mean() > seen[bad].mean() + 0.1  # else this would show nothing


def test_the_lowest_point_without_negative_rises() -> None:
    """No step lowers it: it is level along what is free, and rises from what is held at 0."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        shape = rng.normal(size=(MOVER + 3, MOVER + 3))
        bend, slope = shape @ shape.T + np.eye(MOVER + 3), 10 * rng.normal(size=MOVER + 3)
        start = np.abs(rng.normal(size=MOVER + 3))
        found = lowest(slope, bend, start)
        level = slope + bend @ (found - start)
        held = (np.arange(MOVER + 3) < MOVER) & (found == 0)
        assert found[:MOVER].min() >= 0
        assert np.abs(level[~held]).max() < 1e-6
        assert level[held].min(initial=0) > -1e-5
        assert held.any()
