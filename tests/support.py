"""What tests of every game share: the games with their option sets, random play, a chi-square test."""

from __future__ import annotations

import importlib
import math
import os
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import core
from core import Game, State


def conformance(name: str) -> ModuleType:
    """What a game tells the property tests about itself."""
    return importlib.import_module(f"core.{name}.conformance")


def games() -> list[str]:
    """Every game; only one where ARENA_GAME names it (`make game`): the others need not be built."""
    only = os.environ.get("ARENA_GAME")
    return [name for name in core.games() if only in (None, name)]


def option_sets() -> list[tuple[str, dict[str, Any]]]:
    """Every game with each of its option sets."""
    return [(name, options) for name in games() for options in conformance(name).OPTION_SETS]


def label(case: tuple[str, dict[str, Any]]) -> str:
    name, options = case
    shown = (str(value) for value in options.values() if not isinstance(value, dict))
    return "-".join([name, *shown])


def load(case: tuple[str, dict[str, Any]]) -> Game:
    name, options = case
    return core.load(name, **options)


def random_play(game: Game, seed: int) -> Iterator[State]:
    """Every state of a random game, the same object each time, from the deal to the end."""
    rng = Random(seed)
    state = game.new(seed)
    yield state
    for _ in decisions(state):
        state.apply(rng.choice(state.legal()))
        yield state


def decisions(state: State) -> Iterator[int]:
    """Counts the decisions until the state is over. A game that lasts longer than it says fails instead of hanging."""
    limit: int = state.game.max_decisions
    made = 0
    while not state.is_over:
        assert made < limit, f"{state.game.name}: not over after max_decisions = {limit} decisions"
        yield made
        made += 1


def snapshots(game: Game, seed: int, count: int) -> list[State]:
    """`count` states spread over a random game, the first and the last among them."""
    states = [state.copy() for state in random_play(game, seed)]
    picks = {round(i * (len(states) - 1) / (count - 1)) for i in range(count)}
    return [states[i] for i in sorted(picks)]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], Any]:
    """Every number, text and None of a position, by where it stands."""
    if not isinstance(value, dict | list):
        return {path: value}
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return {place: leaf for key, item in inside for place, leaf in leaves(item, (*path, key)).items()}


def best_of(state: State, seat: int) -> int:
    """The action after which the position is worth most to the seat."""

    def worth(action: int) -> float:
        following = state.copy()
        following.apply(action)
        return following.evaluate(seat)

    return max(state.legal(), key=worth)


def chi_square_is_plausible(counts: dict[Any, int], expected: dict[Any, float]) -> bool:
    """False if counts like these come from the expected probabilities less than about once in a million times."""
    total = sum(counts.values())
    if set(counts) - {key for key, p in expected.items() if p > 0}:
        return False
    statistic = sum((counts.get(key, 0) - total * p) ** 2 / (total * p) for key, p in expected.items() if p > 0)
    freedom = sum(p > 0 for p in expected.values()) - 1
    if freedom == 0:
        return True
    # Wilson and Hilferty (1931): the cube root of chi-square over its freedom is nearly normal.
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) < 4.75
