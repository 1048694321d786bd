"""95 % intervals from bootstrap samples, each for itself; comparisons.py has those that hold for all pairs at once.

Percentiles are widened for few deals as in Hesterberg 2015, "What teachers should know about the bootstrap", Am. Stat.
69. Fewer than MIN_DEALS deals give no interval: even if all of five deals agree, the sign test cannot tell that from
luck at 95 % (2 / 2**5 > 0.05).
"""

from __future__ import annotations

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
    value: float, samples: Floats, deals: int, bounds: tuple[float, float], *, few_differ: bool
) -> Interval | None:
    """The same for a mean of figures between two bounds. Where few deals differ from the others, it goes further.

    What differs on a deal that has not come yet may be as far off as the bounds. Resampling cannot see that.
    """
    found = interval(samples, deals)
    if found is None or not few_differ:
        return found
    share = unseen_share(deals)
    return (
        value - float(np.hypot(value - found[0], share * (value - bounds[0]))),
        value + float(np.hypot(found[1] - value, share * (bounds[1] - value))),
    )


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
