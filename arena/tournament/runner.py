"""Playing a schedule on Ray: batches of whole blocks as plain tasks, a bounded number of them in flight."""

from __future__ import annotations

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast

import arena
from arena.play.records import PlayedGame
from arena.tournament.schedule import Block
from arena.tournament.worker import Batch, Job, Worker
from core.errors import ArenaError

TARGET_SECONDS: Final = 0.5  # a task should last about so long
IN_FLIGHT: Final = 2  # tasks per worker that are playing or waiting
RETRIES: Final = 3  # after the death of a worker or its node
ANSWER_SECONDS: Final = 10.0  # for a cluster to take a connection
STOP_SECONDS: Final = 5.0  # seconds that an interrupted run waits for the batches in flight
RAY_ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
}

Played = list[tuple[Block, list[PlayedGame]]]


class RunFailed(ArenaError):
    """The games could not be played, for a reason that is not a bot's fault."""


# ---- Ray


@contextmanager
def ray_cluster(workers: int | None, address: str | None) -> Iterator[int]:
    """A Ray to run on, gives its number of workers: a local one of its own, or the one at the address."""
    prepare_environment()
    import ray

    try:
        if address is None:
            workers = workers or os.cpu_count() or 1
            ray.init(num_cpus=workers, **local_settings())
        else:
            check_address(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            workers = workers or max(1, int(cast(Any, ray).cluster_resources().get("CPU", 1)))
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise RunFailed(f"Ray does not start: {error}") from None
    try:
        yield workers
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Ray itself would go on trying for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise RunFailed(f"no Ray cluster answers at '{address}': {error}.") from None


def prepare_environment() -> None:
    """Before Ray is imported: no usage statistics, no noise, and workers that find this project where we found it."""
    for key, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    root = str(Path(arena.__file__).resolve().parent.parent)
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if root not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([root, *filter(None, paths)])


def local_settings() -> dict[str, Any]:
    return {
        "address": "local",  # even if another Ray runs here, or RAY_ADDRESS names one
        "include_dashboard": False,
        "log_to_driver": False,
        "logging_level": logging.ERROR,
        "object_store_memory": 128 * 2**20,
        "_node_ip_address": "127.0.0.1",
    }


_workers: dict[tuple[str, bool], Worker] = {}  # in a worker's process: the job it has set up


def play_task(key: str, holder: list[Any], apart: bool, blocks: list[Block]) -> Batch:
    """The body of a Ray task. The job is fetched once per process."""
    import ray

    if (key, apart) not in _workers:
        for other in _workers.values():
            other.close()
        _workers.clear()
        _workers[key, apart] = Worker(replace(ray.get(holder[0]), apart=apart))
    return _workers[key, apart].play(blocks)


class RayPool:
    """Submits batches of one job, and collects what has become of them."""

    def __init__(self, job: Job) -> None:
        import ray

        self._ray = ray
        self._holder = [ray.put(job)]
        self._key = os.urandom(8).hex()
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_task)
        self._flights: dict[Any, tuple[list[Block], bool]] = {}

    def __len__(self) -> int:
        return len(self._flights)

    def submit(self, blocks: list[Block], apart: bool = False) -> None:
        flight = self._task.remote(self._key, self._holder, apart, blocks)
        self._flights[flight] = blocks, apart

    def collect(self, timeout: float) -> list[Batch]:
        """The batches that have come in, after waiting for at least one of them or the timeout."""
        ready, _ = self._ray.wait(list(self._flights), num_returns=1, timeout=timeout, fetch_local=True)
        more, _ = self._ray.wait(list(self._flights), num_returns=len(self._flights), timeout=0, fetch_local=True)
        landed = (self._land(flight) for flight in dict.fromkeys([*ready, *more]))
        return [batch for batch in landed if batch is not None]

    def _land(self, flight: Any) -> Batch | None:
        blocks, apart = self._flights.pop(flight)
        try:
            batch: Batch = self._ray.get(flight)
        except self._ray.exceptions.RayTaskError as error:
            raise RunFailed(f"a worker cannot play: {str(error).strip().splitlines()[-1]}") from None
        except self._ray.exceptions.RayError as error:
            self._play_apart(blocks, apart, error)
            return None
        return batch

    def _play_apart(self, blocks: list[Block], apart: bool, error: Exception) -> None:
        """A batch has killed worker after worker: block by block with every bot by itself, the culprit is found."""
        if apart:
            raise RunFailed(f"block {blocks[0].index} cannot be played: {error}") from None
        for block in blocks:
            self.submit([block], apart=True)


# ---- batches


@dataclass(slots=True)
class Batcher:
    """How many blocks the next task should take: about TARGET_SECONDS of play, less towards the end."""

    remaining: int
    workers: int
    seconds_per_block: float = 0.0

    def size(self) -> int:
        if not self.seconds_per_block:
            return 1
        fair = -(-self.remaining // (IN_FLIGHT * self.workers))
        return max(1, min(round(TARGET_SECONDS / self.seconds_per_block), fair))

    def took(self, batch: Batch) -> None:
        """Follows the measured times, new ones counting more."""
        if batch.blocks:
            latest = max(batch.seconds / len(batch.blocks), 1e-6)
            self.seconds_per_block = (self.seconds_per_block + latest) / 2 if self.seconds_per_block else latest


def play_blocks(
    job: Job, blocks: Iterator[Block], count: int, workers: int, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Played]:
    """Plays `count` blocks on the Ray that is running; gives the games as batches come in, in any order."""
    pool, batcher = RayPool(job), Batcher(count, workers)
    while True:
        while len(pool) < IN_FLIGHT * workers and not stopped():
            batch = list(islice(blocks, batcher.size()))
            if not batch:
                break
            batcher.remaining -= len(batch)
            pool.submit(batch)
        if not len(pool) or stopped():
            break
        yield from landed(pool, batcher, 0.5)
    deadline = time.monotonic() + STOP_SECONDS
    while len(pool) and time.monotonic() < deadline:
        yield from landed(pool, batcher, 0.5)


def landed(pool: RayPool, batcher: Batcher, timeout: float) -> Iterator[Played]:
    for batch in pool.collect(timeout):
        if batch.failure:
            raise RunFailed(f"a game cannot be played: {batch.failure}")
        batcher.took(batch)
        yield batch.blocks


# ---- interruption


class Interrupt:
    """Turns the first Ctrl-C, or a polite kill, into a request to stop; a second Ctrl-C is not caught."""

    def __init__(self) -> None:
        self.requested = False
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        return self.requested

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        self._restore()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def listen(self) -> None:
        for number in self._before:
            signal.signal(number, self._request)

    def __enter__(self) -> Interrupt:
        self._before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        self.listen()
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()
