"""What Ray costs and what a second worker brings, for games of at least 50 ms."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from arena.config import build_config
from arena.entrants import find_entrants
from arena.runner import play_blocks, ray_cluster
from arena.schedule import Block, Schedule
from arena.worker import Job, Worker
from benchmarks.measure import show, title

BURNER = Path(__file__).with_name("burner.py")
WARM_UP, BLOCKS = 8, 60


def tournament() -> tuple[Job, Schedule]:
    bots = [{"name": name, "spec": f"{BURNER}:Burner:steps=100000"} for name in ("a", "b")]
    config = build_config({"name": "bench", "game": "connect_four", "deals": 10_000, "bots": bots}, "bench")
    return Job(config.load_game(), find_entrants(config, Path()), config.limits), Schedule(config)


def timed(play: Callable[[list[Block]], None], schedule: Schedule) -> float:
    """Games per second, after a warm-up in which processes start."""
    blocks = list(islice(schedule, WARM_UP + BLOCKS))
    play(blocks[:WARM_UP])
    began = time.perf_counter()
    play(blocks[WARM_UP:])
    return sum(len(block.games) for block in blocks[WARM_UP:]) / (time.perf_counter() - began)


def plain_rate() -> float:
    job, schedule = tournament()
    worker = Worker(job)
    try:
        return timed(lambda blocks: check(worker.play(blocks).failure), schedule)
    finally:
        worker.close()


def ray_rate(workers: int) -> float:
    job, schedule = tournament()

    def play(blocks: list[Block]) -> None:
        played = [block for batch in play_blocks(job, iter(blocks), len(blocks), count) for block in batch]
        check("" if len(played) == len(blocks) else "blocks are missing")

    with ray_cluster(workers, None) as count:
        return timed(play, schedule)


def check(failure: str) -> None:
    if failure:
        raise SystemExit(failure)


def main() -> None:
    title("tournaments on Ray: games of about 100 ms, bots in processes of their own")
    plain, one, two = plain_rate(), ray_rate(1), ray_rate(2)
    show("plain loop", f"{plain:.2f} games/s")
    show("one worker", f"{one:.2f} games/s", f"{1000 / plain:.0f} ms per game")
    show("two workers", f"{two:.2f} games/s")
    show("cost of Ray", f"{1 - one / plain:.1%}", "at most 10 %", one >= 0.9 * plain)
    show("two workers against one", f"{two / one:.2f}", "at least 1.8", two >= 1.8 * one)
