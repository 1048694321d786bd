"""arena run: a tournament."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arena.config import read_config
from arena.entrants import find_entrants
from arena.schedule import Schedule
from arena.tournament import RUNS, Outcome, run


@click.command()
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="A Ray cluster to play on, such as 10.0.0.1:6379; default: one of our own, here.")
@click.option("--out", type=click.Path(path_type=Path), help="The file for the results; default: runs/NAME.db.")
def command(config: Path, workers: int | None, address: str | None, out: Path | None) -> None:
    """Play the tournament in the TOML file CONFIG, or what is still missing of it."""
    tournament = read_config(config)
    entrants = find_entrants(tournament, config.parent)
    schedule = Schedule(tournament)
    path = out or RUNS / f"{tournament.name}.db"
    click.echo(
        f"{tournament.name}: {tournament.game} for {tournament.players}, {len(tournament.bots)} bots, "
        f"{len(schedule.lineups)} line-ups on {tournament.deals} deals, {schedule.games:,} games; results go to {path}"
    )
    report(run(tournament, entrants, path, workers, address), f"arena run {config}")


def report(outcome: Outcome, command_line: str) -> None:
    """Says what is in the store now and, if the run was interrupted, how to go on."""
    faults = f", {outcome.faults:,} faults" if outcome.faults else ""
    click.echo(f"{outcome.finished:,} of {outcome.total:,} games are in {outcome.path}{faults}")
    if outcome.complete:
        click.echo(f"see 'arena leaderboard {outcome.path}' and 'arena verify {outcome.path}'")
    else:
        click.echo(f"interrupted: '{command_line}' resumes where it stopped", err=True)
        sys.exit(130)
