"""Fitting a small net by Adam, in numpy: nets this small need no framework.

(D. P. Kingma & J. Ba, Adam: a method for stochastic optimization, ICLR 2015.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from arena.train.positions import Positions

Layers = list[tuple[Any, Any]]
Watch = Callable[[int, int], None]
FADE, FADE_SQUARES, TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True)
class Fitting:
    """How a net is fitted."""

    epochs: int = 4
    batch: int = 512
    rate: float = 0.001
    decay: float = 1e-5  # of weights, at each step
    seed: int = 0


def new_layers(inputs: int, hidden: Sequence[int], outputs: int, seed: int) -> Layers:
    """Weights drawn for rectifiers (He et al. 2015), as if a tenth of the inputs were not zero. The last layer is
    zero, so that a new net thinks everybody's chances equal."""
    lot = np.random.default_rng(seed)
    sizes = [inputs, *hidden, outputs]
    layers: Layers = []
    for index, (fan_in, fan_out) in enumerate(pairwise(sizes)):
        scale = np.sqrt(2 / (fan_in / 10 if index == 0 else fan_in)) if index < len(hidden) else 0
        layers.append((lot.normal(0, scale, (fan_in, fan_out)).astype(np.float32), np.zeros(fan_out, np.float32)))
    return layers


def forward(layers: Layers, rows: Any) -> list[Any]:
    """What goes into each layer, and the shares that come out of the last."""
    stages = [rows]
    for weights, biases in layers[:-1]:
        stages.append(np.maximum(stages[-1] @ weights + biases, 0))
    weights, biases = layers[-1]
    logits = stages[-1] @ weights + biases
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return [*stages, powers / powers.sum(axis=1, keepdims=True)]


def gradients(layers: Layers, rows: Any, targets: Any) -> Layers:
    """Of the cross-entropy, on average over the rows."""
    stages = forward(layers, rows)
    slope = (stages.pop() - targets) / len(rows)
    found: Layers = []
    for (weights, _), stage in zip(reversed(layers), reversed(stages), strict=True):
        found.insert(0, (stage.T @ slope, slope.sum(axis=0)))
        if len(found) < len(layers):
            slope = (slope @ weights.T) * (stage > 0)
    return found


@dataclass(slots=True)
class Adam:
    """The optimiser's memory."""

    decay: float
    steps: int = 0
    means: list[Any] = field(default_factory=list)
    squares: list[Any] = field(default_factory=list)

    def step(self, layers: Layers, slopes: Layers, rate: float) -> None:
        parameters = [array for layer in layers for array in layer]
        flat = [array for layer in slopes for array in layer]
        if not self.steps:
            self.means = [np.zeros_like(array) for array in parameters]
            self.squares = [np.zeros_like(array) for array in parameters]
        self.steps += 1
        rate *= np.sqrt(1 - FADE_SQUARES**self.steps) / (1 - FADE**self.steps)
        for array, slope, mean, square in zip(parameters, flat, self.means, self.squares, strict=True):
            mean += (1 - FADE) * (slope - mean)
            square += (1 - FADE_SQUARES) * (slope * slope - square)
            array -= rate * mean / (np.sqrt(square) + TINY) + self.decay * array * (array.ndim == 2)


def fit(layers: Layers, positions: Positions, fitting: Fitting, watch: Watch = lambda step, steps: None) -> None:
    """Fits the layers in place; the rate falls to nothing along a cosine."""
    lot = np.random.default_rng(fitting.seed)
    adam = Adam(fitting.decay)
    per_epoch = max(1, len(positions) // fitting.batch)
    total = fitting.epochs * per_epoch
    for epoch in range(fitting.epochs):
        order = lot.permutation(len(positions))
        for index in range(per_epoch):
            rows = np.sort(order[index * fitting.batch : (index + 1) * fitting.batch])
            done = (epoch * per_epoch + index) / total
            slopes = gradients(layers, positions.dense(rows), positions.targets[rows])
            adam.step(layers, slopes, fitting.rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done))))
            watch(epoch * per_epoch + index, total)


def log_loss(layers: Layers, positions: Positions, against: Any, batch: int = 4096) -> float:
    """Mean cross-entropy of the shares the net gives, against outcomes or targets."""
    total = 0.0
    for begin in range(0, len(positions), batch):
        rows = np.arange(begin, min(begin + batch, len(positions)))
        shares = forward(layers, positions.dense(rows))[-1]
        total -= float((against[rows] * np.log(np.maximum(shares, 1e-9))).sum())
    return total / len(positions)
