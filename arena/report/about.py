"""What a leaderboard says beside its figures: what was played, by whom, when, and how to look at single games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from arena.play.records import BotIdentity
from arena.rating.standings import FaultNote
from arena.report.watch import Watch
from arena.report.wording import plain

GAMES_PAGE = "games.html"


@dataclass(frozen=True)
class GameLink:
    """How to look at one game."""

    run: str  # as `arena replay` takes it
    number: int
    href: str | None = None  # of its own page, relative to the leaderboard's, where it has one

    @property
    def command(self) -> str:
        return f"arena replay {shlex.quote(self.run)} {self.number}"


def nowhere(block: int, rotation: int) -> None:
    """The games cannot be looked at."""


@dataclass(frozen=True)
class Section:
    """What only some boards have, below the standings."""

    title: str
    html: str
    markdown: str


@dataclass(frozen=True)
class About:
    """What was played."""

    run: str
    facts: dict[str, str] = field(default_factory=dict)
    proof: dict[str, Any] = field(default_factory=dict)  # what lets others check the run, for leaderboard.json
    game: Callable[[int, int], GameLink | None] = nowhere  # of a block and rotation
    dates: str = ""  # when it was played: the same games played again have others
    bots: tuple[BotIdentity, ...] = ()
    watch: Sequence[Watch] = ()  # games whose replays are written beside the page
    sections: tuple[Section, ...] = ()
    places: str = ""  # how the places came about, if otherwise than those of a run
    games: str = ""  # the page that lists the games, seen from this one; empty where there is none

    def where(self, note: FaultNote) -> str:
        """The command that shows a fault."""
        link = self.game(*note.key)
        return "" if link is None else f"{link.command}, decision {note.decision + 1}"

    def games_of(self, **wanted: str | int) -> str:
        """The address of the list of some games, as in `games_of(bot="greedy", place=1)`."""
        return games_address(self.games, **wanted) if self.games else ""


def games_address(page: str, **wanted: str | int) -> str:
    """The games on a page of games that have all that is wanted; templates/games.js reads it."""
    return f"{page}#{urlencode({key: plain(str(value)) for key, value in wanted.items()}, quote_via=quote)}"
