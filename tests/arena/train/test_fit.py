"""Fitting: gradients are slopes, a net learns what a linear model cannot, targets are mixed as told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.rating.means import win_shares
from arena.train import fit as fitting
from arena.train.fit import Fitting, Weights, expected, fit, forward, gradients, log_losses, new_weights
from arena.train.positions import Choices, Positions, mixed_returns, sharpened, turn
from arena.train.self_play import Episode

Visits = list[tuple[list[int], list[float]]]  # by position: ids of its legal actions and shares of the visits


def positions_of(rows: Any, targets: Any, visits: Visits | None = None) -> Positions:
    found, columns = np.nonzero(rows)
    starts = np.concatenate([[0], np.cumsum(np.bincount(found, minlength=len(rows)))])
    numbers = rows[found, columns].astype(np.float32)
    return Positions(rows.shape[1], starts, columns.astype(np.uint16), numbers, targets, targets, targets,
                     *ragged(visits or [([], [])] * len(rows)))


def ragged(visits: Visits) -> tuple[Any, Any, Any]:
    starts = np.concatenate([[0], np.cumsum([len(ids) for ids, _ in visits])])
    ids = np.array([each for ids, _ in visits for each in ids], np.int32)
    return starts, ids, np.array([each for _, shares in visits for each in shares], np.float64)


def some_visits(lot: Any, count: int, actions: int) -> Visits:
    """Every other position was searched deep."""
    found: Visits = []
    for index in range(count):
        legal = lot.choice(actions, lot.integers(2, actions), replace=False) if index % 2 else []
        found.append((list(legal), list(lot.dirichlet(np.ones(len(legal)))) if index % 2 else []))
    return found


def loss_of(weights: Weights, rows: Any, targets: Any, choices: Choices) -> float:
    *_, neurons, shares = forward(weights.layers, rows)
    loss = -(targets * np.log(shares)).sum() / len(rows)
    if weights.prior is not None and len(choices):
        loss -= (choices.shares * np.log(expected(weights.prior, neurons, choices))).sum() / len(choices)
    return float(loss)


@pytest.mark.parametrize("deep", [True, False])
@pytest.mark.parametrize(("hidden", "actions"), [((), 0), ((5,), 0), ((6, 4), 0), ((5,), 8), ((6, 4), 8)])
def test_gradients_are_the_slopes_of_the_loss(hidden: tuple[int, ...], actions: int, deep: bool) -> None:
    lot = np.random.default_rng(1)
    rows, targets = lot.normal(size=(9, 7)), lot.dirichlet(np.ones(3), 9)
    choices = positions_of(rows, targets, some_visits(lot, 9, 8) if deep else None).choices(np.arange(9))
    weights = new_weights(7, hidden, 3, 0, actions)
    weights.layers = [(lot.normal(size=w.shape), lot.normal(size=b.shape)) for w, b in weights.layers]
    if weights.prior is not None:
        weights.prior = lot.normal(size=(8, hidden[-1])), lot.normal(size=8)
    slopes = gradients(weights, rows, targets, choices).arrays()
    for array, slope in zip(weights.arrays(), slopes, strict=True):
        assert slope.shape == array.shape
        for place in list(np.ndindex(array.shape))[::2]:
            array[place] += 1e-6
            above = loss_of(weights, rows, targets, choices)
            array[place] -= 2e-6
            below = loss_of(weights, rows, targets, choices)
            array[place] += 1e-6
            assert slope[place] == pytest.approx((above - below) / 2e-6, abs=1e-5)


def test_inputs_that_are_rarely_set_are_learnt_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has an input of its own beside a common one that tells a little. Plain Adam moves the weights of both
    alike, and so learns games by heart."""
    lot = np.random.default_rng(4)
    hint = lot.integers(0, 2, 200)
    rows = np.zeros((4000, 201), np.float32)
    rows[:, 0] = np.repeat(hint, 20)
    rows[np.arange(4000), 1 + np.arange(4000) // 20] = 1
    share = np.repeat(lot.random(200) < 0.35 + 0.3 * hint, 20).astype(np.float32)
    positions = positions_of(rows, np.stack([share, 1 - share], axis=1))

    def moved(damping: float) -> float:
        """How far the weights of rare inputs went, for one that the common input's went."""
        monkeypatch.setattr(fitting, "DAMPING", damping)
        weights = new_weights(201, (16,), 2, 3)
        before = weights.layers[0][0].copy()
        fit(weights, positions, Fitting(epochs=4, batch=256, seed=1))
        far = np.abs(weights.layers[0][0] - before).mean(axis=1)
        return float(far[1:].mean() / far[0])

    damped, plain = moved(fitting.DAMPING), moved(fitting.TINY)
    assert damped < 0.25
    assert plain > 0.5


def test_a_net_learns_what_a_linear_model_cannot() -> None:
    lot = np.random.default_rng(2)
    rows = lot.integers(0, 2, (2000, 6)).astype(np.float32)
    first = (rows[:, 0] != rows[:, 1]).astype(np.float32)
    positions = positions_of(rows, np.stack([first, 1 - first], axis=1))
    losses = {}
    for hidden in ((), (16,), (16, 8)):
        weights = new_weights(6, hidden, 2, 3)
        fit(weights, positions, Fitting(epochs=40, batch=64, rate=0.01))
        losses[hidden] = log_losses(weights, positions)
    assert losses[()]["target"] > 0.68
    assert losses[16,]["target"] == losses[16,]["outcome"] < 0.05
    assert losses[16, 8]["target"] < 0.05
    assert "prior" not in losses[16,]


def test_a_prior_learns_where_a_search_looks() -> None:
    """Which of two legal actions gets the visits is the exclusive or of two inputs."""
    lot = np.random.default_rng(3)
    rows = lot.integers(0, 2, (2000, 6)).astype(np.float32)
    visits: Visits = [([5, 2], [0.9, 0.1] if row[0] != row[1] else [0.1, 0.9]) for row in rows]
    positions = positions_of(rows, np.full((2000, 2), 0.5), visits)
    weights = new_weights(6, (16,), 2, 3, actions=7)
    assert log_losses(weights, positions)["prior"] == pytest.approx(np.log(2))
    fit(weights, positions, Fitting(epochs=40, batch=64, rate=0.01))
    entropy = -0.9 * np.log(0.9) - 0.1 * np.log(0.1)
    assert log_losses(weights, positions)["prior"] == pytest.approx(entropy, abs=0.01)
    assert weights.prior is not None
    untouched = [0, 1, 3, 4, 6]
    assert not weights.prior[0][untouched].any()
    assert not weights.prior[1][untouched].any()


def test_the_same_seed_fits_the_same_net() -> None:
    lot = np.random.default_rng(4)
    rows = lot.integers(0, 2, (300, 5)).astype(np.float32)
    positions = positions_of(rows, lot.dirichlet(np.ones(2), 300), some_visits(lot, 300, 6))
    nets = []
    for _ in range(2):
        weights = new_weights(5, (4,), 2, 7, actions=6)
        fit(weights, positions, Fitting(epochs=2, batch=32, seed=5))
        nets.append(weights.arrays())
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(*nets, strict=True))


