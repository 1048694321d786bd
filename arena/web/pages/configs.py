"""Tournament files: what comes with the project, and those in the configs folder of the home folder."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import arena
from arena.tournament.config import Config, read_config
from arena.web.home import NAME, Home, NotThere
from arena.web.rendering import render
from core.errors import ArenaError

LARGEST = 200_000  # bytes of a file that is shown


def folders(home: Home) -> list[Path]:
    """Where the files are; what is in the home folder comes first."""
    package = Path(arena.__path__[0])
    return [path for path in (home.path / "configs", package / "configs", package.parent / "configs") if path.is_dir()]


def config_files(home: Home) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in folders(home):
        for path in sorted(folder.glob("*.toml")):
            if NAME.fullmatch(path.stem) and path.is_file():
                found.setdefault(path.stem, path)
    return found


def index(request: Request) -> Response:
    files = config_files(request.app.state.home)
    configs = {name: config_in(path) for name, path in files.items()}
    return render(request, "configs.html", title="Tournaments", configs=configs)


def config_in(path: Path) -> Config | None:
    """None for a file that is none."""
    try:
        return read_config(path)
    except (ArenaError, OSError):
        return None


def show(request: Request) -> Response:
    home: Home = request.app.state.home
    name = request.path_params["name"]
    text, config = read_tournament(home, name)
    runs = [place for place in home.places("runs") if config is not None and place.name == config.name]
    return render(request, "config.html", title=name, name=name, config=config, text=text, runs=runs)


def read_tournament(home: Home, name: str) -> tuple[str, Config | None]:
    """A file as it is, and what it says if it can be read."""
    path = config_files(home).get(name)
    if path is None or path.stat().st_size > LARGEST:
        raise NotThere(f"There is no tournament file '{name[:100]}'.")
    return path.read_text(encoding="utf-8", errors="replace"), config_in(path)


ROUTES = [Route("/configs", index), Route("/configs/{name}", show)]
