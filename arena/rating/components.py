"""Which bots the games can compare at all.

Strengths have a finite maximum likelihood for those bots, and only those, between which there is a way by "finished
ahead of, or tied with" in both directions: the strongly connected components (Ford 1957, "Solution of a ranking problem
from binary comparisons", Am. Math. Mon. 64; Hunter 2004, assumption 1). A bot that always loses is a component of its
own, and so is each of two groups of which one always wins: how far apart they are the games bound from one side only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.rating.results import Bools, Floats, Ints


@dataclass(frozen=True)
class Components:
    """The components, and which of them the board's scale is made for."""

    groups: tuple[tuple[int, ...], ...]  # a group that is ahead of another comes first
    group_of: Ints  # by bot
    rated: int | None  # the group with ratings: the largest, of equals the first; None if no two bots compare

    def is_rated(self, bot: int) -> bool:
        return self.rated is not None and int(self.group_of[bot]) == self.rated


def components(points: Floats) -> Components:
    """From points[i, j], what bot i has scored against bot j in all games, a tie counting for both."""
    way = ways(points > 0)
    both = way & way.T
    order = sorted(range(len(points)), key=lambda bot: (-int(way[bot].sum()), int(both[bot].argmax())))
    groups = tuple(dict.fromkeys(tuple(np.flatnonzero(both[bot]).tolist()) for bot in order))
    group_of = np.empty(len(points), dtype=np.int64)
    for number, group in enumerate(groups):
        group_of[list(group)] = number
    largest = max(range(len(groups)), key=lambda number: len(groups[number]))
    alone = len(points) == 1
    return Components(groups, group_of, largest if alone or len(groups[largest]) > 1 else None)


def ways(edges: Bools) -> Bools:
    """Where one can get to along edges, in any number of steps or none (Warshall 1962)."""
    reach = edges | np.eye(len(edges), dtype=bool)
    for middle in range(len(edges)):
        reach |= reach[:, middle, None] & reach[None, middle]
    return np.asarray(reach)
