"""The components of On Mars, read from the TOML files beside this module and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from core.on_mars.vocabulary import (
    BLUEPRINT_COUNT,
    BUILDINGS,
    CONDITIONS,
    CONTRACT_COUNT,
    DISCOVERY_COUNT,
    EFFECTS,
    FLAGS,
    GOAL_COUNT,
    HEX_COUNT,
    ITEMS,
    MAIN_ACTIONS,
    MASKS,
    MISSION_CARDS,
    NOTHING,
    REWARDS,
    SIDES,
    TASKS,
    UNITS,
)

FILES = ("board", "technology", "buildings", "cards", "variants")
STATUS = ("confirmed", "single", "deduced", "reconstructed")

SCIENTISTS = ("geologist", "rd_engineer", "hydrologist", "biochemist", "geochemist", "systems_engineer")
LAB = ("c1t", "c1b", "c2t", "c2m", "c2b", "c3t", "c3b", "c4t", "c4m", "c4b", "c5t", "c5b", "c6")
DIRECTIONS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
SOLO_GOALS = ("first_colonists", "next_generation", "hunky_dory", "martian_potato")

Hex = tuple[int, int]
Effect = tuple[int, int, int, int]


class BadComponents(ValueError):
    """A component file says something impossible."""


def want(holds: object, where: str, wrong: str) -> None:
    if not holds:
        raise BadComponents(f"{where}: {wrong}.")


def index(values: Iterable[str], value: object, where: str) -> int:
    known = list(values)
    want(value in known, where, f"{value!r} is not one of {', '.join(known)}")
    return known.index(str(value))


def effect(text: str, where: str) -> Effect:
    """An effect in words, e.g. "upgrade 2 free": kind, number, operand, flags."""
    kind, *words = text.split()
    number, operand, flags, mask = 1, NOTHING, 0, 0
    for word in words:
        if word.isdecimal():
            number = int(word)
        elif word in FLAGS:
            flags |= FLAGS[word]
        elif word in MASKS:
            mask |= MASKS[word]
        elif kind == "resource":
            operand = index(ITEMS[:5], word, where)
        elif kind == "travel":
            operand = index(SIDES, word, where)
        elif word != "any":
            operand = index(BUILDINGS, word, where)
    want(number <= 99, where, f"{number} is too many")
    return index(EFFECTS, kind, where), number, mask or operand, flags


def cost(units: list[str], where: str) -> list[int]:
    want(isinstance(units, list) and len(units) <= 4, where, "a cost has at most four units")
    return [index(UNITS, unit, where) for unit in units]


def rows(data: dict[str, Any], name: str, count: int, key: str = "id") -> list[dict[str, Any]]:
    """The rows of one kind of component, numbered as they should be."""
    found = data.get(name, [])
    want(len(found) == count, name, f"{count} are needed, there are {len(found)}")
    for number, row in enumerate(found, 1):
        want(row.get("status") in STATUS, f"{name} {row.get(key)}", f"status {row.get('status')!r} is unknown")
        if isinstance(row.get(key), int):
            want(row[key] == number, f"{name} {row[key]}", f"number {number} should stand here")
    return list(found)


def in_order(data: dict[str, Any], name: str, key: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rows of components that are known by name, in the order of the names."""
    found = rows(data, name, len(names), key)
    for row, expected in zip(found, names, strict=True):
        want(row[key] == expected, name, f"{expected!r} should stand where {row[key]!r} stands")
    return found


@cache
def read() -> dict[str, Any]:
    """The raw content of all component files."""
    content: dict[str, Any] = {}
    for file in FILES:
        content.update(tomllib.loads((Path(__file__).parent / f"{file}.toml").read_text(encoding="utf-8")))
    return content


def hexes(data: dict[str, Any]) -> list[Hex]:
    """All hexes, by q, then r."""
    return [(q, r) for q, low, high in data["map"]["columns"] for r in range(low, high + 1)]


def distance(a: Hex, b: Hex) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def places(data: dict[str, Any], cells: list[Hex], given: list[list[int]], count: int, where: str) -> list[int]:
    want(len(given) == count, where, f"{count} hexes are needed")
    for q, r in given:
        want((q, r) in cells, where, f"({q},{r}) is not on the map")
    return [cells.index((q, r)) for q, r in given]


