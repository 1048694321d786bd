"""Positions for rule tests: the beginner layout with a few things changed, and a way to play by names."""

from __future__ import annotations

from typing import Any

import core
from core import Game, State
from core.starfarers.components import Board, own_file
from tests.core.starfarers.model_base import shake, total

TRADE = ["end_turn", "flight", "shake", "trade_build"]
FLIGHT = ["end_turn", "flight"]
QUIET = {"max_offers": 0}  # options: nobody makes offers
ALONE = {"ships": []}  # a seat without a ship
NO_SHIPS = {"yellow": ALONE, "red": ALONE, "white": ALONE, "blue": ALONE}
KINDS = ["ore", "fuel", "carbon", "food", "goods"]
DOCK = "v22_14"  # the Merchants
ALL_MERCHANTS = ["mer_ore", "mer_fuel", "mer_carbon", "mer_food", "mer_goods"]
LAYOUT = {
    "a01": ("sys2", ["4", "10", "5"]),
    "a02": ("sys1", ["5", "3", "10"]),
    "a03": ("sys5", ["2", "pirate 4", "4"]),
    "a04": ("sys3", ["6", "11", "ice 3"]),
    "a09": ("sys4", ["12", "pirate 5", "9"]),
    "a11": ("sys7", ["3", "5", "10"]),
    "a12": ("sys8", ["pirate 6", "4", "8"]),
    "a14": ("sys6", ["9", "11", "ice 4"]),
}


def game(players: int = 4, **options: Any) -> Game:
    return core.load("starfarers", players=players, **options)


def hand(text: str) -> dict[str, int]:
    """'2 ore 1 food' as cards."""
    words = text.split()
    return {kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=True)}


def tiles(*explored: str) -> dict[str, Any]:
    """The beginner layout with fixed discs; those areas named are explored, "all" explores every one."""
    return {
        area: {
            "sector": sector,
            "rotation": 0,
            "discs": discs,
            "face": "open" if area in explored or "all" in explored else "up",
        }
        for area, (sector, discs) in LAYOUT.items()
    }


def ship(kind: str, at: str, **flags: bool) -> dict[str, Any]:
    return {"kind": kind, "at": at, **flags}


def table(players: int = 4, options: dict[str, Any] | None = None, explored: tuple[str, ...] = ("all",),
          pending: list[Any] | None = None, **fields: Any) -> State:  # fmt: skip
    """A position. Seats are given as yellow=, red=, white=, blue= with hands as texts; hands are empty unless given."""
    seats = []
    for colour in ("yellow", "red", "white", "blue")[:players]:
        given = dict(fields.pop(colour, {}))
        seats.append({**given, "hand": hand(given.get("hand", ""))})
    position = {
        "active": 0,
        "turn": 1,
        "dice": [1, 2],
        "pending": pending or TRADE,
        "tiles": tiles(*explored),
        **fields,
    }
    return game(players, **(options or {})).from_dict({**position, "seats": seats})


def play(state: State, *names: str) -> State:
    for name in names:
        state.apply(state.parse(name))
    return state


def seat(state: State, index: int) -> dict[str, Any]:
    found: dict[str, Any] = state.to_dict()["seats"][index]
    return found


def cards(state: State, index: int) -> dict[str, int]:
    """The hand without the kinds it lacks."""
    return {kind: count for kind, count in seat(state, index)["hand"].items() if count}


def deciding(state: State) -> str | None:
    pending = state.to_dict()["pending"]
    return pending[-1]["do"] if pending else None


def targets(state: State) -> set[str]:
    return {name.removeprefix("to ") for name in state.names()}


def rolled(total: int, players: int = 4, **fields: Any) -> State:
    """The next turn of the position begins, with this roll."""
    for turn in range(1, 600):
        state = table(players, pending=["end_turn"], **{"active": players - 1, "turn": turn, **fields})
        position = state.to_dict()
        if position["turn"] == turn + 1 and sum(position["dice"] or [0]) == total:
            return state
    raise AssertionError(f"no turn with a {total}")


def shaken(balls: set[str], shaker: str = "yellow", **fields: Any) -> State:
    """The position after the flight shake showed these balls (a set of one: both yellow)."""
    for shakes in range(200):
        own = {**fields.get(shaker, {}), "shakes": shakes}
        state = table(pending=["end_turn", "flight", "shake"], **{**fields, shaker: own})
        if set(state.to_dict()["balls"] or []) == balls:
            return state
    raise AssertionError(f"never {balls}")


