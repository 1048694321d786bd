"""What the games say of the strengths so far, and what one more game would add: a normal approximation.

Strengths are Plackett-Luce strengths by event and bot. The prior is weak: a bot's strength over all events is normal
around 0, a new version's around that of the version before, and in each event it is off by a little more. The posterior
is taken as normal around its maximum, with the curvature there (Laplace). It guides which games are played; no rating
and no claim is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.rating.plackett_luce import MOST_STEPS, STEP, NotConverged, choices
from arena.rating.results import Floats, Ints, Results

SPREAD = 2.0  # standard deviation of strengths before any game: about 350 points
NEW_VERSION = 1.0  # of a new version around the one before it
BY_EVENT = 0.7  # of a strength in one event around the bot's overall strength
CLOSE = 1e-4  # of the last Newton step


@dataclass(frozen=True)
class Posterior:
    """Normal strengths. What concerns bot i in event e has the number e * len(bots) + i."""

    bots: tuple[str, ...]
    mean: Floats  # (events, bots)
    covariance: Floats

    def overall(self) -> tuple[Floats, Floats, Floats]:
        """Mean and covariance of the strengths over all events, and their covariance with the strengths by event."""
        events, bots = self.mean.shape
        across = self.covariance.reshape(events, bots, -1).mean(axis=0)
        return self.mean.mean(axis=0), across.reshape(bots, events, bots).mean(axis=1), across

    def after(self, numbers: Ints, information: Floats) -> Posterior:
        """After games of so much information on these strengths; where they will move the mean is not known."""
        reach = self.covariance[:, numbers]
        less = reach @ shrinkage(self.covariance[np.ix_(numbers, numbers)], information) @ reach.T
        return Posterior(self.bots, self.mean, self.covariance - less)


def shrinkage(covariance: Floats, information: Floats) -> Floats:
    """K with covariance - covariance K covariance = (covariance^-1 + information)^-1; many at once are fine."""
    seats = np.eye(information.shape[-1])
    return np.asarray(information @ np.linalg.inv(seats + covariance @ information))


def expected_information(strength: Floats) -> Floats:
    """Of one game about the strengths of its seats, for each row of strengths: the curvature that is expected."""
    rows, seats = strength.shape
    power = np.exp(strength - strength.max(axis=1, keepdims=True))
    everybody = (1 << seats) - 1
    left = {everybody: np.ones(rows)}  # by who is still to be placed: how likely that is
    found = np.zeros((rows, seats, seats))
    for mask in range(everybody, 0, -1):
        among = [seat for seat in range(seats) if mask >> seat & 1]
        if len(among) < 2:
            continue
        share = power[:, among] / power[:, among].sum(axis=1, keepdims=True)
        scatter = share[:, :, None] * (np.eye(len(among)) - share[:, None, :])
        found[:, np.array(among)[:, None], among] += left[mask][:, None, None] * scatter
        for column, seat in enumerate(among):
            rest = mask & ~(1 << seat)
            left[rest] = left.get(rest, 0) + left[mask] * share[:, column]
    return found


def posterior(results: Mapping[int, Results], bots: Sequence[str], events: int, like: Mapping[str, str]) -> Posterior:
    """Of these bots and all others that played; `like` names the earlier version of a bot."""
    played = {name for each in results.values() for name in each.bots}
    names = tuple(sorted({*bots, *like.keys(), *like.values(), *played}))
    before: Floats = np.asarray(np.linalg.inv(prior_covariance(names, events, like)), dtype=np.float64)
    parts = [_Part(each, event, names) for event, each in sorted(results.items()) if each.games]
    strength = np.zeros(events * len(names))
    for _ in range(MOST_STEPS):
        gradient, curvature = np.asarray(-before @ strength), before.copy()
        for part in parts:
            part.add_slopes(strength, gradient, curvature)
        step = np.linalg.solve(curvature, gradient)
        longest = np.abs(step).max(initial=0.0)
        strength += step * min(1.0, STEP / max(longest, CLOSE))
        if longest < CLOSE:
            covariance = np.asarray(np.linalg.inv(curvature), dtype=np.float64)
            return Posterior(names, strength.reshape(events, len(names)), covariance)
    raise NotConverged(f"the posterior of the strengths has not converged after {MOST_STEPS} steps")


def prior_covariance(names: Sequence[str], events: int, like: Mapping[str, str]) -> Floats:
    """Of all strengths before any game."""
    number = {name: row for row, name in enumerate(names)}
    roots = np.zeros((len(names), len(names)))  # a strength as a sum of independent parts, one for each version
    for name in names:
        line, seen = name, {name}
        while line in like and like[line] not in seen:
            roots[number[name], number[line]] = NEW_VERSION
            line = like[line]
            seen.add(line)
        roots[number[name], number[line]] = SPREAD
    same_bot = np.kron(np.ones((events, events)), roots @ roots.T)
    return np.asarray(same_bot + BY_EVENT**2 * np.eye(events * len(names)) * (events > 1))


class _Part:
    """The games of one event, as choices from sets of bots."""

    def __init__(self, results: Results, event: int, names: Sequence[str]) -> None:
        found = choices(results, np.zeros(len(results.bots), dtype=np.int64))
        number = {name: row for row, name in enumerate(names)}
        own = np.array([event * len(names) + number[name] for name in results.bots], dtype=np.int64)
        self.size = own.size
        self.own = own
        self.sets = found.sets
        self.drawn = found.drawn.total
        self.chosen = found.chosen.total
        self.pairs = self.sets[:, :, None] * (self.size + 1) + self.sets[:, None, :]

    def add_slopes(self, strength: Floats, gradient: Floats, curvature: Floats) -> None:
        power = np.append(np.exp(strength[self.own]), 0)[self.sets]
        share = power / power.sum(axis=1, keepdims=True)
        often = self.drawn[:, None] * share
        columns = self.size + 1
        expected = np.bincount(self.sets.ravel(), often.ravel(), minlength=columns)[: self.size]
        both = np.bincount(self.pairs.ravel(), (often[:, :, None] * share[:, None, :]).ravel(), minlength=columns**2)
        gradient[self.own] += self.chosen - expected
        curvature[self.own, self.own] += expected
        curvature[np.ix_(self.own, self.own)] -= both.reshape(columns, columns)[: self.size, : self.size]
