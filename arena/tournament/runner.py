"""Playing a schedule on Ray: batches of whole blocks as plain tasks, a bounded number of them in flight."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from operator import length_hint
from typing import Any, Final, cast

from arena.play.entrants import Entrant
from arena.tournament.adaptive_schedule import AdaptiveSchedule
from arena.tournament.nodes import IN_FLIGHT, Node, Nodes, on_node
from arena.tournament.ray_cluster import RunFailed, check_ray
from arena.tournament.schedule import Block
from arena.tournament.store import Store
from arena.tournament.worker import Batch, BlockPlayer, PlayJob

TARGET_SECONDS: Final = 0.5  # a task should last about so long
TASKS_PER_SECOND: Final = 500  # so many at most, longer ones on a large cluster: the driver must keep up with them all
RETRIES: Final = 3  # after the death of a worker or its node
LOOK_AHEAD: Final = 1000  # blocks that are searched for one that a machine without a sandbox can play
STOP_SECONDS: Final = 5.0  # seconds that an interrupted run waits for the batches in flight


# ---- tasks


_workers: dict[tuple[str, bool], BlockPlayer] = {}  # in a worker's process: the job it has set up


def play_task(key: str, holder: list[Any], apart: bool, blocks: list[Block]) -> Batch:
    """The body of a Ray task. The job is fetched once per process."""
    import ray

    os.environ.pop("RAY_AUTH_TOKEN", None)  # Ray has read it; a bot's process need not inherit it
    if (key, apart) not in _workers:
        for other in _workers.values():
            other.close()
        _workers.clear()
        _workers[key, apart] = BlockPlayer(replace(ray.get(holder[0]), apart=apart))
    return _workers[key, apart].play(blocks)


Task = Callable[[str, list[Any], bool, list[Block]], Batch]


class RayPool:
    """Submits batches of one job, and collects what has become of them."""

    def __init__(self, job: PlayJob, nodes: Nodes | None = None, task: Task | None = None) -> None:
        import ray

        self._ray = ray
        self._holder = [ray.put(job)]
        self._key = os.urandom(8).hex()
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(task or play_task)
        self._on_node: dict[str, Any] = {}  # the task, bound to a machine
        self._flights: dict[Any, Flight] = {}
        self._nodes = nodes or Nodes()
        self.returned: list[list[Block]] = []  # batches whose machine was lost, to be played elsewhere

    def __len__(self) -> int:
        return len(self._flights)

    def submit(self, blocks: list[Block], apart: bool = False, node: Node | None = None) -> None:
        flight = self._bound(node).remote(self._key, self._holder, apart, blocks)
        self._flights[flight] = Flight(blocks, apart, node)
        if node is not None:
            node.flights += 1

    def _bound(self, node: Node | None) -> Any:
        if node is None:
            return self._task
        if node.id not in self._on_node:
            self._on_node[node.id] = self._task.options(scheduling_strategy=on_node(node))
        return self._on_node[node.id]

    def collect(self, timeout: float) -> list[Batch]:
        """The batches that have come in, after waiting for at least one of them or the timeout."""
        check_ray()
        if not self._flights:
            time.sleep(timeout)
            return []
        flights = list(self._flights)
        ready, _ = self._ray.wait(flights, num_returns=1, timeout=timeout, fetch_local=True)
        if ready:
            ready, _ = self._ray.wait(flights, num_returns=len(flights), timeout=0, fetch_local=True)
        landed = map(self._land, ready, self._answers(ready))
        return [batch for batch in landed if batch is not None]

    def _answers(self, tasks: list[Any]) -> list[Batch | Exception]:
        """Asked for all at once; one by one only if one of them failed."""
        try:
            return cast(list[Batch | Exception], self._ray.get(tasks))
        except self._ray.exceptions.RayError:
            return [self._answer(task) for task in tasks]

    def _answer(self, task: Any) -> Batch | Exception:
        try:
            return cast(Batch, self._ray.get(task))
        except self._ray.exceptions.RayError as error:
            return cast(Exception, error)

    def give_up(self, node: Node) -> list[Block]:
        """The blocks that a lost machine was to play. Ray itself may wait for it for ever."""
        tasks = [task for task, flight in self._flights.items() if flight.node is node]
        return [block for task in tasks for block in self._flights.pop(task).blocks]

    def _land(self, task: Any, answer: Batch | Exception) -> Batch | None:
        flight = self._flights.pop(task)
        if flight.node is not None:
            flight.node.flights -= 1
        if isinstance(answer, self._ray.exceptions.RayTaskError) and not isinstance(answer, self._lost_node()):
            raise RunFailed(f"a worker cannot play: {str(answer).strip().splitlines()[-1]}")
        if isinstance(answer, Exception):
            check_ray()
            self._play_again(flight, answer)
            return None
        if flight.node is not None:
            self._note(flight.node, answer)
        return answer

    def _note(self, node: Node, batch: Batch) -> None:
        if batch.tally.blocks:
            node.took(batch.seconds, batch.tally.blocks)
        self._nodes.games[node.host] += batch.tally.games
        if batch.tally.timeouts:
            self._nodes.timeouts[node.host] += batch.tally.timeouts

    def _play_again(self, flight: Flight, error: Exception) -> None:
        """A lost machine's batch goes to another. A batch that has killed worker after worker is played block by block
        with every bot by itself, so that the culprit is found."""
        if flight.node is not None and isinstance(error, self._lost_node()):
            self._nodes.rest(flight.node, error)
            self.returned.append(flight.blocks)
        elif flight.apart:
            raise RunFailed(f"block {flight.blocks[0].index} cannot be played: {error}") from None
        else:
            for block in flight.blocks:
                self.submit([block], apart=True)

    def _lost_node(self) -> tuple[type[Exception], ...]:
        """What comes of a machine that has gone, or that cannot reach the others."""
        errors = self._ray.exceptions
        return errors.NodeDiedError, errors.TaskUnschedulableError, errors.ObjectLostError


@dataclass(frozen=True, slots=True)
class Flight:
    """A batch that is playing or waiting, and where."""

    blocks: list[Block]
    apart: bool
    node: Node | None


# ---- batches


def batch_size(remaining: int, workers: int, seconds_per_block: float) -> int:
    """How many blocks the next task should take: about TARGET_SECONDS of play, less towards the end, more if there are
    so many workers that the driver could not feed them."""
    if not seconds_per_block:
        return 1
    seconds = max(TARGET_SECONDS, workers / TASKS_PER_SECOND)
    fair = -(-remaining // (IN_FLIGHT * workers))
    return max(1, min(round(seconds / seconds_per_block), fair))


class Queue:
    """The blocks still to be played. Those that need a sandbox wait for a machine that has one."""

    def __init__(self, blocks: Iterator[Block], count: int | None, sandboxed: set[str]) -> None:
        self._blocks = blocks
        self._sandboxed = sandboxed
        self._held: deque[Block] = deque()
        self._count = count  # None: the iterator knows how many are left for now

    @property
    def remaining(self) -> int:
        return len(self._held) + length_hint(self._blocks) if self._count is None else self._count

    def __bool__(self) -> bool:
        if not self._held:
            self._held.extend(islice(self._blocks, 1))
        return bool(self._held)

    def take(self, most: int, *, sandbox: bool) -> list[Block]:
        """The next blocks that such a machine can play."""
        if not sandbox:
            self._held.extend(islice(self._blocks, max(0, LOOK_AHEAD - len(self._held))))
        taken: list[Block] = []
        passed: list[Block] = []
        while len(taken) < most and (self._held or self):
            block = self._held.popleft()
            (taken if sandbox or not self._needs_sandbox(block) else passed).append(block)
            if len(passed) == LOOK_AHEAD:
                break
        self._held.extendleft(reversed(passed))
        self._change_count(-len(taken))
        return taken

    def give_back(self, blocks: list[Block]) -> None:
        self._held.extendleft(reversed(blocks))
        self._change_count(len(blocks))

    def _change_count(self, by: int) -> None:
        if self._count is not None:
            self._count += by

    def _needs_sandbox(self, block: Block) -> bool:
        return bool(self._sandboxed) and not self._sandboxed.isdisjoint(block.seatings[0].lineup)


def play_blocks(
    job: PlayJob,
    blocks: Iterator[Block],
    count: int | None,
    workers: int | None,
    stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda sentence: None,
    task: Task | None = None,
) -> Iterator[list[Batch]]:
    """Plays `count` blocks on the Ray that is running, on at most so many workers, or on as many as there are; gives
    batches as they come in, in any order. Without a count all that `blocks` gives are played, which may become more.
    `tell` gets a sentence about each machine that is lost or cannot play. `task` takes the place of play_task, to
    measure what is around it.
    """
    sandboxed = {entrant.name for entrant in job.entrants if entrant.sandboxed}
    nodes = Nodes(tell, submitted=bool(sandboxed))
    pool, queue = RayPool(job, nodes, task), Queue(blocks, count, sandboxed)
    while True:
        nodes.refresh()
        while nodes.lost:
            queue.give_back(pool.give_up(nodes.lost.pop()))
        if not stopped():
            send(pool, queue, nodes, workers)
        if stopped() or not (len(pool) or queue):
            break
        if not len(pool) and not nodes.is_waiting() and nodes.lack_sandbox():
            raise RunFailed("no machine of the cluster has the sandbox that submitted bots need.")
        yield from landed(pool, queue, 0.5)
    deadline = time.monotonic() + STOP_SECONDS
    while len(pool) and time.monotonic() < deadline:
        yield from landed(pool, queue, 0.5)
    for sentence in nodes.summary():
        tell(sentence)


def send(pool: RayPool, queue: Queue, nodes: Nodes, workers: int | None) -> None:
    """Gives every machine as much as it has room for, the one that answers soonest first."""
    most = min(workers or nodes.cpus, nodes.cpus)
    for node in nodes.by_wait():
        if len(pool) >= IN_FLIGHT * most or not queue:
            return
        size = batch_size(queue.remaining, most, node.seconds_per_block)
        batch = queue.take(size, sandbox=node.sandbox is None)
        if batch:
            pool.submit(batch, node=node)


def landed(pool: RayPool, queue: Queue, timeout: float) -> Iterator[list[Batch]]:
    batches = pool.collect(timeout)
    if good := [batch for batch in batches if not batch.failure]:
        yield good
    if len(good) < len(batches):
        raise RunFailed(f"a game cannot be played: {next(batch.failure for batch in batches if batch.failure)}")
    while pool.returned:
        queue.give_back(pool.returned.pop())


def play_missing(
    store: Store,
    entrants: tuple[Entrant, ...],
    workers: int | None,
    stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda sentence: None,
) -> Iterator[list[Batch]]:
    """Plays what is not in the store yet; gives batches when they are written."""
    job = PlayJob.of(store.config, entrants, writer=store.writer)
    for blocks, count in parts_left(store):
        for batches in play_blocks(job, blocks, count, workers, stopped, tell):
            store.add_rows([batch.rows for batch in batches])
            yield batches
        if stopped():
            return


def parts_left(store: Store) -> Iterator[tuple[Iterator[Block], int]]:
    """What is not in the store yet and how many blocks that are: all at once, or round after round if they are chosen
    from the results of the rounds before."""
    if isinstance(store.schedule, AdaptiveSchedule):
        yield from ((iter(blocks), len(blocks)) for blocks in store.schedule.rounds(store.finished))
    else:
        finished = store.finished()
        left = len(store.schedule) - len({block for block, _ in finished})
        yield store.schedule.remaining(finished), left
