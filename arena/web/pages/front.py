"""The first page: what is being played, and who leads."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import core
from arena.tournament.store import StoreError
from arena.web.boards import Boards
from arena.web.home import LADDERS, RUNS, NotThere
from arena.web.pages.games import game_info
from arena.web.pages.runs import Overview, Summary, newest, overview_of, summaries
from arena.web.rendering import render

MOST_SHOWN = 8
RECENT = 60.0  # seconds since the last game of a run that is being played
PATIENCE = 1.0  # seconds that the page waits for boards of which there is none yet


async def show(request: Request) -> Response:
    found = await summaries(request, LADDERS, RUNS)
    shown = sorted(found, key=lambda it: it.changed or 0.0, reverse=True)[:MOST_SHOWN]
    overviews = await overviews_of(request, shown)
    return render(request, "front.html", title="Space Arena", runs=shown, boards=await boards_of(request, shown),
                  playing=[it for it in overviews if is_played(it)],
                  latest=next((it for it in overviews if it.latest), None),
                  games=[game_info(it) for it in core.games()])  # fmt: skip


async def overviews_of(request: Request, shown: list[Summary]) -> list[Overview]:
    found = []
    for it in shown:
        with suppress(NotThere, StoreError):
            found.append(await overview_of(request, it.place))
    return found


def is_played(overview: Overview) -> bool:
    """Whether somebody plays it now: a ladder says so, of a run its last game tells."""
    summary, status = overview.summary, overview.status
    if status is not None:
        return status.running
    return summary.under_way and time() - (summary.changed or 0.0) < RECENT


async def boards_of(request: Request, shown: list[Summary]) -> list[tuple[Summary, dict[str, Any]]]:
    """All boards that are worked out, each with what it is of."""
    boards: Boards = request.app.state.boards
    played = [it for it in shown if it.finished]
    found = await asyncio.gather(*(newest(boards, it, PATIENCE) for it in played))
    return [(it, board) for it, result in zip(played, found, strict=True) if result is not None
            for board in result.get("boards", ())]  # fmt: skip


ROUTES = [Route("/", show)]
