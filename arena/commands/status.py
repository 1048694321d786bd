"""arena status: how far the detached runs of a cluster are."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from arena.tournament import detached
from arena.tournament.detached import Status
from arena.tournament.ray_cluster import ray_cluster

LOST = "the run goes on by itself; ask again"  # if Ray dies while we ask
STARTS_RAY = True


@click.command()
@click.argument("name", required=False)
@click.option("--address", required=True, help="The Ray cluster, such as 10.0.0.1:6379.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(name: str | None, address: str, as_json: bool) -> None:
    """Say how far the detached run NAME is, or all of them."""
    with ray_cluster(None, address, LOST, ship=False):
        found = [detached.find(run).status() for run in ([name] if name else detached.names())]
    if as_json:
        click.echo(json.dumps([asdict(status) for status in found], indent=1))
        return
    for status in found:
        show(status)
    if not found:
        click.echo("nobody has detached a run")


def show(status: Status, *, err: bool = False) -> None:
    click.echo(f"{status.name}: {status.state}, {status.finished:,} of {status.total:,} games", err=err)
    for sentence in status.said:
        click.echo(f"    {sentence}", err=err)
