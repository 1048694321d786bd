"""Fits the curves of bots/calibration.py: the most likely ones, monotone and smooth, by projected Newton steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bots.calibration import KNOTS, Calibration, Curve

Floats = NDArray[np.float64]

SMOOTHNESS = 0.1  # what a change of slope costs, in games or decisions
APART = 0.1  # what it costs if the mover's slope is not that of the others
RIDGE = 1e-6  # so that one curve is the best; seats cost nothing else, so luck comes out as 0 for each
WIDTHS = np.diff(KNOTS)
RISES = len(WIDTHS)
MOVER = 2 * RISES  # where the parameters of roles and seats begin
LONGEST_FIT = 60  # Newton steps
MOST_SETS = 200  # of rises held at 0 that are tried within a step
DONE = 1e-6


def fit(roles: Floats, before: Floats, after: Floats, following: Floats, results: Floats, games: int) -> Calibration:
    """`before` by the results of the games, `after` by what follows: the chances before the next decision, calibrated.
    `following` says for every decision which one that is, -1 at the end. So luck is 0 on average, for each seat. A game
    has one result, so its decisions count for one together. What follows them differs each time, so each counts."""
    first = curve_of(features(before, roles), before, results, games / len(before))
    expected = chances(features(before, roles), before, parameters(first))
    target = np.where(following[:, None] < 0, results, expected[following.astype(int)])
    return Calibration(first, curve_of(features(after, roles), after, target, 1.0))


def roles_of(movers: Floats, starts: Floats, seats: int) -> Floats:
    """By decision and seat: whether it moves; whether it moves again; whether it made the choice before and now waits.
    `starts` says which decisions are the first of their game."""
    last = np.where(starts, -1, np.roll(movers, 1))
    moves, moved = (np.arange(seats) == it[:, None] for it in (movers, last))
    return np.stack([moves, moves & moved, moved & ~moves], axis=2).astype(float)


def features(values: Floats, roles: Floats) -> Floats:
    """By decision, seat and parameter: how much of each rise is passed, by a seat that waits and by one that moves; the
    roles of the seat; which seat it is."""
    seats = values.shape[1]
    odds = np.log(np.maximum(values, 1e-9) / np.maximum(1 - values, 1e-9))[:, :, None]
    passed = np.clip((odds - np.array(KNOTS[:-1])) / WIDTHS, 0, 1)
    moving = roles[:, :, :1]
    own = np.broadcast_to(np.eye(seats), (len(values), seats, seats))
    return np.concatenate([passed * (1 - moving), passed * moving, roles, own], axis=2)


def chances(given: Floats, values: Floats, weights: Floats) -> Floats:
    scores = np.where(values <= 0, -np.inf, given @ weights)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Floats = shares / shares.sum(axis=1, keepdims=True)
    return found


def parameters(curve: Curve) -> Floats:
    return np.array([*curve.rises, *curve.mover_rises, curve.mover, curve.again, curve.last, *curve.seats])


def curve_of(given: Floats, values: Floats, target: Floats, weight: float) -> Curve:
    """`weight` is what a decision counts."""
    cost = penalty(given.shape[2]) / weight
    weights = np.concatenate([WIDTHS, WIDTHS, np.zeros(given.shape[2] - MOVER)])
    for _ in range(LONGEST_FIT):
        slope, bend = slope_and_bend(given, chances(given, values, weights), target)
        better = lowest(slope + cost @ weights, bend + cost, weights)
        if float(np.abs(better - weights).max()) < DONE:
            break
        worse = unlikely(given, values, target, weights, cost)
        while unlikely(given, values, target, better, cost) > worse + DONE:
            better = (better + weights) / 2
        weights = better
    return rounded(weights)


def slope_and_bend(given: Floats, expected: Floats, target: Floats) -> tuple[Floats, Floats]:
    """First and second derivative of how unlikely the target is."""
    rows = given.reshape(-1, given.shape[2])
    means = np.einsum("nsk,ns->nk", given, expected)
    return rows.T @ (expected - target).ravel(), rows.T @ (rows * expected.reshape(-1, 1)) - means.T @ means


def unlikely(given: Floats, values: Floats, target: Floats, weights: Floats, cost: Floats) -> float:
    """How unlikely the target is, and what the curve costs."""
    logs = np.log(np.maximum(1e-300, chances(given, values, weights)))
    return float(-(target * logs).sum() + weights @ cost @ weights / 2)


def rounded(weights: Floats) -> Curve:
    found = [round(float(it), 5) for it in weights]
    mover, again, last, *seats = found[MOVER:]
    return Curve(tuple(found[:RISES]), tuple(found[RISES:MOVER]), mover, again, last, tuple(seats))


def penalty(count: int) -> Floats:
    cost = RIDGE * np.eye(count)
    for first in (0, RISES):
        for index, (left, right) in enumerate(pairwise(WIDTHS)):
            change = np.zeros(count)
            change[first + index], change[first + index + 1] = -1 / left, 1 / right
            cost += SMOOTHNESS * np.outer(change, change)
    for index, width in enumerate(WIDTHS):
        apart = np.zeros(count)
        apart[index], apart[RISES + index] = -1 / width, 1 / width
        cost += APART * np.outer(apart, apart)
    return cost


def lowest(slope: Floats, bend: Floats, start: Floats) -> Floats:
    """The lowest point of a parabola where no rise is negative. Rises that would be are held at 0, one after the other,
    and let go where that lowers it again."""
    found, held, rises = start.copy(), np.zeros(len(start), bool), np.arange(len(start)) < MOVER
    for _ in range(MOST_SETS):
        step, free = np.zeros(len(start)), ~held
        step[free] = -np.linalg.solve(bend[np.ix_(free, free)], (slope + bend @ (found - start))[free])
        falling = np.flatnonzero(rises & (found + step < 0))
        if len(falling):
            stopped = falling[np.argmin(found[falling] / -step[falling])]
            found += found[stopped] / -step[stopped] * step
            found[stopped], held[stopped] = 0, True
            continue
        found += step
        pushing = np.where(held, slope + bend @ (found - start), 0)
        if pushing.min() > -DONE:
            break
        held[np.argmin(pushing)] = False
    return found


def table(seats: int, found: Calibration, games: int) -> str:
    """As it stands in core/<game>/search.toml."""
    lines = [f"# {seats} seats, fitted on {games} games."]
    for name, curve in (("before", found.before), ("after", found.after)):
        lines += [f"[chances.{seats}.{name}]", f"rises = {numbers(curve.rises)}"]
        lines += [f"mover_rises = {numbers(curve.mover_rises)}"]
        lines += [f"mover = {curve.mover}", f"again = {curve.again}", f"last = {curve.last}"]
        lines += [f"seats = {numbers(curve.seats)}"]
    return "\n".join(lines)


def numbers(values: Sequence[float]) -> str:
    return f"[{', '.join(map(str, values))}]"
