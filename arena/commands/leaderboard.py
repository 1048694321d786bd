"""arena leaderboard: who is stronger, by how much, and how sure is that."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from arena.report.publish import print_published, publish
from arena.report.watch import replays_of
from arena.tournament.progress import progress_bar
from arena.tournament.run import RUNS, find_run
from arena.tournament.store import Store

LONGEST_NAME = 100
MOST_REPLAYS = 1000


@click.command()
@click.argument("runs", nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Where to write; default: beside RUN, or runs/A+B for several.")
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of the tables.")
@click.option("--replays", type=click.IntRange(0, MOST_REPLAYS), default=0, metavar="N",
              help="Write pages that play back N games: close ones, upsets, short ones, some with faults.")
def command(runs: Sequence[str], out: Path | None, as_json: bool, replays: int) -> None:
    """Rank the bots of RUNS.

    A run is a results file or the name of a tournament. Writes HTML, Markdown, CSV and JSON. Several runs, or a run of
    several events, give a board for each game and player count, and one over all of them.
    """
    paths = [find_run(run) for run in runs]
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open(path)) for path in paths]
        published = publish(stores, out or default_folder(paths))
        if replays:
            progress = opened.enter_context(progress_bar())
            task = progress.add_task("replays")
            tell = lambda done, of: progress.update(task, completed=done, total=of)  # noqa: E731
            folder, standings = published.written[0].parent, published.boards[0][1].standings
            published = publish(stores, folder, watch=replays_of(stores, standings, folder, replays, tell))
    print_published(published, as_json)


def default_folder(paths: Sequence[Path]) -> Path:
    if len(paths) == 1:
        return paths[0].with_suffix("")
    return RUNS / "+".join(path.stem for path in paths)[:LONGEST_NAME]
