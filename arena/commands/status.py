"""arena status: how far the detached runs of a cluster are."""

from __future__ import annotations

import click

from arena.tournament import detached
from arena.tournament.detached import Status
from arena.tournament.runner import ray_cluster

LOST = "the run goes on by itself; ask again"  # if Ray dies while we ask


@click.command()
@click.argument("name", required=False)
@click.option("--address", required=True, help="The Ray cluster, such as 10.0.0.1:6379.")
def command(name: str | None, address: str) -> None:
    """Say how far the detached run NAME is, or all of them."""
    with ray_cluster(None, address, LOST, ship=False):
        runs = [name] if name else detached.names()
        for run in runs:
            show(detached.find(run).status())
    if not runs:
        click.echo("nobody has detached a run")


def show(status: Status) -> None:
    click.echo(f"{status.name}: {status.state}, {status.finished:,} of {status.total:,} games")
    for sentence in status.said:
        click.echo(f"    {sentence}")
