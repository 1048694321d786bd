"""Do the ratings predict games they have not seen? Predicted against actual order, by cross-validation over deals.

The deals are dealt out into folds; the order of each two bots in the games of a fold is predicted from the strengths of
the other folds (Stone 1974, "Cross-validatory choice and assessment of statistical predictions", J. R. Stat. Soc. B
36). Predictions are grouped by their size and compared with what happened (reliability: Murphy & Winkler 1977, Appl.
Stat. 26), and scored as a whole (Brier 1950, Mon. Weather Rev. 78). Where results run in circles no one-dimensional
strength predicts well, and here it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arena.rating.components import Components
from arena.rating.means import Means
from arena.rating.plackett_luce import PlackettLuce
from arena.rating.results import Floats

FOLDS = 5
EDGES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Bin:
    """Meetings in which the favourite was given a chance from `low` to `high` to finish ahead."""

    low: float
    high: float
    meetings: int
    predicted: float  # mean chance of the favourite
    actual: float  # points of the favourite, a tie counting half


@dataclass(frozen=True)
class Prediction:
    """How well the order of two bots in a game is foreseen."""

    folds: int
    meetings: int
    brier: float  # mean squared error of the chance; 0.25 is what a coin has
    bins: tuple[Bin, ...]


def predict(model: PlackettLuce, pairs: Means, apart: Components, deals: int) -> Prediction:
    """Over bots that the games can compare; no fold without a deal."""
    folds = min(FOLDS, deals)
    if folds < 2:
        return Prediction(0, 0, 0.0, ())
    inside = (np.arange(deals) % folds == np.arange(folds)[:, None]).astype(np.float64)
    strength = model.held_out(1 - inside)
    bots = strength.shape[1]
    chance = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
    shape = (folds, bots, bots)
    points, meetings = (sums.resampled(inside).reshape(shape) for sums in (pairs.sums, pairs.counts))
    compared = apart.group_of[:, None] == apart.group_of[None]
    # Each pair once, from the favourite's side.
    favourite = (chance > 0.5) | ((chance == 0.5) & np.triu(np.ones((bots, bots), dtype=bool), 1))
    used = favourite & compared & (meetings > 0)
    return _scored(folds, chance[used], points[used], meetings[used])


def _scored(folds: int, chance: Floats, points: Floats, meetings: Floats) -> Prediction:
    total = float(meetings.sum())
    if not total:
        return Prediction(folds, 0, 0.0, ())
    # Of p wins the squared error is p (1 - c)^2 + (1 - p) c^2; a tie counts as half of each.
    errors = points * (1 - chance) ** 2 + (meetings - points) * chance**2
    bins = [_bin(low, high, chance, points, meetings) for low, high in pairwise(EDGES)]
    return Prediction(folds, round(total), float(errors.sum() / total), tuple(one for one in bins if one is not None))


def _bin(low: float, high: float, chance: Floats, points: Floats, meetings: Floats) -> Bin | None:
    inside = (chance >= low) & ((chance < high) | (high == 1.0))
    count = float(meetings[inside].sum())
    if not count:
        return None
    predicted = float((chance * meetings)[inside].sum() / count)
    return Bin(low, high, round(count), predicted, float(points[inside].sum() / count))
