"""arena verify: replay a run and compare."""

from __future__ import annotations

import sys

import click

from arena.report.wording import several
from arena.tournament.run import find_run
from arena.tournament.store import Store
from arena.tournament.verify import published_total, verify


@click.command()
@click.argument("run")
def command(run: str) -> None:
    """Check every row of RUN, replay every game and compare every result.

    RUN is a results file or the name of a tournament.
    """
    with Store.open(find_run(run)) as store:
        report = verify(store)
        if report.difference:
            click.echo(f"game {report.difference.game}: {report.difference.message}", err=True)
            click.echo(f"{several(report.games, 'game')} before it replayed without a difference", err=True)
            sys.exit(1)
        leaderboard = store.path.with_suffix("") / "leaderboard.json"
        published = published_total(leaderboard)
        if published is not None and published != store.total():
            click.echo(f"the games are not those of {leaderboard}: one was added, changed or removed since", err=True)
            sys.exit(1)
        click.echo(f"{report.games:,} of {several(store.schedule.games, 'game')} replayed, no difference")
