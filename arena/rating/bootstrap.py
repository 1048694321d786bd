"""The bootstrap over deals: games of one deal are not independent, whichever line-up played them.

So whole deals are drawn again, and every figure is kept as sums by deal from which a replicate is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arena.rating.results import Floats, Ints

BATCH = 50  # replicates drawn at once


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
