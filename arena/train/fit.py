"""Fitting a small net by Adam, in numpy: nets this small need no framework.

(D. P. Kingma & J. Ba, Adam: a method for stochastic optimization, ICLR 2015.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from arena.train.positions import Choices, Positions

Pair = tuple[Any, Any]
Layers = list[Pair]
Watch = Callable[[int, int], None]
FADE, FADE_SQUARES, TINY = 0.9, 0.999, 1e-8
# Added to what Adam divides by, for the layers: a slope much smaller than this moves a weight little. With TINY there,
# inputs that are rarely anything but zero learn as fast as all others, and single games are soon learnt by heart.
DAMPING = 1e-3
WARM_UP = 200  # steps over which the rate rises, at most a tenth of all
LEAST_SHARE = 1e-9  # what a log-loss takes a share for at least


@dataclass(frozen=True, slots=True)
class Fitting:
    """How a net is fitted."""

    epochs: int = 3
    batch: int = 1024
    rate: float = 0.003
    decay: float = 1e-4  # of weights, times the rate, at each step
    seed: int = 0


@dataclass(slots=True)
class Weights:
    """Of the layers, the last of which gives the seats' shares, and of the prior, which reads the same neurons."""

    layers: Layers  # pairs of weights, with a row for each input, and biases
    prior: Pair | None = None  # weights, with a row for each action, and biases

    def arrays(self) -> list[Any]:
        pairs = [*self.layers, *([] if self.prior is None else [self.prior])]
        return [array for pair in pairs for array in pair]


def new_weights(inputs: int, hidden: Sequence[int], outputs: int, seed: int, actions: int = 0) -> Weights:
    """Hidden layers are drawn for rectifiers (He et al. 2015). What comes last is zero, so that a new net thinks
    everybody's chances equal, and all actions alike. No actions: no prior."""
    lot = np.random.default_rng(seed)
    sizes = [inputs, *hidden]
    drawn = [lot.normal(0, np.sqrt(2 / shape[0]), shape) for shape in pairwise(sizes)]
    layers = [(each.astype(np.float32), np.zeros(each.shape[1], np.float32))
              for each in (*drawn, np.zeros((sizes[-1], outputs)))]
    prior = (np.zeros((actions, sizes[-1]), np.float32), np.zeros(actions, np.float32)) if actions else None
    return Weights(layers, prior)


# ---- what the net says, and what it should have said


def forward(layers: Layers, rows: Any) -> list[Any]:
    """What goes into each layer, and the shares that come out of the last."""
    stages = [rows]
    for weights, biases in layers[:-1]:
        stages.append(np.maximum(stages[-1] @ weights + biases, 0))
    weights, biases = layers[-1]
    logits = stages[-1] @ weights + biases
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return [*stages, powers / powers.sum(axis=1, keepdims=True)]


def expected(prior: Pair, neurons: Any, choices: Choices) -> Any:
    """The share of the visits that the prior expects each action to get."""
    weights, biases = prior
    logits = np.einsum("ij,ij->i", weights[choices.ids], neurons[choices.rows]) + biases[choices.ids]
    counts = np.diff(choices.begins, append=len(logits))
    powers = np.exp(logits - np.repeat(np.maximum.reduceat(logits, choices.begins), counts))
    return powers / np.repeat(np.add.reduceat(powers, choices.begins), counts)


def gradients(weights: Weights, rows: Any, targets: Any, choices: Choices) -> Weights:
    """Of the cross-entropy of the shares, on average over the rows, and that of the prior over those searched deep."""
    stages = forward(weights.layers, rows)
    slope = (stages.pop() - targets) / len(rows)
    prior, asked = (None, 0) if weights.prior is None else prior_gradients(weights.prior, stages[-1], choices)
    found: Layers = []
    for (array, _), stage in zip(reversed(weights.layers), reversed(stages), strict=True):
        found.insert(0, (stage.T @ slope, slope.sum(axis=0)))
        if len(found) < len(weights.layers):
            slope = (slope @ array.T + (asked if len(found) == 1 else 0)) * (stage > 0)
    return Weights(found, prior)


