"""The next block is the one that is expected to tell most for the time it takes.

How a block is chosen, in this order:

1. Waiting. A bot that sat out `patience` blocks in a row must play. The block seats those who have waited longest; who
   else sits with them is drawn, all line-ups alike. So no bot sits out `longest_wait` blocks in a row.
2. Uniform. One block in five is drawn from all line-ups of all events.
3. Newcomers. A newcomer's first blocks are with reference bots, which are drawn.
4. Loss. Otherwise the line-up that is expected to reduce the loss most for each second of play.
5. Claims. One block in four of those that step 4 would choose, and all of them once the whole order is clear, bring
   claims nearer that are missing although the order of the pair is clear.

The loss is the expected number of pairs in the wrong order, of those that it is about: of all pairs, of those with a
newcomer, or of those with a bot of the first k. stakes.py says how it is weighed.

The probability of a choice is exact: it counts the uniform share of the line-up in, whatever it was chosen for. What
steps 4 and 5 find depends on results, field and the blocks in play, not on the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from random import Random

from arena.play.records import Lineup
from arena.play.seeds import derive
from arena.tournament.config import ADAPTIVE, GAUNTLET, ROUND_ROBIN
from arena.tournament.schedule import filled_up
from arena.tournament.scheduler import Choice, Contestant, Field, Gauntlet, Played, RoundRobin, Scheduler, set_aside
from arena.tournament.stakes import Stakes

UNIFORM_SHARE = 0.2
REFERENCE_BLOCKS = 3  # of a newcomer, with reference bots
ROUNDS = 11  # the longest wait is so many rounds; in a round everybody could sit once


@dataclass(frozen=True)
class Adaptive:
    """Chooses what tells most; see above."""

    def next(self, played: Played, field: Field, seed: int, count: int) -> list[Choice]:
        state = _State(played, field.without(set_aside(played)))
        return [state.choose(Random(derive("choice", seed, played.blocks + ahead)))
                for ahead in range(count if state.events else 0)]  # fmt: skip


SCHEDULERS: dict[str, Scheduler] = {ROUND_ROBIN: RoundRobin(), GAUNTLET: Gauntlet(), ADAPTIVE: Adaptive()}


def longest_wait(field: Field) -> int:
    """No bot sits out so many blocks in a row."""
    return max(round_length(field), field.longest_wait or ROUNDS * round_length(field))


def round_length(field: Field) -> int:
    """As many blocks as it takes until everybody has sat down, whoever goes first."""
    if len(field.seats) > 1:
        return len(field.contestants)
    return -(-len(field.contestants) // field.seats[0])


class _State:
    """What is known, with the choices made so far."""

    def __init__(self, played: Played, field: Field) -> None:
        self.field = field
        self.blocks = played.blocks
        self.in_play = [choice for _, choice in sorted(played.in_play.items())]
        self.results = played.results
        self.contestants = {each.name: each for each in field.contestants}
        everyone = [tuple(sorted(each.name for each in field.playing(event))) for event in range(len(field.seats))]
        self.events = {event: names for event, names in enumerate(everyone) if len(names) >= 2}
        self.last = {name: each.entered - 1 for name, each in self.contestants.items()}  # block that it sat in
        self.sat = dict.fromkeys(self.contestants, 0)
        for number, _, lineup in played.lineups:
            self._count(number, lineup)
        self.patience = longest_wait(field) - round_length(field)

    def _count(self, number: int, lineup: Lineup) -> None:
        for name in set(lineup) & self.last.keys():
            self.last[name] = max(self.last[name], number)
            self.sat[name] += 1

    def choose(self, rng: Random) -> Choice:
        choice = self._waiting(rng) or self._mixed(rng)
        self._count(self.blocks, choice.lineup)
        self.blocks += 1
        self.in_play.append(choice)
        return choice

    @cached_property
    def stakes(self) -> Stakes:
        """Made when it is first needed."""
        return Stakes(self.results, self.field)

    def _waiting(self, rng: Random) -> Choice | None:
        """The block of those who have waited too long, if anybody has."""
        playing = {name for names in self.events.values() for name in names}
        late = [name for name in sorted(playing) if self.blocks - 1 - self.last[name] >= self.patience]
        if not late:
            return None
        late.sort(key=self.last.__getitem__)
        events = [event for event, names in self.events.items() if late[0] in names]
        event = rng.choice(events)
        seats, names = self.field.seats[event], self.events[event]
        if len(names) < seats:
            lineups = [lineup for lineup in filled_up(names, seats) if late[0] in lineup]
            return Choice(event, rng.choice(lineups), 1 / len(lineups) / len(events), "waiting")
        first = [name for name in late if name in names][:seats]
        others = [name for name in names if name not in first]
        lineup = tuple(sorted([*first, *rng.sample(others, seats - len(first))]))
        return Choice(event, lineup, 1 / comb(len(others), seats - len(first)) / len(events), "waiting")

    def _mixed(self, rng: Random) -> Choice:
        if rng.random() < UNIFORM_SHARE:
            event, lineup, reason = *self._uniform(rng), "uniform"
        elif newest := self._newest():
            event, lineup, reason = *self._with_references(rng, newest), "newcomer"
        else:
            best = self.stakes.best(self.in_play)
            (chosen,) = rng.choices(best, [each.share for each in best])
            event, lineup, reason = chosen.event, chosen.lineup, chosen.reason
        return Choice(event, lineup, self._probability(event, lineup), reason)

    def _probability(self, event: int, lineup: Lineup) -> float:
        uniform = 1 / len(self.events) / self._lineups(event)
        if newest := self._newest():
            other = sum(self._reference_probability(name, event, lineup) for name in newest) / len(newest)
        else:
            best = self.stakes.best(self.in_play)
            other = sum(each.share for each in best if (each.event, each.lineup) == (event, lineup))
        return UNIFORM_SHARE * uniform + (1 - UNIFORM_SHARE) * other

    def _lineups(self, event: int) -> int:
        names, seats = self.events[event], self.field.seats[event]
        return comb(len(names), seats) if len(names) >= seats else len(filled_up(names, seats))

    def _uniform(self, rng: Random) -> tuple[int, Lineup]:
        event = rng.choice(list(self.events))
        names, seats = self.events[event], self.field.seats[event]
        if len(names) < seats:
            return event, rng.choice(filled_up(names, seats))
        return event, tuple(sorted(rng.sample(names, seats)))

    def _newest(self) -> list[str]:
        """The newcomers with the fewest blocks, while they have too few and there is a reference bot to meet."""
        waiting = [name for name, each in sorted(self.contestants.items())
                   if each.newcomer and self.sat[name] < REFERENCE_BLOCKS and self._meetings(each)]  # fmt: skip
        fewest = min((self.sat[name] for name in waiting), default=0)
        return [name for name in waiting if self.sat[name] == fewest]

    def _meetings(self, newcomer: Contestant) -> dict[int, tuple[list[str], list[str]]]:
        """By event: the reference bots that a newcomer can meet there, and the others; where seats can be filled."""
        found = {}
        for event, names in self.events.items():
            others = [self.contestants[name] for name in names if name != newcomer.name]
            references = [each.name for each in others if each.reference]
            if newcomer.plays(event) and references and len(names) >= self.field.seats[event]:
                found[event] = references, [each.name for each in others if not each.reference]
        return found

    def _with_references(self, rng: Random, newest: Sequence[str]) -> tuple[int, Lineup]:
        name = rng.choice(newest)
        meetings = self._meetings(self.contestants[name])
        event = rng.choice(list(meetings))
        (references, others), seats = meetings[event], self.field.seats[event] - 1
        seated = rng.sample(references, min(seats, len(references)))
        return event, tuple(sorted([name, *seated, *rng.sample(others, seats - len(seated))]))

    def _reference_probability(self, name: str, event: int, lineup: Lineup) -> float:
        """That `_with_references` draws this line-up, given the newcomer."""
        meetings = self._meetings(self.contestants[name])
        if event not in meetings or name not in lineup:
            return 0.0
        (references, others), seats = meetings[event], len(lineup) - 1
        wanted = min(seats, len(references))
        if len(set(lineup) & set(references)) != wanted:
            return 0.0
        return 1 / len(meetings) / comb(len(references), wanted) / comb(len(others), seats - wanted)
