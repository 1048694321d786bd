"""Claims that hold however often one looks and whenever one stops: who is stronger than whom, and places.

The score of a pair in a block is the share of its games in which the first finished ahead of the second; a tie is
half. Bots that are equally strong have a mean score of 1/2 in every block, whoever else sits there and for whatever
reason the block was chosen, as long as its deal and the order around the table were not known when it was chosen. So
a bet on the score being above m, paid 1 + bet * (score - m) for each block, is not expected to gain if the mean is at
most m. Capital that reaches 1 / level shows that the mean is above m; by luck that ever happens with probability
`level` at most (Ville 1939). The bets are a fixed mixture, so the order of the blocks does not matter (T.
Cover, Universal portfolios, Math. Finance 1, 1991; Waudby-Smith & Ramdas, Estimating means of bounded random variables
by betting, J. R. Stat. Soc. B 86, 2024). The largest m that is ruled out is the lower bound of the pair's mean score.

All claims of a ladder hold at once: they share 5 %. Half of it is for the bots that the ladder began with. Those who
enter later at the same time are a cohort; the n-th cohort has 1 / (n * (n + 1)) of the other half. Within a cohort
all pairs with whoever was there share alike, and both directions of a pair. If every bot has one strength, A ahead of B
and B ahead of C make A ahead of C. Bots that would be ahead of each other in a circle are not told apart.

Over several events a claim is about the mean of the pair's scores in the events: their lower bounds, weighted. Each
then has its part of the pair's level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.rating.comparisons import Place, not_told_apart
from arena.rating.components import ways
from arena.rating.results import Bools, Floats, Ints, Results

FALSE_CLAIMS = 0.05  # in all, ever
FOUNDERS = 0.5  # of it, for the bots that were there from the beginning
STAKES = 0.95 * 0.6 ** np.arange(8)  # parts of the capital that are bet
SHARES = 1 / np.arange(2, 10) / sum(1 / np.arange(2, 10))  # of the capital, for each: clear orders are claimed soonest
MEANS = np.arange(1, 100) / 100  # which are ruled out or not; equal bots have 0.5
EVEN = 49  # the number of 0.5 in MEANS


@dataclass(frozen=True, slots=True)
class Entry:
    """When a bot, or a version of one, entered and left: the number of the next block then."""

    name: str
    entered: int = 0
    left: int | None = None

    def is_there(self, block: int) -> bool:
        return self.entered <= block and (self.left is None or self.left > block)


@dataclass(frozen=True)
class Claims:
    """Of the bots that are still there; row against column."""

    bots: tuple[str, ...]
    least_score: Floats  # what the row's mean score against the column is at least, by the games of the two
    blocks: Ints  # in which they met
    shown: Bools  # the row is stronger, by its own games with the column or through others

    def places(self) -> list[Place]:
        """By bot: from 1 + those shown to be stronger to all less those shown to be weaker."""
        stronger, weaker = self.shown.sum(axis=0), self.shown.sum(axis=1)
        return [(1 + int(above), len(weaker) - int(below)) for above, below in zip(stronger, weaker, strict=True)]

    def alike(self) -> list[list[int]]:
        """The largest sets of bots that are not told apart."""
        return not_told_apart(self.shown)

    def first_are_settled(self, top: int) -> bool:
        """Whether the first `top` places each have one bot."""
        alone = {first for first, last in self.places() if first == last}
        return alone >= set(range(1, min(top, len(self.bots)) + 1))


@dataclass(frozen=True)
class PairScores:
    """Blocks in which two bots met."""

    block: Ints
    first: Ints  # the bot with the lower number
    second: Ints
    score: Floats  # of the first


def claims(
    results: Mapping[int, Results],
    entries: Sequence[Entry],
    weights: Sequence[float] = (1.0,),
    until: int | None = None,
) -> Claims:
    """Results are by event, in whole blocks; weights are by event and add up to 1.

    `until` is the first block that is not finished: only blocks before it count. Without it, blocks that take long
    would be left out as long as they take, and who wins the quick ones would look stronger.
    """
    names = [entry.name for entry in entries]
    level = levels(entries) / len(weights)
    least, blocks = np.zeros(level.shape), np.zeros(level.shape, dtype=np.int64)
    for event, weight in enumerate(weights):
        if event in results:
            found = pair_scores(results[event], names, until)
            met, capital = log_capital(found, len(names))
            blocks += met
            least += weight * least_score(capital, level)
    shown = told_apart(least > MEANS[EVEN] - 1e-9)
    there = [row for row, entry in enumerate(entries) if entry.left is None]
    square = np.ix_(there, there)
    return Claims(tuple(names[row] for row in there), least[square], blocks[square], shown[square])


def told_apart(direct: Bools) -> Bools:
    """Through others too; none where it goes round in a circle."""
    way = ways(direct)
    return np.asarray(way & ~way.T)


def levels(entries: Sequence[Entry], in_all: float = FALSE_CLAIMS) -> Floats:
    """By pair, row against column: how likely a false claim may be; 0 where the two were never there together."""
    found = np.zeros((len(entries), len(entries)))
    for number, start in enumerate(sorted({entry.entered for entry in entries})):
        share = FOUNDERS if number == 0 else (1 - FOUNDERS) / (number * (number + 1))
        new = np.array([entry.entered == start for entry in entries])
        there = np.array([entry.is_there(start) for entry in entries]) | new
        pairs = (new[:, None] & there) | (there[:, None] & new)
        np.fill_diagonal(pairs, False)
        found[pairs] = in_all * share / max(1, pairs.sum())
    return found


def pair_scores(results: Results, names: Sequence[str], until: int | None = None) -> PairScores:
    """By block and pair, of the bots that are named; copies of one bot are no pair."""
    number = {name: row for row, name in enumerate(names)}
    bot = np.array([number.get(name, -1) for name in results.bots], dtype=np.int64)
    rows = slice(None) if until is None else results.place[:, 0] < until
    lineup, ranks, block = bot[results.lineup[rows]], results.ranks[rows], results.place[rows, 0]
    keys, points = [], []
    for i, j in combinations(range(results.seats), 2):
        met = (lineup[:, i] != lineup[:, j]) & (lineup[:, i] >= 0) & (lineup[:, j] >= 0)
        mine, other = lineup[met, i], lineup[met, j]
        ahead = np.sign(ranks[met, j] - ranks[met, i]) * np.where(mine < other, 1, -1)
        keys.append((block[met] * len(names) + np.minimum(mine, other)) * len(names) + np.maximum(mine, other))
        points.append(0.5 + 0.5 * ahead)
    key, where = np.unique(np.concatenate(keys), return_inverse=True)
    score = np.bincount(where.reshape(-1), np.concatenate(points)) / np.maximum(np.bincount(where.reshape(-1)), 1)
    size = max(1, len(names))
    return PairScores(key // size**2, key // size % size, key % size, score)


def log_capital(scores: PairScores, bots: int) -> tuple[Ints, Floats]:
    """How often each pair met; and by pair and mean the log of what bets on a higher mean have come to."""
    value, where = np.unique(np.round(scores.score, 9), return_inverse=True)
    met = np.zeros((bots, bots), dtype=np.int64)
    capital = np.zeros((bots, bots, len(MEANS)))
    if not len(value):
        return met, capital
    column = (scores.first * bots + scores.second) * len(value) + where.reshape(-1)
    pair, times = np.unique(scores.first * bots + scores.second, return_counts=True)
    counts = np.bincount(column, minlength=bots * bots * len(value)).reshape(-1, len(value))[pair]
    first, second = pair // bots, pair % bots
    met[first, second] = met[second, first] = times
    capital[first, second] = _mixed(counts, value)
    capital[second, first] = _mixed(counts, 1 - value)
    return met, capital


def _mixed(counts: Ints, value: Floats) -> Floats:
    """By row of counts of values and by mean: the log of the capital, all stakes together."""
    grown = np.log1p(STAKES[:, None, None] * (value[:, None] / MEANS - 1))  # (stakes, values, means)
    total = np.einsum("rv,svm->srm", counts.astype(np.float64), grown)
    most = total.max(axis=0)
    return np.asarray(most + np.log(np.tensordot(SHARES, np.exp(total - most), axes=1)))


def least_score(capital: Floats, level: Floats) -> Floats:
    """The largest mean that is ruled out at the pair's level; 0 if none is."""
    with np.errstate(divide="ignore"):
        ruled_out = capital >= -np.log(level)[:, :, None]
    return np.asarray(np.where(ruled_out, MEANS, 0).max(axis=2))
