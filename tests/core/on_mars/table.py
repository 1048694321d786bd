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
