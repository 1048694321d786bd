"""arena backup: a copy of everything a server keeps."""

from __future__ import annotations

from pathlib import Path

import click

from arena.web.backup import back_up


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), default=Path(), show_default=True,
              help="The folder of the server.")
def command(folder: Path, home: Path) -> None:
    """Copy the folder of a server into a new FOLDER, while the server runs and ladders are played."""
    count = back_up(home, folder)
    click.echo(f"{count} files of {home} are in {folder}; 'arena restore {folder} --home NEW' makes a server of them")
