"""arena run: a tournament."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from arena.play.entrants import Entrant
from arena.play.players import refuse_other_games
from arena.report.publish import print_published, publish
from arena.report.wording import several
from arena.tournament import detached
from arena.tournament.config import ADAPTIVE, Config, find_config, find_entrants, read_config
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.run import RUNS, Outcome, run
from arena.tournament.store import Store

STARTS_RAY = True  # so a process before this one looks after it: arena/tournament/ray_guard.py


@click.command()
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="The Ray cluster to play on, such as 10.0.0.1:6379; default: this machine.")
@click.option("--out", type=click.Path(path_type=Path), help="The file for the results; default: runs/NAME.db.")
@click.option("--unsafe", is_flag=True, help="Play submitted bots without a sandbox if there is none.")
@click.option("--sandbox", is_flag=True, help="Play every bot that is not built in in a sandbox.")
@click.option("--detach", is_flag=True, help="Leave the run to the cluster at --address and return at once.")
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of the tables.")
def command(
    config: Path, workers: int | None, address: str | None, out: Path | None, unsafe: bool, sandbox: bool,
    detach: bool, as_json: bool,
) -> None:
    """Play the tournament in the TOML file CONFIG. If it was interrupted, go on where it stopped.

    A plain name, such as demo, is a tournament that comes with the project.
    """
    config = find_config(config)
    tournament = read_config(config)
    entrants = find_entrants(tournament, config.parent, unsafe=unsafe, sandbox=sandbox)
    if detach:
        leave_to_cluster(tournament, entrants, address, workers, out)
        return
    path = out or RUNS / f"{tournament.name}.db"
    outcome = run(tournament, entrants, path, workers, address, partial(announce, err=as_json))
    report(outcome, err=as_json)
    if not outcome.complete:
        click.echo(f"interrupted; to go on, run {resuming(config, workers, address, out)}", err=True)
        sys.exit(130)
    show_leaderboard(path, as_json)


def leave_to_cluster(
    config: Config, entrants: tuple[Entrant, ...], address: str | None, workers: int | None, out: Path | None
) -> None:
    if address is None:
        raise click.UsageError("--detach needs --address: the cluster that is to play.")
    if out is not None:
        raise click.UsageError("--detach keeps the results on the cluster: give --out to 'arena attach' instead.")
    for event in config.events:
        refuse_other_games(entrants, event.load_game(), config.limits)
    with ray_cluster(None, address):
        detached.detach(config, entrants, workers)
    click.echo(f"{config.name} plays on the cluster; 'arena attach {config.name} --address {address}' brings it home")


def announce(store: Store, *, err: bool = False) -> None:
    """Before the first game: what is played, and the hash of the secret that the deals follow from."""
    config, schedule = store.config, store.schedule
    played = ", ".join(f"{event.game} for {several(event.players, 'player')}" for event in config.events)
    chosen = config.format == ADAPTIVE
    lineups = "line-ups chosen one by one" if chosen else several(len(schedule.lineups), "line-up")
    click.echo(
        f"{config.name}: {played}, {several(len(config.bots), 'bot')}, {lineups} on "
        f"{several(config.deals, 'deal')}, {several(schedule.games, 'game')}; results go to {store.path}",
        err=err,
    )
    known = "is in the config, so the deals are public" if store.secret.public else "will be published at the end"
    click.echo(f"sha256 of the secret behind the deals: {store.secret.commitment[:16]}...; the secret {known}", err=err)


def report(outcome: Outcome, *, err: bool = False) -> None:
    faults = f", {several(outcome.faults, 'fault')}" if outcome.faults else ""
    click.echo(f"{outcome.finished:,} of {several(outcome.total, 'game')} are in {outcome.path}{faults}", err=err)


def resuming(config: Path, workers: int | None, address: str | None, out: Path | None) -> str:
    """The command that carries on."""
    given = {"--workers": workers, "--address": address, "--out": out}
    options = [f" {name} {value}" for name, value in given.items() if value is not None]
    return f"'arena run {config}{''.join(options)}'"


def show_leaderboard(path: Path, as_json: bool) -> None:
    with Store.open(path) as store:
        print_published(publish(store, path.with_suffix("")), as_json)