def encounter(card: int, pending: list[Any] | None = None, *, family: str | None = None, **fields: Any) -> State:
    """The active player has just drawn this card."""
    kind = family or FAMILY[card]
    first = "gift" if kind in ("merchant", "travelers") else "question"
    deck = [number for number in (*range(2, 33), 1) if number != card]
    drawn = {"deck": deck, "discard": [], "card": card, "family": kind, "public": False}
    return table(pending=["end_turn", "flight", "encounter_over", *(pending or [first])], base_speed=3,
                 encounters=drawn, **fields)  # fmt: skip


FAMILY = {
    **dict.fromkeys(range(1, 9), "merchant"),
    **dict.fromkeys((9, 10, 11), "pirate_tribute"),
    **dict.fromkeys((12, 13), "pirate_swap"),
    **dict.fromkeys((14, 15), "pirate_raid"),
    **dict.fromkeys((16, 17, 18), "pirate_attack"),
    **dict.fromkeys((19, 20, 21), "distress_call"),
    **dict.fromkeys((22, 23, 24), "ship_under_attack"),
    **dict.fromkeys((25, 26, 27), "wormhole"),
    **dict.fromkeys((28, 29, 30), "travelers"),
    **dict.fromkeys((31, 32), "wear_and_tear"),
}


def picked_target(state: State, at: str, target: str) -> State:
    """Flies the ship from one place to another."""
    return play(state, f"fly {at}", f"to {target}")


def flying(*ships: dict[str, Any], speed: int = 3, explored: tuple[str, ...] = ("all",), **fields: Any) -> State:
    """Yellow's flight phase with these ships and this base speed; no boosters unless given."""
    yellow = {"boosters": 0, **fields.pop("yellow", {}), "ships": list(ships)}
    return table(pending=FLIGHT, base_speed=speed, explored=explored, yellow=yellow, **fields)


def picked(state: State, at: str) -> State:
    """The ship at this place is picked. With one ship and nothing else to do that is no decision."""
    return play(state, f"fly {at}") if f"fly {at}" in state.names() else state


def reach(start: str, steps: int) -> set[str]:
    """Everything within so many steps on ways around all centres."""
    board = Board(own_file("board"))
    away = board.distances()[board.by_name[start]]
    return {name for name, spot in board.by_name.items() if away[spot] <= steps}


def distance(one: str, other: str) -> int:
    board = Board(own_file("board"))
    return board.distances()[board.by_name[one]][board.by_name[other]]


def docking(pods: int, others: dict[str, int], own: int = 0, marker: int | None = None) -> State:
    """Yellow's trade ship three steps before the Merchants' dock; others have so many stations there already."""
    taken = iter(ALL_MERCHANTS)
    seats = {}
    for colour, count in {"yellow": own, **others}.items():
        seats[colour] = {"stations": {"merchants": count}, "friends": [next(taken) for _ in range(count)]}
    yellow = {**seats.pop("yellow"), "pods": pods, "ships": [ship("trade", "v20_14")]}
    state = table(pending=FLIGHT, base_speed=4, yellow=yellow, markers={"merchants": marker}, **seats)
    return play(state, "fly v20_14")


TWO_SHIPS = {"ships": [ship("trade", "v5_25"), ship("trade", "v11_25")]}


def meet(card: int, hand: str = "3 ore", **fields: Any) -> State:
    yellow = {"fame": 4, "boosters": 1, **TWO_SHIPS, "hand": hand, **fields.pop("yellow", {})}
    return encounter(card, yellow=yellow, **fields)


def give(state: State, amount: int) -> State:
    """Gives so many of one kind: choosing which is no decision then."""
    return play(state, f"give {amount}")


def fame(state: State) -> int:
    return int(seat(state, 0)["fame"])


def showing(want: int, seat: int) -> int:
    """After how many shakes this mothership shows this total the next time."""
    deal = {"seed": 0, "seats": [{"shakes": 0} for _ in range(4)]}
    return next(k for k in range(100) if total(shake(deal, seat)) == want)


def centre_of(area: str) -> str:
    """Docking points: the corner that the three hexes share."""
    return {"a06": "v22_14", "a07": "v1_11", "a13": "v1_1", "a15": "v23_1"}[area]


def showing_balls(balls: list[str], seat: int) -> int:
    """After how many shakes this mothership shows these two balls the next time."""
    deal = {"seed": 0, "seats": [{"shakes": 0} for _ in range(4)]}
    return next(k for k in range(200) if sorted(shake(deal, seat)) == sorted(balls))
