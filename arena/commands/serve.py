"""arena serve: the arena as a web site."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from core.errors import ArenaError

NEEDED = ("starlette", "uvicorn", "jinja2", "multipart")


@click.command()
@click.option("--home", type=click.Path(path_type=Path, file_okay=False),
              help="The folder with runs/ and ladders/; default: this one.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option("--play", is_flag=True, help="Also play the ladders in the folder, one game at a time each.")
@click.option("--demo", is_flag=True, help="Make a small ladder and play it; default for --home: arena-demo.")
def command(home: Path | None, port: int, play: bool, demo: bool) -> None:
    """Show runs, ladders, games and docs in the browser.

    The server listens on this machine alone. Ctrl-C ends it.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise ArenaError("arena serve needs a few packages more: pip install 'space-arena[web]'.")
    from arena.web.demo import prepare_demo
    from arena.web.home import Home
    from arena.web.server import serve
    from arena.web.settings import Settings

    folder = (home or Path("arena-demo" if demo else ".")).absolute()
    if demo:
        prepare_demo(Home(folder))
    serve(Settings(folder, play=play or demo), "127.0.0.1", port)
