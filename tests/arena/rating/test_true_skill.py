"""TrueSkill: the package's published values, agreement with the package, and what the package cannot do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist

import numpy as np
import pytest
import trueskill

from arena.play.records import GameRecord
from arena.rating._true_skill import enter_games, tail_ratio
from arena.rating.results import collect
from arena.rating.true_skill import BETA, FreeForAll, RatingTable, draw_share, order_sensitivity, rate_all
from tests.arena.simulated import simulate

DEFAULT_TAU = 25 / 300
BACKEND = (NormalDist().cdf, NormalDist().pdf, NormalDist().inv_cdf)


def rated(mus: list[float], sigmas: list[float], ties: list[bool], env: FreeForAll) -> list[tuple[float, float]]:
    """After one game of as many bots, best first."""
    table = RatingTable(len(mus), env)
    table.mu[:], table.sigma[:] = mus, sigmas
    enter(table, range(len(mus)), ranks_of(ties))
    return list(zip(table.mu.tolist(), table.sigma.tolist(), strict=True))


def ranks_of(ties: Sequence[bool]) -> list[int]:
    return list(accumulate((0 if tie else 1 for tie in ties), initial=1))


def enter(table: RatingTable, lineup: Sequence[int], ranks: Sequence[int]) -> None:
    table.enter(np.array([lineup]), np.array([ranks]), np.array([0]))


def newcomers(ties: list[bool]) -> list[tuple[float, float]]:
    size = len(ties) + 1
    return rated([25.0] * size, [25 / 3] * size, ties, FreeForAll(0.1, DEFAULT_TAU))


# From the tests of the trueskill package.
PUBLISHED = [
    ([False], [(29.396, 7.171), (20.604, 7.171)]),
    ([True], [(25.000, 6.458), (25.000, 6.458)]),
    ([False, False], [(31.675, 6.656), (25.000, 6.208), (18.325, 6.656)]),
    ([True, True], [(25.000, 5.698), (25.000, 5.695), (25.000, 5.698)]),
    ([False] * 3, [(33.207, 6.348), (27.401, 5.787), (22.599, 5.787), (16.793, 6.348)]),
    ([False] * 4, [(34.363, 6.136), (29.058, 5.536), (25.000, 5.420), (20.942, 5.536), (15.637, 6.136)]),
]


@pytest.mark.parametrize(("ties", "published"), PUBLISHED)
def test_published_values(ties: list[bool], published: list[tuple[float, float]]) -> None:
    for (mu, sigma), (published_mu, published_sigma) in zip(newcomers(ties), published, strict=True):
        assert mu == pytest.approx(published_mu, abs=0.0015)
        assert sigma == pytest.approx(published_sigma, abs=0.0015)


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_agrees_with_the_package(size: int) -> None:
    env = FreeForAll(0.05)
    package = trueskill.TrueSkill(tau=0, draw_probability=0.05, backend=BACKEND)
    assert env.margin == pytest.approx(trueskill.calc_draw_margin(0.05, 2, package), rel=1e-12)
    dice = random.Random(size)
    for _ in range(200):
        mus, sigmas = [dice.uniform(10, 40) for _ in range(size)], [dice.uniform(0.5, 8) for _ in range(size)]
        ranks = sorted(dice.choices(range(size), k=size))
        theirs = package.rate([(trueskill.Rating(m, s),) for m, s in zip(mus, sigmas, strict=True)], ranks=ranks)
        table = RatingTable(size, env)
        table.mu[:], table.sigma[:] = mus, sigmas
        enter(table, range(size), ranks)
        assert table.mu == pytest.approx([rating.mu for (rating,) in theirs], abs=1e-8)
        assert table.sigma == pytest.approx([rating.sigma for (rating,) in theirs], abs=1e-8)


def test_a_run_agrees_with_the_package() -> None:
    """Seats in any order, ties, 300 games one after the other, with drift."""
    results = collect(simulate([1, 0.5, 0, 0, -1], 75, 4, seed=5, ties=0.8))
    env = FreeForAll(0.2, DEFAULT_TAU)
    package = trueskill.TrueSkill(tau=DEFAULT_TAU, draw_probability=0.2, backend=BACKEND)
    skills = [package.create_rating() for _ in results.bots]
    for lineup, ranks in zip(results.lineup.tolist(), results.ranks.tolist(), strict=True):
        for bot, (after,) in zip(lineup, package.rate([(skills[bot],) for bot in lineup], ranks=ranks), strict=True):
            skills[bot] = after
    curve = rate_all(results, env)
    assert curve.mu[-1] == pytest.approx([skill.mu for skill in skills], abs=1e-8)
    assert curve.sigma[-1] == pytest.approx([skill.sigma for skill in skills], abs=1e-8)


@pytest.mark.parametrize("gap", [100.0, 1000.0, 10_000.0])
@pytest.mark.parametrize("tie", [False, True])
def test_an_upset_beyond_the_package(gap: float, tie: bool) -> None:
    """The package raises FloatingPointError for one of these."""
    env = FreeForAll(0.1)
    (low, low_sigma), (high, high_sigma) = rated([0.0, gap], [0.5, 0.5], [tie], env)
    assert 0 < low < high < gap
    assert 0 < low_sigma <= 0.5 + 1e-12
    assert low_sigma == pytest.approx(high_sigma)
    assert low == pytest.approx(gap - high)


def test_the_package_gives_up_on_upsets() -> None:
    package = trueskill.TrueSkill(tau=0, draw_probability=0.1)
    with pytest.raises(FloatingPointError):
        package.rate([(trueskill.Rating(0, 0.5),), (trueskill.Rating(1000, 0.5),)], ranks=[0, 0])


def test_a_favourite_far_ahead_learns_nothing_from_winning() -> None:
    assert rated([1000.0, 0.0], [0.5, 0.5], [False], FreeForAll(0.1)) == [(1000.0, 0.5), (0.0, 0.5)]


@pytest.mark.parametrize("gap", [0.0, 0.1, 1.0, 5.0, 30.0])
def test_a_tie_never_raises_sigma(gap: float) -> None:
    """With a draw margin of zero a tie is an event of probability zero, and what comes out is chance."""
    env = FreeForAll(0.0)
    for size in (2, 3, 4):
        for _, sigma in rated([25 + gap * i for i in range(size)], [2.0] * size, [True] * (size - 1), env):
            assert sigma < 2.0


def test_draws_only() -> None:
    env = FreeForAll(1.0)
    table = RatingTable(2, env)
    for _ in range(100):
        enter(table, [0, 1], [1, 1])
    assert table.mu == pytest.approx([25, 25])
    assert max(table.sigma) < 25 / 3


def test_tail_ratio_is_continuous_where_the_method_changes() -> None:
    assert tail_ratio(-8 - 1e-9) == pytest.approx(tail_ratio(-8 + 1e-9), rel=1e-8)
    assert tail_ratio(-1e6) == pytest.approx(1e-6, rel=1e-9)


@pytest.mark.parametrize(
    ("lineup", "ranks", "rows", "said"),
    [
        ([[0, 2]], [[1, 2]], [0], "game 0 is not one of 1 games of 2 bots"),
        ([[0, -1]], [[1, 2]], [0], "game 0 is not one"),
        ([[0, 1]], [[1, 2]], [1], "game 1 is not one"),
        ([[0, 1]], [[1, 2, 3]], [0], "a rank for every seat"),
        ([[0]], [[1]], [0], "2 to 16 seats"),
    ],
)
def test_nothing_is_read_beyond_the_arrays(
    lineup: list[list[int]], ranks: list[list[int]], rows: list[int], said: str
) -> None:
    table = RatingTable(2, FreeForAll(0.1))
    with pytest.raises(ValueError, match=said):
        enter_games(table.mu, table.sigma, np.array(lineup), np.array(ranks), np.array(rows), BETA, 0.0, 1.0)


# ---- a bot in several seats


def test_copies_alone_say_nothing() -> None:
    table = RatingTable(2, FreeForAll(0.1))
    enter(table, [0, 0, 0], [1, 2, 3])
    assert table.mu.tolist() == [25, 25]
    assert table.sigma.tolist() == [25 / 3, 25 / 3]


def test_copies_around_an_opponent_cancel() -> None:
    table = RatingTable(2, FreeForAll(0.1))
    enter(table, [0, 1, 0], [1, 2, 3])
    assert table.mu == pytest.approx([25, 25])


def test_copies_count_as_one_bot() -> None:
    env = FreeForAll(0.1)
    table = RatingTable(2, env)
    enter(table, [0, 0, 1, 1], [1, 2, 3, 4])
    apart = rated([25.0] * 4, [25 / 3] * 4, [False] * 3, env)
    (mu1, pi1), (mu2, pi2) = ((mu, sigma**-2) for mu, sigma in apart[:2])
    assert table.mu[0] == pytest.approx((mu1 * pi1 + mu2 * pi2) / (pi1 + pi2))
    assert table.sigma[0] == pytest.approx(((pi1 + pi2) / 2) ** -0.5)
    assert table.mu[0] > 25 > table.mu[1]


# ---- a run


def game(block: int, lineup: tuple[str, ...], ranks: tuple[int, ...]) -> GameRecord:
    size = len(lineup)
    return GameRecord(block, 0, lineup, block, ranks, (0.0,) * size, 10, (), (0.0,) * size, (5,) * size)


def test_draw_share_counts_pairs_of_different_bots() -> None:
    results = collect([game(0, ("a", "b", "b"), (1, 1, 3)), game(1, ("a", "b", "b"), (3, 1, 1))])
    assert draw_share(results) == pytest.approx((1 + 0.5) / (4 + 1))


def test_canonical_order_whatever_the_order_of_arrival() -> None:
    records = list(simulate([1, 0, 0, -1, 0], 30, 4, seed=1, ties=0.5))
    env = FreeForAll(0.1)
    curve = rate_all(collect(records), env)
    random.Random(1).shuffle(records)
    again = rate_all(collect(records), env)
    assert np.array_equal(curve.mu, again.mu)
    assert np.array_equal(curve.sigma, again.sigma)
    assert curve.games[0] == 0
    assert curve.games[-1] == 120


def test_the_last_point_of_the_curve_is_every_game_entered_once() -> None:
    records = list(simulate([1, 0, -1], 57, 3, seed=2))
    results = collect(records)
    table = RatingTable(3, FreeForAll(0.1))
    for record in records:
        enter(table, [results.bots.index(name) for name in record.lineup], record.ranks)
    curve = rate_all(results, FreeForAll(0.1), points=10)
    assert curve.mu[-1].tolist() == table.mu.tolist()
    assert curve.sigma[-1].tolist() == table.sigma.tolist()


def test_stronger_bots_are_found_stronger() -> None:
    results = collect(simulate([2, 1, 0, -1], 200, 4, seed=3))
    mu = rate_all(results, FreeForAll(draw_share(results))).mu[-1]
    assert mu.argsort().tolist() == [3, 2, 1, 0]


def test_order_moves_mu_less_than_its_uncertainty_without_drift() -> None:
    results = collect(simulate([0.6, 0.2, -0.2, -0.6], 80, 4, seed=4))
    still = order_sensitivity(results, FreeForAll(0.01), seed=0)
    drifting = order_sensitivity(results, FreeForAll(0.01, tau=DEFAULT_TAU), seed=0)
    assert still.orders == 20
    assert still.games == 320
    assert 0 < still.shift.max() < still.sigma.max()
    assert still.shift.max() < drifting.shift.max() / 2


def test_one_block_has_no_other_order() -> None:
    found = order_sensitivity(collect(simulate([0, 0], 1, 2, seed=5)), FreeForAll(0.1), seed=0)
    assert found.orders == 0
    assert found.shift.tolist() == [0, 0]


def test_a_large_run_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.rating.true_skill.ORDER_BUDGET", 800)
    found = order_sensitivity(collect(simulate([0, 0, 0], 100, 2, seed=6)), FreeForAll(0.1), seed=0)
    assert found.games == 40
