"""The results of one run: one SQLite file, one row per game, each game once however often it is delivered.

Times are kept in a table of their own, so that everything else is equal for equal tournaments. What is read is not
trusted: a damaged file is reported as such, in one sentence.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from arena.play.records import Fault, GameRecord, PlayedGame, final_ranks
from arena.process.faults import FAULT_KINDS
from arena.tournament.config import Config, ConfigError, build_config
from arena.tournament.schedule import Block, GameKey, Schedule
from core.errors import ArenaError

APPLICATION_ID: Final = 0x41524E41  # "ARNA"
SCHEMA_VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE tournament (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    name    TEXT NOT NULL UNIQUE,
    config  TEXT NOT NULL,              -- as JSON: game, options with file contents, seed, limits
    digest  TEXT NOT NULL               -- of the game, its players and options
);
CREATE TABLE bot (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    spec    TEXT NOT NULL,
    version TEXT NOT NULL
);
CREATE TABLE game (
    id         INTEGER PRIMARY KEY,     -- the number of the game in the schedule
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    lineup     INTEGER NOT NULL,
    deal       INTEGER NOT NULL,
    rotation   INTEGER NOT NULL,
    block      INTEGER NOT NULL,
    seed       INTEGER NOT NULL,
    decisions  INTEGER NOT NULL,
    actions    BLOB NOT NULL,           -- little-endian 32-bit numbers, deflated
    final      BLOB NOT NULL,           -- digest of the final state
    UNIQUE (tournament, lineup, deal, rotation)
);
CREATE TABLE seat (
    game    INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    bot     INTEGER NOT NULL REFERENCES bot (id),
    rank    INTEGER NOT NULL,
    score   REAL NOT NULL,
    moves   INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE fault (
    game     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    message  TEXT NOT NULL,
    decision INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE timing (
    game     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    seconds  REAL NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat) ON DELETE CASCADE
) WITHOUT ROWID;
"""
ROWS: Final = """
SELECT game.id, game.block, game.rotation, game.lineup, game.deal, game.seed, game.decisions,
       seat.seat, bot.name, seat.rank, seat.score, seat.moves, timing.seconds,
       fault.kind, fault.message, fault.decision
FROM game
CROSS JOIN seat ON seat.game = game.id  -- cross: in this order, so that nothing needs to be sorted
CROSS JOIN bot ON bot.id = seat.bot
LEFT JOIN timing ON timing.game = game.id AND timing.seat = seat.seat
LEFT JOIN fault ON fault.game = game.id AND fault.seat = seat.seat
{where}
ORDER BY game.id, seat.seat
"""


class StoreError(ArenaError):
    """A results file that cannot be used; the message names it."""


