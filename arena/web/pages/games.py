"""The games: what they are, their rules, and what is played of them here."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import core
from arena.web.boards import Boards
from arena.web.home import LADDERS, RUNS, NotThere
from arena.web.pages.documents import document, names
from arena.web.pages.runs import Summary, newest, summaries
from arena.web.rendering import render
from core.options import Option

STEPS_SHOWN = 12  # into the game that is shown as a picture
PATIENCE = 1.0  # seconds that the page waits for boards of which there is none yet
MOST_SHOWN = 12  # runs and ladders of a game


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game for people."""

    name: str
    about: str
    seats: str
    options: tuple[Option, ...]

    @property
    def title(self) -> str:
        return self.about.partition(":")[0]

    @property
    def summary(self) -> str:
        said = self.about.partition(":")[2].strip()
        return said[:1].upper() + said[1:]


@cache
def game_info(name: str) -> GameInfo:
    if name not in core.games():
        raise NotThere(f"There is no game '{name[:100]}'.")
    cls = core.game_class(name)
    low, high = cls.SEATS
    seats = f"{low} players" if low == high else f"{low} to {high} players"
    return GameInfo(name, (cls.__doc__ or "").splitlines()[0], seats, tuple(cls.OPTIONS))


@cache
def example(name: str) -> Markup:
    """A position some way into a game, as a picture."""
    state = core.load(name).new(seed=1)
    for _ in range(STEPS_SHOWN):
        state.apply(state.legal()[0])
    svg = state.picture()
    return Markup("<pre>{}</pre>").format(str(state)) if svg is None else Markup(svg)


def index(request: Request) -> Response:
    return render(request, "games.html", title="Games", games=[game_info(name) for name in core.games()])


async def show(request: Request) -> Response:
    info = game_info(request.path_params["name"])
    rules = document(f"rules/{info.name}") if f"rules/{info.name}" in names() else None
    about = document(info.name) if info.name in names() else None
    picture = await run_in_threadpool(example, info.name)
    return render(request, "game.html", title=info.title, info=info, picture=picture, rules=rules, about=about,
                  boards=await boards_of(request, info.name))  # fmt: skip


async def boards_of(request: Request, game: str) -> list[tuple[Summary, dict[str, Any]]]:
    """The boards of a game in all ladders and runs, as far as they are worked out."""
    boards: Boards = request.app.state.boards
    found = await summaries(request, LADDERS, RUNS)
    theirs = [it for it in found if it.finished and any(game == name for name, _ in it.events)][:MOST_SHOWN]
    results = await asyncio.gather(*(newest(boards, it, PATIENCE) for it in theirs))
    return [(it, board) for it, result in zip(theirs, results, strict=True) if result is not None
            for board in result.get("boards", ()) if board["game"] == game]  # fmt: skip


ROUTES = [Route("/games", index), Route("/games/{name}", show)]
