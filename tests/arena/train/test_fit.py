"""Fitting: gradients are slopes, a net learns what a linear model cannot, targets are mixed as told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.rating.means import win_shares
from arena.train.fit import Fitting, Layers, fit, forward, gradients, log_loss, new_layers
from arena.train.positions import Positions, mixed_returns, turn
from arena.train.self_play import Episode


def positions_of(rows: Any, targets: Any) -> Positions:
    found, columns = np.nonzero(rows)
    starts = np.concatenate([[0], np.cumsum(np.bincount(found, minlength=len(rows)))])
    numbers = rows[found, columns].astype(np.float32)
    return Positions(rows.shape[1], starts, columns.astype(np.uint16), numbers, targets, targets, targets)


def loss_of(layers: Layers, rows: Any, targets: Any) -> float:
    return float(-(targets * np.log(forward(layers, rows)[-1])).sum() / len(rows))


@pytest.mark.parametrize("hidden", [(), (5,), (6, 4)])
def test_gradients_are_the_slopes_of_the_loss(hidden: tuple[int, ...]) -> None:
    lot = np.random.default_rng(1)
    rows, targets = lot.normal(size=(9, 7)), lot.dirichlet(np.ones(3), 9)
    layers = [(lot.normal(size=w.shape), lot.normal(size=b.shape)) for w, b in new_layers(7, hidden, 3, 0)]
    for layer, slopes in zip(layers, gradients(layers, rows, targets), strict=True):
        for array, slope in zip(layer, slopes, strict=True):
            for place in list(np.ndindex(array.shape))[::3]:
                array[place] += 1e-6
                above = loss_of(layers, rows, targets)
                array[place] -= 2e-6
                below = loss_of(layers, rows, targets)
                array[place] += 1e-6
                assert slope[place] == pytest.approx((above - below) / 2e-6, abs=1e-5)


def test_a_net_learns_what_a_linear_model_cannot() -> None:
    lot = np.random.default_rng(2)
    rows = lot.integers(0, 2, (2000, 6)).astype(np.float32)
    first = (rows[:, 0] != rows[:, 1]).astype(np.float32)
    positions = positions_of(rows, np.stack([first, 1 - first], axis=1))
    losses = {}
    for hidden in ((), (16,)):
        layers = new_layers(6, hidden, 2, 3)
        fit(layers, positions, Fitting(epochs=40, batch=64, rate=0.01))
        losses[hidden] = log_loss(layers, positions, positions.targets)
    assert losses[()] > 0.68
    assert losses[16,] < 0.05


def test_the_same_seed_fits_the_same_net() -> None:
    lot = np.random.default_rng(4)
    positions = positions_of(lot.integers(0, 2, (300, 5)).astype(np.float32), lot.dirichlet(np.ones(2), 300))
    nets = []
    for _ in range(2):
        layers = new_layers(5, (4,), 2, 7)
        fit(layers, positions, Fitting(epochs=2, batch=32, seed=5))
        nets.append(layers)
    for ours, theirs in zip(*nets, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_rows_come_back_with_their_zeros() -> None:
    rows = np.array([[0, 2, 0], [0, 0, 0], [1, 0, 3]], np.float32)
    positions = positions_of(rows, np.zeros((3, 2)))
    assert np.array_equal(positions.dense(np.array([2, 0, 1])), rows[[2, 0, 1]])


def test_a_shared_first_place_is_divided() -> None:
    assert win_shares([1, 3, 1]).tolist() == [0.5, 0, 0.5]


def test_the_mover_comes_first() -> None:
    assert turn(np.array([[0.1, 0.2, 0.7]] * 2), [0, 2]).tolist() == pytest.approx(
        np.array([[0.1, 0.2, 0.7], [0.7, 0.1, 0.2]]), abs=1e-6
    )


def episode(values: list[float], blunder: list[bool]) -> Episode:
    pairs = [[value, 1 - value] for value in values]
    return Episode(1, [0] * len(values), [True] * len(values), blunder, pairs, [1, 2])


def test_targets_mix_the_outcome_with_the_searches_to_come() -> None:
    mixed = mixed_returns(episode([0.4, 0.6], [False, False]), 0.25)
    assert mixed[1] == pytest.approx([0.25 * 0.6 + 0.75, 0.25 * 0.4])
    assert mixed[0] == pytest.approx([0.25 * 0.4 + 0.75 * mixed[1][0], 0.25 * 0.6 + 0.75 * mixed[1][1]])


def test_a_move_played_at_random_says_nothing_of_what_was_before() -> None:
    mixed = mixed_returns(episode([0.4, 0.6, 0.3], [False, True, False]), 0.25)
    assert mixed[1] == pytest.approx([0.6, 0.4])
    assert mixed[0] == pytest.approx([0.25 * 0.4 + 0.75 * 0.6, 0.25 * 0.6 + 0.75 * 0.4])
