"""The model's set-ups (R1 to R19)."""

from __future__ import annotations

from typing import Any

from tests.core.starfarers.model_base import (
    Entry, Position, lists, mine, occupied, place_ship, push, reserve_draw, step, takes, clockwise,
)  # fmt: skip
from tests.core.starfarers.model_map import BESIDE, CATANIAN, PARTS, SITES, UPGRADES, in_order, site_named, site_number


def new(players: int, options: dict[str, Any], seed: int) -> Position:
    raise NotImplementedError


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
    push(p, "start_turn", p["starter"])


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
