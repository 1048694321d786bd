"""arena demo: a small tournament, from any folder."""

from __future__ import annotations

import click

from arena.commands import run

DEMO = "demo"
STARTS_RAY = True


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of the tables.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Play a small tournament that comes with the project and print its leaderboard."""
    with run.command.make_context("run", [DEMO, *(["--json"] if as_json else [])], parent=ctx) as made:
        run.command.invoke(made)
