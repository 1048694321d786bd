"""Travel and the Shuttle phase (R148-R158)."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import (
    at,
    before_shuttle,
    buildings,
    colony,
    field,
    play,
    seat,
    slots,
    store,
    stored,
    travelling,
)


@pytest.mark.parametrize(
    ("level", "side", "space", "after"),
    [
        (1, "orbit", 1, ("colony", 1)),
        (2, "orbit", 1, ("colony", 2)),
        (4, "colony", 1, ("orbit", 3)),
        (3, "orbit", 3, ("orbit", 2)),
        (3, "colony", 2, ("colony", 1)),
    ],
)
def test_the_shuttle_moves_r148(level: int, side: str, space: int, after: tuple[str, int]) -> None:
    board = {"hangar": 1, "ships": [1, 2, 3, 4]}
    state = before_shuttle(
        board, board, board, colony_row=level + 1, shuttle={"side": side, "space": space, "travelled": None}
    )
    shuttle = field(state, "shuttle")
    assert (shuttle["side"], shuttle["space"]) == after
    assert shuttle["travelled"] == (side if space == 1 else None)


def test_order_and_standing_r149_r151() -> None:
    state = before_shuttle({}, {}, {}, shuttle={"side": "colony", "space": 1, "travelled": None})
    assert field(state, "order") == [2, 1, 0]
    assert state.to_move == 1  # seat 2 is in Orbit, from where the Shuttle does not leave, and has no Ship
    play(state, "stay")
    assert seat(state, 1)["space"] == 6
    assert state.to_move == 0
    play(state, "stay")
    assert field(state, "round") == 2
    assert all(seat(state, i)["standing"] for i in range(3))


def test_a_ship_carries_whom_the_shuttle_does_not_r150() -> None:
    state = before_shuttle(
        {"hangar": 1, "ships": [1, 2, 3, 4]}, shuttle={"side": "orbit", "space": 3, "travelled": None}
    )
    assert state.to_move == 0
    play(state, "travel")
    assert (seat(state)["hangar"], len(seat(state)["ships"])) == (0, 4)
    free = before_shuttle(
        {"hangar": 1, "ships": [1, 2, 3, 4]}, shuttle={"side": "colony", "space": 1, "travelled": None}
    )
    play(free, "stay", "travel")
    assert seat(free)["hangar"] == 1


def test_to_the_colony_a_tile_first_r152_r153() -> None:
    state = travelling({"rover": "0,0", "working": 2, "slots": slots(construct=1), "quarters": 1}, exploration=[7, 12])
    assert all(name.startswith("place tile") for name in state.names())
    deck = field(state, "discovery_deck")
    play(state, "place tile 12 at (0,3)")
    assert field(state, "ground")["0,3"] == "discovery 12"
    assert field(state, "exploration") == [7, deck[0]]
    assert seat(state)["quarters"] == 4
    assert state.names() == [f"space {i}" for i in (5, 6, 7, 8)]


def test_no_hex_no_tile_r152() -> None:
    empty = travelling(
        {"rover": "0,0"}, exploration=[None, None], discovery_deck=[], discoveries_gone=list(range(1, 20))
    )
    assert empty.names()[0] == "space 5"


def test_to_orbit_production_first_r154_r155_r156() -> None:
    board = colony(
        advanced=[11, 4], resources=store(), quarters=1, working=1, slots=slots(research_development=1, construct=1)
    )
    markers = {"-2,-1": "advanced 0", "0,2": "advanced 0", "5,0": "miner 0"}
    state = travelling(board, markers=markers, buildings=buildings(**{"5,0": "mine"}))
    assert stored(state) == (1, 1, 0, 0, 0)
    assert seat(state)["waiting"] == 1
    assert seat(state)["quarters"] == 3  # from R&D and the Working Area, not from construct
    assert seat(state)["slots"]["construct"] == 1
    assert field(state, "markers")["5,0"] == "miner 0"
    assert state.names() == ["space 1", "space 4"]  # 2 and 3 are taken


def test_the_bonus_is_optional_and_paid_r157() -> None:
    state = play(travelling(colony(resources=store(water=1))), "space 4")
    assert state.names() == ["pay water", "stop"]
    play(state, "pay water")
    assert seat(state)["quarters"] == 4
    poor = play(travelling(colony(resources=store())), "space 4")
    assert poor.to_move != 0 or "pay water" not in poor.names()
    plain = play(travelling(colony()), "space 1")
    assert seat(plain)["space"] == 1


def test_a_mission_completed_in_the_shuttle_phase_counts_at_the_next_end_ruling_32() -> None:
    missions = [{"id": "blueprints", "left": 1}, {"id": "bots", "left": 0}, {"id": "techs", "left": 0}]
    state = travelling({"rover": "0,0"}, missions=missions, remaining_missions=1)
    play(state, state.names()[0], "space 8")
    state.apply(state.legal()[0])
    assert field(state, "remaining_missions") == 0
    assert field(state, "end") == "running"


def to_the_colony(**fields: Any) -> State:
    """Seat 2 may ride the Shuttle from Orbit."""
    return before_shuttle(shuttle={"side": "orbit", "space": 1, "travelled": None}, **fields)


def test_an_empty_discovery_stack_ruling_13() -> None:
    gone = [tile for tile in range(1, 20) if tile not in (7, 12)]
    state = play(to_the_colony(exploration=[7, 12], discoveries_gone=gone), "travel", "place tile 7 at (3,0)")
    assert (field(state, "exploration"), field(state, "discovery_deck")) == ([None, 12], [])


def test_a_new_tile_takes_the_vacated_space_ruling_31() -> None:
    state = to_the_colony(exploration=[7, 12])
    following = field(state, "discovery_deck")[0]
    assert field(play(state.copy(), "travel", "place tile 7 at (3,0)"), "exploration") == [following, 12]
    assert field(play(state, "travel", "place tile 12 at (3,0)"), "exploration") == [7, following]


def test_a_bot_bonus_destroys_at_the_end_of_the_travel_ruling_15() -> None:
    own = {"hangar": 1, "ships": [1, 2, 3, 4], "rover": "0,0", "bots": ["-2,-1"]}
    fields = {"phase": "shuttle", "step": 2, "turn": 0, "next": 1, "order": [0, 1, 2]}
    ground = {"-3,-1": "discovery 5", "-4,-1": "crystal"}
    deck = [tile for tile in range(1, 20) if tile not in (5, 7, 12)]
    fields |= {"ground": ground, "exploration": [7, 12], "discovery_deck": deck}
    state = at(own, stack=[{"kind": "travel_choice", "seat": 0}], **fields)
    play(state, "travel", "place tile 7 at (0,3)", "space 7", "bot (-2,-1) to (-3,-1)")
    assert "-3,-1" in field(state, "ground")  # not yet
    play(state, "stop")
    assert "-3,-1" not in field(state, "ground")
    assert 5 in field(state, "discoveries_gone")
    assert field(state, "ground")["-4,-1"] == "crystal"
