"""Strength that does not depend on the order of the games, with intervals that count deals, not games.

Strength is the Plackett-Luce model (Luce 1959, Plackett 1975): of the bots still to be placed, the next is i with
probability exp(s_i) / sum exp(s_j), so i finishes ahead of j with odds exp(s_i - s_j). Maximum likelihood by Newton's
method; the likelihood is concave (Hunter 2004, "MM algorithms for generalized Bradley-Terry models", Ann. Statist. 32).

Ties: tied bots count as placed in every order of theirs, each order in equal parts; for two seats that is the usual
half win. Unbeaten bots: every bot also has half a game of wins and as much of losses for each seat against a ghost of
strength 0, so that all strengths are finite (Turner, van Etten, Firth & Kosmidis 2020, "Modelling rankings in R: the
PlackettLuce package", Comput. Stat. 35).

Intervals: bootstrap over deals, since games of one deal are not independent, whichever line-up played them. In each
replicate the ghost's games get random weights too (Fong, Lyddon & Holmes 2019, posterior bootstrap), so that results
without any variation do not give an interval without width. Percentiles are widened for few deals as in Hesterberg
2015, "What teachers should know about the bootstrap", Am. Stat. 69. Fewer than MIN_DEALS deals give no interval: even
if all of five deals agree, the sign test cannot tell that from luck at 95 % (2 / 2**5 > 0.05).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from statistics import NormalDist

import numpy as np

from arena.rating.results import Floats, Ints, Results

Interval = tuple[float, float]
CONFIDENCE = 0.95
MIN_DEALS = 6
GHOST = 0.5  # wins for each seat of a game, and as many losses, against a bot of strength 0
ELO = 400 / np.log(10)  # Elo points for one unit of strength
TOLERANCE = 1e-6  # of the last Newton step; what is left after it is about its square
BATCH = 50  # bootstrap replicates drawn at once
AT_ONCE = 500_000  # pairs of bots in choice sets, over the fits made at once
STEP = 2.0  # longest Newton step: an unbeaten bot would overshoot


@dataclass(frozen=True)
class DealSums:
    """Sums over the games of each deal, kept sparse: entry e adds value[e] to column[e] for deal[e]."""

    deal: Ints
    column: Ints
    value: Floats
    columns: int

    @classmethod
    def of(cls, deal: Ints, column: Ints, value: Floats, columns: int) -> DealSums:
        key, where = np.unique(deal * columns + column, return_inverse=True)
        return cls(key // columns, key % columns, np.bincount(where.reshape(-1), value).astype(np.float64), columns)

    @cached_property
    def total(self) -> Floats:
        """Sums over all deals."""
        return np.bincount(self.column, self.value, minlength=self.columns).astype(np.float64)

    def resampled(self, weights: Floats) -> Floats:
        """A row for each row of weights, which say how often each deal counts."""
        rows = [np.bincount(self.column, self.value * row[self.deal], minlength=self.columns) for row in weights]
        return np.array(rows, dtype=np.float64)

    @cached_property
    def deals_behind(self) -> Ints:
        """By column: how many deals say anything."""
        return np.bincount(self.column, minlength=self.columns)


@dataclass(frozen=True)
class Means:
    """A mean by column: of ranks by bot, of points by pair, of wins by seat."""

    sums: DealSums
    counts: DealSums

    @classmethod
    def of(cls, deal: Ints, column: Ints, value: Floats, columns: int) -> Means:
        ones = np.ones(len(deal))
        return cls(DealSums.of(deal, column, value, columns), DealSums.of(deal, column, ones, columns))

    @cached_property
    def value(self) -> Floats:
        """By column; not a number where a column has no entry."""
        with np.errstate(invalid="ignore"):
            return self.sums.total / self.counts.total

    def resampled(self, weights: Floats) -> Floats:
        """The same for each row of weights."""
        with np.errstate(invalid="ignore"):
            return self.sums.resampled(weights) / self.counts.resampled(weights)


def middle_ranks(ranks: Ints) -> Floats:
    """Ranks by seat with ties in the middle of the places they share, so that a game's mean rank is fixed."""
    mine, other = ranks[:, :, None], ranks[:, None, :]
    return np.asarray(0.5 + (other < mine).sum(axis=2) + 0.5 * (other == mine).sum(axis=2))


def win_shares(ranks: Ints) -> Floats:
    """1 for the winner by seat; several winners share it."""
    first = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray(first / first.sum(axis=1, keepdims=True))


def rank_means(results: Results) -> Means:
    """Mean rank by bot."""
    deal = np.repeat(results.deal, results.seats)
    return Means.of(deal, results.lineup.ravel(), middle_ranks(results.ranks).ravel(), len(results.bots))


def seat_means(results: Results, by_seat: Floats) -> Means:
    """The mean of a figure by seat."""
    seats = np.tile(np.arange(results.seats), results.games)
    return Means.of(np.repeat(results.deal, results.seats), seats, by_seat.ravel(), results.seats)


