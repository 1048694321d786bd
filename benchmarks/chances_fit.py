"""Fits the curves of bots/calibration.py: the most likely ones, monotone and smooth, by projected Newton steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bots.calibration import KNOTS, Calibration, Curve

Floats = NDArray[np.float64]

SMOOTHNESS = 1.0  # what a change of slope costs, in games
PULL = 1.0  # what favouring the mover or a seat costs, in games
RISES = len(KNOTS) - 1
LONGEST_FIT = 40  # Newton steps
SWEEPS = 200  # over the parameters, within a step
DONE = 1e-6


def fit(movers: Floats, before: Floats, after: Floats, following: Floats, results: Floats, games: int) -> Calibration:
    """`before` by the results of the games, `after` by what follows: the chances before the next decision, calibrated.
    `following` says for every decision which one that is, -1 at the end. So luck is 0 on average, for each seat."""
    first = curve_of(features(before, movers), before, results, games)
    expected = chances(features(before, movers), before, parameters(first))
    target = np.where(following[:, None] < 0, results, expected[following.astype(int)])
    return Calibration(first, curve_of(features(after, movers), after, target, games))


def features(values: Floats, movers: Floats) -> Floats:
    """By decision, seat and parameter: how much of each rise is passed, whether the seat moves, which seat it is."""
    seats = values.shape[1]
    odds = np.log(np.maximum(values, 1e-9) / np.maximum(1 - values, 1e-9))[:, :, None]
    low, high = np.array(KNOTS[:-1]), np.array(KNOTS[1:])
    moving = (np.arange(seats) == movers[:, None]).astype(float)[:, :, None]
    own = np.broadcast_to(np.eye(seats), (len(values), seats, seats))
    return np.concatenate([np.clip((odds - low) / (high - low), 0, 1), moving, own], axis=2)


def chances(given: Floats, values: Floats, weights: Floats) -> Floats:
    scores = np.where(values <= 0, -np.inf, given @ weights)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Floats = shares / shares.sum(axis=1, keepdims=True)
    return found


def parameters(curve: Curve) -> Floats:
    return np.array([*curve.rises, curve.mover, *curve.seats])


def curve_of(given: Floats, values: Floats, target: Floats, games: int) -> Curve:
    """Every game counts for one, however many decisions it has."""
    count, weight = given.shape[2], games / len(given)
    cost, weights = penalty(count), np.zeros(count)
    weights[:RISES] = np.diff(KNOTS)
    for _ in range(LONGEST_FIT):
        expected = chances(given, values, weights)
        slope = weight * np.einsum("nsk,ns->k", given, expected - target) + cost @ weights
        means = np.einsum("nsk,ns->nk", given, expected)
        bend = weight * (np.einsum("nsk,ns,nsl->kl", given, expected, given, optimize=True) - means.T @ means) + cost
        better = lowest(slope, bend, weights)
        moved, weights = float(np.abs(better - weights).max()), better
        if moved < DONE:
            break
    rounded = [round(float(it), 4) for it in weights]
    return Curve(tuple(rounded[:RISES]), rounded[RISES], tuple(rounded[RISES + 1 :]))


def penalty(count: int) -> Floats:
    cost = 1e-6 * np.eye(count)
    for index, (left, right) in enumerate(pairwise(np.diff(KNOTS))):
        change = np.zeros(count)
        change[index], change[index + 1] = -1 / left, 1 / right
        cost += SMOOTHNESS * np.outer(change, change)
    for index in range(RISES, count):
        cost[index, index] += PULL
    return cost


def lowest(slope: Floats, bend: Floats, start: Floats) -> Floats:
    """The lowest point of a parabola where no rise is negative, one parameter after the other."""
    found = start.copy()
    for _ in range(SWEEPS):
        for index in range(len(found)):
            found[index] -= (slope[index] + bend[index] @ (found - start)) / bend[index, index]
            if index < RISES:
                found[index] = max(0.0, found[index])
    return found


def table(seats: int, found: Calibration, games: int) -> str:
    """As it stands in core/<game>/search.toml."""
    lines = [f"# {seats} seats, fitted on {games} games."]
    for name, curve in (("before", found.before), ("after", found.after)):
        lines += [f"[chances.{seats}.{name}]", f"rises = {numbers(curve.rises)}"]
        lines += [f"mover = {curve.mover}", f"seats = {numbers(curve.seats)}"]
    return "\n".join(lines)


def numbers(values: Sequence[float]) -> str:
    return f"[{', '.join(map(str, values))}]"
