"""How long a leaderboard of a large store takes, and how much memory."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import astuple
from itertools import islice
from pathlib import Path

import numpy as np

import core
from arena.play.records import GameRecord, PlayedGame, Seating
from arena.report.leaderboard import publish
from arena.tournament.config import Config, build_config
from arena.tournament.schedule import Block, Schedule
from arena.tournament.store import Store
from benchmarks.measure import show, title

GAMES, BOTS, DECISIONS = 200_000, 8, 60
SECONDS, MEGABYTES = 4, 1000


def main() -> None:
    name = max(core.games(), key=lambda game: min(core.game_class(game).SEATS[1], 4))
    players = min(core.game_class(name).SEATS[1], 4)
    title(f"A leaderboard of {GAMES:,} games, {BOTS} bots, {players} players a game")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.db"
        fill(path, name, players)
        child = [sys.executable, "-m", "benchmarks.leaderboard", str(path)]
        said = subprocess.run(child, check=True, capture_output=True, text=True).stdout
    seconds, megabytes = map(float, said.split())
    show("seconds from the store to all files", f"{seconds:.1f}", f"at most {SECONDS}", seconds <= SECONDS)
    show("memory in MB, all of the process", f"{megabytes:.0f}", f"at most {MEGABYTES}", megabytes <= MEGABYTES)


def measure(path: Path) -> None:
    """In a process of its own, so that its memory is its own."""
    start = time.perf_counter()
    with Store.open(path) as store:
        publish(store, path.parent / "leaderboard")
    print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def fill(path: Path, game: str, players: int) -> None:
    """A store of invented results: what is measured begins when the games are over."""
    bots = [{"name": f"bot{i}", "spec": "random"} for i in range(BOTS)]
    table = {"name": "large", "game": game, "players": players, "deals": 1, "bots": bots, "max_lineups": 100}
    small = Schedule(build_config(table, "benchmark"))
    config = build_config({**table, "deals": -(-GAMES // small.games)}, "benchmark")
    with Store.create(path, config, {bot["name"]: "1" for bot in bots}) as store:
        played = invented(config, np.random.default_rng(1))
        while batch := list(islice(played, 2000)):
            store.add_all(batch)


def invented(config: Config, rng: np.random.Generator) -> Iterator[tuple[Block, list[PlayedGame]]]:
    strengths = {bot.name: 0.3 * i for i, bot in enumerate(config.bots)}
    for block in islice(Schedule(config), GAMES):
        games = []
        for seating in block.seatings:
            strength = np.array([strengths[name] for name in seating.lineup])
            games.append(game_of(seating, np.round(2 * (strength + rng.gumbel(size=len(strength))))))
        yield block, games


def game_of(seating: Seating, scores: np.ndarray) -> PlayedGame:
    seats = len(seating.lineup)
    ranks = tuple(int(1 + (scores > score).sum()) for score in scores)
    moves = (DECISIONS // seats,) * seats
    times = (0.01,) * seats
    seed, block, rotation, lineup = astuple(seating)
    record = GameRecord(block, rotation, lineup, seed, ranks, tuple(scores), sum(moves), (), times, moves)
    return PlayedGame(record, (1,) * record.decisions, bytes(8))


if __name__ == "__main__":
    measure(Path(sys.argv[1]))
