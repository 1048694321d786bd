"""Positions as plain data: what is refused, what is left out, and the words of what is pending."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.errors import BadPosition
from core.on_mars import vocabulary
from tests.core.on_mars.table import at, field, game, play, store


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"moon": 1}, "moon: there is no such field"),
        ({"boards": [{"quarters": 7}]}, "quarters: more Colonists than fit"),
        ({"boards": [{"hat": 1}]}, r"boards\[0\].hat: there is no such field"),
        ({"boards": [{"resources": {"water": 5}}]}, r"boards\[0\].resources.water: 5 is not a whole number"),
        ({"boards": [{"rover": "9,9"}]}, r"boards\[0\].rover: '9,9' is not on the map"),
        ({"boards": [{"space": 2}]}, "space: two markers on one space"),
        ({"ground": {"0,0": "crystal"}}, "ground: nothing lies on a Building"),
        ({"ground": {"1,0": "discovery 4", "1,1": "discovery 4"}}, "ground: a Discovery tile is there twice"),
        ({"colony_row": 9}, "colony_row: 9 is not a whole number from 2 to 6"),
        ({"markers": {"0,0": "advanced 0"}}, "advanced: a built Blueprint has its marker on the map"),
        ({"stack": [{"kind": "sing", "seat": 0}]}, r"stack\[0\].kind: 'sing' is not one of"),
        ({"stack": [{"kind": "displace", "seat": 0, "x": [99, 0, 0, 0]}]}, r"stack\[0\]: no such decision"),
        ({"missions": [{"id": "sleep", "left": 1}] * 3}, r"missions\[0\].id: 'sleep' is not one of"),
    ],
)
def test_bad_positions_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        game(3).from_dict(fields)


def test_a_position_written_in_part_is_a_fresh_game_otherwise() -> None:
    fresh, part = game(3).from_dict({}).to_dict(), game(3).from_dict({"boards": [{}, {"crystals": 2}]}).to_dict()
    assert (fresh["round"], fresh["phase"], fresh["turn"], fresh["seed"]) == (1, "colonization", 0, 0)
    assert [board["space"] for board in fresh["boards"]] == [1, 2, 3]
    assert part["boards"][1]["crystals"] == 2
    part["boards"][1]["crystals"] = fresh["boards"][1]["crystals"]
    assert part == fresh


def test_decks_left_out_hold_what_lies_nowhere_else() -> None:
    state = game(3).from_dict({"boards": [{"blueprints": [13], "techs": {"shelter": "c2m", "mine": "c1t"}}]})
    position = state.to_dict()
    assert 13 not in position["blueprint_deck"]
    display = position["blueprint_display"]
    unowned = [*position["blueprint_deck"], *display["top"], *display["bottom"]]
    assert sorted(unowned) == [card for card in range(1, 25) if card != 13]
    assert [*position["tech_grid"], *position["tech_deck"]].count("mine") == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_of_a_game_is_read_back(players: int) -> None:
    state, rng = game(players).new(players), Random(players)
    while not state.is_over:
        if rng.random() < 0.1:
            assert game(players).from_dict(state.to_dict()) == state
        state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("board", "moves", "pending"),
    [
        ({"resources": store(oxygen=2)}, ("main research_development",), ["menu", "develop"]),
        (
            {"resources": store(mineral=1, oxygen=1), "techs": {"shelter": "c3t"}},
            ("main research_development", "develop shelter to c4t"),
            ["menu", "develop", "do_develop", "pay"],
        ),
        (
            {"space": 5, "resources": store(mineral=1, battery=2)},
            ("main hire_or_contract", "hire hydrologist"),
            ["menu", "do_hire", "pay"],
        ),
        (
            {"space": 5, "bots": ["1,1"], "resources": store(mineral=2, battery=1), "slots": {}},
            ("main construct", "construct water_extractor"),
            ["menu", "construct"],
        ),
    ],
)
def test_the_words_for_what_is_pending(board: dict[str, Any], moves: tuple[str, ...], pending: list[str]) -> None:
    """Stored positions name their decisions: these words may not change."""
    state = play(at(board), *moves)
    assert [frame["kind"] for frame in field(state, "stack")] == pending
    assert set(pending) <= set(vocabulary.FRAMES)
