"""The schedule of a run whose line-ups are chosen as it goes: `format = "adaptive"`.

Every deal is played by one line-up. Blocks are chosen in rounds, each from the results of all rounds before it. So the
choice depends on results alone, not on which worker is faster, and a run that goes on after an interruption chooses the
same again. All bots play to the end: nobody is set aside, and no bot is preferred because it is quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cached_property

from arena.play.records import Seating
from arena.play.seeds import Secret, derive
from arena.rating.results import Results
from arena.tournament.adaptive import Adaptive
from arena.tournament.config import Config
from arena.tournament.schedule import EVENT, Block, GameKey, Schedule, without
from arena.tournament.scheduler import Choice, Contestant, Field, Loss, Played

ROUND = 24  # blocks that are chosen at once


class AdaptiveSchedule(Schedule):
    """A block for each deal. Which line-up plays it can be asked once all earlier rounds are finished."""

    def __init__(self, config: Config, secret: Secret, results: Callable[[int], Results]) -> None:
        """`results` gives the games of all blocks before a number."""
        super().__init__(config, secret)
        self._results = results
        self._rounds: dict[int, list[Choice]] = {}

    def __len__(self) -> int:
        return self.config.deals

    @cached_property
    def games(self) -> int:
        """How many games there are in all: there are bots enough for every seat."""
        return self.config.deals * self.most_seatings

    def games_by_deal(self) -> Counter[int]:
        return Counter(dict.fromkeys(range(self.config.deals), self.most_seatings))

    def rounds(self, finished: Callable[[], Collection[GameKey]]) -> Iterator[list[Block]]:
        """Round by round what is left of it; the next one is asked for when the one before is finished."""
        for start in range(0, len(self), ROUND):
            done = finished()
            played = Counter(block for block, _ in done)
            numbers = [number for number in range(start, min(start + ROUND, len(self)))
                       if played[number] < self.most_seatings]  # fmt: skip
            if numbers:
                yield [without(self.block(number), done) for number in numbers]

    def block(self, index: int) -> Block:
        choice = self._chosen(index // ROUND)[index % ROUND]
        seed, bot_seed = self.secret.deal_seed(EVENT, index), self.secret.bot_seed(EVENT, index)
        orders = self.events[EVENT].orders(choice.lineup, derive("table", self.secret.digits, index))
        seatings = tuple(Seating(seed, index, turn, order, bot_seed, index) for turn, order in enumerate(orders))
        return Block(index, 0, index, seed, seatings, choice.probability)

    def _chosen(self, number: int) -> list[Choice]:
        if number not in self._rounds:
            start = number * ROUND
            results = replace(self._results(start), faults=(), fault_keys=())
            played = Played({EVENT: results} if results.games else {}, start)
            seed = derive("choices", self.secret.digits)
            self._rounds[number] = Adaptive().next(played, self._field, seed, min(ROUND, len(self) - start))
        return self._rounds[number]

    @cached_property
    def _field(self) -> Field:
        contestants = tuple(Contestant(bot.name) for bot in self.config.bots)
        return Field(contestants, (self.config.event.players,), Loss.parse(self.config.loss or "pairs"))