def pair_means(results: Results) -> Means:
    """Points of bot i against bot j (win 1, tie 1/2) in column i * bots + j; copies of one bot are no pair."""
    bots = len(results.bots)
    deal, column, value = [], [], []
    for i, j in combinations(range(results.seats), 2):
        met = results.lineup[:, i] != results.lineup[:, j]
        mine, other = results.lineup[met, i], results.lineup[met, j]
        points = 0.5 + 0.5 * np.sign(results.ranks[met, j] - results.ranks[met, i])
        deal += [results.deal[met]] * 2
        column += [mine * bots + other, other * bots + mine]
        value += [points, 1 - points]
    return Means.of(np.concatenate(deal), np.concatenate(column), np.concatenate(value), bots * bots)


@dataclass(frozen=True)
class Choices:
    """All that Plackett-Luce needs of the games: which sets of bots were chosen from how often, and who was chosen."""

    sets: Ints  # (sets, seats) bot ids, padded with the id `bots`
    drawn: DealSums  # column = row of sets
    chosen: DealSums  # column = bot
    bots: int


def choices(results: Results) -> Choices:
    """Each game is a choice of the first from all, of the second from the rest, and so on."""
    bots, seats = len(results.bots), results.seats
    order = np.lexsort((results.lineup, results.ranks), axis=1)
    ids = np.take_along_axis(results.lineup, order, axis=1)
    ranks = np.take_along_axis(results.ranks, order, axis=1)
    tie = (ranks[:, 1:] == ranks[:, :-1]) @ (1 << np.arange(seats - 1))
    deals, keys, winners, weights = [], [], [], []
    for pattern in np.unique(tie):
        games = np.flatnonzero(tie == pattern)
        for part, winner, weight in _stages(int(pattern), seats):
            deals.append(results.deal[games])
            keys.append(_set_key(ids[games][:, part], seats, bots))
            winners.append(ids[games, winner])
            weights.append(np.full(len(games), weight))
    deal, weight_of = np.concatenate(deals), np.concatenate(weights)
    key, row = np.unique(np.concatenate(keys), return_inverse=True)
    return Choices(
        sets=key[:, None] // (bots + 1) ** np.arange(seats) % (bots + 1),
        drawn=DealSums.of(deal, row.reshape(-1), weight_of, len(key)),
        chosen=DealSums.of(deal, np.concatenate(winners), weight_of, bots),
        bots=bots,
    )


def _set_key(ids: Ints, seats: int, bots: int) -> Ints:
    """One number for each row: its ids in ascending order and then `bots` for empty places, as digits."""
    full = np.full((len(ids), seats), bots, dtype=np.int64)
    full[:, : ids.shape[1]] = np.sort(ids, axis=1)
    return np.asarray(full @ (bots + 1) ** np.arange(seats))


def _stages(pattern: int, seats: int) -> Iterator[tuple[list[int], int, float]]:
    """(places chosen from, place chosen, weight) of a game in which place i ties with i + 1 where bit i is set."""
    start = 0
    while start < seats:
        end = start + 1
        while end < seats and pattern >> (end - 1) & 1:
            end += 1
        yield from _tied_stages(list(range(start, end)), list(range(end, seats)))
        start = end


def _tied_stages(tied: list[int], rest: list[int]) -> Iterator[tuple[list[int], int, float]]:
    for placed in range(len(tied)):
        for gone in combinations(tied, placed):
            left = [place for place in tied if place not in gone]
            if len(left) + len(rest) < 2:
                continue
            for winner in left:
                yield left + rest, winner, 1 / (comb(len(tied), placed) * len(left))


