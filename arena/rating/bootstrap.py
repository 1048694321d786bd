"""The bootstrap over deals: games of one deal are not independent, whichever line-up played them.

So whole deals are drawn again, and every figure is kept as sums by deal from which a replicate is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from arena.rating.results import Floats, Ints

REPLICATES, FEW_REPLICATES = 1000, 300
MANY = 50_000  # games, or line-ups and parts of them; from here on FEW_REPLICATES have to do
BATCH = 50  # replicates drawn at once
DENSE = 4  # a table of sums is worth its memory if it is no larger than so many times what there is to sum


class Stream(IntEnum):
    """What chance is used for: each has numbers of its own, so that one does not depend on how many another took."""

    RESAMPLING = 0
    GHOSTS = 1
    ORDERS = 2
    FLIPS = 3
    EVENTS = 4
    UNSEEN = 5


def stream(seed: int, purpose: Stream) -> np.random.Generator:
    return np.random.default_rng([seed, purpose])


def enough_replicates(size: int) -> int:
    return FEW_REPLICATES if size > MANY else REPLICATES


@dataclass(frozen=True)
class DealSums:
    """Sums over the games of each deal, kept sparse: entry e adds value[e] to column[e] for deal[e]."""

    deal: Ints
    column: Ints
    value: Floats
    columns: int

    @classmethod
    def of(cls, deal: Ints, column: Ints, value: Floats, columns: int) -> DealSums:
        key = deal * columns + column
        size = columns * (int(deal.max()) + 1) if len(deal) else 0
        if size <= DENSE * len(deal):
            said = np.flatnonzero(np.bincount(key, minlength=size))
            sums = np.bincount(key, value, minlength=size).astype(np.float64)
            return cls(said // columns, said % columns, sums[said], columns)
        key, where = np.unique(key, return_inverse=True)
        return cls(key // columns, key % columns, np.bincount(where.reshape(-1), value).astype(np.float64), columns)

    @classmethod
    def joined(cls, parts: Sequence[DealSums]) -> DealSums:
        """The sums of several parts together."""
        deal, column, value = (np.concatenate([getattr(part, name) for part in parts])
                               for name in ("deal", "column", "value"))  # fmt: skip
        return cls.of(deal, column, value, parts[0].columns)

    @cached_property
    def total(self) -> Floats:
        """Sums over all deals."""
        return np.bincount(self.column, self.value, minlength=self.columns).astype(np.float64)

    def by_deal(self, deals: int) -> Floats:
        """The sums as a table: a row for each deal."""
        table = np.zeros((deals, self.columns))
        table[self.deal, self.column] = self.value
        return table

    def is_dense(self, deals: int) -> bool:
        return deals * self.columns <= DENSE * len(self.value)

    def resampled(self, weights: Floats) -> Floats:
        """A row for each row of weights, which say how often each deal counts."""
        if self.is_dense(weights.shape[1]):
            return np.asarray(weights @ self._table(weights.shape[1]))
        rows = [np.bincount(self.column, self.value * row[self.deal], minlength=self.columns) for row in weights]
        return np.array(rows, dtype=np.float64)

    def times(self, matrix: Floats, deals: int) -> Floats:
        """The table of sums times a matrix with a row for each column, without the table where it is mostly empty."""
        if self.is_dense(deals):
            return np.asarray(self._table(deals) @ matrix)
        product = np.zeros((deals, matrix.shape[1]))
        np.add.at(product, self.deal, self.value[:, None] * matrix[self.column])
        return product

    @cached_property
    def _tables(self) -> dict[int, Floats]:
        return {}

    def _table(self, deals: int) -> Floats:
        if deals not in self._tables:
            self._tables[deals] = self.by_deal(deals)
        return self._tables[deals]

    @cached_property
    def deals_behind(self) -> Ints:
        """By column: how many deals say anything."""
        return np.bincount(self.column, minlength=self.columns)


def bootstrap(deals: int, statistics: Sequence[Callable[[Floats], Floats]], replicates: int, seed: int) -> list[Floats]:
    """Draw as many deals as there are, with replacement, again and again; row r of each result is replicate r."""
    rng = stream(seed, Stream.RESAMPLING)
    samples: list[list[Floats]] = [[] for _ in statistics]
    for start in range(0, replicates, BATCH):
        drawn = rng.integers(deals, size=(min(BATCH, replicates - start), deals))
        weights = np.array([np.bincount(row, minlength=deals) for row in drawn], dtype=np.float64)
        for parts, statistic in zip(samples, statistics, strict=True):
            parts.append(statistic(weights))
    return [np.concatenate(parts) for parts in samples]
