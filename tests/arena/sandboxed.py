"""What the tests of submitted bots share: tables to play at, and looking for what was left running."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import core
from arena.play.match import play_game
from arena.play.players import Player, make_player
from arena.play.records import PlayedGame, Seating
from arena.process.limits import Limits
from arena.process.program import Program
from arena.process.sandbox import sandbox_problem

needs_bwrap = pytest.mark.skipif(sandbox_problem() is not None, reason=f"no sandbox: {sandbox_problem()}")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed (nodejs.org)")
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler: install gcc or clang")

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PATIENT = Limits(seconds=20, start_seconds=20, memory_mb=256)


def play(bots: dict[str, Player], seed: int = 1, game: str = "connect_four") -> PlayedGame:
    """One game, the bots seated in the order they are given."""
    seating = Seating(seed, block=0, rotation=0, lineup=tuple(bots))
    return play_game(core.load(game, len(bots)), seating, {name: [bot] for name, bot in bots.items()})


def play_against_random(player: Player, seed: int = 1) -> PlayedGame:
    try:
        return play({"bot": player, "random": make_player("random", PATIENT)}, seed)
    finally:
        player.close()


def processes_of(program: Program) -> list[str]:
    """The command lines, on the whole machine, that name the program's file."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if program.name in words:
            found.append(words)
    return found
