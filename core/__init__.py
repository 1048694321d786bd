"""The games: compiled rules behind one contract. Knows nothing of bots or tournaments.

>>> import core
>>> "ganymede" in core.games()
True
>>> state = core.load("connect_four").new(seed=1)
>>> state.apply(state.parse("column 4"))
>>> state.to_move
1
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from functools import cache
from typing import Any

from core.errors import BadPlayers, UnknownGame, did_you_mean
from core.game import Game, Position, State, View
from core.options import settle_options

__all__ = ["Game", "Position", "State", "View", "game_class", "games", "load"]

_loaded: dict[str, Game] = {}


def games() -> list[str]:
    """The names of all games, in alphabetical order. A game is a package inside `core`."""
    return list(_packages())


@cache
def _packages() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def game_class(name: str) -> type[Game]:
    """The class of a game: its SEATS, OPTIONS and docstring describe it."""
    if name not in games():
        raise UnknownGame(f"there is no game '{name}': {did_you_mean(str(name), games())}")
    found: type[Game] = importlib.import_module(f"core.{name}").GAME
    return found


def load(name: str, players: int | None = None, **options: Any) -> Game:
    """A game ready to be played. Without `players`, the fewest it allows beyond solo play.

    >>> import core
    >>> core.load("starfarers").players
    3
    >>> core.load("ganymede", players=4, edition="revised").options["edition"]
    'revised'

    `arena games` lists the options of every game. What does not exist is refused.

    >>> core.load("ganymede", editon="revised")
    Traceback (most recent call last):
    core.errors.BadOption: ganymede has no option 'editon': did you mean 'edition'?

    The same arguments give the same object.

    >>> core.load("ganymede") is core.load("ganymede", players=2)
    True
    """
    cls = game_class(name)
    low, high = cls.SEATS
    players = max(low, min(2, high)) if players is None else players
    if type(players) is not int or not low <= players <= high:
        count = f"{low}" if low == high else f"{low} to {high}"
        raise BadPlayers(f"{name} is for {count} players, not {players!r}.")
    settled = settle_options(name, cls.OPTIONS, options)
    key = json.dumps([name, players, settled], sort_keys=True, default=str)
    if key not in _loaded:
        _loaded[key] = cls(name, players, settled)
    return _loaded[key]
