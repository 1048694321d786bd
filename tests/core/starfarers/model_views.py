"""What a seat knows in the model: its view of a position, and the worlds that fit what it knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.core.starfarers.model_base import Position, opponents, others_by_colour
from tests.core.starfarers.model_map import ENCOUNTERS, KINDS, PARTS, SECTORS


def view(p: Position, seat: int) -> Position:
    """The position with None for all that the seat has not been shown."""
    return {
        **p,
        "seed": None,
        "pile": unknown(p["pile"]),
        "seats": [own if other == seat else {**own, **OTHERS} for other, own in enumerate(p["seats"])],
        "tiles": {area: covered(tile) for area, tile in p["tiles"].items()},
        "box": None if p["options"]["setup"] == "wild" else p["box"],
        "stacks": {icon: unknown(stack) for icon, stack in p["stacks"].items()},
        "reserve_discs": unknown(p["reserve_discs"]),
        "encounters": unread(p["encounters"], seat == reader(p)),
    }


OTHERS = dict.fromkeys(("hand", "drawn", "knows"))  # how many cards they hold and drew is public


def unknown(order: list[Any]) -> list[None]:
    """How many there are, but not which."""
    return [None] * len(order)


def covered(tile: dict[str, Any]) -> dict[str, Any]:
    """A tile face down shows the stars on its back; discs face down show nothing."""
    if tile["face"] == "down":
        tile = {**tile, "sector": None, "rotation": None}
    return tile if tile["face"] == "open" else {**tile, "discs": [None] * 3}


def unread(encounters: dict[str, Any], is_reader: bool) -> dict[str, Any]:
    seen = encounters["public"] or is_reader
    return {**encounters, "deck": unknown(encounters["deck"]), "card": encounters["card"] if seen else None}


def reader(p: Position) -> int:
    """R88: the player to the left."""
    return opponents(p, p["active"])[0]


# --- worlds ---------------------------------------------------------------------------------------


def misfits(p: Position, seat: int, world: Position) -> list[str]:
    """What speaks against this world, for one who knows what the seat knows; nothing, if it fits."""
    tests = {
        "what is known": view(world, seat) == view(p, seat),
        "bounds on hands": all(within(p, seat, other, world) for other in others_by_colour(p, seat)),
        "knowledge of others": all(knows_as_all_do(world, other) for other in others_by_colour(p, seat)),
        "cards": cards_of(world) == dict.fromkeys(KINDS, PARTS["stock"]["cards_per_resource"]),
        "reserve pile": pile_fits(p, seat, world),
        "tiles": sorted([world["box"], *(tile["sector"] for tile in world["tiles"].values())]) == sorted(SECTORS),
        "stars": all(SECTORS[tile["sector"]]["stars"] == tile["stars"] for tile in world["tiles"].values()),
        "discs": discs_of(world) == {icon: sorted(discs) for icon, discs in PARTS["discs"].items()},
        "encounters": encounters_fit(world),
    }
    return [what for what, holds in tests.items() if not holds]


def within(p: Position, seat: int, other: int, world: Position) -> bool:
    hand = world["seats"][other]["hand"]
    bounds = p["seats"][seat]["knows"][other]
    return sum(hand.values()) == p["seats"][other]["cards"] and all(hand[kind] >= bounds[kind] for kind in KINDS)


def knows_as_all_do(world: Position, seat: int) -> bool:
    """Nobody else's knowledge is known: in a world they know what everybody does."""
    knows = world["seats"][seat]["knows"]
    return all(knows[other] == world["public"][other] for other in others_by_colour(world, seat))


def cards_of(world: Position) -> dict[str, int]:
    piles = [world["supply"], Counter(world["pile"]), *(one["hand"] for one in world["seats"])]
    return {kind: sum(pile[kind] for pile in piles) for kind in KINDS}


def pile_fits(p: Position, seat: int, world: Position) -> bool:
    """Never more of a kind than was put in less what the seat drew itself; what is gone, somebody drew."""
    drawn = [one["drawn"] for one in world["seats"]]
    return all(
        world["pile"].count(kind) <= p["pile_made"][kind] - p["seats"][seat]["drawn"][kind]
        and world["pile"].count(kind) + sum(own[kind] for own in drawn) == p["pile_made"][kind]
        for kind in KINDS
    ) and all(sum(one["drawn"].values()) == one["drawn_cards"] for one in world["seats"])


def discs_of(world: Position) -> dict[str, list[str]]:
    """By the icon on their back, wherever they are: on planets, beside the board, as tokens in front of a player."""
    found: dict[str, list[str]] = {icon: list(stack) for icon, stack in world["stacks"].items()}
    found["reserve"] = list(world["reserve_discs"])
    for tile in world["tiles"].values():
        for place, disc in enumerate(tile["discs"]):
            if disc is not None:
                found["reserve" if disc.startswith("r") else icon_of(tile, place)].append(disc.lstrip("r"))
    for token, owner in world["tokens"].items():
        if owner is not None:
            found[next(icon for icon, discs in PARTS["discs"].items() if token in discs)].append(token)
    return {icon: sorted(discs) for icon, discs in found.items()}


def icon_of(tile: dict[str, Any], place: int) -> str:
    planets = SECTORS[tile["sector"]]["planets"]
    return str(planets[(place + tile["rotation"]) % 3][1])


def encounters_fit(world: Position) -> bool:
    """All cards once, and the one being read is of the family everybody was told."""
    told = world["encounters"]
    reading = [] if told["family"] is None else [told["card"]]
    every = [*told["deck"], *told["discard"], *reading]
    return sorted(every) == sorted(ENCOUNTERS) and all(number in family(told["family"]) for number in reading)


def family(name: str) -> set[int]:
    """R88: the false merchants, once they ask for a fight, are cards 7 and 8."""
    return {7, 8} if name == "false_merchant" else {n for n, card in ENCOUNTERS.items() if card["family"] == name}
