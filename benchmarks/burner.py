"""A bot that thinks for a fixed amount of work, for measuring what tournaments cost around the thinking."""

from random import Random

from bots import Bot, Clock
from core import Game, View

COURSE = 10  # with this number a game of Connect Four takes 21 decisions


class Burner(Bot):
    """Counts to `steps` and then moves at random, but in every game alike: a version of the arena that derives other
    seeds, or other deals, plays the same game all the same, so that what differs is the arena."""

    def __init__(self, *, steps: int = 50_000) -> None:
        self.steps = steps

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.random = Random(f"{COURSE}{seat}")

    def burn(self) -> None:
        for _ in range(self.steps):
            pass

    def choose(self, view: View, clock: Clock) -> int:
        self.burn()
        return self.random.choice(view.legal())
