"""arena analyse: where a game was won."""

from __future__ import annotations

import json

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from arena.play.records import GameRecord
from arena.report.analysis import ITERATIONS, MOST_ITERATIONS, ONE, Analysis, Judged, analyse
from arena.report.wording import plain
from arena.tournament.progress import progress_bar
from arena.tournament.run import find_run
from arena.tournament.runs import Run
from arena.tournament.store import Store


@click.command()
@click.argument("run")
@click.argument("game", type=click.IntRange(0))
@click.option("--iterations", type=click.IntRange(1, MOST_ITERATIONS), default=ITERATIONS, show_default=True,
              help="Of the search, for each decision.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(run: str, game: int, iterations: int, as_json: bool) -> None:
    """Show where game number GAME of RUN was won.

    A search tells every seat's chance of finishing first before and after each decision, from what the mover may know.
    So the way from the start to the result is divided into own choices, others' choices, and luck.
    """
    with Run(Store.open(find_run(run))) as opened, progress_bar() as progress:
        found = analysed(opened, game, iterations, progress)
        record = opened.game(game).record
    if as_json:
        click.echo(json.dumps(found.to_dict(), indent=1))
    else:
        show(found, record)


def analysed(run: Run, number: int, iterations: int, progress: Progress) -> Analysis:
    """The analysis of a stored game, with a bar that shows how far it is."""
    played = run.game(number)
    task = progress.add_task("analysing")
    tell = lambda done, of: progress.update(task, completed=done, total=of)  # noqa: E731
    return analyse(run.load_game(played.record.event), played, iterations, tell)


def show(found: Analysis, record: GameRecord) -> None:
    console = Console()
    console.print(balance_table(found, record))
    for title, decisions, words in (
        ("Largest mistakes", found.mistakes(), mistake_words),
        ("Largest strokes of luck", found.strokes(), stroke_words),
    ):
        click.echo(f"{title}:")
        for it in decisions:
            click.echo(f"  decision {it.decision + 1}, seat {it.seat} {plain(record.lineup[it.seat])}: {words(it)}")
    click.echo(f"\n{len(found.decisions)} decisions with a choice, {found.iterations} iterations each")


def balance_table(found: Analysis, record: GameRecord) -> Table:
    table = Table(box=SIMPLE_HEAD, title="Chances of finishing first, in %", title_justify="left")
    table.add_column("seat", overflow="fold")
    with_faults = any(balance.faults for balance in found.balances())
    columns = ["start", "own", "others", "luck", *(["faults"] if with_faults else []), "result"]
    for column in columns:
        table.add_column(column, justify="right")
    for it in found.balances():
        moved = [it.own, it.others, it.luck, *([it.faults] if with_faults else [])]
        cells = [points(it.start), *map(signed, moved)]
        table.add_row(Text(f"{it.seat} {plain(record.lineup[it.seat])}"), *cells, points(it.result))
    return table


def points(share: int) -> str:
    return f"{100 * share / ONE:.1f}"


def signed(share: int) -> str:
    return f"{100 * share / ONE:+.1f}"


def mistake_words(it: Judged) -> str:
    better = "" if it.alternative is None else f" instead of {it.alternative.words}"
    return f"{it.words}{better}: {signed(-it.lost)}"


def stroke_words(it: Judged) -> str:
    return f"{it.words}, then " + ", ".join(f"seat {seat} {signed(luck)}" for seat, luck in enumerate(it.luck))
