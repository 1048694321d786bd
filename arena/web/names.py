"""Whose the name of a bot is: bots of the organiser have names too, in the registry and on ladders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.process.registry import Registry
from arena.tournament.ladder import Ladder
from arena.web.accounts import AccountError
from arena.web.home import Place


def refuse_names_of_others(registry: Path, ladders: Sequence[Place], bot: str, user: str) -> None:
    """AccountError if a new version of this bot would be one of somebody else's."""
    if registry.is_file():
        with Registry(registry) as stored:
            refuse(any(it.author != user for it in stored.versions(bot)), bot, "")
    for place in ladders:
        with place.open() as ladder:
            assert isinstance(ladder, Ladder)
            refuse(is_of_another(ladder, bot, user), bot, f" on the ladder {place.name}")


def is_of_another(ladder: Ladder, bot: str, user: str) -> bool:
    return any(entry.name == bot and entry.author != user for entry in ladder.entries())


def refuse(taken: bool, bot: str, where: str) -> None:
    if taken:
        raise AccountError(f"The name {bot} belongs to somebody else{where}. Give your bot another one.")
