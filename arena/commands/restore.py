"""arena restore: a server from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from arena.web.backup import restore


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), required=True,
              help="Where the server is to be; an empty folder, or none.")
def command(folder: Path, home: Path) -> None:
    """Make the folder of a server from the backup in FOLDER."""
    count = restore(folder, home)
    click.echo(f"{count} files are in {home}; 'arena serve --home {home}' goes on")
