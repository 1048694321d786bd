"""What happens to the bots of an account that is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from arena.tournament.ladder import open_ladder
from arena.tournament.ladder_store import PLAYING
from arena.web.home import LADDERS, Home
from core.errors import ArenaError


def retire_bots(home: Home, author: str, bots: Sequence[str]) -> list[str]:
    """Takes bots of an author off all ladders; those that were on one."""
    retired = []
    for place in home.places(LADDERS):
        try:
            with open_ladder(place.path, writable=True) as ladder:
                for entry in ladder.entries():
                    if entry.name in bots and entry.author == author and entry.state == PLAYING:
                        ladder.retire(entry.label, "its account was deleted")
                        retired.append(f"{entry.label} on {place.name}")
        except ArenaError:
            continue
    return retired
