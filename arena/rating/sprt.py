"""A sequential test on block scores that keeps its error rates, and the interval of their mean. Pure functions.

A score is in [0, 1]; 0.5 means neither side is stronger. The test accepts s1 once the likelihood ratio against s0
reaches 1 / alpha, and s0 once the likelihood ratio against s1 reaches 1 / beta (A. Wald, Sequential tests of
statistical hypotheses, Ann. Math. Statist. 16, 1945). Scores of blocks come from no family that one could name, so the
likelihood ratio against a mean s is that of a bet: the product of 1 + bet * (score - s), where each bet is chosen
before its score is seen. For win or loss it is Wald's own ratio; for other scores it is the dual of the multinomial
likelihood under a given mean that fishtest uses, with what that one takes from the scores themselves replaced by
what was known before. If the mean is at most s the product is expected not to grow, and so it ever reaches 1 / alpha
with probability alpha at most, for any scores and any number of them (Ville 1939; I. Waudby-Smith & A. Ramdas,
Estimating means of bounded random variables by betting, J. R. Stat. Soc. B 86, 2024).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist

LARGEST_VARIANCE = 0.25  # of any quantity in [0, 1]
SPREAD_BEFORE = 8  # scores' worth of belief, before the first one, that scores vary as much as they can
MEAN_BEFORE = 60  # scores' worth of belief that the mean lies halfway between s0 and s1
MOST_AT_STAKE = 0.9  # of what the ratio has come to, on one score


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """s0 against s1, with the chance alpha to accept s1 where s0 holds, and beta the other way round."""

    s0: float = 0.5
    s1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05


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

    def spread_around(self, centre: float) -> float:
        """Mean squared distance from a value, with some belief that it is as large as it can be."""
        squares = self.squares + self.count * (self.mean - centre) ** 2
        return (squares + SPREAD_BEFORE * LARGEST_VARIANCE) / (self.count + SPREAD_BEFORE)

    def drawn_to(self, guess: float) -> float:
        """The mean, with some belief in a guess."""
        return (self.count * self.mean + MEAN_BEFORE * guess) / (self.count + MEAN_BEFORE)


@dataclass(slots=True)
class SequentialTest:
    """Where the test stands after the scores so far."""

    hypotheses: Hypotheses
    scores: Moments = field(default_factory=Moments)
    for_s1: float = 0.0  # log of the likelihood ratio against s0
    for_s0: float = 0.0  # log of the likelihood ratio against s1

    @property
    def enough_for_s1(self) -> float:
        return -math.log(self.hypotheses.alpha)

    @property
    def enough_for_s0(self) -> float:
        return -math.log(self.hypotheses.beta)

    @property
    def accepted(self) -> str | None:
        """'s1' or 's0', or None while neither is."""
        if self.for_s1 >= self.enough_for_s1:
            return "s1"
        return "s0" if self.for_s0 >= self.enough_for_s0 else None

    def add(self, score: float) -> None:
        s0, s1 = self.hypotheses.s0, self.hypotheses.s1
        believed = self.scores.drawn_to((s0 + s1) / 2)
        lead, lag = max(s1 - s0, believed - s0), max(s1 - s0, s1 - believed)
        up = min(lead / self.scores.spread_around(s0), MOST_AT_STAKE / s0)
        down = min(lag / self.scores.spread_around(s1), MOST_AT_STAKE / (1 - s1))
        self.for_s1 += math.log1p(up * (score - s0))
        self.for_s0 += math.log1p(-down * (score - s1))
        self.scores.add(score)


def first_decision(values: Iterable[float], hypotheses: Hypotheses) -> tuple[str | None, Moments]:
    """Reads scores in order up to the first decision; what comes after it is not looked at."""
    test = SequentialTest(hypotheses)
    for value in values:
        test.add(value)
        if test.accepted:
            break
    return test.accepted, test.scores


def interval(scores: Moments, confidence: float = 0.95) -> tuple[float, float]:
    """Of the mean, by the normal approximation; not corrected for when the test stopped."""
    if not scores.count:
        return 0.0, 1.0
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(scores.variance / scores.count)
    return max(0.0, scores.mean - reach), min(1.0, scores.mean + reach)
