"""Cards and what is being decided, in a few words: what a pointer over the picture reads and what stands above it."""

from __future__ import annotations

from typing import Any

DECISIONS = {
    "end": "ends the turn",
    "take tile": "discards a tile for {tile}",
    "pay": "pays for {shuttle}",
    "move payers": "moves the settlers that paid",
    "effect": "applies {card}, {left} left",
    "basic": "takes a Basic action, {left} left",
    "bonus": "takes the bonus or gives it up",
    "right": "may launch a ship",
    "launch": "launches {ship}",
    "take ship": "takes a ship after the launch",
    "put ship": "puts a ship on site {site}",
}


def pending_words(position: dict[str, Any]) -> str:
    """Whose decision it is, and which."""
    seat, pending = position["seat"], position["pending"]
    if position["phase"] == "over":
        return f"the game is over after {position['round']} rounds"
    if position["phase"] == "setup":
        return f"set-up: seat {seat} chooses ships for the sites"
    if not pending:
        return f"round {position['round']}: seat {seat} takes a tile, uses a shuttle or discards tiles"
    frame = pending[-1]
    return f"round {position['round']}: seat {seat} {DECISIONS[frame['do']].format(**frame)}"


def effect_words(effect: dict[str, Any]) -> str:
    colours = effect.get("colours", [])
    shown = "any colour" if len(colours) == 4 else " or ".join(colours)
    return f"{effect['kind']} {shown}".strip()


def points_words(points: dict[str, Any]) -> str:
    worth, of = points["worth"], points.get("of", "")
    return {
        "flat": f"{worth} points",
        "per_shuttle_of_type": f"{worth} for each {of} shuttle",
        "per_cost_symbol_of_color": f"{worth} for each {of} symbol in the costs of your shuttles",
        "reputation_again": "your reputation points once more",
        "per_settler_tile_held": f"{worth} for each tile held",
        "per_series": f"{worth} for {'one set' if points.get('at_most') == 1 else 'each set'} of five types",
    }[points["kind"]]


def points(position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> int:
    """G30, as things stand."""
    own, cards = position["boards"][seat], catalogue["cards"]
    settlers = sum(sum(site["settlers"].values()) for site in own["sites"].values())
    launched = (cards[ship]["points"] for ship in own["launched"])
    scored = (ship["worth"] * min(ship.get("at_most", 999), counted_by(ship, own, catalogue)) for ship in launched)
    return int(catalogue["track"]["points"][own["reputation"]] + settlers + sum(scored))


def counted_by(ship: dict[str, Any], own: dict[str, Any], catalogue: dict[str, Any]) -> int:
    """How many of what a ship counts a board has."""
    kind, columns = ship["kind"], own["columns"]
    if kind == "per_shuttle_of_type":
        return len(columns[ship["of"]])
    if kind == "per_cost_symbol_of_color":
        shuttles = [card for column in columns.values() for card in column]
        return sum(catalogue["cards"][card]["cost"].count(ship["of"]) for card in shuttles)
    if kind == "reputation_again":
        return int(catalogue["track"]["points"][own["reputation"]])
    if kind == "per_settler_tile_held":
        return len(own["tiles"])
    return min(map(len, columns.values())) if kind == "per_series" else 1


def card_words(card: str, data: dict[str, Any]) -> str:
    """All that is printed on a card."""
    if data["deck"] == "tiles":
        effects = f" {data['mode']} ".join(effect_words(effect) for effect in data["effects"])
        return f"{card}, {data['type']} tile: {effects}"
    if data["deck"] == "ships":
        launch = "".join(f", {effect_words(effect)}" for effect in data["launch"])
        less = f", needs {data['settlers_less']} settler less" if data["settlers_less"] else ""
        return f"{card}, ship: {points_words(data['points'])}{launch}{less}"
    cost = ", ".join(data["cost"]) + (" and a tile" if data["discard_tiles"] else "")
    return f"{card}, {data['type']} {data['deck'].capitalize()} shuttle: costs {cost}; {effect_words(data['effect'])}"