def test_inputs_never_seen_have_no_weight() -> None:
    lot = np.random.default_rng(5)
    rows = lot.integers(0, 2, (200, 5)).astype(np.float32)
    rows[:, 3] = 0
    weights = new_weights(5, (4,), 2, 7)
    fit(weights, positions_of(rows, lot.dirichlet(np.ones(2), 200)), Fitting(epochs=1, batch=32))
    assert weights.layers[0][0].any(axis=1).tolist() == [True, True, True, False, True]


def test_choices_are_those_of_the_rows_asked_for() -> None:
    visits: Visits = [([4, 1], [0.5, 0.5]), ([], []), ([2, 0, 3], [0.2, 0.3, 0.5])]
    choices = positions_of(np.eye(3), np.zeros((3, 2)), visits).choices(np.array([2, 1, 0]))
    assert len(choices) == 2
    assert choices.ids.tolist() == [2, 0, 3, 4, 1]
    assert choices.rows.tolist() == [0, 0, 0, 2, 2]
    assert choices.begins.tolist() == [0, 3]


def test_visits_are_sharpened() -> None:
    assert sharpened([30, 10, 0], 1) == [0.75, 0.25, 0]
    assert sharpened([30, 10, 0], 2) == [0.9, 0.1, 0]


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


def episode(values: list[float]) -> Episode:
    pairs = [[value, 1 - value] for value in values]
    return Episode(1, [0] * len(values), [True] * len(values), pairs, [{}] * len(values), [1, 2])


def test_targets_mix_the_outcome_with_the_searches_to_come() -> None:
    mixed = mixed_returns(episode([0.4, 0.6]), 0.25)
    assert mixed[1] == pytest.approx([0.25 * 0.6 + 0.75, 0.25 * 0.4])
    assert mixed[0] == pytest.approx([0.25 * 0.4 + 0.75 * mixed[1][0], 0.25 * 0.6 + 0.75 * mixed[1][1]])
