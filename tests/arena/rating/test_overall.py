"""One board over several events: equal weight for every game, and nothing claimed that the events do not show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from arena.rating.overall import EventEvidence, event_weights, overall
from arena.rating.results import collect
from arena.rating.standings import examine_event
from tests.arena.simulated import simulate


def event(game: str, strengths: Sequence[float], blocks: int, seats: int = 2, seed: int = 1) -> EventEvidence:
    results = collect(simulate(strengths, blocks, seats, seed))
    return EventEvidence(f"{game} for {seats} players", game, examine_event(results, seed)[1])


def test_every_game_weighs_the_same_whatever_its_player_counts() -> None:
    assert event_weights(["a", "a", "a", "b"]) == pytest.approx((1 / 6, 1 / 6, 1 / 6, 1 / 2))


def test_the_rating_is_the_weighted_mean_of_centred_ratings() -> None:
    events = [event("a", [0.5, 0, -0.5], 60), event("a", [0.5, 0, -0.5], 60, 3), event("b", [-0.5, 0, 0.5], 60)]
    found = overall(events)
    for line in found.lines:
        values = [each.value for each in line.by_event]
        assert line.rating.value == pytest.approx(np.dot(found.weights, values))
    for number in range(3):
        assert np.mean([line.by_event[number].value for line in found.lines]) == pytest.approx(1500)


def test_an_event_with_many_games_does_not_outvote_another() -> None:
    found = overall([event("a", [1, 0, -1], 600), event("b", [-1, 0, 1], 60)])
    assert all(abs(line.rating.value - 1500) < 60 for line in found.lines)
    assert all(line.place == (1, 3) for line in found.lines)


def test_a_bot_that_is_stronger_everywhere_is_shown_to_be() -> None:
    found = overall([event("a", [1.5, 0, 0], 60, seed=2), event("b", [1.5, 0, 0], 60, seed=3)])
    assert found.lines[0].name == "bot0"
    assert found.lines[0].place == (1, 1)
    low, high = found.lines[0].rating.interval or (0, 0)
    assert low < found.lines[0].rating.value < high


def test_bots_that_are_not_everywhere_are_listed_apart() -> None:
    found = overall([event("a", [0.5, 0, -0.5, 0], 60), event("b", [0.5, 0, -0.5], 60)])
    assert [line.name for line in found.lines] == ["bot0", "bot1", "bot2"]
    assert found.left_out == (("bot3", "did not play b for 2 players"),)


def test_a_bot_without_a_rating_in_an_event_is_listed_apart() -> None:
    found = overall([event("a", [0.5, 0, -60], 60), event("b", [0.5, 0, -0.5], 60)])
    assert found.left_out == (("bot2", "has no rating in a for 2 players"),)


def test_no_two_bots_in_all_events() -> None:
    found = overall([event("a", [0, -60], 20), event("b", [0, 0], 20)])
    assert found.lines == ()
    assert {name for name, _ in found.left_out} == {"bot0", "bot1"}


def test_equal_bots_are_seldom_told_apart() -> None:
    """At 4 % for a board, 8 false claims among 60 boards come once in 1,000 times."""
    wrong = 0
    for seed in range(60):
        games = [event("a", [0] * 4, 24, seed=1000 + seed), event("b", [0] * 4, 24, 3, seed=2000 + seed)]
        wrong += any(line.place != (1, 4) for line in overall(games, seed).lines)
    assert wrong < 8


def test_an_event_of_few_deals_beside_one_of_many_makes_no_claims() -> None:
    """What few deals say is no steadier for the many deals of another event."""
    wrong = 0
    for seed in range(30):
        games = [event("a", [0] * 4, 12, seed=1000 + seed), event("b", [0] * 4, 120, seed=2000 + seed)]
        wrong += any(line.place != (1, 4) for line in overall(games, seed).lines)
    assert wrong < 6


def test_replicates_of_events_are_not_tied_together() -> None:
    """Two events with the same deals and seed: the interval of the mean is narrower than that of each."""
    one, other = event("a", [0.4, 0, -0.4], 60, seed=5), event("b", [0.4, 0, -0.4], 60, seed=5)
    line = overall([one, other]).lines[0]
    width = lambda interval: interval[1] - interval[0]  # noqa: E731
    assert width(line.rating.interval) < 0.85 * width(line.by_event[0].interval)
