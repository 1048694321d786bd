"""The tree search as version 0.1.0 played it: a yardstick that never moves.

Its settings are the table `mcts-0.1` of a game's search.toml. tests/bots/test_mcts_0_1.py holds it to moves that 0.1.0
made.
"""

from __future__ import annotations

from typing import Any, ClassVar

from bots.defaults import search_settings
from bots.mcts_bot import GENERAL, MctsBot
from core import Game


class Mcts01Bot(MctsBot):
    """Searches as `mcts` of version 0.1.0 did, with its settings and the game's `evaluate`. It stays as it is."""

    PLAY_VERSION: ClassVar[dict[str, int]] = {}

    def __init__(self, *, iterations: int | None = None, seconds: float | None = None) -> None:
        super().__init__(iterations=iterations, seconds=seconds)

    def net(self, game: Game) -> None:
        return None

    def settings(self, game: Game, guided: bool) -> dict[str, Any]:
        return search_settings(game, "mcts-0.1", GENERAL, {})
