"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from tests.core.starfarers import model
from tests.core.starfarers.census import counting, happened
from tests.core.starfarers.made_up import TEMPERAMENTS, Chooser, random_position
from tests.core.starfarers.model_base import LISTS, Position

SETUPS = ("beginner", "strategic", "explorer", "wild")
ALTERNATIVES = {"d1": "alternative", "d2": "alternative", "d3": "alternative", "speed_black": 0}
RULINGS = {"flee_scientists": False, "pirate_scientists": False, "base_scientists": False}
TABLES: list[dict[str, Any]] = [
    {"players": 3, "setup": "beginner"},
    {"players": 4, "setup": "beginner", **ALTERNATIVES},
    {"players": 3, "setup": "strategic", **RULINGS},
    {"players": 4, "setup": "strategic"},
    {"players": 3, "setup": "explorer", **ALTERNATIVES},
    {"players": 4, "setup": "explorer", **RULINGS},
    {"players": 3, "setup": "wild"},
    {"players": 4, "setup": "wild"},
]


@functools.cache
def game(table: int) -> Game:
    return core.load("starfarers", **TABLES[table])


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


def follow(state: State, p: Position, choose: Chooser, rng: Random, decisions: int) -> Counter[str]:
    """Plays on, comparing at every step; counts what was rare."""
    with counting() as seen:
        names = assert_same(state, p)
        while names and seen["decisions"] < decisions:
            name = choose(rng, p, names)
            before, p = p, model.apply(p, name)
            state.apply(state.parse(name))
            names = assert_same(state, p)
            seen.update(happened(before, name, p))
            seen["decisions"] += 1
        seen["finished games"] += not names
    return seen


def compare_game(table: int, seed: int, decisions: int) -> Counter[str]:
    state = game(table).new(seed)
    p = model.new(state.game.players, state.game.options, seed)
    model.settle(p)
    return follow(state, p, TEMPERAMENTS[seed % len(TEMPERAMENTS)], Random(seed), decisions)


def compare_built(seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng, table = Random(seed), game(seed % len(TABLES))
        p = random_position(rng, table.players, table.options)
        state = table.from_dict(p)
        if p["pending"][-1]["do"] not in LISTS:  # a decision stands as it is given, whatever there is to choose
            model.settle(p)
        seen += follow(state, p, rng.choice(TEMPERAMENTS), rng, rng.choice([4, 12, 30]))
        seen["positions"] += 1
    return seen


def show(seen: Counter[str]) -> None:
    print()
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_deals_are_the_same(table: int) -> None:
    for seed in range(10):
        compare_game(table, seed, 0)


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_games_are_the_same(table: int) -> None:
    compare_game(table, table // 2, 250)
