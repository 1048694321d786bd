"""Keeps the ladders of a home folder playing: a process for each, started again if it dies, ended with the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from time import monotonic

from arena.tournament.ladder import is_running
from arena.web import children
from arena.web.home import LADDERS, Home, Place

log = logging.getLogger("arena.web")
LOOK_SECONDS = 1.0
LONGEST_PAUSE = 60.0
STEADY_SECONDS = 30.0  # who has lived so long is started again at once


@dataclass(slots=True)
class Child:
    """The process that plays a ladder."""

    process: asyncio.subprocess.Process
    started: float
    pause: float  # before it is started again, should it die


class Supervisor:
    """Starts what is not played, unless somebody else plays it."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._children: dict[str, Child] = {}
        self._not_before: dict[str, float] = {}
        self._over: set[str] = set()  # contests that are decided
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task is not None:
            await children.ended(self._task)
        for child in self._children.values():
            with contextlib.suppress(ProcessLookupError):
                child.process.kill()
            await child.process.wait()

    async def _watch(self) -> None:
        while True:
            try:
                for place in self._home.places(LADDERS):
                    await self._look_after(place)
            except OSError:
                log.exception("a ladder cannot be looked after")
            await asyncio.sleep(LOOK_SECONDS)

    async def _look_after(self, place: Place) -> None:
        child = self._children.get(place.name)
        if child is not None and child.process.returncode is not None:
            self._mourn(place, child)
        due = monotonic() >= self._not_before.get(place.name, 0.0)
        wanted = place.name not in self._children and place.name not in self._over
        if wanted and due and not is_running(place.path):
            self._children[place.name] = await self._begin(place, child)

    def _mourn(self, place: Place, child: Child) -> None:
        del self._children[place.name]
        if child.process.returncode == 0:
            self._over.add(place.name)
            return
        if monotonic() - child.started < STEADY_SECONDS:
            self._not_before[place.name] = monotonic() + child.pause
        log.warning("ladder %s: its player ended with code %s", place.name, child.process.returncode)

    async def _begin(self, place: Place, before: Child | None) -> Child:
        pause = min(LONGEST_PAUSE, 2 * before.pause) if before is not None else 1.0
        environment = {"ARENA_SUBMISSIONS": str(self._home.submissions)}
        pipe = asyncio.subprocess.PIPE
        process = await children.start("arena.web.ladder_player", str(place.path), stdin=pipe, env=environment)
        return Child(process, monotonic(), pause)
