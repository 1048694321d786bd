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
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import islice
from operator import length_hint
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast

import arena
from arena.play.entrants import Entrant
from arena.tournament.adaptive_schedule import AdaptiveSchedule
from arena.tournament.nodes import IN_FLIGHT, Node, Nodes, on_node
from arena.tournament.schedule import Block
from arena.tournament.shipping import shipped_environment
from arena.tournament.store import Store
from arena.tournament.worker import Batch, Job, Worker
from core.errors import ArenaError

TARGET_SECONDS: Final = 0.5  # a task should last about so long
TASKS_PER_SECOND: Final = 500  # so many at most, longer ones on a large cluster: the driver must keep up with them all
RETRIES: Final = 3  # after the death of a worker or its node
ANSWER_SECONDS: Final = 10.0  # for a cluster to take a connection
LOOK_AHEAD: Final = 1000  # blocks that are searched for one that a machine without a sandbox can play
STOP_SECONDS: Final = 5.0  # seconds that an interrupted run waits for the batches in flight
PROBE_SECONDS: Final = 1.0  # between two looks at Ray's own processes
SILENT_SECONDS: Final = 10.0  # that one of them may stay silent before it counts as lost; refusing counts at once
LEAVE_SECONDS: Final = 8.0  # for the driver to end by itself after that
LOST_CODE: Final = 3
TOKEN_ADVICE: Final = "put what 'ray get-auth-token' prints on its head into ~/.ray/auth_token here"
JOIN_ADVICE: Final = "join it with 'ray start --address=...' (after 'ray stop', if it was in one whose head was lost)"
GO_ON: Final = "what was played is stored, and the same command carries on"
RAY_ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
}
AUTO: Final = "auto"  # as an address: the cluster that this machine is in, wherever its head is
NAMESPACE: Final = "arena"  # of detached runs
CLUSTER_SETTINGS: Final[dict[str, Any]] = {
    "namespace": NAMESPACE, "log_to_driver": False, "logging_level": logging.ERROR,
}  # fmt: skip
OWN_ADDRESS: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": Ray takes 127.0.0.1 for the address of this machine


class RunFailed(ArenaError):
    """The games could not be played, for a reason that is not a bot's fault."""


class RayLost(RunFailed):
    """One of Ray's own processes has ended under a run."""

    exit_code = LOST_CODE


# ---- Ray


@contextmanager
def ray_cluster(
    workers: int | None, address: str | None, advice: str = GO_ON, *, ship: bool = True
) -> Iterator[int]:
    """A Ray to run on, gives its number of workers: a local one of its own, or the one at the address.

    `ship` sends this project along, for tasks to be played there. Should Ray itself die under us, RayLost says so, and
    what `advice` says.
    """
    prepare_environment(local=address is None)
    with own_token() if address is None else known_token(address):
        count = start_ray(workers, address, ship)
        watch = RayWatch(ray_parts(address), advice)
        try:
            with watch:
                yield count
        finally:
            leave_ray(lost=bool(watch.lost))
            watch.left.set()


def start_ray(workers: int | None, address: str | None, ship: bool) -> int:
    import ray

    hush_ray()
    try:
        if address is None:
            workers = workers or os.cpu_count() or 1
            ray.init(num_cpus=workers, **local_settings())
        else:
            check_address(address)
            check_token(address)
            with shipped_environment() if ship else nullcontext() as environment:
                ray.init(address=address, runtime_env=environment, **CLUSTER_SETTINGS)
            workers = workers or max(1, int(cast(Any, ray).cluster_resources().get("CPU", 1)))
    except RunFailed:
        raise
    except Exception as error:  # Ray raises many kinds, bare Exception among them
        if isinstance(error, ConnectionError) and address is not None:
            raise RunFailed(f"this machine is no part of the Ray cluster at '{address}': {JOIN_ADVICE}.") from None
        raise RunFailed(f"Ray does not start: {one_line(error)}") from None
    return workers


def hush_ray() -> None:
    """When a machine is lost Ray prints pages of its own log on standard output; we say it in a sentence."""
    import ray

    cast(Any, ray)._private.worker.print_to_stdstream = lambda *_, **__: None


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


