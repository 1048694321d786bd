"""Whether the server holds up: 200 watchers and 100 requests a second, while a ladder is played.

    python -m benchmarks.web --minutes 10

Server and load share one core, a ladder with one worker has another. Its games are all of one kind, so that their
number tells its speed: undisturbed before and after the load, and under it. It ends with code 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.tournament.ladder import make_ladder, open_ladder
from arena.tournament.ladder_config import build_ladder_config
from benchmarks.measure import show, title
from benchmarks.web_load import LADDER

BOTS = {f"mcts-{size}": f"mcts:iterations={size}" for size in (40, 41, 42, 43, 44)}
FIRST_GAMES = 60  # before anything is measured
P95_MS, SHARE, GROWTH = 200, 0.8, 1.05  # the targets


def make(home: Path) -> Path:
    path = home / "ladders" / f"{LADDER}.db"
    config = build_ladder_config({"name": LADDER, "game": "ganymede", "players": 3, "round_blocks": 4}, "benchmark")
    with make_ladder(config, path) as ladder:
        for name, spec in BOTS.items():
            ladder.enter(spec, name=name)
    return path


def games(path: Path) -> int:
    with open_ladder(path) as ladder:
        return len(ladder)


def pinned(core: int, *words: str) -> list[str]:
    return ["taskset", "-c", str(core), sys.executable, "-m", *words]


@contextmanager
def playing(path: Path) -> Iterator[int]:
    """The process that plays the ladder."""
    player = subprocess.Popen(pinned(1, "arena.web.ladder_player", str(path)), stdin=subprocess.PIPE)
    try:
        while games(path) < FIRST_GAMES:
            if player.poll() is not None:
                sys.exit("the ladder is not played")
            time.sleep(0.5)
        yield player.pid
    finally:
        player.kill()
        player.wait()


@contextmanager
def serving(home: Path) -> Iterator[tuple[int, int]]:
    """Port and process of a server."""
    command = pinned(0, "arena", "serve", "--home", str(home), "--port", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stderr.readline())
            if found is None:
                sys.exit("the server did not start")
            yield int(found[1]), server.pid
        finally:
            server.kill()


class Pace:
    """How fast a ladder is played from now on."""

    def __init__(self, path: Path, player: int) -> None:
        self._path, self._player = path, player
        self._before = self._now()

    def _now(self) -> tuple[float, int, float]:
        ticks = Path(f"/proc/{self._player}/stat").read_text().rpartition(")")[2].split()[11:13]
        return time.monotonic(), games(self._path), sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def result(self) -> tuple[float, float]:
        """Games a second, and how much of a core the player had: less than one if others want it too."""
        seconds, played, worked = (now - then for now, then in zip(self._now(), self._before, strict=True))
        return played / seconds, worked / seconds


def undisturbed(path: Path, player: int, seconds: float) -> tuple[float, float]:
    pace = Pace(path, player)
    time.sleep(seconds)
    return pace.result()


def megabytes(process: int) -> float:
    """Of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = int(Path(f"/proc/{process}/status").read_text().split("VmRSS:")[1].split()[0])
    return own / 1024 + sum(megabytes(int(child)) for child in children)


def under_load(port: int, server: int, seconds: float) -> dict[str, Any]:
    """The load's own figures, and megabytes of the server in the first tenth, in the middle, at the end."""
    command = pinned(0, "benchmarks.web_load", str(port), "--seconds", str(seconds))
    began, memory = time.monotonic(), []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        for moment in (0.1, 0.5, 0.98):
            time.sleep(max(0.0, began + moment * seconds - time.monotonic()))
            memory.append(megabytes(server))
        told, _ = load.communicate()
    if load.returncode:
        sys.exit("the load could not be made")
    return {**json.loads(told), "memory": memory}


def measure(minutes: float) -> dict[str, Any]:
    seconds = 60 * minutes
    with TemporaryDirectory() as folder:
        path = make(Path(folder))
        with playing(path) as player:
            before = undisturbed(path, player, max(10.0, seconds / 5))
            with serving(Path(folder)) as (port, server):
                pace = Pace(path, player)
                found = under_load(port, server, seconds)
                loaded = pace.result()
            after = undisturbed(path, player, max(10.0, seconds / 5))
    return found | {"paces": [before, loaded, after], "share": 2 * loaded[0] / (before[0] + after[0])}


def report(found: dict[str, Any]) -> bool:
    """Prints everything; whether all targets are reached."""
    first, middle, end = found["memory"]
    verdicts = {
        "requests answered in 95 % of cases within": (
            f"{found['p95_ms']} ms", f"at most {P95_MS} ms", found["p95_ms"] <= P95_MS),
        "errors, and streams that broke": (
            f"{found['errors']}, {found['lost']}", "none", not found["errors"] and not found["lost"]),
        "speed of the ladder, of undisturbed": (
            f"{found['share']:.0%}", f"at least {SHARE:.0%}", found["share"] >= SHARE),
        "memory at the end, of that in the middle": (
            f"{end / middle:.1%}", f"at most {GROWTH:.0%}", end <= GROWTH * middle),
    }  # fmt: skip
    show("requests", f"{found['requests']:,} in {found['seconds']:.0f} s")
    show("p50, p95, longest", f"{found['p50_ms']}, {found['p95_ms']}, {found['p100_ms']} ms")
    show("updates that watchers saw", f"{found['updates']:,}")
    show("games/s before, under load, after", ", ".join(f"{each:.2f}" for each, _ in found["paces"]))
    show("of a core that the ladder had meanwhile", ", ".join(f"{worked:.0%}" for _, worked in found["paces"]))
    show("games for each second of a core", ", ".join(f"{each / worked:.2f}" for each, worked in found["paces"]))
    show("MB of the server: first tenth, middle, end", f"{first:.0f}, {middle:.0f}, {end:.0f}")
    for what, (value, wanted, holds) in verdicts.items():
        show(what, value, wanted, holds)
    for error in found["first_errors"]:
        print(f"  {error}")
    return all(holds for _, _, holds in verdicts.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    given = parser.parse_args(None if __name__ == "__main__" else [])
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("this needs two cores")
    title(f"200 watchers and 100 requests a second for {given.minutes:g} minutes")
    sys.exit(0 if report(measure(given.minutes)) else 1)


if __name__ == "__main__":
    main()
