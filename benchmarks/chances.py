"""Are the chances that `arena analyse` gives calibrated, and is luck fair? `python -m benchmarks.chances [GAME ...]`

Plays games of mcts:iterations=200 that were not used for fitting a game's sharpness, analyses them, and prints
predicted against actual first places by tenths, and every seat's mean luck with its 95 % interval.
Every game is written down when it is done (in runs/chances), so the same command carries on after an interruption.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import core
from arena.play.match import play_game
from arena.play.players import make_player
from arena.play.records import Seating
from arena.process.limits import Limits
from arena.report.analysis import ONE, analyse
from benchmarks.measure import show, title
from core import Game

FOLDER = Path("runs/chances")
BOT = "mcts:iterations=200,memory=32"
FIRST_SEED = 1_000_000  # games below it may have been used for fitting
MOST_OFF = 0.06
PLAYERS = {"ganymede": 4, "starfarers": 3}  # else the fewest that have rivals


@click.command()
@click.argument("names", nargs=-1)
@click.option("--games", type=click.IntRange(1), default=300, show_default=True)
@click.option("--iterations", type=click.IntRange(1), default=1000, show_default=True)
def main(names: Sequence[str], games: int, iterations: int) -> None:
    for name in names or core.games():
        players = PLAYERS.get(name, max(2, core.game_class(name).SEATS[0]))
        report(core.load(name, players), measured(core.load(name, players), games, iterations))


def measured(game: Game, games: int, iterations: int) -> list[dict[str, Any]]:
    """What is written down already, and what is still to be played."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{game.name}-{game.players}-{iterations}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    for seed in range(FIRST_SEED + len(rows), FIRST_SEED + games):
        rows.append(one_game(game, seed, iterations))
        with path.open("a") as file:
            file.write(json.dumps(rows[-1]) + "\n")
    return rows[:games]


def one_game(game: Game, seed: int, iterations: int) -> dict[str, Any]:
    names = tuple(f"{seat}" for seat in range(game.players))
    seating = Seating(seed, seed, 0, names, bot_seed=seed)
    played = play_game(game, seating, {name: [make_player(BOT, Limits(seconds=600))] for name in names})
    began = time.perf_counter()
    found = analyse(game, played, iterations)
    return {
        "seconds": time.perf_counter() - began,
        "result": found.result,
        "luck": [balance.luck for balance in found.balances()],
        "before": [it.before for it in found.decisions],
    }


def report(game: Game, rows: Sequence[dict[str, Any]]) -> None:
    title(f"{game.name}, {game.players} players, {len(rows)} games of {BOT}")
    calibration(rows)
    for seat in range(game.players):
        luck = [row["luck"][seat] / ONE for row in rows]
        half = 1.96 * statistics.stdev(luck) / math.sqrt(len(luck)) if len(luck) > 1 else math.inf
        mean = statistics.mean(luck)
        show(f"mean luck of seat {seat}", f"{mean:+.3f} +- {half:.3f}", "0 within its interval", abs(mean) <= half)
    show("seconds to analyse a game, median", f"{statistics.median(row['seconds'] for row in rows):.2f}")


def calibration(rows: Sequence[dict[str, Any]]) -> None:
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for row in rows:
        for before in row["before"]:
            for chance, result in zip(before, row["result"], strict=True):
                tenths[min(9, 10 * chance // ONE)].append((chance / ONE, result / ONE))
    for tenth, pairs in enumerate(tenths):
        if pairs:
            predicted, actual = (statistics.mean(column) for column in zip(*pairs, strict=True))
            words = f"{100 * predicted:.1f} % predicted, {100 * actual:.1f} % actual, {len(pairs):,} chances"
            fits = abs(predicted - actual) <= MOST_OFF
            show(f"chances {10 * tenth} to {10 * tenth + 10} %", words, "within 6 points", fits)


if __name__ == "__main__":
    main()
