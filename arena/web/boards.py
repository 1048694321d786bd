"""The boards of runs and ladders as pages need them: the newest that is worked out, while the next one is."""

from __future__ import annotations

from time import monotonic
from typing import Any

from arena.tournament.runs import Run
from arena.web.home import Place
from arena.web.jobs import Job, QueueFull, Workshop

LANE = "boards"
LEAST_SECONDS = 5.0  # between two boards of one place: games come faster than they change the order


class Boards:
    """By place: which board was worked out last."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._last: dict[str, Job] = {}
        self._asked: dict[str, float] = {}

    async def newest(self, place: Place, state: str, seconds: float = 0.0) -> dict[str, Any] | None:
        """The newest board there is; where there is none, one that is ready within so many seconds."""
        job = Job("boards", {"path": str(place.path), "address": place.address}, state)
        found = self._workshop.result(job)
        if found is not None:
            self._last[place.address] = job
            return found
        before = self._workshop.result(self._last[place.address]) if place.address in self._last else None
        try:
            if before is None:
                self._asked[place.address] = monotonic()
                return await self._workshop.wait(LANE, job, seconds)
            if monotonic() - self._asked.get(place.address, 0.0) >= LEAST_SECONDS:
                self._asked[place.address] = monotonic()
                self._workshop.ask(LANE, job)
        except QueueFull:
            pass
        return before


def state_of(run: Run) -> str:
    """What a board depends on."""
    times = run.store.finished_between()
    return f"{len(run)} {times[-1] if times else 0}"
