"""The model's map: intersections, connections and trefoils, worked out of the hexes of board.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import core

HERE = Path(core.__file__).parent / "starfarers"


def read(name: str) -> Any:
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


BOARD, PARTS, CARDS = read("board"), read("components"), read("encounters")
SECTORS = {sector["id"]: sector for sector in PARTS["sector"]}
FRIENDS = {friend["id"]: friend for friend in PARTS["friend"]}
ENCOUNTERS = {card["number"]: card for card in CARDS["card"]}

KINDS = ("ore", "fuel", "carbon", "food", "goods")
COLOURS = ("yellow", "red", "white", "blue")
PEOPLES = ("green_folk", "diplomats", "merchants", "scientists")
UPGRADES = ("booster", "cannon", "pod")
ICONS = ("triangle1", "square1", "hexagon1", "triangle2", "square2", "hexagon2")

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def corners(col: int, row: int) -> list[str]:
    """The six corners of a hex, clockwise from the east."""
    x, y = 3 * col, 2 * row + col % 2
    return [f"v{x + dx}_{y + dy}" for dx, dy in CORNERS]


def place_of(vertex: str) -> tuple[int, int]:
    x, y = vertex[1:].split("_")
    return int(x), int(y)


def connections() -> dict[str, set[str]]:
    """The whole lattice, centres included."""
    found: dict[str, set[str]] = {}
    for col, first, last in BOARD["columns"]:
        for row in range(first, last + 1):
            ring = corners(col, row)
            for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return found


LATTICE = connections()
TREFOILS = [*BOARD["area"], *BOARD["system"]]
TREFOIL_IDS = [trefoil["id"] for trefoil in TREFOILS]
AREAS = [area["id"] for area in BOARD["area"]]
CATANIAN = [system["id"] for system in BOARD["system"]]
HEXES = {trefoil["id"]: [corners(*hex) for hex in trefoil["hexes"]] for trefoil in TREFOILS}
CENTRE = {name: next(iter(set.intersection(*map(set, hexes)))) for name, hexes in HEXES.items()}


def notch(name: str, place: int) -> str:
    """The site between the planets at this place and the next."""
    one, other = HEXES[name][place], HEXES[name][(place + 1) % 3]
    return next(iter((set(one) & set(other)) - {CENTRE[name]}))


SITES = {name: [notch(name, place) for place in range(3)] for name in TREFOIL_IDS}
WHERE = {vertex: name for name, hexes in HEXES.items() for hex in hexes for vertex in hex}
SITE_OF = {SITES[name][place]: (name, place) for name in TREFOIL_IDS for place in range(3)}
CENTRE_OF = {vertex: name for name, vertex in CENTRE.items()}


def planets_by(vertex: str) -> list[int]:
    """The places of the planets an intersection touches; a centre touches none (it is no corner to stand on)."""
    name = WHERE.get(vertex)
    if name is None or vertex == CENTRE[name]:
        return []
    return [place for place in range(3) if vertex in HEXES[name][place]]


PLANETS_BY = {vertex: planets_by(vertex) for vertex in LATTICE}
BESIDE = {site: sorted(LATTICE[site] - {CENTRE[name]}, key=place_of) for site, (name, _) in SITE_OF.items()}


def site_number(site: str) -> int:
    name, place = SITE_OF[site]
    return 3 * TREFOIL_IDS.index(name) + place


def site_named(number: int) -> str:
    return SITES[TREFOIL_IDS[number // 3]][number % 3]


def in_order(vertices: Any) -> list[str]:
    return sorted(vertices, key=place_of)


def distances(start: str, steps: int, ways: Callable[[str], Iterator[str]]) -> dict[str, int]:
    """How far everything within so many steps is."""
    found, front = {start: 0}, [start]
    for step in range(1, steps + 1):
        front = [other for one in front for other in ways(one) if found.setdefault(other, step) == step]
        front = list(dict.fromkeys(front))
    return found
