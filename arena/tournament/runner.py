"""Playing a schedule on Ray: batches of whole blocks as plain tasks, a bounded number of them in flight."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
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
PROBE_SECONDS: Final = 1.0  # between two looks at Ray's own processes
SILENT_SECONDS: Final = 10.0  # that one of them may stay silent before it counts as lost; refusing counts at once
LEAVE_SECONDS: Final = 8.0  # for the driver to end by itself after that
LOST_CODE: Final = 3
GO_ON: Final = "what was played is stored, and the same command carries on"
RAY_ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
}
OWN_ADDRESS: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": Ray takes 127.0.0.1 for the address of this machine

Played = list[tuple[Block, list[PlayedGame]]]


class RunFailed(ArenaError):
    """The games could not be played, for a reason that is not a bot's fault."""


class RayLost(RunFailed):
    """One of Ray's own processes has ended under a run."""

    exit_code = LOST_CODE


# ---- Ray


@contextmanager
def ray_cluster(workers: int | None, address: str | None, advice: str = GO_ON) -> Iterator[int]:
    """A Ray to run on, gives its number of workers: a local one of its own, or the one at the address.

    Should Ray itself die under us, RayLost says so, and what `advice` says.
    """
    prepare_environment(local=address is None)
    with own_token() if address is None else nullcontext():
        count = start_ray(workers, address)
        watch = RayWatch(ray_parts(address), advice)
        try:
            with watch:
                yield count
        finally:
            leave_ray(lost=bool(watch.lost))
            watch.left.set()


def start_ray(workers: int | None, address: str | None) -> int:
    import ray

    try:
        if address is None:
            workers = workers or os.cpu_count() or 1
            ray.init(num_cpus=workers, **local_settings())
        else:
            check_address(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            workers = workers or max(1, int(cast(Any, ray).cluster_resources().get("CPU", 1)))
    except RunFailed:
        raise
    except Exception as error:  # Ray raises many kinds, bare Exception among them
        raise RunFailed(f"Ray does not start: {one_line(error)}") from None
    return workers


def leave_ray(*, lost: bool) -> None:
    """Ends Ray, or what is left of it: a Ray without its head would go on looking for it for a minute."""
    import ray

    if not lost:
        ray.shutdown()
        return
    node = cast(Any, ray)._private.worker._global_node
    if node is not None:
        with suppress(Exception):
            node.kill_all_processes(check_alive=False, allow_graceful=False)


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


@contextmanager
def own_token() -> Iterator[None]:
    """A local Ray takes orders only from those who know a token, which this process and its children alone know."""
    names = ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    read_token_again()
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)
        read_token_again()


def read_token_again() -> None:
    """Ray reads both once and keeps them."""
    import ray

    core = cast(Any, ray)._raylet
    core.Config.initialize("")
    core.AuthenticationTokenLoader.instance().reset_cache()


def check_address(address: str) -> None:
    """Ray itself would go on trying for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise RunFailed(f"no Ray cluster answers at '{address}': {error}.") from None


def prepare_environment(*, local: bool = False) -> None:
    """Before Ray is imported: no usage statistics, no noise, and workers that find this project where we found it.

    A local Ray listens on 127.0.0.1 alone.
    """
    for key, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    os.environ[OWN_ADDRESS] = "0" if local else "1"
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


# ---- Ray's own processes


Address = tuple[str, int]


def ray_parts(address: str | None) -> dict[str, Address]:
    """What this run cannot do without, by name, and where each listens: Ray's head, and the raylet of this machine."""
    import ray

    if address is not None and address.startswith("ray://"):
        return {"Ray's server": host_and_port(address.removeprefix("ray://"))}
    context = ray.get_runtime_context()
    own = next(node for node in cast(Any, ray).nodes() if node["NodeID"] == context.get_node_id())
    raylet = own["NodeManagerAddress"], int(own["NodeManagerPort"])
    return {"Ray's head (gcs_server)": host_and_port(context.gcs_address), "Ray's raylet on this machine": raylet}


def host_and_port(address: str) -> Address:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


class RayWatch(threading.Thread):
    """Looks every second whether Ray's own processes still listen.

    Ray by itself takes a quarter of a minute to notice that its raylet is gone, a minute for its head, and then ends
    this process without a word. Here the main thread gets RayLost; if it hangs in Ray, this thread ends the process.
    """

    def __init__(self, parts: Mapping[str, Address], advice: str) -> None:
        super().__init__(daemon=True)
        self.lost = ""  # which of the parts
        self.left = threading.Event()  # set once nobody depends on Ray any more
        self._closed = threading.Event()
        self._parts = parts
        self._advice = advice
        self._answered = dict.fromkeys(parts, time.monotonic())

    def __enter__(self) -> RayWatch:
        global _watch
        _watch = self
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        global _watch
        _watch = None
        self._closed.set()

    def check(self) -> None:
        if self.lost:
            raise self.error()

    def error(self) -> RayLost:
        return RayLost(f"{self.lost} has ended in the middle of the run: {self._advice}.")

    def run(self) -> None:
        while not self._closed.wait(PROBE_SECONDS):
            self.lost = next((name for name, address in self._parts.items() if self._is_gone(name, address)), "")
            if self.lost:
                return self._make_sure_to_end()

    def _make_sure_to_end(self) -> None:
        if not self.left.wait(LEAVE_SECONDS):
            leave_ray(lost=True)
            print(f"arena: {self.error()}", file=sys.stderr, flush=True)
            os._exit(LOST_CODE)

    def _is_gone(self, name: str, address: Address) -> bool:
        try:
            socket.create_connection(address, timeout=PROBE_SECONDS).close()
        except ConnectionRefusedError:
            return True
        except OSError:
            return time.monotonic() - self._answered[name] > SILENT_SECONDS
        self._answered[name] = time.monotonic()
        return False


_watch: RayWatch | None = None  # of the Ray that runs in this process; there is never more than one


def check_ray() -> None:
    """RayLost if Ray has died."""
    if _watch is not None:
        _watch.check()


# ---- tasks


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
        check_ray()
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
            check_ray()
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
