"""What runs on a worker: a batch of blocks. Knows nothing of Ray, so that a plain loop can call it too."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.play.entrants import Entrant
from arena.play.match import play_game
from arena.play.players import Player, start_player
from arena.play.records import PlayedGame
from arena.process.limits import Limits
from arena.tournament.config import Config
from arena.tournament.rows import LuckRow, Rows, RowWriter
from arena.tournament.schedule import Block
from arena.tournament.tally import Tally
from bots.luck import LuckJudge, value_name
from core import Game
from core.errors import ArenaError

KEPT_OPEN = 16  # bots whose processes stay open between blocks


@dataclass(frozen=True, slots=True)
class PlayJob:
    """All that the blocks of a tournament have in common."""

    game: Game  # of the first event
    entrants: tuple[Entrant, ...]
    limits: Limits
    apart: bool = False  # every bot in a process of its own, even the trusted ones
    further: tuple[Game, ...] = ()  # of further events
    explain: bool = False  # keep what bots say of their decisions
    writer: RowWriter | None = None  # if given, workers make rows of their games and send nothing else
    luck: str = ""  # name of the value by which the luck of each game is told; empty: it is not

    @staticmethod
    def of(
        config: Config, entrants: tuple[Entrant, ...], apart: bool = False, writer: RowWriter | None = None
    ) -> PlayJob:
        first, *further = (event.load_game() for event in config.events)
        return PlayJob(first, entrants, config.limits, apart, tuple(further), config.explanations, writer)

    @property
    def games(self) -> tuple[Game, ...]:
        """By event."""
        return self.game, *self.further


@dataclass(frozen=True, slots=True)
class Batch:
    """The games of some blocks, or why they could not be played."""

    blocks: list[tuple[Block, list[PlayedGame]]]  # none where rows are asked for
    seconds: float
    failure: str = ""
    tally: Tally = field(default_factory=Tally)
    rows: Rows = field(default_factory=lambda: Rows([], []))  # none where they are not asked for


class BlockPlayer:
    """The game and the players of a job, made once and used for batch after batch."""

    def __init__(self, job: PlayJob) -> None:
        self._games = job.games
        self._writer = job.writer
        seats = max(game.players for game in job.games)
        self._explain = job.explain
        self._luck = job.luck
        self._judges = [LuckJudge(game) for game in job.games] if job.luck == value_name(job.games) else []
        self._players: dict[str, list[Player]] = {
            entrant.name: [start_player(entrant, job.limits, apart=job.apart) for _ in range(seats)]
            for entrant in job.entrants
        }
        self._recent: dict[str, None] = {}  # names that played last, the latest last

    def play(self, blocks: Sequence[Block]) -> Batch:
        """Never raises: what goes wrong beside the bots is part of the answer."""
        began = time.perf_counter()
        try:
            played = [(block, self._play_block(block)) for block in blocks]
        except ArenaError as error:
            return Batch([], time.perf_counter() - began, str(error))
        except Exception:
            return Batch([], time.perf_counter() - began, traceback.format_exc(limit=-3))
        tally = Tally.of(played)
        if self._writer is None:
            return Batch(played, time.perf_counter() - began, "", tally)
        rows = self._with_luck(self._writer.rows(played), played)
        return Batch([], time.perf_counter() - began, "", tally, rows)

    def _with_luck(self, rows: Rows, played: list[tuple[Block, list[PlayedGame]]]) -> Rows:
        if not self._judges:
            return rows
        games = [game for _, block in played for game in block]
        told = [self._judges[game.record.event].luck(game.record.seed, game.actions).tolist() for game in games]
        luck = [LuckRow.of(row, each, self._luck) for row, each in zip(rows.games, told, strict=True)]
        return rows._replace(luck=luck)

    def _play_block(self, block: Block) -> list[PlayedGame]:
        played = [
            play_game(self._games[seating.event], seating, self._players, explain=self._explain)
            for seating in block.seatings
        ]
        for name in block.seatings[0].lineup:
            self._recent.pop(name, None)
            self._recent[name] = None
        while len(self._recent) > KEPT_OPEN:
            self._close(next(iter(self._recent)))
        return played

    def _close(self, name: str) -> None:
        self._recent.pop(name, None)
        for player in self._players[name]:
            player.close()

    def close(self) -> None:
        for name in self._players:
            self._close(name)
