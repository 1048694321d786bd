"""Who knows what: hands, decks and stacks."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import at, colony, construct, field, game, play, seat, store

FIRST = {"first_colonists": True}


def seen(state: State, by: int) -> dict[str, Any]:
    return state.view(by).to_dict()


def samples(state: State, by: int, count: int = 40) -> list[dict[str, Any]]:
    return [state.view(by).sample(seed).to_dict() for seed in range(count)]


def test_goals_are_secret_r25() -> None:
    state = game(3).new(4)
    own = seat(state, 1)["goals"]["hand"]
    assert seen(state, 1)["boards"][1]["goals"]["hand"] == own
    assert seen(state, 0)["boards"][1]["goals"]["hand"] == [None, None, None]
    guesses = {tuple(world["boards"][1]["goals"]["hand"]) for world in samples(state, 0)}
    assert len(guesses) > 10
    assert not set(seat(state, 0)["goals"]["hand"]) & {card for guess in guesses for card in guess}


def test_a_goal_spent_as_a_crystal_is_known_to_its_owner_only_r147() -> None:
    goals = {"hand": [2, 5, 9]}
    state = play(at({"crystals": 1, "goals": goals, "resources": store()}), "executive 7", "pay goal 5")
    assert seen(state, 0)["boards"][0]["goals"] == {"hand": [2, 9], "completed": None, "discarded": [5]}
    assert seen(state, 1)["boards"][0]["goals"] == {"hand": [None, None], "completed": None, "discarded": [None]}


def test_orders_are_hidden_and_contents_follow() -> None:
    state = game(3).new(7)
    view, true = seen(state, 0), state.to_dict()
    for deck in ("blueprint_deck", "discovery_deck", "tech_deck"):
        assert set(view[deck]) == {None}
        assert len(view[deck]) == len(true[deck])
        worlds = [world[deck] for world in samples(state, 0)]
        assert all(sorted(world) == sorted(true[deck]) for world in worlds)
        assert len({tuple(world) for world in worlds}) > 10


def test_the_levels_of_the_blueprint_deck_are_known_r6() -> None:
    for world in samples(game(2).new(3), 0):
        assert all(card <= 12 for card in world["blueprint_deck"][:6])
        assert all(card > 12 for card in world["blueprint_deck"][6:])


def test_the_top_tile_of_a_stack_is_open_r12() -> None:
    state = game(2).new(5)
    for kind, stack in field(state, "stacks").items():
        assert seen(state, 0)["stacks"][kind] == [stack[0], *[None] * 5]
        assert {world["stacks"][kind][0] for world in samples(state, 0, 10)} == {stack[0]}


@pytest.mark.parametrize("seat_looking", [1, 2])
def test_an_a_card_with_a_type_already_built_is_ruled_out_r203(seat_looking: int) -> None:
    # A1 shows the Generator, A2 does not: who built one and still holds his card cannot have A1.
    own = colony(bots=["1,1"], resources=store(mineral=1), quarters=1, a=["A2"])
    state = construct(at(own, options=FIRST), "generator")
    assert seat(state)["a"] == ["A2"]
    assert seen(state, seat_looking)["boards"][0]["a"] == [None]
    guesses = {world["boards"][0]["a"][0] for world in samples(state, seat_looking)}
    assert "A1" not in guesses
    assert "A2" in guesses


def test_the_solo_deck_is_hidden_what_it_showed_is_not_r171() -> None:
    state = game(1).new(2)
    assert seen(state, 0)["lacerda"]["deck"] == [None] * 12
    assert {tuple(sorted(world["lacerda"]["deck"])) for world in samples(state, 0, 10)} == {tuple(range(1, 13))}
