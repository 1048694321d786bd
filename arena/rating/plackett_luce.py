"""Strength by the Plackett-Luce model: it does not depend on the order of the games.

Of the bots still to be placed, the next is i with probability exp(s_i) / sum exp(s_j), so i finishes ahead of j with
odds exp(s_i - s_j) (Luce 1959, Plackett 1975). Maximum likelihood by Newton's method; the likelihood is concave
(Hunter 2004, "MM algorithms for generalized Bradley-Terry models", Ann. Statist. 32).

Ties: tied bots count as placed in every order of theirs, each order in equal parts; for two seats that is the usual
half win. Unbeaten bots: every bot also has half a game of wins and as much of losses for each seat against a ghost of
strength 0, so that all strengths are finite (Turner, van Etten, Firth & Kosmidis 2020, "Modelling rankings in R: the
PlackettLuce package", Comput. Stat. 35). In each bootstrap replicate the ghost's games get random weights too (Fong,
Lyddon & Holmes 2019, posterior bootstrap), so that results without any variation do not give an interval without width.

Components: bots that the games cannot compare (components.py) are fitted apart, each component on the order of its own
bots in every game: the limit of the likelihood when the components move apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from arena.rating.bootstrap import DealSums, Stream, stream
from arena.rating.results import Floats, Ints, Results
from core.errors import ArenaError

GHOST = 0.5  # wins for each seat of a game, and as many losses, against a bot of strength 0
ELO = 400 / np.log(10)  # Elo points for one unit of strength
TOLERANCE = 1e-6  # of the last Newton step; what is left after it is about its square
AT_ONCE = 500_000  # pairs of bots in choice sets, over the fits made at once
STEP = 2.0  # longest Newton step: an unbeaten bot would overshoot
MOST_STEPS = 200


class NotConverged(ArenaError):
    """The fit did not find the maximum of the likelihood; what it has is no rating."""


@dataclass(frozen=True)
class Choices:
    """All that Plackett-Luce needs of the games: which sets of bots were chosen from how often, and who was chosen."""

    sets: Ints  # (sets, seats) bot ids, padded with the id `bots`
    drawn: DealSums  # column = row of sets
    chosen: DealSums  # column = bot
    bots: int


def choices(results: Results, group_of: Ints) -> Choices:
    """Each game is a choice of the first from all, of the second from the rest, and so on; of the first's group."""
    bots, seats = len(results.bots), results.seats
    deals, keys, winners, weights = [], [], [], []
    for games, chosen_from, chosen, weight in stages_of(results):
        real = np.ones(len(games), dtype=bool)
        if group_of.any():
            within = group_of[chosen_from] == group_of[chosen][:, None]
            chosen_from, real = np.where(within, chosen_from, bots), within.sum(axis=1) > 1
        deals.append(results.deal[games][real])
        keys.append(_set_key(chosen_from[real], seats, bots))
        winners.append(chosen[real])
        weights.append(np.full(len(chosen[real]), weight))
    deal, weight_of = np.concatenate(deals), np.concatenate(weights)
    key, row = np.unique(np.concatenate(keys), return_inverse=True)
    return Choices(
        sets=key[:, None] // (bots + 1) ** np.arange(seats) % (bots + 1),
        drawn=DealSums.of(deal, row.reshape(-1), weight_of, len(key)),
        chosen=DealSums.of(deal, np.concatenate(winners), weight_of, bots),
        bots=bots,
    )


def stages_of(results: Results) -> Iterator[tuple[Ints, Ints, Ints, float]]:
    """Of some games at a time: their numbers, who was chosen from, who was chosen, and what that counts."""
    order = np.lexsort((results.lineup, results.ranks), axis=1)
    ids = np.take_along_axis(results.lineup, order, axis=1)
    ranks = np.take_along_axis(results.ranks, order, axis=1)
    tie = (ranks[:, 1:] == ranks[:, :-1]) @ (1 << np.arange(results.seats - 1))
    for pattern in np.unique(tie):
        games = np.flatnonzero(tie == pattern)
        for part, winner, weight in _stages(int(pattern), results.seats):
            yield games, ids[games][:, part], ids[games, winner], weight


def _set_key(ids: Ints, seats: int, bots: int) -> Ints:
    """One number for each row: its ids in ascending order and then `bots` for empty places, as digits."""
    full = np.full((len(ids), seats), bots, dtype=np.int64)
    full[:, : ids.shape[1]] = np.sort(ids, axis=1)
    return np.asarray(full @ (bots + 1) ** np.arange(seats))


def _stages(pattern: int, seats: int) -> Iterator[tuple[list[int], int, float]]:
    """(places chosen from, place chosen, weight) of a game in which place i ties with i + 1 where bit i is set."""
    start = 0
    while start < seats:
        end = start + 1
        while end < seats and pattern >> (end - 1) & 1:
            end += 1
        yield from _tied_stages(list(range(start, end)), list(range(end, seats)))
        start = end