@contextmanager
def known_token(address: str) -> Iterator[None]:
    """A cluster's token is used wherever Ray keeps it, even if nobody has told Ray to use it.

    But not where the cluster asks for none: its workers know none, and this process would turn them away.
    """
    before = os.environ.get("RAY_AUTH_MODE")
    try:
        set_token_mode(token_mode(address))
        yield
    finally:
        set_token_mode(before)


def token_mode(address: str) -> str | None:
    """For RAY_AUTH_MODE, by asking the cluster where that can be done."""
    given = os.environ.get("RAY_AUTH_MODE")
    if address.startswith("ray://") or ":" not in address or given not in (None, "token", "disabled"):
        return given or ("token" if has_token() else None)
    check_address(address)
    set_token_mode("disabled")
    return "token" if has_token() and not is_let_in(address) else "disabled"


def set_token_mode(mode: str | None) -> None:
    os.environ.pop("RAY_AUTH_MODE", None)
    if mode is not None:
        os.environ["RAY_AUTH_MODE"] = mode
    read_token_again()


def is_let_in(address: str) -> bool:
    """Whether the cluster takes us as we are. Ray itself would go on trying for half a minute, and not say why."""
    import ray

    try:
        with silent():
            cast(Any, ray)._raylet.GcsClient(address=address)
    except ray.exceptions.AuthenticationError:
        return False
    except Exception:
        return True  # what else is wrong shows when we connect
    return True


def has_token() -> bool:
    path = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    return bool(os.environ.get("RAY_AUTH_TOKEN")) or path.is_file()


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
        if address != AUTO:
            raise RunFailed(f"'{address}' is no address of a Ray cluster: give host and port, as in 10.0.0.1:6379.")
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise RunFailed(f"no Ray cluster answers at '{address}': {error}.") from None


def check_token(address: str) -> None:
    if not address.startswith("ray://") and not is_let_in(address):
        raise RunFailed(f"the Ray cluster at '{address}' asks for its token: {TOKEN_ADVICE}.")


@contextmanager
def silent() -> Iterator[None]:
    """Ray's own code in C writes to standard error what we say in a sentence."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


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
        self.lost = ""  # which of the parts has ended or does not answer
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
        return RayLost(f"{self.lost} in the middle of the run: {self._advice}.")

    def run(self) -> None:
        while not self._closed.wait(PROBE_SECONDS):
            self.lost = next(filter(None, map(self._loss, self._parts.items())), "")
            if self.lost:
                return self._make_sure_to_end()

    def _make_sure_to_end(self) -> None:
        if not self.left.wait(LEAVE_SECONDS):
            leave_ray(lost=True)
            print(f"arena: {self.error()}", file=sys.stderr, flush=True)
            os._exit(LOST_CODE)

    def _loss(self, part: tuple[str, Address]) -> str:
        """What has become of it, in words; empty if it answers, or was silent for a moment only."""
        name, address = part
        try:
            socket.create_connection(address, timeout=PROBE_SECONDS).close()
        except ConnectionRefusedError:
            return f"{name} has ended"
        except OSError:
            silent_for = time.monotonic() - self._answered[name]
            return f"{name} was not reached for {silent_for:.0f} s" if silent_for > SILENT_SECONDS else ""
        self._answered[name] = time.monotonic()
        return ""


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

    os.environ.pop("RAY_AUTH_TOKEN", None)  # Ray has read it; a bot's process need not inherit it
    if (key, apart) not in _workers:
        for other in _workers.values():
            other.close()
        _workers.clear()
        _workers[key, apart] = Worker(replace(ray.get(holder[0]), apart=apart))
    return _workers[key, apart].play(blocks)


Task = Callable[[str, list[Any], bool, list[Block]], Batch]


class RayPool:
    """Submits batches of one job, and collects what has become of them."""

    def __init__(self, job: Job, nodes: Nodes | None = None, task: Task | None = None) -> None:
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
    job: Job,
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
    job = Job.of(store.config, entrants, writer=store.writer)
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
