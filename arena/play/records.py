"""What playing hands to analysis: one record per game."""

from __future__ import annotations

from dataclasses import dataclass

Lineup = tuple[str, ...]  # bot names by seat; a name may sit twice


@dataclass(frozen=True, slots=True)
class Seating:
    """A game to be played. Its seed deals it; all four decide the seeds of its bots."""

    seed: int
    block: int
    rotation: int
    lineup: Lineup


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a bot lost the right to move in a game."""

    seat: int
    bot: str
    kind: str  # one of process.faults.FAULT_KINDS
    message: str
    decision: int  # how many decisions the game had seen, all seats counted


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

    @property
    def key(self) -> tuple[int, int]:
        return self.block, self.rotation

    @property
    def seating(self) -> Seating:
        return Seating(self.seed, self.block, self.rotation, self.lineup)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A record with what it takes to play the game again."""

    record: GameRecord
    actions: tuple[int, ...]
    final: bytes  # digest of the final state


def final_ranks(ranks: list[int] | tuple[int, ...], faulted: set[int]) -> tuple[int, ...]:
    """The game's ranks with every faulted seat behind all others; faulted seats tie."""
    order = [(seat in faulted, 0 if seat in faulted else rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < own for other in order) for own in order)
