"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision, the
same views, and samples that keep what is known."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from tests.core.starfarers import model
from tests.core.starfarers import model_views as views
from tests.core.starfarers.census import RARE, RARER, all_effects, counting, happened
from tests.core.starfarers.made_up import CHOOSERS, Chooser, meet, random_position
from tests.core.starfarers.model_base import LISTS, Position
from tests.core.starfarers.model_map import SITES, site_number
from tests.core.starfarers.table import FLIGHT, ship, table

ALTERNATIVES = {"d1": "alternative", "d2": "alternative", "d3": "alternative", "speed_black": 0}
RULINGS = {"flee_scientists": False, "pirate_scientists": False, "base_scientists": False}
TABLES: list[dict[str, Any]] = [
    {"players": 3, "setup": "beginner"},
    {"players": 4, "setup": "beginner", **ALTERNATIVES},
    {"players": 3, "setup": "strategic", "max_offers": 0, **RULINGS},
    {"players": 4, "setup": "strategic"},
    {"players": 3, "setup": "explorer", **ALTERNATIVES},
    {"players": 4, "setup": "explorer", "max_offers": 1, "max_rounds": 40, **RULINGS},
    {"players": 3, "setup": "wild"},
    {"players": 4, "setup": "wild"},
]


@functools.cache
def game(index: int) -> Game:
    return core.load("starfarers", **TABLES[index])


def comparable(p: Position) -> Position:
    """What is still to be done between decisions each side says in its own words; the decisions must be the same."""
    waiting = [(e["do"], e["seat"], e.get("a", 0), e.get("b", 0)) for e in p["pending"] if e["do"] in LISTS]
    return {**p, "pending": waiting}


def assert_same(state: State, p: Position) -> list[str]:
    """The answers there are, if engine and model agree about everything."""
    names = model.legal_names(p)
    assert state.names() == names
    assert comparable(state.to_dict()) == comparable(p)
    assert state.scores() == model.scores(p)
    assert state.ranks() == model.ranks(p)
    assert state.to_move == model.to_move(p)
    return names


def assert_same_view(state: State, p: Position, seat: int, names: list[str]) -> None:
    """What the seat knows, what it may do, and that a world drawn for it keeps all of it."""
    seen = state.view(seat)
    assert comparable(seen.to_dict()) == comparable(views.view(p, seat))
    assert seen.names() == (names if model.to_move(p) == seat else [])
    world = seen.sample(p["turn"]).to_dict()
    assert views.misfits(comparable(p), seat, comparable(world)) == []
    if not p["over"]:
        possible = model.legal_names({**world, "pending": p["pending"]})
        assert possible == names if model.to_move(p) == seat else possible


def onlookers(p: Position, step: int) -> list[int]:
    """One after another; all, while only one of them has seen the encounter card."""
    unread = p["encounters"]["family"] is not None and not p["encounters"]["public"]
    return list(range(p["players"])) if unread else [step % p["players"]]


def follow(state: State, p: Position, choose: Chooser, rng: Random, decisions: int) -> Counter[str]:
    """Plays on, comparing at every step; counts what was rare."""
    with counting() as seen:
        names = assert_same(state, p)
        while names and seen["decisions"] < decisions:
            for seat in onlookers(p, seen["decisions"]):
                assert_same_view(state, p, seat, names)
            name = choose(rng, p, names)
            before, p = p, model.apply(p, name)
            state.apply(state.parse(name))
            names = assert_same(state, p)
            seen.update(happened(before, name, p))
            seen["decisions"] += 1
        seen["finished games"] += not names
    return seen


def compare_game(index: int, seed: int, decisions: int) -> Counter[str]:
    state = game(index).new(seed)
    p = model.new(state.game.players, state.game.options, seed)
    model.settle(p)
    return follow(state, p, CHOOSERS[seed % len(CHOOSERS)], Random(seed), decisions)


