"""The chance of a deal for the slow models, written again from its definition: SplitMix64, by source and index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def stream(seed: int, source: int, index: int) -> Iterator[int]:
    """The upper 32 bits of the numbers of one event of a deal."""
    state = mix(mix((seed + GAMMA) & MASK) ^ (source << 32 | index))
    while True:
        state = (state + GAMMA) & MASK
        yield mix(state) >> 32


def mixed(cards: list[Any], numbers: Iterator[int]) -> list[Any]:
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = next(numbers) * (i + 1) >> 32
        cards[i], cards[j] = cards[j], cards[i]
    return cards
