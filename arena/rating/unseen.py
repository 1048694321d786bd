"""What resampling cannot see: where nearly all deals say the same, those that say otherwise may not have come yet.

If a deal says otherwise with probability p, none of n does with (1 - p)**n. The 95 % level bounds p, and a deal that
says otherwise may be won or lost as a whole. Without it, bots whose games are nearly all drawn, or that win one game
each on every deal, would have intervals of no width.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from arena.rating.intervals import CONFIDENCE, SAME, too_few_differ, unseen_share
from arena.rating.results import Bools, Floats, Ints

MOST = 30.0  # log odds beyond that are certain, as far as a float can tell
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def unseen_error(log_odds: Floats, moved: Floats, says: Bools) -> Floats:
    """The standard error to be added to each column's log odds; 0 where enough deals differ.

    `moved` is how far each deal (row) moves the figure, `says` whether it says anything about it.
    """
    deals = says.sum(axis=0)
    usual = np.sort(np.where(says, moved, np.inf), axis=0)[np.maximum(deals - 1, 0) // 2, np.arange(moved.shape[1])]
    with np.errstate(invalid="ignore"):  # infinite where no deal says anything
        others = (says & (np.abs(moved - usual) > SAME)).sum(axis=0)
    return np.where(too_few_differ(others, deals), reach(log_odds, np.maximum(deals, 1)) / Z, 0)


def reach(log_odds: Floats, deals: Ints) -> Floats:
    """How far the log odds may be off if so many deals all say the same."""
    differs = unseen_share(deals)
    log_odds = np.clip(log_odds, -MOST, MOST)
    chance = 1 / (1 + np.exp(-log_odds))
    low, high = chance * (1 - differs), chance + differs * (1 - chance)
    return np.asarray(np.maximum(log_odds - np.log(low / (1 - low)), np.log(high / (1 - high)) - log_odds))


def unseen_strength(strength: Floats, influence: Floats, sat: Bools) -> Floats:
    """The same for the strengths of bots that are compared with each other, relative to their mean."""
    bots = len(strength)
    if bots < 2:
        return np.zeros(bots)
    relative, moved = (figure - figure.mean(axis=-1, keepdims=True) for figure in (strength, influence))
    against_others = relative * bots / (bots - 1)
    return np.asarray(np.sqrt((bots - 1) / bots) * unseen_error(against_others, moved, sat))
