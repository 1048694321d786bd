"""What the ratings are relative to, and in words what the games say of bots that have none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from arena.rating.components import Components
from arena.rating.intervals import CONFIDENCE
from arena.rating.plackett_luce import ELO
from arena.rating.results import Floats, Results

AVERAGE = 1500.0  # rating of the average bot


@dataclass(frozen=True)
class Anchor:
    """A bot that has a given rating; all others are relative to it."""

    bot: str
    rating: float


@dataclass(frozen=True)
class Scale:
    """Ratings are so many points above or below the mean of the reference."""

    reference: tuple[int, ...]  # the bots whose mean rating is `level`
    level: float
    words: str
    missed: str | None  # why an anchor could not be used

    @classmethod
    def of(cls, bots: Sequence[str], apart: Components, anchor: Anchor | None) -> Scale:
        rated = () if apart.rated is None else apart.groups[apart.rated]
        if anchor is not None and anchor.bot in (bots[bot] for bot in rated):
            return cls((bots.index(anchor.bot),), anchor.rating, f"{anchor.bot} is at {anchor.rating:g}", None)
        all_bots = len(rated) == len(bots)
        words = f"the average {'bot' if all_bots else 'of the rated bots'} is at {AVERAGE:g}"
        missed = None if anchor is None else f"{anchor.bot} has no rating here and cannot fix the scale: {words}."
        return cls(rated, AVERAGE, words if rated else "no bot is rated", missed)

    def rating(self, strength: Floats, bot: int) -> Floats:
        """Of one bot, from its own strengths and those of the reference, bots in the last axis."""
        return np.asarray(self.level + ELO * (strength[..., bot] - strength[..., list(self.reference)].mean(axis=-1)))


@dataclass(frozen=True)
class Meetings:
    """The games in which bots of one side met bots of another, of which one always finished ahead."""

    games: int
    deals: int
    ahead: bool  # the first side

    @property
    def points(self) -> float:
        """How many points lie between the sides at least, with 95 %.

        If the side behind finishes ahead with probability p, that happens in no deal with (1 - p)**deals at most.
        """
        chance = 1 - (1 - CONFIDENCE) ** (1 / self.deals)
        return 400 * log10((1 - chance) / chance) if chance < 0.5 else 0.0

    def words(self, others: str) -> str:
        side = "ahead of" if self.ahead else "behind"
        where = f"in all {several(self.games, 'game')} on {several(self.deals, 'deal')} in which they met"
        if self.games == 1:
            where = "in the one game in which they met"
        far = f"at least {self.points:.0f} points {'above' if self.ahead else 'below'} (95 %)"
        return f"finished {side} {others} {where}: {far if self.points >= 1 else 'too few deals to say by how much'}"


def meetings(results: Results, mine: Sequence[int], others: Sequence[int]) -> Meetings | None:
    """None where the two sides never met."""
    first, second = np.isin(results.lineup, mine), np.isin(results.lineup, others)
    met = first.any(axis=1) & second.any(axis=1)
    if not met.any():
        return None
    last = np.iinfo(np.int64).max
    mine_best = np.where(first[met], results.ranks[met], last).min(axis=1)
    other_best = np.where(second[met], results.ranks[met], last).min(axis=1)
    deals = len(np.unique(results.deal[met]))
    return Meetings(int(met.sum()), deals, bool((mine_best < other_best).all()))


def bound_in_words(results: Results, apart: Components, bot: int) -> str:
    """What the games say of a bot without a rating."""
    if apart.rated is not None:
        rated = meetings(results, [bot], apart.groups[apart.rated])
        return "has met no rated bot" if rated is None else rated.words("the rated bots")
    found = {other: meetings(results, [bot], [other]) for other in range(len(results.bots)) if other != bot}
    said = []
    for ahead in (True, False):
        side = [other for other, met in found.items() if met is not None and met.ahead == ahead]
        together = meetings(results, [bot], side)
        said += [] if together is None else [together.words(listed(results.bots[other] for other in side))]
    return "; ".join(said) or "has met no other bot"


def group_notes(results: Results, apart: Components) -> Iterable[str]:
    """A sentence for each group that games cannot compare with the rated bots."""
    names = results.bots
    for number, group in enumerate(apart.groups):
        if apart.rated is None or number == apart.rated:
            continue
        found = meetings(results, group, apart.groups[apart.rated])
        alone = "has met no rated bot" if len(group) == 1 else "have met no rated bot"
        said = alone if found is None else found.words("the rated bots")
        who = listed(names[bot] for bot in group)
        yield f"{who} {said}. How far apart they are is not measured, so no rating is given."
    if apart.rated is None:
        yield "No two bots have games that went both ways, so that the games give bounds but no ratings."


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def several(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
