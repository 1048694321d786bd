"""A run whose driver is an actor on the cluster, so that whoever started it can go away.

The actor lives on the cluster's head, and so does its store: ~/.arena/runs/NAME.db there. Should the head itself be
lost, the same command carries on with that file.
"""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from arena.play.entrants import Entrant
from arena.tournament.config import Config
from arena.tournament.ray_cluster import RunFailed
from arena.tournament.runner import play_missing
from arena.tournament.store import Store, StoreError, is_unwritten

HEAD: Final = {"node:__internal_head__": 0.001}  # Ray's own name for the machine of the head
CHUNK: Final = 4 * 2**20  # bytes of a store that travel at a time
ANSWER_SECONDS: Final = 60.0
CALLS: Final = 8  # that are answered at a time
KEPT_COPIES: Final = 4  # of a store, for those who have asked and have not said that they are done
PLAYING, COMPLETE, STOPPED, FAILED = "playing", "complete", "stopped", "failed"


@dataclass(frozen=True, slots=True)
class Status:
    """How far a detached run is."""

    name: str
    state: str
    finished: int
    total: int
    said: tuple[str, ...] = ()  # sentences about machines, and why it failed


class Driver:
    """The actor."""

    def __init__(self, config: Config, entrants: tuple[Entrant, ...], workers: int | None) -> None:
        self._config, self._entrants, self._workers = config, entrants, workers
        self._path = Path.home() / ".arena" / "runs" / f"{config.name}.db"
        self._status = Status(config.name, PLAYING, 0, 0)
        self._said: list[str] = []
        self._stop = threading.Event()
        self._copies: dict[str, BinaryIO] = {}  # that somebody reads
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with Store.resume(self._path, self._config, [entrant.identity for entrant in self._entrants]) as store:
                self._play(store)
        except Exception as error:
            self._said.append(" ".join(str(error).split())[:300])
            self._status = Status(self._config.name, FAILED, self._status.finished, self._status.total)

    def _play(self, store: Store) -> None:
        played, total = len(store), store.schedule.games
        self._note(PLAYING, played, total)
        for batches in play_missing(store, self._entrants, self._workers, self._stop.is_set, self._said.append):
            played += sum(batch.tally.games for batch in batches)
            self._note(PLAYING, played, total)
        self._note(COMPLETE if len(store) == total else STOPPED, len(store), total)

    def _note(self, state: str, finished: int, total: int) -> None:
        self._status = Status(self._config.name, state, finished, total)

    def status(self) -> dict[str, Any]:
        status = self._status
        return {"name": status.name, "state": status.state, "finished": status.finished, "total": status.total,
                "said": tuple(self._said)}

    def stop(self) -> None:
        """Ends the play; what was played stays in the store."""
        self._stop.set()
        self._thread.join(ANSWER_SECONDS / 2)

    def copy_store(self) -> tuple[str, int]:
        """Makes a copy to be read; its name and size."""
        copy = cast(BinaryIO, tempfile.NamedTemporaryFile(suffix=".db"))  # noqa: SIM115 kept to be read
        with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(copy.name)) as target:
            source.backup(target)
        self._copies[copy.name] = copy
        for old in list(self._copies)[:-KEPT_COPIES]:
            self._copies.pop(old).close()
        return copy.name, Path(copy.name).stat().st_size

    def read(self, copy: str, at: int) -> bytes:
        with open(self._copies[copy].name, "rb") as file:
            file.seek(at)
            return file.read(CHUNK)

    def drop(self, copy: str) -> None:
        self._copies.pop(copy).close()


# ---- from the outside


def detach(config: Config, entrants: tuple[Entrant, ...], workers: int | None = None) -> None:
    """Starts the run on the cluster to which we are connected; ArenaError if one of that name is there."""
    import ray

    try:
        status = find(config.name).status()
    except RunFailed:
        status = None
    if status is not None:
        if status.state == PLAYING:
            raise RunFailed(f"a run named '{config.name}' is on the cluster already: it is {status.state}.")
        end(config.name)
    actor = ray.remote(Driver).options(
        name=config.name, lifetime="detached", num_cpus=0, resources=HEAD, max_concurrency=CALLS
    )
    RemoteRun(actor.remote(config, entrants, workers)).status()


class RemoteRun:
    """A detached run, as others see it."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor

    def status(self) -> Status:
        return Status(**self._ask("status"))

    def stop(self) -> None:
        self._ask("stop")

    def fetch(self, path: Path) -> None:
        """Brings the store home: a whole file or none. Another run, or more games of this one, is never overwritten."""
        copy, size = self._ask("copy_store")
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        try:
            with part.open("wb") as file:
                while file.tell() < size:
                    file.write(self._ask("read", copy, file.tell()))
            self._ask("drop", copy)
            refuse_to_overwrite(path, part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _ask(self, method: str, *arguments: Any) -> Any:
        import ray

        try:
            return ray.get(getattr(self._actor, method).remote(*arguments), timeout=ANSWER_SECONDS)
        except ray.exceptions.RayTaskError as error:
            raise RunFailed(f"the run cannot answer: {str(error).strip().splitlines()[-1]}") from None
        except ray.exceptions.RayError as error:
            raise RunFailed(f"the run does not answer: {' '.join(str(error).split())[:200]}") from None


def refuse_to_overwrite(path: Path, new: Path) -> None:
    """Unless what is there is an earlier stage of the same run."""
    if is_unwritten(path):
        return
    advice = "give another file with --out, or move that one away"
    with Store.open(path, writable=True) as there, Store.open(new) as coming:
        if there.secret.digits != coming.secret.digits or there.config != coming.config:
            raise StoreError(f"{path}: holds another run of that name: {advice}.")
        if len(there) > len(coming):
            raise StoreError(f"{path}: has {len(there):,} games of this run, the cluster {len(coming):,}: {advice}.")


def find(name: str) -> RemoteRun:
    import ray

    try:
        return RemoteRun(ray.get_actor(name))
    except ValueError:
        raise RunFailed(f"there is no run '{name}' on the cluster; {names_in_words()}.") from None


def names() -> list[str]:
    """The detached runs on the cluster."""
    from ray.util import list_named_actors

    return sorted(list_named_actors())


def names_in_words() -> str:
    return f"there is {', '.join(names())}" if names() else "nobody has detached one"


def end(name: str) -> None:
    """Takes the actor of a run that plays no more from the cluster."""
    import ray

    ray.kill(ray.get_actor(name))
    deadline = time.monotonic() + ANSWER_SECONDS
    while name in names():
        if time.monotonic() > deadline:
            raise RunFailed(f"the old run '{name}' does not leave the cluster.")
        time.sleep(0.2)
