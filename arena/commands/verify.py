"""arena verify: replay a run and compare."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from arena.report.wording import several
from arena.tournament.run import find_run
from arena.tournament.store import Store
from arena.tournament.verify import Verification, fits_leaderboard, verify


@click.command()
@click.argument("run")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(run: str, as_json: bool) -> None:
    """Check every row of RUN, replay every game and compare every result.

    RUN is a results file or the name of a tournament.
    """
    with Store.open(find_run(run)) as store:
        report = verify(store)
        other = None if report.difference else published_elsewhere(store)
        if as_json:
            click.echo(json.dumps(as_data(store, report, other), indent=1))
        else:
            show(store, report, other)
    sys.exit(1 if report.difference or other else 0)


def published_elsewhere(store: Store) -> Path | None:
    """The leaderboard beside the store, if it was made of other games."""
    leaderboard = store.path.with_suffix("") / "leaderboard.json"
    return None if fits_leaderboard(store, leaderboard) else leaderboard


def as_data(store: Store, report: Verification, other: Path | None) -> dict[str, object]:
    found = report.difference
    difference = None if found is None else {"game": found.game, "message": found.message}
    return {
        "run": store.config.name, "replayed": report.games, "games": store.schedule.games, "difference": difference,
        "other_leaderboard": None if other is None else str(other), "verified": not (found or other),
    }  # fmt: skip


def show(store: Store, report: Verification, other: Path | None) -> None:
    if report.difference:
        click.echo(f"game {report.difference.game}: {report.difference.message}", err=True)
        click.echo(f"{several(report.games, 'game')} before it replayed without a difference", err=True)
    elif other:
        click.echo(f"the games are not those of {other}: one was added, changed or removed since", err=True)
    else:
        click.echo(f"{report.games:,} of {several(store.schedule.games, 'game')} replayed, no difference")
