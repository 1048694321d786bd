"""The machines of a Ray cluster: which of them can play, how many games each plays at a time, and how they fare.

They come and go during a run. Each is looked at once before it gets a game: it must have our Python and processor, and
a sandbox if it is to play submitted bots. One that is lost again and again is left out.
"""

from __future__ import annotations

import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Any, Final, cast

from arena.process.sandbox import sandbox_problem

REFRESH_SECONDS: Final = 1.0
REST_SECONDS: Final = 1.0
LONGEST_REST: Final = 60.0
MOST_LOSSES: Final = 3  # of one host, before it is left out
IN_FLIGHT: Final = 2  # tasks per processor that are playing or waiting


@dataclass(frozen=True, slots=True)
class Facts:
    """What a machine must have in common with ours, and what keeps it from sandboxing, if anything does."""

    python: str
    processor: str
    sandbox: str | None = None


def our_facts() -> Facts:
    return Facts(".".join(map(str, sys.version_info[:2])), platform.machine())


def misfit(facts: Facts) -> str:
    """Why a machine cannot run our compiled games, in words; empty if it can."""
    ours = our_facts()
    if facts.python != ours.python:
        return f"it has Python {facts.python}, the run has {ours.python}"
    if facts.processor != ours.processor:
        return f"its processor is {facts.processor}, the run's is {ours.processor}"
    return ""


@dataclass(slots=True, eq=False)
class Node:
    """One machine. An empty id stands for wherever Ray likes to play."""

    id: str
    host: str
    cpus: int
    sandbox: str | None = None  # why it cannot play submitted bots
    flights: int = 0
    seconds_per_block: float = 0.0
    failures: int = 0  # batches in a row that came to nothing
    resting_until: float = 0.0

    @property
    def room(self) -> bool:
        return self.flights < IN_FLIGHT * self.cpus and time.monotonic() >= self.resting_until

    def rest(self) -> None:
        """After a batch that came to nothing: for longer and longer, until the machine plays again or is gone."""
        self.failures += 1
        self.resting_until = time.monotonic() + min(self.failures * REST_SECONDS, LONGEST_REST)

    def wait(self) -> float:
        """How long one more block would take to come back, roughly; nodes not tried yet come first."""
        return (self.flights + 1) / self.cpus * self.seconds_per_block

    def took(self, seconds: float, blocks: int) -> None:
        """Follows the measured times, new ones counting more."""
        self.failures = 0
        latest = max(seconds / blocks, 1e-6)
        self.seconds_per_block = (self.seconds_per_block + latest) / 2 if self.seconds_per_block else latest


