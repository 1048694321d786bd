"""A bot that sleeps instead of thinking: many of them cost no processor, and so one machine can stand for several."""

import time
from random import Random

from bots import Bot, Clock
from core import Game, View


class Sleeper(Bot):
    """Sleeps so many milliseconds and then moves at random."""

    def __init__(self, *, pause: float = 50.0) -> None:
        self.pause = pause

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: View, clock: Clock) -> int:
        time.sleep(self.pause / 1000)
        return self.random.choice(view.legal())
