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

    >>> import core
    >>> from bots import Bot, Clock
    >>> class Middle(Bot):
    ...     def choose(self, view, clock):
    ...         legal = view.legal()
    ...         return legal[len(legal) // 2]
    >>> game = core.load("connect_four")
    >>> bot = Middle()
    >>> bot.start(game, seat=0, seed=1)
    >>> bot.choose(game.new(seed=1).view(0), Clock(seconds=10))
    3

    The keyword arguments of `__init__`, with their annotations and defaults, are the bot's parameters: a class with
    `def __init__(self, *, depth: int = 3)` can be named as `mybot:depth=4`. Raise ValueError for a value that makes
    no sense.

    Warning: keep nothing from one game for the next. Every game of a bot that is not built in starts in a new process.
    """

    # Of a built-in bot: how it plays each game, raised with every change of its moves; 1 for games not named.
    PLAY_VERSION: ClassVar[dict[str, int]] = {}

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A new game begins. Take all randomness from `seed`: same seed, same moves."""

    def choose(self, view: View, clock: Clock) -> int:
        """One of view.legal(). Called whenever it is this bot's decision.

        Warning: any other answer, an exception, or one that comes after clock.seconds loses the game.
        """
        raise TypeError(f"{type(self).__name__} does not say how to choose.")

    def end(self, ranks: Sequence[int]) -> None:
        """The game is over; ranks by seat, 1 is best."""

    def explain(self) -> list[dict[str, Any]]:
        """The moves considered for the last decision, best first, as rows of plain data; empty if there is nothing."""
        return []
