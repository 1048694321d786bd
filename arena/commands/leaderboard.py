"""arena leaderboard: who is stronger, by how much, and how sure is that."""

from __future__ import annotations

from pathlib import Path

import click

from arena.report.leaderboard import print_standings, publish
from arena.tournament.run import find_run
from arena.tournament.store import Store


@click.command()
@click.argument("run")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write; default: beside RUN.")
def command(run: str, out: Path | None) -> None:
    """Rank the bots of RUN.

    RUN is a results file or the name of a tournament. Writes HTML, Markdown, CSV and JSON.
    """
    path = find_run(run)
    with Store.open(path) as store:
        report, written = publish(store, out or path.with_suffix(""))
    print_standings(report.standings)
    click.echo(f"written to {written[0].parent}: {', '.join(file.name for file in written)}")
