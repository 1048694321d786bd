"""Are the chances that `arena analyse` gives calibrated, and is luck fair? `python -m benchmarks.chances [GAME ...]`

Plays games of one bot against itself that were not used for fitting a game's curves, analyses them, and prints
predicted against actual first places by tenths, and every seat's mean luck with its 95 % interval. With --fit it plays
games for fitting instead, and prints the tables for core/<game>/search.toml.
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
import numpy as np

import core
from arena.play.match import play_game
from arena.play.players import make_player
from arena.play.records import Seating
from arena.process.limits import Limits
from arena.report.analysis import ONE, choices_of, first_places
from benchmarks.chances_fit import Floats, chances, features, fit, parameters, roles_of, table
from benchmarks.measure import show, title
from bots.calibration import Calibration, calibration_of
from bots.chances import Judge
from core import Game

FOLDER = Path("runs/chances")
BOT = "mcts-0.1:iterations=200"  # it stays as it is, and so do the curves
FIRST_SEED = {"fit": 2_000_000, "test": 7_000_000}
MOST_OFF = 0.06
ENOUGH_GAMES = 100  # in which a tenth occurs, else it is shown and not judged
RESAMPLED = 400
PLAYERS = {"ganymede": 4, "starfarers": 3}  # else the fewest that have rivals


@click.command()
@click.argument("names", nargs=-1)
@click.option("--players", type=click.IntRange(2), help="Seats; default: one number for each game.")
@click.option("--games", type=click.IntRange(2), default=300, show_default=True)
@click.option("--iterations", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--fit", "fitting", is_flag=True, help="Fit the curves instead of measuring them.")
def main(names: Sequence[str], players: int | None, games: int, iterations: int, fitting: bool) -> None:
    for name in names or core.games():
        seats = players or PLAYERS.get(name, max(2, core.game_class(name).SEATS[0]))
        game = core.load(name, seats)
        rows = searched(game, "fit" if fitting else "test", games, iterations)
        if fitting:
            print(table(seats, fitted(rows), len(rows)))
        else:
            report(game, rows)


def searched(game: Game, kind: str, games: int, iterations: int) -> list[dict[str, Any]]:
    """What is written down already, and what is still to be played."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{game.name}-{game.players}-{iterations}-{kind}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    for seed in range(FIRST_SEED[kind] + len(rows), FIRST_SEED[kind] + games):
        rows.append(one_game(game, seed, iterations))
        with path.open("a") as file:
            file.write(json.dumps(rows[-1], separators=(",", ":")) + "\n")
    return rows[:games]


def one_game(game: Game, seed: int, iterations: int) -> dict[str, Any]:
    """With the bare values of the search, so that other curves can be tried on the same games."""
    names = tuple(f"{seat}" for seat in range(game.players))
    seating = Seating(seed, seed, 0, names, bot_seed=seed)
    played = play_game(game, seating, {name: [make_player(BOT, Limits(seconds=600))] for name in names})
    began = time.process_time()
    judges = [Judge(game, seat, iterations, seed=0, calibrated=False) for seat in range(game.players)]
    choices = list(choices_of(game, played))
    found = [judges[it.view.seat].judge(it.view, it.action) for it in choices]
    return {
        "seconds": round(time.process_time() - began, 3),
        "result": [it / ONE for it in first_places(played.record.ranks)],
        "movers": [it.view.seat for it in choices],
        "before": [[round(it, 5) for it in judgement.before] for judgement in found],
        "after": [[round(it, 5) for it in judgement.after.chances] for judgement in found],
    }


class Decisions:
    """All decisions of all games, in order, as arrays."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        lengths = [len(row["movers"]) for row in rows]
        self.count = len(rows)
        self.game = np.repeat(np.arange(len(rows)), lengths)
        starts: Floats = np.concatenate([np.arange(length) == 0 for length in lengths]).astype(float)
        movers: Floats = np.concatenate([np.array(row["movers"], float) for row in rows])
        self.roles = roles_of(movers, starts, len(rows[0]["result"]))
        self.before: Floats = np.concatenate([np.array(row["before"], float) for row in rows])
        self.after: Floats = np.concatenate([np.array(row["after"], float) for row in rows])
        self.results: Floats = np.repeat(np.array([row["result"] for row in rows], float), lengths, axis=0)
        self.following: Floats = np.arange(1, len(self.game) + 1, dtype=float)
        self.following[np.cumsum(lengths) - 1] = -1

    def calibrated(self, curves: Calibration | None) -> tuple[Floats, Floats]:
        if curves is None:
            return self.before, self.after
        pairs = (self.before, curves.before), (self.after, curves.after)
        before, after = (chances(features(raw, self.roles), raw, parameters(curve)) for raw, curve in pairs)
        return before, after


def fitted(rows: Sequence[dict[str, Any]]) -> Calibration:
    them = Decisions(rows)
    return fit(them.roles, them.before, them.after, them.following, them.results, them.count)


def report(game: Game, rows: Sequence[dict[str, Any]]) -> None:
    curves = calibration_of(game)
    calibrated = "" if curves is not None else ", no curves fitted"
    title(f"{game.name}, {game.players} players, {len(rows)} games of {BOT}{calibrated}")
    them = Decisions(rows)
    before, after = them.calibrated(curves)
    show_tenths(before, them)
    luck = np.where(them.following[:, None] < 0, them.results, before[them.following.astype(int)]) - after
    for seat in range(game.players):
        show_luck(seat, np.bincount(them.game, weights=luck[:, seat], minlength=them.count).astype(float))
    show("seconds to analyse a game, median", f"{statistics.median(row['seconds'] for row in rows):.2f}")


def show_luck(seat: int, luck: Floats) -> None:
    mean, half = float(luck.mean()), 1.96 * float(luck.std(ddof=1)) / math.sqrt(len(luck))
    show(f"mean luck of seat {seat}", f"{mean:+.3f} +- {half:.3f}", "0 within its interval", abs(mean) <= half)


def show_tenths(before: Floats, them: Decisions) -> None:
    tenths = np.minimum(9, (10 * before).astype(int))
    game = np.broadcast_to(them.game[:, None], before.shape)
    for tenth in range(10):
        here = tenths == tenth
        if here.any():
            show_tenth(tenth, before[here], them.results[here], game[here], them.count)


def show_tenth(tenth: int, predicted: Floats, actual: Floats, game: Any, games: int) -> None:
    among, off = len(np.unique(game)), float((actual - predicted).mean())
    error = standard_error(actual - predicted, game, games)
    words = f"{100 * predicted.mean():.1f} % predicted, {100 * actual.mean():.1f} % actual, error {100 * error:.1f}"
    fits = abs(off) <= MOST_OFF if among >= ENOUGH_GAMES else None
    wanted = "within 6 points" if fits is not None else "too few games"
    show(f"chances {10 * tenth} to {10 * tenth + 10} %, in {among} games", words, wanted, fits)


def standard_error(off: Floats, game: Any, games: int) -> float:
    """Of the mean, by drawing whole games anew: the decisions of a game stand or fall together."""
    sums, counts = np.bincount(game, weights=off, minlength=games), np.bincount(game, minlength=games)
    drawn = np.random.default_rng(0).multinomial(games, [1 / games] * games, size=RESAMPLED)
    return float(((drawn @ sums) / np.maximum(1, drawn @ counts)).std())


if __name__ == "__main__":
    main()
