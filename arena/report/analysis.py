"""Where a game was won: what every choice and every stroke of luck did to each seat's chance of finishing first.

For every decision with a choice a search tells the chances before it and after the chosen action, from what the mover
may know. The difference is what the choice did. What happens between that and the chances before the next decision is
luck: dice, cards, and what the next mover knows more. The last chances are the result. So from the start to the result
all of it adds up, for every seat, exactly: chances are whole millionths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from threading import local
from typing import Any

from arena.play.records import PlayedGame
from arena.rating.means import win_shares
from bots.calibration import Chances
from bots.chances import Judge, Judgement
from core import Game, View
from core.errors import ArenaError

ONE = 1_000_000  # a certain win
ITERATIONS = 1000
MOST_ITERATIONS = 1_000_000
MARKED = 3  # mistakes and strokes of luck that stand out

Millionths = tuple[int, ...]  # by seat


class NoRivals(ArenaError):
    """A game that one seat plays alone: there is nobody to finish behind."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What the search would rather have done, or else second to the action chosen."""

    words: str
    chances: Millionths


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with what it did."""

    decision: int  # from 0
    seat: int
    words: str
    before: Millionths
    after: Millionths
    alternative: Alternative | None
    luck: Millionths  # between this decision and the next one with a choice, or the end

    @property
    def choice(self) -> Millionths:
        return minus(self.after, self.before)

    @property
    def lost(self) -> int:
        """How much better the alternative was for the mover; 0 if the choice was best."""
        return 0 if self.alternative is None else max(0, self.alternative.chances[self.seat] - self.after[self.seat])


@dataclass(frozen=True, slots=True)
class Balance:
    """One seat's way from its chance at the start to its result."""

    seat: int
    start: int
    own: int  # by its own choices
    others: int  # by those of other seats
    luck: int
    faults: int  # what the ranking of faulted bots behind all others did
    result: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game."""

    iterations: int
    decisions: tuple[Judged, ...]
    end: Millionths  # by the game's own ranks
    result: Millionths  # with faulted bots behind all others

    def balances(self) -> list[Balance]:
        return [self._balance(seat) for seat in range(len(self.result))]

    def _balance(self, seat: int) -> Balance:
        own = sum(it.choice[seat] for it in self.decisions if it.seat == seat)
        others = sum(it.choice[seat] for it in self.decisions if it.seat != seat)
        luck = sum(it.luck[seat] for it in self.decisions)
        start = self.decisions[0].before[seat] if self.decisions else self.end[seat]
        return Balance(seat, start, own, others, luck, self.result[seat] - self.end[seat], self.result[seat])

    def mistakes(self) -> list[Judged]:
        """The decisions that cost their mover most, the worst first."""
        return sorted((it for it in self.decisions if it.lost > 0), key=lambda it: -it.lost)[:MARKED]

    def strokes(self) -> list[Judged]:
        """The decisions behind which luck moved most, the largest first."""
        moved = (it for it in self.decisions if any(it.luck))
        return sorted(moved, key=lambda it: -max(map(abs, it.luck)))[:MARKED]

    def to_dict(self) -> dict[str, Any]:
        """As plain data; chances from 0 to 1, exact to six digits."""
        return {
            "iterations": self.iterations,
            "seats": [
                {key: shown(getattr(it, key)) for key in ("start", "own", "others", "luck", "faults", "result")}
                for it in self.balances()
            ],
            "decisions": [judged_dict(it) for it in self.decisions],
        }


def judged_dict(it: Judged) -> dict[str, Any]:
    best = it.alternative
    return {
        "decision": it.decision + 1,
        "seat": it.seat,
        "action": it.words,
        "before": list(map(shown, it.before)),
        "after": list(map(shown, it.after)),
        "choice": list(map(shown, it.choice)),
        "luck": list(map(shown, it.luck)),
        "alternative": None if best is None else {"action": best.words, "after": list(map(shown, best.chances))},
    }


def shown(millionths: int) -> float:
    return round(millionths / ONE, 6)


@dataclass(frozen=True, slots=True)
class RealChoice:
    """A decision of the game that left a choice."""

    decision: int
    view: View
    action: int
    last: int | None  # the seat that made the choice before


def analyse(
    game: Game,
    played: PlayedGame,
    iterations: int = ITERATIONS,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> Analysis:
    """Judges every decision that left a choice, on all processors; `tell` hears how many are done. The same game and
    number of iterations give the same analysis."""
    if game.players < 2:
        raise NoRivals("a game with one seat has no rivals to finish behind, so there is nothing to analyse.")
    choices = list(choices_of(game, played))
    judgements: list[Judgement] = []
    for judgement in judge_all(game, choices, iterations):
        judgements.append(judgement)
        tell(len(judgements), len(choices))
    end = game.replay(played.record.seed, played.actions).ranks()
    return added_up(choices, judgements, iterations, first_places(end), first_places(played.record.ranks))


def choices_of(game: Game, played: PlayedGame) -> Iterator[RealChoice]:
    state, last = game.new(played.record.seed), None
    for number, action in enumerate(played.actions):
        mover = state.to_move
        if mover is not None and len(state.legal()) > 1:
            yield RealChoice(number, state.view(mover), action, last)
            last = mover
        state.apply(action)


def judge_all(game: Game, choices: Sequence[RealChoice], iterations: int) -> Iterator[Judgement]:
    """In order. Searches run without the GIL, so threads are enough; each has a judge for every seat."""
    judges = local()

    def judge(choice: RealChoice) -> Judgement:
        of_seats = judges.__dict__.setdefault("of_seats", {})
        seat = choice.view.seat
        if seat not in of_seats:
            of_seats[seat] = Judge(game, seat, iterations, seed=0)
        found: Judgement = of_seats[seat].judge(choice.view, choice.action, choice.last)
        return found

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        try:
            yield from threads.map(judge, choices)
        finally:
            threads.shutdown(cancel_futures=True)


def added_up(
    choices: Sequence[RealChoice], judgements: Sequence[Judgement], iterations: int, end: Millionths, result: Millionths
) -> Analysis:
    befores = [*(millionths(it.before) for it in judgements), end]
    decisions = []
    for choice, judgement, (before, following) in zip(choices, judgements, pairwise(befores), strict=True):
        after = millionths(judgement.after.chances)
        best = judgement.alternative
        words = choice.view.name
        decisions.append(
            Judged(
                choice.decision,
                choice.view.seat,
                words(choice.action),
                before,
                after,
                None if best is None else Alternative(words(best.action), millionths(best.chances)),
                minus(following, after),
            )
        )
    return Analysis(iterations, tuple(decisions), end, result)


def first_places(ranks: Sequence[int]) -> Millionths:
    """Shared first places divided."""
    return millionths(win_shares(ranks).tolist())


def millionths(chances: Chances | Sequence[float]) -> Millionths:
    """Whole millionths that add up to one exactly: the largest chance takes what rounding leaves."""
    rounded = [round(ONE * chance) for chance in chances]
    rounded[rounded.index(max(rounded))] += ONE - sum(rounded)
    return tuple(rounded)


def minus(after: Millionths, before: Millionths) -> Millionths:
    return tuple(a - b for a, b in zip(after, before, strict=True))
