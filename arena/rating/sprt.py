"""Wald's sequential probability ratio test on block scores, and the interval of their mean. Pure functions.

A score is in [0, 1]; 0.5 means neither side is stronger. The log-likelihood ratio is the normal approximation of the
generalised test, LLR = n (s1 - s0) (2 m - s0 - s1) / (2 v), with the mean m and the variance v of n scores:
M. Van den Bergh, A practical introduction to the GSPRT (2019), eq. 1. Bounds: A. Wald, Sequential tests of
statistical hypotheses, Ann. Math. Statist. 16 (1945), eq. 3:26.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

LARGEST_VARIANCE = 0.25  # of any quantity in [0, 1]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """s0 against s1, with the chance alpha to accept s1 where s0 holds, and beta the other way round."""

    s0: float = 0.5
    s1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


@dataclass(slots=True)
class Moments:
    """Mean and variance of a sequence, one by one (Welford 1962)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean

    def add(self, value: float) -> None:
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    @property
    def variance(self) -> float:
        """As if one more score had been as far off as one can be on average, so that few equal scores prove nothing."""
        return (self.squares + LARGEST_VARIANCE) / max(1, self.count)


def log_likelihood_ratio(scores: Moments, hypotheses: Hypotheses) -> float:
    s0, s1 = hypotheses.s0, hypotheses.s1
    return scores.count * (s1 - s0) * (2 * scores.mean - s0 - s1) / (2 * scores.variance)


def decision(scores: Moments, hypotheses: Hypotheses) -> str | None:
    """'s1' or 's0', whichever is accepted, or None while neither is."""
    ratio = log_likelihood_ratio(scores, hypotheses)
    if ratio >= hypotheses.upper:
        return "s1"
    return "s0" if ratio <= hypotheses.lower else None


def first_decision(values: Iterable[float], hypotheses: Hypotheses) -> tuple[str | None, Moments]:
    """Reads scores in order up to the first decision; what comes after it is not looked at."""
    scores = Moments()
    for value in values:
        scores.add(value)
        if verdict := decision(scores, hypotheses):
            return verdict, scores
    return None, scores


def interval(scores: Moments, confidence: float = 0.95) -> tuple[float, float]:
    """Of the mean, by the normal approximation; not corrected for when the test stopped."""
    if not scores.count:
        return 0.0, 1.0
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(scores.variance / scores.count)
    return max(0.0, scores.mean - reach), min(1.0, scores.mean + reach)
