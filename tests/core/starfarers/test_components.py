"""The pieces of the game (R3, R107) and the TOML files they are read from: what is refused, what may be changed."""

from __future__ import annotations

from collections import Counter

import pytest

import core
from core.errors import BadOption
from core.starfarers.components import Components, own_file
from core.starfarers.conformance import conserved
from tests.core.starfarers.table import game, play, seat


def test_r3_ten_pairs_of_balls() -> None:
    parts = Components({**game().options}, 4)
    totals = Counter(parts.tables["pair_total"])
    assert totals == {1: 1, 2: 2, 3: 3, 4: 2, 5: 2}
    assert sum(parts.tables["pair_black"]) == 4
    assert parts.tables["pair_total"][parts.pairs.index(("red", "blue"))] == 4


def test_r107_conservation_over_a_whole_game() -> None:
    """The property tests follow every set-up; here one game with everything on, checked at every step."""
    state = game(4, max_rounds=6).new(3)
    start = conserved(state.to_dict())
    step = 0
    while not state.is_over:
        legal = state.legal()
        state.apply(legal[step * 7 % len(legal)])
        step += 1
        assert conserved(state.to_dict()) == start


def test_components_are_checked_when_loaded() -> None:
    board = own_file("board")
    board["columns"] = board["columns"][:-1]
    with pytest.raises(BadOption, match="intersections, not 320"):
        core.load("starfarers", players=4, board=board)
    board = own_file("board")
    board["system"][0]["beginner"] = ["4", "11", "8"]
    with pytest.raises(BadOption, match="pips of 36, not 22"):
        core.load("starfarers", players=4, board=board)
    cards = own_file("encounters")
    cards["card"].pop()
    with pytest.raises(BadOption, match="cards 1 to 32"):
        core.load("starfarers", players=4, encounters=cards)
    parts = own_file("components")
    parts["discs"]["square1"] = ["2", "5", "5", "6"]
    with pytest.raises(BadOption, match="24 discs"):
        core.load("starfarers", players=4, components=parts)
    for table, thing, price in (("costs", "pod", {"ore": 101}), ("rates", "ore", 101)):
        parts = own_file("components")
        parts[table][thing] = price
        with pytest.raises(BadOption, match="at most 100 cards of a kind"):
            core.load("starfarers", players=4, components=parts)


def test_another_price_is_another_game() -> None:
    parts = own_file("components")
    parts["costs"]["booster"] = {"fuel": 1}
    cheap = core.load("starfarers", players=4, components=parts)
    assert cheap.digest != game().digest
    position = game().new(1).to_dict() | {"options": cheap.options}
    state = cheap.from_dict(position)
    while "build booster" not in state.names():
        state.apply(state.legal()[0])
    before = seat(state, state.to_move or 0)
    mover = state.to_move or 0
    play(state, "build booster")
    assert seat(state, mover)["hand"]["fuel"] == before["hand"]["fuel"] - 1
