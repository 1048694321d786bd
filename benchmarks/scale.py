"""How far one driver carries, with workers that only sleep: tasks, blocks and games a second, nodes, memory.

    python -m benchmarks scale              about five minutes
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.play.records import BotIdentity
from arena.play.seeds import Secret
from arena.tournament.config import Config, build_config, find_entrants
from arena.tournament.ray_cluster import prepare_environment, ray_cluster
from arena.tournament.rows import Row, Rows, pack_actions
from arena.tournament.runner import Task, play_blocks
from arena.tournament.schedule import Block, Schedule
from arena.tournament.store import Store
from arena.tournament.tally import Tally
from arena.tournament.worker import Batch, PlayJob
from benchmarks.measure import show, title

SLEEPER = Path(__file__).with_name("sleeper.py")
SECRET = Secret.numbered(1)
SEATS = 4
DECISIONS = 500  # as many as a game of Ganymede for four has
WORKERS = 4
TASKS = 6_000
MILLION, LOOK = 1_000_000, 50_000
NODES, WORKERS_PER_NODE = (1, 2, 4, 8), 2
PAUSE = 0.05  # seconds a sleeping bot takes for a move
WARM_UP_GAMES, WINDOW_SECONDS = 6, 40  # games of each worker first


# ---- one driver


@cache
def packed_actions() -> bytes:
    return pack_actions(range(1, 64_000_000, 64_000_000 // DECISIONS))


def made_up(block: Block) -> Rows:
    """Rows of the right size that nobody has played."""
    actions = packed_actions()
    rows = [
        Row(block.index * SEATS + seating.rotation, 0, 0, block.deal, block.index, seating.rotation, seating.seed,
            1.0, 0, "[0,1,2,3]", "[1,2,3,4]", "[40.0,30.0,20.0,10.0]", "[125,125,125,125]", "[]", DECISIONS, actions,
            bytes(16), bytes(16), "[0.1,0.1,0.1,0.1]")
        for seating in block.seatings
    ]  # fmt: skip
    return Rows(rows, [])


def sleeping(seconds: float, said: float) -> Task:
    """A task that sleeps for each block, and says that it took longer: the less it says, the larger the batches."""

    def play(key: str, holder: list[Any], apart: bool, blocks: list[Block]) -> Batch:
        time.sleep(seconds * len(blocks))
        found = [made_up(block) for block in blocks]
        rows = Rows([row for each in found for row in each.games], [])
        games = len(rows.games)
        totals = {f"bot{seat}": (games, games * (seat + 1)) for seat in range(SEATS)}
        return Batch([], said * len(blocks), "", Tally(len(blocks), games, 0, 0, totals), rows)

    return play


def large_config(blocks: int) -> Config:
    bots = [{"name": f"bot{seat}", "spec": "random"} for seat in range(SEATS)]
    return build_config({"name": "scale", "game": "ganymede", "players": SEATS, "deals": blocks, "bots": bots}, "scale")


def megabytes() -> float:
    """That this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def fed(blocks: int, task: Task, path: Path) -> Iterator[tuple[float, int, int, int]]:
    """Runs a driver on sleeping workers and a store; after every round: seconds, tasks, blocks and games so far."""
    config = large_config(blocks)
    identities = [BotIdentity(bot.name, bot.spec, "1") for bot in config.bots]
    with Store.create(path, config, identities, SECRET) as store:
        job = PlayJob.of(config, find_entrants(config, Path()), writer=store.writer)
        tasks, done, games, began = 0, 0, 0, 0.0
        for batches in play_blocks(job, iter(store.schedule), blocks, WORKERS, task=task):
            store.add_rows([batch.rows for batch in batches])
            if not began:  # by now the workers are there
                began = time.perf_counter()
                continue
            tasks += len(batches)
            done += sum(batch.tally.blocks for batch in batches)
            games += sum(batch.tally.games for batch in batches)
            yield time.perf_counter() - began, tasks, done, games


def measure_tasks(folder: Path) -> None:
    """Every block a task of its own: what Ray and the driver can do at most."""
    *_, (seconds, tasks, _, _) = fed(TASKS, sleeping(0.0, said=1.0), folder / "tasks.db")
    show("tasks of one block that one driver feeds", f"{tasks / seconds:,.0f} a second")


