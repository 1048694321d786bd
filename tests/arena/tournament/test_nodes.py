"""Which machines of a cluster play which blocks."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import core
from arena.tournament.config import Config, find_entrants
from arena.tournament.nodes import MOST_LOSSES, Facts, Node, Nodes, alive_nodes, misfit, our_facts
from arena.tournament.ray_cluster import prepare_environment, ray_cluster
from arena.tournament.runner import LOOK_AHEAD, Queue
from arena.tournament.schedule import Block
from arena.tournament.store import Store
from arena.tournament.worker import PlayJob
from tests.arena.tables import SECRET, identities, schedule, strange, tournament

CONFIG = tournament(bots={"a": "random", "b": "random", "submitted": "random"}, deals=8)
ALLOWED = {"arena", "bots", "core", "numpy", "ray", "cython_runtime", "__main__"}


def blocks() -> list[Block]:
    return list(schedule(CONFIG))


def needs_sandbox(block: Block) -> bool:
    return "submitted" in block.seatings[0].lineup


def queue() -> Queue:
    return Queue(iter(blocks()), len(blocks()), {"submitted"})


def test_a_machine_without_a_sandbox_gets_only_blocks_without_submitted_bots() -> None:
    waiting = queue()
    plain = waiting.take(100, sandbox=False)
    assert plain == [block for block in blocks() if not needs_sandbox(block)]
    assert waiting.take(1, sandbox=False) == []
    assert waiting.take(100, sandbox=True) == [block for block in blocks() if needs_sandbox(block)]
    assert not waiting
    assert waiting.remaining == 0


def test_the_search_for_such_a_block_has_an_end() -> None:
    endless = tournament(bots={"a": "random", "submitted": "random"}, deals=10 * LOOK_AHEAD)
    waiting = Queue(iter(schedule(endless)), len(schedule(endless)), {"submitted"})
    assert waiting.take(1, sandbox=False) == []
    assert [block.index for block in waiting.take(3, sandbox=True)] == [0, 1, 2]


def test_what_is_given_back_is_played_by_the_next() -> None:
    waiting = queue()
    taken = waiting.take(3, sandbox=True)
    waiting.give_back(taken)
    assert waiting.remaining == len(blocks())
    assert waiting.take(100, sandbox=True) == blocks()


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (our_facts(), ""),
        (Facts("3.9", our_facts().processor), f"it has Python 3.9, the run has {our_facts().python}"),
        (Facts(our_facts().python, "riscv64"), f"its processor is riscv64, the run's is {our_facts().processor}"),
    ],
)
def test_a_machine_with_another_python_or_processor_is_named(facts: Facts, sentence: str) -> None:
    assert misfit(facts) == sentence


def test_a_slow_machine_gets_fewer_blocks() -> None:
    fast, slow = Node("1", "fast", 2, seconds_per_block=0.1), Node("2", "slow", 2, seconds_per_block=1.0)
    nodes = Nodes(ready={"1": fast, "2": slow})
    order = []
    for node in nodes.by_wait():
        node.flights += 1
        order.append(node.host)
    assert order == ["fast"] * 4 + ["slow"] * 4  # as many as each has room for
    fast.flights = slow.flights = 0
    assert [node.host for node in nodes.by_wait()] == ["fast", "slow"]  # neither takes anything


def test_a_machine_whose_batches_come_to_nothing_rests_for_longer_and_longer() -> None:
    node = Node("1", "cut off", 2)
    rests = []
    for _ in range(3):
        node.rest()
        rests.append(node.resting_until - time.monotonic())
        assert not node.room
    assert rests == sorted(rests)
    node.resting_until = time.monotonic()
    assert node.room
    node.took(1.0, 1)
    assert node.failures == 0


def test_a_machine_that_answers_with_errors_is_named_once() -> None:
    said: list[str] = []
    nodes, node = Nodes(said.append), Node("1", "10.0.0.2", 2)
    for _ in range(5):
        nodes.rest(node, RuntimeError("task failed\n\n  The object's owner has exited.\n"))
    assert said == ["10.0.0.2 answers with errors and gets few games: The object's owner has exited."]


def test_a_worker_loads_nothing_but_the_project_numpy_and_ray(tmp_path: Path) -> None:
    """Not for its tasks, and not while it plays every game with every kind of bot and makes rows of them."""
    code = """
import os, pickle, sys
before = set(sys.modules)
os.environ["ARENA_SUBMISSIONS"] = "none.db"
import arena.tournament.runner
from arena.tournament.worker import BlockPlayer
for line in sys.argv[1:]:
    job, blocks = pickle.loads(bytes.fromhex(line))
    worker = BlockPlayer(job)
    batch = worker.play(blocks)
    worker.close()
    assert batch.rows.games and not batch.failure, batch.failure
print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names))
"""
    jobs = [pickled_job(config, tmp_path / config.event.game).hex() for config in every_game()]
    ended = subprocess.run([sys.executable, "-c", code, *jobs], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert {name for name in ended.stdout.split() if not name.startswith("_cython")} <= ALLOWED


def every_game() -> list[Config]:
    kinds = {"random": "random", "greedy": "greedy", "mcts": "mcts:iterations=2", "mcts-0.1": "mcts-0.1:iterations=2",
             "file": strange("Steady")}  # fmt: skip
    return [tournament(game=name, players=core.game_class(name).SEATS[1], deals=1, bots=kinds) for name in core.games()]


def pickled_job(config: Config, path: Path) -> bytes:
    """The first blocks in which everybody has played."""
    with Store.create(path, config, identities(config), SECRET) as store:
        blocks, seen = [], set[str]()
        for block in store.schedule:
            if set(block.seatings[0].lineup) - seen:
                blocks.append(replace(block, seatings=block.seatings[:1]))
                seen |= set(block.seatings[0].lineup)
        return pickle.dumps((PlayJob.of(config, find_entrants(config, Path()), writer=store.writer), blocks))


@pytest.mark.soak
def test_a_machine_that_is_lost_again_and_again_is_left_out_and_named() -> None:
    prepare_environment()
    from ray.cluster_utils import Cluster

    settings = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args={**settings, "include_dashboard": False})
    said: list[str] = []
    nodes = Nodes(said.append)
    try:
        with ray_cluster(None, cluster.address):
            host = alive_nodes()[0].host
            for _ in range(MOST_LOSSES + 1):
                joined = cluster.add_node(**settings)
                refresh_until(nodes, lambda: len(nodes._known()) == 2)
                cluster.remove_node(joined, allow_graceful=False)
                refresh_until(nodes, lambda: len(nodes._known()) == 1)
    finally:
        cluster.shutdown()
    assert said.count(f"{host} is lost; others play its games") == MOST_LOSSES
    assert said[-1] == f"{host} does not play: it was lost {MOST_LOSSES} times"


def refresh_until(nodes: Nodes, is_so: Callable[[], bool]) -> None:
    for _ in range(100):
        nodes._refreshed = float("-inf")
        nodes.refresh()
        if is_so():
            return
        time.sleep(0.3)
    pytest.fail("it never came to that")
