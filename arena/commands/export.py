"""arena export: the games of a run for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from arena.report.export import FORMATS, export
from arena.tournament.runs import open_run


@click.command()
@click.argument("run")
@click.option("--to", "form", type=click.Choice(list(FORMATS)), required=True, help="The format.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="The file to write; default: games.FORMAT in the folder of RUN's leaderboard.")
def command(run: str, form: str, out: Path | None) -> None:
    """Write the games of RUN for other tools: a row for each game and seat.

    RUN is a results file or the name of a tournament. A description of the columns is written beside the file.
    """
    with open_run(run) as opened:
        written = export(opened, form, out or opened.path.with_suffix("") / f"games.{form}")
    click.echo(f"written: {', '.join(map(str, written))}")
