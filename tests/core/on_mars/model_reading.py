"""Reading a position of On Mars: room, Complexes, pieces, what may be paid. Nothing here changes what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.core.on_mars.model_data import (
    BLUEPRINT,
    CONTRACT,
    GOAL,
    HEXES,
    LAB,
    MINE,
    NOT_MINERALS,
    RESOURCES,
    SPACE,
    Board,
    Position,
    clone,
    distance,
    neighbours,
)

Condition = Callable[[Position], bool]


LACERDA = 1  # the board of the automatic opponent


def is_lacerda(p: Position, seat: int) -> bool:
    return "lacerda" in p and seat == LACERDA


def seats(p: Position) -> range:
    return range(len(p["boards"]))


def board(p: Position, seat: int) -> Board:
    found: Board = p["boards"][seat]
    return found


def side(p: Position, seat: int) -> str:
    found: str = SPACE[board(p, seat)["space"]]["side"]
    return found


def level(p: Position) -> int:
    found: int = p["colony_row"] - 1
    return found


def own_turn(p: Position, seat: int) -> bool:
    return bool(p["phase"] == "colonization" and p["turn"] == seat)


# --- boards ---------------------------------------------------------------------------------------


def shelters(p: Position, seat: int) -> list[str]:
    return [hex_ for hex_, what in p["buildings"].items() if what == f"shelter {seat}"]


def capacity(p: Position, seat: int) -> int:
    return 4 + 2 * (len(shelters(p, seat)) - 1)


def quarters_room(p: Position, seat: int) -> int:
    return max(0, capacity(p, seat) - int(board(p, seat)["quarters"]))


def colonist_supply(p: Position, seat: int) -> int:
    own = board(p, seat)
    away = own["working"] + sum(own["slots"].values()) + len(marked(p, f"miner {seat}"))
    return 12 - int(own["quarters"] + away)


def depot_room(p: Position, seat: int) -> int:
    own = board(p, seat)
    return 8 - len(own["ships"]) - int(own["crystals"] + own["waiting"])


def storage_room(p: Position, seat: int, resource: str) -> int:
    return len(shelters(p, seat)) + 1 - int(board(p, seat)["resources"][resource])


def lacking(p: Position, seat: int, item: str) -> list[int]:
    """Own delivery Contracts that still lack the item, by number."""
    own = board(p, seat)["contracts"]
    return sorted(number for number, it in own.items() if missing(number, it).get(item))


def missing(number: int, contract: Any) -> dict[str, int]:
    needs = CONTRACT[number].get("needs", {})
    return {item: count - contract["delivered"].get(item, 0) for item, count in needs.items()}


def arrives(p: Position, seat: int, item: str) -> bool:
    return item == "crystal" or storage_room(p, seat, item) > 0 or bool(lacking(p, seat, item))


def free_markers(p: Position, seat: int) -> int:
    own = board(p, seat)
    return 8 - len(own["blueprints"]) - len(own["advanced"])


def goals_to_pay(p: Position, seat: int) -> list[int]:
    return sorted(board(p, seat)["goals"]["hand"]) if own_turn(p, seat) else []


# --- the map --------------------------------------------------------------------------------------


def marked(p: Position, marker: str) -> list[str]:
    return [hex_ for hex_, what in p["markers"].items() if what == marker]


def pieces(p: Position, hex_: str) -> int:
    """Bots, Rovers, Colonists and Advanced markers there (R38)."""
    movable: int = sum(own["bots"].count(hex_) + (own["rover"] == hex_) for own in p["boards"])
    return movable + (hex_ in p["markers"])


def is_empty(p: Position, hex_: str) -> bool:
    return hex_ not in p["buildings"] and hex_ not in p["ground"] and not pieces(p, hex_)


def rover_hex(p: Position, seat: int) -> str:
    return board(p, seat)["rover"] or MINE


def complex_of(p: Position, hex_: str) -> set[str]:
    kind, found, fresh = p["buildings"][hex_], {hex_}, [hex_]
    while fresh:
        for other in neighbours(fresh.pop()):
            if p["buildings"].get(other) == kind and other not in found:
                found.add(other)
                fresh.append(other)
    return found


def connected(p: Position, hex_: str, what: str) -> int:
    """How many Buildings of the kind a new one on the hex would be connected to (R95)."""
    found: set[str] = set()
    for other in neighbours(hex_):
        if p["buildings"].get(other) == what:
            found |= complex_of(p, other)
    return len(found)


def in_zone(p: Position, seat: int, hex_: str) -> bool:
    return any(distance(bot, hex_) <= 1 for bot in board(p, seat)["bots"])


def closest(origins: list[str], hexes: list[str]) -> list[str]:
    reach = {hex_: min(distance(origin, hex_) for origin in origins) for hex_ in hexes}
    return [hex_ for hex_ in hexes if reach[hex_] == min(reach.values())]


def bot_places(p: Position, seat: int) -> list[str]:
    """Where a new Bot may stand (R126)."""
    own = shelters(p, seat)
    free = [hex_ for hex_ in HEXES if hex_ in own and not pieces(p, hex_)]
    return free or closest(own, [hex_ for hex_ in HEXES if is_empty(p, hex_)])


def refuges(p: Position, hex_: str) -> list[str]:
    """Where a displaced piece may go (R104)."""
    fit = [other for other in HEXES if other != hex_ and not pieces(p, other)]
    return closest([hex_], [other for other in fit if other in p["buildings"] or other not in p["ground"]])


# --- technology -----------------------------------------------------------------------------------


def column(space: str) -> int:
    found: int = LAB[space]["column"]
    return found


def tech_level(p: Position, seat: int, tech: str) -> int:
    space = board(p, seat)["techs"].get(tech)
    return column(space) if space else 0


def owners(p: Position, tech: str) -> list[int]:
    return [seat for seat in seats(p) if tech in board(p, seat)["techs"]]


def destinations(p: Position, seat: int, tech: str) -> list[str]:
    techs = board(p, seat)["techs"]
    return [space for space in LAB[techs[tech]]["right"] if space not in techs.values()]


# --- payment --------------------------------------------------------------------------------------


def ways(p: Position, seat: int, unit: str) -> list[str]:
    """What may pay one unit of a cost (R28, ruling 23)."""
    own = board(p, seat)
    if unit == "any":
        return [item for item in RESOURCES if own["resources"][item]]
    if unit in RESOURCES:
        return [item for item in RESOURCES if item in (unit, "mineral") and own["resources"][item]]
    found = ["colonist"] * (unit in ("colonist", "extra") and own["quarters"] > 0)
    if unit in ("crystal", "extra"):
        found += ["crystal"] * (own["crystals"] > 0) + [f"goal {card}" for card in goals_to_pay(p, seat)]
    return found


def spend(p: Position, seat: int, item: str) -> None:
    """The one thing that changes a position here; used on clones to look ahead."""
    own = board(p, seat)
    if item == "colonist":
        own["quarters"] -= 1
        own["working"] += 1
    elif item == "crystal":
        own["crystals"] -= 1
    elif item.startswith("goal"):
        own["goals"]["hand"].remove(int(item[5:]))
        own["goals"]["discarded"].append(int(item[5:]))
    else:
        own["resources"][item] -= 1


def spent(p: Position, seat: int, item: str) -> Position:
    after = clone(p)
    spend(after, seat, item)
    return after


def payable(p: Position, seat: int, units: list[str], then: Condition = lambda p: True) -> bool:
    if not units:
        return then(p)
    return any(payable(spent(p, seat, way), seat, units[1:], then) for way in ways(p, seat, units[0]))


# --- Private Goals --------------------------------------------------------------------------------


def mines_held(p: Position, seat: int) -> int:
    held = (f"miner {seat}", f"advanced {seat}")
    return sum(p["buildings"][hex_] == "mine" for hex_, what in p["markers"].items() if what in held)


def marker_complexes(p: Position, seat: int) -> list[frozenset[str]]:
    return [frozenset(complex_of(p, hex_)) for hex_ in marked(p, f"advanced {seat}")]


def goal_holds(p: Position, seat: int, card: int) -> bool:
    own, count = board(p, seat), GOAL[card]["count"]
    complexes = marker_complexes(p, seat)
    completed = sum(it["completed"] for it in own["contracts"].values())
    holds: dict[str, Any] = {
        "blueprints": len(own["blueprints"]) + len(own["advanced"]),
        "advanced": len(own["advanced"]),
        "mines": mines_held(p, seat),
        "discoveries": len(own["discoveries"]),
        "marker_in_complex": max(map(len, complexes), default=0),
        "one_resource": max(own["resources"][item] for item in NOT_MINERALS),
        "shelters": len(shelters(p, seat)),
        "colony_level": level(p),
        "quarters": own["quarters"],
        "techs": len(own["techs"]),
        "hangar": own["hangar"],
        "research": len(own["research"]),
        "scientist_and_contract": min(len(own["scientists"]), completed),
        "marked_spaces": sum(space in ("c4t", "c4m", "c4b") for space in own["techs"].values()),
        "progress": len(own["progress"]),
        "complexes_of_three": len({it for it in complexes if len(it) >= 3}),
    }
    return bool(holds[GOAL[card]["condition"]] >= count)


def contract_holds(p: Position, seat: int, number: int) -> bool:
    card = CONTRACT[number]
    if is_lacerda(p, seat):
        return True  # R192
    if "needs" in card:
        return not any(missing(number, board(p, seat)["contracts"][number]).values())
    what = f"shelter {seat}" if card["building"] == "shelter" else card["building"]
    return any(p["buildings"][min(it)] == what and len(it) >= card["complex"] for it in marker_complexes(p, seat))


def blueprint_type(card: int) -> str:
    found: str = BLUEPRINT[card]["building"]
    return found


def displayed_blueprints(p: Position) -> Iterator[int]:
    yield from p["blueprint_display"]["top"]
    yield from p["blueprint_display"]["bottom"]
