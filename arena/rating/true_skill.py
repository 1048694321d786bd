"""TrueSkill over final ranks (Herbrich, Minka & Graepel 2006), with the trueskill package as the reference.

The package builds a graph of Python objects for every game: 1 ms for four seats. `_true_skill.pyx` sends the same
messages in the same order in C, for games of one bot a side; the tests hold the two together. It also goes on where
the package gives up with FloatingPointError (a very large upset), and ties are never rated with a draw margin of
zero, which would give their tails no mass at all.

A bot that sits in several seats of a game is rated once: every copy plays as a side of its own from the bot's
rating, and the bot takes the mean of its copies' posteriors (in precision and precision-weighted mean). A game
between copies of one bot only says nothing and is passed over.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist

import numpy as np

from arena.rating._true_skill import enter_games
from arena.rating.bootstrap import Stream, stream
from arena.rating.results import Floats, Ints, Results

MU, SIGMA = 25.0, 25 / 3  # of a bot that has not played
BETA = SIGMA / 2
TAU = 0.0  # bots do not change during a run
ORDERS = 20
ORDER_BUDGET = 200_000  # games rated for the order sensitivity, over all orders
LEAST_DRAW, MOST_DRAW = 0.001, 0.9


class FreeForAll:
    """What TrueSkill assumes of games in which every seat plays for itself."""

    def __init__(self, draw_probability: float, tau: float = TAU) -> None:
        self.draw_probability = min(max(draw_probability, LEAST_DRAW), MOST_DRAW)
        self.tau = tau
        self.margin = NormalDist().inv_cdf((self.draw_probability + 1) / 2) * math.sqrt(2) * BETA


class RatingTable:
    """The current rating of every bot."""

    def __init__(self, bots: int, env: FreeForAll) -> None:
        self.env = env
        self.mu: Floats = np.full(bots, MU)
        self.sigma: Floats = np.full(bots, SIGMA)

    def enter(self, lineup: Ints, ranks: Ints, rows: Ints) -> None:
        """Rate these rows of line-ups and ranks, one game after the other."""
        enter_games(self.mu, self.sigma, lineup, ranks, rows, BETA, self.env.tau, self.env.margin)


def draw_share(results: Results) -> float:
    """The share of pairs of different bots in the same game that tied, half a tie and half a decision added."""
    ties = pairs = 0
    for i in range(results.seats):
        for j in range(i):
            met = results.lineup[:, i] != results.lineup[:, j]
            pairs += int(met.sum())
            ties += int((met & (results.ranks[:, i] == results.ranks[:, j])).sum())
    return (ties + 0.5) / (pairs + 1)


@dataclass(frozen=True)
class SkillCurve:
    """Ratings after so many games; row c belongs to games[c], the last row is the final rating."""

    games: Ints
    mu: Floats
    sigma: Floats


def rate_all(results: Results, env: FreeForAll, points: int = 100) -> SkillCurve:
    """Rate every game in canonical order."""
    stops = np.unique(np.linspace(0, results.games, points + 1).round().astype(np.int64))
    table = RatingTable(len(results.bots), env)
    mu, sigma = [table.mu.copy()], [table.sigma.copy()]
    for start, stop in pairwise(stops):
        table.enter(results.lineup, results.ranks, np.arange(start, stop))
        mu.append(table.mu.copy())
        sigma.append(table.sigma.copy())
    return SkillCurve(stops, np.array(mu), np.array(sigma))


@dataclass(frozen=True)
class OrderSensitivity:
    """How far mu, less the mean mu of all bots, moves when the same games are entered in other orders of the deals.

    The mean itself says nothing (only differences of skill show in games) and drifts freely.
    """

    orders: int
    games: int  # entered in each order: all of them, or those of evenly spaced deals
    shift: Floats  # by bot: largest distance from canonical order
    sigma: Floats  # by bot: TrueSkill's own sigma after these games, to compare
    swapped: int  # orders in which listing the bots by mu gives another list


def order_sensitivity(results: Results, env: FreeForAll, seed: int, orders: int = ORDERS) -> OrderSensitivity:
    """Shuffle the deals; the games of a deal stay together and in their order."""
    orders = orders if results.deals > 1 else 0
    picked = _spread_deals(results, ORDER_BUDGET // max(orders, 1))
    sizes = np.bincount(results.deal)
    rows_of_deal = np.split(np.argsort(results.deal, kind="stable"), np.cumsum(sizes)[:-1])
    rng = stream(seed, Stream.ORDERS)

    def final(deals: Ints) -> tuple[Floats, Floats]:
        rows = np.concatenate([rows_of_deal[deal] for deal in deals])
        table = RatingTable(len(results.bots), env)
        table.enter(results.lineup, results.ranks, rows)
        return table.mu - table.mu.mean(), table.sigma

    mu, sigma = final(picked)
    others = np.array([mu, *(final(rng.permutation(picked))[0] for _ in range(orders))])
    swapped = (np.argsort(-others, axis=1, kind="stable") != np.argsort(-mu, kind="stable")).any(axis=1)
    shift = np.abs(others - mu).max(axis=0)
    return OrderSensitivity(orders, int(sizes[picked].sum()), shift, sigma, int(swapped.sum()))


def _spread_deals(results: Results, games: int) -> Ints:
    """Evenly spaced deals that hold about so many games; all of them where they hold fewer."""
    wanted = min(results.deals, max(1, games * results.deals // results.games))
    return np.unique(np.linspace(0, results.deals - 1, wanted).round().astype(np.int64))
