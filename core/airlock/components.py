"""Reads the deck from components.toml and checks it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadComponents
from core.fields import Field

EFFECTS = ("none", "guess", "peek", "swap")  # in the order of state.pxd
MOST_KINDS = 7
MOST_CARDS = 24


@dataclass(frozen=True)
class Card:
    name: str
    effect: int
    count: int


def own_components() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))


def read_cards(content: Mapping[str, Any], least: int) -> list[Card]:
    """The kinds of cards, the lowest first. There must be `least` cards for the deal."""
    rows = Field(content, "components", BadComponents).table(("card",))["card"]
    cards = [read_card(row) for row in rows.entries(1, MOST_KINDS)]
    total = sum(card.count for card in cards)
    rows.require(least <= total <= MOST_CARDS, f"{total} cards, there should be {least} to {MOST_CARDS}")
    return cards


def read_card(row: Field) -> Card:
    row.table(("name", "effect", "count"))
    return Card(row["name"].text(), row["effect"].index(EFFECTS), row["count"].number(1, MOST_CARDS))


def catalogue(cards: list[Card]) -> dict[str, Any]:
    """What never changes during a game, as plain data."""
    kinds = enumerate(cards, 1)
    return {"cards": {c.name: {"points": points, "effect": EFFECTS[c.effect], "count": c.count} for points, c in kinds}}
