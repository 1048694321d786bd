"""arena match: bots against each other, here and now, without a store."""

from __future__ import annotations

import contextlib
import math
import secrets
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

import core
from arena.play.entrants import find_entrant
from arena.play.match import play_game
from arena.play.players import Player, refuse_other_game, start_player
from arena.play.records import GameRecord, Seating
from arena.play.seeds import Secret
from arena.process.limits import Limits
from arena.rating.means import count_wins
from arena.report.wording import fault_lines, several, short_spec
from arena.tournament.schedule import EVENT, around_the_table
from bots import split_specs
from core import Game, View
from core.errors import BadOption
from core.options import settle_options

TOP_MOVES = 5
SHOWN_FAULTS = 5
SEED = click.IntRange(0, 2**64 - 1)


class Finite(click.FloatRange):
    """A number in a range; NaN, which is neither in nor out, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def seconds_of(most: float) -> Finite:
    """A time, in seconds."""
    return Finite(0, most, min_open=True)


@click.command()
@click.option("--game", "name", required=True, help="A game, as `arena games` lists them.")
@click.option("--bots", "specs", required=True, help="A spec per seat, as in mcts:iterations=500,random.")
@click.option("--games", "games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=SEED, help="Repeats the deals of a match; default: drawn.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--seconds", type=seconds_of(86400), default=60.0, show_default=True,
              help="The most a decision may take.")
@click.option("--sandbox", is_flag=True, help="Play every bot that is not built in in a sandbox.")
@click.option("-v", "--verbose", is_flag=True, help="Show every decision, with the moves the bot considered.")
def command(
    name: str, specs: str, games: int, seed: int | None, options: Sequence[str], seconds: float, sandbox: bool,
    verbose: bool,
) -> None:
    """Play bots against each other and print the result.

    Every deal is played from each seat in turn, so luck of the deal and of the seat cancel.
    """
    bots = split_specs(specs)
    game = core.load(name, players=len(bots), **game_options(name, options))
    seed = drawn_seed() if seed is None else seed
    records: list[GameRecord] = []
    table = seated(bots, game, Limits(seconds=seconds), verbose, sandbox)
    with table as players, contextlib.suppress(KeyboardInterrupt):
        numbers = range(games)
        for number in numbers if verbose else track(numbers, "playing", console=Console(stderr=True), transient=True):
            records.append(play(game, players, Secret.numbered(seed), number, verbose))
    if records:
        Console().print(result(players, records))
        show_faults(records, seed)
    click.echo(f"the same deals again: --seed {seed}")
    if len(records) < games:
        click.echo(f"arena: stopped by Ctrl-C after {len(records)} of {games} games.", err=True)
        sys.exit(130)


def drawn_seed() -> int:
    """Nobody can guess it, and `--seed` repeats it."""
    return secrets.randbits(64)


def game_options(game: str, options: Sequence[str]) -> dict[str, Any]:
    """The options of the game as the command line gives them; refuses what is none."""
    given = dict(pair(option) for option in options)
    return settle_options(game, core.game_class(game).OPTIONS, given)


def pair(option: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise BadOption(f"option '{option}' is not key=value.")
    return key, value


@contextlib.contextmanager
def seated(
    specs: Sequence[str], game: Game, limits: Limits, verbose: bool, sandbox: bool
) -> Iterator[dict[str, Player]]:
    """A player of the game for each spec, under names that differ; all closed at the end."""
    players: dict[str, Player] = {}
    try:
        for spec in specs:
            name = unique(short_spec(spec), [short_spec(other) for other in specs], players)
            player = start_player(find_entrant(name, spec, "--bots", Path(), sandbox=sandbox), limits)
            players[name] = VerbosePlayer(name, player) if verbose else player
            refuse_other_game(name, player, game)
        yield players
    finally:
        for player in players.values():
            player.close()


def unique(name: str, names: Sequence[str], taken: Collection[str]) -> str:
    """The name itself, or with a number behind it where several sit at the table."""
    if names.count(name) == 1:
        return name
    return next(numbered for k in count(1) if (numbered := f"{name} ({k})") not in taken)


def play(game: Game, players: dict[str, Player], secret: Secret, number: int, verbose: bool) -> GameRecord:
    """Game `number` of the match: deal by deal, each from every seat."""
    deal, rotation = divmod(number, game.players)
    table = around_the_table(tuple(players), deal)
    lineup = table[rotation:] + table[:rotation]
    seating = Seating(secret.deal_seed(EVENT, deal), deal, rotation, lineup, secret.bot_seed(EVENT, deal))
    if verbose:
        click.echo(f"\ngame {number + 1}: deal {deal + 1}, seats {', '.join(seating.lineup)}")
    record = play_game(game, seating, {name: [player] for name, player in players.items()}).record
    if verbose:
        click.echo(f"ranks {list(record.ranks)}, scores {list(record.scores)}")
    return record


@dataclass
class VerbosePlayer:
    """A player that prints what it does and what it considered."""

    name: str
    player: Player

    def choose(self, view: View) -> int:
        action = self.player.choose(view)
        legal = action in view.legal()
        click.echo(f"seat {view.seat} ({self.name}): {view.name(action) if legal else f'illegal action {action}'}")
        for row in self.player.explain()[:TOP_MOVES]:
            click.echo("      " + "  ".join(f"{key} {shown(value)}" for key, value in row.items() if key != "action"))
        return action

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def shown(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def result(players: Sequence[str] | dict[str, Player], records: Sequence[GameRecord]) -> Table:
    """One row per bot, the best first."""
    table = Table(box=SIMPLE_HEAD, title=several(len(records), "game"), title_justify="left")
    table.add_column("bot", overflow="fold")
    for column in ("wins", "share", "mean rank", "mean score", "faults", "ms/move"):
        table.add_column(column, justify="right")
    rows = [summary(name, records) for name in players]
    for row in sorted(rows, key=lambda row: row.mean_rank):
        table.add_row(row.name, f"{row.wins:g}", f"{row.wins / row.games:.1%}", f"{row.mean_rank:.2f}",
                      f"{row.mean_score:.2f}", str(row.faults), f"{row.milliseconds:.3f}")
    return table


def show_faults(records: Sequence[GameRecord], seed: int) -> None:
    """What went wrong first: kind, message, the bot's own words, and where to look."""
    found = [(number, fault) for number, record in enumerate(records, 1) for fault in record.faults]
    for number, fault in found[:SHOWN_FAULTS]:
        where = f"{fault.bot}: --seed {seed} game {number}, decision {fault.decision + 1}"
        for line in fault_lines(fault.kind, fault.message, fault.detail, where):
            click.echo(line)
    if len(found) > SHOWN_FAULTS:
        click.echo(f"and {len(found) - SHOWN_FAULTS} more faults")


@dataclass
class BotSummary:
    """What one bot did in a match. A shared first place counts as a part of a win."""

    name: str
    games: int
    wins: float
    mean_rank: float
    mean_score: float
    faults: int
    milliseconds: float


def summary(name: str, records: Sequence[GameRecord]) -> BotSummary:
    seats = [(record, record.lineup.index(name)) for record in records]
    moves = sum(record.moves[seat] for record, seat in seats)
    return BotSummary(
        name=name,
        games=len(seats),
        wins=count_wins(name, records),
        mean_rank=sum(record.ranks[seat] for record, seat in seats) / len(seats),
        mean_score=sum(record.scores[seat] for record, seat in seats) / len(seats),
        faults=sum(fault.seat == seat for record, seat in seats for fault in record.faults),
        milliseconds=1000 * sum(record.think[seat] for record, seat in seats) / max(1, moves),
    )


