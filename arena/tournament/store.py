"""The results of one run: one SQLite file, one row per game, each game once however often it is delivered.

A row can be checked by itself: it says what was played (event, deal, line-up with versions, limits), what came of it,
and carries a checksum over all of that. Times are kept in a table of their own, so that everything else is equal for
equal tournaments. What is read is not trusted: a damaged file is reported as such, in one sentence.

Files of version 0.1.0 (schema 1) are read by arena/tournament/schema_1.py.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, astuple
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from time import sleep, time
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from arena.play.records import BUILT_IN, OPEN, SANDBOX, BotIdentity, Explanation, GameRecord, PlayedGame
from arena.play.seeds import SECRET_BYTES, Secret
from arena.rating.results import Columns, Results, arranged, grown
from arena.tournament.adaptive_schedule import AdaptiveSchedule
from arena.tournament.config import ADAPTIVE, Config, ConfigError, build_config
from arena.tournament.read_columns import ENDLESS, Unusual, read_columns
from arena.tournament.rows import Row, Rows, RowWriter, record_of, unpack_actions
from arena.tournament.schedule import EVENT, Block, GameKey, Schedule
from core import State
from core.errors import ArenaError

APPLICATION_ID: Final = 0x41524E41  # "ARNA"
LADDER_ID: Final = 0x41524E4C  # "ARNL": the same tables and some more, see arena/tournament/ladder_store.py
SCHEMA_VERSION: Final = 2
SCHEMA: Final = """
CREATE TABLE run (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    name       TEXT NOT NULL,
    config     TEXT NOT NULL            -- as JSON: game, options with file contents, bots, limits
);
CREATE TABLE secret (                   -- what deals follow from: one for a run
    id         INTEGER PRIMARY KEY,
    commitment TEXT NOT NULL,           -- sha256 of the secret, shown before the first game
    digits     TEXT NOT NULL,
    public     INTEGER NOT NULL         -- 1: it was known before the first game
);
CREATE TABLE event (                    -- a game with its player count and options
    id         INTEGER PRIMARY KEY,
    game       TEXT NOT NULL,
    players    INTEGER NOT NULL,
    options    TEXT NOT NULL,           -- as JSON, with file contents
    rules      INTEGER NOT NULL,        -- version of the rules
    digest     TEXT NOT NULL            -- of all of the above and the components in use
);
CREATE TABLE limits (
    id         INTEGER PRIMARY KEY,
    limits     TEXT NOT NULL            -- as JSON: what a bot may use
);
CREATE TABLE bot (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    spec       TEXT NOT NULL,
    version    TEXT NOT NULL,
    isolation  TEXT NOT NULL            -- built-in, sandbox, or open: a process that can read files
);
CREATE TABLE game (
    id          INTEGER PRIMARY KEY,    -- the number of the game
    event       INTEGER NOT NULL REFERENCES event (id),
    secret      INTEGER NOT NULL REFERENCES secret (id),
    deal        INTEGER NOT NULL,
    block       INTEGER NOT NULL,
    rotation    INTEGER NOT NULL,
    seed        INTEGER NOT NULL,       -- of the deal
    probability REAL NOT NULL,          -- with which the block was chosen
    limits      INTEGER NOT NULL REFERENCES limits (id),
    lineup      TEXT NOT NULL,          -- by seat, as JSON: ids of bots
    ranks       TEXT NOT NULL,          -- by seat, as JSON
    scores      TEXT NOT NULL,          -- by seat, as JSON
    moves       TEXT NOT NULL,          -- by seat, as JSON
    faults      TEXT NOT NULL,          -- as JSON: seat, kind, message, detail, decision
    decisions   INTEGER NOT NULL,
    actions     BLOB NOT NULL,          -- little-endian 32-bit numbers, deflated
    final       BLOB NOT NULL,          -- digest of the final state's memory
    checksum    BLOB NOT NULL           -- of all of the above, what it refers to included
);
CREATE TABLE timing (
    game       INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    seconds    TEXT NOT NULL,           -- that each seat spent choosing, as JSON
    finished   REAL NOT NULL            -- seconds since 1970
);
CREATE TABLE explanation (              -- what bots said of their decisions, where the config asks for it
    game       INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    decision   INTEGER NOT NULL,
    rows       TEXT NOT NULL,           -- as JSON: the moves considered, best first
    PRIMARY KEY (game, decision)
) WITHOUT ROWID;
"""
ROWS: Final = """
SELECT game.id, event, secret, deal, block, rotation, seed, probability, limits, lineup, ranks, scores, moves, faults,
       decisions, actions, final, checksum, timing.seconds