def compare_built(seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng, kind = Random(seed), game(seed % len(TABLES))
        p = random_position(rng, kind.players, kind.options)
        state = kind.from_dict(p)
        if p["pending"][-1]["do"] not in LISTS:  # a decision stands as it is given, whatever there is to choose
            model.settle(p)
        seen += follow(state, p, rng.choice(CHOOSERS), rng, rng.choice([4, 12, 30]))
        seen["positions"] += 1
    return seen


def compare_encounters(seeds: Iterable[int]) -> Counter[str]:
    """Every card with every answer, and what comes of it."""
    seen: Counter[str] = Counter()
    for seed, number in itertools.product(seeds, range(1, 31)):
        rng, kind = Random(100 * seed + number), game((seed + number) % len(TABLES))
        p = random_position(rng, kind.players, kind.options, "build")
        meet(p, number)
        for answer in model.legal_names(p):
            for own in p["seats"]:
                own["shakes"] += 1  # each answer meets other balls
            seen += follow(kind.from_dict(p), p, answering(answer), rng, 4)
            seen["encounters"] += 1
    return seen


def answering(answer: str) -> Chooser:
    """Gives this answer where it can, and then any."""
    return lambda rng, p, names: answer if answer in names else rng.choice(names)


def show(seen: Counter[str]) -> None:
    print()
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")


@pytest.mark.parametrize("index", range(len(TABLES)))
def test_deals_and_games_are_the_same(index: int) -> None:
    for seed in range(5):
        compare_game(index, seed, 0)
    compare_game(index, index // 2, 400)


def test_encounters_are_the_same() -> None:
    seen = compare_encounters(range(8))
    show(seen)
    assert sorted(all_effects() - set(seen)) == []


def test_built_positions_play_on_the_same() -> None:
    seen = compare_built(range(480))
    show(seen)
    assert sorted(RARE - set(seen)) == []


def play_both(state: State, *names: str) -> Position:
    p = state.to_dict()
    for name in names:
        p = model.apply(p, name)
        state.apply(state.parse(name))
        assert_same(state, p)
    return p


def siege(**yellow: Any) -> State:
    """One card of the Scientists would bring down two pirate bases; colony ships are parked at both."""
    fleet = [ship("trade", "v2_0"), ship("colony", SITES["a03"][0]), ship("colony", SITES["a09"][0])]
    own = {"cannons": 3, "pods": 1, "ships": fleet, **yellow}
    return table(pending=FLIGHT, balls=["yellow", "red"], base_speed=5, yellow=own)


def test_two_specials_fall_by_area_and_ships_found_in_that_order() -> None:
    p = play_both(siege(), "fly v2_0", "to v1_1", "take sci_cannons", "found colony")
    assert SITES["a03"][0] in p["seats"][0]["colonies"]
    assert p["tokens"] | {"pirate 4": 0, "pirate 5": 0} == p["tokens"]
    assert p["pending"][-1]["a"] == site_number(SITES["a09"][0])


def test_the_second_special_stays_when_the_first_wins() -> None:
    """Q25: 4 points of bases, 2 for the marker, 8 by fame, and one token."""
    p = play_both(siege(fame=16), "fly v2_0", "to v1_1", "take sci_cannons")
    assert p["winner"] == 0
    assert p["tokens"]["pirate 5"] is None


def test_the_fame_of_card_32_stops_with_the_win() -> None:
    """Q24, Q25: the active player takes a piece first."""
    drawn = {"deck": [32, *range(1, 32)], "discard": [], "card": None, "family": None, "public": False}
    boxes = [{"fame": 21, "pods": 3, "shakes": shakes} for shakes in range(20)]
    tables = (
        table(pending=["end_turn", "flight", "shake"], yellow=own, red={"fame": 1, "pods": 3}, encounters=drawn)
        for own in boxes
    )
    won = next(state for state in tables if state.is_over)
    assert [seat["fame"] for seat in won.to_dict()["seats"]] == [22, 1, 1, 1]


def test_the_third_site_closes_between_two_foundings() -> None:
    """Q20, Q23: with 3 players the second ship parked at the fallen base comes too late."""
    first, second, third = SITES["a03"]
    fleet = [ship("colony", site) for site in (first, second)]
    own = {"cannons": 3, "ships": fleet, "hand": "2 carbon 2 ore"}
    state = table(3, yellow=own, red={"colonies": ["v-2_28", "v26_28", third]})
    assert play_both(state, "build cannon", "found colony")["pending"][-1]["do"] == "trade_build"


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(TABLES)))
def test_whole_games_are_the_same(index: int) -> None:
    seen = sum((compare_game(index, seed, 20_000) for seed in (101, 102)), Counter[str]())
    show(seen)
    assert seen["finished games"] == 2


@pytest.mark.soak
def test_built_positions_play_on_the_same_for_long() -> None:
    seen = compare_built(range(10_000, 13_000))
    show(seen)
    assert sorted((RARE | RARER) - set(seen)) == []