class Store:
    """One run's results. Open it with `Store.create`, `Store.open` or `Store.resume`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, config: Config) -> None:
        self.path = path
        self.config = config
        self.schedule = Schedule(config)
        self._connection = connection
        self._block = lru_cache(maxsize=4)(self.schedule.block)  # games of a block come one after the other

    # ---- opening

    @staticmethod
    def create(path: Path, config: Config, versions: dict[str, str]) -> Store:
        """A new file. The versions tell what each bot was, by name."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with explained(path):
            connection = connect(path, writable=True)
            with connection:
                connection.execute("BEGIN EXCLUSIVE")
                for statement in SCHEMA.split(";\n"):
                    connection.execute(statement)
                row = (config.name, config.to_json(), config.load_game().digest)
                connection.execute("INSERT INTO tournament VALUES (1, ?, ?, ?)", row)
                bots = [(number, bot.name, bot.spec, versions[bot.name]) for number, bot in enumerate(config.bots)]
                connection.executemany("INSERT INTO bot VALUES (?, ?, ?, ?)", bots)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return Store(path, connection, config)

    @staticmethod
    def open(path: Path, *, writable: bool = False) -> Store:
        """An existing file, by default only for reading."""
        if not path.is_file():
            raise StoreError(f"{path}: there is no such run.")
        with explained(path):
            connection = connect(path, writable=writable)
            check_format(path, connection)
            found = connection.execute("SELECT name, config FROM tournament").fetchall()
        if len(found) != 1:
            raise damaged(path, f"{len(found)} tournaments in it instead of one")
        return Store(path, connection, stored_config(path, *found[0]))

    @staticmethod
    def resume(path: Path, config: Config, versions: dict[str, str]) -> Store:
        """The file of this tournament: a new one, or the one there is if it was made by the same config and bots."""
        if is_unwritten(path):
            return Store.create(path, config, versions)
        store = Store.open(path, writable=True)
        changes = differences(json.loads(store.config.to_json()), json.loads(config.to_json()))
        changes += differences({"version": store.versions()}, {"version": versions})
        if changes:
            store.close()
            raise ConfigError(
                f'{path}: holds a run named "{config.name}" of another config ({"; ".join(changes[:3])}): '
                "give the new one another name, or move the file away."
            )
        return store

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- writing

    def add(self, block: Block, games: Iterable[PlayedGame]) -> int:
        """Writes a block's games in one transaction; returns how many of them were new."""
        return self.add_all([(block, list(games))])

    def add_all(self, blocks: Iterable[tuple[Block, list[PlayedGame]]]) -> int:
        """Writes the games of many blocks in one transaction; returns how many were new."""
        with explained(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            return sum(self._add_game(block, game) for block, games in blocks for game in games)

    def _add_game(self, block: Block, game: PlayedGame) -> bool:
        record = game.record
        number = self.schedule.game_number(record.block, record.rotation)
        row = (number, 1, block.lineup, block.deal, record.rotation, block.index, record.seed, record.decisions)
        insert = "INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        if self._connection.execute(insert, (*row, pack_actions(game.actions), game.final)).rowcount == 0:
            return False
        self._connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)", self._seats(number, record))
        faults = [(number, fault.seat, fault.kind, fault.message, fault.decision) for fault in record.faults]
        self._connection.executemany("INSERT INTO fault VALUES (?, ?, ?, ?, ?)", faults)
        times = [(number, seat, seconds) for seat, seconds in enumerate(record.think)]
        self._connection.executemany("INSERT INTO timing VALUES (?, ?, ?)", times)
        return True

    def _seats(self, number: int, record: GameRecord) -> Iterator[tuple[object, ...]]:
        numbers = {bot.name: index for index, bot in enumerate(self.config.bots)}
        for seat, name in enumerate(record.lineup):
            yield number, seat, numbers[name], record.ranks[seat], record.scores[seat], record.moves[seat]

    # ---- reading

    def versions(self) -> dict[str, str]:
        """What each bot was, by name."""
        with explained(self.path):
            return dict(self._connection.execute("SELECT name, version FROM bot ORDER BY id"))

    def finished(self) -> set[GameKey]:
        """The keys of all games played."""
        with explained(self.path):
            return set(self._connection.execute("SELECT block, rotation FROM game"))

    def __len__(self) -> int:
        with explained(self.path):
            return int(self._connection.execute("SELECT count(*) FROM game").fetchone()[0])

    def count_faults(self) -> int:
        with explained(self.path):
            return int(self._connection.execute("SELECT count(*) FROM fault").fetchone()[0])

    def rank_totals(self) -> dict[str, tuple[int, int]]:
        """For each bot its games and the sum of its ranks."""
        query = "SELECT bot.name, count(*), sum(rank) FROM seat JOIN bot ON bot.id = seat.bot GROUP BY bot.id"
        with explained(self.path):
            return {name: (games, ranks) for name, games, ranks in self._connection.execute(query)}

    def check_integrity(self) -> None:
        """Has SQLite look over the whole file, and compares the game of the run with the game as it is now."""
        with explained(self.path):
            verdict = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = self._connection.execute("PRAGMA foreign_key_check").fetchone()
            digest = self._connection.execute("SELECT digest FROM tournament").fetchone()[0]
        if verdict != "ok" or orphan is not None:
            raise damaged(self.path, verdict if verdict != "ok" else f"table {orphan[0]} refers to what is not there")
        if digest != self.config.load_game().digest:
            raise damaged(self.path, f"{self.config.game} with these options is another game now than it was then")

    def records(self) -> Iterator[GameRecord]:
        """All games, in canonical order."""
        with explained(self.path):
            rows = self._connection.execute(ROWS.format(where=""))
            for number, seats in groupby(rows, key=lambda row: row[0]):
                yield self._record(number, list(seats))

    def game(self, number: int) -> PlayedGame:
        """One game with its actions."""
        with explained(self.path):
            seats = self._connection.execute(ROWS.format(where="WHERE game.id = ?"), (number,)).fetchall()
            if not seats:
                raise StoreError(f"{self.path}: there is no game {number}; {self._numbers()}.")
            return self._played(self._record(number, seats))

    def games(self) -> Iterator[PlayedGame]:
        """All games with their actions, in canonical order."""
        for record in self.records():
            with explained(self.path):
                yield self._played(record)

    def _numbers(self) -> str:
        low, high = self._connection.execute("SELECT min(id), max(id) FROM game").fetchone()
        return "no game is finished" if low is None else f"games are numbered from {low} to {high}"

    def _played(self, record: GameRecord) -> PlayedGame:
        number = self.schedule.game_number(record.block, record.rotation)
        packed, final = self._connection.execute("SELECT actions, final FROM game WHERE id = ?", (number,)).fetchone()
        if not isinstance(packed, bytes) or not isinstance(final, bytes):
            raise damaged(self.path, f"game {number}: actions and final state are not bytes")
        try:
            return PlayedGame(record, unpack_actions(packed, record.decisions), final)
        except ValueError as error:
            raise damaged(self.path, f"game {number}: {error}") from None

    def _record(self, number: int, seats: list[tuple[Any, ...]]) -> GameRecord:
        try:
            record = record_of(seats)
            problem = self._problem(number, record, seats)
        except (TypeError, ValueError, OverflowError) as error:
            problem = str(error)
        if problem:
            raise damaged(self.path, f"game {number}: {problem}")
        return record

    def _problem(self, number: int, record: GameRecord, seats: list[tuple[Any, ...]]) -> str:
        """What cannot be right in a record read from the file; empty if nothing."""
        if not 0 <= record.block < len(self.schedule):
            return f"there is no block {record.block} in the schedule"
        block = self._block(record.block)
        if seats[0][3:5] != (block.lineup, block.deal) or number != self.schedule.game_number(*record.key):
            return "its number does not fit its line-up and deal"
        if record.seating not in block.seatings:
            return "the schedule seats other bots, or another deal"
        faulted = {fault.seat for fault in record.faults}
        if record.ranks != final_ranks(record.ranks, faulted):
            return f"ranks {list(record.ranks)} are impossible"
        if sum(record.moves) != record.decisions or min(record.moves) < 0:
            return f"{record.decisions} decisions are not the sum of {list(record.moves)}"
        return ""


