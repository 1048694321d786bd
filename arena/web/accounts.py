"""Accounts: who may hand in bots, with which tokens, and what came of what was handed in. One SQLite file.

Of a token only its hash is kept. A session is a login in a browser; it ends with the token it was made with.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any, Final

from arena.tournament.store import write_ahead
from core.errors import ArenaError

APPLICATION_ID: Final = 0x41524E55  # "ARNU"
SCHEMA_VERSION: Final = 1
PREFIX: Final = "arena_"
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
SUBMIT, PLAY, ADMIN = SCOPES = ("submit", "play", "admin")
SESSION_SECONDS: Final = 30 * 24 * 3600
DAY: Final = 24 * 3600
QUEUED, CHECKING, FAILED, ENTERED = "queued", "checking", "failed", "entered"
LONGEST_LOG: Final = 100_000
SCHEMA: Final = """
CREATE TABLE user (
    name       TEXT PRIMARY KEY,
    created    REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE token (
    hash       TEXT PRIMARY KEY,        -- sha256
    user       TEXT NOT NULL REFERENCES user (name) ON DELETE CASCADE,
    scopes     TEXT NOT NULL,           -- as JSON
    created    REAL NOT NULL,
    expires    REAL                     -- NULL: never
) WITHOUT ROWID;
CREATE TABLE session (
    hash       TEXT PRIMARY KEY,        -- sha256 of the cookie
    token      TEXT NOT NULL REFERENCES token (hash) ON DELETE CASCADE,
    expires    REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE bot (
    name       TEXT PRIMARY KEY,
    owner      TEXT                     -- NULL: the account was deleted; the name stays taken
) WITHOUT ROWID;
CREATE TABLE submission (
    id         INTEGER PRIMARY KEY,
    user       TEXT NOT NULL REFERENCES user (name) ON DELETE CASCADE,
    bot        TEXT NOT NULL REFERENCES bot (name),
    file       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    content    BLOB NOT NULL,
    ladders    TEXT NOT NULL,           -- as JSON
    state      TEXT NOT NULL,
    log        TEXT NOT NULL,
    version    INTEGER,                 -- once it has entered
    created    REAL NOT NULL,
    seconds    REAL NOT NULL            -- of processor time that its check took
);
"""


class AccountError(ArenaError):
    """What an account may not do, in one sentence; fit to be shown to its owner."""


@dataclass(frozen=True, slots=True)
class User:
    """Who asks, and what the token allows."""

    name: str
    scopes: tuple[str, ...]

    def may(self, scope: str) -> bool:
        return scope in self.scopes or ADMIN in self.scopes


@dataclass(frozen=True, slots=True)
class UserInfo:
    """An account on a list."""

    name: str
    created: float
    tokens: int
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A bot that was handed in, without its content."""

    id: int
    user: str
    bot: str
    file: str
    kind: str
    ladders: tuple[str, ...]
    state: str
    log: str
    version: int | None
    created: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Quota:
    """What one account may hand in."""

    per_day: int = 20
    waiting: int = 3
    seconds_per_day: float = 1800.0  # of checks


class Accounts:
    """The file, opened for each use."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            write_ahead(connection)
            prepare(self.path, connection)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
        except sqlite3.DatabaseError as error:
            raise ArenaError(f"{self.path}: cannot be used: {error}.") from None
        finally:
            connection.close()

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            return connection.execute(query, values).fetchall()

    # ---- people and tokens

    def add(self, name: str, scopes: Sequence[str] = (SUBMIT, PLAY), days: float | None = None) -> str:
        """A token for a new account, or another one for an account that is there. It is shown once."""
        if not NAME.fullmatch(name):
            raise AccountError(f"'{name[:60]}' is no name for an account: use 1 to 40 letters, digits and _ . -.")
        token, now = PREFIX + secrets.token_urlsafe(32), time()
        expires = None if days is None else now + days * DAY
        with self._connected() as connection:
            connection.execute("INSERT OR IGNORE INTO user VALUES (?, ?)", (name, now))
            row = (hashed(token), name, json.dumps(sorted(set(scopes))), now, expires)
            connection.execute("INSERT INTO token VALUES (?, ?, ?, ?, ?)", row)
        return token

    def all(self) -> list[UserInfo]:
        query = """SELECT name, user.created, count(token.hash), coalesce(json_group_array(scopes), '[]')
                   FROM user LEFT JOIN token ON token.user = user.name AND coalesce(expires, 1e99) > ?
                   GROUP BY name ORDER BY name"""
        rows = self._rows(query, time()) if self.path.exists() else []
        return [UserInfo(name, created, tokens, tuple(sorted({it for part in json.loads(scopes) if part
                                                              for it in read_list(part)})))
                for name, created, tokens, scopes in rows]  # fmt: skip

    def revoke(self, name: str) -> int:
        """Ends all tokens and logins of an account; how many tokens there were."""
        if not self.path.exists():
            raise self._unknown(name)
        with self._connected() as connection:
            self._known(connection, name)
            return connection.execute("DELETE FROM token WHERE user = ?", (name,)).rowcount

    def delete(self, name: str) -> list[str]:
        """Takes an account out, with its tokens and what it handed in; the names of its bots, which stay taken."""
        if not self.path.exists():
            raise self._unknown(name)
        with self._connected() as connection:
            self._known(connection, name)
            bots = [row[0] for row in connection.execute("SELECT name FROM bot WHERE owner = ?", (name,))]
            connection.execute("UPDATE bot SET owner = NULL WHERE owner = ?", (name,))
            connection.execute("DELETE FROM user WHERE name = ?", (name,))
        return bots

    def _known(self, connection: sqlite3.Connection, name: str) -> None:
        if connection.execute("SELECT 1 FROM user WHERE name = ?", (name,)).fetchone() is None:
            raise self._unknown(name)

    def _unknown(self, name: str) -> AccountError:
        return AccountError(f"there is no account '{name[:60]}'.")

    def user_of_token(self, token: str) -> User | None:
        query = "SELECT user, scopes FROM token WHERE hash = ? AND coalesce(expires, 1e99) > ?"
        rows = self._rows(query, hashed(token), time()) if self.path.exists() else []
        return User(rows[0][0], read_list(rows[0][1])) if rows else None

    def log_in(self, token: str) -> str | None:
        """The cookie of a new session; None for a token that is none."""
        if self.user_of_token(token) is None:
            return None
        cookie = secrets.token_urlsafe(32)
        with self._connected() as connection:
            connection.execute("DELETE FROM session WHERE expires < ?", (time(),))
            row = (hashed(cookie), hashed(token), time() + SESSION_SECONDS)
            connection.execute("INSERT INTO session VALUES (?, ?, ?)", row)
        return cookie

    def log_out(self, cookie: str) -> None:
        self._rows("DELETE FROM session WHERE hash = ?", hashed(cookie))

    def user_of_session(self, cookie: str) -> User | None:
        query = """SELECT user, scopes FROM session JOIN token ON token.hash = session.token
                   WHERE session.hash = ? AND session.expires > ? AND coalesce(token.expires, 1e99) > ?"""
        rows = self._rows(query, hashed(cookie), time(), time()) if self.path.exists() else []
        return User(rows[0][0], read_list(rows[0][1])) if rows else None

    # ---- bots

    def hand_in(
        self, user: str, bot: str, program: tuple[str, str, bytes], ladders: Sequence[str], quota: Quota
    ) -> int:
        """Puts a bot into the queue; its number. Only the owner of a name adds versions, within the quota."""
        now = time()
        with self._connected() as connection:
            self._known(connection, user)
            self._within(connection, user, quota, now)
            owner = connection.execute("SELECT owner FROM bot WHERE name = ?", (bot,)).fetchone()
            if owner is None:
                connection.execute("INSERT INTO bot VALUES (?, ?)", (bot, user))
            elif owner[0] != user:
                raise AccountError(f"The name {bot} belongs to somebody else. Give your bot another one.")
            row = (user, bot, *program, json.dumps(list(ladders)), QUEUED, "", now)
            made = connection.execute(
                "INSERT INTO submission (user, bot, file, kind, content, ladders, state, log, created, seconds) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", row,
            )  # fmt: skip
            return int(made.lastrowid or 0)

    def _within(self, connection: sqlite3.Connection, user: str, quota: Quota, now: float) -> None:
        query = """SELECT count(*), coalesce(sum(seconds), 0), coalesce(sum(state IN (?, ?)), 0)
                   FROM submission WHERE user = ? AND created > ?"""
        count, seconds, waiting = connection.execute(query, (QUEUED, CHECKING, user, now - DAY)).fetchone()
        if count >= quota.per_day:
            raise AccountError(f"You have handed in {count} bots in the last 24 hours, which is the most.")
        if waiting >= quota.waiting:
            raise AccountError(f"{waiting} of your bots are still to be checked. Wait until they are.")
        if seconds >= quota.seconds_per_day:
            raise AccountError("The checks of your bots have used up their processor time for today.")

    def submissions(self, user: str | None = None, bot: str | None = None, limit: int = 100) -> list[HandedIn]:
        """Those of a user, of a bot, or all; the last first."""
        where = [f"{column} = ?" for column, value in (("user", user), ("bot", bot)) if value is not None]
        values = [value for value in (user, bot) if value is not None]
        query = f"""SELECT {COLUMNS} FROM submission {"WHERE " + " AND ".join(where) if where else ""}
                    ORDER BY id DESC LIMIT {int(limit)}"""
        return [handed_in(row) for row in self._rows(query, *values)] if self.path.exists() else []

    def submission(self, number: int) -> HandedIn | None:
        rows = self._rows(f"SELECT {COLUMNS} FROM submission WHERE id = ?", number) if self.path.exists() else []
        return handed_in(rows[0]) if rows else None

    def content(self, number: int) -> bytes:
        return bytes(self._rows("SELECT content FROM submission WHERE id = ?", number)[0][0])

    def owner(self, bot: str) -> str | None:
        rows = self._rows("SELECT owner FROM bot WHERE name = ?", bot) if self.path.exists() else []
        return rows[0][0] if rows else None

    # ---- the queue of checks

    def requeue(self) -> None:
        """What was being checked when a server died is checked again."""
        if self.path.exists():
            self._rows("UPDATE submission SET state = ? WHERE state = ?", QUEUED, CHECKING)

    def next_to_check(self) -> HandedIn | None:
        """The first of those who wait; it is being checked from now on."""
        if not self.path.exists():
            return None
        with self._connected() as connection:
            query = f"SELECT {COLUMNS} FROM submission WHERE state = ? ORDER BY id LIMIT 1"
            row = connection.execute(query, (QUEUED,)).fetchone()
            if row is None:
                return None
            found = handed_in(row)
            connection.execute("UPDATE submission SET state = ?, log = '' WHERE id = ?", (CHECKING, found.id))
            return found

    def add_log(self, number: int, line: str) -> None:
        query = "UPDATE submission SET log = substr(log || ?, 1, ?) WHERE id = ?"
        self._rows(query, line + "\n", LONGEST_LOG, number)

    def finish(self, number: int, state: str, version: int | None, seconds: float) -> None:
        query = "UPDATE submission SET state = ?, version = ?, seconds = ? WHERE id = ?"
        self._rows(query, state, version, seconds, number)


COLUMNS: Final = "id, user, bot, file, kind, ladders, state, log, version, created, seconds"


def handed_in(row: tuple[Any, ...]) -> HandedIn:
    number, user, bot, file, kind, ladders, *rest = row
    return HandedIn(number, user, bot, file, kind, read_list(ladders), *rest)


def read_list(written: object) -> tuple[str, ...]:
    """A list of names as the file has it."""
    try:
        found = json.loads(str(written))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(it, str) for it in found):
        raise ArenaError("the file of accounts is damaged: a list in it cannot be read.")
    return tuple(found)


def hashed(token: str) -> str:
    """Tokens are long random numbers, so a plain hash is enough."""
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Makes the tables in a new file; refuses one that is something else."""
    if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != SCHEMA_VERSION:
            raise ArenaError(f"{path}: has accounts in format {version}, this program reads format {SCHEMA_VERSION}.")
        return
    with connection:
        connection.execute("BEGIN EXCLUSIVE")
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                return  # somebody else has just made it
            raise ArenaError(f"{path}: is an SQLite file, but holds no accounts.")
        for statement in SCHEMA.strip().split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
