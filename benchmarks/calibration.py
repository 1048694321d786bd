"""What a nominal 95 % really covers, over whole simulated tournaments of bots of known strength.

Finishing orders are drawn from the Plackett-Luce model (Gumbel noise on each strength), so that the true rating
differences are known; true mean ranks and shares of points are those of many more deals of the same design, and so are
the ratings where there are ties, which count as half a win and so bring the strengths closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt

import numpy as np

from arena.rating.bootstrap import bootstrap
from arena.rating.comparisons import compare_all
from arena.rating.components import Components, components
from arena.rating.intervals import Interval, bounded_interval, interval
from arena.rating.means import Means, pair_means, rank_means
from arena.rating.plackett_luce import PlackettLuce
from arena.rating.results import Results
from benchmarks.measure import show, title
from benchmarks.sprt import upper_bound

BOARDS, EQUAL_BOARDS = 300, 2000
REPLICATES = 1000
LEAST, MOST = 0.93, 0.98
MOST_FALSE = 0.062  # of boards of equal bots: 95 % upper bound of the share with any false claim


@dataclass(frozen=True)
class Design:
    """A tournament: who is how strong, who meets whom."""

    strengths: tuple[float, ...]
    seats: int
    deals: int
    ties: float = 0.0  # scores are rounded to multiples of it
    gauntlet: bool = False  # the first bot against all others
    deal_luck: float = 0.0  # standard deviation of what a deal is worth to each bot, in all its games

    def lineups(self) -> np.ndarray:
        bots = range(len(self.strengths))
        chosen = [line for line in combinations(bots, self.seats) if 0 in line or not self.gauntlet]
        return np.concatenate([np.roll(chosen, turn, axis=1) for turn in range(self.seats)])

    def play(self, rng: np.random.Generator) -> Results:
        lineups = self.lineups()
        lineup, deal = np.tile(lineups, (self.deals, 1)), np.repeat(np.arange(self.deals), len(lineups))
        luck = self.deal_luck * rng.normal(size=(self.deals, len(self.strengths)))
        scores = np.array(self.strengths)[lineup] + luck[deal[:, None], lineup] + rng.gumbel(size=lineup.shape)
        scores = np.round(scores / self.ties) if self.ties else scores
        ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        names = tuple(f"bot{i:02}" for i in range(len(self.strengths)))
        ones = np.ones(lineup.shape, dtype=np.int64)
        return Results(names, deal, lineup, ranks, np.full(len(deal), 10), (), np.zeros(lineup.shape), ones)


@dataclass(frozen=True)
class Truth:
    strength: np.ndarray
    mean_rank: np.ndarray
    share: np.ndarray


@dataclass(frozen=True)
class Board:
    """One simulated tournament, analysed as a leaderboard is."""

    results: Results
    seed: int

    def group(self) -> Components:
        return components(pair_means(self.results).sums.total.reshape(len(self.results.bots), -1))

    def covered(self, design: Design, truth: Truth) -> tuple[list[bool], list[bool], list[bool]]:
        """Whether each interval holds the truth: of rating differences, of mean ranks, of pair shares."""
        apart = self.group()
        model = PlackettLuce(self.results, self.seed, apart.group_of)
        ranks, pairs = rank_means(self.results), pair_means(self.results)
        statistics = [model.resampled, ranks.resampled, pairs.resampled]
        strength, mean_rank, share = bootstrap(design.deals, statistics, REPLICATES, self.seed)
        return (
            list(self._differences(design, strength, truth.strength, apart)),
            list(_bounded(ranks, mean_rank, truth.mean_rank, (1, design.seats))),
            list(_bounded(pairs, share, truth.share, (0, 1))),
        )

    def _differences(
        self, design: Design, strength: np.ndarray, truth: np.ndarray, apart: Components
    ) -> Iterator[bool]:
        for i, j in combinations(range(len(truth)), 2):
            found = interval(strength[:, i] - strength[:, j], design.deals)
            if found is not None and apart.group_of[i] == apart.group_of[j]:
                yield _holds(found, truth[i] - truth[j])

    def claims_falsely(self) -> bool:
        """Of bots that are all equal: whether any is shown to be stronger."""
        apart = self.group()
        model = PlackettLuce(self.results, self.seed, apart.group_of)
        influence = model.influence(self.results.deals)
        return bool(compare_all(self.results, model.strength, influence, apart, self.seed).shown.any())


def _bounded(means: Means, samples: np.ndarray, truth: np.ndarray, bounds: tuple[float, float]) -> Iterator[bool]:
    for column, deals in enumerate(means.counts.deals_behind):
        found = bounded_interval(samples[:, column], int(deals), *bounds) if deals else None
        if found is not None:
            yield _holds(found, truth[column])


def _holds(found: Interval, value: float) -> bool:
    return found[0] - 1e-9 <= value <= found[1] + 1e-9


def truth_of(design: Design) -> Truth:
    many = replace(design, deals=max(1, 400_000 // len(design.lineups()))).play(np.random.default_rng(0))
    strength = PlackettLuce(many, 0).strength if design.ties else np.array(design.strengths)
    return Truth(strength, rank_means(many).value, pair_means(many).value)


SPREAD = (0.6, 0.3, 0.0, -0.3, -0.6)
COVERAGE: dict[str, Design] = {
    **{f"{seats} seats, {deals} deals": Design(SPREAD, seats, deals) for seats in (2, 4) for deals in (12, 48, 200)},
    "2 seats, 48 deals, ties": Design(SPREAD, 2, 48, ties=2.0),
    "4 seats, 48 deals, ties": Design(SPREAD, 4, 48, ties=2.0),
    "2 seats, 48 deals, equal bots": Design((0.0,) * 5, 2, 48),
    "2 seats, 12 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 2, 12),
    "2 seats, 48 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 2, 48),
    "4 seats, 48 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 4, 48),
    "2 seats, 48 deals, gauntlet": Design(SPREAD, 2, 48, gauntlet=True),
    "2 seats, 200 deals, two bots": Design((0.3, -0.3), 2, 200),
}
EQUAL: dict[str, Design] = {
    "12 equal bots, 2 seats, 12 deals": Design((0.0,) * 12, 2, 12),
    "12 equal bots, 2 seats, 48 deals": Design((0.0,) * 12, 2, 48),
    "6 equal bots, 4 seats, 12 deals": Design((0.0,) * 6, 4, 12),
    "6 equal bots, 2 seats, 48 deals, ties": Design((0.0,) * 6, 2, 48, ties=2.0),
    "12 equal bots, 2 seats, 12 deals, lucky deals": Design((0.0,) * 12, 2, 12, deal_luck=1.0),
    "8 equal bots, 2 seats, 24 deals, gauntlet": Design((0.0,) * 8, 2, 24, gauntlet=True),
    "2 equal bots, 2 seats, 24 deals": Design((0.0,) * 2, 2, 24),
}


def coverage(name: str, design: Design, index: int) -> None:
    truth, rng = truth_of(design), np.random.default_rng([1, index])
    boards = [Board(design.play(rng), seed).covered(design, truth) for seed in range(BOARDS)]
    for what, part in (("rating differences", 0), ("mean rank", 1), ("pair shares", 2)):
        share = np.mean([held for board in boards for held in board[part]])
        # Intervals of one board are not independent, so the error is that of the boards.
        error = np.std([np.mean(board[part]) for board in boards if board[part]]) / sqrt(BOARDS)
        wanted = f"{LEAST:.0%} to {MOST:.0%}"
        show(f"{name}: {what}", f"{share:.1%} ± {1.96 * error:.1%}", wanted, LEAST <= share <= MOST)


def false_claims(name: str, design: Design, index: int) -> None:
    rng = np.random.default_rng([2, index])
    wrong = sum(Board(design.play(rng), seed).claims_falsely() for seed in range(EQUAL_BOARDS))
    bound = upper_bound(wrong, EQUAL_BOARDS)
    show(name, f"{wrong / EQUAL_BOARDS:.1%}, below {bound:.1%}", f"at most {MOST_FALSE:.1%}", bound <= MOST_FALSE)


def each(designs: dict[str, Design], measure: Callable[[str, Design, int], None]) -> None:
    for index, (name, design) in enumerate(designs.items()):
        measure(name, design, index)


def main() -> None:
    title(f"Boards of equal bots with any false claim, of {EQUAL_BOARDS:,}; with the 95 % upper bound")
    each(EQUAL, false_claims)
    title(f"What a nominal 95 % covers, over {BOARDS} tournaments each")
    each(COVERAGE, coverage)


if __name__ == "__main__":
    main()
