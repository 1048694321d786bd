"""The board for a person at a terminal, within 120 columns."""

from __future__ import annotations

from typing import Any

from core.on_mars import components, vocabulary

Position = dict[str, Any]
WIDTH = 120
CELL = 6
LETTERS = dict(zip(vocabulary.BUILDINGS[:5], "MGWHO", strict=True))
SHORT = dict(zip(vocabulary.TECH_TILES, ("Mine", "Gen", "Wat", "Gre", "Oxy", "She", "Rov", "Upg", "Shp"), strict=True))
LEGEND = (
    "M mine, G generator, W water, H greenhouse, O oxygen, S shelter; m miner, a advanced, b bot, r rover; "
    "* crystal, d tile"
)


def board(position: Position, totals: list[int], seats: int) -> str:
    lines = beside(hex_map(position), panel(position, seats), CELL * 13 + 2)
    names = [f"seat {seat}" if seat < seats else "Lacerda" for seat in range(len(totals))]
    blocks = [player(position, seat, names[seat], totals[seat]) for seat in range(len(totals))]
    width = WIDTH // len(blocks)
    rows = [""] * max(len(block) for block in blocks)
    for i in range(len(rows)):
        rows[i] = "".join(f"{block[i][: width - 1] if i < len(block) else '':<{width}}" for block in blocks)
    return "\n".join(line.rstrip()[:WIDTH] for line in [*lines, LEGEND, "", *rows])


def beside(left: list[str], right: list[str], width: int) -> list[str]:
    height = max(len(left), len(right))
    left, right = left + [""] * (height - len(left)), right + [""] * (height - len(right))
    return [f"{one:<{width}}{other}" for one, other in zip(left, right, strict=True)]


# ---- the map


def hex_map(position: Position) -> list[str]:
    """Flat-top hexes: each column is half a row below its neighbour."""
    cells = [[" " * CELL] * 13 for _ in range(17)]
    for q, r in components.hexes(components.read()):
        cells[2 * r + q + 8][q + 6] = f"{cell(position, f'{q},{r}'):<{CELL}}"
    return ["".join(row) for row in cells]


def cell(position: Position, key: str) -> str:
    ground = position["ground"].get(key, "")
    building = position["buildings"].get(key, "")
    text = LETTERS.get(building, f"S{building[-1:]}" if building else "")
    if ground:
        text = "*" if ground == "crystal" else ground[-1] if ground.startswith("research") else f"d{ground.split()[1]}"
    marker = position["markers"].get(key)
    text += f"{marker[0]}{marker[-1]}" if marker else ""
    for seat, owner in enumerate(position["boards"]):
        text += f"b{seat}" * owner["bots"].count(key) + (f"r{seat}" if owner["rover"] == key else "")
    return text or "."


# ---- the tracks


def panel(position: Position, seats: int) -> list[str]:
    shuttle, stack = position["shuttle"], position["stack"]
    shown = [str(card or "-") for card in position["display"]]
    grid = [SHORT[tech] if tech else "-" for tech in position["tech_grid"]]
    lines = [
        f"round {position['round']} {position['phase']} ({position['end']})",
        f"colony level {position['colony_row'] - 1}, missions left {position['remaining_missions']}",
        *(f"  {mission['id']}: {mission['left']} to go" for mission in position["missions"]),
        "lss " + " ".join(f"{SHORT[name]} {row}/{position['rewards'][name]}" for name, row in position["lss"].items()),
        f"shuttle {shuttle['side']} {shuttle['space'] or '-'}",
        "warehouse " + " ".join(f"{item[:2]}{count}" for item, count in position["warehouse"].items()),
        "exploration "
        + " ".join(str(tile or "-") for tile in position["exploration"])
        + f" (+{len(position['discovery_deck'])})",
        "tech " + " ".join(grid[:3]),
        "     " + " ".join(grid[3:6]),
        "     " + " ".join(grid[6:]) + f" (+{len(position['tech_deck'])})",
        "blueprints " + " ".join(map(str, position["blueprint_display"]["top"])),
        "           "
        + " ".join(map(str, position["blueprint_display"]["bottom"]))
        + f" (+{len(position['blueprint_deck'])})",
        "display " + " ".join(name[:5] for name in shown),
        f"seat {stack[-1]['seat']} decides: {stack[-1]['kind']}" if stack else "the game is over",
    ]
    if "lacerda" in position:
        lines.insert(-1, f"Lacerda's bot: {position['lacerda']['bot']}, deck {len(position['lacerda']['deck'])}")
    return lines


# ---- the players


def player(position: Position, seat: int, name: str, total: int) -> list[str]:
    own = position["boards"][seat]
    marker = f"space {own['space'] or '-'}{'' if own['standing'] else ' (down)'}"
    lines = [
        f"{name}: {total} points",
        f"{marker}, {own['points']} scored",
        "storage " + " ".join(f"{item[:2]}{count}" for item, count in own["resources"].items()),
        f"depot {own['crystals']}+{own['waiting']}, ships {len(own['ships'])}/{own['hangar']}",
        f"quarters {own['quarters']}, working {own['working']}",
        "slots " + " ".join(str(count) for count in own["slots"].values()),
        "cubes " + " ".join(SHORT[kind] for kind in own["progress"]),
        *laboratory(own["techs"]),
        "plans " + " ".join(map(str, own["blueprints"])),
        "built " + " ".join(map(str, own["advanced"])),
        "tiles " + " ".join([*map(str, own["discoveries"]), *own["research"]]),
        "hired " + " ".join(scientist[:5] for scientist in own["scientists"]),
        "contracts " + " ".join(f"{card}{'+' if it['completed'] else ''}" for card, it in own["contracts"].items()),
        goals(own["goals"]),
    ]
    if own["a"] or own["b"]:
        lines.append("first colonists " + " ".join(card or "?" for card in own["a"] + own["b"]))
    return lines


def laboratory(techs: dict[str, str]) -> list[str]:
    """Three rows of six columns: what stands where."""
    at = {space: SHORT[tech] for tech, space in techs.items()}
    rows = (
        ("c1t", "c2t", "c3t", "c4t", "c5t", None), (None, "c2m", None, "c4m", None, "c6"),
        ("c1b", "c2b", "c3b", "c4b", "c5b", None),
    )  # fmt: skip
    return ["".join(f"{at.get(space, '.') if space else ' ':<5}" for space in row).rstrip() for row in rows]


def goals(own: dict[str, Any]) -> str:
    hand = " ".join(str(card or "?") for card in own["hand"])
    done = f" done {own['completed']}" if own["completed"] else ""
    return f"goals {hand}{done}" + (f" spent {len(own['discarded'])}" if own["discarded"] else "")
