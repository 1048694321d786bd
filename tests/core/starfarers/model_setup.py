"""The model's set-ups (R1 to R19)."""

from __future__ import annotations

from typing import Any

from tests.core.chance import mixed, stream
from tests.core.starfarers.model_base import (
    DISCS,
    ENCOUNTER,
    GREEK,
    ROTATION,
    START,
    TILES,
    Entry,
    Position,
    begin_turn,
    chance,
    clockwise,
    lists,
    no_cards,
    occupied,
    place_ship,
    push,
    rebuild,
    reserve_draw,
    shuffled,
    step,
    takes,
)
from tests.core.starfarers.model_map import (
    AREAS,
    BESIDE,
    BOARD,
    CATANIAN,
    ENCOUNTERS,
    ICONS,
    KINDS,
    PARTS,
    PEOPLES,
    SECTORS,
    SITES,
    UPGRADES,
    in_order,
    site_named,
    site_number,
)

STARS = {area["id"]: area["stars"] for area in BOARD["area"]}

# --- the deal -------------------------------------------------------------------------------------


def new(players: int, options: dict[str, Any], seed: int) -> Position:
    """The start of a deal; what needs no choice is still to be done (model.settle)."""
    p = bare(players, options, seed)
    p["starter"] = p["active"] = starter(p)
    p["reserve_discs"] = discs(p, "reserve")
    p["stacks"] = {icon: discs(p, icon) for icon in ICONS}
    p["encounters"]["deck"] = shuffled(sorted(ENCOUNTERS), seed, ENCOUNTER, 0)
    lay_tiles(p)
    rebuild(p)
    if options["setup"] == "beginner":
        beginner_pieces(p)
        starting_hands(p)
    else:
        p["bonus"] = dict(PARTS["bonus_upgrades"])
        push(p, "setup", p["starter"], a=0, b=0)
    return p


def bare(players: int, options: dict[str, Any], seed: int) -> Position:
    """Nothing dealt, nothing placed."""
    specials = [disc for icon in ICONS for disc in PARTS["discs"][icon] if disc.startswith(("pirate", "ice"))]
    return {
        "game": "starfarers", "players": players, "options": dict(options), "seed": seed, "starter": 0, "active": 0,
        "turn": 0, "dice": None, "balls": None, "base_speed": 0, "offers": 0, "spent": [], "jump": False, "steals": 0,
        "supply": dict.fromkeys(KINDS, PARTS["stock"]["cards_per_resource"]), "pile": [], "pile_made": no_cards(),
        "pile_builds": 0, "seats": [seat(i, players) for i in range(players)], "dummy": None,
        "public": [no_cards() for _ in range(players)], "markers": dict.fromkeys(PEOPLES), "tiles": {}, "systems": {},
        "tokens": dict.fromkeys(sorted(specials, key=lambda disc: (disc[0] == "i", disc))), "box": None, "stacks": {},
        "reserve_discs": [], "bonus": dict.fromkeys(UPGRADES, 0), "offer": None, "flying": None, "pending": [],
        "encounters": {"deck": [], "discard": [], "card": None, "family": None, "public": False, "shuffles": 1,
                       "gift": no_cards(), "swap": no_cards()},
        "over": False, "winner": None,
    }  # fmt: skip


def seat(index: int, players: int) -> dict[str, Any]:
    return {
        "hand": no_cards(), "cards": 0, "drawn": no_cards(), "drawn_cards": 0,
        "knows": [None if other == index else no_cards() for other in range(players)],
        "boosters": 0, "cannons": 0, "pods": 0, "fame": 0, "friends": [], "stations": dict.fromkeys(PEOPLES, 0),
        "ships": [], "colonies": [], "spaceports": [], "ship_markers": 0, "shakes": 0,
    }  # fmt: skip


def starter(p: Position) -> int:
    """R8, Q16."""
    tied, again = list(range(p["players"])), 0
    while len(tied) > 1:
        rolls = {seat: sum(chance(p, START, 8 * again + 2 * seat + die, 6) for die in (0, 1)) for seat in tied}
        tied = [seat for seat in tied if rolls[seat] == max(rolls.values())]
        again += 1
    return tied[0]


def discs(p: Position, icon: str) -> list[str]:
    order = [*ICONS, "reserve"].index(icon)
    return shuffled(PARTS["discs"][icon], p["seed"], DISCS + order, 0)[::-1]


def lay_tiles(p: Position) -> None:
    way = p["options"]["setup"]
    sectors, p["box"] = {"beginner": fixed, "wild": wild}.get(way, by_stars)(p)
    for i, (area, sector) in enumerate(zip(AREAS, sectors, strict=True)):
        p["tiles"][area] = laid(p, sector, i)
        if way in ("beginner", "strategic"):
            turn_up(p, p["tiles"][area])
    for i, system in enumerate(BOARD["system"]):
        order = system["beginner"] if way == "beginner" else shuffled(system["discs"], p["seed"], GREEK, i)
        p["systems"][system["id"]] = list(order)


