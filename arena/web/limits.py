"""How much a client may send, and how often: as layers around the app, before anything of a request is read."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_network
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.errors import answer
from arena.web.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
MOVES = "/play/"  # where people play: they click often, and behind one address may be a class full of them
MOST_CLIENTS = 10_000  # that are remembered


class Allowance:
    """So many requests of one client in so many seconds: a bucket that fills evenly."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._rate, self._clock = most, most / seconds, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Takes one; 0, or how many seconds until there is one again."""
        now = self._clock()
        left, then = self._left.pop(client, (float(self._most), now))
        left = min(self._most, left + (now - then) * self._rate)
        self._left[client] = (left - 1, now) if left >= 1 else (left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate

    def peek(self, client: str) -> float:
        """The same without taking one."""
        left, then = self._left.get(client, (float(self._most), self._clock()))
        left = min(self._most, left + (self._clock() - then) * self._rate)
        return 0.0 if left >= 1 else (1 - left) / self._rate


def client_of(scope: Scope) -> str:
    """The address a request comes from; behind a trusted proxy, uvicorn has put the client's there.

    Of an IPv6 address the first half: whoever has one has all with the same first half.
    """
    client = scope.get("client")
    address = str(client[0]) if client else "unknown"
    if ":" not in address:
        return address
    try:
        return str(ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


class RateLimit:
    """Too many requests are answered with 429 and when to come back."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._posts = Allowance(settings.limits.posts_per_minute, 60)
        self._reads = Allowance(settings.limits.reads_per_second, 1)
        self._moves = Allowance(settings.limits.moves_per_minute, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            wait = self._allowance(scope).wait(client_of(scope))
            if wait:
                response = too_many(Request(scope, receive), wait)
                return await response(scope, receive, send)
        await self._app(scope, receive, send)

    def _allowance(self, scope: Scope) -> Allowance:
        if scope["method"] in SAFE:
            return self._reads
        return self._moves if scope["path"].startswith(MOVES) else self._posts


def too_many(request: Request, wait: float) -> Response:
    seconds = math.ceil(wait)
    return answer(request, 429, f"That was too much at once. Come back in {seconds} s.", {"retry-after": str(seconds)})


class BodyTooLarge(Exception):
    """More was sent than is taken."""


class BodyTooSlow(Exception):
    """The body has not arrived in time."""


class BodyLimit:
    """A body that is too large is refused before it is read; one that does not say its size, as soon as it shows.

    A body that trickles in is given up after a time.
    """

    def __init__(self, app: ASGIApp, settings: Settings, uploads: tuple[str, ...]) -> None:
        self._app, self._limits, self._uploads = app, settings.limits, uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE:
            return await self._app(scope, receive, send)
        most = self._limits.upload_bytes if scope["path"] in self._uploads else self._limits.form_bytes
        request = Request(scope, receive)
        said = request.headers.get("content-length", "0")
        if "transfer-encoding" in request.headers and "content-length" in request.headers:
            return await answer(request, 400, headers={"connection": "close"})(scope, receive, send)
        if not (said.isascii() and said.isdigit() and len(said) < 20):
            return await answer(request, 400)(scope, receive, send)
        if int(said) > most:
            return await refusal(request, most)(scope, receive, send)
        await self._within(request, most, send)

    async def _within(self, request: Request, most: int, send: Send) -> None:
        counted = Counted(request.receive, most, monotonic() + self._limits.body_seconds)
        try:
            await self._app(request.scope, counted, send)
        except BodyTooLarge:
            await refusal(request, most)(request.scope, request.receive, send)
        except BodyTooSlow:
            await answer(request, 408, "The request took too long to arrive.")(request.scope, request.receive, send)


def refusal(request: Request, most: int) -> Response:
    return answer(request, 413, f"That is too large: at most {most:,} bytes are taken here.", {"connection": "close"})


class Counted:
    """A body while it arrives: counted, and timed."""

    def __init__(self, receive: Receive, most: int, deadline: float) -> None:
        self._receive, self._left, self._deadline = receive, most, deadline
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()  # waits for the client to leave
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._deadline - monotonic()))
        except TimeoutError:
            raise BodyTooSlow from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise BodyTooLarge
        self._whole = not message.get("more_body", False)
        return message
