"""The model's flight phase: targets, jumps, exploring, specials, founding, free ships (R51 to R80, R94 to R99)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.core.starfarers.model_base import (
    Entry,
    Position,
    boosters,
    cannons,
    dock,
    free_docks,
    has_won,
    kind_of,
    lists,
    mine,
    occupied,
    own_docks,
    place_ship,
    push,
    settled,
    stations_left,
    step,
    takes,
    tile,
    transports,
)
from tests.core.starfarers.model_map import (
    AREAS,
    CATANIAN,
    CENTRE_OF,
    FRIENDS,
    LATTICE,
    PEOPLES,
    PLANETS_BY,
    SECTORS,
    SITE_OF,
    SITES,
    WHERE,
    distances,
    in_order,
    site_named,
    site_number,
)

# --- where a ship may be --------------------------------------------------------------------------


def enterable(p: Position, vertex: str) -> bool:
    """R55."""
    name = CENTRE_OF.get(vertex)
    return name is None or kind_of(p, name) in ("outpost", "empty")


def is_site(p: Position, vertex: str) -> bool:
    """A colony site for all to see."""
    return vertex in SITE_OF and kind_of(p, SITE_OF[vertex][0]) == "system"


def face_down_notch(p: Position, vertex: str) -> bool:
    return vertex in SITE_OF and kind_of(p, SITE_OF[vertex][0]) == "unknown"


def closed(p: Position, site: str) -> bool:
    """R13, R68, Q20: with 3 players a system takes 2 colonies, a Catanian one none after the set-up."""
    name = SITE_OF[site][0]
    return p["players"] == 3 and (name in CATANIAN or settled(p, name) >= 2)


def special(p: Position, name: str, place: int) -> str | None:
    if name in CATANIAN or tile(p, name)["face"] != "open":
        return None
    disc = tile(p, name)["discs"][place]
    return disc if disc and disc.startswith(("pirate", "ice")) else None


def may_found(p: Position, site: str) -> bool:
    """R66 to R68; who asks has a colony ship there or could have one."""
    if not is_site(p, site) or closed(p, site):
        return False
    name = SITE_OF[site][0]
    return not any(special(p, name, place) for place in PLANETS_BY[site])


def foreign_docks(p: Position) -> set[str]:
    """R57, R6: not those of the unused colour."""
    return {site for seat in range(p["players"]) if seat != p["active"] for site in own_docks(p, seat)}


def may_stop(p: Position, ship: Entry, vertex: str, taken: set[str], foreign: set[str]) -> bool:
    """R56 to R60, Q20, Q21; the ship itself is not among those in the way."""
    if not enterable(p, vertex) or vertex in taken or vertex in foreign:
        return False
    if ship["kind"] == "colony":
        return colony_ship_may_stop(p, ship, vertex)
    return trade_ship_may_stop(p, vertex)


def colony_ship_may_stop(p: Position, ship: Entry, vertex: str) -> bool:
    if dock(p, vertex) or (is_site(p, vertex) and closed(p, vertex)):
        return False
    back_home = vertex == ship["origin"] and is_site(p, vertex)
    return not back_home or may_found(p, vertex)


def trade_ship_may_stop(p: Position, vertex: str) -> bool:
    people = dock(p, vertex)
    if people:
        docked = sum(seat["stations"][people] for seat in p["seats"])
        return bool(mine(p)["pods"] > docked)
    return not is_site(p, vertex) and not face_down_notch(p, vertex)


# --- what happens on the way ----------------------------------------------------------------------


def strong_enough(p: Position, token: str) -> bool:
    """R70, R71."""
    what, value = token.split()
    if what == "ice":
        return bool(mine(p)["pods"] >= int(value))
    strength = cannons(p, p["active"]) if p["options"]["base_scientists"] else mine(p)["cannons"]
    return bool(strength >= int(value))


def triggers(p: Position, vertex: str) -> bool:
    """Q5: exploring, discovering, or a special planet that would fall."""
    name = WHERE.get(vertex)
    if name is None or name in CATANIAN:
        return False
    if tile(p, name)["face"] != "open":
        return True
    tokens = [special(p, name, place) for place in PLANETS_BY[vertex]]
    return any(token and strong_enough(p, token) for token in tokens)


def explore(p: Position, vertex: str) -> None:
    """R62 to R65."""
    name = WHERE.get(vertex)
    if name is None or name in CATANIAN or tile(p, name)["face"] == "open":
        return
    lies = tile(p, name)
    planets = SECTORS[lies["sector"]].get("planets")
    if lies["face"] == "down" and planets:
        icons = [planets[(place + lies["rotation"]) % 3][1] for place in range(3)]
        lies["discs"] = [p["stacks"][icon].pop(0) for icon in icons]
    lies["face"] = "open"


def settle_specials(p: Position) -> None:
    """Q4, Q27: every special that may fall falls, by area; then colony ships parked there may found (Q23)."""
    fleet = [*mine(p)["ships"], *([p["flying"]] if p["flying"] else [])]
    fallen = [
        (name, place)
        for name in AREAS
        for place in range(3)
        if (token := special(p, name, place)) and strong_enough(p, token)
        if any(WHERE.get(ship["at"]) == name and place in PLANETS_BY[ship["at"]] for ship in fleet)
    ]
    for name, place in fallen:
        if not has_won(p):  # Q25: after every single effect
            take_token(p, name, place)
    for name, place in reversed(fallen):
        offer_founding(p, name, place)


def take_token(p: Position, name: str, place: int) -> None:
    """R72."""
    discs = tile(p, name)["discs"]
    p["tokens"][discs[place]] = p["active"]
    discs[place] = "r" + p["reserve_discs"].pop(0)


def offer_founding(p: Position, name: str, place: int) -> None:
    for site in reversed(SITES[name]):
        if place in PLANETS_BY[site] and parked(p, site):
            push(p, "found", p["active"], a=site_number(site), b=1)


def parked(p: Position, site: str) -> Any:
    return next((ship for ship in mine(p)["ships"] if ship["at"] == site and ship["kind"] == "colony"), None)


# --- picking a ship -------------------------------------------------------------------------------


def speed(p: Position) -> int:
    return int(p["base_speed"] + boosters(p, p["active"]))


@lists("flight")
def list_flight(p: Position, entry: Entry) -> list[str]:
    if not p["balls"] and not p["base_speed"]:
        return ["end flight"]
    fleet = [ship for ship in mine(p)["ships"] if not ship["moved"]]
    names = [f"fly {ship['at']}" for ship in fleet if may_fly(p, ship)]
    if p["jump"]:
        names += [f"jump {ship['at']}" for ship in fleet if not ship["locked"] and jumps(p, ship)]
    return names if any(must_move(p, ship) for ship in fleet) else [*names, "end flight"]


def without(p: Position, ship: Entry) -> set[str]:
    return occupied(p) - {ship["at"]}


def may_fly(p: Position, ship: Entry) -> bool:
    if ship["locked"]:
        return ship["kind"] == "colony" and may_found(p, ship["at"])
    flying = {"kind": ship["kind"], "at": ship["at"], "origin": ship["at"], "steps": speed(p)}
    return bool(targets(p, flying, without(p, ship)))


def must_move(p: Position, ship: Entry) -> bool:
    """Q17."""
    on_site = ship["kind"] == "colony" and is_site(p, ship["at"])
    if ship["locked"] or not (ship["at"] in foreign_docks(p) or on_site):
        return False
    flying = {"kind": ship["kind"], "at": ship["at"], "origin": ship["at"]}
    return (on_site and may_found(p, ship["at"])) or stop_in_reach(p, flying, ship["at"], speed(p), without(p, ship))


def plain_ways(p: Position, vertex: str) -> Iterator[str]:
    """On a way that uses no notch and no centre of a face-down tile."""
    return (other for other in LATTICE[vertex] if enterable(p, other) and not face_down_notch(p, other))


def stop_in_reach(p: Position, ship: Entry, start: str, steps: int, taken: set[str]) -> bool:
    """A legal stop elsewhere."""
    foreign = foreign_docks(p)
    reach = distances(start, steps, lambda vertex: plain_ways(p, vertex))
    return any(may_stop(p, ship, vertex, taken, foreign) for vertex in reach if vertex != start)


@takes("flight")
def take_flight(p: Position, entry: Entry, name: str) -> None:
    verb, at = name.split()
    if verb == "end":
        return
    p["pending"].append(entry)
    ship = next(ship for ship in mine(p)["ships"] if ship["at"] == at)
    mine(p)["ships"].remove(ship)
    steps = 0 if ship["locked"] else speed(p)
    p["jump"] &= verb != "jump"
    p["flying"] = {"kind": ship["kind"], "at": at, "origin": at, "steps": steps}
    push(p, "jump_target" if verb == "jump" else "target", p["active"])


# --- flying ---------------------------------------------------------------------------------------


def targets(p: Position, ship: Entry, taken: set[str]) -> list[str]:
    """Q5."""
    foreign = foreign_docks(p)

    def ways(vertex: str) -> Iterator[str]:
        if vertex != ship["at"] and triggers(p, vertex):
            return iter(())
        return (other for other in LATTICE[vertex] if enterable(p, other))

    reach = distances(ship["at"], ship["steps"], ways)
    return in_order(
        vertex
        for vertex, steps in reach.items()
        if may_stop(p, ship, vertex, taken, foreign)
        or (steps and triggers(p, vertex) and stop_in_reach(p, ship, vertex, ship["steps"] - steps, taken))
    )


@lists("target")
def list_target(p: Position, entry: Entry) -> list[str]:
    ship = p["flying"]
    return [f"to {vertex}" for vertex in targets(p, ship, occupied(p)) or [ship["at"]]]


@takes("target")
def take_target(p: Position, entry: Entry, name: str) -> None:
    ship, goal = p["flying"], name.split()[1]
    if goal == ship["at"] or not triggers(p, goal):
        ship["steps"] = 0
        ship["at"] = goal
        push(p, "end_move", p["active"])
        return
    ship["steps"] -= steps_to(p, ship, goal)
    ship["at"] = goal
    push(p, "target", p["active"])
    land(p, goal)


def steps_to(p: Position, ship: Entry, goal: str) -> int:
    def ways(vertex: str) -> Iterator[str]:
        if vertex != ship["at"] and triggers(p, vertex):
            return iter(())
        return (other for other in LATTICE[vertex] if enterable(p, other))

    return distances(ship["at"], ship["steps"], ways)[goal]


def land(p: Position, vertex: str) -> None:
    explore(p, vertex)
    settle_specials(p)


def jumps(p: Position, ship: Entry) -> list[str]:
    """R99, Q6."""
    taken, foreign = without(p, ship), foreign_docks(p)
    jumper = {**ship, "origin": ship["at"]}
    return in_order(
        vertex for vertex in LATTICE if vertex != ship["at"] and may_stop(p, jumper, vertex, taken, foreign)
    )


@lists("jump_target")
def list_jump_target(p: Position, entry: Entry) -> list[str]:
    return [f"to {vertex}" for vertex in jumps(p, p["flying"])]


@takes("jump_target")
def take_jump_target(p: Position, entry: Entry, name: str) -> None:
    p["flying"] |= {"at": name.split()[1], "steps": 0}
    push(p, "end_move", p["active"])
    land(p, p["flying"]["at"])


@step("end_move")
def end_move(p: Position, entry: Entry) -> None:
    ship = p["flying"]
    push(p, "free_ships", p["active"])
    if ship["kind"] == "colony" and may_found(p, ship["at"]):
        push(p, "found", p["active"], a=site_number(ship["at"]), b=0)
        return
    p["flying"] = None
    if ship["kind"] == "trade" and dock(p, ship["at"]):
        found_station(p, str(dock(p, ship["at"])))
    else:
        place_ship(p, p["active"], ship["kind"], ship["at"], moved=True)


# --- founding -------------------------------------------------------------------------------------


@lists("found")
def list_found(p: Position, entry: Entry) -> list[str]:
    site = site_named(entry["a"])
    if entry["b"]:
        return ["found colony", "do not found"] if parked(p, site) and may_found(p, site) else []
    return ["found colony"] if p["flying"]["origin"] == site else ["found colony", "do not found"]


@takes("found")
def take_found(p: Position, entry: Entry, name: str) -> None:
    site, own = site_named(entry["a"]), mine(p)
    if not entry["b"]:
        ship, p["flying"] = p["flying"], None
        if name == "do not found":
            place_ship(p, p["active"], "colony", ship["at"], moved=True)
    elif name == "found colony":
        own["ships"].remove(parked(p, site))
    if name == "found colony":
        own["colonies"] = in_order([*own["colonies"], site])
        if not p["flying"]:
            push(p, "free_ships", p["active"])


def found_station(p: Position, people: str) -> None:
    """R76 to R79."""
    stations = mine(p)["stations"]
    stations[people] += 1
    holder = p["markers"][people]
    if holder is None or stations[people] > p["seats"][holder]["stations"][people]:
        p["markers"][people] = p["active"]
    push(p, "friendship", p["active"], a=PEOPLES.index(people))


@lists("friendship")
def list_friendship(p: Position, entry: Entry) -> list[str]:
    people = PEOPLES[entry["a"]]
    return [f"take {name}" for name, card in FRIENDS.items() if card["people"] == people and copies_left(p, name)]


def copies_left(p: Position, name: str) -> int:
    return int(FRIENDS[name]["copies"] - sum(seat["friends"].count(name) for seat in p["seats"]))


@takes("friendship")
def take_friendship(p: Position, entry: Entry, name: str) -> None:
    own = mine(p)
    own["friends"] = sorted([*own["friends"], name.split()[1]], key=list(FRIENDS).index)
    settle_specials(p)


# --- free trade ships -----------------------------------------------------------------------------


def place_free_ships(p: Position) -> None:
    """R98, Q22."""
    seat = p["active"]
    own = p["seats"][seat]
    if not stations_left(p, seat):
        own["ship_markers"] = 0
    elif own["ship_markers"] and transports(p, seat) and free_docks(p, seat) and not p["flying"]:
        push(p, "place_ship", seat)


@lists("place_ship")
def list_place_ship(p: Position, entry: Entry) -> list[str]:
    return [f"trade ship at {site}" for site in free_docks(p, entry["seat"])]


@takes("place_ship")
def take_place_ship(p: Position, entry: Entry, name: str) -> None:
    mine(p)["ship_markers"] -= 1
    place_ship(p, entry["seat"], "trade", name.split()[-1])
    push(p, "free_ships", entry["seat"])
    settle_specials(p)
