"""The folder that a server shows: HOME/runs/*.db, HOME/ladders/*.db, and what the server keeps for itself."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.tournament.runs import Run
from arena.tournament.store import Store, StoreError
from core.errors import ArenaError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}")  # of a file that is shown, without its suffix
KEY_BYTES = 32


class NotThere(ArenaError):
    """Something with this name is not in the home folder."""


class Home:
    """The files of a server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.runs = path / "runs"
        self.ladders = path / "ladders"
        self.accounts = path / "accounts.db"
        self.submissions = path / "runs" / "submissions.db"

    def prepare(self) -> None:
        """Makes the folders that are missing."""
        for folder in (self.runs, self.ladders):
            folder.mkdir(parents=True, exist_ok=True)

    def key(self) -> bytes:
        """What the server signs with: drawn once, readable by its owner alone."""
        path = self.path / "server.key"
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with open(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        return path.read_bytes()

    # ---- runs

    def run_names(self) -> list[str]:
        """All runs that can be opened, the one changed last first."""
        paths = [path for path in self.runs.glob("*.db") if NAME.fullmatch(path.stem) and path != self.submissions]
        return [path.stem for path in sorted(paths, key=changed, reverse=True)]

    def run_path(self, name: str) -> Path:
        path = self.runs / f"{name}.db"
        if not NAME.fullmatch(name) or path == self.submissions or not path.is_file():
            raise NotThere(f"There is no run '{name[:100]}'.")
        return path

    @contextmanager
    def run(self, name: str) -> Iterator[Run]:
        """A run, opened for reading."""
        with Run(Store.open(self.run_path(name))) as run:
            yield run

    def readable_runs(self) -> Iterator[Run]:
        """Each run in turn; files that are none are left out."""
        for name in self.run_names():
            try:
                run = Run(Store.open(self.run_path(name)))
            except (NotThere, StoreError):
                continue
            with run:
                yield run


def changed(path: Path) -> float:
    """When a store was last written; its newest rows may be in the file beside it."""
    beside = path.with_name(f"{path.name}-wal")
    return max((each.stat().st_mtime for each in (path, beside) if each.exists()), default=0.0)
