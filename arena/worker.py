"""What runs on a worker: a batch of blocks. Knows nothing of Ray, so that a plain loop can call it too."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

from arena.config import Limits
from arena.entrants import Entrant
from arena.match import play_block
from arena.players import Player, make_player
from arena.records import PlayedGame
from arena.schedule import Block
from core import Game


@dataclass(frozen=True, slots=True)
class Job:
    """All that the blocks of a tournament have in common."""

    game: Game
    entrants: tuple[Entrant, ...]
    limits: Limits
    apart: bool = False  # every bot in a process of its own, even the trusted ones


@dataclass(frozen=True, slots=True)
class Batch:
    """The games of some blocks, or why they could not be played."""

    blocks: list[tuple[Block, list[PlayedGame]]]
    seconds: float
    failure: str = ""


class Worker:
    """The game and the players of a job, made once and used for batch after batch."""

    def __init__(self, job: Job) -> None:
        self._game = job.game
        self._players: dict[str, list[Player]] = {
            entrant.name: [
                make_player(entrant.local_spec(), job.limits, apart=job.apart) for _ in range(job.game.players)
            ]
            for entrant in job.entrants
        }

    def play(self, blocks: Sequence[Block]) -> Batch:
        """Never raises: what goes wrong beside the bots is part of the answer."""
        began = time.perf_counter()
        try:
            played = [(block, play_block(self._game, block, self._players)) for block in blocks]
        except Exception:
            return Batch([], time.perf_counter() - began, traceback.format_exc(limit=-3))
        return Batch(played, time.perf_counter() - began)

    def close(self) -> None:
        for players in self._players.values():
            for player in players:
                player.close()
