"""A copy of a home folder while it is in use, and the way back.

Databases are copied by SQLite itself, so that each copy is one moment of it. What is worked out again is left out.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from core.errors import ArenaError

LEFT_OUT = ("cache",)
BESIDE = ("-wal", "-shm", "-journal", ".lock", ".part")  # what databases and writers keep beside a file
PAGES = 2000  # copied at a time, so that writers wait for moments only


class BackupError(ArenaError):
    """A backup that cannot be made or used."""


def back_up(home: Path, target: Path) -> int:
    """Copies a home folder into a new one; how many files."""
    if not home.is_dir():
        raise BackupError(f"{home}: there is no such folder.")
    if target.exists():
        raise BackupError(f"{target}: is there already; a backup goes into a new folder.")
    if target.resolve().is_relative_to(home.resolve()):
        raise BackupError(f"{target}: lies inside of {home}; a backup goes elsewhere.")
    draft = target.with_name(f"{target.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    count = 0
    for path in files_of(home):
        copy = draft / path.relative_to(home)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy_file(path, copy)
        count += 1
    draft.rename(target)
    return count


def restore(source: Path, home: Path) -> int:
    """Makes a home folder from a backup; it must not be there, or be empty."""
    if home.exists() and any(home.iterdir()):
        raise BackupError(f"{home}: is not empty; move it away, and restore again.")
    for path in files_of(source):
        if path.suffix == ".db":
            check(path)
    home.parent.mkdir(parents=True, exist_ok=True)
    if home.exists():
        home.rmdir()
    return back_up(source, home)


def files_of(home: Path) -> Iterator[Path]:
    for path in sorted(home.rglob("*")):
        parts = path.relative_to(home).parts
        if path.is_file() and not path.is_symlink() and parts[0] not in LEFT_OUT and not path.name.endswith(BESIDE):
            yield path


def copy_file(path: Path, copy: Path) -> None:
    if path.suffix != ".db":
        shutil.copy2(path, copy)
        return
    try:
        with closing(sqlite3.connect(path, timeout=60)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target, pages=PAGES, sleep=0.01)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path}: cannot be copied: {error}.") from None
    copy.chmod(path.stat().st_mode & 0o777)


def check(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        raise BackupError(f"{path}: is damaged: {verdict}.")
