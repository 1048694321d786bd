"""Reads and checks a deck file (G32). What is wrong is told with row and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BadComponents
from core.fields import Field

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


def own_components() -> dict[str, Any]:
    """The content of the game's own file."""
    return tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))


def read_components(content: Mapping[str, Any] | None, players: int, edition: str) -> Components:
    """The components of a deck file's content (None: the game's own), or BadComponents."""
    file = Field(own_components() if content is None else content, "components", BadComponents).table(TABLES)
    setup = file["setup"].table((*LIMITS, "provenance", "site_sizes", "supply_per_color", "max_rounds"))
    start, bonus_spaces, points = read_track(file["reputation_track"], edition)
    components = Components(
        limits={name: setup[name].number(*bounds) for name, bounds in LIMITS.items()},
        supply=setup["supply_per_color"].table(("2", "3", "4"))[str(players)].number(1, 30),
        max_rounds=setup.get("max_rounds", MOST_ROUNDS).number(1, MOST_ROUNDS),
        site_sizes=read_site_sizes(setup["site_sizes"].table(SITE_SIZES)),
        start=start,
        bonus_spaces=bonus_spaces,
        track_points=points,
        tiles=read_deck(file["settler_tiles"], read_tile),
        earth=read_deck(file["earth_shuttles"], read_shuttle),
        mars=read_deck(file["mars_shuttles"], read_shuttle),
        ships=read_deck(file["settlers_ships"], lambda row: read_ship(row, edition)),
    )
    check_sizes(file, components, players)
    check_ids(file)
    return components


def read_site_sizes(sizes: Field) -> tuple[int, int]:
    return sizes["A"].number(*SITE_SIZES["A"]), sizes["B"].number(*SITE_SIZES["B"])


def read_track(track: Field, edition: str) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Start, bonus spaces and points per space."""
    track.table(("provenance", "status", "spaces", "start", "max", "bonus_spaces", "vp"))
    spaces = track["spaces"].number(2, 64)
    last = track["max"].number(1, 63)
    track["max"].require(last == spaces - 1, f"{last} is not spaces - 1 = {spaces - 1}")
    start = track["start"].number(0, last - 1)
    bonus = {space.number(start + 1, last - 1) for space in track["bonus_spaces"].entries(0, spaces)}
    points = track["vp"].table(EDITIONS)
    both = {name: tuple(points[name].numbers(spaces, 0, 99)) for name in EDITIONS}
    return start, tuple(sorted(bonus)), both[edition]


def read_deck(deck: Field, read: Callable[[Field], Card]) -> tuple[Card, ...]:
    return tuple(read(row) for row in deck.entries(1, MOST_CARDS))


TILE_FIELDS = ("id", "type", "start", "mode", "effects", "provenance")
SHUTTLE_FIELDS = ("id", "type", "cost", "discard_tiles", "effect", "provenance")
SHIP_FIELDS = ("id", "vp", "launch", "launch_by_edition", "settlers_less", "provenance")


def read_id(card: Field) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", card.text()) or card.text().lower() == "pile":
        card.is_not("a name of letters, digits, - and _ (other than 'pile')")
    return card.text()


def read_effect(effect: Field) -> Effect:
    kind = effect.table(("kind", "colors"))["kind"].choice(EFFECTS)
    if "colors" not in effect:
        return Effect(kind, ())
    effect["colors"].require(kind in ("recruit", "adapt"), f"{kind} has no colours")
    return Effect(kind, read_words(effect["colors"], 4, COLOURS))


def read_words(words: Field, most: int, choices: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.choice(choices) for word in words.entries(1, most))


def read_effects(effects: Field, low: int) -> tuple[Effect, ...]:
    return tuple(read_effect(effect) for effect in effects.entries(low, MOST_PARTS))


def read_tile(row: Field) -> Tile:
    row.table(TILE_FIELDS)
    both = row["mode"].choice(("and", "or")) == "and"
    start = row.get("start", False).flag()
    return Tile(read_id(row["id"]), row["type"].choice(TYPES), start, both, read_effects(row["effects"], 1))


def read_shuttle(row: Field) -> Shuttle:
    row.table(SHUTTLE_FIELDS)
    return Shuttle(
        read_id(row["id"]),
        row["type"].choice(TYPES),
        read_words(row["cost"], MOST_SYMBOLS, TYPES),
        row["discard_tiles"].number(0, 1),
        read_effect(row["effect"]),
    )


def read_ship(row: Field, edition: str) -> Ship:
    row.table(SHIP_FIELDS)
    scoring, of, worth, times = read_scoring(row["vp"], edition)
    less = row["settlers_less"].number(0, 2)
    return Ship(read_id(row["id"]), scoring, of, worth, times, read_launch(row, edition), less)


def read_launch(row: Field, edition: str) -> tuple[Effect, ...]:
    if "launch_by_edition" not in row:
        return read_effects(row["launch"], 0)
    launches = row["launch_by_edition"].table(EDITIONS)
    both = {name: read_effects(launches[name], 0) for name in EDITIONS}
    return both[edition]


SCORING_FIELDS = {
    "flat": ("value",),
    "per_shuttle_of_type": ("type", "each"),
    "per_cost_symbol_of_color": ("color", "each"),
    "reputation_again": (),
    "per_settler_tile_held": ("each",),
    "per_series": ("each", "max_times"),
}


def read_scoring(vp: Field, edition: str) -> tuple[str, str, int, int]:
    """What a ship counts, of which type or colour, how much each, and how often at most."""
    kind = vp.table(("kind", "value", "type", "color", "each", "max_times"))["kind"].choice(SCORING)
    vp.table(("kind", *SCORING_FIELDS[kind]))
    of = vp["type"].choice(TYPES) if "type" in SCORING_FIELDS[kind] else ""
    of = vp["color"].choice(COLOURS) if "color" in SCORING_FIELDS[kind] else of
    worth = vp["value" if kind == "flat" else "each"].number(0, 99) if SCORING_FIELDS[kind] else 1
    return kind, of, worth, read_times(vp["max_times"], edition) if "max_times" in vp else UNLIMITED


def read_times(times: Field, edition: str) -> int:
    return times.table(EDITIONS).get(edition, UNLIMITED).number(0, UNLIMITED)


def check_sizes(file: Field, components: Components, players: int) -> None:
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
        file[deck].require(len(cards) >= least, f"{len(cards)} cards, {players} players need at least {least}")
    places = limits["tile_row"]
    file["settler_tiles"].require(starts == places, f"{starts} start tiles, the row has {places} places")
    smallest = min(components.site_sizes)
    for row in file["settlers_ships"].entries():
        less = row["settlers_less"]
        less.require(less.value < smallest, f"{less.value} leaves no place on a site of {smallest}")


def check_ids(file: Field) -> None:
    """Ids are unique over all decks, whatever their case, because names of actions are."""
    seen: dict[str, str] = {}
    for deck in TABLES[-4:]:
        for row in file[deck].entries():
            card = row["id"].text().lower()
            row["id"].require(card not in seen, f"{seen.get(card)} has this id already")
            seen[card] = row.path
