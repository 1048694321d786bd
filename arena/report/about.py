"""What a leaderboard says beside its figures: what was played, by whom, when, and how to look at single games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.play.records import BotIdentity
from arena.rating.standings import FaultNote
from arena.report.watch import Watch


@dataclass(frozen=True)
class GameLink:
    """How to look at one game."""

    number: int
    command: str
    href: str | None = None  # of its own page, relative to the leaderboard's, where it has one


def nowhere(block: int, rotation: int) -> None:
    """The games cannot be looked at."""


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

    def where(self, note: FaultNote) -> str:
        """The command that shows a fault."""
        link = self.game(*note.key)
        return "" if link is None else f"{link.command}, decision {note.decision + 1}"
