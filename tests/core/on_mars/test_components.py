"""Component files, positions written by hand, and the depth of nested decisions."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from core.errors import BadComponents, BadPosition
from core.on_mars import components
from tests.core.on_mars.table import at, can, colony, field, game, play, seat, store


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("blueprint", 0, "building"), "castle", r"blueprint\[0\] \(1\).building: 'castle' is not generator"),
        (("blueprint", 0, "effect"), "dance 2", r"blueprint\[0\] \(1\).effect: 'dance' is not"),
        (("discovery", 3, "id"), 9, r"discovery\[3\] \(9\).id: number 4 should stand here"),
        (("goal", 5, "status"), "guessed", r"goal\[5\] \(6\).status: 'guessed' is not confirmed, deduced"),
        (("map", "mine"), [9, 9], r"map.mine: \(9,9\) is not on the map"),
        (("lab_space", 0, "right"), ["c6"], r"lab_space\[0\] \(c1t\).right\[0\]: 'c6' is not to its right"),
        (("contract", 7, "needs"), {"battery": 3, "water": 1}, r"contract\[7\] \(8\).needs: it needs one item besides"),
        (("tiles", "arrows"), [["N"]], "tiles.arrows: 1 entries, there should be 6"),
        (("warehouse",), {}, "warehouse.3: missing"),
    ],
)
def test_bad_components_are_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    content = copy.deepcopy(components.read())
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadComponents, match=message):
        components.tables(3, lambda: content)


def test_every_figure_has_its_status() -> None:
    for name, part in components.read().items():
        for row in part if isinstance(part, list) else [part]:
            if name != "map":
                assert row["status"].split()[0] in components.STATUS, name


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
        ({"stack": [{"kind": "sing", "seat": 0}]}, r"stack\[0\].kind: 'sing' is not"),
        ({"stack": [{"kind": "displace", "seat": 0, "x": [99, 0, 0, 0]}]}, r"stack\[0\]: no such decision"),
        ({"missions": [{"id": "sleep", "left": 1}] * 3}, r"missions\[0\] \(sleep\).id: 'sleep' is not"),
    ],
)
def test_bad_positions_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        game(3).from_dict(fields)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_stack_stays_shallow(players: int) -> None:
    deepest = 0
    for seed in range(6):
        state, rng = game(players).new(seed), Random(seed)
        while not state.is_over:
            deepest = max(deepest, len(field(state, "stack")))
            state.apply(rng.choice(state.legal()))
    assert 3 <= deepest <= 16  # it holds 32


def test_benefits_nest_depth_first_ruling_16() -> None:
    # Control Center -> Research tile -> development -> Blueprint: each is finished before the one below goes on.
    board = colony(rover="1,0", techs={"shelter": "c4t"}, resources=store(), quarters=2)
    state = at(board, ground={"1,0": "research A"}, blueprint_display={"top": [], "bottom": [4, 6, 8]})
    play(state, "main control_center", "stop", "claim")
    assert [frame["kind"] for frame in field(state, "stack")][-2:] == ["develop", "blueprint"]
    play(state, "blueprint 4", "send colonist", "blueprint 6", "stop", "develop shelter to c6")
    assert seat(state)["blueprints"] == [4, 6]
    assert seat(state)["techs"] == {"shelter": "c6"}
    assert can(state, "end turn")


def test_a_rover_in_transit_must_go_on_ruling_19() -> None:
    others = [{"bots": ["1,0", "2,0", "1,1", "0,1"]}, {"bots": ["1,-1", "0,-1", "-1,0", "-1,1"]}]
    state = play(at(colony(crystals=1, rover="0,0"), *others), "main control_center", "rover to (1,0)")
    assert not can(state, "stop")
    assert not any(name.startswith("bot") for name in state.names())