def laid(p: Position, sector: str, index: int) -> dict[str, Any]:
    turned = "planets" in SECTORS[sector] and p["options"]["setup"] != "beginner"
    rotation = chance(p, ROTATION, index, 3) if turned else 0
    stars = SECTORS[sector]["stars"]
    return {"sector": sector, "rotation": rotation, "stars": stars, "face": "down", "discs": [None] * 3}


def turn_up(p: Position, tile: dict[str, Any]) -> None:
    """R5, R14, R16: the tile can be seen, the discs on it not."""
    planets = SECTORS[tile["sector"]].get("planets")
    tile["face"] = "up" if planets else "open"
    if planets:
        icons = [planets[(place + tile["rotation"]) % 3][1] for place in range(3)]
        tile["discs"] = [p["stacks"][icon].pop(0) for icon in icons]


def fixed(p: Position) -> tuple[list[str], str]:
    return [area["beginner"] for area in BOARD["area"]], PARTS["box"]


def by_stars(p: Position) -> tuple[list[str], str]:
    """R14."""
    numbers = stream(p["seed"], TILES, 0)
    left = [name for name in SECTORS if name != PARTS["box"]]
    piles = {n: mixed([name for name in left if SECTORS[name]["stars"] == n], numbers) for n in (1, 2)}
    return [piles[STARS[area]].pop() for area in AREAS], PARTS["box"]


def wild(p: Position) -> tuple[list[str], str]:
    """R18."""
    *placed, box = shuffled(list(SECTORS), p["seed"], TILES, 0)
    return placed, box


def beginner_pieces(p: Position) -> None:
    """R5, R6."""
    for own, start in zip(p["seats"], BOARD["start"], strict=False):
        own["colonies"], own["spaceports"] = in_order(start["colonies"]), [start["spaceport"]]
        own["boosters"] = 1
        own["ships"] = [{"kind": "colony", "at": start["ship"], "moved": False, "locked": False}]
    for start in BOARD["start"][p["players"] :]:
        p["dummy"] = {"colonies": in_order(start["colonies"]), "spaceports": [start["spaceport"]]}


# --- the set-up phase -----------------------------------------------------------------------------


@step("setup")
def setup(p: Position, entry: Entry) -> None:
    """R9: the next seat to place something, or the hands."""
    turn, players = entry["a"], p["players"]
    lap, place = divmod(turn, players)
    if lap == 4:
        starting_hands(p)
        return
    seat = (p["starter"] + (place if lap % 2 == 0 else players - 1 - place)) % players
    push(p, "setup", seat, a=turn + 1, b=0)
    if lap < 3:
        push(p, "setup_colony", seat)
    else:
        push(p, "setup_upgrade", seat)
        push(p, "setup_spaceport", seat)


def starting_hands(p: Position) -> None:
    """R12, Q24."""
    for seat in clockwise(p, p["starter"]):
        p["seats"][seat]["fame"] += PARTS["starting_fame"]
        for _ in range(PARTS["starting_cards"]):
            reserve_draw(p, seat)
    p["bonus"] = dict.fromkeys(UPGRADES, 0)
    begin_turn(p, p["starter"])


@lists("setup_colony")
def list_colony(p: Position, entry: Entry) -> list[str]:
    taken = occupied(p)
    sites = in_order(site for name in CATANIAN for site in SITES[name] if site not in taken)
    return [f"colony at {site}" for site in sites]


@takes("setup_colony")
def take_colony(p: Position, entry: Entry, name: str) -> None:
    own = p["seats"][entry["seat"]]
    own["colonies"] = in_order([*own["colonies"], name.split()[-1]])


@lists("setup_spaceport")
def list_spaceport(p: Position, entry: Entry) -> list[str]:
    return [f"spaceport at {site}" for site in in_order(p["seats"][entry["seat"]]["colonies"])]


@takes("setup_spaceport")
def take_spaceport(p: Position, entry: Entry, name: str) -> None:
    own, site = p["seats"][entry["seat"]], name.split()[-1]
    own["colonies"].remove(site)
    own["spaceports"].append(site)
    push(p, "setup_ship", entry["seat"], a=site_number(site))


@lists("setup_ship")
def list_ship(p: Position, entry: Entry) -> list[str]:
    free = [vertex for vertex in BESIDE[site_named(entry["a"])] if vertex not in occupied(p)]
    return [f"{kind} ship at {vertex}" for kind in ("colony", "trade") for vertex in free]


@takes("setup_ship")
def take_ship(p: Position, entry: Entry, name: str) -> None:
    place_ship(p, entry["seat"], name.split()[0], name.split()[-1])


@lists("setup_upgrade")
def list_upgrade(p: Position, entry: Entry) -> list[str]:
    return [f"take {kind}" for kind in UPGRADES if p["bonus"][kind]]


@takes("setup_upgrade")
def take_upgrade(p: Position, entry: Entry, name: str) -> None:
    kind = name.split()[1]
    p["bonus"][kind] -= 1
    p["seats"][entry["seat"]][f"{kind}s"] += 1
