"""All games of an event as columns, read from the store some thousand rows at a time.

What is read is as strictly checked as a single record is, but for all rows together. Where something does not look as
`Store.add` writes it, Unusual is raised, and the caller reads row by row, which finds what is wrong and says it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from arena.play.records import Fault, GameRecord, final_ranks
from arena.rating.results import Columns, Floats, Ints

QUERY: Final = """
SELECT game.id, block, rotation, seed, decisions, lineup, ranks, moves, faults, timing.seconds
FROM game LEFT JOIN timing ON timing.game = game.id
WHERE event = ? AND block >= ? AND block < ?
ORDER BY game.id
"""
CHUNK: Final = 20_000  # rows
ENDLESS: Final = 2**62  # after all blocks
Which = tuple[int, int, int]  # the event, the first block, and that before which it ends
NO_FAULTS: Final = "[]"
LIST_OF_NUMBERS: Final = re.compile(r"\[[0-9eE.,+-]*\]")
Texts = Sequence[Any]


class Unusual(Exception):
    """Something in the rows is not as this version writes it."""


@dataclass
class Coded:
    """A text column of few different values: each is parsed and checked once."""

    parse: Callable[[str], Sequence[int]]
    codes: dict[str, int] = field(default_factory=dict)
    values: list[Sequence[int]] = field(default_factory=list)

    def table(self, texts: Texts) -> Ints:
        """A row of numbers for each text."""
        codes = self.codes
        for text in set(texts) - codes.keys():
            if not isinstance(text, str):
                raise Unusual("a list is not text")
            codes[text] = len(codes)
            self.values.append(self.parse(text))
        return np.array(self.values, dtype=np.int64)[[codes[text] for text in texts]]


def read_columns(
    connection: sqlite3.Connection, which: Which, names: Sequence[str], seats: int, faulty: Callable[[int], GameRecord]
) -> Columns:
    """The columns of some blocks of an event. `faulty` reads one game of which a bot lost the right to move."""
    reader = _Reader(names, seats, faulty)
    parts = [reader.columns(rows) for rows in chunks(connection, which)]
    if not parts:
        raise Unusual("no games")
    return Columns.joined(parts)


def chunks(connection: sqlite3.Connection, which: Which) -> Iterator[list[tuple[Any, ...]]]:
    rows = connection.execute(QUERY, which)
    while chunk := rows.fetchmany(CHUNK):
        yield chunk


class _Reader:
    def __init__(self, names: Sequence[str], seats: int, faulty: Callable[[int], GameRecord]) -> None:
        self.names, self.seats, self.faulty = names, seats, faulty
        self.lineups = Coded(self._lineup)
        self.ranks = Coded(self._ranks)

    def columns(self, rows: list[tuple[Any, ...]]) -> Columns:
        number, block, rotation, seed, decisions, lineup, ranks, moves, faults, seconds = zip(*rows, strict=True)
        found = Columns(
            place=np.stack([whole(block), whole(rotation)], axis=1),
            seed=whole(seed).astype(np.uint64),
            lineup=self.lineups.table(lineup),
            ranks=self.ranks.table(ranks),
            decisions=whole(decisions),
            think=self._think(seconds),
            moves=numbers(moves, self.seats, np.int64),
            faults=self._faults([row for row, told in zip(number, faults, strict=True) if told != NO_FAULTS]),
        )
        if min(seed) < 0:
            raise Unusual("a seed is below 0")
        if (found.moves.sum(axis=1) != found.decisions).any() or (found.moves < 0).any():
            raise Unusual("decisions are not the sum of the moves")
        return found

    def _lineup(self, text: str) -> Sequence[int]:
        bots = one_list(text, self.seats)
        if any(not 0 <= bot < len(self.names) for bot in bots):
            raise Unusual("a line-up names a bot that is not in the run")
        return bots

    def _ranks(self, text: str) -> Sequence[int]:
        ranks = one_list(text, self.seats)
        if tuple(ranks) != final_ranks(ranks, set()):
            raise Unusual("ranks are impossible")
        return ranks

    def _think(self, texts: Texts) -> Floats:
        """Seconds by seat; 0 where a game has no times."""
        nothing = "[" + ",".join("0" * self.seats) + "]"
        think: Floats = numbers([text or nothing for text in texts], self.seats, np.float64)
        return think

    def _faults(self, games: Sequence[int]) -> list[tuple[int, int, Fault]]:
        records = [self.faulty(number) for number in games]
        return [(record.block, record.rotation, fault) for record in records for fault in record.faults]


def whole(values: Texts) -> Ints:
    if set(map(type, values)) != {int}:
        raise Unusual("a number is not whole")
    return np.array(values, dtype=np.int64)


def numbers(texts: Texts, count: int, kind: type[np.number[Any]]) -> Any:
    """The lists in some texts as a table: all are parsed in one go."""
    if any(type(text) is not str or LIST_OF_NUMBERS.fullmatch(text) is None for text in texts):
        raise Unusual("a list of numbers looks otherwise")
    try:
        values = json.loads(f"[{','.join(texts)}]")
        table = np.array(values)
    except ValueError:
        raise Unusual("a list is not one of numbers") from None
    if table.shape != (len(texts), count) or not np.can_cast(table.dtype, kind):
        raise Unusual(f"a list does not have {count} numbers")
    return table.astype(kind)


def one_list(text: str, count: int) -> list[int]:
    found: list[int] = numbers([text], count, np.int64)[0].tolist()
    return found
