"""Which blocks come next: what holds for every scheduler, and the fixed ones."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arena.play.records import Fault, GameRecord
from arena.rating.results import collect
from arena.tournament.scheduler import (
    FAULTY_GAMES,
    RECENT_GAMES,
    BadLoss,
    Choice,
    Contestant,
    Field,
    Gauntlet,
    Loss,
    Played,
    RoundRobin,
    Scheduler,
    set_aside,
)
from tests.arena.simulated import game


def field(bots: int, seats: int = 3, newcomers: int = 0) -> Field:
    names = [f"b{number:02}" for number in range(bots)]
    return Field(tuple(Contestant(name, newcomer=number < newcomers) for number, name in enumerate(names)), (seats,))


def asked_one_by_one(scheduler: Scheduler, who: Field, count: int, seed: int = 1) -> list[Choice]:
    played, chosen = Played(), []
    for _ in range(count):
        chosen += scheduler.next(played, who, seed, 1)
        played = played.then(chosen[-1])
    return chosen


@pytest.mark.parametrize("scheduler", [RoundRobin(), Gauntlet()])
def test_many_at_once_are_the_same_as_one_by_one(scheduler: Scheduler) -> None:
    who = field(6, newcomers=1)
    assert scheduler.next(Played(), who, 1, 30) == asked_one_by_one(scheduler, who, 30)


def test_a_round_robin_plays_every_lineup_in_turn() -> None:
    chosen = RoundRobin().next(Played(), field(6), 1, 40)
    assert set(Counter(choice.lineup for choice in chosen).values()) == {2}
    assert {choice.probability for choice in chosen} == {1.0}


def test_who_comes_later_catches_up() -> None:
    names = [f"b{number:02}" for number in range(4)]
    results = collect(game(block, lineup, (1, 2, 3)) for block, lineup in enumerate(combinations(names, 3)))
    chosen = RoundRobin().next(Played({0: results}, blocks=4), field(5), 1, 6)
    assert all("b04" in choice.lineup for choice in chosen)


def test_blocks_in_play_count() -> None:
    first = RoundRobin().next(Played(), field(4), 1, 1)
    assert RoundRobin().next(Played(blocks=1, in_play={0: first[0]}), field(4), 1, 1) != first


def test_a_gauntlet_is_about_the_newcomers() -> None:
    chosen = Gauntlet().next(Played(), field(6, newcomers=2), 1, 12)
    assert all(len({"b00", "b01"} & set(choice.lineup)) == 1 for choice in chosen)
    assert len({choice.lineup for choice in chosen}) == 12


def test_of_many_bots_a_balanced_sample_plays() -> None:
    chosen = RoundRobin(max_lineups=200).next(Played(), field(25), 1, 200)
    met = Counter(pair for choice in chosen for pair in combinations(choice.lineup, 2))
    assert len(met) == 300
    assert set(met.values()) == {2}


def test_fewer_bots_than_seats_sit_down_twice() -> None:
    assert RoundRobin().next(Played(), field(2), 1, 2)[0].lineup == ("b00", "b00", "b01")
    assert RoundRobin().next(Played(), field(1), 1, 2) == []


def test_events_take_turns_and_bots_play_only_theirs() -> None:
    who = Field((Contestant("a"), Contestant("b"), Contestant("c", events=(1,))), (2, 2))
    chosen = RoundRobin().next(Played(), who, 1, 4)
    assert Counter(choice.event for choice in chosen) == {0: 1, 1: 3}
    assert all("c" not in choice.lineup for choice in chosen if choice.event == 0)


def faulty(block: int, name: str) -> GameRecord:
    fault = Fault(0, name, "raised", "ZeroDivisionError", 3)
    return GameRecord(block, 0, (name, "b", "c"), block, (3, 1, 2), (0.0,) * 3, 10, (fault,), (0.0,) * 3, (3,) * 3)


def test_a_broken_bot_is_set_aside_and_one_that_recovers_is_not() -> None:
    broken = [faulty(block, "a") for block in range(FAULTY_GAMES)]
    (name, why), = set_aside(Played({0: collect(broken)})).items()  # fmt: skip
    assert (name, why.faulty, why.games, why.last.message) == ("a", 10, 10, "ZeroDivisionError")
    assert not set_aside(Played({0: collect(broken[1:])}))
    sound = [game(100 + number, ("a", "b", "c"), (1, 2, 3)) for number in range(RECENT_GAMES)]
    assert not set_aside(Played({0: collect(broken + sound)}))
    who = Field(tuple(Contestant(name) for name in "abcd"), (3,))
    assert {choice.lineup for choice in RoundRobin().next(Played({0: collect(broken)}), who, 1, 5)} == {("b", "c", "d")}


def test_losses_are_read_and_refused() -> None:
    assert Loss.parse("top:3") == Loss("top", 3)
    assert str(Loss.parse("top:3")) == "top:3"
    assert str(Loss.parse("pairs")) == "pairs"
    for wrong in ("top", "top:0", "best", "top:3 "):
        with pytest.raises(BadLoss, match="is no loss"):
            Loss.parse(wrong)
