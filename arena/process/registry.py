"""The submitted bots: one SQLite file that only ever grows. A bot's content is stored once, under its hash."""

from __future__ import annotations

import itertools
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from arena.process.program import Program
from core.errors import ArenaError, did_you_mean

APPLICATION_ID: Final = 0x41524E53  # "ARNS"
SCHEMA_VERSION: Final = 1
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}")
LONGEST_AUTHOR: Final = 100
SCHEMA: Final = """
CREATE TABLE program (
    digest  TEXT PRIMARY KEY,           -- sha256 of the content
    content BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE submission (
    name      TEXT NOT NULL,
    version   INTEGER NOT NULL CHECK (version >= 1),
    digest    TEXT NOT NULL REFERENCES program (digest),
    file      TEXT NOT NULL,            -- the file's own name
    kind      TEXT NOT NULL,            -- what runs it
    author    TEXT NOT NULL,
    submitted TEXT NOT NULL,            -- UTC
    report    TEXT NOT NULL,            -- of the check, as JSON
    PRIMARY KEY (name, version)
) WITHOUT ROWID;
"""
TRIGGER: Final = """
CREATE TRIGGER {table}_{event} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'a submission never changes'); END
"""
COLUMNS: Final = "name, version, digest, file, kind, author, submitted, report"


class RegistryError(ArenaError):
    """A registry that cannot be used, or a submission that is not in it."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One version of a submitted bot; its content is kept apart."""

    name: str
    version: int
    digest: str
    file: str
    kind: str
    author: str
    submitted: str
    report: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


def default_path() -> Path:
    return Path(os.environ.get("ARENA_SUBMISSIONS") or Path("runs") / "submissions.db")


class Registry:
    """Open it as a context: `with Registry(path) as registry`. With `create`, a missing file is made."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            raise RegistryError(f"{path}: there are no submissions; 'arena submit' makes the file.")
        with explained(path):
            self._connection = connect(path)
            try:
                prepare(path, self._connection)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Registry:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def add(self, program: Program, name: str, author: str, report: dict[str, Any]) -> Submission:
        """Stores the program as the next version of the name."""
        check_name(name)
        check_author(author)
        with explained(self.path), transaction(self._connection):
            for before in self.versions(name):
                if before.digest == program.digest:
                    raise RegistryError(f"{before} is the same file: there is nothing to submit.")
            version = max((before.version for before in self.versions(name)), default=0) + 1
            row = (program.digest, program.content)
            self._connection.execute("INSERT OR IGNORE INTO program VALUES (?, ?)", row)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            made = Submission(name, version, program.digest, program.name, program.kind, author, now, report)
            values = (*(getattr(made, column) for column in COLUMNS.split(", ")[:-1]), json.dumps(report))
            self._connection.execute(f"INSERT INTO submission ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return made

    def all(self) -> list[Submission]:
        """Every version of every bot, by name and version."""
        with explained(self.path):
            rows = self._connection.execute(f"SELECT {COLUMNS} FROM submission ORDER BY name, version").fetchall()
            return [submission_of(row) for row in rows]

    def versions(self, name: str) -> list[Submission]:
        return [submission for submission in self.all() if submission.name == name]

    def find(self, reference: str) -> Submission:
        """The submission called `name` (its latest version) or `name@version`."""
        name, at, version = reference.partition("@")
        found = self.versions(name)
        if not found:
            names = {submission.name for submission in self.all()}
            raise RegistryError(f"{self.path}: nobody has submitted '{name}': {did_you_mean(name, names)}")
        if not at:
            return found[-1]
        for submission in found:
            if str(submission.version) == version:
                return submission
        raise RegistryError(f"{self.path}: '{name}' has no version '{version}': its latest is {found[-1].version}.")

    def program(self, submission: Submission) -> Program:
        """What was submitted, checked against its hash."""
        with explained(self.path):
            query = "SELECT content FROM program WHERE digest = ?"
            row = self._connection.execute(query, (submission.digest,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise damaged(self.path, f"the content of {submission} is missing")
        program = Program(submission.file, row[0], submission.kind)
        if program.digest != submission.digest:
            raise damaged(self.path, f"the content of {submission} is not what was submitted")
        return program


def check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise RegistryError(
            f"'{name}' is no name for a bot: use 1 to 64 letters, digits and _ . + -, starting with a letter or digit."
        )


def check_author(author: str) -> None:
    if not author.strip() or len(author) > LONGEST_AUTHOR or not author.isprintable():
        raise RegistryError(f"an author is a text of 1 to {LONGEST_AUTHOR} characters, not {author[:40]!r}.")


def submission_of(row: tuple[Any, ...]) -> Submission:
    """The submission in a row; ValueError or TypeError for what is none."""
    name, version, digest, file, kind, author, submitted, report = row
    texts = (name, digest, file, kind, author, submitted)
    if type(version) is not int or not all(isinstance(text, str) and text.isprintable() for text in texts):
        raise ValueError("a submission has texts that cannot be printed, or no version")
    return Submission(name, version, digest, file, kind, author, submitted, report_of(report))


def report_of(text: str) -> dict[str, Any]:
    report = json.loads(text)
    games = report.get("games", []) if isinstance(report, dict) else None
    if not isinstance(games, list) or not all(is_rated(game) for game in games):
        raise ValueError("the report of a check cannot be read")
    return dict(report)


def is_rated(game: Any) -> bool:
    if not isinstance(game, dict):
        return False
    return isinstance(game.get("game"), str) and type(game.get("rating")) in (int, float)


# ---- the file


def connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Makes the tables in a new file; refuses one that is something else."""
    with transaction(connection):
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            for statement in SCHEMA.strip().split(";\n"):
                connection.execute(statement)
            for table, event in itertools.product(("program", "submission"), ("UPDATE", "DELETE")):
                connection.execute(TRIGGER.format(table=table, event=event))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise RegistryError(f"{path}: is an SQLite file, but holds no submissions.")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise RegistryError(f"{path}: has submissions in format {version}, this program reads format {SCHEMA_VERSION}.")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        yield


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what SQLite raises into one sentence about the file."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise RegistryError(f"{path}: cannot be used: {error}.") from None
    except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError) as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, what: str) -> RegistryError:
    return RegistryError(f"{path}: is damaged or holds no submissions: {what}.")
