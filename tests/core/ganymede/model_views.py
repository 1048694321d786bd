"""Who knows which ships, from first principles: a seat knows those whose face it has seen since the last shuffle.

Nothing else is needed. Places of a pile and cards of a hand can be followed with the eyes, so a face once seen stays
known wherever the card goes, until it is shuffled; ships are shuffled once only, after the choices of the set-up.
"""

from __future__ import annotations

from typing import Any

from core import State
from tests.core.ganymede.model import Position


class Witness:
    """What every seat has seen so far."""

    def __init__(self, p: Position) -> None:
        self.faces: list[set[str]] = [set() for _ in p["boards"]]
        self.phase = p["phase"]
        for seat, known in enumerate(self.faces):  # what a position made up says about its past
            for ship, knowers in known_ships(p):
                known.update([ship] if seat in knowers else [])
        self.look(p)

    def look(self, p: Position) -> None:
        if self.phase == "setup" and p["phase"] == "play":
            self.faces = [set() for _ in p["boards"]]
        self.phase = p["phase"]
        for seat, known in enumerate(self.faces):
            known |= open_ships(p) | set(p["boards"][seat]["hand"])

    def assert_views(self, state: State, p: Position) -> None:
        for ship, knowers in known_ships(p):
            assert knowers == [seat for seat, known in enumerate(self.faces) if ship in known]
        for seat, known in enumerate(self.faces):
            assert canonical(state.view(seat).to_dict()) == canonical(seen_from(p, seat, known))


def known_ships(p: Position) -> list[tuple[str, list[int]]]:
    """Every ship in a hand or in the pile, with the seats that know it by the position's own account."""
    pairs = list(zip(p["piles"]["ships"], p["pile_known_to"], strict=True))
    for board in p["boards"]:
        pairs += zip(board["hand"], board["hand_known_to"], strict=True)
    return pairs


def open_ships(p: Position) -> set[str]:
    on_boards = [
        ship
        for board in p["boards"]
        for ship in (*board["launched"], *(site["ship"] for site in board["sites"].values()))
    ]
    return {ship for ship in (*p["rows"]["ships"], *on_boards) if ship}


def seen_from(p: Position, seat: int, known: set[str]) -> Position:
    """The position with everything blanked that this seat has not seen."""
    hidden = {kind: [None] * len(pile) for kind, pile in p["piles"].items()}
    hidden["ships"] = [ship if ship in known else None for ship in p["piles"]["ships"]]
    boards = [board if i == seat else seen_board(board, known) for i, board in enumerate(p["boards"])]
    return {**p, "seed": None, "piles": hidden, "boards": boards}


def seen_board(board: dict[str, Any], known: set[str]) -> dict[str, Any]:
    return {
        **board,
        "hand": [ship if ship in known else None for ship in board["hand"]],
        "dealt": [None] * len(board["dealt"]),
        "kept": [None] * len(board["kept"]),
    }


def canonical(view: Position) -> Position:
    """Hands as sets of (ship, knowers): unknown ones stand behind the known ones in no order that means anything."""
    boards = []
    for board in view["boards"]:
        pairs = sorted(zip(board["hand"], board["hand_known_to"], strict=True), key=lambda it: (it[0] is None, str(it)))
        boards.append({**board, "hand": pairs, "hand_known_to": None})
    return {**view, "boards": boards}