def record_of(seats: list[tuple[Any, ...]]) -> GameRecord:
    """The record in the rows of ROWS that belong to one game; ValueError or TypeError for what is no record."""
    _, block, rotation, _, _, seed, decisions, *_ = seats[0]
    order, lineup, ranks, scores, moves, think = zip(*(row[7:13] for row in seats), strict=True)
    if order != tuple(range(len(seats))):
        raise ValueError("a seat is missing")
    if any(type(number) is not int for number in (block, rotation, seed, decisions, *ranks, *moves)):
        raise TypeError("a number is not whole")
    faults = tuple(fault_of(row[7], row[8], *row[13:]) for row in seats if row[13] is not None)
    times = tuple(0.0 if seconds is None else float(seconds) for seconds in think)
    scored = tuple(float(score) for score in scores)
    return GameRecord(block, rotation, lineup, seed, ranks, scored, decisions, faults, times, moves)


def fault_of(seat: int, bot: str, kind: str, message: str, decision: int) -> Fault:
    if kind not in FAULT_KINDS or type(message) is not str or type(decision) is not int:
        raise ValueError(f"seat {seat} has an impossible fault")
    return Fault(seat, bot, kind, message, decision)


# ---- the file


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Transactions are begun by hand, so that nothing is written outside of one."""
    # A reader opens the file for writing too where it may, or it could not clear away the -wal file when it leaves.
    mode = "rwc" if writable else "rw" if os.access(path, os.W_OK) else "ro"
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    if writable:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    else:
        connection.execute("PRAGMA query_only = ON")
    return connection


def is_unwritten(path: Path) -> bool:
    """Whether there is nothing yet: no file, or one whose maker was killed before its first transaction."""
    if not path.exists():
        return True
    with explained(path), closing(connect(path, writable=True)) as connection:
        return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0)


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    identity = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if identity != APPLICATION_ID:
        raise StoreError(f"{path}: is an SQLite file, but not the results of a run.")
    if version != SCHEMA_VERSION:
        raise StoreError(f"{path}: has results in format {version}, this program reads format {SCHEMA_VERSION}.")


def stored_config(path: Path, name: object, written: object) -> Config:
    try:
        table = json.loads(str(written))
        config = build_config({key: value for key, value in table.items() if value is not None}, str(path))
    except (ValueError, AttributeError, RecursionError) as error:
        raise damaged(path, f"its config cannot be read: {error}") from None
    if config.name != name:
        raise damaged(path, "its config has another name")
    return config


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what SQLite raises into one sentence about the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path}: cannot be used: {error}.") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, what: str) -> StoreError:
    return StoreError(f"{path}: is damaged or not the results of a run: {what}.")


def differences(old: dict[str, Any], new: dict[str, Any], where: str = "") -> list[str]:
    """What changed from one config to another, in words, key by key."""
    changes: list[str] = []
    for key in sorted({*old, *new}):
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            changes += differences(before, after, f"{where}{key}.")
        elif before != after:
            changes.append(f"{where}{key}: {brief(before)} there, {brief(after)} now")
    return changes


def brief(value: Any) -> str:
    if isinstance(value, list):
        return f"{len(value)} entries, {json.dumps(value)[:120]}"
    return json.dumps(value)[:80]


# ---- actions


def pack_actions(actions: Iterable[int]) -> bytes:
    numbers = array("I", actions)
    assert numbers.itemsize == 4
    return zlib.compress(little_endian(numbers).tobytes())


def unpack_actions(packed: bytes, count: int) -> tuple[int, ...]:
    """The actions; ValueError unless there are exactly so many."""
    inflate = zlib.decompressobj()
    try:
        raw = inflate.decompress(packed, 4 * count + 1)
    except zlib.error:
        raise ValueError("the actions are not readable") from None
    if len(raw) != 4 * count or not inflate.eof:
        raise ValueError(f"there are not {count} actions")
    return tuple(little_endian(array("I", raw)))


def little_endian(numbers: array[int]) -> array[int]:
    if array("H", b"\1\0")[0] != 1:
        numbers.byteswap()
    return numbers
