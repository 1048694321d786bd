"""Ladders that close, as pages and the API show them: when, and the final that decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request

from arena.tournament import closing
from arena.tournament.contest import SUFFIX, final_path, final_status, not_begun
from arena.tournament.ladder import Ladder
from arena.tournament.ladder_store import PLAYING
from arena.tournament.store import StoreError
from arena.web.home import LADDERS, RUNS, Home, NotThere, Place, stamp_of
from arena.web.memory import Memory


@dataclass(frozen=True, slots=True)
class Contest:
    """A ladder that closes."""

    closes: float  # seconds since 1970
    closed: bool
    sha256: str  # of the secret of its final
    secret: str | None  # once all games of the final are in
    games: int  # of the final that are in
    total: int | None  # None: it has not begun
    contestants: int  # bots that still play
    final: Place | None

    @property
    def decided(self) -> bool:
        return self.closed and (self.games == self.total or (self.total is None and self.contestants < 2))

    @property
    def state(self) -> str:
        """Another one when there is something else to show."""
        return f"{self.closed:d}-{self.games}-{self.total or 0}"

    def told(self) -> dict[str, Any]:
        """For programs."""
        return {"closed": self.closed, "decided": self.decided, "sha256": self.sha256,
                "secret": self.secret, "final": self.final and self.final.name, "games": self.games,
                "total": self.total}  # fmt: skip


async def contest_of(request: Request, place: Place) -> Contest | None:
    """None for a run, and for a ladder that never closes."""
    if place.kind != LADDERS:
        return None
    memory: Memory = request.app.state.memory
    stamp = (place.stamp, stamp_of(final_path(place.path)))
    closes = await memory.get(("closes", place), place.stamp, partial(read_closes, place))
    if closes is None:
        return None
    closed = closing.is_past(closes)
    return await memory.get(("contest", place, closed), stamp, partial(read_contest, place))


def read_closes(place: Place) -> str | None:
    with place.open() as ladder:
        assert isinstance(ladder, Ladder)
        return ladder.config.closes


def read_contest(place: Place) -> Contest:
    with place.open() as ladder:
        assert isinstance(ladder, Ladder)
        closes = ladder.config.closes
        assert closes is not None
        playing = sum(entry.state == PLAYING for entry in ladder.entries())
        try:
            told = final_status(ladder)
        except StoreError:  # another run is in its place: whoever plays the ladder is told
            told = not_begun(ladder)
        assert told is not None
        final = None if told.total is None else Place(RUNS, told.name, Path(told.path))
        return Contest(closing.seconds(closes), closing.is_past(closes), told.sha256, told.secret, told.games,
                       told.total, playing, final)  # fmt: skip


async def is_closed(request: Request, place: Place) -> bool:
    """Whether a ladder takes no bots any more."""
    contest = await contest_of(request, place)
    return contest is not None and contest.closed


async def ladder_behind(request: Request, place: Place) -> Place | None:
    """The ladder whose final a run is."""
    home: Home = request.app.state.home
    if place.kind != RUNS or not place.name.endswith(SUFFIX):
        return None
    try:
        ladder = home.place(LADDERS, place.name.removesuffix(SUFFIX))
        contest = await contest_of(request, ladder)
    except (NotThere, StoreError):
        return None
    return ladder if contest is not None and contest.final is not None else None