@dataclass(slots=True)
class Nodes:
    """All machines that can play now. `tell` gets a sentence about each that cannot."""

    tell: Callable[[str], None] = lambda sentence: None
    submitted: bool = False  # whether there are bots that need a sandbox
    ready: dict[str, Node] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)  # played, by host
    timeouts: Counter[str] = field(default_factory=Counter)  # faults of that kind, by host
    lost: list[Node] = field(default_factory=list)  # since somebody asked: what they were playing is to be played again
    _looking: dict[Any, Node] = field(default_factory=dict)  # by the task that looks at it
    _left_out: dict[str, Node] = field(default_factory=dict)
    _losses: Counter[str] = field(default_factory=Counter)  # by host
    _refreshed: float = float("-inf")

    @property
    def cpus(self) -> int:
        return sum(node.cpus for node in self.ready.values())

    def refresh(self) -> None:
        """Looks, every second, which machines there are."""
        if time.monotonic() - self._refreshed < REFRESH_SECONDS:
            return
        self._refreshed = time.monotonic()
        import ray

        alive = {node.id: node for node in alive_nodes()}
        for gone in [node for node in self._known() if node.id not in alive]:
            self._forget(gone)
        own = ray.get_runtime_context().get_node_id()
        known = {node.id for node in self._known()}
        for node in alive.values():
            if node.id not in known:
                self._welcome(node, own)
        self._see()

    def _known(self) -> list[Node]:
        return [*self.ready.values(), *self._looking.values(), *self._left_out.values()]

    def _forget(self, node: Node) -> None:
        self.ready.pop(node.id, None)
        self._looking = {task: other for task, other in self._looking.items() if other is not node}
        if self._left_out.pop(node.id, None) is None:
            self._losses[node.host] += 1
            self.lost.append(node)
            self.tell(f"{node.host} is lost; others play its games")

    def _welcome(self, node: Node, own: str) -> None:
        if self._losses[node.host] >= MOST_LOSSES:
            self._leave_out(node, f"it was lost {self._losses[node.host]} times")
        elif node.id == own:  # this machine
            self._take_in(node, sandbox_problem() if self.submitted else None)
        else:
            self._looking[look_at(node)] = node

    def rest(self, node: Node, error: Exception) -> None:
        """A batch of this machine came to nothing though it is still there. Once may be an accident."""
        node.rest()
        if node.failures == MOST_LOSSES:
            self.tell(f"{node.host} answers with errors and gets few games: {last_line(error)}")

    def _leave_out(self, node: Node, why: str) -> None:
        self._left_out[node.id] = node
        self.tell(f"{node.host} does not play: {why}")

    def _see(self) -> None:
        """Takes in the machines that have been looked at."""
        import ray

        if not self._looking:
            return
        seen, _ = ray.wait(list(self._looking), num_returns=len(self._looking), timeout=0)
        for task in seen:
            node = self._looking.pop(task)
            try:
                facts = Facts(**ray.get(task))
            except Exception as error:  # Ray raises many kinds
                self._leave_out(node, " ".join(str(error).split())[-200:])
                continue
            if why := misfit(facts):
                self._leave_out(node, why)
                continue
            self._take_in(node, facts.sandbox)

    def _take_in(self, node: Node, sandbox: str | None) -> None:
        node.sandbox = sandbox
        self.ready[node.id] = node
        if sandbox and self.submitted:
            self.tell(f"{node.host} plays no submitted bots: {sandbox}")

    def is_waiting(self) -> bool:
        """Whether a machine may still turn out to be able to play."""
        return bool(self._looking)

    def lack_sandbox(self) -> bool:
        """Whether there are machines, and none can play submitted bots."""
        return bool(self.ready) and all(node.sandbox is not None for node in self.ready.values())

    def by_wait(self) -> Iterator[Node]:
        """Machines with room, the one that answers soonest first; one that takes what it is given comes again."""
        waits = [(node.wait(), number, node) for number, node in enumerate(self.ready.values()) if node.room]
        heapify(waits)
        while waits:
            _, number, node = heappop(waits)
            before = node.flights
            yield node
            if before < node.flights and node.room:
                heappush(waits, (node.wait(), number, node))

    def summary(self) -> list[str]:
        """Who has played how much, and time-outs by machine, in words; nothing where one machine has played it all."""
        if len(self.games) < 2:
            return []
        counts = {"games": self.games, "time-outs": self.timeouts}
        return [f"{what} by machine: {listed(count)}" for what, count in counts.items() if count]


def last_line(error: Exception) -> str:
    """Of what Ray says."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__


def listed(counts: Counter[str]) -> str:
    return ", ".join(f"{host} {count}" for host, count in sorted(counts.items()))


def alive_nodes() -> list[Node]:
    import ray

    found = [node for node in cast(Any, ray).nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    return [Node(node["NodeID"], node["NodeManagerAddress"], int(node["Resources"]["CPU"])) for node in found]


def on_node(node: Node) -> Any:
    """Ray's way to say where a task must run."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    return NodeAffinitySchedulingStrategy(node.id, soft=False)


def look_at(node: Node) -> Any:
    import ray

    task = ray.remote(num_cpus=0, max_retries=1)(looking(our_facts()))
    return task.options(scheduling_strategy=on_node(node)).remote()


def looking(ours: Facts) -> Callable[[], dict[str, Any]]:
    """A function that travels by its code, not by its name: where our modules cannot be loaded it still answers."""
    python, processor = ours.python, ours.processor

    def look() -> dict[str, Any]:
        import platform
        import sys

        facts: dict[str, Any] = {"python": ".".join(map(str, sys.version_info[:2])), "processor": platform.machine()}
        if (facts["python"], facts["processor"]) == (python, processor):
            from arena.process.sandbox import sandbox_problem

            facts["sandbox"] = sandbox_problem()
        return facts

    return look
