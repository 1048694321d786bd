"""The tournaments. Knows core and bots.

    arena.open_run("demo")                                       # a run: games, standings, replays, data frames
    arena.play_games("airlock", ["greedy", "random"], games=20)  # games here and now
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.play.records import GameRecord
    from arena.tournament.runs import Run, Step, open_run

__all__ = ["GameRecord", "Run", "Step", "open_run"]


def __getattr__(name: str) -> Any:
    """Loaded when first used: most of what imports a part of arena needs nothing of this."""
    if name not in __all__:
        raise AttributeError(f"module 'arena' has no attribute '{name}'")
    from arena.play import records
    from arena.tournament import runs

    return getattr(runs, name, None) or getattr(records, name)
