"""TrueSkill over final ranks (Herbrich, Minka & Graepel 2006), with the trueskill package as the reference.

The package builds a graph of Python objects for every game: 1 ms for four seats. `FreeForAll` is the package's
environment with the same messages sent in the same order on plain floats, for games of one bot a side; the tests
hold the two together. It also goes on where the package gives up with FloatingPointError (a very large upset), and
ties are never rated with a draw margin of zero, which would give their tails no mass at all.

A bot that sits in several seats of a game is rated once: every copy plays as a side of its own from the bot's
rating, and the bot takes the mean of its copies' posteriors (in precision and precision-weighted mean). A game
between copies of one bot only says nothing and is passed over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from trueskill import DELTA, TrueSkill, calc_draw_margin
from trueskill.backends import ppf

from arena.rating.results import Floats, Ints, Results

TAU = 0.0  # bots do not change during a run
ORDERS = 20
ORDER_BUDGET = 100_000  # games rated for the order sensitivity, over all orders
LEAST_DRAW, MOST_DRAW = 0.001, 0.9
SQRT_2, SQRT_2_PI = math.sqrt(2), math.sqrt(2 * math.pi)
Cut = Callable[[float, float], tuple[float, float]]
DEEP = -8.0  # below, a normal tail is computed by its continued fraction


def density(x: float) -> float:
    return math.exp(-0.5 * x * x) / SQRT_2_PI


def cumulative(x: float) -> float:
    return 0.5 * math.erfc(-x / SQRT_2)


def tail_ratio(x: float) -> float:
    """cumulative(x) / density(x), also where both underflow."""
    if x > DEEP:
        return cumulative(x) / density(x)
    fraction = -x
    for term in range(24, 0, -1):
        fraction = -x + term / fraction
    return 1 / fraction


class FreeForAll(TrueSkill):  # type: ignore[misc]
    """A TrueSkill environment for games in which every seat plays for itself."""

    def __init__(self, draw_probability: float, tau: float = TAU) -> None:
        draw = min(max(draw_probability, LEAST_DRAW), MOST_DRAW)
        super().__init__(tau=tau, draw_probability=draw, backend=(cumulative, density, ppf))
        self.margin: float = calc_draw_margin(draw, 2, self)

    def win(self, diff: float, margin: float) -> tuple[float, float]:
        """v and w: how far a win shifts the mean and shrinks the variance."""
        x = diff - margin
        v = 1 / tail_ratio(x) if x < 0 else density(x) / cumulative(x)
        return v, min(v * (v + x), 1 - 1e-9)

    def draw(self, diff: float, margin: float) -> tuple[float, float]:
        """v and w of a tie."""
        near, far = margin - abs(diff), -margin - abs(diff)
        ratio = math.exp(-2 * margin * abs(diff))  # of the densities at the far and the near end
        mass = tail_ratio(near) - ratio * tail_ratio(far)
        v = (ratio - 1) / mass
        w = v * v + (near - ratio * far) / mass
        return math.copysign(v, -diff) if diff else 0.0, min(max(w, 0.0), 1 - 1e-9)

    def rate_ranked(
        self, mus: Sequence[float], sigmas: Sequence[float], ties: Sequence[bool]
    ) -> tuple[list[float], list[float]]:
        """New precisions and precision-weighted means of players given best first; ties[i]: i ties with i + 1."""
        tau2, beta2 = self.tau**2, self.beta**2
        skill_pi = [1 / (sigma * sigma + tau2) for sigma in sigmas]
        perf_pi = [pi / (1 + beta2 * pi) for pi in skill_pi]
        chain = _Chain(perf_pi, [pi * mu for pi, mu in zip(perf_pi, mus, strict=True)])
        chain.settle([self.draw if tie else self.win for tie in ties], self.margin)
        pis, taus = [], []
        for i, pi in enumerate(skill_pi):
            up_pi, up_tau = chain.evidence(i)
            damping = 1 / (1 + beta2 * up_pi)
            pis.append(pi + damping * up_pi)
            taus.append(pi * mus[i] + damping * up_tau)
        return pis, taus


class _Chain:
    """The part of the factor graph that is iterated: players best first, a difference between each two neighbours."""

    def __init__(self, pi: list[float], tau: list[float]) -> None:
        self.pi, self.tau = pi, tau  # performance of each player before the game
        size = len(pi)
        self.above_pi, self.above_tau = [0.0] * size, [0.0] * size  # what the difference to the player above says
        self.below_pi, self.below_tau = [0.0] * size, [0.0] * size
        self.cut_pi, self.cut_tau = [0.0] * (size - 1), [0.0] * (size - 1)  # what the result says of each difference

    def settle(self, cuts: list[Cut], margin: float) -> None:
        """Send messages up and down the ranking until they change no more; the schedule is the package's."""
        last = len(cuts) - 1
        for _ in range(10):
            delta = 0.0 if last else self._truncate(0, cuts[0], margin)
            for x in range(last):
                delta = max(delta, self._truncate(x, cuts[x], margin))
                self._tell_lower(x)
            for x in range(last, 0, -1):
                delta = max(delta, self._truncate(x, cuts[x], margin))
                self._tell_upper(x)
            if not last or delta <= DELTA:
                break
        self._tell_upper(0)
        self._tell_lower(last)

    def evidence(self, i: int) -> tuple[float, float]:
        """What the game says of player i's performance."""
        return self.above_pi[i] + self.below_pi[i], self.above_tau[i] + self.below_tau[i]

    def _truncate(self, x: int, cut: Cut, margin: float) -> float:
        """Cut the difference of x and x + 1 to what the result allows; how much that changed."""
        upper_pi = self.pi[x] + self.above_pi[x]
        lower_pi = self.pi[x + 1] + self.below_pi[x + 1]
        diff = (self.tau[x] + self.above_tau[x]) / upper_pi - (self.tau[x + 1] + self.below_tau[x + 1]) / lower_pi
        pi = upper_pi * lower_pi / (upper_pi + lower_pi)
        root = math.sqrt(pi)
        v, w = cut(diff * root, margin * root)
        cut_pi, cut_tau = pi * w / (1 - w), (pi * diff * w + root * v) / (1 - w)
        delta = max(abs(cut_tau - self.cut_tau[x]), math.sqrt(abs(cut_pi - self.cut_pi[x])))
        self.cut_pi[x], self.cut_tau[x] = cut_pi, cut_tau
        return delta

    def _tell_lower(self, x: int) -> None:
        """Pass on to player x + 1 what the result and the player above it say."""
        if cut_pi := self.cut_pi[x]:
            pi = self.pi[x] + self.above_pi[x]
            joint = pi * cut_pi / (pi + cut_pi)
            self.above_pi[x + 1] = joint
            self.above_tau[x + 1] = joint * ((self.tau[x] + self.above_tau[x]) / pi - self.cut_tau[x] / cut_pi)

    def _tell_upper(self, x: int) -> None:
        """Pass on to player x what the result and the player below it say."""
        if cut_pi := self.cut_pi[x]:
            pi = self.pi[x + 1] + self.below_pi[x + 1]
            joint = pi * cut_pi / (pi + cut_pi)
            self.below_pi[x] = joint
            self.below_tau[x] = joint * ((self.tau[x + 1] + self.below_tau[x + 1]) / pi + self.cut_tau[x] / cut_pi)


