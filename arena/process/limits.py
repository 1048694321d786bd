"""What a bot may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LARGEST: Final = 50 * 10**6  # bytes of a bot, all its files together
MOST_FILES: Final = 1000  # in a bot that is a folder


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. A decision that overruns is a fault, so these are part of a tournament's identity."""

    seconds: float = 60.0  # per decision
    start_seconds: float = 30.0  # from nothing to ready for the first decision
    memory_mb: int = 2048  # address space of a bot that runs in its own process
    game_seconds: float = 1800.0  # all decisions of a game together
