"""Which blocks next, from the results so far? One question, and each scheduler is an answer to it.

A block is one line-up on a deal of its own, in every seating. A scheduler is a pure function: asked again with the same
results, field and seed it answers the same. Asked for several blocks it answers as if it had been asked for one after
the other, with the answers so far in play. Which chance decides block b depends on the seed and on b alone.

    played = Played({0: results}, blocks=120, in_play={118: choice, 119: other})
    field = Field((Contestant("greedy@1", reference=True), Contestant("mybot@2", newcomer=True)), seats=(3,))
    for number, choice in enumerate(RoundRobin().next(played, field, seed=7, count=10), start=played.blocks):
        ...  # block `number`: choice.lineup plays choice.event

Who plays is a contestant: one version of a bot. Results name contestants, so each version has results of its own.
RoundRobin and Gauntlet are here, Adaptive is in adaptive.py, which also lists all of them by name (SCHEDULERS).
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Protocol

import numpy as np

from arena.play.records import Fault, Lineup
from arena.rating.results import Results
from arena.tournament.config import GAUNTLET, LOSS, ROUND_ROBIN
from arena.tournament.schedule import all_lineups, all_opponents
from core.errors import ArenaError

TOP, PAIRS, NEWCOMERS = "top", "pairs", "newcomer"
MAX_LINEUPS = 1000  # of the fixed schedules; of more bots a balanced sample plays
RECENT_GAMES = 20  # of a bot, in which its faults are counted
FAULTY_GAMES = 10  # of the recent ones: so many with a fault of its own, and a bot is set aside


class BadLoss(ArenaError):
    """A loss that no scheduler knows."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line-up for a new deal of an event."""

    event: int
    lineup: Lineup  # sorted by name; who sits behind whom is to be drawn with the deal, from the secret
    probability: float  # with which this event and line-up were chosen, given results, field and the blocks in play
    reason: str  # "round-robin", "gauntlet", "uniform", "waiting", "newcomer", "loss" or "claims"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A version of a bot that may play."""

    name: str  # as in the results: one name for each version of each bot
    events: tuple[int, ...] | None = None  # which it plays; None: all
    seconds: float = 1.0  # that it takes for a game, about; only ratios count
    entered: int = 0  # number of the next block when it entered: from there on it waits
    newcomer: bool = False  # meets the reference bots first; the loss "newcomer" is about its place
    reference: bool = False  # a bot that others are placed by
    like: str | None = None  # an earlier version, whose strength is the first guess for this one when games are chosen

    def plays(self, event: int) -> bool:
        return self.events is None or event in self.events


@dataclass(frozen=True, slots=True)
class Loss:
    """What the games are to find out: the order of the first `top` bots, the order of all pairs, or newcomers' places.

    Of each kind the loss is the expected number of pairs in the wrong order, of those pairs that the kind is about.
    """

    kind: str = PAIRS
    top: int = 0

    @staticmethod
    def parse(text: str) -> Loss:
        found = LOSS.fullmatch(text)
        if not found:
            raise BadLoss(f'"{text[:60]}" is no loss: it is "top:3" (or another number), "pairs" or "newcomer".')
        return Loss(TOP, int(found[1])) if found[1] else Loss(text)

    def __str__(self) -> str:
        return f"{TOP}:{self.top}" if self.kind == TOP else self.kind


@dataclass(frozen=True)
class Field:
    """Who can play, and what the games are to find out."""

    contestants: tuple[Contestant, ...]
    seats: tuple[int, ...]  # by event
    loss: Loss = Loss()
    longest_wait: int | None = None  # blocks; None: as adaptive.py says for a field of this size

    def playing(self, event: int) -> tuple[Contestant, ...]:
        return tuple(contestant for contestant in self.contestants if contestant.plays(event))

    def without(self, names: Mapping[str, SetAside]) -> Field:
        return replace(self, contestants=tuple(each for each in self.contestants if each.name not in names))


@dataclass(frozen=True)
class Played:
    """What has been played and what is being played."""

    results: Mapping[int, Results] = field(default_factory=dict)  # by event, whole blocks; no two events share a number
    blocks: int = 0  # chosen so far: the number of the next
    in_play: Mapping[int, Choice] = field(default_factory=dict)  # by number of the block: chosen, not in the results

    def then(self, choice: Choice) -> Played:
        """The same after one more choice."""
        return replace(self, blocks=self.blocks + 1, in_play={**self.in_play, self.blocks: choice})

    @cached_property
    def lineups(self) -> list[tuple[int, int, Lineup]]:
        """Number, event and sorted line-up of all blocks, in play or finished, by number."""
        finished = [block for event, results in self.results.items() for block in _blocks(event, results)]
        in_play = [(number, choice.event, tuple(sorted(choice.lineup))) for number, choice in self.in_play.items()]
        return sorted(finished + in_play)


def _blocks(event: int, results: Results) -> Iterator[tuple[int, int, Lineup]]:
    numbers, first = np.unique(results.place[:, 0], return_index=True)
    for number, lineup in zip(numbers.tolist(), results.lineup[first].tolist(), strict=True):
        yield number, event, tuple(sorted(results.bots[bot] for bot in lineup))


