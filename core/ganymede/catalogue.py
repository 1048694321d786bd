"""What never changes during a game, as plain data: the cards with their effects, the track, the limits."""

from __future__ import annotations

from typing import Any

from core.ganymede.components import COLOURS, TYPES, UNLIMITED, Components, Effect, Ship, Shuttle, Tile

ROWS = {"tiles": "tile_row", "earth": "earth_row", "mars": "mars_row", "ships": "ship_row"}


def catalogue(components: Components) -> dict[str, Any]:
    """The format is told in docs/ganymede.md."""
    cards: dict[str, dict[str, Any]] = {tile.id: tile_data(tile) for tile in components.tiles}
    cards |= {card.id: shuttle_data(card, "earth") for card in components.earth}
    cards |= {card.id: shuttle_data(card, "mars") for card in components.mars}
    cards |= {ship.id: ship_data(ship) for ship in components.ships}
    return {
        "colours": list(COLOURS),
        "types": list(TYPES),
        "cards": cards,
        "rows": {deck: components.limits[field] for deck, field in ROWS.items()},
        "limits": {name: value for name, value in components.limits.items() if name not in ROWS.values()},
        "sites": dict(zip("AB", components.site_sizes, strict=True)),
        "supply": components.supply,
        "track": {
            "start": components.start,
            "bonus": list(components.bonus_spaces),
            "points": list(components.track_points),
        },
    }


def effect_data(effect: Effect) -> dict[str, Any]:
    """Without printed colours `recruit` and `adapt` take any."""
    if effect.kind in ("recruit", "adapt"):
        return {"kind": effect.kind, "colours": list(effect.colours or COLOURS)}
    return {"kind": effect.kind}


def tile_data(tile: Tile) -> dict[str, Any]:
    mode = "and" if tile.both else "or"
    effects = [effect_data(effect) for effect in tile.effects]
    return {"deck": "tiles", "type": tile.type, "start": tile.start, "mode": mode, "effects": effects}


def shuttle_data(card: Shuttle, deck: str) -> dict[str, Any]:
    return {
        "deck": deck,
        "type": card.type,
        "cost": list(card.cost),
        "discard_tiles": card.discard_tiles,
        "effect": effect_data(card.effect),
    }


def ship_data(ship: Ship) -> dict[str, Any]:
    points: dict[str, Any] = {"kind": ship.scoring, "worth": ship.worth}
    if ship.of:
        points["of"] = ship.of
    if ship.times != UNLIMITED:
        points["at_most"] = ship.times
    launch = [effect_data(effect) for effect in ship.launch]
    return {"deck": "ships", "points": points, "launch": launch, "settlers_less": ship.settlers_less}
