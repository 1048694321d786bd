"""Reads a position written as a dict: fills in defaults, and says of anything wrong which field it is in."""

from __future__ import annotations

from typing import Any

from core.errors import one_of
from core.fields import Field
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
        given = Field(fields).table(FIELDS)
        position: Position = {
            "phase": given.get("phase", "play").choice(PHASES),
            "round": given.get("round", 1).number(1, 1000),
            "seat": self.seat(given.get("seat", 0)),
            "rebuilds": given.get("rebuilds", 0).number(0, 60000),
            "seed": given.get("seed", 0).number(0, (1 << 64) - 1),
        }
        position["boards"] = self.boards(given.get("boards", [{}] * self.players))
        position["discards"] = self.cards(given.get("discards", []), "tiles")
        position["rows"], position["piles"] = self.rows_and_piles(given)
        nobody: list[Any] = [[] for _ in position["piles"]["ships"]]
        position["pile_known_to"] = self.known_to(given.get("pile_known_to", nobody), len(nobody))
        position["supply"] = self.supply(given, position["boards"])
        position["pending"] = [self.frame(frame) for frame in given.get("pending", []).entries()]
        return position

    # ---- cards

    def card(self, field: Field, *decks: str) -> str:
        if not any(field.value in self.decks[deck] for deck in decks):
            field.refuse(f"there is no card {field.value!r} in {one_of(decks)}")
        return field.text()

    def place(self, field: Field, *decks: str) -> str:
        """A card that may lie in one place only."""
        card = self.card(field, *decks)
        field.require(card not in self.placed, f"{card} is in {self.placed.get(card)} already")
        self.placed[card] = field.path
        return card

    def cards(self, field: Field, *decks: str) -> list[str]:
        return [self.place(card, *decks) for card in field.entries()]

    def few_cards(self, field: Field, most: int, *decks: str) -> list[str]:
        cards = self.cards(field, *decks)
        field.require(len(cards) <= most, f"{len(cards)} cards, at most {most} fit")
        return cards

    def rows_and_piles(self, given: Field) -> tuple[Position, Position]:
        rows = given.get("rows", {}).table(DECKS)
        piles = given.get("piles", {}).table(DECKS)
        given_rows = {deck: self.few_cards(row, self.row_places(deck), deck) for deck, row in rows.items()}
        given_piles = {deck: self.cards(pile, deck) for deck, pile in piles.items()}
        for deck in DECKS:
            rest = [card for card in self.decks[deck] if card not in self.placed]
            if deck not in given_rows:
                count = len(rest) if deck in given_piles else self.row_places(deck)
                given_rows[deck] = self.few_cards(rows.get(deck, rest[:count]), self.row_places(deck), deck)
                rest = rest[count:]
            if deck in given_piles and rest:
                piles[deck].refuse(f"{rest[0]} is nowhere")
            given_piles.setdefault(deck, rest)
        return given_rows, given_piles

    def row_places(self, deck: str) -> int:
        return self.components.limits[{"tiles": "tile_row", "ships": "ship_row"}.get(deck, f"{deck}_row")]

    # ---- seats and settlers

    def seat(self, field: Field) -> int:
        return field.number(0, self.players - 1)

    def known_to(self, field: Field, count: int) -> list[list[int]]:
        lists = field.entries()
        field.require(len(lists) == count, f"{len(lists)} lists of seats for {count} ships")
        return [[self.seat(seat) for seat in seats.entries()] for seats in lists]

    def settlers(self, field: Field, most: int) -> dict[str, int]:
        counts = field.counts(COLOURS, self.components.supply)
        field.require(sum(counts) <= most, f"{sum(counts)} settlers, at most {most} fit")
        return dict(zip(COLOURS, counts, strict=True))

    def supply(self, given: Field, boards: list[Position]) -> dict[str, int]:
        every = self.components.supply
        left = dict.fromkeys(COLOURS, every)
        for board in boards:
            for place in (board["earth"], board["mars"], *(board["sites"][site]["settlers"] for site in SITES)):
                for colour in COLOURS:
                    left[colour] -= place[colour]
        for colour in COLOURS:
            if left[colour] < 0:
                given.get("boards").refuse(f"{every - left[colour]} {colour} settlers, there are only {every}")
        supply = given.get("supply")
        if supply.value is not None and self.settlers(supply, 4 * every) != left:
            supply.refuse(f"the boards leave {left}")
        return left

    # ---- boards

    def boards(self, field: Field) -> list[Position]:
        boards = field.entries()
        field.require(len(boards) == self.players, f"{len(boards)} boards for {self.players} players")
        return [self.board(board, seat) for seat, board in enumerate(boards)]

    def board(self, field: Field, seat: int) -> Position:
        field.table(BOARD_FIELDS)
        limits = self.components.limits
        start, spaces = self.components.start, len(self.components.track_points)
        hand = self.cards(field.get("hand", []), "ships")
        known = field.get("hand_known_to", [[seat] for _ in hand])
        return {
            "tiles": self.few_cards(field.get("tiles", []), limits["tile_slots"], "tiles"),
            "earth": self.settlers(field.get("earth", {}), limits["earth_capacity"]),
            "mars": self.settlers(field.get("mars", {}), limits["mars_capacity"]),
            "sites": self.sites(field.get("sites", {}).table(SITES)),
            "columns": self.columns(field.get("columns", {}).table(TYPES)),
            "reputation": field.get("reputation", start).number(start, spaces - 1),
            "hand": hand,
            "hand_known_to": self.known_to(known, len(hand)),
            "launched": self.cards(field.get("launched", []), "ships"),
            "dealt": self.cards(field.get("dealt", []), "ships"),
            "kept": self.few_cards(field.get("kept", []), len(SITES), "ships"),
        }

    def columns(self, field: Field) -> dict[str, list[str]]:
        return {type_: [self.shuttle(card, type_) for card in field.get(type_, []).entries()] for type_ in TYPES}

    def shuttle(self, field: Field, type_: str) -> str:
        card = self.place(field, "earth", "mars")
        field.require(self.types[card] == type_, f"{card} is of type {self.types[card]}")
        return card

    def sites(self, field: Field) -> Position:
        return {site: self.site(field.get(site, {}), i) for i, site in enumerate(SITES)}

    def site(self, field: Field, index: int) -> Position:
        field.table(("ship", "settlers"))
        given = field.get("ship")
        ship = None if given.value is None else self.place(given, "ships")
        room = 0 if ship is None else self.components.site_sizes[index] - self.less[ship]
        settlers = self.settlers(field.get("settlers", {}), room)
        if index == 0 and sum(count > 0 for count in settlers.values()) > 1:
            field["settlers"].refuse("settlers on site A are all of one colour")
        if index == 1 and max(settlers.values()) > 1:
            field["settlers"].refuse("settlers on site B are all of different colours")
        return {"ship": ship, "settlers": settlers}

    # ---- the pending stack

    def frame(self, field: Field) -> Position:
        names = {name for names in FRAMES.values() for name in names}
        do = field.table(("do", *sorted(names))).get("do").choice(tuple(FRAMES))
        field.table(("do", *FRAMES[do]))
        return {"do": do, **{name: self.frame_field(name, field[name]) for name in FRAMES[do]}}

    def frame_field(self, name: str, field: Field) -> Any:
        if name == "payers":
            return self.settlers(field, 4 * self.components.supply)
        if name == "stopped":
            return field.flag()
        if name in ("left", "part"):
            return field.number(1 if name == "left" else 0, 128)
        if name in ("site", "from"):
            return field.choice(SITES if name == "site" else ("earth", "mars"))
        return self.card(field, *CARD_DECKS[name])
