"""The boards of runs and ladders as pages need them: the newest that is worked out, while the next one is."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

from arena.tournament.runs import Run
from arena.web.home import Place
from arena.web.jobs import Job, QueueFull, Workshop

LANE = "boards"
LEAST_SECONDS = 5.0  # between two boards of one place: games come faster than they change the order


class Boards:
    """By place: the board that was worked out last, and the one that is being worked out."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._last: dict[str, Job] = {}
        self._asked: dict[str, tuple[Job, float]] = {}

    async def newest(
        self, place: Place, state: str, seconds: float = 0.0, *, last: bool = False
    ) -> dict[str, Any] | None:
        """The newest board there is; where there is none, or where this state is the last one there will be, one that
        is ready within so many seconds."""
        job = Job("boards", {"path": str(place.path), "address": place.address}, state)
        found = self._workshop.result(job)
        if found is not None:
            self._last[place.address] = job
            return found
        if last:
            return await self._last_one(place, job, seconds)
        before = self._before(place)
        with suppress(QueueFull):
            if self._due(place, before is not None):
                self._workshop.ask(LANE, job)
                self._asked[place.address] = job, monotonic()
            if before is None:
                await self._workshop.wait(LANE, self._asked[place.address][0], seconds)
                before = self._before(place)
        return before

    async def _last_one(self, place: Place, job: Job, seconds: float) -> dict[str, Any] | None:
        """No other will follow, so nobody should be left with the one before."""
        with suppress(QueueFull):
            found = await self._workshop.wait(LANE, job, seconds)
            if found is not None:
                self._last[place.address] = job
                return found
        return self._before(place)

    def _before(self, place: Place) -> dict[str, Any] | None:
        """The board of an earlier state; the one that was asked for last, if it is ready."""
        candidates = [self._asked[place.address][0]] if place.address in self._asked else []
        if place.address in self._last:
            candidates.append(self._last[place.address])
        for job in candidates:
            found = self._workshop.result(job)
            if found is not None:
                self._last[place.address] = job
                return found
        return None

    def _due(self, place: Place, shown: bool) -> bool:
        """Whether another board should be asked for: not while one is being worked out, and not all the time."""
        if place.address not in self._asked:
            return True
        job, asked = self._asked[place.address]
        return self._workshop.place(LANE, job) is None and (not shown or monotonic() - asked >= LEAST_SECONDS)


def state_of(run: Run) -> str:
    """What a board depends on."""
    times = run.store.finished_between()
    return f"{len(run)} {times[-1] if times else 0}"
