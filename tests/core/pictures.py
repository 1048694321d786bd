"""What tests of pictures share: the games that have one, and the positions they are looked at in."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from core import Game, Position
from tests.support import option_sets


def has_picture(name: str) -> bool:
    return importlib.util.find_spec(f"core.{name}.picture") is not None


def picture_sets() -> list[tuple[str, dict[str, Any]]]:
    """The option sets of games that have a picture."""
    return [case for case in option_sets() if has_picture(case[0])]


def drawn(game: Game, position: Position, id_prefix: str = "") -> str:
    module = importlib.import_module(f"core.{game.name}.picture")
    svg: str = module.picture(position.to_dict(), game.catalogue(), id_prefix=id_prefix)
    return svg
