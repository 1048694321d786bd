"""arena attach: watch a detached run, and bring it home when it is complete."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from arena.commands.run import show_leaderboard
from arena.commands.status import LOST, show
from arena.tournament import detached
from arena.tournament.detached import PLAYING, RemoteRun, Status
from arena.tournament.ray_cluster import check_ray, ray_cluster
from arena.tournament.run import RUNS, check_out

SECONDS = 1.0  # between two looks
LINES = 10.0  # seconds between two lines
STARTS_RAY = True


@click.command()
@click.argument("name")
@click.option("--address", required=True, help="The Ray cluster, such as 10.0.0.1:6379.")
@click.option("--out", type=click.Path(path_type=Path), help="The file for the results; default: runs/NAME.db.")
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of the tables.")
def command(name: str, address: str, out: Path | None, as_json: bool) -> None:
    """Watch the detached run NAME until it ends, and bring its results home.

    Ctrl-C ends the watching, not the run.
    """
    path = out or RUNS / f"{name}.db"
    check_out(path)
    with ray_cluster(None, address, LOST, ship=False):
        run = detached.find(name)
        status = watch(run)
        show(status, err=as_json)
        run.fetch(path)
    if status.finished < status.total:
        sys.exit(2)
    show_leaderboard(path, as_json)


def watch(run: RemoteRun) -> Status:
    """Until it plays no more."""
    shown = float("-inf")
    while (status := run.status()).state == PLAYING:
        check_ray()
        if time.monotonic() - shown > LINES:
            shown = time.monotonic()
            click.echo(f"{status.finished:,} of {status.total:,} games", err=True)
        time.sleep(SECONDS)
    return status
