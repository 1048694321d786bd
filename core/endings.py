"""Whether the end of a game has been triggered, for those games that play on after that: core/<game>/ending.py."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache

from core.game import Position


@cache
def _ending(game: str) -> Callable[[Position], bool] | None:
    name = f"core.{game}.ending"
    if importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Position], bool] = importlib.import_module(name).end_triggered
    return found


def end_triggered(position: Position) -> bool:
    """The rest of the game is counted. False for a game that ends at once, and for one that is over."""
    asked = _ending(position.game.name)
    return asked is not None and not position.is_over and asked(position)
