"""The worked examples of the rule list, one position each."""

from __future__ import annotations

import pytest

from tests.core.starfarers.table import (
    DOCK,
    NO_SHIPS,
    cards,
    deciding,
    distance,
    docking,
    fame,
    flying,
    meet,
    picked,
    play,
    rolled,
    seat,
    ship,
    showing,
    table,
    targets,
    tiles,
)


def test_r31_worked_example() -> None:
    """A 6: blue and white a carbon each, yellow and red a fuel each. A 5: yellow and white an ore each."""
    state = rolled(6, **NO_SHIPS, active=0)
    assert [cards(state, index) for index in (0, 2, 3)] == [{"fuel": 1}, {"carbon": 1}, {"carbon": 1}]
    assert cards(state, 1)["fuel"] >= 1
    state = rolled(5, **NO_SHIPS, active=0)
    assert [cards(state, index) for index in (0, 2, 3)] == [{"ore": 1}, {"ore": 1}, {}]


def test_r41_worked_example_two_food_for_one_goods() -> None:
    """The first offer is refused and changes nothing, the second is taken."""
    state = table(yellow={"hand": "2 food"}, red={"hand": "1 fuel"}, white={"hand": "1 goods"})
    play(state, "offer food", "no more", "want goods", "decline", "decline", "decline")
    assert cards(state, 0) == {"food": 2}
    play(state, "offer food", "and food", "want goods", "decline", "accept", "decline", "deal with white")
    assert cards(state, 0) == {"goods": 1}
    assert cards(state, 2) == {"food": 2}


def test_r61_worked_example() -> None:
    """Speed 6: two steps past a red ship to unexplored a02, four left; on to a site, founds; the rest is forfeited."""
    own = {"boosters": 1, "stations": {"scientists": 1}, "friends": ["sci_boosters"]}
    red = {"ships": [ship("trade", "v11_23")]}
    state = flying(ship("colony", "v13_23"), speed=3, explored=(), yellow=own, red=red, markers={"scientists": 0})
    picked(state, "v13_23")
    assert "v11_23" not in targets(state)
    play(state, "to v10_22")  # past red, two steps; the discs of a02 turn up
    position = state.to_dict()
    assert position["tiles"]["a02"]["face"] == "open"
    assert position["flying"]["steps"] == 4
    play(state, "to v11_21")  # one step
    assert deciding(state) == "found"
    play(state, "found colony")
    assert "v11_21" in seat(state, 0)["colonies"]
    assert seat(state, 0)["ships"] == []


def test_r61_worked_example_with_a_tile_and_back_in_three() -> None:
    """Speed 6: two steps past a red ship to the face-down a02; four left; back past the red ship to a site of a01 in
    three; a colony there; the last step is forfeited."""
    layout = tiles("all")
    layout["a02"] |= {"face": "down", "discs": [None] * 3}
    beside = {"square1": ["5"], "triangle1": ["3"], "hexagon1": ["10"]}
    state = flying(ship("colony", "v4_22"), speed=5, yellow={"boosters": 1}, red={"ships": [ship("trade", "v5_21")]},
                   tiles=layout, stacks=beside)  # fmt: skip
    picked(state, "v4_22")
    assert state.to_dict()["flying"]["steps"] == 6
    assert "v5_21" not in targets(state)
    play(state, "to v7_21")
    position = state.to_dict()
    assert (position["tiles"]["a02"]["face"], position["tiles"]["a02"]["discs"]) == ("open", ["5", "3", "10"])
    assert position["flying"] == {"kind": "colony", "at": "v7_21", "origin": "v4_22", "steps": 4}
    assert distance("v7_21", "v2_20") == 3
    assert targets(state) & {"v5_21", "v2_20", "v2_18", "v8_20"} == {"v2_20", "v8_20"}
    play(state, "to v2_20", "found colony")
    assert state.to_dict()["flying"] is None
    assert seat(state, 0)["colonies"] == ["v2_20", "v16_28", "v23_27"]
    assert seat(state, 0)["ships"] == []


def test_r80_worked_example() -> None:
    """Three stations stand; the second of one's own needs four pods and moves the marker: two points down, two up."""
    state = docking(4, {"white": 1, "red": 1}, own=1, marker=2)
    before = state.scores()
    play(state, f"to {DOCK}")
    after = state.scores()
    assert after[0] - before[0] == 2
    assert after[2] - before[2] == -2
    assert DOCK not in targets(docking(3, {"white": 1, "red": 1}, own=1, marker=2))


@pytest.mark.parametrize(("balls", "cannons"), [(3, 3), (5, 1)])
def test_r91_six_against_four(balls: int, cannons: int) -> None:
    """The pirate has 6, the player 3 by balls and a cannon: a defeat. A ship is locked, but fame comes all the same."""
    white = {"shakes": showing(balls, 2), "cannons": cannons, "hand": "1 food"}
    state = play(meet(10, yellow={"shakes": showing(3, 0), "cannons": 1}, white=white), "no")
    assert (state.to_move, state.names()) == (0, ["lock v5_25", "lock v11_25"])
    play(state, "lock v11_25")
    assert (cards(state, 0), fame(state), cards(state, 2)) == ({"ore": 3}, 5, {"food": 1})  # R93
    assert (state.names(), state.to_dict()["base_speed"]) == (["fly v5_25", "end flight"], 3)


def test_the_worked_turn_of_the_rule_list() -> None:
    """docs/rules/starfarers.md tells this turn step by step."""
    own = {"hand": "1 ore 1 carbon 1 food", "fame": 2, "ships": [], "boosters": 1, "shakes": showing(5, 0)}
    state = rolled(6, yellow=own, red={"hand": "1 goods"}, white={"hand": "1 ore"}, explored=(), pile=["goods", "food"])
    assert state.scores()[0] == 5
    hands = [{"ore": 1, "fuel": 1, "carbon": 1, "food": 2, "goods": 1}, {"fuel": 1, "goods": 1},
             {"ore": 1, "carbon": 1}, {"carbon": 1}]  # fmt: skip
    assert [cards(state, index) for index in range(4)] == hands
    play(state, "build colony ship at v2_26", "offer food", "no more", "want ore", "no more")
    assert (state.to_move, state.names()) == (1, ["decline"])
    play(state, "decline", "accept", "decline", "deal with white")
    assert (cards(state, 0), cards(state, 2)) == ({"ore": 1, "goods": 1}, {"carbon": 1, "food": 1})
    play(state, "end trade and build")
    assert sorted(state.to_dict()["balls"]) == ["red", "yellow"]
    play(state, "fly v2_26")
    assert state.to_dict()["flying"]["steps"] == 6
    play(state, "to v1_21")
    system = state.to_dict()["tiles"]["a01"]
    assert (system["face"], system["discs"], state.to_dict()["flying"]["steps"]) == ("open", ["4", "10", "5"], 1)
    play(state, "to v2_20", "found colony")
    assert (state.scores()[0], seat(state, 0)["ships"], state.to_dict()["active"]) == (6, [], 1)