def _tied_stages(tied: list[int], rest: list[int]) -> Iterator[tuple[list[int], int, float]]:
    for placed in range(len(tied)):
        for gone in combinations(tied, placed):
            left = [place for place in tied if place not in gone]
            if len(left) + len(rest) < 2:
                continue
            for winner in left:
                yield left + rest, winner, 1 / (comb(len(tied), placed) * len(left))


class PlackettLuce:
    """Fits strengths, relative to the ghost's, to the games. Many fits are made at once: the first axis is the fit."""

    def __init__(self, results: Results, seed: int, group_of: Ints | None = None) -> None:
        bots = len(results.bots)
        self.choices = choices(results, np.zeros(bots, dtype=np.int64) if group_of is None else group_of)
        self.ghost = GHOST * results.seats
        self.rng = stream(seed, Stream.GHOSTS)
        self.pairs = self.choices.sets[:, :, None] * (bots + 1) + self.choices.sets[:, None, :]
        drawn, chosen = self.choices.drawn.total[None], self.choices.chosen.total[None]
        self.strength: Floats = self._fit(drawn, chosen, np.full((1, 2, bots), self.ghost), np.zeros(bots))[0]

    def resampled(self, weights: Floats) -> Floats:
        """Strengths for each row of weights, which say how often each deal counts."""
        fits = max(1, AT_ONCE // max(1, self.pairs.size))
        return np.concatenate([self._replicates(weights[i : i + fits]) for i in range(0, len(weights), fits)])

    def _replicates(self, weights: Floats) -> Floats:
        ghosts = self.ghost * self.rng.exponential(size=(len(weights), 2, self.choices.bots))
        drawn, chosen = self.choices.drawn.resampled(weights), self.choices.chosen.resampled(weights)
        return self._fit(drawn, chosen, ghosts, self.strength)

    def _fit(self, drawn: Floats, chosen: Floats, ghosts: Floats, start: Floats) -> Floats:
        strength = np.tile(start, (len(drawn), 1))
        for _ in range(MOST_STEPS):
            gradient, curvature = self._slopes(strength, drawn, chosen, ghosts)
            step = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            strength += step * np.minimum(1.0, STEP / np.maximum(longest, TOLERANCE))
            if longest.max() < TOLERANCE:
                return strength
        raise NotConverged(f"the Plackett-Luce fit has not converged after {MOST_STEPS} steps: no ratings are given")

    def held_out(self, weights: Floats) -> Floats:
        """Strengths for each row of weights, the ghost's games as they are: what part of the deals says by itself."""
        drawn, chosen = self.choices.drawn.resampled(weights), self.choices.chosen.resampled(weights)
        return self._fit(drawn, chosen, np.full((len(weights), 2, self.choices.bots), self.ghost), self.strength)

    def influence(self, deals: int) -> Floats:
        """By deal and bot: how far the deal moves the strength, to first order (as in Huber's sandwich, 1967)."""
        found, bots = self.choices, self.choices.bots
        ghosts = np.full((1, 2, bots), self.ghost)
        _, curvature = self._slopes(self.strength[None], found.drawn.total[None], found.chosen.total[None], ghosts)
        power = np.append(np.exp(self.strength), 0)[found.sets]
        expected = np.zeros((len(found.sets), bots + 1))
        np.add.at(expected, (np.arange(len(found.sets))[:, None], found.sets), power / power.sum(axis=1, keepdims=True))
        score = found.chosen.by_deal(deals) - found.drawn.times(expected[:, :bots], deals)
        return np.asarray(np.linalg.solve(curvature[0], score.T).T)

    def _slopes(self, strength: Floats, drawn: Floats, chosen: Floats, ghosts: Floats) -> tuple[Floats, Floats]:
        """Gradients and negative second derivatives of the log-likelihoods."""
        bots = self.choices.bots
        power = np.pad(np.exp(strength), ((0, 0), (0, 1)))[:, self.choices.sets]
        share = power / power.sum(axis=2, keepdims=True)
        often = drawn[:, :, None] * share
        expected = _sums_by(self.choices.sets, often, bots + 1)[:, :bots]
        both = _sums_by(self.pairs, often[:, :, :, None] * share[:, :, None, :], (bots + 1) ** 2)
        beats_ghost = 1 / (1 + np.exp(-strength))
        won, lost = ghosts[:, 0], ghosts[:, 1]
        gradient = chosen - expected + won * (1 - beats_ghost) - lost * beats_ghost
        curvature = -both.reshape(-1, bots + 1, bots + 1)[:, :bots, :bots]
        diagonal = np.arange(bots)
        curvature[:, diagonal, diagonal] += expected + (won + lost) * beats_ghost * (1 - beats_ghost)
        return gradient, curvature


def _sums_by(column: Ints, values: Floats, columns: int) -> Floats:
    """For each fit the sum of its values by column."""
    fits = len(values)
    shifted = column[None] + columns * np.arange(fits).reshape(-1, *[1] * column.ndim)
    sums = np.bincount(shifted.ravel(), values.ravel(), minlength=fits * columns)
    return sums.reshape(fits, columns).astype(np.float64)
