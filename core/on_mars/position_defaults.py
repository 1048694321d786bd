"""Positions written by hand: what a puzzle author leaves out is filled in from a fresh game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.errors import BadPosition
from core.fields import Field
from core.on_mars import vocabulary

Position = dict[str, Any]


def complete(given: Position, fresh: Position) -> Position:
    """The whole position: the given fields, the fresh ones where they fit, and decks of what lies nowhere else."""
    fields = Field(given)
    full = fields.over(fresh)
    boards = fields.get("boards", []).entries(0, len(fresh["boards"]))
    boards += [Field({}) for _ in range(len(fresh["boards"]) - len(boards))]
    full["boards"] = [board.over(known) for known, board in zip(fresh["boards"], boards, strict=True)]
    own = [board.value for board in boards]
    if "lacerda" in given:
        full["lacerda"] = fields["lacerda"].over(fresh["lacerda"])
    try:
        for fill in (clock, discoveries, blueprints, techs, stacks, goals, scientists, first_colonists):
            fill(given, full, own)
    except (TypeError, AttributeError, KeyError) as error:
        raise BadPosition(f"position: a field has the wrong shape ({error}).") from None
    return full


def clock(given: Position, full: Position, own: list[Position]) -> None:
    if full["phase"] == "over":
        for name, value in (("turn", None), ("step", 0), ("stack", [])):
            full[name] = given.get(name, value)
    elif "stack" not in given:
        full["stack"] = [{"kind": "menu", "seat": full["turn"], "flags": 0, "left": 0, "x": [0, 0, 0, 0]}]


def tiles_elsewhere(full: Position, with_exploration: bool) -> set[int]:
    used = {int(thing.split()[1]) for thing in full["ground"].values() if str(thing).startswith("discovery ")}
    used |= {tile for board in full["boards"] for tile in board["discoveries"]} | set(full["discoveries_gone"])
    return used | {full["radar"]} | (set(full["exploration"]) if with_exploration else set())


def discoveries(given: Position, full: Position, own: list[Position]) -> None:
    if "discovery_deck" in given:
        return
    order = [tile for tile in full["exploration"] if tile] + full["discovery_deck"]
    order += [tile for tile in range(1, 20) if tile not in order]
    left = [tile for tile in order if tile not in tiles_elsewhere(full, "exploration" in given)]
    if "exploration" not in given:
        full["exploration"], left = ([*left, None, None])[:2], left[2:]
    full["discovery_deck"] = left


def blueprints(given: Position, full: Position, own: list[Position]) -> None:
    used = {card for board in full["boards"] for card in (*board["blueprints"], *board["advanced"])}
    used |= set(full["blueprints_gone"])
    if "blueprint_display" not in given:
        shown = full["blueprint_display"]
        full["blueprint_display"] = {row: [card for card in shown[row] if card not in used] for row in shown}
    if "blueprint_deck" not in given:
        used |= {card for row in full["blueprint_display"].values() for card in row}
        order = [*full["blueprint_deck"], *(card for card in range(1, 25) if card not in full["blueprint_deck"])]
        full["blueprint_deck"] = sorted((card for card in order if card not in used), key=lambda card: card > 12)


def techs(given: Position, full: Position, own: list[Position]) -> None:
    copies = 1 if len(full["boards"]) == 2 else 2
    left = Counter({tech: copies for tech in vocabulary.TECH_TILES if tech != "shelter"})
    left.subtract(tech for board in full["boards"] for tech in board["techs"] if tech != "shelter")
    owned = {tech for board in full["boards"] for tech in board["techs"]}
    if "tech_grid" not in given:
        full["tech_grid"] = [None if tech in owned else tech for tech in full["tech_grid"]]
    if "tech_deck" not in given:
        left.subtract(tech for tech in full["tech_grid"] if tech)
        order = [*full["tech_deck"], *vocabulary.TECH_TILES]
        full["tech_deck"] = sorted((+left).elements(), key=order.index)


def stacks(given: Position, full: Position, own: list[Position]) -> None:
    if "stacks" not in given:
        built = Counter(full["buildings"].values())
        full["stacks"] = {kind: stack[max(0, built[kind] - 1) :] for kind, stack in full["stacks"].items()}


def goals(given: Position, full: Position, own: list[Position]) -> None:
    seats = [seat for seat in range(len(own)) if full["boards"][seat]["goals"]["hand"] or "goals" in own[seat]]
    used: set[int] = set()
    for seat in seats:
        if "goals" in own[seat]:
            cards = own[seat]["goals"]
            used |= {*cards.get("hand", ()), cards.get("completed"), *cards.get("discarded", ())}
    free = [card for card in range(1, 17) if card not in used]
    for seat in seats:
        if "goals" not in own[seat]:
            hand, free = free[:3], free[3:]
            full["boards"][seat]["goals"] = {"hand": hand, "completed": None, "discarded": []}


def scientists(given: Position, full: Position, own: list[Position]) -> None:
    if "display" not in given:
        hired = {name for board in full["boards"] for name in board["scientists"]}
        taken = {int(contract) for board in full["boards"] for contract in board["contracts"]}
        full["display"] = [None if card in hired or card in taken else card for card in full["display"]]


def first_colonists(given: Position, full: Position, own: list[Position]) -> None:
    if any({"a", "b", "constructed"} & set(board) for board in own):
        for board, written in zip(full["boards"], own, strict=True):
            board["a"] = written.get("a", [])
    if "b_deck" not in given and full["b_deck"]:
        used = {card for board in full["boards"] for card in board["b"]} | set(full["b_gone"])
        full["b_deck"] = [card for card in full["b_deck"] if card not in used]
