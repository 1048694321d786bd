"""95 % intervals from bootstrap samples, each for itself; comparisons.py has those that hold for all pairs at once.

Percentiles are widened for few deals as in Hesterberg 2015, "What teachers should know about the bootstrap", Am. Stat.
69. Fewer than MIN_DEALS deals give no interval: even if all of five deals agree, the sign test cannot tell that from
luck at 95 % (2 / 2**5 > 0.05).
"""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.rating.results import Bools, Floats, Ints

Interval = tuple[float, float]
CONFIDENCE = 0.95
MIN_DEALS = 6
SAME = 1e-9  # what rounding makes of figures that are the same


def interval(samples: Floats, deals: int) -> Interval | None:
    """The 95 % interval from bootstrap samples of a figure that rests on so many deals."""
    samples = samples[np.isfinite(samples)]
    if deals < MIN_DEALS or not len(samples):
        return None
    level = NormalDist().cdf(-np.sqrt(deals / (deals - 1)) * t_quantile(deals - 1))
    low, high = np.quantile(samples, [level, 1 - level])
    return float(low), float(high)


def bounded_interval(
    value: float, samples: Floats, deals: int, bounds: tuple[float, float], differing: int
) -> Interval | None:
    """The same for a mean of figures between two bounds. Where few deals differ from the others, it goes further.

    What differs on a deal that has not come yet may be as far off as the bounds. Resampling cannot see that.
    """
    found = interval(samples, deals)
    if found is None or not too_few_differ(np.array(differing), np.array(deals)):
        return found
    share = beyond_resampling(differing, deals)
    return found[0] - share * (value - bounds[0]), found[1] + share * (bounds[1] - value)


def beyond_resampling(differing: int, deals: int) -> float:
    """By how much the share of deals that differ may exceed what resampling allows it to be.

    Its exact bound (Clopper & Pearson 1934, Biometrika 26) less the bound from its standard error. If none differs,
    this is unseen_share; the more do, the more resampling sees by itself.
    """
    share = differing / deals
    seen = share + t_quantile(deals - 1) * sqrt(share * (1 - share) / deals)
    return max(0.0, _most_likely_share(differing, deals) - seen)


@cache
def _most_likely_share(differing: int, deals: int) -> float:
    """The largest share with which no more than so many deals differ in at least 2.5 %."""
    low, high = 0.0, 1.0
    while high - low > SAME:
        share = (low + high) / 2
        at_most = sum(comb(deals, some) * share**some * (1 - share) ** (deals - some) for some in range(differing + 1))
        low, high = (share, high) if at_most > (1 - CONFIDENCE) / 2 else (low, share)
    return low


def unseen_share(deals: int | Ints) -> Any:
    """If a deal differs with probability p, none of them does with (1 - p)**deals, which the 95 % level bounds."""
    return 1 - ((1 - CONFIDENCE) / 2) ** (1 / deals)


def too_few_differ(differing: Ints, deals: Ints) -> Bools:
    """Whether so few of some deals differ from what most of them say that more might have come by chance."""
    return np.asarray((differing < MIN_DEALS) & (2 * differing < deals))


def t_quantile(freedom: int) -> float:
    """97.5 % quantile of Student's t by its Cornish-Fisher expansion: within 0.004 from 5 degrees of freedom on."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
