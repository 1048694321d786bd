"""What Ray costs and what a second worker brings, for games of about 100 ms.

Every game takes the same course. To compare two versions, give the second one the number of steps that the first one
printed: `python -m benchmarks.tournament 123456`. Then the bots think for the same amount of work, too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

from arena.play.seeds import Secret
from arena.tournament.config import build_config, find_entrants
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.runner import play_blocks
from arena.tournament.schedule import Schedule
from arena.tournament.worker import Batch, BlockPlayer, PlayJob
from benchmarks.burner import Burner
from benchmarks.measure import show, title

BURNER = Path(__file__).with_name("burner.py")
WARM_UP, BLOCKS, ROUNDS = 16, 60, 2
GAME_SECONDS, GAME_DECISIONS = 0.1, 21  # the burner's course is that long
TRIAL = 20_000_000


def steps_for(seconds: float) -> int:
    """How far a burner counts in this time on this machine."""
    began = time.perf_counter()
    Burner(steps=TRIAL).burn()
    return int(TRIAL * seconds / (time.perf_counter() - began))


def tournament(steps: int) -> tuple[PlayJob, Schedule]:
    bots = [{"name": name, "spec": f"{BURNER}:Burner:steps={steps}"} for name in ("a", "b")]
    config = build_config({"name": "bench", "game": "connect_four", "deals": 10_000, "bots": bots}, "bench")
    schedule = Schedule(config, Secret.numbered(1))
    return PlayJob(config.load_game(), find_entrants(config, Path()), config.limits), schedule


def timed(played: Iterable[Batch]) -> float:
    """Games per second, counted from when the warm-up has come in: by then all processes are there."""
    blocks, games, began = 0, 0, 0.0
    for batch in played:
        games += batch.tally.games if began else 0
        blocks += batch.tally.blocks
        if not began and blocks >= WARM_UP:
            began = time.perf_counter()
    return games / (time.perf_counter() - began)


def plain_rate(steps: int) -> float:
    job, schedule = tournament(steps)
    worker = BlockPlayer(job)
    try:
        return timed(worker.play([block]) for block in islice(schedule, WARM_UP + BLOCKS))
    finally:
        worker.close()


def ray_rate(workers: int, steps: int) -> float:
    job, schedule = tournament(steps)
    with ray_cluster(workers, None) as count:
        batches = play_blocks(job, islice(schedule, WARM_UP + BLOCKS), WARM_UP + BLOCKS, count)
        return timed(chain.from_iterable(batches))


def main(steps: int | None = None) -> None:
    title("tournaments on Ray: games of about 100 ms, bots in processes of their own")
    steps = steps or steps_for(GAME_SECONDS / GAME_DECISIONS)
    show("steps of a decision", str(steps))
    rounds = [(plain_rate(steps), ray_rate(1, steps), ray_rate(2, steps)) for _ in range(ROUNDS)]
    plain, one, two = (max(rates) for rates in zip(*rounds, strict=True))  # noise only ever slows down
    show("plain loop", f"{plain:.2f} games/s")
    show("one worker", f"{one:.2f} games/s", f"{1000 / plain:.0f} ms per game")
    show("two workers", f"{two:.2f} games/s")
    show("cost of Ray", f"{1 - one / plain:.1%}", "at most 10 %", one >= 0.9 * plain)
    show("two workers against one", f"{two / one:.2f}", "at least 1.8", two >= 1.8 * one)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
