"""What the tests of ladders share: small ladders, and playing them without Ray."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.tournament.ladder import Ladder, make_ladder, open_ladder
from arena.tournament.ladder_config import LadderConfig, build_ladder_config
from arena.tournament.ladder_run import Goal, play_here

GIVEN = "000102030405060708090a0b0c0d0e0f"
BOTS = ("random", "greedy", "mcts:iterations=8")


def ladder_config(**keys: Any) -> LadderConfig:
    """Airlock for three with rounds of four blocks and epochs of twelve, unless the keys say otherwise."""
    table = {"name": "test", "game": "airlock", "players": 3, "scheduler": "round-robin", "round_blocks": 4,
             "epoch_blocks": 12, "weigh_seconds": False, "luck": False}  # fmt: skip
    return build_ladder_config({**table, **keys}, "test.toml")


def new_ladder(path: Path, bots: Sequence[str] = BOTS, **keys: Any) -> Ladder:
    """With some bots on it; built-in ones are called by the first words of their specs."""
    ladder = make_ladder(ladder_config(**keys), path)
    for spec in bots:
        ladder.enter(spec, name=None if "/" in spec else spec.partition(":")[0])
    return ladder


def played_ladder(path: Path, games: int = 36, bots: Sequence[str] = BOTS, **keys: Any) -> Path:
    new_ladder(path, bots, **keys).close()
    play_here(path, Goal(games=games))
    return path


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a ladder's file but the times."""
    tables = {"run": "*", "secret": "*", "event": "*", "limits": "*", "bot": "*", "program": "*", "entry": "*",
              "round": "*", "choice": "*", "main.game": "*", "luck": "*",
              "change": "id, bot, state, reason, blocks"}  # fmt: skip
    with open_ladder(path) as ladder:
        ask = ladder.store._connection.execute
        return {table: ask(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
                for table, columns in tables.items()}  # fmt: skip
