"""Reads and checks a deck file (G32). What is wrong is told with row and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BadOption, one_of

COLOURS = ("blue", "red", "yellow", "purple")
TYPES = (*COLOURS, "white")
EFFECTS = ("recruit", "adapt", "move", "reputation", "draw", "basic")
SCORING = (
    "flat",
    "per_shuttle_of_type",
    "per_cost_symbol_of_color",
    "reputation_again",
    "per_settler_tile_held",
    "per_series",
)
EDITIONS = ("2018", "revised")

MOST_CARDS = 64  # a set of cards is one 64-bit word
MOST_PARTS = 4
MOST_SYMBOLS = 15
MOST_ROUNDS = 1000
UNLIMITED = 255


@dataclass(frozen=True)
class Effect:
    """One printed effect. `colours` is empty where none are printed."""

    kind: str
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Tile:
    id: str
    type: str
    start: bool
    both: bool  # "and": every part is applied; "or": one of them
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Shuttle:
    id: str
    type: str
    cost: tuple[str, ...]
    discard_tiles: int
    effect: Effect


@dataclass(frozen=True)
class Ship:
    id: str
    scoring: str
    of: str  # the type or colour that is counted, or ""
    worth: int
    times: int
    launch: tuple[Effect, ...]
    settlers_less: int


@dataclass(frozen=True)
class Components:
    """Decks, track and limits for one player count and edition."""

    limits: dict[str, int]
    supply: int
    max_rounds: int  # a file may set it; the option of that name can only lower it
    site_sizes: tuple[int, int]
    start: int
    bonus_spaces: tuple[int, ...]
    track_points: tuple[int, ...]
    tiles: tuple[Tile, ...]
    earth: tuple[Shuttle, ...]
    mars: tuple[Shuttle, ...]
    ships: tuple[Ship, ...]

    def ids(self) -> list[list[str]]:
        """Of tiles, Earth shuttles, Mars shuttles and ships, in deck order."""
        tiles, ships = [tile.id for tile in self.tiles], [ship.id for ship in self.ships]
        return [tiles, [card.id for card in self.earth], [card.id for card in self.mars], ships]


TABLES = ("status", "setup", "reputation_track", "settler_tiles", "earth_shuttles", "mars_shuttles", "settlers_ships")
# Printed limits, each with the range an engine of this size can hold.
LIMITS = {
    "tile_row": (1, 12),
    "earth_row": (1, 12),
    "mars_row": (1, 12),
    "ship_row": (0, 12),
    "ships_dealt": (2, 8),
    "tile_slots": (1, 4),
    "earth_capacity": (1, 20),
    "mars_capacity": (1, 20),
    "hand_limit": (1, 12),
    "end_ships": (1, 20),
}
SITE_SIZES = {"A": (1, 12), "B": (1, 4)}


Card = TypeVar("Card", Tile, Shuttle, Ship)


class Fields:
    """One table of the file, read field by field so that every complaint can say where."""

    def __init__(self, where: str, table: Any, known: tuple[str, ...]) -> None:
        self.where = where
        if not isinstance(table, Mapping):
            self.refuse("", f"{table!r} is not a table")
        self.table: Mapping[str, Any] = table
        for name in table:
            if name not in known:
                self.refuse(str(name), f"there is no such field, only {', '.join(known)}")

    def refuse(self, field: str, problem: str) -> None:
        where = " ".join(filter(None, (self.where, field)))
        raise BadOption(f"components: {where}: {problem}.")

    def get(self, field: str) -> Any:
        if field not in self.table:
            self.refuse(field, "missing")
        return self.table[field]

    def number(self, field: str, low: int, high: int) -> int:
        return self.whole(field, self.get(field), low, high)

    def whole(self, field: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            self.refuse(field, f"{value!r} is not a whole number from {low} to {high}")
        return int(value)

    def choice(self, field: str, choices: tuple[str, ...]) -> str:
        return self.one(field, self.get(field), choices)

    def one(self, field: str, value: Any, choices: tuple[str, ...]) -> str:
        if value not in choices:
            self.refuse(field, f"{value!r} is not {one_of(choices)}")
        return str(value)

    def flag(self, field: str) -> bool:
        if type(self.table.get(field, False)) is not bool:
            self.refuse(field, f"{self.table[field]!r} is not true or false")
        return bool(self.table.get(field, False))

    def entries(self, field: str, low: int, high: int) -> list[Any]:
        value = self.get(field)
        if not isinstance(value, list) or not low <= len(value) <= high:
            count = f"{low}" if low == high else f"{low} to {high}"
            self.refuse(field, f"{value!r} is not a list of {count} entries")
        return list(value)

    def words(self, field: str, low: int, high: int, choices: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.one(f"{field}[{i}]", word, choices) for i, word in enumerate(self.entries(field, low, high)))

    def inner(self, field: str, known: tuple[str, ...]) -> Fields:
        return Fields(f"{self.where} {field}".strip(), self.get(field), known)


def own_components() -> dict[str, Any]:
    """The content of the game's own file."""
    return tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))


