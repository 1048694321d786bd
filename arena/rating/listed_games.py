"""The games behind the figures, as many as a page can list: all of them, or a sample in which every figure has some."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.play.records import Fault
from arena.rating.results import Ints, Results

MOST = 4000  # games; of more, so many are drawn
MOST_FAULTY = 500  # games with faults that are listed beside the drawn ones
MOST_PAIRS = 3000  # pairs of bots of which a game is listed beside the drawn ones
LENGTHS = 24  # classes of length


@dataclass(frozen=True)
class ListedGames:
    """Row g is a listed game, in canonical order; column s is seat s."""

    bots: tuple[str, ...]
    of: int  # games there are
    place: Ints  # (listed, 2) block and rotation
    lineup: Ints  # (listed, seats) numbers of bots
    ranks: Ints  # (listed, seats)
    decisions: Ints  # (listed,)
    faults: Mapping[int, Sequence[Fault]]  # by row
    shortest: tuple[int, int]  # block and rotation
    longest: tuple[int, int]

    @property
    def complete(self) -> bool:
        return len(self.decisions) == self.of


def list_games(results: Results) -> ListedGames:
    """The same games give the same list."""
    rows = np.arange(results.games) if results.games <= MOST else _chosen(results)
    place = results.place[rows]
    shortest, longest = (results.place[int(pick(results.decisions))].tolist() for pick in (np.argmin, np.argmax))
    return ListedGames(
        bots=results.bots,
        of=results.games,
        place=place,
        lineup=results.lineup[rows],
        ranks=results.ranks[rows],
        decisions=results.decisions[rows],
        faults=_faults(results, place),
        shortest=(shortest[0], shortest[1]),
        longest=(longest[0], longest[1]),
    )


def _chosen(results: Results) -> Ints:
    """Games drawn by chance, and beside them at least one for every figure of a board."""
    drawn = np.random.default_rng(0).choice(results.games, MOST, replace=False)
    extremes = [int(results.decisions.argmin()), int(results.decisions.argmax())]
    found = [_first_of(codes) for codes in _figures(results)]
    return np.unique(np.concatenate([drawn, extremes, _faulty(results), _first_of_pairs(results), *found]))


def _figures(results: Results) -> Iterator[Ints]:
    """What tells games apart that are behind different figures: numbers by game, or by game and seat."""
    size, ranks = results.seats, results.ranks
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    for place in (ranks - 1, ranks + tied - 2):  # the first and the last of the places that a tie shares
        yield results.lineup * size + place
        yield np.arange(size) * size + place
    least = int(results.decisions.min())
    yield (results.decisions - least) // class_width(least, int(results.decisions.max()))


def class_width(least: int, most: int, classes: int = LENGTHS) -> int:
    """How many lengths of a game share a class, if the classes are as wide as each other."""
    return -(-(most - least + 1) // classes)


def _first_of(codes: Ints) -> Ints:
    """The first row in which each number stands."""
    by_row = codes.reshape(len(codes), -1)
    first = np.full(int(codes.max()) + 1, -1, dtype=np.int64)
    for column in by_row.T:
        seen = np.full(len(first), -1, dtype=np.int64)
        seen[column[::-1]] = np.arange(len(codes))[::-1]  # of equal indices the last one counts
        first = np.where((first < 0) | ((seen >= 0) & (seen < first)), seen, first)
    return first[first >= 0]


def _first_of_pairs(results: Results) -> Ints:
    pairs = [np.sort(results.lineup[:, [i, j]], axis=1) for i, j in combinations(range(results.seats), 2)]
    codes = np.stack([pair[:, 0] * len(results.bots) + pair[:, 1] for pair in pairs], axis=1)
    return _first_of(codes)[:MOST_PAIRS]


def _faulty(results: Results) -> Ints:
    """Games with faults: the first of each bot and kind, and others evenly spaced."""
    first: dict[tuple[str, str], tuple[int, int]] = {}
    for fault, key in zip(results.faults, results.fault_keys, strict=True):
        first.setdefault((fault.bot, fault.kind), key)
    step = max(1, -(-len(results.fault_keys) // MOST_FAULTY))
    keys = sorted({*list(first.values())[:MOST_FAULTY], *results.fault_keys[::step]})
    stride = int(results.place[:, 1].max()) + 1
    codes = results.place[:, 0] * stride + results.place[:, 1]
    return np.searchsorted(codes, [block * stride + rotation for block, rotation in keys])


def _faults(results: Results, place: Ints) -> dict[int, list[Fault]]:
    row_of = {(block, rotation): row for row, (block, rotation) in enumerate(place.tolist())}
    found: dict[int, list[Fault]] = defaultdict(list)
    for fault, key in zip(results.faults, results.fault_keys, strict=True):
        if key in row_of:
            found[row_of[key]].append(fault)
    return dict(found)
