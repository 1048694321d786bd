"""The finished games of a run as columns, in canonical order: a fraction of the memory of the records."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from arena.play.records import Fault, GameRecord
from core.errors import ArenaError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


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
    place: Ints  # (games, 2) block and rotation

    @property
    def games(self) -> int:
        return len(self.deal)

    @property
    def seats(self) -> int:
        return int(self.lineup.shape[1])

    @property
    def deals(self) -> int:
        return int(self.deal.max()) + 1 if self.games else 0


@dataclass(frozen=True)
class Columns:
    """Games as they were read, in any order; bots are numbers in somebody's list of names."""

    place: Ints  # (games, 2) block and rotation
    seed: NDArray[np.uint64]  # (games,)
    lineup: Ints  # (games, seats)
    ranks: Ints  # (games, seats)
    decisions: Ints  # (games,)
    think: Floats  # (games, seats)
    moves: Ints  # (games, seats)
    faults: list[tuple[int, int, Fault]]  # with block and rotation

    @staticmethod
    def joined(parts: list[Columns]) -> Columns:
        """One after the other."""
        faults = [fault for part in parts for fault in part.faults]
        arrays = [each.name for each in fields(Columns) if each.name != "faults"]
        found = {name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays}
        return Columns(**found, faults=faults)


class _Growing:
    """Grows by one record at a time without keeping the record."""

    def __init__(self, names: Sequence[str] = (), seats: int = 0) -> None:
        self.seats = seats
        self.ids: dict[str, int] = {name: number for number, name in enumerate(names)}
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

    def columns(self) -> Columns:
        seats = max(self.seats, 1)

        def by_seat(column: array[int]) -> Ints:
            return np.array(column, dtype=np.int64).reshape(-1, seats)

        return Columns(
            place=np.array(self.place, dtype=np.int64).reshape(-1, 2),
            seed=np.array(self.seed, dtype=np.uint64),
            lineup=by_seat(self.lineup),
            ranks=by_seat(self.ranks),
            decisions=np.array(self.decisions, dtype=np.int64),
            think=np.array(self.think, dtype=np.float64).reshape(-1, seats),
            moves=by_seat(self.moves),
            faults=self.faults,
        )


def grown(records: Iterable[GameRecord], names: Sequence[str], seats: int) -> Columns:
    """Records as columns, in their own order; bots are numbers in the list of names."""
    growing = _Growing(names, seats)
    for record in records:
        growing.add(record)
    return growing.columns()


def collect(records: Iterable[GameRecord]) -> Results:
    """Read the records once, in any order."""
    growing = _Growing()
    for record in records:
        growing.add(record)
    return arranged(growing.columns(), list(growing.ids))


def arranged(columns: Columns, names: Sequence[str]) -> Results:
    """The games in canonical order, bots by name; of the names only those that played."""
    order = np.lexsort((columns.place[:, 1], columns.place[:, 0]))
    place = columns.place[order]
    _refuse_repeats(place)
    played = np.flatnonzero(np.bincount(columns.lineup.ravel(), minlength=len(names))).tolist()
    by_name = sorted(played, key=lambda bot: names[bot])
    sorted_id = np.zeros(len(names), dtype=np.int64)
    sorted_id[by_name] = np.arange(len(by_name))
    faults = sorted(columns.faults, key=_fault_order)
    return Results(
        bots=tuple(names[bot] for bot in by_name),
        deal=_numbered(columns.seed[order]),
        lineup=sorted_id[columns.lineup[order]] if names else columns.lineup,
        ranks=columns.ranks[order],
        decisions=columns.decisions[order],
        faults=tuple(fault for *_, fault in faults),
        fault_keys=tuple((block, rotation) for block, rotation, _ in faults),
        think=columns.think[order],
        moves=columns.moves[order],
        place=place,
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
