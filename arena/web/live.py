"""Live pages by server-sent events: a change is read and rendered once, and goes to everybody who looks.

An event is the whole part of the page that changes, and its id says what it was made from. Who comes back after a break
sends the id of the last event, and gets the present state if it is another. So no history is kept, and a slow reader
skips what is outdated.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.web.limits import client_of

log = logging.getLogger("arena.web")
LOOK_SECONDS = 1.0  # between two looks at a file
ALIVE_SECONDS = 15.0  # without a change, something is sent after so many
EVENTS = "text/event-stream"
RETRY_MS = 2000  # after a break a browser waits so long


@dataclass(frozen=True, slots=True)
class Update:
    """The present state of a live part."""

    id: str
    html: str
    last: bool = False  # nothing will change any more

    def encoded(self) -> bytes:
        data = json.dumps({"html": self.html})
        return f"id: {self.id}\nevent: update\ndata: {data}\n\n".encode()


Make = Callable[[str], Awaitable[Update | None]]  # the present state, or None if it is still the one with this id


@dataclass(slots=True)
class Channel:
    """One live part and those who look at it."""

    make: Make
    watchers: int = 0
    update: Update | None = None
    bytes: bytes = b""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Live:
    """All live parts that somebody looks at."""

    def __init__(self, most_watchers: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most_watchers, most_of_one
        self._channels: dict[str, Channel] = {}
        self._clients: Counter[str] = Counter()  # watchers by address

    @property
    def watchers(self) -> int:
        return sum(channel.watchers for channel in self._channels.values())

    def respond(self, request: Request, name: str, make: Make) -> Response:
        """The stream of a part. `make` is asked again and again as long as somebody looks."""
        client = client_of(request.scope)
        if self.watchers >= self._most:
            raise HTTPException(503, "Too many people are watching just now.", {"retry-after": "30"})
        if self._clients[client] >= self._most_of_one:
            raise HTTPException(429, "Too many pages are open at your address.", {"retry-after": "30"})
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type=EVENTS, headers=headers)
        seen = request.headers.get("last-event-id", "")
        return StreamingResponse(self._stream(name, make, seen, client), media_type=EVENTS, headers=headers)

    async def _stream(self, name: str, make: Make, seen: str, client: str) -> AsyncIterator[bytes]:
        channel = self._channels.setdefault(name, Channel(make))
        channel.watchers += 1
        self._clients[client] += 1
        if channel.task is None:
            channel.task = asyncio.create_task(self._watch(channel))
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            while True:
                changed = channel.changed
                update = channel.update
                if update is not None and update.id != seen:
                    seen = update.id
                    yield channel.bytes
                if update is not None and update.last:
                    yield b"event: end\ndata: {}\n\n"
                    return
                try:
                    await asyncio.wait_for(changed.wait(), ALIVE_SECONDS)
                except TimeoutError:
                    yield b": alive\n\n"
        finally:
            self._leave(name, channel, client)

    def _leave(self, name: str, channel: Channel, client: str) -> None:
        channel.watchers -= 1
        self._clients -= Counter([client])
        if not channel.watchers and channel.task is not None:
            channel.task.cancel()
            self._channels.pop(name, None)

    async def _watch(self, channel: Channel) -> None:
        while channel.update is None or not channel.update.last:
            try:
                found = await channel.make(channel.update.id if channel.update else "")
            except Exception:
                log.exception("a live part could not be made")
                found = None
            if found is not None:
                channel.update, channel.bytes = found, found.encoded()
                channel.changed.set()
                channel.changed = asyncio.Event()
            await asyncio.sleep(LOOK_SECONDS)
