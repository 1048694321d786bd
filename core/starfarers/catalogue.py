"""What never changes during a game, as plain data: the map, sectors, discs, cards, costs and limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.starfarers.components import COLOURS, PEOPLES, RESOURCES, UPGRADES, Board, own_file

AS_THEY_ARE = (
    *("points_to_win", "hand_limit", "starting_cards", "starting_fame", "reserve_draw", "rates", "pieces", "stock"),
    *("limits", "points", "costs", "balls", "discs"),
)


def catalogue(board: Board, options: Mapping[str, Any]) -> dict[str, Any]:
    """The format is told in docs/starfarers.md."""
    parts = options["components"] or own_file("components")
    encounters = options["encounters"] or own_file("encounters")
    source = options["board"] or own_file("board")
    return {
        "resources": RESOURCES,
        "colours": COLOURS,
        "upgrades": UPGRADES,
        "peoples": PEOPLES,
        **{name: parts[name] for name in AS_THEY_ARE},
        "sectors": {sector["id"]: without_id(sector) for sector in parts["sector"]},
        "friends": {friend["id"]: without_id(friend) for friend in parts["friend"]},
        "encounters": {"families": encounters["families"], "cards": encounters["card"]},
        "intersections": {
            name: {"x": x, "y": y, "to": [board.names[other] for other in board.neighbours[i]]}
            for i, (name, (x, y)) in enumerate(zip(board.names, board.corners, strict=True))
        },
        "hexes": [list(place) for place in board.corners_of],
        "nebula": source["nebula"],
        "areas": {area: area_data(board, index) for index, area in enumerate(board.area_ids)},
    }


def without_id(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "id"}


def area_data(board: Board, index: int) -> dict[str, Any]:
    """`sites[k]` lies between `hexes[k]` and the next. The Catanian systems also have their planets."""
    area, (centre, notches, _) = board.areas[index], board.trefoils[index]
    data = {"hexes": area["hexes"], "centre": board.names[centre], "sites": [board.names[notch] for notch in notches]}
    return data | {name: area[name] for name in ("stars", "planets") if name in area}
