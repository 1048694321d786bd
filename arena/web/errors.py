"""What a client is told when something is wrong: a page, or JSON in one shape. No traceback and no path leaves here.

JSON: {"error": {"status": 404, "message": "There is no run 'x'."}}
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.home import NotThere
from arena.web.rendering import render
from core.errors import ArenaError

log = logging.getLogger("arena.web")
WORDS = {
    400: "That request does not make sense to this server.",
    401: "You need to log in for that.",
    403: "You may not do that.",
    404: "There is no such page.",
    405: "That cannot be done here.",
    413: "That is too large.",
    429: "That was too much at once.",
    500: "Something went wrong on this server. It has been written down.",
    503: "The server is busy.",
}


def wants_json(request: Request) -> bool:
    accepted = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or ("application/json" in accepted and "text/html" not in accepted)


def answer(
    request: Request, status: int, message: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """The error as a page or as JSON, whichever the client reads."""
    said = message or WORDS.get(status, WORDS[400 if status < 500 else 500])
    if wants_json(request):
        return JSONResponse({"error": {"status": status, "message": said}}, status, headers)
    response = render(request, "error.html", status=status, message=said, title=f"Error {status}")
    response.status_code = status
    response.headers.update(headers or {})
    return response


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    default = error.detail == HTTPException(error.status_code).detail  # the name of the status alone
    return answer(request, error.status_code, "" if default else error.detail, error.headers)


async def not_there(request: Request, error: Exception) -> Response:
    return answer(request, 404, str(error))


async def arena_error(request: Request, error: Exception) -> Response:
    """Messages of the arena name files of this machine: they are for the log."""
    log.error("%s %r: %s", request.method, request.url.path, error)
    return answer(request, 500, "This cannot be shown: a file of the arena cannot be read as it is.")


HANDLERS = {HTTPException: http_error, NotThere: not_there, ArenaError: arena_error}


class LastResort:
    """What nobody foresaw is logged with its traceback; the client hears that something went wrong."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, send_noting)
        except Exception as error:
            log.exception("%r", scope.get("path"), exc_info=error)
            if scope["type"] != "http" or started:
                raise
            await answer(Request(scope, receive), 500)(scope, receive, send)
