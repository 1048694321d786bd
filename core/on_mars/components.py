"""The components of On Mars, read from the TOML files beside this module and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import BadComponents
from core.fields import Field
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


def effect(field: Field) -> Effect:
    """An effect in words, e.g. "upgrade 2 free": kind, number, operand, flags."""
    kind, *words = field.text().split() or [""]
    number, operand, flags, mask = 1, NOTHING, 0, 0
    for word in words:
        if word.isdecimal():
            number = word_of(field, int(word)).number(0, 99)
        elif word in FLAGS:
            flags |= FLAGS[word]
        elif word in MASKS:
            mask |= MASKS[word]
        elif kind == "resource":
            operand = word_of(field, word).index(ITEMS[:5])
        elif kind == "travel":
            operand = word_of(field, word).index(SIDES)
        elif word != "any":
            operand = word_of(field, word).index(BUILDINGS)
    return word_of(field, kind).index(EFFECTS), number, mask or operand, flags


def word_of(field: Field, word: Any) -> Field:
    """One word of an effect, which is wrong where the whole effect stands."""
    return Field(word, field.path, field.error)


def cost(field: Field) -> list[int]:
    return [unit.index(UNITS) for unit in field.entries(0, 4)]


def rows(data: Field, name: str, count: int, key: str = "id") -> list[Field]:
    """The rows of one kind of component, numbered as they should be."""
    found = data[name].entries(count, count)
    for number, row in enumerate(found, 1):
        row["status"].choice(STATUS)
        if isinstance(row[key].value, int):
            row[key].require(row[key].value == number, f"number {number} should stand here")
    return found


def in_order(data: Field, name: str, key: str, names: tuple[str, ...]) -> list[Field]:
    """The rows of components that are known by name, in the order of the names."""
    found = rows(data, name, len(names), key)
    for row, expected in zip(found, names, strict=True):
        row[key].require(row[key].value == expected, f"{expected!r} should stand here")
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
    columns = Field(data["map"]["columns"], "map.columns", BadComponents)
    spans = [column.numbers(3, -20, 20) for column in columns.entries()]
    return [(q, r) for q, low, high in spans for r in range(low, high + 1)]


def distance(a: Hex, b: Hex) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def place(cells: list[Hex], given: Field) -> int:
    q, r = given.numbers(2, -20, 20)
    given.require((q, r) in cells, f"({q},{r}) is not on the map")
    return cells.index((q, r))


def places(cells: list[Hex], given: Field, count: int) -> list[int]:
    return [place(cells, hex_) for hex_ in given.entries(count, count)]


def board_tables(data: Field, players: int) -> dict[str, Any]:
    board = data["map"]
    cells = hexes(data.value)
    board["columns"].require(len(cells) == HEX_COUNT, f"{HEX_COUNT} hexes are needed, there are {len(cells)}")
    spaces = rows(data, "turn_order", 8, "space")
    mains = in_order(data, "main", "id", MAIN_ACTIONS)
    executive = rows(data, "executive", 8, "slot")
    rewards = rows(data, "lss_reward", 8)
    return {
        "hexes": cells,
        "mine_hex": place(cells, board["mine"]),
        "start_hexes": places(cells, board["starting_buildings"]["hexes"], 4),
        "shelter_hexes": places(cells, board["shelters"][str(players)], players),
        "research_hexes": [hex_ for corner in "ABCD" for hex_ in places(cells, board["research"][corner], 2)],
        "spaces": [effect(row["effect"]) for row in spaces],
        "mains": [effect(row["effect"]) for row in mains],
        "main_sides": [row["side"].index(SIDES) for row in mains],
        "executive": [effect(row["effect"]) for row in executive],
        "executive_cost": [row["cost"].number(0, 99) for row in executive],
        "reward_per": [row["per"].index(REWARDS) for row in rewards],
        "reward_each": [row["each"].number(0, 99) for row in rewards],
        "landing": data["shuttle"]["landing"].numbers(5, 0, 3),
        "warehouse": data["warehouse"][str(players)].number(0, 99),
        "slots": data["slots"]["per_action"].number(0, 99),
        "quarters_points": data["quarters_score"]["points"].numbers(13, 0, 99),
        "progress_points": data["progress_score"]["points"].numbers(6, 0, 99),
    }


def technology_tables(data: Field) -> dict[str, Any]:
    spaces = in_order(data, "lab_space", "id", LAB)
    columns = dict(zip(LAB, (row["column"].number(1, 6) for row in spaces), strict=True))
    laboratory, grid = data["laboratory"], data["tech_grid"]
    return {
        "lab": [effect(row["effect"]) for row in spaces],
        "lab_right": [lab_right(row, columns) for row in spaces],
        "lab_column": list(columns.values()),
        "lab_marked": bits(laboratory["marked"], LAB),
        "lab_costs": [cost(units) for units in laboratory["costs"].entries(6, 6)],
        "lab_points": laboratory["points"].numbers(6, 0, 99),
        "shelter_tech_space": laboratory["shelter_tech_starts"].index(LAB),
        "grid_costs": [cost(units) for units in grid["costs"].entries(8, 8)],
        "grid_refill": [space - 1 for space in grid["refill"].numbers(8, 1, 8)],
    }


def bits(field: Field, names: Sequence[str]) -> int:
    """A list of names as a set of bits."""
    return sum(1 << place for place in {entry.index(names) for entry in field.entries()})


def lab_right(space: Field, columns: dict[str, int]) -> int:
    """The spaces to the right of this one that a tech may go to, as bits."""
    for right in space["right"].entries():
        beside = columns[right.choice(LAB)] == columns[space["id"].text()] + 1
        right.require(beside, f"{right.value!r} is not to its right")
    return bits(space["right"], LAB)


def building_tables(data: Field) -> dict[str, Any]:
    buildings = in_order(data, "building", "type", BUILDINGS)
    for row, item in zip(buildings, ITEMS, strict=True):
        row["produces"].choice((item,))
    cards = rows(data, "blueprint", BLUEPRINT_COUNT)
    for number, row in enumerate(cards, 1):
        level = 1 if number <= 12 else 3
        row["level"].require(row["level"].value == level, "1 to 12 are of level 1, the rest of 3")
    return {
        "building_cost": [[row["cost"].index(UNITS)] for row in buildings],
        "arrows": [bits(tile, list(DIRECTIONS)) for tile in data["tiles"]["arrows"].entries(6, 6)],
        "cards": [effect(row["effect"]) for row in cards],
        "card_names": [row["name"].text() for row in cards],
        "card_type": [row["building"].index(BUILDINGS) for row in cards],
        "card_level": [row["level"].number(1, 3) for row in cards],
        "card_complex": [row["min_complex"].number(0, 9) for row in cards],
        "card_points": [row["points"].number(0, 99) for row in cards],
    }


def contract(row: Field) -> dict[str, int]:
    """An Upgrade Contract, or a Delivery of one item and Minerals; and what it scores."""
    points = {"done": row["done"].number(-99, 99), "failed": row["failed"].number(-99, 99)}
    if "building" in row:
        building, complex_ = row["building"].index(BUILDINGS), row["complex"].number(1, 9)
        return {"building": building, "complex": complex_, "item": 0, "count": 0, "minerals": 0, **points}
    needs = {name: count.number(1, 9) for name, count in row["needs"].table(ITEMS).items()}
    minerals = needs.pop("mineral", 0)
    row["needs"].require(len(needs) <= 1, "it needs one item besides Minerals")
    item, count = next(iter(needs.items()), ("mineral", 0))
    delivery = {"item": ITEMS.index(item), "count": count, "minerals": minerals}
    return {"building": NOTHING, "complex": 0, **delivery, **points}


def card_tables(data: Field, players: int) -> dict[str, Any]:
    scientists = in_order(data, "scientist", "id", SCIENTISTS)
    for row, building in zip(scientists, BUILDINGS, strict=True):
        row["works_in"].choice((building,))
    contracts = rows(data, "contract", CONTRACT_COUNT)
    for number, row in enumerate(contracts, 1):
        row.require(("building" in row) == (number <= 6), "1 to 6 are for upgrades, the rest deliveries")
    missions = in_order(data, "mission", "id", MISSION_CARDS)
    goals, discoveries = rows(data, "goal", GOAL_COUNT), rows(data, "discovery", DISCOVERY_COUNT)
    return {
        "scientist_cost": [cost(row["cost"]) for row in scientists],
        "scientist_scores": [row["scores"].index(BUILDINGS) for row in scientists],
        "scientist_points": scientists[0]["points"].number(0, 99),
        "contract_cost": cost(data["contracts"]["cost"]),
        "contracts": [contract(row) for row in contracts],
        "mission_need": [row["need"][str(players)].number(1, 99) for row in missions],
        "mission_crystals": [row["crystals"].number(0, 9) for row in missions],
        "mission_short": [row["length"].choice(("short", "long")) == "short" for row in missions],
        "goals": [effect(row["effect"]) for row in goals],
        "goal_develop": effect(data["goals"]["effect"]),
        "goal_condition": [row["condition"].index(CONDITIONS) for row in goals],
        "goal_count": [row["count"].number(0, 99) for row in goals],
        "discoveries": [effect(row["effect"]) for row in discoveries],
        "research": effect(data["research"]["effect"]),
    }


SOLO_NUMBERS = (
    "colony_level", "contracts", "contracts_of_each_type", "private_goals", "techs_at_level_6", "research_tiles",
    "shelters", "mines", "advanced_buildings", "advanced_greenhouses", "greenhouse_complex", "plants",
    "greenhouse_tech", "margin",
)  # fmt: skip


def solo_goal(row: Field) -> dict[str, int]:
    row.table((*SOLO_NUMBERS, "id", "status", "scientist", "finish", "contract_ids"))
    goal = {name: row.get(name, 0).number(0, 99) for name in SOLO_NUMBERS}
    goal["scientist"] = row["scientist"].index(SCIENTISTS) if "scientist" in row else NOTHING
    goal["in_orbit"] = "finish" in row and row["finish"].choice(SIDES) == "orbit"
    goal["contract_ids"] = sum(1 << number.number(1, 12) for number in row.get("contract_ids", []).entries())
    return goal


def variant_tables(data: Field) -> dict[str, Any]:
    a_cards, b_cards, cards = rows(data, "card_a", 4), rows(data, "card_b", 8), rows(data, "solo_card", 12)
    first, solo = data["first_colonists"], data["solo"]
    return {
        "a_types": [bits(row["any_of"], BUILDINGS) for row in a_cards],
        "b_cards": [effect(row["effect"]) for row in b_cards],
        "b_tasks": [row["task"].index(TASKS) for row in b_cards],
        "first_spaces": first["spaces"].numbers(6, 1, 8),
        "first_missions": [mission.index(MISSION_CARDS) for mission in first["missions"].entries(3, 3)],
        "solo_action": [row["action"].number(1, 3) for row in cards],
        "solo_mission": [row["mission"].index("ABC") for row in cards],
        "solo_travels": [row["travels"].flag() for row in cards],
        "solo_main": [[action.index(MAIN_ACTIONS) for action in solo[side].entries(3, 3)] for side in SIDES],
        "solo_scientists": solo["scientists_before_contracts"].number(0, 9),
        "solo_goals": [solo_goal(row) for row in in_order(data, "solo_goal", "id", SOLO_GOALS)],
    }


def tables(players: int, source: Callable[[], dict[str, Any]] = read) -> dict[str, Any]:
    """Everything the rules look up, checked, for a number of boards."""
    data = Field(source(), error=BadComponents)
    return {
        **board_tables(data, players),
        **technology_tables(data),
        **building_tables(data),
        **card_tables(data, players),
        **variant_tables(data),
    }
