"""Plackett-Luce on games of known strength."""

from __future__ import annotations

import math
from itertools import pairwise, permutations

import numpy as np
import pytest

from arena.rating.plackett_luce import ELO, PlackettLuce, choices
from arena.rating.results import Results, collect
from tests.arena.simulated import game, simulate


def log_likelihood(results: Results, strength: np.ndarray, ghost: float) -> float:
    """By the definition: every order of the bots that the ranks allow, in equal parts."""
    total = 0.0
    for lineup, ranks in zip(results.lineup.tolist(), results.ranks.tolist(), strict=True):
        seats = range(len(lineup))
        orders = [o for o in permutations(seats) if all(ranks[a] <= ranks[b] for a, b in pairwise(o))]
        total += sum(_order_likelihood([strength[lineup[seat]] for seat in order]) for order in orders) / len(orders)
    return total - ghost * sum(math.log1p(math.exp(s)) + math.log1p(math.exp(-s)) for s in strength)


def _order_likelihood(strengths: list[float]) -> float:
    return sum(s - math.log(sum(map(math.exp, strengths[i:]))) for i, s in enumerate(strengths))


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (4, 3), (5, 4), (2, 4), (3, 4)])
def test_the_fit_is_the_maximum_of_the_likelihood(bots: int, seats: int) -> None:
    results = collect(simulate(np.linspace(1, -1, bots), 12, seats, seed=1, ties=0.7))
    model = PlackettLuce(results, 0)
    best = log_likelihood(results, model.strength, model.ghost)
    rng = np.random.default_rng(0)
    for size in (1e-3, 0.1, 1):
        for _ in range(20):
            other = model.strength + rng.normal(0, size, bots)
            assert log_likelihood(results, other, model.ghost) < best


def test_two_bots_have_the_known_solution() -> None:
    """Without the ghost the odds would be 30 to 10; one win and one loss against it move them towards even."""
    records = [game(i, ("a", "b"), (1, 2) if i % 4 else (2, 1)) for i in range(40)]
    a, b = PlackettLuce(collect(records), 0).strength
    assert a == pytest.approx(-b)
    ahead, beats_ghost = 1 / (1 + math.exp(b - a)), 1 / (1 + math.exp(-a))
    assert 40 * ahead + 2 * beats_ghost == pytest.approx(30 + 1)
    assert math.log(2) < a - b < math.log(3)


def test_ties_are_half_wins() -> None:
    tied = [game(i, ("a", "b"), (1, 1)) for i in range(10)]
    split = [game(i, ("a", "b"), (1, 2) if i % 2 else (2, 1)) for i in range(10)]
    wins = [game(10 + i, ("a", "b"), (1, 2)) for i in range(5)]
    one, other = (PlackettLuce(collect([*half, *wins]), 0).strength for half in (tied, split))
    assert one == pytest.approx(other)


def test_choices_of_a_game_with_a_tie() -> None:
    found = choices(collect([game(0, ("a", "b", "c"), (1, 1, 3))]), np.zeros(3, dtype=np.int64))
    sets = {tuple(row): value for row, value in zip(found.sets.tolist(), found.drawn.total.tolist(), strict=True)}
    assert sets == {(0, 1, 2): 1.0, (0, 2, 3): 0.5, (1, 2, 3): 0.5}
    assert found.chosen.total.tolist() == [1, 1, 0]


def test_estimates_converge_to_the_truth() -> None:
    truth = np.array([1.0, 0.4, 0.0, -0.4, -1.0])
    errors = []
    for blocks in (50, 500, 3000):
        errors.append(np.abs(PlackettLuce(collect(simulate(truth, blocks, 4, seed=7)), 0).strength - truth).max())
    assert errors[0] < 0.4
    assert errors[1] < 0.12
    assert errors[2] < 0.04


def test_no_order_of_the_games_changes_it() -> None:
    records = list(simulate([1, 0, -1], 40, 3, seed=8))
    turned = [game(99 - r.block, r.lineup, r.ranks, r.rotation) for r in records]
    one, other = (PlackettLuce(collect(games), 0).strength for games in (records, turned))
    assert one == pytest.approx(other, abs=1e-9)


def test_unbeaten_is_finite_and_grows_with_the_evidence() -> None:
    def lead(blocks: int) -> float:
        a, b = PlackettLuce(collect(game(i, ("a", "b"), (1, 2)) for i in range(blocks)), 0).strength
        return float(ELO * (a - b))

    assert 0 < lead(1) < lead(10) < lead(1000) < 3000


def test_copies_of_a_bot_say_nothing_about_it() -> None:
    records = [game(i, ("a", "b"), (1, 2) if i % 3 else (2, 1)) for i in range(30)]
    alone = PlackettLuce(collect(records), 0)
    mirror = [game(30 + i, ("a", "a"), (1, 2)) for i in range(30)]
    with_mirror = PlackettLuce(collect([*records, *mirror]), 0)
    assert with_mirror.strength == pytest.approx(alone.strength)
