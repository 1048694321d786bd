"""The end of the game is triggered, and at most one more round follows."""

from __future__ import annotations

from core.game import Position


def end_triggered(position: Position) -> bool:
    return bool(position.to_dict()["end"] != "running")
