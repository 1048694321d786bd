"""The maximal lottery: with which chance to send each bot, so that no bot is expected to beat the one sent.

It is the best mixed strategy of the game in which both sides send a bot and the payoff is the share of points above one
half (Kreweras 1965; Fishburn 1984, "Probabilistic social choice based on simple voting comparisons", Rev. Econ. Stud.
51; Balduzzi et al. 2018, "Re-evaluating evaluation", for agents). A bot that beats every other gets it all; a cycle
shows as several bots that share it. Unlike a rating it does not change when weak bots, or copies, are added.
"""

from __future__ import annotations

import numpy as np

from arena.rating.results import Floats

TINY = 1e-12
MOST_TURNS = 24  # bots that come first once, evenly spaced


def maximal_lottery(share: Floats) -> Floats:
    """From share[i, j], the points of i against j, 1/2 where they never met; the chances sum to 1.

    Where several lotteries are best, as between copies, their mean is given, found by letting each bot come first.
    """
    turns = range(0, len(share), -(-len(share) // MOST_TURNS))
    found = [np.roll(best_mix(np.roll(share, (-turn, -turn), axis=(0, 1))), turn) for turn in turns]
    return np.asarray(np.mean(found, axis=0))


def best_mix(share: Floats) -> Floats:
    """One maximal lottery.

    The linear program "most x with (share + 1) x <= 1" starts at a feasible corner, so that the simplex method in its
    plain form finds the best one; Bland's rule (1977) keeps it from going round in circles. No solver is needed.
    """
    bots = len(share)
    payoff = np.where(np.isnan(share), 0.5, share) + 1
    np.fill_diagonal(payoff, 1.5)
    table = np.block([[payoff, np.eye(bots), np.ones((bots, 1))], [-np.ones((1, bots)), np.zeros((1, bots + 1))]])
    basis = np.arange(bots, 2 * bots)
    while (improving := np.flatnonzero(table[-1, :-1] < -TINY)).size:
        _pivot(table, basis, int(improving[0]))
    # The dual's solution is the row player's strategy; the game is symmetric, so it serves both sides.
    chance = np.maximum(table[-1, bots : 2 * bots], 0)
    return np.asarray(chance / chance.sum())


def _pivot(table: Floats, basis: np.ndarray, entering: int) -> None:
    column = table[:-1, entering]
    room = np.full(len(column), np.inf)
    np.divide(table[:-1, -1], column, out=room, where=column > TINY)
    tight = np.flatnonzero(room <= room.min() + TINY)
    leaving = int(tight[basis[tight].argmin()])
    basis[leaving] = entering
    table[leaving] /= table[leaving, entering]
    others = np.arange(len(table)) != leaving
    table[others] -= np.outer(table[others, entering], table[leaving])
