"""What the property tests need to know of Connect Four."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

OPTION_SETS: list[dict[str, Any]] = [{"players": 2}]


def conserved(position: dict[str, Any]) -> object:
    """Stones never float and x is never more than one ahead; nothing else is constant in this game."""
    board = position["board"]
    stones = "".join(board)
    assert stones.count("x") - stones.count("o") in (0, 1)
    for upper, lower in pairwise(board):
        assert all(below != "." for above, below in zip(upper, lower, strict=True) if above != ".")
    return len(stones)


def piles(position: dict[str, Any]) -> dict[str, list[Any]]:
    """There are no decks."""
    return {}


def chances(game: Any) -> Iterable[tuple[Any, ...]]:
    """Nothing is hidden."""
    return ()
