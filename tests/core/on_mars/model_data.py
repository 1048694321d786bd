"""What the slow model of On Mars knows without a position: the data files, the map, the words."""

from __future__ import annotations

import marshal
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import core
from tests.core.chance import mixed, stream

Position = dict[str, Any]
Board = dict[str, Any]

RESOURCES = ("mineral", "battery", "water", "plant", "oxygen")
NOT_MINERALS = RESOURCES[1:]
TYPES = ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser", "shelter")
ORBIT_SLOTS = ("obtain_blueprint", "research_development")
COLONY_SLOTS = ("construct", "upgrade", "hire_or_contract")
DIRECTIONS = {"N": (0, -1), "S": (0, 1), "NE": (1, -1), "SE": (1, 0), "NW": (-1, 0), "SW": (-1, 1)}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(core.__file__).parent / "on_mars" / f"{name}.toml").read_text(encoding="utf-8"))


BOARD = read("board")
BUILDINGS = read("buildings")
CARDS = read("cards")
TECHNOLOGY = read("technology")
VARIANTS = read("variants")

BLUEPRINT = {row["id"]: row for row in BUILDINGS["blueprint"]}
BUILDING = {row["type"]: row for row in BUILDINGS["building"]}
ARROWS = BUILDINGS["tiles"]["arrows"]
SCIENTIST = {row["id"]: row for row in CARDS["scientist"]}
CONTRACT = {row["id"]: row for row in CARDS["contract"]}
MISSION = {row["id"]: row for row in CARDS["mission"]}
GOAL = {row["id"]: row for row in CARDS["goal"]}
DISCOVERY = {row["id"]: row["effect"] for row in CARDS["discovery"]}
SPACE = {row["space"]: row for row in BOARD["turn_order"]}
MAIN = {row["id"]: row for row in BOARD["main"]}
EXECUTIVE = {row["slot"]: row for row in BOARD["executive"]}
REWARD = {row["id"]: row for row in BOARD["lss_reward"]}
LAB = {row["id"]: row for row in TECHNOLOGY["lab_space"]}
LAB_COSTS = TECHNOLOGY["laboratory"]["costs"]
GRID_COSTS = TECHNOLOGY["tech_grid"]["costs"]
CARD_A = {row["id"]: row for row in VARIANTS["card_a"]}
CARD_B = {row["id"]: row for row in VARIANTS["card_b"]}

HEXES = [f"{q},{r}" for q, low, high in BOARD["map"]["columns"] for r in range(low, high + 1)]
PLACE = {hex_: number for number, hex_ in enumerate(HEXES)}
MINE = "0,0"


def chance(seed: int, source: int, index: int, below: int) -> int:
    return next(stream(seed, source, index)) * below >> 32


def shuffled(seed: int, source: int, index: int, cards: list[int]) -> list[int]:
    return mixed(cards, stream(seed, source, index))


def clone(p: Position) -> Position:
    copied: Position = marshal.loads(marshal.dumps(p))
    return copied


@cache
def axial(hex_: str) -> tuple[int, int]:
    q, r = hex_.split(",")
    return int(q), int(r)


@cache
def distance(one: str, other: str) -> int:
    dq, dr = axial(one)[0] - axial(other)[0], axial(one)[1] - axial(other)[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def neighbours(hex_: str) -> list[str]:
    return [other for other in HEXES if distance(hex_, other) == 1]


def towards(hex_: str, direction: str) -> str | None:
    (q, r), (dq, dr) = axial(hex_), DIRECTIONS[direction]
    found = f"{q + dq},{r + dr}"
    return found if found in PLACE else None
