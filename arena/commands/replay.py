"""arena replay: one game, move by move, or as a page that plays it back."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.commands.analyse import analysed
from arena.play.records import GameRecord
from arena.report.analysis import ITERATIONS, MOST_ITERATIONS
from arena.report.replay import stored_replay, write_page
from arena.tournament.progress import progress_bar
from arena.tournament.run import check_output, find_run
from arena.tournament.runs import Run
from arena.tournament.store import Store
from arena.tournament.verify import transcript
from core.errors import ArenaError


@click.command()
@click.argument("run")
@click.argument("game", type=click.IntRange(0))
@click.option("--positions", is_flag=True, help="Show the position after every move.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page that plays the game back.")
@click.option("--seat", type=click.IntRange(0), help="With --html: only what this seat knows.")
@click.option("--analyse", "iterations", type=click.IntRange(1, MOST_ITERATIONS), is_flag=False, flag_value=ITERATIONS,
              help=f"With --html: show where the game was won, by searches of so many iterations.  [{ITERATIONS}]")
@click.option("--json", "as_json", is_flag=True, help="Print the game as JSON; with --positions, those too.")
def command(
    run: str, game: int, positions: bool, html: Path | None, seat: int | None, iterations: int | None, as_json: bool
) -> None:
    """Print game number GAME of RUN, move by move, or write it as a page.

    RUN is a results file or the name of a tournament. The page needs no network.
    """
    if html is None and (seat is not None or iterations is not None):
        raise click.UsageError("--seat and --analyse are for the page: give --html FILE too.")
    if html is not None and as_json:
        raise click.UsageError("--html and --json do not go together.")
    if html is not None:
        check_output(html)
    with Run(Store.open(find_run(run))) as opened:
        if as_json:
            click.echo(json.dumps(as_data(opened, game, positions), indent=1))
        elif html is None:
            print_moves(opened, game, positions)
        else:
            write_replay(opened, game, html, seat, iterations)


def print_moves(run: Run, number: int, positions: bool) -> None:
    played = run.game(number)
    rules = run.load_game(played.record.event)
    record = played.record
    click.echo(f"{rules.name}, block {record.block}, rotation {record.rotation}, seed {record.seed}")
    state = rules.new(record.seed)
    for decision, seat, words, state in transcript(rules, played):
        echo_faults(record, decision - 1)
        click.echo(f"{decision:4}  seat {seat} {record.lineup[seat]}: {words}")
        if positions:
            click.echo(f"{state}\n")
    click.echo(f"\n{state}\n")
    for seat, name in enumerate(record.lineup):
        click.echo(f"seat {seat} {name}: rank {record.ranks[seat]}, score {record.scores[seat]:g}")


def as_data(run: Run, number: int, positions: bool) -> dict[str, Any]:
    """The record of a game, and every decision of it."""
    record = run.game(number).record
    steps = []
    for step in run.replay(number):
        shown = {"number": step.number, "seat": step.seat, "bot": record.lineup[step.seat], "action": step.action,
                 "name": step.name}  # fmt: skip
        steps.append({**shown, "position": step.after().to_dict()} if positions else shown)
    return {"game": run.events[record.event].game, "number": number, **asdict(record), "steps": steps}


def echo_faults(record: GameRecord, decisions: int) -> None:
    """The faults that happened when so many decisions had been made."""
    for fault in record.faults:
        if fault.decision == decisions:
            what = f"fault ({fault.kind}): {fault.message}; random moves from here on"
            click.echo(f"      seat {fault.seat} {fault.bot}: {what}")


def write_replay(run: Run, number: int, path: Path, seat: int | None, iterations: int | None) -> None:
    players = len(run.game(number).record.lineup)
    if seat is not None and seat >= players:
        raise ArenaError(f"--seat {seat}: game {number} has seats 0 to {players - 1}.")
    with progress_bar() as progress:
        found = stored_replay(run, number, None if iterations is None else analysed(run, number, iterations, progress))
        task = progress.add_task("drawing")
        html = write_page(found, seat, lambda done, of: progress.update(task, completed=done, total=of))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, encoding="utf-8")
    click.echo(f"written to {path}: {len(html) / 1e6:.2f} MB, {found.played.record.decisions} decisions")