class RatingTable:
    """The current rating of every bot."""

    def __init__(self, bots: int, env: FreeForAll) -> None:
        self.env = env
        self.mu: list[float] = [env.mu] * bots
        self.sigma: list[float] = [env.sigma] * bots

    def enter(self, ids: list[int], ties: list[bool]) -> None:
        """Rate one game: bot ids best first, ties[i] where place i ties with place i + 1."""
        distinct = set(ids)
        if len(distinct) == 1:
            return
        pis, taus = self.env.rate_ranked([self.mu[i] for i in ids], [self.sigma[i] for i in ids], ties)
        if len(distinct) < len(ids):
            pis, taus = _mean_of_copies(ids, pis), _mean_of_copies(ids, taus)
        for bot, pi, tau in zip(ids, pis, taus, strict=True):
            self.mu[bot], self.sigma[bot] = tau / pi, 1 / math.sqrt(pi)


def _mean_of_copies(ids: list[int], values: list[float]) -> list[float]:
    means = {bot: sum(v for i, v in zip(ids, values, strict=True) if i == bot) / ids.count(bot) for bot in set(ids)}
    return [means[bot] for bot in ids]


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
    ids, ties = _best_first(results)
    table = RatingTable(len(results.bots), env)
    mu, sigma = [list(table.mu)], [list(table.sigma)]
    for start, stop in pairwise(stops):
        _enter_all(table, ids[start:stop], ties[start:stop])
        mu.append(list(table.mu))
        sigma.append(list(table.sigma))
    return SkillCurve(stops, np.array(mu), np.array(sigma))


def _best_first(results: Results) -> tuple[Ints, Ints]:
    order = np.argsort(results.ranks, axis=1, kind="stable")
    ranks = np.take_along_axis(results.ranks, order, axis=1)
    return np.take_along_axis(results.lineup, order, axis=1), (ranks[:, 1:] == ranks[:, :-1]).astype(np.int64)


def _enter_all(table: RatingTable, ids: Ints, ties: Ints) -> None:
    for game, tied in zip(ids.tolist(), ties.tolist(), strict=True):
        table.enter(game, tied)


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
    ids, ties = _best_first(results)
    picked = _spread_deals(results, ORDER_BUDGET // max(orders, 1))
    sizes = np.bincount(results.deal)
    rows_of_deal = np.split(np.argsort(results.deal, kind="stable"), np.cumsum(sizes)[:-1])
    rng = np.random.default_rng(seed)

    def final(deals: Ints) -> tuple[Floats, Floats]:
        rows = np.concatenate([rows_of_deal[deal] for deal in deals])
        table = RatingTable(len(results.bots), env)
        _enter_all(table, ids[rows], ties[rows])
        return np.array(table.mu) - np.mean(table.mu), np.array(table.sigma)

    mu, sigma = final(picked)
    others = np.array([mu, *(final(rng.permutation(picked))[0] for _ in range(orders))])
    swapped = (np.argsort(-others, axis=1, kind="stable") != np.argsort(-mu, kind="stable")).any(axis=1)
    shift = np.abs(others - mu).max(axis=0)
    return OrderSensitivity(orders, int(sizes[picked].sum()), shift, sigma, int(swapped.sum()))


def _spread_deals(results: Results, games: int) -> Ints:
    """Evenly spaced deals that hold about so many games; all of them where they hold fewer."""
    wanted = min(results.deals, max(1, games * results.deals // results.games))
    return np.unique(np.linspace(0, results.deals - 1, wanted).round().astype(np.int64))
