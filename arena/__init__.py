"""The tournaments. Knows core and bots.

    arena.open_run("demo")                                       # a run: games, standings, replays, data frames
    arena.open_ladder("open")                                    # the same of a ladder, its bots and how far it is
    arena.play_games("airlock", ["greedy", "random"], games=20)  # games here and now
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.play.records import GameRecord
    from arena.rating.standings import Standings
    from arena.tournament.ladder import Ladder, open_ladder
    from arena.tournament.match import play_games
    from arena.tournament.runs import Run, Step, open_run

__all__ = ["GameRecord", "Ladder", "Run", "Standings", "Step", "open_ladder", "open_run", "play_games"]
_WHERE = {
    "GameRecord": "arena.play.records",
    "Standings": "arena.rating.standings",
    "Ladder": "arena.tournament.ladder",
    "open_ladder": "arena.tournament.ladder",
    "play_games": "arena.tournament.match",
    "Run": "arena.tournament.runs",
    "Step": "arena.tournament.runs",
    "open_run": "arena.tournament.runs",
}


def __getattr__(name: str) -> Any:
    """Loaded when first used: most of what imports a part of arena needs nothing of this."""
    if name not in _WHERE:
        raise AttributeError(f"module 'arena' has no attribute '{name}'")
    return getattr(import_module(_WHERE[name]), name)
