"""What a game's own folder says about searching it: core/<game>/search.toml, a table for each bot."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from core import Game


@cache
def _tables(package: str) -> dict[str, dict[str, Any]]:
    found = resources.files(package) / "search.toml"
    return tomllib.loads(found.read_text("utf-8")) if found.is_file() else {}


def search_settings(game: Game, bot: str, general: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The general settings, overruled by the game's, overruled by those given that are not None."""
    package = type(game).__module__.rpartition(".")[0]
    own = _tables(package).get(bot, {}) if package else {}
    unknown = own.keys() - general.keys()
    if unknown:
        raise ValueError(f"search.toml of {game.name}: {bot} has no setting {', '.join(sorted(unknown))}.")
    return general | own | {key: value for key, value in given.items() if value is not None}
