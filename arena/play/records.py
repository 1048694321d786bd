"""What playing hands to analysis: one record per game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# How a bot was kept apart: one of this project in our own process; in a sandbox; in a process that can read files.
BUILT_IN, SANDBOX, OPEN = "built-in", "sandbox", "open"
Lineup = tuple[str, ...]  # bot names by seat; a name may sit twice


@dataclass(frozen=True, slots=True)
class Seating:
    """A game to be played."""

    seed: int  # the deal
    block: int
    rotation: int
    lineup: Lineup
    bot_seed: int = 0  # what the seeds of its bots come from; tells nothing of the deal
    deal: int = 0  # its number in the event
    event: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a bot lost the right to move in a game."""

    seat: int
    bot: str
    kind: str  # one of process.faults.FAULT_KINDS
    message: str
    decision: int  # how many decisions the game had seen, all seats counted
    detail: str = ""  # the end of the bot's own traceback, or of what it wrote to stderr


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game. Records are put in order by (block, rotation); a block is one line-up on one deal."""

    block: int  # the independent unit: index of the block in the schedule
    rotation: int  # which seating of the block
    lineup: Lineup  # as seated in this game
    seed: int  # the deal
    ranks: tuple[int, ...]  # by seat, 1 is best, ties share; a faulted bot ranks last
    scores: tuple[float, ...]  # by seat
    decisions: int  # length of the game
    faults: tuple[Fault, ...]
    think: tuple[float, ...]  # seconds each seat spent choosing; the only field that depends on time
    moves: tuple[int, ...]  # decisions per seat
    event: int = 0  # of a tournament of several games or player counts
    deal: int = 0  # number of the deal in its event

    @property
    def key(self) -> tuple[int, int]:
        return self.block, self.rotation

    @property
    def seating(self) -> Seating:
        return Seating(self.seed, self.block, self.rotation, self.lineup)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a bot said of one decision: the moves it considered, best first."""

    decision: int  # from 0
    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """Which bot played, as a store keeps it."""

    name: str
    spec: str
    version: str
    isolation: str = BUILT_IN


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A record with what it takes to play the game again."""

    record: GameRecord
    actions: tuple[int, ...]
    final: bytes  # digest of the final state
    explanations: tuple[Explanation, ...] = ()


def final_ranks(ranks: list[int] | tuple[int, ...], faulted: set[int]) -> tuple[int, ...]:
    """The game's ranks with every faulted seat behind all others; faulted seats tie."""
    order = [(seat in faulted, 0 if seat in faulted else rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < own for other in order) for own in order)
