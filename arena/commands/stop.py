"""arena stop: end a detached run."""

from __future__ import annotations

import click

from arena.commands.status import LOST, show
from arena.tournament import detached
from arena.tournament.ray_cluster import ray_cluster

STARTS_RAY = True


@click.command()
@click.argument("name")
@click.option("--address", required=True, help="The Ray cluster, such as 10.0.0.1:6379.")
def command(name: str, address: str) -> None:
    """Stop the detached run NAME. What it has played is kept, and 'arena run --detach' carries on."""
    with ray_cluster(None, address, LOST, ship=False):
        run = detached.find(name)
        run.stop()
        show(run.status())