def measure_million(folder: Path) -> None:
    memory: list[float] = []
    path = folder / "million.db"
    spent, at = time.process_time(), (0.0, 0, 0, 0)
    for at in fed(MILLION // SEATS, sleeping(1e-4, said=1e-3), path):
        if at[-1] >= LOOK * (len(memory) + 1):
            memory.append(megabytes())
    spent = time.process_time() - spent
    seconds, tasks, blocks, games = at
    show("blocks, in batches, that one driver feeds", f"{blocks / seconds:,.0f} a second", "at least 2,000",
         blocks / seconds >= 2_000)
    show("games written", f"{games / seconds:,.0f} a second", "at least 20,000", games / seconds >= 20_000)
    show("tasks that took", f"{tasks / seconds:,.0f} a second", f"{blocks / tasks:.0f} blocks each")
    show("processor time of the driver per game", f"{1e6 * spent / games:.1f} µs")
    show("size of the file per game", f"{path.stat().st_size / games:,.0f} bytes")
    first, last = memory[1], memory[-1]  # after 100,000 games, and at the end
    show("memory of the driver after 100,000 games", f"{first:.0f} MB")
    show("memory of the driver after a million games", f"{last:.0f} MB", "at most 10 % more", last <= 1.1 * first)
    print("  every 50,000 games, in MB: " + " ".join(f"{each:.0f}" for each in memory), flush=True)


def measure_store(folder: Path) -> None:
    """The store by itself, rows at hand."""
    config = large_config(5_000)
    identities = [BotIdentity(bot.name, bot.spec, "1") for bot in config.bots]
    rows = [made_up(block) for block in Schedule(config, SECRET)]
    with Store.create(folder / "store.db", config, identities, SECRET) as store:
        began = time.perf_counter()
        written = sum(store.add_rows(rows[first : first + 100]) for first in range(0, len(rows), 100))
        seconds = time.perf_counter() - began
    show("games that the store takes by itself", f"{written / seconds:,.0f} a second", "at least 20,000",
         written / seconds >= 20_000)


# ---- several nodes


@contextmanager
def cluster_of(nodes: int) -> Iterator[str]:
    """So many Ray nodes on this machine; gives their address."""
    prepare_environment()
    from ray.cluster_utils import Cluster

    settings: dict[str, Any] = {"num_cpus": WORKERS_PER_NODE, "object_store_memory": 80 * 2**20}
    cluster: Any = Cluster(initialize_head=True, head_node_args={**settings, "include_dashboard": False})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(**settings)
        yield cluster.address
    finally:
        cluster.shutdown()


def efficiency(nodes: int) -> tuple[float, float]:
    """Games a second, and the share of all workers' time in which a bot of theirs slept."""
    workers = nodes * WORKERS_PER_NODE
    spec = f"{SLEEPER}:Sleeper:pause={1000 * PAUSE}"
    bots = [{"name": name, "spec": spec} for name in ("a", "b")]
    config = build_config({"name": "nodes", "game": "connect_four", "deals": 10**6, "bots": bots}, "scale")
    job, began, games, slept = PlayJob.of(config, find_entrants(config, Path())), 0.0, 0, 0.0
    with cluster_of(nodes) as address, ray_cluster(None, address):
        for batches in play_blocks(job, iter(Schedule(config, SECRET)), 10**6, workers):
            played = [game for batch in batches for _, found in batch.blocks for game in found]
            games += len(played)
            slept += PAUSE * sum(game.record.decisions for game in played) if began else 0.0
            if not began and games >= WARM_UP_GAMES * workers:
                began, games = time.perf_counter(), 0
            if began and (seconds := time.perf_counter() - began) >= WINDOW_SECONDS:
                break
    return games / seconds, slept / (seconds * workers)


def measure_nodes() -> None:
    for nodes in NODES:
        rate, busy = efficiency(nodes)
        what = f"{nodes} nodes of {WORKERS_PER_NODE} workers, {PAUSE * 1000:.0f} ms a move: bots at work"
        show(what, f"{busy:.1%} ({rate:.2f} games/s)", "at least 95 %", busy >= 0.95)


def main() -> None:
    title(f"one driver, {WORKERS} workers that only sleep, games for {SEATS} of {DECISIONS} decisions")
    with TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        measure_store(Path(folder))
        with ray_cluster(WORKERS, None):
            measure_tasks(Path(folder))
            measure_million(Path(folder))
    title("several nodes on this machine, real games, bots that sleep")
    measure_nodes()
