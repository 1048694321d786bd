"""What a bot is. A bot is handed views, never the true state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from core import Game, View


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a decision may take. None: as long as it likes."""

    seconds: float | None = None


class Bot:
    """Subclass this and write `choose`.

    The keyword arguments of `__init__`, with their annotations and defaults, are the bot's parameters: a class with
    `def __init__(self, *, depth: int = 3)` can be named as `mybot:depth=4`. Raise ValueError for a value that makes
    no sense.
    """

    # Of a built-in bot: how it plays each game, raised with every change of its moves; 1 for games not named.
    PLAY_VERSION: ClassVar[dict[str, int]] = {}

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A new game begins. All randomness should come from `seed`: same seed, same moves."""

    def choose(self, view: View, clock: Clock) -> int:
        """One of view.legal(). Called whenever it is this bot's decision."""
        raise TypeError(f"{type(self).__name__} does not say how to choose.")

    def end(self, ranks: Sequence[int]) -> None:
        """The game is over; ranks by seat, 1 is best."""

    def explain(self) -> list[dict[str, Any]]:
        """The moves considered for the last decision, best first, as rows of plain data; empty if there is nothing."""
        return []
