"""The first page: what is being played, and who leads."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import core
from arena.web.boards import Boards
from arena.web.home import LADDERS, RUNS
from arena.web.pages.games import game_info
from arena.web.pages.runs import Summary, newest, summaries
from arena.web.rendering import render

MOST_SHOWN = 8
PATIENCE = 1.0  # seconds that the page waits for boards of which there is none yet


async def show(request: Request) -> Response:
    found = await summaries(request, LADDERS, RUNS)
    shown = sorted(found, key=lambda it: it.changed or 0.0, reverse=True)[:MOST_SHOWN]
    return render(request, "front.html", title="Space Arena", runs=shown, boards=await boards_of(request, shown),
                  games=[game_info(it) for it in core.games()])  # fmt: skip


async def boards_of(request: Request, shown: list[Summary]) -> list[tuple[Summary, dict[str, Any]]]:
    """All boards that are worked out, each with what it is of."""
    boards: Boards = request.app.state.boards
    played = [it for it in shown if it.finished]
    found = await asyncio.gather(*(newest(boards, it, PATIENCE) for it in played))
    return [(it, board) for it, result in zip(played, found, strict=True) if result is not None
            for board in result.get("boards", ())]  # fmt: skip


ROUTES = [Route("/", show)]
