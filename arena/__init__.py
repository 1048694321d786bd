"""The tournaments. Knows core and bots.

    arena.open_run("demo")                                       # a run: games, standings, replays, data frames
    arena.play_games("airlock", ["greedy", "random"], games=20)  # games here and now
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.play.records import GameRecord
    from arena.rating.standings import Standings
    from arena.tournament.match import play_games
    from arena.tournament.runs import Run, Step, open_run

__all__ = ["GameRecord", "Run", "Standings", "Step", "open_run", "play_games"]
_WHERE = {
    "GameRecord": "arena.play.records",
    "Standings": "arena.rating.standings",
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