def read_components(content: Mapping[str, Any] | None, players: int, edition: str) -> Components:
    """The components of a deck file's content (None: the game's own), or BadOption."""
    file = Fields("", own_components() if content is None else content, TABLES)
    setup = file.inner("setup", (*LIMITS, "provenance", "site_sizes", "supply_per_color", "max_rounds"))
    track = file.inner("reputation_track", ("provenance", "status", "spaces", "start", "max", "bonus_spaces", "vp"))
    start, bonus_spaces, points = read_track(track, edition)
    components = Components(
        limits={name: setup.number(name, *bounds) for name, bounds in LIMITS.items()},
        supply=setup.inner("supply_per_color", ("2", "3", "4")).number(str(players), 1, 30),
        max_rounds=setup.number("max_rounds", 1, MOST_ROUNDS) if "max_rounds" in setup.table else MOST_ROUNDS,
        site_sizes=read_site_sizes(setup.inner("site_sizes", ("A", "B"))),
        start=start,
        bonus_spaces=bonus_spaces,
        track_points=points,
        tiles=tuple(read_deck(file, "settler_tiles", TILE_FIELDS, read_tile)),
        earth=tuple(read_deck(file, "earth_shuttles", SHUTTLE_FIELDS, read_shuttle)),
        mars=tuple(read_deck(file, "mars_shuttles", SHUTTLE_FIELDS, read_shuttle)),
        ships=tuple(read_deck(file, "settlers_ships", SHIP_FIELDS, lambda row: read_ship(row, edition))),
    )
    check_sizes(components, players)
    check_ids(components)
    return components


def read_site_sizes(sizes: Fields) -> tuple[int, int]:
    return sizes.number("A", *SITE_SIZES["A"]), sizes.number("B", *SITE_SIZES["B"])


