"""Mean ranks, shares of wins and shares of points, by bot, seat or pair, so that the bootstrap can resample them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from arena.play.records import GameRecord
from arena.rating.bootstrap import DealSums
from arena.rating.intervals import SAME, Interval, bounded_interval
from arena.rating.results import Floats, Ints, Results


@dataclass(frozen=True)
class Means:
    """A mean by column: of ranks by bot, of points by pair, of wins by seat."""

    sums: DealSums
    counts: DealSums

    @classmethod
    def of(cls, deal: Ints, column: Ints, value: Floats, columns: int) -> Means:
        ones = np.ones(len(deal))
        return cls(DealSums.of(deal, column, value, columns), DealSums.of(deal, column, ones, columns))

    @classmethod
    def joined(cls, parts: Sequence[Means]) -> Means:
        return cls(DealSums.joined([part.sums for part in parts]), DealSums.joined([part.counts for part in parts]))

    @cached_property
    def value(self) -> Floats:
        """By column; not a number where a column has no entry."""
        with np.errstate(invalid="ignore"):
            return self.sums.total / self.counts.total

    @cached_property
    def differing(self) -> Ints:
        """By column: how many deals have another mean than most."""
        column, deals = self.sums.column, self.counts.deals_behind
        mean = self.sums.value / self.counts.value
        in_order = np.lexsort((mean, column))
        first = np.concatenate([[0], np.cumsum(deals)[:-1]])
        middle = np.minimum(first + np.maximum(deals - 1, 0) // 2, len(mean) - 1)  # of columns without deals anything
        usual = mean[in_order[middle]]
        return np.bincount(column, np.abs(mean - usual[column]) > SAME, minlength=len(deals)).astype(np.int64)

    def interval(self, samples: Floats, column: int, bounds: tuple[float, float]) -> Interval | None:
        """The 95 % interval of a column; samples are its replicates."""
        deals, differing = int(self.counts.deals_behind[column]), int(self.differing[column])
        return bounded_interval(float(self.value[column]), samples[:, column], deals, bounds, differing)

    def resampled(self, weights: Floats) -> Floats:
        """The same for each row of weights."""
        with np.errstate(invalid="ignore"):
            return self.sums.resampled(weights) / self.counts.resampled(weights)


def middle_ranks(ranks: Ints) -> Floats:
    """Ranks by seat with ties in the middle of the places they share, so that a game's mean rank is fixed."""
    mine, other = ranks[:, :, None], ranks[:, None, :]
    return np.asarray(0.5 + (other < mine).sum(axis=2) + 0.5 * (other == mine).sum(axis=2))


def win_shares(ranks: Ints | Sequence[int]) -> Floats:
    """1 for the winner by seat, of one game or of many; several winners share it."""
    given = np.asarray(ranks)
    first = given == given.min(axis=-1, keepdims=True)
    return np.asarray(first / first.sum(axis=-1, keepdims=True))


def place_shares(results: Results) -> Floats:
    """By bot and place: in which share of its games, and seats, it came to that place; ties share their places."""
    tied = (results.ranks[:, :, None] == results.ranks[:, None, :]).sum(axis=2)
    counts = np.empty((len(results.bots), results.seats))
    for place in range(1, results.seats + 1):
        there = ((results.ranks <= place) & (place < results.ranks + tied)) / tied
        counts[:, place - 1] = np.bincount(results.lineup.ravel(), there.ravel(), minlength=len(results.bots))
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def count_wins(name: str, records: Sequence[GameRecord]) -> float:
    """The wins of a bot, over all its seats; of a shared first place, its share."""
    shares = win_shares(np.array([record.ranks for record in records]))
    mine = np.array([[who == name for who in record.lineup] for record in records])
    return float(shares[mine].sum())


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
    # One pair of seats at a time: all of them at once would be the largest thing in memory.
    return Means.joined([_seat_pair(results, i, j) for i, j in combinations(range(results.seats), 2)])


def _seat_pair(results: Results, i: int, j: int) -> Means:
    bots = len(results.bots)
    met = results.lineup[:, i] != results.lineup[:, j]
    mine, other = results.lineup[met, i], results.lineup[met, j]
    points = 0.5 + 0.5 * np.sign(results.ranks[met, j] - results.ranks[met, i])
    column = np.concatenate([mine * bots + other, other * bots + mine])
    return Means.of(np.tile(results.deal[met], 2), column, np.concatenate([points, 1 - points]), bots * bots)
