"""A few games behind every figure, so that a reader can look at what the figure is made of."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.rating.results import Results

LOOKED_AT = 20_000  # games, evenly spaced; enough to find some of every pair
EACH = 6  # games shown of a pair


@dataclass(frozen=True)
class Example:
    """A game of two bots: where it is in the schedule, and how it ended for them."""

    block: int
    rotation: int
    ranks: tuple[int, int]


@dataclass(frozen=True)
class Examples:
    """By the names of two bots, in the order of their numbers; and the games of extreme length."""

    pairs: dict[tuple[str, str], tuple[Example, ...]]
    shortest: tuple[int, int]  # block and rotation
    longest: tuple[int, int]


def find_examples(results: Results) -> Examples:
    step = -(-results.games // LOOKED_AT)
    rows = range(0, results.games, step)
    found: dict[tuple[int, int], list[Example]] = defaultdict(list)
    lineups, ranks = results.lineup[rows].tolist(), results.ranks[rows].tolist()
    places = results.place[rows].tolist()
    for lineup, ranked, (block, rotation) in zip(lineups, ranks, places, strict=True):
        for i, j in combinations(range(len(lineup)), 2):
            one, other = (i, j) if lineup[i] < lineup[j] else (j, i)
            games = found[lineup[one], lineup[other]]
            if lineup[one] != lineup[other] and len(games) < EACH:
                games.append(Example(block, rotation, (ranked[one], ranked[other])))
    names = results.bots
    pairs = {(names[i], names[j]): tuple(games) for (i, j), games in sorted(found.items()) if games}
    extremes = [results.place[int(pick(results.decisions))].tolist() for pick in (np.argmin, np.argmax)]
    return Examples(pairs, *(tuple(place) for place in extremes))
