"""The Shuttle phase and the end of the game (R148-R168)."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import at, buildings, can, colony, field, finished, play, seat, slots, store, stored

DOWN = {"standing": False}


def before_shuttle(*boards: dict[str, Any], **fields: Any) -> State:
    """Seat 0 takes the last turn of a Colonization phase in the Colony and does nothing."""
    own = {"space": 8, **(boards[0] if boards else {})}
    rest = [{**DOWN, "space": 6}, {**DOWN, "space": 1}]
    rest = [{**known, **board} for known, board in zip(rest, [*boards[1:], {}, {}], strict=False)]
    state = at(own, *rest, **fields)
    return play(state, "main control_center", "stop", "end turn")


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


def travelling(board: dict[str, Any], **fields: Any) -> State:
    """Seat 0 about to decide on travelling by Ship."""
    own = {"hangar": 1, "ships": [1, 2, 3, 4], **board}
    fields = {"phase": "shuttle", "step": 2, "turn": 0, "next": 1, "order": [0, 1, 2], **fields}
    return play(at(own, stack=[{"kind": "travel_choice", "seat": 0}], **fields), "travel")


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


# ---- the end


def test_one_more_round_without_shuttle_r159() -> None:
    state = before_shuttle({"hangar": 1, "ships": [1, 2, 3, 4]}, remaining_missions=0)
    assert field(state, "end") == "triggered"
    assert field(state, "phase") == "shuttle"
    while not state.is_over and field(state, "end") != "last_round":
        play(state, "stay" if can(state, "stay") else state.names()[0])
    last_round = field(state, "round")
    while not state.is_over:
        for name in ("end turn", "main control_center", "main landing_pod", "stop", "space 5", "space 6", "space 7"):
            if can(state, name):
                play(state, name)
                break
        assert state.is_over or field(state, "phase") == "colonization"
    assert field(state, "round") == last_round == 2


def test_the_round_cap() -> None:
    state = before_shuttle(options={"round_cap": 1})
    assert state.is_over


def test_last_crystals_and_colonists_r160_r163() -> None:
    boards: list[dict[str, Any]] = [
        {"waiting": 2, "crystals": 0, "quarters": 1, "working": 2, "slots": slots(construct=1, obtain_blueprint=1)},
        {"waiting": 9, "crystals": 2},
    ]
    state = before_shuttle(*boards, end="last_round")
    assert state.is_over
    assert (seat(state, 1)["crystals"], seat(state, 1)["waiting"]) == (3, 0)
    own = seat(state)
    assert own["quarters"] == 4
    assert own["slots"] == {
        "obtain_blueprint": 1,
        "research_development": 0,
        "construct": 0,
        "upgrade": 0,
        "hire_or_contract": 0,
    }


BARE: dict[str, Any] = {"techs": {"shelter": "c1t"}, "quarters": 0}  # 1 point


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ({"progress": ["mine"]}, 1),
        ({"progress": ["mine", "generator", "greenhouse"]}, 4),
        ({"progress": ["mine", "generator", "greenhouse", "water_extractor", "oxygen_condenser"]}, 11),
        ({"hangar": 2, "ships": [1]}, 6),
        ({"quarters": 2}, 0),
        ({"quarters": 3}, 3),
        ({"quarters": 4}, 3),
        ({"points": 17}, 17),
        ({"blueprints": [1, 13]}, -8),
        ({"contracts": {"1": {}, "7": {}}}, -10),
    ],
)
def test_points_r161_r162_r163_r165_r135(board: dict[str, Any], points: int) -> None:
    assert finished({**BARE, **board}).scores()[0] == 1 + points


def test_quarters_ladder_r163() -> None:
    shelters = dict.fromkeys(("-5,2", "-6,4", "-5,5", "-4,4"), "shelter 0")
    ladder = [0, 0, 0, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21]
    for colonists, points in enumerate(ladder):
        state = finished({**BARE, "quarters": colonists}, buildings=buildings(2, **shelters))
        assert state.scores()[0] == 1 + points


def test_built_blueprints_and_scientists_r165_r166() -> None:
    three = buildings(2, **{"1,0": "mine", "0,1": "mine"})
    board = {**BARE, "advanced": [1, 13], "scientists": ["systems_engineer"]}
    other = {"advanced": [2]}
    markers = {"0,0": "advanced 0", "1,0": "advanced 0", "0,1": "advanced 1"}
    state = finished(board, other, buildings=three, markers=markers)
    assert state.scores()[0] == 1 + 3 + 5 + 3 * 3


def test_final_deliveries_r167_ruling_22() -> None:
    # Water for one of two Contracts, Crystals only if they buy another Contract.
    boards = [
        {
            **BARE,
            "contracts": {"9": {"delivered": {"water": 1}}, "12": {"delivered": {"crystal": 1}}, "8": {}},
            "resources": store(mineral=2, water=2),
            "crystals": 3,
            "space": 8,
        }
    ]
    state = before_shuttle(*boards, end="last_round")
    own = seat(state)["contracts"]
    assert own["9"]["completed"]
    assert not own["12"]["completed"]
    assert seat(state)["crystals"] == 3  # 2 Minerals serve one Contract: the one without Crystals


def test_tie_break_r168() -> None:
    def ranks(**more: Any) -> list[int]:
        return finished({**BARE, **more}, BARE).ranks()

    assert ranks() == [1, 1]
    assert ranks(crystals=2) == [1, 2]
    assert ranks(crystals=0) == [2, 1]
    markers = {"0,0": "advanced 0"}
    built = finished({**BARE, "advanced": [1], "points": 0}, {**BARE, "points": 3}, markers=markers)
    assert built.scores()[0] == built.scores()[1]
    assert built.ranks() == [1, 2]
    cubes = finished({**BARE, "progress": ["mine"]}, {**BARE, "points": 1})
    assert cubes.ranks() == [1, 2]


def test_a_mission_completed_in_the_shuttle_phase_counts_at_the_next_end_ruling_32() -> None:
    missions = [{"id": "blueprints", "left": 1}, {"id": "bots", "left": 0}, {"id": "techs", "left": 0}]
    state = travelling({"rover": "0,0"}, missions=missions, remaining_missions=1)
    play(state, state.names()[0], "space 8")
    state.apply(state.legal()[0])
    assert field(state, "remaining_missions") == 0
    assert field(state, "end") == "running"
