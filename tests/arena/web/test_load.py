"""200 people watch and 100 requests a second come in, while a ladder is played."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.tournament.ladder import is_running, open_ladder
from arena.web.demo import prepare_demo
from arena.web.home import Home
from tests.arena.web.test_ladders import wait_for
from tests.arena.web.test_server import port_of, running

SECONDS = float(os.environ.get("ARENA_LOAD_SECONDS", "600"))


def games(path: Path) -> int:
    with open_ladder(path) as ladder:
        return len(ladder)


def memory_of(process: int) -> int:
    """Kilobytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.soak
@pytest.mark.skipif(not shutil.which("taskset") or (os.cpu_count() or 1) < 2, reason="needs taskset and two cores")
def test_it_holds_up(tmp_path: Path) -> None:
    """Server and load on one core, the ladder on the other, as fast as before."""
    home = Home(tmp_path)
    prepare_demo(home)
    path = home.ladders / "demo.db"
    player = subprocess.Popen(["taskset", "-c", "1", sys.executable, "-m", "arena.web.ladder_player", str(path)],
                              stdin=subprocess.PIPE)  # fmt: skip
    try:
        wait_for(lambda: is_running(path) and games(path) > 20)
        undisturbed = pace(path, min(60.0, SECONDS))
        with running(tmp_path) as (address, server):
            os.sched_setaffinity(server.pid, {0})
            time.sleep(5)
            before, began, played = memory_of(server.pid), time.monotonic(), games(path)
            command = ["taskset", "-c", "0", sys.executable, "-m", "tests.arena.web.load", str(port_of(address)),
                       "--seconds", str(SECONDS)]  # fmt: skip
            load = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            disturbed = (games(path) - played) / (time.monotonic() - began)
            grown = memory_of(server.pid) - before
    finally:
        player.kill()
        player.wait()
    print(json.dumps({**load, "games_per_second": [undisturbed, disturbed], "grown_kb": grown}))
    assert load["errors"] == 0
    assert load["lost"] == 0
    assert load["updates"] > 200
    assert load["p95_ms"] <= 200
    assert disturbed >= 0.8 * undisturbed
    assert grown < 100_000


def pace(path: Path, seconds: float) -> float:
    """Games a second."""
    before = games(path)
    time.sleep(seconds)
    return (games(path) - before) / seconds