def read_track(track: Fields, edition: str) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Start, bonus spaces and points per space."""
    spaces = track.number("spaces", 2, 64)
    last = track.number("max", 1, 63)
    if last != spaces - 1:
        track.refuse("max", f"{last} is not spaces - 1 = {spaces - 1}")
    start = track.number("start", 0, last - 1)
    bonus = track.entries("bonus_spaces", 0, spaces)
    for i, space in enumerate(bonus):
        track.whole(f"bonus_spaces[{i}]", space, start + 1, last - 1)
    points = track.inner("vp", EDITIONS)
    both = {name: read_points(points, name, spaces) for name in EDITIONS}
    return start, tuple(sorted(set(bonus))), both[edition]


def read_points(points: Fields, edition: str, spaces: int) -> tuple[int, ...]:
    """One number per space."""
    row = points.entries(edition, spaces, spaces)
    return tuple(points.whole(f"{edition}[{i}]", value, 0, 99) for i, value in enumerate(row))


def read_deck(file: Fields, deck: str, known: tuple[str, ...], read: Callable[[Fields], Card]) -> list[Card]:
    rows = file.entries(deck, 1, MOST_CARDS)
    return [read(Fields(row_name(deck, i, row), row, known)) for i, row in enumerate(rows)]


def row_name(deck: str, index: int, row: Any) -> str:
    card = row.get("id") if isinstance(row, Mapping) else None
    return f"{deck}[{index}]" + (f" ({card})" if isinstance(card, str) else "")


TILE_FIELDS = ("id", "type", "start", "mode", "effects", "provenance")
SHUTTLE_FIELDS = ("id", "type", "cost", "discard_tiles", "effect", "provenance")
SHIP_FIELDS = ("id", "vp", "launch", "launch_by_edition", "settlers_less", "provenance")


def read_id(row: Fields) -> str:
    card = row.get("id")
    if not isinstance(card, str) or not re.fullmatch(r"[A-Za-z0-9_-]+", card) or card.lower() == "pile":
        row.refuse("id", f"{card!r} is not a name of letters, digits, - and _ (other than 'pile')")
    return str(card)


def read_effect(where: str, table: Any) -> Effect:
    fields = Fields(where, table, ("kind", "colors"))
    kind = fields.choice("kind", EFFECTS)
    if "colors" not in fields.table:
        return Effect(kind, ())
    if kind not in ("recruit", "adapt"):
        fields.refuse("colors", f"{kind} has no colours")
    return Effect(kind, fields.words("colors", 1, 4, COLOURS))


def read_effects(row: Fields, field: str, low: int) -> tuple[Effect, ...]:
    entries = row.entries(field, low, MOST_PARTS)
    return tuple(read_effect(f"{row.where} {field}[{i}]", table) for i, table in enumerate(entries))


def read_tile(row: Fields) -> Tile:
    both = row.choice("mode", ("and", "or")) == "and"
    return Tile(read_id(row), row.choice("type", TYPES), row.flag("start"), both, read_effects(row, "effects", 1))


def read_shuttle(row: Fields) -> Shuttle:
    return Shuttle(
        read_id(row),
        row.choice("type", TYPES),
        row.words("cost", 1, MOST_SYMBOLS, TYPES),
        row.number("discard_tiles", 0, 1),
        read_effect(f"{row.where} effect", row.get("effect")),
    )


def read_ship(row: Fields, edition: str) -> Ship:
    scoring, of, worth, times = read_scoring(row, edition)
    return Ship(read_id(row), scoring, of, worth, times, read_launch(row, edition), row.number("settlers_less", 0, 2))


def read_launch(row: Fields, edition: str) -> tuple[Effect, ...]:
    if "launch_by_edition" not in row.table:
        return read_effects(row, "launch", 0)
    launches = row.inner("launch_by_edition", EDITIONS)
    both = {name: read_effects(launches, name, 0) for name in EDITIONS}
    return both[edition]


SCORING_FIELDS = {
    "flat": ("value",),
    "per_shuttle_of_type": ("type", "each"),
    "per_cost_symbol_of_color": ("color", "each"),
    "reputation_again": (),
    "per_settler_tile_held": ("each",),
    "per_series": ("each", "max_times"),
}


def read_scoring(row: Fields, edition: str) -> tuple[str, str, int, int]:
    """What a ship counts, of which type or colour, how much each, and how often at most."""
    kinds = row.inner("vp", ("kind", "value", "type", "color", "each", "max_times"))
    kind = kinds.choice("kind", SCORING)
    vp = row.inner("vp", ("kind", *SCORING_FIELDS[kind]))
    of = vp.choice("type", TYPES) if "type" in SCORING_FIELDS[kind] else ""
    of = vp.choice("color", COLOURS) if "color" in SCORING_FIELDS[kind] else of
    worth = vp.number("value" if kind == "flat" else "each", 0, 99) if SCORING_FIELDS[kind] else 1
    return kind, of, worth, read_times(vp, edition) if "max_times" in vp.table else UNLIMITED


def read_times(vp: Fields, edition: str) -> int:
    times = vp.inner("max_times", EDITIONS)
    given = times.table.get(edition)
    return UNLIMITED if given is None else times.whole(edition, given, 0, UNLIMITED)


def check_sizes(components: Components, players: int) -> None:
    """G32: enough cards for every seat, and sites that hold somebody."""
    limits = components.limits
    tiles = limits["tile_slots"] * players + limits["tile_row"]
    ships = limits["ship_row"] + limits["ships_dealt"] * players
    starts = sum(tile.start for tile in components.tiles)
    for deck, cards, least in (
        ("settler_tiles", components.tiles, tiles),
        ("settlers_ships", components.ships, ships),
        ("earth_shuttles", components.earth, limits["earth_row"] + 1),
        ("mars_shuttles", components.mars, limits["mars_row"] + 1),
    ):
        if len(cards) < least:
            raise BadOption(f"components: {deck}: {len(cards)} cards, {players} players need at least {least}.")
    if starts != limits["tile_row"]:
        raise BadOption(f"components: settler_tiles: {starts} start tiles, the row has {limits['tile_row']} places.")
    smallest = min(components.site_sizes)
    for i, ship in enumerate(components.ships):
        if ship.settlers_less >= smallest:
            where = f"settlers_ships[{i}] ({ship.id}) settlers_less"
            raise BadOption(f"components: {where}: {ship.settlers_less} leaves no place on a site of {smallest}.")


def check_ids(components: Components) -> None:
    """Ids are unique over all decks, whatever their case, because names of actions are."""
    seen: dict[str, str] = {}
    for deck, ids in zip(TABLES[-4:], components.ids(), strict=True):
        for i, card in enumerate(ids):
            row = f"{deck}[{i}] ({card})"
            if card.lower() in seen:
                raise BadOption(f"components: {row} id: {seen[card.lower()]} has this id already.")
            seen[card.lower()] = row
