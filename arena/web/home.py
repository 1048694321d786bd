"""The folder that a server shows: HOME/runs/*.db, HOME/ladders/*.db, and what the server keeps for itself."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from arena.tournament.ladder import Ladder
from arena.tournament.ladder_store import LadderStore
from arena.tournament.runs import Run
from arena.tournament.store import Store
from core.errors import ArenaError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}")  # of a file that is shown, without its suffix
KEY_BYTES = 32
RUNS, LADDERS = KINDS = ("runs", "ladders")


class NotThere(ArenaError):
    """Something with this name is not in the home folder."""


class Home:
    """The files of a server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.runs = path / RUNS
        self.ladders = path / LADDERS
        self.tables = path / "tables"
        self.cache = path / "cache"
        self.accounts = path / "accounts.db"
        self.submissions = path / RUNS / "submissions.db"

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

    # ---- runs and ladders

    def places(self, kind: str) -> list[Place]:
        """All files of a kind that may be shown, the one changed last first."""
        paths = [path for path in (self.path / kind).glob("*.db") if NAME.fullmatch(path.stem)]
        found = [Place(kind, path.stem, path) for path in paths if path != self.submissions]
        return sorted(found, key=lambda place: changed(place.path), reverse=True)

    def place(self, kind: str, name: str) -> Place:
        path = self.path / kind / f"{name}.db"
        if kind not in KINDS or not NAME.fullmatch(name) or path == self.submissions or not path.is_file():
            raise NotThere(f"There is no {kind.removesuffix('s')} '{name[:100]}'.")
        return Place(kind, name, path)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run or a ladder is: its file, and its address on the server."""

    kind: str  # runs or ladders
    name: str
    path: Path

    @property
    def address(self) -> str:
        return f"/{self.kind}/{self.name}"

    @property
    def stamp(self) -> object:
        return stamp_of(self.path)

    def open(self) -> Run:
        """For reading; of a ladder, a Ladder."""
        store = Store.open(self.path)
        if isinstance(store, LadderStore) != (self.kind == LADDERS):
            store.close()
            raise NotThere(f"There is no {self.kind.removesuffix('s')} '{self.name}'.")
        return Ladder(store) if isinstance(store, LadderStore) else Run(store)


def changed(path: Path) -> float:
    """When a store was last written; its newest rows may be in the file beside it."""
    return max((moment for moment, _ in stamp_of(path)), default=0.0)


def stamp_of(path: Path) -> tuple[tuple[float, int], ...]:
    """Another one when a store has been written since: times and sizes of its files."""
    found = []
    for each in (path, path.with_name(f"{path.name}-wal")):
        try:
            told = each.stat()
        except OSError:
            continue
        found.append((told.st_mtime, told.st_size))
    return tuple(found)
