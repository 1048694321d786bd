"""Plackett-Luce and the bootstrap on games of known strength."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np
import pytest

from arena.play.records import GameRecord
from arena.rating.plackett_luce import (
    ELO,
    MIN_DEALS,
    PlackettLuce,
    bootstrap,
    bounded_interval,
    choices,
    groups,
    interval,
    middle_ranks,
    pair_means,
    rank_means,
    shared_ranks,
    t_quantile,
    win_shares,
)
from arena.rating.results import BadRecords, Results, collect
from tests.arena.simulated import simulate


def game(block: int, lineup: tuple[str, ...], ranks: tuple[int, ...], rotation: int = 0) -> GameRecord:
    size = len(lineup)
    return GameRecord(block, rotation, lineup, block, ranks, (0.0,) * size, 10, (), (0.0,) * size, (5,) * size)


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
    found = choices(collect([game(0, ("a", "b", "c"), (1, 1, 3))]))
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


# ---- intervals


def difference(results: Results, seed: int = 0) -> tuple[float, float]:
    model = PlackettLuce(results, seed)
    (samples,) = bootstrap(results.deals, [model.resampled], 400, seed)
    found = interval(samples[:, 0] - samples[:, 1], results.deals)
    assert found is not None
    return found


@pytest.mark.parametrize(("seats", "ties"), [(2, 0.0), (2, 1.0), (4, 0.0)])
def test_equal_bots_are_not_told_apart(seats: int, ties: float) -> None:
    covered = 0
    for seed in range(20):
        low, high = difference(collect(simulate([0, 0], 40, seats, seed=seed, ties=ties)))
        covered += low <= 0 <= high
    assert covered >= 17


def test_a_stronger_bot_is_found_stronger() -> None:
    found = 0
    for seed in range(20):
        low, high = difference(collect(simulate([0.5, -0.5, 0], 100, 3, seed=seed)))
        found += low > 0
        assert low < 1.0 + 0.5
        assert high > 1.0 - 0.5
    assert found == 20


def test_intervals_cover_the_truth() -> None:
    covered = 0
    for seed in range(40):
        low, high = difference(collect(simulate([0.5, -0.5], 30, 2, seed=100 + seed)))
        covered += low <= 1.0 <= high
    assert covered >= 34  # 38 expected; fewer than 34 once in sixty times


@pytest.mark.parametrize("new_blocks", [False, True])
def test_games_of_one_deal_count_once(new_blocks: bool) -> None:
    """Ten equal games on each deal are no more evidence than one, be they one block or ten."""
    single = [game(i, ("a", "b"), (1, 2) if i % 3 else (2, 1)) for i in range(30)]
    tenfold = [
        replace(g, block=10 * g.block + i if new_blocks else g.block, rotation=0 if new_blocks else i)
        for g in single
        for i in range(10)
    ]
    one, ten = difference(collect(single)), difference(collect(tenfold))
    assert ten[1] - ten[0] == pytest.approx(one[1] - one[0], rel=0.2)


def test_the_same_seed_gives_the_same_intervals() -> None:
    results = collect(simulate([0.2, 0], 20, 2, seed=9))
    assert difference(results, 3) == difference(results, 3)
    assert difference(results, 3) != difference(results, 4)


def test_too_few_blocks_give_no_interval() -> None:
    samples = np.linspace(0, 1, 100)
    assert interval(samples, MIN_DEALS - 1) is None
    few, many = interval(samples, MIN_DEALS), interval(samples, 1000)
    assert few is not None
    assert many is not None
    assert few[0] < many[0] < 0.03 < 0.97 < many[1] < few[1]


def test_unanimous_blocks_do_not_make_certain() -> None:
    found = bounded_interval(np.ones(100), 10, 0, 1)
    assert found is not None
    assert found[1] == 1
    assert found[0] ** 10 == pytest.approx(0.025)
    assert bounded_interval(np.full(100, 4.0), 10, 1, 4) == (pytest.approx(4 - 3 * (1 - 0.025**0.1)), 4)
    low, high = difference(collect(game(i, ("a", "b"), (1, 2)) for i in range(MIN_DEALS)))
    assert 0 < low < high - 100 / ELO


@pytest.mark.parametrize(("freedom", "table"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_t_quantile(freedom: int, table: float) -> None:
    assert t_quantile(freedom) == pytest.approx(table, abs=0.004)


def test_rank_is_one_plus_the_number_shown_to_be_stronger() -> None:
    """a ~ b and b ~ c, but a > c: c is second, not third, and not first."""
    rng = np.random.default_rng(1)
    strength = np.array([0.6, 0.3, 0.0])
    samples = strength + rng.normal(0, 0.15, (2000, 3))
    assert shared_ranks(strength, samples, np.array([50, 50, 50])) == [1, 1, 2]
    assert shared_ranks(strength, samples, np.array([50, 50, 2])) == [1, 1, 1]


# ---- means


def test_middle_ranks_and_win_shares() -> None:
    ranks = np.array([[1, 2, 3, 4], [1, 1, 3, 3], [2, 1, 2, 2], [1, 1, 1, 1]])
    assert middle_ranks(ranks).tolist() == [[1, 2, 3, 4], [1.5, 1.5, 3.5, 3.5], [3, 1, 3, 3], [2.5] * 4]
    assert win_shares(ranks).tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 1, 0, 0], [0.25] * 4]


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


def test_groups() -> None:
    results = collect([game(0, ("a", "b"), (1, 2)), game(1, ("c", "d"), (1, 2)), game(2, ("b", "e"), (1, 2))])
    assert [[results.bots[bot] for bot in group] for group in groups(results)] == [["a", "b", "e"], ["c", "d"]]


# ---- records


def test_a_game_counts_once() -> None:
    with pytest.raises(BadRecords, match="block 3, rotation 0 comes twice"):
        collect([game(3, ("a", "b"), (1, 2)), game(3, ("a", "b"), (2, 1))])


def test_games_of_different_sizes() -> None:
    with pytest.raises(BadRecords, match=r"block 1, rotation 0: .* same number of seats"):
        collect([game(0, ("a", "b"), (1, 2)), game(1, ("a", "b", "c"), (1, 2, 3))])
