"""Live pages by server-sent events: a change is read and rendered once, and goes to everybody who looks.

An event is the whole part of the page that changes, and its id says what it was made from. Who comes back after a break
sends the id of the last event, and gets the present state if it is another. So no history is kept, and a slow reader
skips what is outdated.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import StreamingResponse

log = logging.getLogger("arena.web")
LOOK_SECONDS = 1.0  # between two looks at a file
ALIVE_SECONDS = 15.0  # without a change, something is sent after so many
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

    def __init__(self, most_watchers: int) -> None:
        self._most = most_watchers
        self._channels: dict[str, Channel] = {}

    @property
    def watchers(self) -> int:
        return sum(channel.watchers for channel in self._channels.values())

    def respond(self, request: Request, name: str, make: Make) -> StreamingResponse:
        """The stream of a part. `make` is asked again and again as long as somebody looks."""
        if self.watchers >= self._most:
            raise HTTPException(503, "Too many people are watching just now.", {"retry-after": "30"})
        seen = request.headers.get("last-event-id", "")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._stream(name, make, seen), media_type="text/event-stream", headers=headers)

    async def _stream(self, name: str, make: Make, seen: str) -> AsyncIterator[bytes]:
        channel = self._channels.setdefault(name, Channel(make))
        channel.watchers += 1
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
            self._leave(name, channel)

    def _leave(self, name: str, channel: Channel) -> None:
        channel.watchers -= 1
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
