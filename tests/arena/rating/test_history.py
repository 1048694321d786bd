"""How strong bots were over time, on simulated ladders."""

from __future__ import annotations

import numpy as np
import pytest

from arena.rating.history import LEAST_BLOCKS, PERIODS, Period, history
from arena.rating.plackett_luce import PlackettLuce
from arena.rating.results import collect
from arena.tournament.scheduler import Choice, Contestant, Field, RoundRobin
from tests.arena.simulated import game
from tests.arena.tournament.ladders import SimulatedLadder, ladder


def history_of(one: SimulatedLadder) -> dict[str, list[Period]]:
    results = one.results()
    return history(results, results.place[:, 0].astype(float), PlackettLuce(results, 1).strength)


def met(one: SimulatedLadder, lineup: str, blocks: int) -> None:
    for _ in range(blocks):
        one.play(Choice(0, tuple(lineup), 1.0, "test"))


def test_the_order_of_the_opponents_makes_no_trend() -> None:
    """First only the weak, then only the strong: a bot that stays the same stays level."""
    one = ladder({"a": 0.0, "b": -1.5, "c": -1.5, "d": 1.5, "e": 1.5}, 4)
    met(one, "abc", 150)
    met(one, "ade", 150)
    met(one, "bcd", 60)
    met(one, "bce", 60)
    periods = history_of(one)["a"]
    early, late = periods[: len(periods) // 2], periods[len(periods) // 2 :]
    assert np.mean([it.strength for it in early]) == pytest.approx(np.mean([it.strength for it in late]), abs=0.25)


def test_a_change_in_play_shows() -> None:
    one = ladder({"a": -2.0, "b": 0.0, "c": 0.0, "d": 0.0})
    who = Field(tuple(map(Contestant, "abcd")), (3,))
    one.run(RoundRobin(), who, 120)
    one.strength["a"] = 1.0
    one.run(RoundRobin(), who, 120)
    found = history_of(one)
    assert found["a"][-1].interval[0] > found["a"][0].interval[1] + 1
    assert 2 * np.ptp([it.strength for it in found["b"]]) < np.ptp([it.strength for it in found["a"]])


def test_periods_have_as_many_blocks_each_and_go_by_time() -> None:
    one = ladder({"a": 0.3, "b": 0.0, "c": 0.0})
    met(one, "abc", 10 * PERIODS * 2)
    periods = history_of(one)["a"]
    assert [it.blocks for it in periods] == [20] * PERIODS
    assert [(it.begin, it.end) for it in periods[:2]] == [(0, 19), (20, 39)]
    results = one.results()
    back = history(results, -results.place[:, 0].astype(float), PlackettLuce(results, 1).strength)["a"]
    assert [it.strength for it in back] == pytest.approx([it.strength for it in periods[::-1]])


def test_too_few_blocks_make_no_period() -> None:
    results = collect([game(block, ("a", "b"), (1, 2)) for block in range(LEAST_BLOCKS - 1)])
    assert history(results, np.zeros(len(results.deal)), np.zeros(2)) == {"a": [], "b": []}


def test_a_bot_that_always_wins_has_a_finite_strength() -> None:
    results = collect([game(block, ("a", "a", "b"), (1, 2, 3)) for block in range(30)])
    found = history(results, results.deal.astype(float), PlackettLuce(results, 1).strength)
    assert all(np.isfinite(it.strength) for periods in found.values() for it in periods)


def test_intervals_cover_the_true_strength() -> None:
    covered = []
    for seed in range(40):
        one = ladder({"a": 0.6, "b": 0.3, "c": 0.0, "d": 0.0}, seed)
        one.run(RoundRobin(), Field(tuple(map(Contestant, "abcd")), (3,)), 160, at_once=160)
        results = one.results()
        strength = PlackettLuce(results, 1).strength
        shift = strength.mean() - 0.225
        found = history(results, results.deal.astype(float), strength)
        covered += [it.interval[0] <= 0.6 + shift <= it.interval[1] for it in found["a"]]
    assert 0.91 < np.mean(covered) < 0.99
