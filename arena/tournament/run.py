"""A tournament from its config to its finished store: what is missing is played, whatever is there is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from arena.play.entrants import Entrant
from arena.play.players import refuse_other_games
from arena.tournament.config import Config
from arena.tournament.interrupt import Interrupt
from arena.tournament.progress import Progress
from arena.tournament.ray_cluster import check_address, ray_cluster
from arena.tournament.runner import play_missing
from arena.tournament.store import Store, StoreError, is_unwritten
from core.files import read_file

RUNS, LADDERS = Path("runs"), Path("ladders")
LONGEST_NAME = 240  # bytes; SQLite and the leaderboard add to it
SQLITE = b"SQLite format 3\0"  # how every store begins


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call of `run` has come to."""

    path: Path
    played: int  # games new in this call
    finished: int  # games in the store
    total: int  # games in the tournament
    faults: int

    @property
    def complete(self) -> bool:
        return self.finished == self.total


def run(
    config: Config,
    entrants: tuple[Entrant, ...],
    path: Path,
    workers: int | None = None,
    address: str | None = None,
    announce: Callable[[Store], None] = lambda store: None,
    console: Console | None = None,
) -> Outcome:
    """Plays all games that are not in the store yet. The same call after an interruption carries on."""
    check_out(path)
    if address is not None:
        check_address(address)
    if is_unwritten(path):  # else it was asked before the first game
        for event in config.events:
            refuse_other_games(entrants, event.load_game(), config.limits)
    with Store.resume(path, config, [entrant.identity for entrant in entrants]) as store:
        announce(store)
        remove_damaged(store, console or Console(stderr=True))
        total, finished = store.schedule.games, len(store)
        if finished < total:
            play(store, entrants, workers, address, console or Console(stderr=True))
        return Outcome(path, len(store) - finished, len(store), total, store.count_faults())


def remove_damaged(store: Store, console: Console) -> None:
    """What is not as it was written is played again."""
    damaged = [number for number, played, _ in store.checked_games() if played is None]
    if damaged:
        store.remove(damaged)
        games = "1 game" if len(damaged) == 1 else f"{len(damaged):,} games"
        console.print(f"{games} in {store.path} had been changed since and will be played again")


def play(
    store: Store, entrants: tuple[Entrant, ...], workers: int | None, address: str | None, console: Console
) -> None:
    with (
        Interrupt() as interrupt,
        ray_cluster(workers, address),
        Progress(store.schedule.games, len(store), store.rank_totals(), console) as progress,
    ):
        interrupt.listen()  # again: Ray has put handlers of its own in place
        for batches in play_missing(store, entrants, workers, interrupt, console.print):
            for batch in batches:
                progress.add(batch.tally)


def check_out(path: Path) -> None:
    """Refuses, before the first game, a place where results or leaderboard cannot be written."""
    if not path.suffix:
        raise StoreError(f"{path}: the file for the results needs a suffix, as in {path}.db; the leaderboard goes into "
                         "a folder of the name without it.")
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise StoreError(f"{str(path)[:60]}...: the name is longer than {LONGEST_NAME} bytes.")
    leaderboard = path.with_suffix("")
    if leaderboard.exists() and not leaderboard.is_dir():
        raise StoreError(f"{leaderboard}: is a file, but the leaderboard of {path} goes into a folder of that name.")
    for place in (path, leaderboard):
        check_writable(place)


def check_writable(path: Path) -> None:
    """Refuses a path that cannot be written, because of itself or of what it lies in."""
    there = path
    while not there.exists() and there != there.parent:
        there = there.parent
    if there != path and not there.is_dir():
        raise StoreError(f"{path}: {there} is not a folder.")
    if not os.access(there, os.W_OK | (os.X_OK if there.is_dir() else 0)):
        raise StoreError(f"{path}: {there} is not writable.")


def check_output(path: Path) -> None:
    """Refuses a place for a page or a table: a folder, one that cannot be written, or somebody's results."""
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; give the name of a file.")
    check_writable(path)
    if path.is_file() and read_file(path, len(SQLITE)) == SQLITE:
        raise StoreError(f"{path}: has results in it, which would be lost; give another name.")


def find_run(name: str) -> Path:
    """The store of a run or a ladder, named by its path or by its name."""
    for path in (Path(name), RUNS / f"{name}.db", LADDERS / f"{name}.db"):
        if path.is_file():
            return path
    raise StoreError(f"there is no run '{name}': neither a file of that name nor {RUNS / f'{name}.db'}.")


def run_name(path: Path) -> str:
    """What commands call the run of a store: in runs/ and ladders/ by its name, elsewhere by its file's."""
    return path.stem if path.parent.name in (RUNS.name, LADDERS.name) and path.suffix == ".db" else path.name
