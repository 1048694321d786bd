"""A tournament from its config to its finished store: what is missing is played, whatever is there is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from arena.play.entrants import Entrant
from arena.tournament.config import Config
from arena.tournament.progress import Progress
from arena.tournament.runner import Interrupt, play_blocks, ray_cluster
from arena.tournament.store import Store, StoreError
from arena.tournament.worker import Job

RUNS = Path("runs")


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
    console: Console | None = None,
) -> Outcome:
    """Plays all games that are not in the store yet. The same call after an interruption carries on."""
    versions = {entrant.name: entrant.version for entrant in entrants}
    with Store.resume(path, config, versions) as store:
        total, finished = store.schedule.games, len(store)
        if finished < total:
            play(store, entrants, workers, address, console or Console(stderr=True))
        return Outcome(path, len(store) - finished, len(store), total, store.count_faults())


def play(
    store: Store, entrants: tuple[Entrant, ...], workers: int | None, address: str | None, console: Console
) -> None:
    job = Job(store.config.load_game(), entrants, store.config.limits)
    finished = store.finished()
    blocks = store.schedule.remaining(finished)
    left = len(store.schedule) - len({block for block, _ in finished})
    with (
        Interrupt() as interrupt,
        ray_cluster(workers, address) as count,
        Progress(store.schedule.games, len(finished), store.rank_totals(), console) as progress,
    ):
        interrupt.listen()  # again: Ray has put handlers of its own in place
        for played in play_blocks(job, blocks, left, count, interrupt):
            store.add_all(played)
            progress.add(game.record for _, games in played for game in games)


def find_run(name: str) -> Path:
    """The store of a run, named by its path or by the tournament's name."""
    for path in (Path(name), RUNS / f"{name}.db"):
        if path.is_file():
            return path
    raise StoreError(f"there is no run '{name}': neither a file of that name nor {RUNS / f'{name}.db'}.")
