"""arena fetch: the results of a detached run, here."""

from __future__ import annotations

from pathlib import Path

import click

from arena.commands.status import LOST, show
from arena.tournament import detached
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.run import RUNS, check_out

STARTS_RAY = True


@click.command()
@click.argument("name")
@click.option("--address", required=True, help="The Ray cluster, such as 10.0.0.1:6379.")
@click.option("--out", type=click.Path(path_type=Path), help="The file for the results; default: runs/NAME.db.")
def command(name: str, address: str, out: Path | None) -> None:
    """Bring the results of the detached run NAME home, as far as it is."""
    path = out or RUNS / f"{name}.db"
    check_out(path)
    with ray_cluster(None, address, LOST, ship=False):
        run = detached.find(name)
        show(run.status())
        run.fetch(path)
    click.echo(f"written to {path}; 'arena leaderboard {path}' ranks the bots")
