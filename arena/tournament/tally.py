"""What a run counts while it is under way: a few sums of every batch, made where it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.play.records import GameRecord, PlayedGame
from arena.tournament.schedule import Block

Totals = dict[str, tuple[int, int]]  # by bot: its games, and the sum of its ranks in them


@dataclass(frozen=True, slots=True)
class Tally:
    """Of some finished blocks."""

    blocks: int = 0
    games: int = 0
    faults: int = 0
    timeouts: int = 0  # of the faults: those that may be the fault of a slow machine
    totals: Totals = field(default_factory=dict)

    @staticmethod
    def of(blocks: Sequence[tuple[Block, list[PlayedGame]]]) -> Tally:
        records = [game.record for _, games in blocks for game in games]
        faults = [fault.kind for record in records for fault in record.faults]
        return Tally(len(blocks), len(records), len(faults), faults.count("timeout"), totals_of(records))


def totals_of(records: Sequence[GameRecord]) -> Totals:
    totals: Totals = {}
    for record in records:
        for bot, rank in zip(record.lineup, record.ranks, strict=True):
            games, ranks = totals.get(bot, (0, 0))
            totals[bot] = games + 1, ranks + rank
    return totals
