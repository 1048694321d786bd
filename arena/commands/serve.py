"""arena serve: the arena as a web site."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from core.errors import ArenaError

NEEDED = ("starlette", "uvicorn", "jinja2", "markdown_it", "python_multipart")
HERE = "127.0.0.1"


@click.command()
@click.option("--home", type=click.Path(path_type=Path, file_okay=False),
              help="The folder with runs/ and ladders/; default: this one.")
@click.option("--host", default=HERE, show_default=True, help="The address to listen on; another needs --public.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option("--play", is_flag=True, help="Also play the ladders in the folder, one game at a time each.")
@click.option("--demo", is_flag=True, help="Make a small ladder and play it; default for --home: arena-demo.")
@click.option("--public", is_flag=True, help="Let other machines in. Needs TLS, or a proxy that has it.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="With --public: a name the server answers under.")
@click.option("--tls-cert", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Certificate, as PEM.")
@click.option("--tls-key", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Its key, as PEM.")
@click.option("--behind-proxy", "proxy", metavar="ADDRESS",
              help="A proxy with TLS at this address; what it says of clients is believed, from there only.")
def command(home: Path | None, demo: bool, play: bool, **options: Any) -> None:
    """Show runs, ladders, games and docs in the browser.

    The server listens on this machine alone, unless told otherwise. Ctrl-C ends it.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise ArenaError("arena serve needs a few packages more: pip install 'space-arena[web]'.")
    from arena.web.demo import prepare_demo
    from arena.web.home import Home
    from arena.web.server import Listening, serve

    folder = (home or Path("arena-demo" if demo else ".")).absolute()
    listening = Listening(**options)
    if demo:
        prepare_demo(Home(folder))
    serve(folder, listening, play=play or demo)
