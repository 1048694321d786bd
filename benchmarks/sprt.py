"""How often the sequential test of `arena compare` decides wrongly, over simulated comparisons.

Deals are played as `arena compare` plays them: every seating of both bots, the score of a deal is the mean over its
games of how often A finishes ahead of B. Where A is stronger, its strength is the one that gives the score s1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import exp, sqrt
from statistics import NormalDist

import numpy as np

from arena.rating.sprt import Hypotheses, first_decision
from benchmarks.measure import show, title

COMPARISONS = 5000
MOST = 1.25  # times the nominal error rate, for the 95 % upper bound
MAX_DEALS = 20_000
CHUNK = 250  # deals drawn at once
Draw = Callable[[np.random.Generator, int], np.ndarray]


@dataclass(frozen=True)
class Table:
    """A game with so many seats; scores closer than `ties` tie, and a share of the deals decides everything."""

    seats: int
    ties: float = 0.0
    deal_luck: float = 0.0  # how much the deal favours one side in all its games: 1 is a coin flip for each deal

    @property
    def lineups(self) -> np.ndarray:
        """1 where A sits; the design of `arena compare`: with 3 seats one bot sits twice, with 4 both do."""
        base = {2: ["AB"], 3: ["AAB", "ABB"], 4: ["AABB"]}[self.seats]
        seatings = sorted({seating for lineup in base for seating in permutations(lineup)})
        return np.array([[name == "A" for name in seating] for seating in seatings], dtype=float)

    def scores(self, rng: np.random.Generator, deals: int, strength: float) -> np.ndarray:
        """Of A, by deal."""
        lineups = self.lineups
        noise = rng.gumbel(size=(deals, *lineups.shape))
        luck = self.deal_luck * 1000 * np.where(rng.random(deals) < 1 / (1 + exp(-strength)), 1, -1)[:, None, None]
        points = strength * lineups + luck * lineups + noise
        points = np.round(points / self.ties) if self.ties else points
        ahead = np.sign(points[:, :, :, None] - points[:, :, None, :]) / 2 + 0.5
        pairs = lineups[:, :, None] * (1 - lineups)[:, None, :]
        return np.asarray((ahead * pairs).sum(axis=(2, 3)).mean(axis=1) / pairs[0].sum())


@dataclass(frozen=True)
class RareDecisions:
    """Most deals are drawn; the few that are not are won or lost as a whole."""

    decided: float

    def scores(self, rng: np.random.Generator, deals: int, lead: float) -> np.ndarray:
        at = rng.random(deals)
        return np.where(at < (self.decided + lead) / 2, 1.0, np.where(at < self.decided, 0.0, 0.5))


def draws_with_mean(source: Table | RareDecisions, mean: float) -> Draw:
    """Scores with that mean: the strength is found by bisection on many deals of fixed chance."""
    low, high = 0.0, 1.0 if isinstance(source, Table) else 2 * mean - 1
    if isinstance(source, RareDecisions):
        return lambda rng, deals: source.scores(rng, deals, high)
    for _ in range(20):
        middle = (low + high) / 2
        found = source.scores(np.random.default_rng(0), 100_000, middle).mean()
        low, high = (middle, high) if found < mean else (low, middle)
    return lambda rng, deals: source.scores(rng, deals, 0.0 if mean == 0.5 else low)


def one_by_one(draw: Draw, rng: np.random.Generator) -> Iterator[float]:
    for _ in range(0, MAX_DEALS, CHUNK):
        yield from draw(rng, CHUNK).tolist()


def upper_bound(errors: int, trials: int) -> float:
    """95 % upper bound of a chance (E. B. Wilson 1927)."""
    z = NormalDist().inv_cdf(0.95)
    share = errors / trials
    middle, reach = share + z * z / (2 * trials), z * sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return (middle + reach) / (1 + z * z / trials)


SOURCES: dict[str, Table | RareDecisions] = {
    "2 seats": Table(2),
    "3 seats": Table(3),
    "4 seats": Table(4),
    "2 seats, many ties": Table(2, ties=3.0),
    "4 seats, many ties": Table(4, ties=3.0),
    "coin-flip deals": Table(2, deal_luck=1.0),
    "rare decisions, 15 % of deals": RareDecisions(0.15),
    "rare decisions, 11 % of deals": RareDecisions(0.11),
}


def main() -> None:
    hypotheses = Hypotheses()
    title(f"Wrong decisions of the sequential test, {COMPARISONS:,} comparisons each; with the 95 % upper bound")
    for index, (name, source) in enumerate(SOURCES.items()):
        for right, mean, nominal in (("s0", hypotheses.s0, hypotheses.alpha), ("s1", hypotheses.s1, hypotheses.beta)):
            draw = draws_with_mean(source, mean)
            rng = np.random.default_rng([index, right == "s1"])
            found = [first_decision(one_by_one(draw, rng), hypotheses) for _ in range(COMPARISONS)]
            wrong = sum(verdict not in (right, None) for verdict, _ in found)
            bound, deals = upper_bound(wrong, COMPARISONS), sum(scores.count for _, scores in found) / COMPARISONS
            what = f"{name}, {'alpha' if right == 's0' else 'beta'} ({deals:.0f} deals)"
            value = f"{wrong / COMPARISONS:.2%}, below {bound:.2%}"
            show(what, value, f"at most {MOST * nominal:.2%}", bound <= MOST * nominal)


if __name__ == "__main__":
    main()