class Scheduler(Protocol):
    """Chooses the next blocks."""

    def next(self, played: Played, field: Field, seed: int, count: int) -> list[Choice]:
        """The next `count` blocks; fewer, or none, if there is nobody to play them."""


@dataclass(frozen=True)
class RoundRobin:
    """All line-ups of all events in turn: next comes the one with the fewest blocks, of equals the first."""

    max_lineups: int = MAX_LINEUPS

    def next(self, played: Played, field: Field, seed: int, count: int) -> list[Choice]:
        field = field.without(set_aside(played))
        lineups = [(event, lineup) for event, seats in enumerate(field.seats)
                   for lineup in _balanced(_names(field.playing(event)), seats, self.max_lineups)]  # fmt: skip
        return _in_turn(played, lineups, count, ROUND_ROBIN)


@dataclass(frozen=True)
class Gauntlet:
    """Every newcomer against all opponents, in turn: next comes the line-up with the fewest blocks."""

    max_lineups: int = MAX_LINEUPS

    def next(self, played: Played, field: Field, seed: int, count: int) -> list[Choice]:
        field = field.without(set_aside(played))
        lineups = [each for event in range(len(field.seats)) for each in self._lineups(field, event)]
        return _in_turn(played, lineups, count, GAUNTLET)

    def _lineups(self, field: Field, event: int) -> Iterator[tuple[int, Lineup]]:
        playing = field.playing(event)
        others = _names([contestant for contestant in playing if not contestant.newcomer])
        if others:
            for name in _names([contestant for contestant in playing if contestant.newcomer]):
                for opponents in _balanced_opponents(others, field.seats[event] - 1, self.max_lineups):
                    yield event, tuple(sorted((name, *opponents)))


def _names(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    return tuple(sorted(contestant.name for contestant in contestants))


def _in_turn(played: Played, lineups: Sequence[tuple[int, Lineup]], count: int, reason: str) -> list[Choice]:
    """What was played least comes next, again and again."""
    blocks = Counter((event, lineup) for _, event, lineup in played.lineups)
    waiting: dict[int, deque[tuple[int, Lineup]]] = defaultdict(deque)
    for lineup in lineups:
        waiting[blocks[lineup]].append(lineup)
    return [Choice(*lineup, 1.0, reason) for lineup in islice(_least_first(waiting), count)]


def _least_first(waiting: dict[int, deque[tuple[int, Lineup]]]) -> Iterator[tuple[int, Lineup]]:
    while waiting:
        fewest = min(waiting)
        lineup = waiting[fewest].popleft()
        waiting[fewest + 1].append(lineup)
        if not waiting[fewest]:
            del waiting[fewest]
        yield lineup


@lru_cache(maxsize=64)
def _balanced(names: tuple[str, ...], seats: int, limit: int) -> tuple[Lineup, ...]:
    """All line-ups, or a sample in which all pairs meet equally often: of `limit`, or of as many as that takes."""
    if len(names) < 2:
        return ()
    return tuple(all_lineups(names, seats, limit)) or _balanced(names, seats, 2 * limit)


@lru_cache(maxsize=64)
def _balanced_opponents(names: tuple[str, ...], seats: int, limit: int) -> tuple[Lineup, ...]:
    return tuple(all_opponents(names, seats, limit)) or _balanced_opponents(names, seats, 2 * limit)


@dataclass(frozen=True, slots=True)
class SetAside:
    """Why a bot plays no more."""

    faulty: int  # games with a fault of its own
    games: int  # of so many, its last
    last: Fault


def set_aside(played: Played) -> dict[str, SetAside]:
    """The bots that had a fault in FAULTY_GAMES of their last RECENT_GAMES games (fewer, if they played fewer)."""
    faults: dict[str, dict[tuple[int, int], Fault]] = defaultdict(dict)
    for results in played.results.values():
        for key, fault in zip(results.fault_keys, results.faults, strict=True):
            faults[fault.bot][key] = fault
    suspects = [bot for bot, by_game in sorted(faults.items()) if len(by_game) >= FAULTY_GAMES]
    found = {bot: _recent_faults(played, bot, faults[bot]) for bot in suspects}
    return {bot: why for bot, why in found.items() if why.faulty >= FAULTY_GAMES}


def _recent_faults(played: Played, bot: str, faults: Mapping[tuple[int, int], Fault]) -> SetAside:
    recent = sorted(game for results in played.results.values() for game in _last_games(results, bot))[-RECENT_GAMES:]
    faulty = [faults[game] for game in recent if game in faults]
    return SetAside(len(faulty), len(recent), faulty[-1] if faulty else faults[max(faults)])


def _last_games(results: Results, bot: str) -> list[tuple[int, int]]:
    if bot not in results.bots:
        return []
    sat = (results.lineup == results.bots.index(bot)).any(axis=1)
    return [(int(block), int(rotation)) for block, rotation in results.place[sat][-RECENT_GAMES:]]
