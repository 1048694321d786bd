"""What never changes during a game, as plain data: the map, the boards, Technology, buildings and cards."""

from __future__ import annotations

import math
from typing import Any

from core.on_mars import components, vocabulary

OPERANDS = {"resource": "item", "construct": "building", "travel": "side", "hire": "cards", "retrieve": "from"}
LEAVE_OUT = ("status", "id")


def catalogue(boards: int) -> dict[str, Any]:
    """For so many boards; the solo game has two. The format is told in docs/on_mars.md."""
    data = components.read()
    return {
        "items": list(vocabulary.ITEMS),
        "buildings": {row["type"]: {"cost": row["cost"], "produces": row["produces"]} for row in data["building"]},
        "techs": list(vocabulary.TECH_TILES),
        **map_data(data, boards),
        **board_data(data, boards),
        **technology_data(data),
        **card_data(data, boards),
        **variant_data(data),
    }


def effect_data(words: str) -> dict[str, Any] | None:
    """An effect of a component file, e.g. "upgrade 2 free"; None if there is none."""
    kind, *rest = words.split()
    if kind == "none":
        return None
    count = next((int(word) for word in rest if word.isdecimal()), 1)
    flags = [word for word in rest if word in vocabulary.FLAGS]
    effect: dict[str, Any] = {"kind": kind, "count": count, "flags": flags}
    if kind in OPERANDS:
        effect[OPERANDS[kind]] = operand_of(kind, rest)
    return effect


def operand_of(kind: str, words: list[str]) -> Any:
    """What an effect works on: a name or None for any; for hire and retrieve a list of names."""
    named = [word for word in words if not word.isdecimal() and word not in vocabulary.FLAGS and word != "any"]
    if kind in ("hire", "retrieve"):
        return named
    return named[0] if named else None


def described(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a component file without its bookkeeping, effects as data."""
    told = {name: value for name, value in row.items() if name not in LEAVE_OUT}
    if "effect" in told:
        told["effect"] = effect_data(told["effect"])
    return told


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {str(row["id"]): described(row) for row in rows}


def map_data(data: dict[str, Any], boards: int) -> dict[str, Any]:
    """Hexes with their centres, in sides of a hex, and their neighbours."""
    cells = components.hexes(data)
    start, kinds = data["map"], data["tiles"]["arrows"]
    return {
        "hexes": {hex_name(cell): hex_data(cell, cells) for cell in cells},
        "start": {
            "mine": hex_name(start["mine"]),
            "buildings": [hex_name(cell) for cell in start["starting_buildings"]["hexes"]],
            "shelters": [hex_name(cell) for cell in start["shelters"][str(boards)]],
            "research": {letter: [hex_name(cell) for cell in start["research"][letter]] for letter in "ABCD"},
        },
        "tile_arrows": {str(number): arrows for number, arrows in enumerate(kinds, 1)},
    }


def hex_name(cell: Any) -> str:
    return f"{cell[0]},{cell[1]}"


def hex_data(cell: components.Hex, cells: list[components.Hex]) -> dict[str, Any]:
    (q, r), around = cell, components.DIRECTIONS.items()
    neighbours = {name: (q + dq, r + dr) for name, (dq, dr) in around}
    return {
        "x": 1.5 * q,
        "y": round(math.sqrt(3) * (r + q / 2), 4),
        "to": {name: hex_name(other) for name, other in neighbours.items() if other in cells},
    }


def board_data(data: dict[str, Any], boards: int) -> dict[str, Any]:
    spaces = {
        str(row["space"]): {"side": row["side"], "effect": effect_data(row["effect"])} for row in data["turn_order"]
    }
    executive = {
        str(row["slot"]): {"cost": row["cost"], "effect": effect_data(row["effect"])} for row in data["executive"]
    }
    return {
        "spaces": spaces,
        "shuttle": {name: data["shuttle"][name] for name in ("spaces", "landing")},
        "main": by_id(data["main"]),
        "slots": data["slots"]["per_action"],
        "executive": executive,
        "lss": {name: value for name, value in data["lss"].items() if name != "status"},
        "rewards": by_id(data["lss_reward"]),
        "warehouse": data["warehouse"][str(boards)],
        "player": {name: value for name, value in data["player"].items() if name != "status"},
        "quarters_points": data["quarters_score"]["points"],
        "progress_points": data["progress_score"]["points"],
    }


def technology_data(data: dict[str, Any]) -> dict[str, Any]:
    laboratory = data["laboratory"]
    return {
        "lab": by_id(data["lab_space"]),
        "lab_columns": [
            {"cost": cost, "points": points}
            for cost, points in zip(laboratory["costs"], laboratory["points"], strict=True)
        ],
        "lab_marked": laboratory["marked"],
        "shelter_tech": laboratory["shelter_tech_starts"],
        "tech_grid": data["tech_grid"]["costs"],
    }


def card_data(data: dict[str, Any], boards: int) -> dict[str, Any]:
    missions = by_id(data["mission"])
    for mission in missions.values():
        mission["need"] = mission["need"][str(boards)]
    return {
        "blueprints": by_id(data["blueprint"]),
        "scientists": by_id(data["scientist"]),
        "contracts": by_id(data["contract"]),
        "contract_cost": data["contracts"]["cost"],
        "missions": missions,
        "goals": by_id(data["goal"]),
        "goal_reward": effect_data(data["goals"]["effect"]),
        "discoveries": by_id(data["discovery"]),
        "research": effect_data(data["research"]["effect"]),
    }


def variant_data(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "first_colonists": {"a": by_id(data["card_a"]), "b": by_id(data["card_b"])},
        "solo": {
            "cards": by_id(data["solo_card"]),
            "goals": by_id(data["solo_goal"]),
            **{side: data["solo"][side] for side in vocabulary.SIDES},
        },
    }
