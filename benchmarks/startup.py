"""How soon the command answers: its help, and a tournament that is finished already."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import show, title

RUNS = 7
CUP = """
name = "cup"
game = "ganymede"
deals = 24
bots = [{name = "a", spec = "random"}, {name = "b", spec = "greedy"}, {name = "c", spec = "greedy"}]
"""


def command_time(*words: str) -> float:
    """The best of a few, since noise only ever slows down."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "arena", *words], check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    title("Starting the command")
    seconds = command_time("--help")
    show("arena --help", f"{seconds:.2f} s", "at most 0.15 s", seconds <= 0.15)
    with TemporaryDirectory() as folder:
        config, out = Path(folder, "cup.toml"), Path(folder, "cup.db")
        config.write_text(CUP)
        words = ("run", str(config), "--out", str(out))
        subprocess.run([sys.executable, "-m", "arena", *words], check=True, capture_output=True)
        seconds = command_time(*words)
    show("arena run of a finished tournament", f"{seconds:.2f} s", "at most 0.5 s", seconds <= 0.5)
