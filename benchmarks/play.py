"""What play looks like: python -m benchmarks.play GAME --help

A bot plays itself: how long the games are, how they end, where the points come from, what a seat is worth. Then it
challenges another bot, every deal from every seat. Printed as the tables of docs/GAME.md.
"""

from __future__ import annotations

import importlib
import json
import math
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

import bots
import core
from benchmarks.duel import GAMES, half_width, play_deals
from bots import Clock
from core import State


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; rounds, end and points by source where the game tells them (conformance.record)."""

    decisions: int
    scores: list[float]
    firsts: list[float]
    record: dict[str, Any]


def play(name: str, players: int, options: dict[str, Any], bot: str, deal: int) -> Played:
    game = core.load(name, players, **options)
    line_up = [bots.make(bot) for _ in range(players)]
    for seat, player in enumerate(line_up):
        player.start(game, seat, 1000 * deal + seat)
    state, decisions = game.new(deal), 0
    while (mover := state.to_move) is not None:
        state.apply(line_up[mover].choose(state.view(mover), Clock()))
        decisions += 1
    ranks = state.ranks()
    return Played(decisions, state.scores(), [(rank == 1) / ranks.count(1) for rank in ranks], record(name, state))


def record(name: str, state: State) -> dict[str, Any]:
    told = getattr(importlib.import_module(f"core.{name}.conformance"), "record", None)
    return told(state) if told else {}


# ---- the table of one number of players


def rows(games: list[Played]) -> Iterator[tuple[str, str]]:
    seats = range(len(games[0].scores))
    yield "games", str(len(games))
    if games[0].record:
        ended = sum(game.record["by_rules"] for game in games)
        yield "ended by the rules", out_of(ended, len(games))
        yield "rounds", spread([game.record["rounds"] for game in games])
    yield "decisions", spread([game.decisions for game in games])
    yield "points of a seat", mean_of([score for game in games for score in game.scores])
    for source in sources(games):
        yield source, mean_of([seat.get(source, 0) for game in games for seat in game.record["points"]])
    yield "points by seat", ", ".join(mean_of([game.scores[seat] for game in games]) for seat in seats)
    yield "first places by seat, %", ", ".join(percent([game.firsts[seat] for game in games]) for seat in seats)


def sources(games: list[Played]) -> list[str]:
    """In the order the game names them."""
    return list(dict.fromkeys(source for game in games for seat in game.record.get("points", []) for source in seat))


def spread(values: list[int]) -> str:
    return f"{statistics.fmean(values):.1f} ({min(values)} to {max(values)})"


def mean_of(values: list[float]) -> str:
    return f"{statistics.fmean(values):.1f}"


def percent(shares: list[float]) -> str:
    return f"{100 * statistics.fmean(shares):.0f} ± {100 * half_width(shares):.0f}"


def out_of(hits: int, tries: int) -> str:
    return f"{hits} of {tries} ({100 * hits / tries:.1f} %, at least {100 * least(hits, tries):.1f} %)"


def least(hits: int, tries: int) -> float:
    """The lower end of Wilson's 95 % interval of a share."""
    share, z = hits / tries, 1.96
    middle = share + z * z / (2 * tries)
    return (middle - z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))) / (1 + z * z / tries)


# ---- the challenge


def challenge(name: str, players: int, bot: str, rival: str, deals: int, workers: int | None) -> str:
    shares = [block.share for block in play_deals(name, players, bot, rival, range(deals), workers)]
    won = sum(share > 1 / players for share in shares)
    games = round(sum(shares) * players, 1)
    return (
        f"{bot} against {players - 1} {rival}, every deal from every seat: ahead in {out_of(won, deals)} deals, "
        f"first in {games:g} of {deals * players} games."
    )


def print_table(
    name: str, numbers: tuple[int, ...], options: dict[str, Any], bot: str, games: int, workers: int | None
) -> None:
    with ProcessPoolExecutor(workers) as pool:
        tables = [
            dict(rows(list(pool.map(partial(play, name, number, options, bot), range(games))))) for number in numbers
        ]
    told = "".join(f", {key}={value}" for key, value in options.items())
    print(f"| {bot} against itself{told} | " + " | ".join(f"{number} players" for number in numbers) + " |")
    print("|---" * (len(numbers) + 1) + "|")
    for label in dict.fromkeys(label for table in tables for label in table):
        print(f"| {label} | " + " | ".join(table.get(label, "") for table in tables) + " |")


def parsed(options: str) -> dict[str, Any]:
    try:
        return dict(json.loads(options))
    except ValueError as error:
        raise click.BadParameter(f"{options} is no JSON object: {error}.", param_hint="--options") from None


@click.command(help=__doc__)
@click.argument("game", type=GAMES)
@click.option("--players", multiple=True, type=int, help="Seats; may be repeated. Without it, all from 2.")
@click.option("--bot", default="greedy", show_default=True)
@click.option("--rival", default="random", show_default=True, help="Whom the bot challenges.")
@click.option("--games", default=60, show_default=True, help="Of the bot with itself, by number of players; 0: none.")
@click.option("--deals", default=40, show_default=True, help="Of the challenge, each from every seat; 0: none.")
@click.option("--options", default="{}", help='Of the game, as JSON: {"setup": "wild"}')
@click.option("--workers", default=None, type=int, help="Processes; without it, one for each core.")
def main(
    game: str,
    players: tuple[int, ...],
    bot: str,
    rival: str,
    games: int,
    deals: int,
    options: str,
    workers: int | None,
) -> None:
    low, high = core.game_class(game).SEATS
    numbers = players or tuple(range(max(2, low), high + 1))
    if games:
        print_table(game, numbers, parsed(options), bot, games, workers)
    for number in numbers if deals else ():
        print("\n" + challenge(game, number, bot, rival, deals, workers), flush=True)


if __name__ == "__main__":
    main()