def board_tables(data: dict[str, Any], players: int) -> dict[str, Any]:
    cells = hexes(data)
    want(len(cells) == HEX_COUNT, "map", f"{HEX_COUNT} hexes are needed, there are {len(cells)}")
    research = [hex_ for corner in "ABCD" for hex_ in data["map"]["research"][corner]]
    spaces = rows(data, "turn_order", 8, "space")
    mains = in_order(data, "main", "id", MAIN_ACTIONS)
    executive = rows(data, "executive", 8, "slot")
    rewards = rows(data, "lss_reward", 8)
    return {
        "hexes": cells,
        "mine_hex": places(data, cells, [data["map"]["mine"]], 1, "map.mine")[0],
        "start_hexes": places(data, cells, data["map"]["starting_buildings"]["hexes"], 4, "map.starting_buildings"),
        "shelter_hexes": places(data, cells, data["map"]["shelters"][str(players)], players, "map.shelters"),
        "research_hexes": places(data, cells, research, 8, "map.research"),
        "spaces": [effect(row["effect"], f"turn_order {row['space']}") for row in spaces],
        "mains": [effect(row["effect"], f"main {row['id']}") for row in mains],
        "main_sides": [index(SIDES, row["side"], f"main {row['id']}") for row in mains],
        "executive": [effect(row["effect"], f"executive {row['slot']}") for row in executive],
        "executive_cost": [row["cost"] for row in executive],
        "reward_per": [index(REWARDS, row["per"], f"lss_reward {row['id']}") for row in rewards],
        "reward_each": [row["each"] for row in rewards],
        "landing": data["shuttle"]["landing"],
        "warehouse": data["warehouse"][str(players)],
        "slots": data["slots"]["per_action"],
        "quarters_points": data["quarters_score"]["points"],
        "progress_points": data["progress_score"]["points"],
    }


def technology_tables(data: dict[str, Any]) -> dict[str, Any]:
    lab = in_order(data, "lab_space", "id", LAB)
    columns = {row["id"]: row["column"] for row in lab}
    for row in lab:
        for right in row["right"]:
            want(columns.get(right) == row["column"] + 1, f"lab_space {row['id']}", f"{right!r} is not to its right")
    return {
        "lab": [effect(row["effect"], f"lab_space {row['id']}") for row in lab],
        "lab_right": [sum(1 << LAB.index(right) for right in row["right"]) for row in lab],
        "lab_column": [row["column"] for row in lab],
        "lab_marked": sum(1 << index(LAB, space, "laboratory.marked") for space in data["laboratory"]["marked"]),
        "lab_costs": [cost(units, "laboratory.costs") for units in data["laboratory"]["costs"]],
        "lab_points": data["laboratory"]["points"],
        "shelter_tech_space": index(LAB, data["laboratory"]["shelter_tech_starts"], "laboratory"),
        "grid_costs": [cost(units, "tech_grid.costs") for units in data["tech_grid"]["costs"]],
        "grid_refill": [space - 1 for space in data["tech_grid"]["refill"]],
    }


def building_tables(data: dict[str, Any]) -> dict[str, Any]:
    buildings = in_order(data, "building", "type", BUILDINGS)
    for row, item in zip(buildings, ITEMS, strict=True):
        want(row["produces"] == item, f"building {row['type']}", f"it produces {item}")
    cards = rows(data, "blueprint", BLUEPRINT_COUNT)
    for row in cards:
        want(
            row["level"] == (1 if row["id"] <= 12 else 3),
            f"blueprint {row['id']}",
            "1 to 12 are of level 1, the rest of 3",
        )
    arrows = data["tiles"]["arrows"]
    want(len(arrows) == 6, "tiles.arrows", "six tiles are needed")
    return {
        "building_cost": [cost([row["cost"]], f"building {row['type']}") for row in buildings],
        "arrows": [sum(1 << index(DIRECTIONS, arrow, "tiles.arrows") for arrow in tile) for tile in arrows],
        "cards": [effect(row["effect"], f"blueprint {row['id']}") for row in cards],
        "card_names": [row["name"] for row in cards],
        "card_type": [index(BUILDINGS, row["building"], f"blueprint {row['id']}") for row in cards],
        "card_level": [row["level"] for row in cards],
        "card_complex": [row["min_complex"] for row in cards],
        "card_points": [row["points"] for row in cards],
    }


def contract(row: dict[str, Any]) -> dict[str, int]:
    """An Upgrade Contract, or a Delivery of one item and Minerals."""
    where = f"contract {row['id']}"
    if "building" in row:
        building = index(BUILDINGS, row["building"], where)
        return {"building": building, "complex": row["complex"], "item": 0, "count": 0, "minerals": 0}
    needs = dict(row["needs"])
    minerals = needs.pop("mineral", 0)
    want(len(needs) <= 1, where, "it needs one item besides Minerals")
    item, count = next(iter(needs.items()), ("mineral", 0))
    return {"building": NOTHING, "complex": 0, "item": index(ITEMS, item, where), "count": count, "minerals": minerals}


