"""The bootstrap over deals and its intervals: they cover the truth as often as they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.rating.bootstrap import bootstrap
from arena.rating.intervals import MIN_DEALS, beyond_resampling, bounded_interval, interval, t_quantile
from arena.rating.plackett_luce import ELO, PlackettLuce
from arena.rating.results import Results, collect
from tests.arena.simulated import game, simulate


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
    found = bounded_interval(1.0, np.ones(100), 10, (0, 1), differing=0)
    assert found is not None
    assert found[1] == 1
    assert found[0] ** 10 == pytest.approx(0.025)
    ranks = bounded_interval(4.0, np.full(100, 4.0), 10, (1, 4), differing=0)
    assert ranks == (pytest.approx(4 - 3 * (1 - 0.025**0.1)), 4)
    low, high = difference(collect(game(i, ("a", "b"), (1, 2)) for i in range(MIN_DEALS)))
    assert 0 < low < high - 100 / ELO


def test_the_more_deals_differ_the_less_is_unseen() -> None:
    rooms = [beyond_resampling(differing, 12) for differing in range(6)]
    assert rooms == sorted(rooms, reverse=True)
    assert rooms[0] == pytest.approx(1 - 0.025 ** (1 / 12))
    exact = 0.3848  # of one in twelve
    assert rooms[1] == pytest.approx(exact - 1 / 12 - t_quantile(11) * np.sqrt(11 / 12**3), abs=1e-4)
    assert all(room > 0 for room in rooms[:4])


def test_pair_shares_of_few_deals_are_covered_as_often_as_they_say() -> None:
    """Twelve deals of two games, of pairs that are up to 200 points apart."""
    rng, held = np.random.default_rng(11), []
    for chance in rng.choice([0.5, 0.57, 0.65, 0.71, 0.77], size=2000):
        deals = rng.binomial(2, chance, size=12) / 2
        differing = int((deals != np.sort(deals)[5]).sum())
        samples = rng.choice(deals, size=(400, 12)).mean(axis=1)
        found = bounded_interval(float(deals.mean()), samples, 12, (0, 1), differing)
        assert found is not None
        assert found[0] < found[1]
        held.append(found[0] <= chance <= found[1])
    assert 0.94 <= np.mean(held) <= 0.975


@pytest.mark.parametrize(("freedom", "table"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_t_quantile(freedom: int, table: float) -> None:
    assert t_quantile(freedom) == pytest.approx(table, abs=0.004)
