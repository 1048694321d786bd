"""The bot that every other must beat."""

from __future__ import annotations

from random import Random

from bots.api import Bot, Clock
from core import Game, View


class RandomBot(Bot):
    """Chooses uniformly among the legal actions."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._unit = Random(seed).random

    def choose(self, view: View, clock: Clock) -> int:
        legal = view.legal()
        return legal[int(self._unit() * len(legal))]
