"""Reads a position written as a dict: fills in defaults, and says of anything wrong which field it is in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import BadPosition, one_of
from core.ganymede.components import COLOURS, TYPES, Components

PHASES = ("setup", "play", "over")
DECKS = ("tiles", "earth", "mars", "ships")
SITES = ("A", "B")
FIELDS = (
    "phase", "round", "seat", "supply", "rows", "piles", "discards", "rebuilds", "pile_known_to", "boards", "pending",
    "seed",
)  # fmt: skip
BOARD_FIELDS = (
    "tiles", "earth", "mars", "sites", "columns", "reputation", "hand", "hand_known_to", "launched", "dealt", "kept",
)  # fmt: skip
FRAMES: dict[str, tuple[str, ...]] = {
    "end": (),
    "take tile": ("tile",),
    "pay": ("shuttle", "payers"),
    "move payers": ("from", "payers"),
    "effect": ("card", "left", "part", "stopped"),
    "basic": ("left",),
    "bonus": (),
    "right": (),
    "launch": ("site", "ship", "part"),
    "take ship": ("site",),
    "put ship": ("site",),
}

CARD_DECKS = {"tile": ("tiles",), "shuttle": ("earth", "mars"), "ship": ("ships",), "card": ("tiles", "earth", "mars")}

Position = dict[str, Any]


def refuse(field: str, problem: str) -> None:
    raise BadPosition(f"{field}: {problem}.")


def a_table(field: str, value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        refuse(field, f"{value!r} is not a dict")
    for name in value:
        if name not in known:
            refuse(f"{field}.{name}" if field else str(name), f"there is no such field, only {', '.join(known)}")
    result: Mapping[str, Any] = value
    return result


def a_list(field: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        refuse(field, f"{value!r} is not a list")
    return list(value)


def a_number(field: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        refuse(field, f"{value!r} is not a whole number from {low} to {high}")
    return int(value)


def one(field: str, value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        refuse(field, f"{value!r} is not {one_of(choices)}")
    return str(value)


class PositionReader:
    """Turns the dict of one position into one with every field, checked. Used once."""

    def __init__(self, components: Components, players: int) -> None:
        self.components = components
        self.players = players
        self.decks = dict(zip(DECKS, components.ids(), strict=True))
        self.types = {card.id: card.type for card in (*components.earth, *components.mars)}
        self.less = {ship.id: ship.settlers_less for ship in components.ships}
        self.placed: dict[str, str] = {}

    def read(self, fields: Position) -> Position:
        given = a_table("", fields, FIELDS)
        position: Position = {
            "phase": one("phase", given.get("phase", "play"), PHASES),
            "round": a_number("round", given.get("round", 1), 1, 1000),
            "seat": self.seat("seat", given.get("seat", 0)),
            "rebuilds": a_number("rebuilds", given.get("rebuilds", 0), 0, 60000),
            "seed": a_number("seed", given.get("seed", 0), 0, (1 << 64) - 1),
        }
        position["boards"] = self.boards(given.get("boards", [{}] * self.players))
        position["discards"] = self.cards("discards", given.get("discards", []), "tiles")
        position["rows"], position["piles"] = self.rows_and_piles(given)
        nobody: list[Any] = [[] for _ in position["piles"]["ships"]]
        known = given.get("pile_known_to", nobody)
        position["pile_known_to"] = self.known_to("pile_known_to", known, len(nobody))
        position["supply"] = self.supply(given.get("supply"), position["boards"])
        pending = a_list("pending", given.get("pending", []))
        position["pending"] = [self.frame(f"pending[{i}]", frame) for i, frame in enumerate(pending)]
        return position

    # ---- cards

    def card(self, field: str, value: Any, *decks: str) -> str:
        for deck in decks:
            if value in self.decks[deck]:
                return str(value)
        refuse(field, f"there is no card {value!r} in {one_of(decks)}")
        raise AssertionError

    def place(self, field: str, value: Any, *decks: str) -> str:
        """A card that may lie in one place only."""
        card = self.card(field, value, *decks)
        if card in self.placed:
            refuse(field, f"{card} is in {self.placed[card]} already")
        self.placed[card] = field
        return card

    def cards(self, field: str, value: Any, *decks: str) -> list[str]:
        return [self.place(f"{field}[{i}]", card, *decks) for i, card in enumerate(a_list(field, value))]

    def rows_and_piles(self, given: Mapping[str, Any]) -> tuple[Position, Position]:
        rows = a_table("rows", given.get("rows", {}), DECKS)
        piles = a_table("piles", given.get("piles", {}), DECKS)
        given_rows = {deck: self.row(deck, rows[deck]) for deck in rows}
        given_piles = {deck: self.cards(f"piles.{deck}", piles[deck], deck) for deck in piles}
        for deck in DECKS:
            rest = [card for card in self.decks[deck] if card not in self.placed]
            if deck not in given_rows:
                count = len(rest) if deck in given_piles else self.row_places(deck)
                given_rows[deck] = self.row(deck, rest[:count])
                rest = rest[count:]
            if deck in given_piles and rest:
                refuse(f"piles.{deck}", f"{rest[0]} is nowhere")
            given_piles.setdefault(deck, rest)
        return given_rows, given_piles

    def row_places(self, deck: str) -> int:
        return self.components.limits[{"tiles": "tile_row", "ships": "ship_row"}.get(deck, f"{deck}_row")]

    def row(self, deck: str, value: Any) -> list[str]:
        cards = self.cards(f"rows.{deck}", value, deck)
        if len(cards) > self.row_places(deck):
            refuse(f"rows.{deck}", f"{len(cards)} cards, at most {self.row_places(deck)} fit")
        return cards

    # ---- seats and settlers

    def seat(self, field: str, value: Any) -> int:
        return a_number(field, value, 0, self.players - 1)

    def known_to(self, field: str, value: Any, count: int) -> list[list[int]]:
        lists = a_list(field, value)
        if len(lists) != count:
            refuse(field, f"{len(lists)} lists of seats for {count} ships")
        return [[self.seat(f"{field}[{i}]", seat) for seat in a_list(f"{field}[{i}]", seats)]
                for i, seats in enumerate(lists)]  # fmt: skip

    def settlers(self, field: str, value: Any, most: int) -> dict[str, int]:
        counts = a_table(field, value, COLOURS)
        supply = self.components.supply
        settlers = {colour: a_number(f"{field}.{colour}", counts.get(colour, 0), 0, supply) for colour in COLOURS}
        if sum(settlers.values()) > most:
            refuse(field, f"{sum(settlers.values())} settlers, at most {most} fit")
        return settlers

    def supply(self, value: Any, boards: list[Position]) -> dict[str, int]:
        left = dict.fromkeys(COLOURS, self.components.supply)
        for board in boards:
            for place in (board["earth"], board["mars"], *(board["sites"][site]["settlers"] for site in SITES)):
                for colour in COLOURS:
                    left[colour] -= place[colour]
        for colour in COLOURS:
            if left[colour] < 0:
                refuse("boards", f"{self.components.supply - left[colour]} {colour} settlers, there are only "
                                 f"{self.components.supply}")  # fmt: skip
        if value is not None and self.settlers("supply", value, 4 * self.components.supply) != left:
            refuse("supply", f"the boards leave {left}")
        return left

    # ---- boards

    def boards(self, value: Any) -> list[Position]:
        boards = a_list("boards", value)
        if len(boards) != self.players:
            refuse("boards", f"{len(boards)} boards for {self.players} players")
        return [self.board(f"boards[{seat}]", board, seat) for seat, board in enumerate(boards)]

    def board(self, field: str, value: Any, seat: int) -> Position:
        given = a_table(field, value, BOARD_FIELDS)
        limits = self.components.limits
        spaces = len(self.components.track_points)
        hand = self.cards(f"{field}.hand", given.get("hand", []), "ships")
        known = given.get("hand_known_to", [[seat] for _ in hand])
        start = self.components.start
        return {
            "tiles": self.tiles(f"{field}.tiles", given.get("tiles", [])),
            "earth": self.settlers(f"{field}.earth", given.get("earth", {}), limits["earth_capacity"]),
            "mars": self.settlers(f"{field}.mars", given.get("mars", {}), limits["mars_capacity"]),
            "sites": self.sites(f"{field}.sites", given.get("sites", {})),
            "columns": self.columns(f"{field}.columns", given.get("columns", {})),
            "reputation": a_number(f"{field}.reputation", given.get("reputation", start), start, spaces - 1),
            "hand": hand,
            "hand_known_to": self.known_to(f"{field}.hand_known_to", known, len(hand)),
            "launched": self.cards(f"{field}.launched", given.get("launched", []), "ships"),
            "dealt": self.cards(f"{field}.dealt", given.get("dealt", []), "ships"),
            "kept": self.kept(f"{field}.kept", given.get("kept", [])),
        }

    def tiles(self, field: str, value: Any) -> list[str]:
        tiles = self.cards(field, value, "tiles")
        most = self.components.limits["tile_slots"]
        if len(tiles) > most:
            refuse(field, f"{len(tiles)} tiles, at most {most} fit")
        return tiles

    def kept(self, field: str, value: Any) -> list[str]:
        kept = self.cards(field, value, "ships")
        if len(kept) > len(SITES):
            refuse(field, f"{len(kept)} ships, one is kept for each of 2 sites")
        return kept

    def columns(self, field: str, value: Any) -> dict[str, list[str]]:
        given = a_table(field, value, TYPES)
        columns = {}
        for type_ in TYPES:
            columns[type_] = self.cards(f"{field}.{type_}", given.get(type_, []), "earth", "mars")
            for i, card in enumerate(columns[type_]):
                if self.types[card] != type_:
                    refuse(f"{field}.{type_}[{i}]", f"{card} is of type {self.types[card]}")
        return columns

    def sites(self, field: str, value: Any) -> Position:
        given = a_table(field, value, SITES)
        return {site: self.site(f"{field}.{site}", given.get(site, {}), i) for i, site in enumerate(SITES)}

    def site(self, field: str, value: Any, index: int) -> Position:
        given = a_table(field, value, ("ship", "settlers"))
        ship = given.get("ship")
        if ship is not None:
            ship = self.place(f"{field}.ship", ship, "ships")
        room = 0 if ship is None else self.components.site_sizes[index] - self.less[ship]
        settlers = self.settlers(f"{field}.settlers", given.get("settlers", {}), room)
        if index == 0 and sum(count > 0 for count in settlers.values()) > 1:
            refuse(f"{field}.settlers", "settlers on site A are all of one colour")
        if index == 1 and max(settlers.values()) > 1:
            refuse(f"{field}.settlers", "settlers on site B are all of different colours")
        return {"ship": ship, "settlers": settlers}

    # ---- the pending stack

    def frame(self, field: str, value: Any) -> Position:
        kinds = {name for names in FRAMES.values() for name in names}
        do = one(f"{field}.do", a_table(field, value, ("do", *sorted(kinds))).get("do"), tuple(FRAMES))
        frame = a_table(field, value, ("do", *FRAMES[do]))
        for name in FRAMES[do]:
            if name not in frame:
                refuse(f"{field}.{name}", "missing")
        return {"do": do, **{name: self.frame_field(f"{field}.{name}", name, frame[name]) for name in FRAMES[do]}}

    def frame_field(self, field: str, name: str, value: Any) -> Any:
        if name == "payers":
            return self.settlers(field, value, 4 * self.components.supply)
        if name == "stopped":
            if type(value) is not bool:
                refuse(field, f"{value!r} is not true or false")
            return value
        if name in ("left", "part"):
            return a_number(field, value, 1 if name == "left" else 0, 128)
        if name in ("site", "from"):
            return one(field, value, SITES if name == "site" else ("earth", "mars"))
        return self.card(field, value, *CARD_DECKS[name])