FROM game LEFT JOIN timing ON timing.game = game.id
{where}
ORDER BY game.id
"""
LISTED: Final = ROWS.replace("timing.seconds", "timing.seconds, timing.finished").replace(
    "ORDER BY game.id", "ORDER BY game.id {order} LIMIT {limit}"
)
INSERT_GAME: Final = f"INSERT OR IGNORE INTO main.game VALUES ({', '.join('?' * 18)})"
NO_FAULTS: Final = "[]"
WAL_TRIES, WAL_SECONDS = 40, 0.05


Records = dict[str, tuple[int, float] | None]  # by what is extreme: the number of the game, and its value


class Listed(NamedTuple):
    """A game on a list."""

    number: int
    record: GameRecord
    finished: float | None  # seconds since 1970; None: not known


class StoreError(ArenaError):
    """A results file that cannot be used; the message names it."""


class Store:
    """One run's results. Open it with `Store.create`, `Store.open` or `Store.resume`."""

    schema = SCHEMA_VERSION

    def __init__(self, path: Path, connection: sqlite3.Connection, config: Config, secret: Secret) -> None:
        self.path = path
        self.config = config
        self.schedule = self._schedule(secret)
        self._connection = connection

    def _schedule(self, secret: Secret) -> Schedule:
        if self.config.format != ADAPTIVE:
            return Schedule(self.config, secret)
        return AdaptiveSchedule(self.config, secret, self.results_before)

    # ---- opening

    @staticmethod
    def create(path: Path, config: Config, bots: Sequence[BotIdentity], secret: Secret | None = None) -> Store:
        """A new file for these bots. Its secret is the config's, or drawn now."""
        secret = secret or config_secret(config) or Secret.draw()
        with explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = connect(path, writable=True)
            with connection:
                connection.execute("BEGIN EXCLUSIVE")
                if not is_empty(connection):
                    raise StoreError(f"{path}: another run has made this file just now; start one of the two again.")
                lay_out(connection, config, bots, secret)
        return Store(path, connection, config, secret)

    @staticmethod
    def open(path: Path, *, writable: bool = False) -> Store:
        """An existing file, by default only for reading."""
        if not path.is_file():
            raise StoreError(f"{path}: there is no such run.")
        with explained(path):
            connection = connect(path, writable=writable)
        try:
            return Store._read(path, connection)
        except BaseException:
            connection.close()
            raise

    @staticmethod
    def _read(path: Path, connection: sqlite3.Connection) -> Store:
        with explained(path):
            if application_id(connection) == LADDER_ID:
                from arena.tournament.ladder_store import open_ladder_store  # it stands on this module

                return open_ladder_store(path, connection)
            version = schema_version(path, connection)
            if version == 1:
                from arena.tournament.schema_1 import open_schema_1  # it stands on this module

                return open_schema_1(path, connection)
            if version != SCHEMA_VERSION:
                raise StoreError(f"{path}: has results in format {version}, this program reads 1 to {SCHEMA_VERSION}.")
            found = connection.execute("SELECT name, config FROM run").fetchall()
            secrets = connection.execute("SELECT commitment, digits, public FROM secret").fetchall()
        if len(found) != 1 or len(secrets) != 1:
            raise damaged(path, f"{len(found)} runs and {len(secrets)} secrets in it instead of one")
        return Store(path, connection, stored_config(build_config, path, *found[0]), stored_secret(path, *secrets[0]))

    @staticmethod
    def resume(path: Path, config: Config, bots: Sequence[BotIdentity]) -> Store:
        """The file of this tournament: a new one, or the one there is if it was made by the same config and bots."""
        if is_unwritten(path):
            return Store.create(path, config, bots)
        store = Store.open(path, writable=True)
        try:
            store.refuse_resuming(config, bots)
        except ArenaError:
            store.close()
            raise
        return store

    def refuse_resuming(self, config: Config, bots: Sequence[BotIdentity]) -> None:
        """Raises unless the run in the file can be carried on with this config and these bots, under today's rules."""
        changes = differences(identity_of(self.config), identity_of(config))
        if config.secret is not None and config.secret.lower() != self.secret.digits:
            changes.append("secret: another one there")
        played = {bot.name: asdict(bot) for bot in self.bots()}
        changes += differences({"bots": played}, {"bots": {bot.name: asdict(bot) for bot in bots}})
        if changes:
            raise ConfigError(
                f'{self.path}: holds a run named "{config.name}" of another config ({"; ".join(changes[:3])}): '
                "give the new one another name, or move the file away."
            )
        other = self.other_rules()
        if other:
            raise ConfigError(f"{self.path}: {other}: give the new run another name, or move the file away.")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- what the run is

    @property
    def secret(self) -> Secret:
        return self.schedule.secret

    def secret_of(self, number: int) -> Secret:
        """The secret of that number, which rows name."""
        return self.secret

    def secret_behind(self, block: int) -> Secret:
        """The secret that the deal of a block follows from."""
        return self.secret

    @property
    def analysis_seed(self) -> int:
        """Of the bootstrap and the shuffled orders."""
        return self.config.seed

    def bots(self) -> list[BotIdentity]:
        """Which bots play, in the order of the config."""
        query = "SELECT id, name, spec, version, isolation FROM bot ORDER BY id"
        with explained(self.path):
            rows = self._connection.execute(query).fetchall()
        if [row[0] for row in rows] != list(range(len(rows))) or not all(is_bot(*row[1:]) for row in rows):
            raise damaged(self.path, "its list of bots is not one")
        return [BotIdentity(*row[1:]) for row in rows]

    def versions(self) -> dict[str, str]:
        """What each bot was, by name."""
        return {bot.name: bot.version for bot in self.bots()}

    def rules(self, event: int = EVENT) -> str:
        """Under which rules an event was played, and whether they are another version now."""
        other = self.other_rules_of(event)
        return f"version {self._played_under(event)[0]}{f'; {other}' if other else ''}"

    def event_digest(self, event: int = EVENT) -> str:
        """What tells the event from one of another game, player count, options or rules."""
        return self._played_under(event)[1]

    def _played_under(self, event: int) -> tuple[int, str]:
        with explained(self.path):
            found = self._connection.execute("SELECT rules, digest FROM event WHERE id = ?", (event,)).fetchone()
        if found is None:
            raise damaged(self.path, "it does not say which game was played")
        return int(found[0]), str(found[1])

    def other_rules(self) -> str:
        """In which way a game is another one now than when the run was made; empty if all are the same."""
        return next(filter(None, map(self.other_rules_of, range(len(self.config.events)))), "")

    def other_rules_of(self, event: int) -> str:
        rules, digest = self._played_under(event)
        game = self.config.events[event].load_game()
        if digest == game.digest:
            return ""
        if rules != game.rules_version:
            return f"was played under version {rules} of the rules of {game.name}, this is version {game.rules_version}"
        return f"was played with other components of {game.name} than there are now"

    @cached_property
    def _references(self) -> dict[str, dict[int, str]]:
        """What rows refer to, as the checksum takes it: by table and id."""
        queries = {
            "event": "SELECT id, json_array(game, players, options, rules, digest) FROM event",
            "secret": "SELECT id, commitment FROM secret",
            "limits": "SELECT id, limits FROM limits",
            "bot": "SELECT id, json_array(name, spec, version, isolation) FROM bot",
        }
        with explained(self.path):
            found = {table: dict(self._connection.execute(query)) for table, query in queries.items()}
        for table, rows in found.items():
            if not all(isinstance(said, str) for said in rows.values()):
                raise damaged(self.path, f"its table {table} is not text")
        return found

    # ---- writing

    def add(self, block: Block, games: Iterable[PlayedGame]) -> int:
        """Writes a block's games in one transaction; returns how many of them were new."""
        return self.add_all([(block, list(games))])

    def add_all(self, blocks: Iterable[tuple[Block, list[PlayedGame]]]) -> int:
        """Writes the games of many blocks in one transaction; returns how many were new."""
        return self.add_rows([self.writer.rows(blocks)])

    def add_rows(self, batches: Sequence[Rows]) -> int:
        """Writes games that are rows already in one transaction; returns how many were new."""
        now = time()
        with explained(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            before = self._connection.total_changes
            self._connection.executemany(INSERT_GAME, (row[:-1] for rows in batches for row in rows.games))
            new = self._connection.total_changes - before
            times = ((row.id, row.seconds, now) for rows in batches for row in rows.games)
            self._connection.executemany("INSERT OR IGNORE INTO timing VALUES (?, ?, ?)", times)
            said = (each for rows in batches for each in rows.explanations)
            self._connection.executemany("INSERT OR IGNORE INTO main.explanation VALUES (?, ?, ?)", said)
            self._add_more(batches)
        return new

    def _add_more(self, batches: Sequence[Rows]) -> None:
        """What belongs to the games and only some stores keep; inside of their transaction."""

    @cached_property
    def writer(self) -> RowWriter:
        """Makes rows of this run's games, here or on a worker."""
        ids = {bot.name: number for number, bot in enumerate(self.config.bots)}
        return RowWriter(self._references, ids, self.schedule.most_seatings)

    def remove(self, numbers: Iterable[int]) -> None:
        """Takes games out, so that they are played again."""
        with explained(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("DELETE FROM main.game WHERE id = ?", [(number,) for number in numbers])

    # ---- reading

    def finished(self) -> set[GameKey]:
        """The keys of all games played."""
        with explained(self.path):
            return set(self._connection.execute("SELECT block, rotation FROM game"))

    def __len__(self) -> int:
        with explained(self.path):
            return int(self._connection.execute("SELECT count(*) FROM game").fetchone()[0])

    def has_games(self, event: int = EVENT) -> bool:
        """Whether any game of an event is finished."""
        with explained(self.path):
            return self._connection.execute("SELECT 1 FROM game WHERE event = ?", (event,)).fetchone() is not None

    def finished_between(self) -> tuple[float, ...]:
        """When the first and the last game was finished, in seconds since 1970; nothing where that is not known."""
        with explained(self.path):
            found = self._connection.execute("SELECT min(finished), max(finished) FROM timing").fetchone()
        return tuple(float(each) for each in found if isinstance(each, int | float))

    def count_faults(self) -> int:
        query = "SELECT sum(json_array_length(faults)) FROM game WHERE faults <> ?"
        with explained(self.path):
            return int(self._connection.execute(query, (NO_FAULTS,)).fetchone()[0] or 0)

    def rank_totals(self) -> dict[str, tuple[int, int]]:
        """For each bot its games and the sum of its ranks."""
        query = """
            SELECT bot.name, count(*), sum(json_extract(ranks, '$[' || seat.key || ']'))
            FROM game, json_each(game.lineup) AS seat JOIN bot ON bot.id = seat.value GROUP BY bot.id"""
        with explained(self.path):
            return {name: (games, ranks) for name, games, ranks in self._connection.execute(query)}

    def results(self, event: int = EVENT) -> Results:
        """All games of an event in canonical order. Checksums are not looked at: that is for verify."""
        return arranged(self.columns(event), [bot.name for bot in self.bots()])

    def results_before(self, block: int, event: int = EVENT) -> Results:
        """The same of the blocks before a number."""
        return arranged(self.columns_between(event, 0, block), [bot.name for bot in self.bots()])

    def columns(self, event: int = EVENT) -> Columns:
        """The same in the order of the store; bots are numbered as in `bots`."""
        return self.columns_between(event, 0, ENDLESS)

    def columns_between(self, event: int, first: int, until: int) -> Columns:
        """Of the blocks from `first` on and before `until` alone."""
        names, seats = [bot.name for bot in self.bots()], self.config.events[event].players
        try:
            with explained(self.path):
                return read_columns(self._connection, (event, first, until), names, seats, self._record_of)
        except Unusual:  # row by row it is found, and said, what that is
            wanted = (it for it in self.records() if it.event == event and first <= it.block < until)
            return grown(wanted, names, seats)

    def _record_of(self, number: int) -> GameRecord:
        return self._record(next(self._rows("WHERE game.id = ?", number)), self.bots())

    def records(self) -> Iterator[GameRecord]:
        """All games, in canonical order."""
        bots = self.bots()
        for row in self._rows():
            yield self._record(row, bots)

    def listed(self, where: str, values: Sequence[object], limit: int, *, last_first: bool = True) -> list[Listed]:
        """Some games with their numbers and when they were finished; `where` is SQL, the conditions of a list."""
        query = LISTED.format(where=where, order="DESC" if last_first else "", limit=int(limit))
        with explained(self.path):
            found = self._connection.execute(query, tuple(values)).fetchall()
        bots = self.bots()
        return [Listed(row[0], self._record(Row(*row[:-1]), bots), row[-1]) for row in found]

    def games_by_deal(self) -> dict[tuple[int, int], int]:
        """How many games of each event and deal are finished."""
        with explained(self.path):
            rows = self._connection.execute("SELECT event, deal, count(*) FROM game GROUP BY event, deal")
            return {(event, deal): games for event, deal, games in rows}

    def extremes(self, where: str, values: Sequence[object]) -> Records:
        """The extremes among some games; `where` is SQL."""
        tried = {
            "shortest": f"SELECT game.id, min(decisions) FROM game WHERE {where}",
            "longest": f"SELECT game.id, max(decisions) FROM game WHERE {where}",
            "highest": f"""SELECT game.id, max(seat.value) FROM game, json_each(scores) AS seat
                           WHERE {where} AND faults = ?""",
        }
        found: Records = {}
        with explained(self.path):
            for name, query in tried.items():
                given = (*values, NO_FAULTS) if name == "highest" else values
                number, value = self._connection.execute(query, tuple(given)).fetchone()
                found[name] = None if not isinstance(value, int | float) else (int(number), float(value))
        return found

    def game(self, number: int) -> PlayedGame:
        """One game with its actions."""
        found = next(self._rows("WHERE game.id = ?", number), None)
        if found is None:
            raise StoreError(f"{self.path}: there is no game {number}; {self._numbers()}.")
        return self._played(found, self.bots())

    def games(self) -> Iterator[PlayedGame]:
        """All games with their actions, in canonical order."""
        bots = self.bots()
        for row in self._rows():
            yield self._played(row, bots)

    def checked_games(self) -> Iterator[tuple[int, PlayedGame | None, str]]:
        """All games with their numbers: the game if its row is as it was written, else what is wrong with it."""
        bots = self.bots()
        for row in self._rows():
            try:
                played = self._played(row, bots)
            except StoreError as error:
                yield row.id, None, str(error)
                continue
            problem = self._problem(row, played)
            yield row.id, None if problem else played, problem

    def _problem(self, row: Row, played: PlayedGame) -> str:
        """What in a row is not as it was written; empty if nothing."""
        refers = {"event": row.event, "secret": row.secret, "limits": row.limits}
        if any(number not in self._references[table] for table, number in refers.items()):
            return "its event, secret or limits are not in the file"
        if self.writer.checksum(row, played.actions) != row.checksum:
            return "its checksum does not fit: something in its row has been changed"
        if row.id != self.schedule.game_number(row.block, row.rotation):
            return "its number does not fit its block and rotation"
        if row.seed != self.secret_of(row.secret).deal_seed(row.event, row.deal):
            return "its deal does not follow from the secret"
        return self._misplaced(row, played)

    def _misplaced(self, row: Row, played: PlayedGame) -> str:
        """Why a game does not belong into this file; empty if it does."""
        return ""

    def explanations(self, number: int) -> list[Explanation]:
        """What bots said of their decisions in a game."""
        query = "SELECT decision, rows FROM explanation WHERE game = ? ORDER BY decision"
        with explained(self.path):
            found = self._connection.execute(query, (number,)).fetchall()
        try:
            return [Explanation(int(decision), tuple(json.loads(rows))) for decision, rows in found]
        except (TypeError, ValueError, RecursionError):
            raise damaged(self.path, f"game {number}: its explanations cannot be read") from None

    def final_digest(self, state: State) -> bytes:
        """Of a game's final state, as the rows of this schema hold it."""
        return state.digest()

    def total(self) -> str:
        """A digest of all games together, to be published: who knows it notices any later change."""
        return self._digest_of("SELECT checksum FROM game ORDER BY id")

    def proof(self) -> dict[str, Any]:
        """What lets others check the run: the hash of the secret, and the secret itself once all games are in; a digest
        of all games."""
        return {"games_digest": self.total(), "secret": self.told_secret()}

    def told_secret(self) -> dict[str, Any]:
        """Its hash, and the secret itself once all games are in."""
        complete = len(self) == self.schedule.games
        published = self.secret.digits if complete or self.secret.public else None
        return {"sha256": self.secret.commitment, "secret": published, "public": self.secret.public}

    def fits(self, published: Mapping[str, Any]) -> bool:
        """Whether a leaderboard.json was made of these games."""
        return bool(published.get("games_digest") == self.total())

    def _digest_of(self, query: str, *values: object) -> str:
        told = blake2b(digest_size=16)
        with explained(self.path):
            for (digest,) in self._connection.execute(query, values):
                if not isinstance(digest, bytes):
                    raise damaged(self.path, "a digest is not bytes")
                told.update(digest)
        return told.hexdigest()

    def check_integrity(self) -> None:
        """Has SQLite look over the whole file."""
        with explained(self.path):
            verdict = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if verdict != "ok" or orphan is not None:
            raise damaged(self.path, verdict if verdict != "ok" else f"table {orphan[0]} refers to what is not there")

    def check_config(self) -> None:
        """Refuses a config that has been changed since: the games hold the bots that played, not the config."""
        played = {bot.name: bot.spec for bot in self.bots()}
        for bot in self.config.bots:
            if played.get(bot.name, bot.spec) != bot.spec:
                raise damaged(self.path, f"{bot.name} is another bot in its config than in its games")

    def _rows(self, where: str = "", *values: object) -> Iterator[Row]:
        with explained(self.path):
            for values_in_order in self._connection.execute(ROWS.format(where=where), values):
                yield Row(*values_in_order)

    def _numbers(self) -> str:
        low, high = self._connection.execute("SELECT min(id), max(id) FROM game").fetchone()
        return "no game is finished" if low is None else f"games are numbered from {low} to {high}"

    def _played(self, row: Row, bots: Sequence[BotIdentity]) -> PlayedGame:
        record = self._record(row, bots)
        try:
            return PlayedGame(record, unpack_actions(row.actions, row.decisions), row.final)
        except ValueError as error:
            raise damaged(self.path, f"game {row.id}: {error}") from None

    def _record(self, row: Row, bots: Sequence[BotIdentity]) -> GameRecord:
        try:
            return record_of(row, bots, [event.players for event in self.config.events])
        except (TypeError, ValueError, LookupError, OverflowError, RecursionError) as error:
            raise damaged(self.path, f"game {row.id}: {error}") from None


# ---- the file


def is_bot(name: object, spec: object, version: object, isolation: object) -> bool:
    return all(isinstance(it, str) for it in (name, spec, version)) and isolation in (BUILT_IN, SANDBOX, OPEN)


def lay_out(
    connection: sqlite3.Connection, config: Config, bots: Sequence[BotIdentity], secret: Secret
) -> None:
    """Writes everything but the games."""
    for statement in SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO run VALUES (1, ?, ?)", (config.name, config.to_json()))
    connection.execute("INSERT INTO secret VALUES (0, ?, ?, ?)", (secret.commitment, secret.digits, secret.public))
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", enumerated_events(config))
    limits = json.dumps(asdict(config.limits), sort_keys=True)
    connection.execute("INSERT INTO limits VALUES (0, ?)", (limits,))
    rows = [(number, *astuple(bot)) for number, bot in enumerate(bots)]
    connection.executemany("INSERT INTO bot VALUES (?, ?, ?, ?, ?)", rows)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def enumerated_events(config: Config) -> Iterator[tuple[object, ...]]:
    """The rows of the event table."""
    for number, event in enumerate(config.events):
        game = event.load_game()
        options = json.dumps(game.options, sort_keys=True)
        yield number, game.name, game.players, options, game.rules_version, game.digest


def config_secret(config: Config) -> Secret | None:
    return None if config.secret is None else Secret.given(config.secret)


def identity_of(config: Config) -> dict[str, Any]:
    """What two configs must have in common for one run; the secret is compared by itself."""
    fields: dict[str, Any] = json.loads(config.to_json())
    del fields["secret"]
    return fields


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Transactions are begun by hand, so that nothing is written outside of one."""
    uri = f"{real_path(path).as_uri()}?{'mode=rwc' if writable else reading_mode(path)}"
    connection = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    if writable:
        write_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
    else:
        connection.execute("PRAGMA query_only = ON")
    return connection


def write_ahead(connection: sqlite3.Connection) -> None:
    """SQLite does not wait for its turn here, as it does elsewhere, when two make the same file at once."""
    for tries_left in reversed(range(WAL_TRIES)):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not tries_left or "locked" not in str(error):
                raise
            sleep(WAL_SECONDS)


def real_path(path: Path) -> Path:
    """Like resolve(), which raises for links in a circle: those are for SQLite to refuse."""
    return Path(os.path.realpath(path))


def reading_mode(path: Path) -> str:
    """A reader opens the file for writing too where it may, or it could not clear away the -wal file when it leaves.

    On read-only media there is nothing to clear away, and SQLite must be told so.
    """
    if os.access(path, os.W_OK) and os.access(real_path(path).parent, os.W_OK):
        return "mode=rw"
    return "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"


def is_empty(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0)


def is_unwritten(path: Path) -> bool:
    """Whether there is nothing yet: no file, or one whose maker was killed before its first transaction."""
    if not path.exists():
        return True
    with explained(path), closing(connect(path, writable=True)) as connection:
        return is_empty(connection)


def application_id(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def schema_version(path: Path, connection: sqlite3.Connection) -> int:
    if application_id(connection) != APPLICATION_ID:
        raise StoreError(f"{path}: is an SQLite file, but not the results of a run.")
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


class Named(Protocol):
    @property
    def name(self) -> str: ...


Built = TypeVar("Built", bound=Named)


def stored_config(build: Callable[[dict[str, Any], str], Built], path: Path, name: object, written: object) -> Built:
    """The config of a store, or of a ladder's, as `build` makes it of a table."""
    try:
        table = json.loads(str(written))
        config = build({key: value for key, value in table.items() if value is not None}, str(path))
    except (ValueError, AttributeError, RecursionError) as error:
        raise damaged(path, f"its config cannot be read: {error}") from None
    if config.name != name:
        raise damaged(path, "its config has another name")
    return config


def stored_secret(path: Path, commitment: object, digits: object, public: object) -> Secret:
    try:
        secret = Secret(bytes.fromhex(str(digits)), bool(public))
    except ValueError:
        raise damaged(path, "its secret cannot be read") from None
    if len(secret.value) != SECRET_BYTES or secret.commitment != commitment:
        raise damaged(path, "its secret is not the one whose hash was shown before the first game")
    return secret


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what SQLite and the file system raise into one sentence about the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "disk is full" in str(error):
            raise StoreError(f"{path}: the disk is full; make room, and the same command carries on.") from None
        raise StoreError(f"{path}: cannot be used: {error}.") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from None
    except OSError as error:
        raise StoreError(f"{path}: cannot be used: {error.strerror or error}.") from None


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
