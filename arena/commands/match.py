"""arena match: bots against each other, here and now."""

from __future__ import annotations

import contextlib
import json
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

import core
from arena.play.players import Player
from arena.play.records import GameRecord, PlayedGame
from arena.process.limits import Limits
from arena.rating.means import count_wins
from arena.report.wording import fault_lines, several
from arena.tournament.match import Match, refuse_taken
from arena.tournament.run import check_out
from bots import split_specs
from core import View
from core.errors import BadOption
from core.options import settle_options

TOP_MOVES = 5
SHOWN_FAULTS = 5
FIGURES_WIDTH = 58  # of the columns beside the specs
LEAST_WIDTH = 12
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
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Keep the games in FILE, as a run that `arena leaderboard`, `replay` and `export` read.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    name: str, specs: str, games: int, seed: int | None, options: Sequence[str], seconds: float, sandbox: bool,
    verbose: bool, save: Path | None, as_json: bool,
) -> None:
    """Play bots against each other and print the result.

    Every deal is played from each seat in turn, so luck of the deal and of the seat cancel.
    """
    if verbose and as_json:
        raise click.UsageError("--verbose and --json do not go together.")
    if save is not None:
        refuse_taken(save)
        check_out(save)
    bots = split_specs(specs)
    game = core.load(name, players=len(bots), **game_options(name, options))
    match = Match.of(game, bots, seed, Limits(seconds=seconds), sandbox=sandbox)
    played = play_all(match, games, verbose)
    records = [each.record for each in played]
    if save is not None and played:
        match.save(save, played)
    show(match, records, as_json, save if played else None)
    if len(records) < games:
        click.echo(f"arena: stopped by Ctrl-C after {len(records)} of {games} games.", err=True)
        sys.exit(130)


def play_all(match: Match, games: int, verbose: bool) -> list[PlayedGame]:
    """The games of the match; fewer if somebody stops it."""
    played: list[PlayedGame] = []
    with match.players() as players, contextlib.suppress(KeyboardInterrupt):
        if verbose:
            players = {name: VerbosePlayer(name, player) for name, player in players.items()}
        numbers = range(games)
        for number in numbers if verbose else track(numbers, "playing", console=Console(stderr=True), transient=True):
            played.append(play_verbosely(match, number, players) if verbose else match.play(number, players))
    return played


def play_verbosely(match: Match, number: int, players: dict[str, Player]) -> PlayedGame:
    seating = match.seating(number)
    click.echo(f"\ngame {number + 1}: deal {seating.deal + 1}, seats {', '.join(seating.lineup)}")
    played = match.play(number, players)
    click.echo(f"ranks {list(played.record.ranks)}, scores {list(played.record.scores)}")
    return played


def show(match: Match, records: Sequence[GameRecord], as_json: bool, saved: Path | None) -> None:
    names = [entrant.name for entrant in match.entrants]
    if as_json:
        bots = [asdict(summary(name, records)) for name in names] if records else []
        click.echo(json.dumps({"game": match.game.name, "players": match.game.players, "seed": match.seed,
                               "bots": bots, "games": [asdict(record) for record in records]}, indent=1))  # fmt: skip
        return
    if records:
        console = Console()
        console.print(result(names, records, console.width - FIGURES_WIDTH))
        show_faults(records, match.seed)
    click.echo(f"the same deals again: --seed {match.seed}")
    if saved is not None:
        click.echo(f"saved to {saved}; see it with: arena leaderboard {saved}")


def game_options(game: str, options: Sequence[str]) -> dict[str, Any]:
    """The options of the game as the command line gives them; refuses what is none."""
    given = dict(pair(option) for option in options)
    return settle_options(game, core.game_class(game).OPTIONS, given)


def pair(option: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise BadOption(f"option '{option}' is not key=value.")
    return key, value


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


def result(names: Sequence[str], records: Sequence[GameRecord], width: int = 22) -> Table:
    """One row per bot, the best first. Numbers keep their width; a long spec is broken at its commas and colons."""
    title = several(len(records), "game")
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("bot", overflow="fold")
    for column in ("wins", "share", "mean rank", "mean score", "faults", "ms/move"):
        table.add_column(column, justify="right", no_wrap=True)
    rows = [summary(name, records) for name in names]
    for row in sorted(rows, key=lambda row: row.mean_rank):
        table.add_row(
            breakable(row.name, width), f"{row.wins:g}", f"{row.wins / row.games:.1%}", f"{row.mean_rank:.2f}",
            f"{row.mean_score:.2f}", str(row.faults), f"{row.milliseconds:.3f}",
        )  # fmt: skip
    return table


def breakable(spec: str, width: int) -> Text:
    """A spec that is broken behind `:` and `,` where it is too long."""
    return Text("\n".join(lines_of(spec, max(width, LEAST_WIDTH))))


def lines_of(spec: str, width: int) -> list[str]:
    """The parts of a spec, as many on a line as fit."""
    lines = [""]
    for part in re.findall(r"[^:,]+[:,]*|[:,]+", spec):
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return lines


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


