"""Long work, asked for by pages: done by processes of their own, one job at a time, from a queue with an end.

A job is a name and plain arguments; its result is a JSON file in the cache of the home folder. Whoever asks for the
same job again gets the same result, or waits for it together with the others. A worker that takes too long is ended. A
worker whose server has died ends itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena.web import children

log = logging.getLogger("arena.web")
MOST_WAITING = 24
LONGEST_SECONDS = 300.0
CACHE_BYTES = 500_000_000
CACHE_FILES = 5_000  # each move of a bot against a person is one
MOST_READ = 24  # results kept in memory


class QueueFull(Exception):
    """There is too much to do already."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be worked out by arena.web.worker."""

    task: str
    arguments: dict[str, Any]
    state: str = ""  # of what it depends on: another state is another result

    @property
    def key(self) -> str:
        told = json.dumps([self.task, self.arguments, self.state], sort_keys=True)
        return sha256(told.encode()).hexdigest()[:40]


@dataclass(slots=True)
class Lane:
    """A worker and those who wait for it."""

    name: str
    waiting: dict[str, Job] = field(default_factory=dict)
    done: dict[str, asyncio.Event] = field(default_factory=dict)  # of jobs that wait or are worked on
    added: asyncio.Event = field(default_factory=asyncio.Event)


class Workshop:
    """The queue and the workers. Lanes do not wait for each other: boards go on while games are analysed."""

    def __init__(self, cache: Path, lanes: tuple[str, ...] = ("boards", "games", "play")) -> None:
        self._cache = cache
        self._lanes = {name: Lane(name) for name in lanes}
        self._tasks: list[asyncio.Task[None]] = []
        self._read: OrderedDict[str, dict[str, Any]] = OrderedDict()  # results that were asked for last

    def start(self) -> None:
        """Lanes belong to the event loop that runs now."""
        self._cache.mkdir(parents=True, exist_ok=True)
        self._lanes = {name: Lane(name) for name in self._lanes}
        self._tasks = [asyncio.create_task(self._work(lane)) for lane in self._lanes.values()]

    async def stop(self) -> None:
        await asyncio.gather(*(children.ended(task) for task in self._tasks))

    # ---- asking

    def result(self, job: Job) -> dict[str, Any] | None:
        """What came of a job, if it is done."""
        if job.key in self._read:
            self._read.move_to_end(job.key)
            return self._read[job.key]
        path = self._path(job.key)
        try:
            found: dict[str, Any] = json.loads(path.read_bytes())
            path.touch()
        except (OSError, ValueError):
            return None
        self._read[job.key] = found
        if len(self._read) > MOST_READ:
            self._read.popitem(last=False)
        return found

    def forget(self, job: Job) -> None:
        """So that it is done anew when somebody asks again."""
        self._path(job.key).unlink(missing_ok=True)

    def place(self, lane: str, job: Job) -> int | None:
        """How many jobs are before this one; None if nobody has asked for it."""
        if job.key not in self._lanes[lane].done:
            return None
        keys = list(self._lanes[lane].waiting)
        return keys.index(job.key) + 1 if job.key in keys else 0

    def ask(self, lane: str, job: Job) -> asyncio.Event:
        """Puts a job into the queue, unless it is there; the event comes when it is done."""
        queue = self._lanes[lane]
        if job.key in queue.done:
            return queue.done[job.key]
        if len(queue.waiting) >= MOST_WAITING:
            raise QueueFull
        queue.waiting[job.key] = job
        queue.done[job.key] = asyncio.Event()
        queue.added.set()
        return queue.done[job.key]

    async def wait(self, lane: str, job: Job, seconds: float) -> dict[str, Any] | None:
        """The result, if it is there within so many seconds."""
        found = self.result(job)
        if found is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ask(lane, job).wait(), seconds)
            found = self.result(job)
        return found

    # ---- working

    async def _work(self, lane: Lane) -> None:
        worker: Worker | None = None
        try:
            while True:
                while not lane.waiting:
                    lane.added.clear()
                    await lane.added.wait()
                key = next(iter(lane.waiting))
                job = lane.waiting.pop(key)
                try:
                    worker = await self._one(job, worker)
                    await asyncio.to_thread(trim, self._cache)
                except Exception:  # a full disk, say: the next one may go well
                    log.exception("%s could not be worked out or written down", job.task)
                finally:
                    lane.done.pop(key).set()
        finally:
            if worker is not None:
                await worker.end()

    async def _one(self, job: Job, worker: Worker | None) -> Worker | None:
        """Has a job done; the worker to go on with."""
        try:
            worker = worker or await Worker.begin()
            trouble = await asyncio.wait_for(worker.do(job, self._path(job.key)), LONGEST_SECONDS)
        except (TimeoutError, OSError, EOFError) as error:
            trouble = f"it took too long or its worker died ({type(error).__name__})"
            if worker is not None:
                await worker.end()
            worker = None
        except asyncio.CancelledError:  # the server ends: so does its worker, whatever it is at
            if worker is not None:
                await worker.end()
            raise
        if trouble:
            log.error("%s %s: %s", job.task, job.arguments, trouble)
            write_result(self._path(job.key), {"problem": "This could not be worked out."})
        return worker

    def _path(self, key: str) -> Path:
        return self._cache / f"{key}.json"


class Worker:
    """The process: jobs go in as lines of JSON, and a line comes back for each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @staticmethod
    async def begin() -> Worker:
        pipe = asyncio.subprocess.PIPE
        return Worker(await children.start("arena.web.worker", stdin=pipe, stdout=pipe))

    async def do(self, job: Job, path: Path) -> str:
        """Empty if the result is in the file, else what went wrong."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps({"task": job.task, "arguments": job.arguments, "path": str(path)})
        self._process.stdin.write(line.encode() + b"\n")
        await self._process.stdin.drain()
        answer = await self._process.stdout.readline()
        if not answer:
            raise EOFError
        return str(json.loads(answer)["problem"])

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def write_result(path: Path, result: dict[str, Any]) -> None:
    """Whole or not at all. The folder may have been cleared away."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(result), encoding="utf-8")
    draft.replace(path)


def trim(cache: Path, most: int = CACHE_BYTES, most_files: int = CACHE_FILES) -> None:
    """Takes away what was not looked at for longest, until the rest is small enough."""
    total = 0
    for count, (_, size, path) in enumerate(sorted(measured(cache), reverse=True), 1):
        total += size
        if total > most or count > most_files:
            path.unlink(missing_ok=True)


def measured(cache: Path) -> Iterator[tuple[float, int, Path]]:
    """When each result was looked at last, and its size."""
    for path in cache.glob("*.json"):
        with contextlib.suppress(FileNotFoundError):  # another lane was quicker
            told = path.stat()
            yield told.st_mtime, told.st_size, path