def prior_gradients(prior: Pair, neurons: Any, choices: Choices) -> tuple[Pair, Any]:
    """Those of the prior's weights, and those of the neurons it reads."""
    slope = (expected(prior, neurons, choices) - choices.shares) / max(1, len(choices))
    asked = np.zeros_like(neurons)
    asked[choices.rows[choices.begins]] = np.add.reduceat(slope[:, None] * prior[0][choices.ids], choices.begins)
    weights = summed_by(choices.ids, slope[:, None] * neurons[choices.rows], len(prior[1]))
    return (weights, summed_by(choices.ids, slope, len(prior[1]))), asked


def summed_by(ids: Any, values: Any, count: int) -> Any:
    """For each of `count` ids the sum of its values."""
    order = np.argsort(ids, kind="stable")
    begins = np.flatnonzero(np.diff(ids[order], prepend=-1))
    sums = np.zeros((count, *values.shape[1:]), values.dtype)
    sums[ids[order][begins]] = np.add.reduceat(values[order], begins)
    return sums


def log_losses(weights: Weights, positions: Positions, batch: int = 4096) -> dict[str, float]:
    """Mean cross-entropies: of the shares the net gives, against outcomes and against targets; and of its prior against
    visits, if it has one and there are any."""
    sums = {"outcome": 0.0, "target": 0.0, "prior": 0.0}
    deep = 0
    for begin in range(0, len(positions), batch):
        rows = np.arange(begin, min(begin + batch, len(positions)))
        *_, neurons, shares = forward(weights.layers, positions.dense(rows))
        sums["outcome"] += cross_entropy(positions.outcomes[rows], shares)
        sums["target"] += cross_entropy(positions.targets[rows], shares)
        if weights.prior is not None:
            choices = positions.choices(rows)
            sums["prior"] += cross_entropy(choices.shares, expected(weights.prior, neurons, choices))
            deep += len(choices)
    counts = {"outcome": len(positions), "target": len(positions), "prior": deep}
    return {key: each / counts[key] for key, each in sums.items() if counts[key]}


def cross_entropy(truth: Any, shares: Any) -> float:
    """Added up over everything."""
    return float(-(truth * np.log(np.maximum(shares, LEAST_SHARE))).sum())


# ---- fitting


@dataclass(slots=True)
class Adam:
    """The optimiser's memory."""

    decay: float
    steps: int = 0
    means: list[Any] = field(default_factory=list)
    squares: list[Any] = field(default_factory=list)

    def step(self, weights: Weights, slopes: Weights, rate: float) -> None:
        arrays = weights.arrays()
        if not self.steps:
            self.means = [np.zeros_like(array) for array in arrays]
            self.squares = [np.zeros_like(array) for array in arrays]
        self.steps += 1
        evened = rate * np.sqrt(1 - FADE_SQUARES**self.steps) / (1 - FADE**self.steps)
        # Most actions are rare, so the prior is not damped: what it knows of them it learns from few positions.
        damped = [DAMPING, DAMPING] * len(weights.layers) + [TINY] * (len(arrays) - 2 * len(weights.layers))
        slots = zip(arrays, slopes.arrays(), self.means, self.squares, damped, strict=True)
        for array, slope, mean, square, least in slots:
            mean += (1 - FADE) * (slope - mean)
            square += (1 - FADE_SQUARES) * (slope * slope - square)
            array -= evened * mean / (np.sqrt(square) + least) + rate * self.decay * array * (array.ndim == 2)


def fit(weights: Weights, positions: Positions, fitting: Fitting, watch: Watch = lambda step, steps: None) -> None:
    """Fits the weights in place. Those of inputs that are always zero become zero, so that files stay small."""
    weights.layers[0][0][~positions.seen()] = 0
    lot = np.random.default_rng(fitting.seed)
    adam = Adam(fitting.decay)
    per_epoch = max(1, len(positions) // fitting.batch)
    steps = fitting.epochs * per_epoch
    for epoch in range(fitting.epochs):
        order = lot.permutation(len(positions))
        for index in range(per_epoch):
            rows = np.sort(order[index * fitting.batch : (index + 1) * fitting.batch])
            slopes = gradients(weights, positions.dense(rows), positions.targets[rows], positions.choices(rows))
            adam.step(weights, slopes, fitting.rate * pace(adam.steps, steps))
            watch(epoch * per_epoch + index, steps)


def pace(step: int, steps: int) -> float:
    """The share of the rate: it rises at first, when Adam knows little, and then falls to nothing along a cosine."""
    rise = min(1, (step + 1) / max(1, min(WARM_UP, steps // 10)))
    return float(rise * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * step / steps))))
