"""First Colonists and Space Oddity (R201-R205)."""

from __future__ import annotations

from typing import Any

import pytest

import core
from core import State
from core.errors import BadOption
from tests.core.on_mars.table import at, can, colony, construct, field, game, play, seat, store, stored

FIRST = {"first_colonists": True}


def test_missions_and_spaces_r201_r202() -> None:
    position = game(3, **FIRST).new(4).to_dict()
    assert [mission["id"] for mission in position["missions"]] == ["blueprints", "scientists", "research_tiles"]
    spaces = {board["space"] for board in position["boards"]}
    assert len(spaces) == 3
    assert spaces <= {2, 3, 4, 6, 7, 8}


def test_bonuses_in_seat_order_r202() -> None:
    for seed in range(10):
        state = game(3, **FIRST).new(seed)
        seats: list[int] = []
        while field(state, "phase") == "setup":
            if state.names()[0].startswith("shuttle"):
                break
            seats.append(state.to_move or 0)
            play(state, "stop" if can(state, "stop") else state.names()[0])
        assert seats == sorted(seats)


def test_cards_are_dealt_secretly_r203() -> None:
    state = game(4, **FIRST).new(1)
    view = state.view(1).to_dict()
    assert view["boards"][1]["a"] == seat(state, 1)["a"]
    assert view["boards"][0]["a"] == [None]
    assert view["b_deck"] == [None] * 8


def builder(**board: Any) -> State:
    own = colony(bots=["1,1"], resources=store(mineral=1), quarters=1, **board)
    return at(own, options=FIRST)


def test_a_reveals_and_draws_two_r203() -> None:
    state = construct(builder(a=["A1"]), "generator")
    assert seat(state)["a"] == []
    assert len(seat(state)["b"]) == 2
    assert field(state, "a_gone") == ["A1"]
    kept = construct(builder(a=["A2"]), "generator")  # A2 shows no Generator
    assert seat(kept)["a"] == ["A2"]


def test_a_task_pays_its_reward_r204_e28() -> None:
    state = at(
        {"b": ["B8"], "resources": store()},
        options=FIRST,
        blueprint_display={"top": [], "bottom": [4, 6, 8]},
        missions=[{"id": name, "left": 0} for name in ("blueprints", "scientists", "research_tiles")],
    )
    play(state, "main obtain_blueprint", "blueprint 4")
    assert state.names() == ["reveal B8", "keep B8"]
    play(state, "reveal B8")
    assert seat(state)["waiting"] == 1
    assert seat(state)["b"] == []
    assert field(state, "b_gone") == ["B8"]


def test_one_card_a_turn_r204() -> None:
    state = at(
        {"b": ["B1", "B8"], "resources": store(), "crystals": 3},
        options=FIRST,
        blueprint_display={"top": [], "bottom": [4, 6, 8]},
    )
    play(state, "main obtain_blueprint", "blueprint 4", "reveal B8", "stop")
    assert seat(state)["b_done"]


def test_declined_it_needs_the_task_again_ruling_33() -> None:
    state = at({"b": ["B8"]}, options=FIRST, blueprint_display={"top": [], "bottom": [4, 6, 8]})
    play(state, "main obtain_blueprint", "blueprint 4", "keep B8", "send colonist", "blueprint 6")
    assert can(state, "reveal B8")


@pytest.mark.parametrize(
    ("card", "item"),
    [("B1", 4), ("B2", 2), ("B3", 0), ("B4", 3), ("B5", 1), ("B6", None), ("B7", None)],
)
def test_every_task_r204(card: str, item: int | None) -> None:
    board: dict[str, Any] = {"b": [card], "resources": store(), "crystals": 0}
    if card == "B1":
        state = play(at(board, options=FIRST), "main learn_technology", "learn upgrade from 8", "place on c1t")
    elif card == "B2":
        state = play(at(board, options=FIRST), "main landing_pod", "space 5")
    elif card == "B3":
        state = construct(
            at({**board, "space": 5, "resources": store(oxygen=1), "quarters": 1}, options=FIRST), "shelter"
        )
        play(state, "with tech of 0")
    elif card == "B4":
        state = play(at({**board, "space": 5}, options=FIRST), "main hire_or_contract")
    elif card == "B5":
        board["resources"] = store(oxygen=1)
        state = play(at(board, options=FIRST), "main research_development", "develop shelter to c3b", "stop")
    elif card == "B6":
        state = play(at({**board, "space": 5}, options=FIRST), "main control_center", "stop")
    else:
        state = at({**board, "space": 5, "rover": "1,0"}, options=FIRST, ground={"1,0": "discovery 18"})
        play(state, "main control_center", "stop", "claim")
    before = stored(state)
    waiting = seat(state)["waiting"]
    play(state, f"reveal {card}")
    if item is None:
        assert seat(state)["waiting"] == waiting + 1
    else:
        assert stored(state)[item] == before[item] + 1


def test_not_with_solo_ruling_33() -> None:
    with pytest.raises(BadOption):
        core.load("on_mars", players=1, first_colonists=True)


def test_space_oddity_stops_after_the_phase_r205() -> None:
    rest = [{"space": 6, "standing": False}, {"space": 7, "standing": False}]
    state = at(colony(), *rest, options={"space_oddity": True}, remaining_missions=0)
    play(state, "main control_center", "stop", "end turn")
    assert state.is_over


def test_a_landing_pod_is_a_travel_ruling_11() -> None:
    cards = {"a": [], "b": ["B2"]}
    state = play(at(cards, options={"first_colonists": True}), "main landing_pod", "space 5")
    assert state.names() == ["reveal B2", "keep B2"]
