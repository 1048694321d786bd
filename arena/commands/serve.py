"""arena serve: the arena as a web site."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from core.errors import ArenaError

NEEDED = ("starlette", "uvicorn", "jinja2", "multipart")


@click.command()
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), default=Path(), show_default=True,
              help="The folder with runs/ and ladders/.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
def command(home: Path, port: int) -> None:
    """Show runs, games and docs in the browser.

    The server listens on this machine alone. Ctrl-C ends it.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise ArenaError("arena serve needs a few packages more: pip install 'space-arena[web]'.")
    from arena.web.server import serve
    from arena.web.settings import Settings

    serve(Settings(home.absolute()), "127.0.0.1", port)
