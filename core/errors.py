"""What can go wrong at the edge of the project. Every message is one sentence for the person who made the call."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ArenaError(Exception):
    """Bad input from outside. The command line prints the message and exits with 2."""

    exit_code = 2


class UnknownGame(ArenaError):
    """No game of that name is installed."""


class BadOption(ArenaError):
    """A game option that does not exist or has an impossible value."""


class BadComponents(BadOption):
    """A component file that says something impossible; the message starts with the field."""


class BadPlayers(ArenaError):
    """A player count the game does not have, or a seat outside the table."""


class IllegalAction(ArenaError):
    """An action that is not legal now."""


class BadAction(ArenaError):
    """A text that names no legal action."""


class BadBytes(ArenaError):
    """Saved bytes that are damaged or not a state at all."""


class BadPosition(ArenaError):
    """A position that breaks the rules; the message starts with the field."""


class WrongGame(ArenaError):
    """A state, view or saved position of another game."""


def one_of(names: Iterable[str]) -> str:
    """'a, b or c', for error messages."""
    *most, last = sorted(names) or ["nothing"]
    return f"{', '.join(most)} or {last}" if most else last


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """' Did you mean x?' where something is close, else a list of what there is."""
    names = sorted(names)
    close = difflib.get_close_matches(name, names, n=1)
    return f"did you mean '{close[0]}'?" if close else f"choose from {', '.join(names) or 'nothing'}."
