"""Exact positions for the rule tests. Seat 0 is in turn at its menu unless a test says otherwise."""

from __future__ import annotations

from functools import cache
from typing import Any

import core
from core import Game, State

Board = dict[str, Any]
# The starting Buildings of these tests, in fixed places, and the Shelters of up to four seats.
CENTRE = {
    "0,0": "mine",
    "0,-2": "oxygen_condenser",
    "2,-1": "water_extractor",
    "0,2": "generator",
    "-2,1": "greenhouse",
}
DOWN = {"standing": False}
KINDS = ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser")
FREE_SHIPS: dict[str, Any] = {"ships": [], "hangar": 0, "crystals": 8}
SHELTERS = {2: ("-2,-1", "2,1"), 3: ("-2,-1", "2,-3", "2,1"), 4: ("-2,-1", "2,-3", "2,1", "-2,3")}


@cache
def game(players: int = 3, **options: Any) -> Game:
    return core.load("on_mars", players=players, **options)


def buildings(players: int = 3, /, **more: str) -> dict[str, str]:
    """The start of the map, and more Buildings given as hex "q,r" = type."""
    boards = max(2, players)
    return {**CENTRE, **{hex_: f"shelter {seat}" for seat, hex_ in enumerate(SHELTERS[boards])}, **more}


def at(*boards: Board, players: int = 3, options: dict[str, Any] | None = None, **fields: Any) -> State:
    """A position: Goals spent, the boards in part, everything else as in a fresh game."""
    own: list[Board] = [{} for _ in range(max(2, players))]
    for number, board in enumerate(boards):
        own[number] = dict(board)
    written = [board["goals"] for board in own if "goals" in board]
    used = {card for goals in written for card in (*goals["hand"], *goals.get("discarded", ()), goals.get("completed"))}
    free = [card for card in range(1, 17) if card not in used]
    for board in own[:players]:
        if "goals" not in board:
            board["goals"] = {"hand": [], "discarded": free[:3]}
            free = free[3:]
    fields.setdefault("buildings", buildings(players))
    return game(players, **(options or {})).from_dict({"boards": own, **fields})


def colony(**board: Any) -> Board:
    return {"space": 5, **board}


def store(mineral: int = 0, battery: int = 0, water: int = 0, plant: int = 0, oxygen: int = 0) -> dict[str, int]:
    return {"mineral": mineral, "battery": battery, "water": water, "plant": plant, "oxygen": oxygen}


def slots(**colonists: int) -> dict[str, int]:
    return colonists


def play(state: State, *names: str) -> State:
    for name in names:
        state.apply(state.parse(name))
    return state


def can(state: State, name: str) -> bool:
    return name in state.names()


def seat(state: State, number: int = 0) -> Board:
    found: Board = state.to_dict()["boards"][number]
    return found


def field(state: State, name: str) -> Any:
    return state.to_dict()[name]


def stored(state: State, number: int = 0) -> tuple[int, ...]:
    return tuple(seat(state, number)["resources"].values())


def finished(*boards: Board, players: int = 2, **fields: Any) -> State:
    """A position after the end, to read its points from."""
    return at(*boards, players=players, phase="over", **fields)


def construct(state: State, kind: str, hex_: str | None = None) -> State:
    """The Main action Construct, as far as the LSS benefit: type and hex where they are asked, displacement at will."""
    play(state, "main construct")
    if can(state, f"construct {kind}"):
        play(state, f"construct {kind}")
    if state.names()[0].startswith("at "):
        play(state, f"at ({hex_})" if hex_ else state.names()[0])
    while state.names()[0].startswith("move to"):
        state.apply(state.legal()[0])
    return state


def before_shuttle(*boards: dict[str, Any], **fields: Any) -> State:
    """Seat 0 takes the last turn of a Colonization phase in the Colony and does nothing."""
    own = {"space": 8, **(boards[0] if boards else {})}
    rest = [{**DOWN, "space": 6}, {**DOWN, "space": 1}]
    rest = [{**known, **board} for known, board in zip(rest, [*boards[1:], {}, {}], strict=False)]
    state = at(own, *rest, **fields)
    return play(state, "main control_center", "stop", "end turn")


def travelling(board: dict[str, Any], **fields: Any) -> State:
    """Seat 0 about to decide on travelling by Ship."""
    own = {"hangar": 1, "ships": [1, 2, 3, 4], **board}
    fields = {"phase": "shuttle", "step": 2, "turn": 0, "next": 1, "order": [0, 1, 2], **fields}
    return play(at(own, stack=[{"kind": "travel_choice", "seat": 0}], **fields), "travel")


def end_turn(state: State) -> State:
    """Through the rest of the turn, taking the first choice."""
    while not can(state, "end turn"):
        state.apply(state.legal()[0])
    return play(state, "end turn")


def update(level: int, players: int = 3, **fields: Any) -> State:
    row = level + 1
    lss = dict.fromkeys(("water_extractor", "greenhouse", "oxygen_condenser"), row) | {"generator": row - 1}
    state = at(
        colony(bots=["1,1"], resources=store(mineral=1), quarters=2, **fields.pop("board", {})),
        *fields.pop("others", ()),
        players=players,
        lss=lss,
        colony_row=row,
        **fields,
    )
    return end_turn(construct(state, "generator"))


def using(card: int, hex_: str, board: dict[str, Any] | None = None, **fields: Any) -> State:
    """Seat 0 in the Colony, at the first choice of its Advanced Building's action."""
    fields.setdefault("buildings", buildings(**fields.pop("more", {})))
    own = colony(**{"crystals": 3, "advanced": [card], **(board or {})})
    state = at(own, *fields.pop("others", ()), markers={hex_: "advanced 0", **fields.pop("markers", {})}, **fields)
    return play(state, "executive 8")
