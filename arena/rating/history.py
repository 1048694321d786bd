"""How strong every bot was over time, refitted on the whole ladder.

Opponents have the strength that all games together give them. So a bot that stays the same stays level, whoever it met
early or late, and a trend is a change in its own play. (A rating that is carried on from game to game shows trends that
come from the order of the opponents alone.)

The blocks of a bot are put in order of time and cut into periods of as many blocks each. In a period its strength is
the one that fits its own finishing places best, the others' strengths given; half a win and half a loss for each seat
against its own overall strength keep it finite. Its interval of 95 % comes from how the blocks scatter, each period for
itself. An opponent whose play did change is taken as what it was on average: a new version is a bot of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.rating.intervals import Interval, t_quantile
from arena.rating.plackett_luce import ELO, GHOST, MOST_STEPS, STEP, stages_of
from arena.rating.results import Floats, Ints, Results

PERIODS = 12  # of a bot, at most
LEAST_BLOCKS = 10  # in a period


@dataclass(frozen=True, slots=True)
class Period:
    """A bot from one time to another."""

    begin: float
    end: float
    blocks: int
    strength: float
    interval: Interval  # of the strength


def history(results: Results, times: Floats, strength: Floats) -> dict[str, list[Period]]:
    """By bot the periods in order of time; none where a bot has fewer than LEAST_BLOCKS blocks.

    Times are by game, in any unit; strengths are those of the whole ladder, by bot, as PlackettLuce gives them.
    """
    cut = _Periods(results, times)
    found, error = _fit(results, cut, strength)
    by_bot: dict[str, list[Period]] = {name: [] for name in results.bots}
    for number, bot in enumerate(cut.bot.tolist()):
        value, reach = float(found[number]), float(error[number]) * t_quantile(int(cut.blocks[number]) - 1)
        begin, end = float(cut.begin[number]), float(cut.end[number])
        period = Period(begin, end, int(cut.blocks[number]), value, (value - reach, value + reach))
        by_bot[results.bots[bot]].append(period)
    return by_bot


def points(lead: float) -> float:
    """A difference of strengths in rating points."""
    return float(ELO * lead)


class _Periods:
    """All periods of all bots, numbered bot by bot; those of one bot in order of time."""

    def __init__(self, results: Results, times: Floats) -> None:
        blocks, self.block = np.unique(results.place[:, 0], return_inverse=True)
        self.block = self.block.reshape(-1)
        last = np.full(len(blocks), -np.inf)
        np.maximum.at(last, self.block, times)  # a block is as late as its last game
        sat = np.zeros((len(results.bots), len(blocks)), dtype=bool)
        sat[results.lineup.ravel(), np.repeat(self.block, results.seats)] = True
        self.of = np.full(sat.shape, -1, dtype=np.int64)  # by bot and block: the period
        rows: list[tuple[int, int, float, float]] = []
        for bot, mine in enumerate(sat):
            own = np.flatnonzero(mine)
            own = own[np.argsort(last[own], kind="stable")]
            count = min(PERIODS, len(own) // LEAST_BLOCKS)
            for part in np.array_split(own, count) if count else ():
                self.of[bot, part] = len(rows)
                rows.append((bot, len(part), float(last[part[0]]), float(last[part[-1]])))
        table = np.array(rows, dtype=np.float64).reshape(-1, 4)
        self.bot, self.blocks = table[:, 0].astype(np.int64), table[:, 1].astype(np.int64)
        self.begin, self.end = table[:, 2], table[:, 3]


@dataclass(frozen=True)
class _Choices:
    """Every time that a bot of some period could have been the next to be placed."""

    period: Ints
    block: Ints
    placed: Floats  # 1 if it was, 0 if not
    others: Floats  # log of the summed powers of the others that were left
    weight: Floats


def _choices(results: Results, cut: _Periods, strength: Floats) -> _Choices:
    periods, blocks, placed, others, weights = [], [], [], [], []
    for games, chosen_from, chosen, weight in stages_of(results):
        power = np.exp(strength)[chosen_from]
        for seat in range(chosen_from.shape[1]):
            bot = chosen_from[:, seat]
            copies = chosen_from == bot[:, None]
            rest = (power * ~copies).sum(axis=1) / copies.sum(axis=1)
            period = cut.of[bot, cut.block[games]]
            known = (period >= 0) & (rest > 0)
            periods.append(period[known])
            blocks.append(cut.block[games][known])
            placed.append((bot == chosen)[known].astype(np.float64))
            others.append(np.log(rest[known]))
            weights.append(weight / copies.sum(axis=1)[known])
    return _Choices(*(np.concatenate(part) for part in (periods, blocks, placed, others, weights)))


def _fit(results: Results, cut: _Periods, strength: Floats) -> tuple[Floats, Floats]:
    """By period the strength, and its standard error."""
    size, ghost = len(cut.bot), GHOST * results.seats
    chances = _choices(results, cut, strength)
    start = strength[cut.bot]
    found = start.copy()
    if not size:
        return found, found
    for _ in range(MOST_STEPS):
        share = 1 / (1 + np.exp(chances.others - found[chances.period]))
        score = chances.weight * (chances.placed - share)
        own = 1 / (1 + np.exp(start - found))
        gradient = np.bincount(chances.period, score, minlength=size) + ghost * (1 - 2 * own)
        spread = np.bincount(chances.period, chances.weight * share * (1 - share), minlength=size)
        curvature = spread + 2 * ghost * own * (1 - own)
        step = np.clip(gradient / curvature, -STEP, STEP)
        found += step
        if np.abs(step).max() < 1e-8:
            break
    key = chances.period * (int(cut.block.max()) + 1) + chances.block
    _, where = np.unique(key, return_inverse=True)
    by_block = np.bincount(where.reshape(-1), score)
    of_block = np.zeros(len(by_block), dtype=np.int64)
    of_block[where.reshape(-1)] = chances.period
    return found, np.sqrt(np.bincount(of_block, by_block**2, minlength=size)) / curvature
