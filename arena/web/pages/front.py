"""The first page: what is being played, and who leads."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import core
from arena.web.home import Home
from arena.web.pages.games import game_info
from arena.web.pages.runs import summary_of
from arena.web.rendering import render

MOST_RUNS = 8


def show(request: Request) -> Response:
    home: Home = request.app.state.home
    runs = [summary_of(run) for _, run in zip(range(MOST_RUNS), home.readable_runs(), strict=False)]
    return render(request, "front.html", title="Space Arena", runs=runs, games=[game_info(it) for it in core.games()])


ROUTES = [Route("/", show)]