class PlackettLuce:
    """Fits strengths, relative to the ghost's, to the games. Many fits are made at once: the first axis is the fit."""

    def __init__(self, results: Results, seed: int) -> None:
        self.choices = choices(results)
        self.ghost = GHOST * results.seats
        self.rng = np.random.default_rng(seed)
        bots = self.choices.bots
        self.pairs = self.choices.sets[:, :, None] * (bots + 1) + self.choices.sets[:, None, :]
        drawn, chosen = self.choices.drawn.total[None], self.choices.chosen.total[None]
        self.strength: Floats = self._fit(drawn, chosen, np.full((1, 2, bots), self.ghost), np.zeros(bots))[0]

    def resampled(self, weights: Floats) -> Floats:
        """Strengths for each row of weights, which say how often each deal counts."""
        fits = max(1, AT_ONCE // self.pairs.size)
        return np.concatenate([self._replicates(weights[i : i + fits]) for i in range(0, len(weights), fits)])

    def _replicates(self, weights: Floats) -> Floats:
        ghosts = self.ghost * self.rng.exponential(size=(len(weights), 2, self.choices.bots))
        drawn, chosen = self.choices.drawn.resampled(weights), self.choices.chosen.resampled(weights)
        return self._fit(drawn, chosen, ghosts, self.strength)

    def _fit(self, drawn: Floats, chosen: Floats, ghosts: Floats, start: Floats) -> Floats:
        strength = np.tile(start, (len(drawn), 1))
        for _ in range(200):
            gradient, curvature = self._slopes(strength, drawn, chosen, ghosts)
            step = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            strength += step * np.minimum(1.0, STEP / np.maximum(longest, TOLERANCE))
            if longest.max() < TOLERANCE:
                break
        return strength

    def _slopes(self, strength: Floats, drawn: Floats, chosen: Floats, ghosts: Floats) -> tuple[Floats, Floats]:
        """Gradients and negative second derivatives of the log-likelihoods."""
        bots = self.choices.bots
        power = np.pad(np.exp(strength), ((0, 0), (0, 1)))[:, self.choices.sets]
        share = power / power.sum(axis=2, keepdims=True)
        often = drawn[:, :, None] * share
        expected = _sums_by(self.choices.sets, often, bots + 1)[:, :bots]
        both = _sums_by(self.pairs, often[:, :, :, None] * share[:, :, None, :], (bots + 1) ** 2)
        beats_ghost = 1 / (1 + np.exp(-strength))
        won, lost = ghosts[:, 0], ghosts[:, 1]
        gradient = chosen - expected + won * (1 - beats_ghost) - lost * beats_ghost
        curvature = -both.reshape(-1, bots + 1, bots + 1)[:, :bots, :bots]
        diagonal = np.arange(bots)
        curvature[:, diagonal, diagonal] += expected + (won + lost) * beats_ghost * (1 - beats_ghost)
        return gradient, curvature


def _sums_by(column: Ints, values: Floats, columns: int) -> Floats:
    """For each fit the sum of its values by column."""
    fits = len(values)
    shifted = column[None] + columns * np.arange(fits).reshape(-1, *[1] * column.ndim)
    sums = np.bincount(shifted.ravel(), values.ravel(), minlength=fits * columns)
    return sums.reshape(fits, columns).astype(np.float64)


def centred(strengths: Floats) -> Floats:
    """Relative to the mean of the bots."""
    return np.asarray(strengths - strengths.mean(axis=-1, keepdims=True))


def bootstrap(deals: int, statistics: Sequence[Callable[[Floats], Floats]], replicates: int, seed: int) -> list[Floats]:
    """Draw as many deals as there are, with replacement, again and again; row r of each result is replicate r."""
    rng = np.random.default_rng(seed)
    samples: list[list[Floats]] = [[] for _ in statistics]
    for start in range(0, replicates, BATCH):
        drawn = rng.integers(deals, size=(min(BATCH, replicates - start), deals))
        weights = np.array([np.bincount(row, minlength=deals) for row in drawn], dtype=np.float64)
        for parts, statistic in zip(samples, statistics, strict=True):
            parts.append(statistic(weights))
    return [np.concatenate(parts) for parts in samples]


def interval(samples: Floats, deals: int) -> Interval | None:
    """The 95 % interval from bootstrap samples of a figure that rests on so many deals."""
    samples = samples[np.isfinite(samples)]
    if deals < MIN_DEALS or not len(samples):
        return None
    level = NormalDist().cdf(-np.sqrt(deals / (deals - 1)) * t_quantile(deals - 1))
    low, high = np.quantile(samples, [level, 1 - level])
    return float(low), float(high)


def bounded_interval(samples: Floats, deals: int, least: float, most: float) -> Interval | None:
    """The same for a mean of figures between two bounds, at which resampling alone would claim to be certain.

    If every deal gave `most`, the true mean m (as a share of the range) made that happen with probability m**deals
    at best, which the 95 % level bounds from below; the other end likewise.
    """
    found = interval(samples, deals)
    if found is None or found[0] < found[1]:
        return found
    slack = (most - least) * (1 - ((1 - CONFIDENCE) / 2) ** (1 / deals))
    low, high = found
    return (low - slack if high >= most else low), (high + slack if low <= least else high)


def t_quantile(freedom: int) -> float:
    """97.5 % quantile of Student's t by its Cornish-Fisher expansion: within 0.004 from 5 degrees of freedom on."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def shared_ranks(strength: Floats, samples: Floats, deals: Ints) -> list[int]:
    """1 + the number of bots that are shown to be stronger: the interval of their lead lies above zero."""
    ranks = []
    for bot in range(len(strength)):
        leads = [
            interval(samples[:, other] - samples[:, bot], int(min(deals[other], deals[bot])))
            for other in np.flatnonzero(strength > strength[bot])
        ]
        ranks.append(1 + sum(lead is not None and lead[0] > 0 for lead in leads))
    return ranks


def groups(results: Results) -> list[list[int]]:
    """Bots that met, directly or through others; one group where all ratings compare."""
    leader = list(range(len(results.bots)))

    def root(bot: int) -> int:
        while leader[bot] != bot:
            bot = leader[bot]
        return bot

    for lineup in np.unique(np.sort(results.lineup, axis=1), axis=0).tolist():
        for bot in lineup[1:]:
            leader[root(bot)] = root(lineup[0])
    found: dict[int, list[int]] = {}
    for bot in range(len(leader)):
        found.setdefault(root(bot), []).append(bot)
    return list(found.values())
