"""arena verify: was it really played like that?"""

from __future__ import annotations

import sys

import click

from arena.tournament.run import find_run
from arena.tournament.store import Store
from arena.tournament.verify import published_total, verify


@click.command()
@click.argument("run")
def command(run: str) -> None:
    """Check every row of RUN (a results file, or a tournament's name), replay every game, recompute every rank."""
    with Store.open(find_run(run)) as store:
        report = verify(store)
        if report.difference:
            click.echo(f"game {report.difference.game}: {report.difference.message}", err=True)
            click.echo(f"{report.games:,} games before it are as they were played", err=True)
            sys.exit(1)
        leaderboard = store.path.with_suffix("") / "leaderboard.json"
        published = published_total(leaderboard)
        if published is not None and published != store.total():
            click.echo(f"the games are not those of {leaderboard}: one was added, changed or removed since", err=True)
            sys.exit(1)
        click.echo(f"{report.games:,} of {store.schedule.games:,} games are there, all as they were played")