def card_tables(data: dict[str, Any], players: int) -> dict[str, Any]:
    scientists = in_order(data, "scientist", "id", SCIENTISTS)
    for row, building in zip(scientists, BUILDINGS, strict=True):
        want(row["works_in"] == building, f"scientist {row['id']}", f"he works in {building}")
    contracts = rows(data, "contract", CONTRACT_COUNT)
    for row in contracts:
        want(
            ("building" in row) == (row["id"] <= 6),
            f"contract {row['id']}",
            "1 to 6 are for upgrades, the rest deliveries",
        )
    missions = in_order(data, "mission", "id", MISSION_CARDS)
    goals, discoveries = rows(data, "goal", GOAL_COUNT), rows(data, "discovery", DISCOVERY_COUNT)
    return {
        "scientist_cost": [cost(row["cost"], f"scientist {row['id']}") for row in scientists],
        "scientist_scores": [index(BUILDINGS, row["scores"], f"scientist {row['id']}") for row in scientists],
        "scientist_points": scientists[0]["points"],
        "contract_cost": cost(data["contracts"]["cost"], "contracts"),
        "contracts": [{**contract(row), "done": row["done"], "failed": row["failed"]} for row in contracts],
        "mission_need": [row["need"][str(players)] for row in missions],
        "mission_crystals": [row["crystals"] for row in missions],
        "mission_short": [row["length"] == "short" for row in missions],
        "goals": [effect(row["effect"], f"goal {row['id']}") for row in goals],
        "goal_develop": effect(data["goals"]["effect"], "goals"),
        "goal_condition": [index(CONDITIONS, row["condition"], f"goal {row['id']}") for row in goals],
        "goal_count": [row["count"] for row in goals],
        "discoveries": [effect(row["effect"], f"discovery {row['id']}") for row in discoveries],
        "research": effect(data["research"]["effect"], "research"),
    }


def solo_goal(row: dict[str, Any]) -> dict[str, int]:
    where = f"solo_goal {row['id']}"
    plain = (
        "colony_level", "contracts", "contracts_of_each_type", "private_goals", "techs_at_level_6", "research_tiles",
        "shelters", "mines", "advanced_buildings", "advanced_greenhouses", "greenhouse_complex", "plants",
        "greenhouse_tech", "margin",
    )  # fmt: skip
    known = {*plain, "id", "status", "scientist", "finish", "contract_ids"}
    want(set(row) <= known, where, f"unknown: {', '.join(sorted(set(row) - known))}")
    goal = {name: int(row.get(name, 0)) for name in plain}
    goal["scientist"] = index(SCIENTISTS, row["scientist"], where) if "scientist" in row else NOTHING
    goal["in_orbit"] = row.get("finish") == "orbit"
    goal["contract_ids"] = sum(1 << number for number in row.get("contract_ids", ()))
    return goal


def variant_tables(data: dict[str, Any]) -> dict[str, Any]:
    a_cards, b_cards, solo = rows(data, "card_a", 4), rows(data, "card_b", 8), rows(data, "solo_card", 12)
    first = data["first_colonists"]
    return {
        "a_types": [sum(1 << index(BUILDINGS, kind, row["id"]) for kind in row["any_of"]) for row in a_cards],
        "b_cards": [effect(row["effect"], row["id"]) for row in b_cards],
        "b_tasks": [index(TASKS, row["task"], row["id"]) for row in b_cards],
        "first_spaces": first["spaces"],
        "first_missions": [index(MISSION_CARDS, mission, "first_colonists") for mission in first["missions"]],
        "solo_action": [row["action"] for row in solo],
        "solo_mission": ["ABC".index(row["mission"]) for row in solo],
        "solo_travels": [row["travels"] for row in solo],
        "solo_main": [[index(MAIN_ACTIONS, action, "solo") for action in data["solo"][side]] for side in SIDES],
        "solo_scientists": data["solo"]["scientists_before_contracts"],
        "solo_goals": [solo_goal(row) for row in in_order(data, "solo_goal", "id", SOLO_GOALS)],
    }


def tables(players: int, source: Callable[[], dict[str, Any]] = read) -> dict[str, Any]:
    """Everything the rules look up, checked, for a number of boards."""
    data = source()
    try:
        return {
            **board_tables(data, players),
            **technology_tables(data),
            **building_tables(data),
            **card_tables(data, players),
            **variant_tables(data),
        }
    except (KeyError, TypeError, AttributeError) as error:
        raise BadComponents(f"a component file lacks or misspells {error}.") from error
