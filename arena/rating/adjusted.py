"""Shares of wins with the luck taken out, beside the plain ones and never in their place.

What luck brought each seat (bots/luck.py) is 0 on average. So a multiple of it can be subtracted from what each seat
won: the mean stays what it is, and it scatters less (control variates; for games: Burch, Schmid, Moravcik, Morrill &
Bowling 2018, "AIVAT: a new variance reduction technique for agent evaluation in imperfect information games"). The
multiple is fixed before the first game: one that is fitted to some hundred games errs by more than it gains.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.rating.bootstrap import bootstrap, enough_replicates
from arena.rating.intervals import Interval, interval
from arena.rating.means import Means, win_shares
from arena.rating.results import Floats, Results

LEAST_DEALS = 20  # with fewer the share of variance that was removed says nothing


@dataclass(frozen=True)
class AdjustedWins:
    """A bot's share of wins, as it is and with the luck taken out."""

    bot: str
    plain: float
    plain_interval: Interval | None
    adjusted: float
    adjusted_interval: Interval | None

    @property
    def luck(self) -> float:
        """What luck brought the bot, in wins for each game."""
        return self.plain - self.adjusted


@dataclass(frozen=True)
class Adjusted:
    """Of all bots."""

    lines: tuple[AdjustedWins, ...]
    removed: float  # share of the variance of the means that was luck; below 0 if the luck only added noise


def adjusted(results: Results, luck: Floats, multiple: float, seed: int = 0) -> Adjusted:
    """`luck` is by game and seat, in chances of finishing first, in the order of the results."""
    wins = win_shares(results.ranks)
    deal, bot, bots = np.repeat(results.deal, results.seats), results.lineup.ravel(), len(results.bots)
    plain = Means.of(deal, bot, wins.ravel(), bots)
    without = Means.of(deal, bot, (wins - multiple * luck).ravel(), bots)
    samples = bootstrap(results.deals, [plain.resampled, without.resampled], enough_replicates(results.games), seed)
    spreads = [float(np.nanvar(sample, axis=0).sum()) for sample in samples]
    deals = plain.counts.deals_behind.tolist()
    intervals = [[interval(sample[:, row], deals[row]) for row in range(bots)] for sample in samples]
    lines = tuple(
        AdjustedWins(name, float(plain.value[row]), intervals[0][row], float(without.value[row]), intervals[1][row])
        for row, name in enumerate(results.bots)
    )
    return Adjusted(lines, 1 - spreads[1] / spreads[0] if spreads[0] > 0 else 0.0)
