"""arena demo: a small tournament, from any folder."""

from __future__ import annotations

import click

from arena.commands import run

DEMO = "demo"


@click.command()
@click.pass_context
def command(ctx: click.Context) -> None:
    """Play a small tournament that comes with the project and print its leaderboard."""
    with run.command.make_context("run", [DEMO], parent=ctx) as made:
        run.command.invoke(made)
