"""arena leaderboard: who is stronger, by how much, and how sure is that."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from arena.report.leaderboard import print_standings, publish
from arena.tournament.run import find_run
from arena.tournament.store import Store

MOST_REPLAYS = 1000


@click.command()
@click.argument("run")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write; default: beside RUN.")
@click.option("--replays", type=click.IntRange(0, MOST_REPLAYS), default=0, metavar="N",
              help="Write pages that play back N games: close ones, upsets, short ones, some with faults.")
def command(run: str, out: Path | None, replays: int) -> None:
    """Rank the bots of RUN.

    RUN is a results file or the name of a tournament. Writes HTML, Markdown, CSV and JSON.
    """
    path = find_run(run)
    bar = Progress(console=Console(stderr=True), transient=True, disable=not replays)
    with Store.open(path) as store, bar as progress:
        task = progress.add_task("replays")
        tell = lambda done, of: progress.update(task, completed=done, total=of)  # noqa: E731
        report, written = publish(store, out or path.with_suffix(""), replays, tell)
    print_standings(report.standings)
    click.echo(f"written to {written[0].parent}: {', '.join(file.name for file in written)}")
