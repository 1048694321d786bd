"""The finished games of a run as columns, in canonical order: a fraction of the memory of the records."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.play.records import Fault, GameRecord
from core.errors import ArenaError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class BadRecords(ArenaError):
    """The games of a run do not fit together."""


@dataclass(frozen=True)
class Results:
    """Row g is the g-th game by (block, rotation); column s is seat s."""

    bots: tuple[str, ...]  # sorted; every id below is an index into it
    deal: Ints  # (games,) 0..deals-1 in schedule order; games of one deal, whoever played, are not independent
    lineup: Ints  # (games, seats) bot ids
    ranks: Ints  # (games, seats)
    decisions: Ints  # (games,)
    faults: tuple[Fault, ...]  # in canonical order
    fault_keys: tuple[tuple[int, int], ...]  # block and rotation of the game each fault came in
    think: Floats  # (games, seats) seconds
    moves: Ints  # (games, seats)

    @property
    def games(self) -> int:
        return len(self.deal)

    @property
    def seats(self) -> int:
        return int(self.lineup.shape[1])

    @property
    def deals(self) -> int:
        return int(self.deal.max()) + 1 if self.games else 0


class _Columns:
    """Grows by one record at a time without keeping the record."""

    def __init__(self) -> None:
        self.seats = 0
        self.ids: dict[str, int] = {}
        self.place, self.seed = array("q"), array("Q")
        self.lineup, self.ranks, self.decisions = array("i"), array("i"), array("i")
        self.think, self.moves = array("d"), array("i")
        self.faults: list[tuple[int, int, Fault]] = []

    def add(self, record: GameRecord) -> None:
        self._check(record)
        self.place.extend((record.block, record.rotation))
        self.seed.append(record.seed)
        self.lineup.extend([self.ids.setdefault(name, len(self.ids)) for name in record.lineup])
        self.ranks.extend(record.ranks)
        self.decisions.append(record.decisions)
        self.think.extend(record.think)
        self.moves.extend(record.moves)
        self.faults.extend((record.block, record.rotation, fault) for fault in record.faults)

    def _check(self, record: GameRecord) -> None:
        self.seats = self.seats or len(record.lineup)
        sizes = {len(record.lineup), len(record.ranks), len(record.think), len(record.moves)}
        if sizes != {self.seats} or self.seats < 2:
            raise BadRecords(
                f"block {record.block}, rotation {record.rotation}: line-up, ranks and times of sizes {sorted(sizes)}; "
                f"every game of a run has the same number of seats (here {self.seats}), at least 2"
            )


def collect(records: Iterable[GameRecord]) -> Results:
    """Read the records once, in any order."""
    columns = _Columns()
    for record in records:
        columns.add(record)
    place = np.array(columns.place, dtype=np.int64).reshape(-1, 2)
    order = np.lexsort((place[:, 1], place[:, 0]))
    place = place[order]
    _refuse_repeats(place)
    names = sorted(columns.ids)
    sorted_id = np.empty(len(names), dtype=np.int64)
    sorted_id[[columns.ids[name] for name in names]] = np.arange(len(names))
    seats = max(columns.seats, 1)

    def by_seat(column: array[int]) -> Ints:
        return np.array(column, dtype=np.int64).reshape(-1, seats)[order]

    faults = sorted(columns.faults, key=_fault_order)
    return Results(
        bots=tuple(names),
        deal=_numbered(np.array(columns.seed, dtype=np.uint64)[order]),
        lineup=sorted_id[by_seat(columns.lineup)] if names else by_seat(columns.lineup),
        ranks=by_seat(columns.ranks),
        decisions=np.array(columns.decisions, dtype=np.int64)[order],
        faults=tuple(fault for *_, fault in faults),
        fault_keys=tuple((block, rotation) for block, rotation, _ in faults),
        think=np.array(columns.think, dtype=np.float64).reshape(-1, seats)[order],
        moves=by_seat(columns.moves),
    )


def _numbered(seeds: NDArray[np.uint64]) -> Ints:
    """0 for the first seed and all equal to it, 1 for the next, and so on."""
    _, first, where = np.unique(seeds, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[where.reshape(-1)]


def _fault_order(entry: tuple[int, int, Fault]) -> tuple[int, int, int, int]:
    block, rotation, fault = entry
    return block, rotation, fault.decision, fault.seat


def _refuse_repeats(place: Ints) -> None:
    repeated = np.flatnonzero((np.diff(place, axis=0) == 0).all(axis=1))
    if len(repeated):
        block, rotation = place[repeated[0]]
        raise BadRecords(f"block {block}, rotation {rotation} comes twice: a game counts once")


def connected_bots(results: Results) -> list[list[int]]:
    """Bots that met, directly or through others; one group where all ratings compare."""
    leader = list(range(len(results.bots)))

    def root(bot: int) -> int:
        while leader[bot] != bot:
            bot = leader[bot]
        return bot

    met = np.zeros((len(leader), len(leader)), dtype=bool)
    for seat in range(1, results.seats):
        met[results.lineup[:, 0], results.lineup[:, seat]] = True
    for first, other in np.argwhere(met).tolist():
        leader[root(other)] = root(first)
    found: dict[int, list[int]] = {}
    for bot in range(len(leader)):
        found.setdefault(root(bot), []).append(bot)
    return list(found.values())
