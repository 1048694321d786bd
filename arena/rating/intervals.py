"""95 % intervals from bootstrap samples, and the ranks that follow from them.

Percentiles are widened for few deals as in Hesterberg 2015, "What teachers should know about the bootstrap", Am. Stat.
69. Fewer than MIN_DEALS deals give no interval: even if all of five deals agree, the sign test cannot tell that from
luck at 95 % (2 / 2**5 > 0.05).
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from arena.rating.results import Floats, Ints

Interval = tuple[float, float]
CONFIDENCE = 0.95
MIN_DEALS = 6


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
