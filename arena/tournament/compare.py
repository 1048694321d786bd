"""Two bots against each other until a sequential test decides.

What is independent is the deal: all its seatings together give one score. Deals are counted complete and in schedule
order, whatever order they were finished in, so that short games cannot tip the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

from arena.play.players import refuse_other_games
from arena.play.records import GameRecord
from arena.play.seeds import Secret
from arena.rating.sprt import Hypotheses, SequentialTest
from arena.tournament.config import PERMUTATIONS, Config, build_config, find_entrants
from arena.tournament.runner import Played, play_blocks
from arena.tournament.schedule import Schedule
from arena.tournament.store import config_secret
from arena.tournament.worker import Job

A, B = "A", "B"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a comparison has come to: the accepted hypothesis, None if the deals ran out first."""

    accepted: str | None
    test: SequentialTest  # of A's scores, by deal
    games: int
    faults: tuple[int, int]  # of A and of B


def compare_config(a: str, b: str, game: str, **keys: Any) -> Config:
    """Every seating of both bots; with 3 seats one of them sits twice, with 4 both do."""
    bots = [{"name": A, "spec": a}, {"name": B, "spec": b}]
    table = {"name": "compare", "game": game, "bots": bots, "seatings": PERMUTATIONS, **keys}
    return build_config({key: value for key, value in table.items() if value is not None}, "compare")


def compare(
    config: Config,
    hypotheses: Hypotheses,
    workers: int,
    watch: Callable[[SequentialTest], None] = lambda test: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Plays on the Ray that is running, until the test decides, the deals run out or `stopped` says so."""
    job = Job(config.load_game(), find_entrants(config, Path()), config.limits)
    refuse_other_games(job.entrants, job.game, job.limits)
    schedule = Schedule(config, config_secret(config) or Secret.draw())
    used: list[GameRecord] = []
    test = SequentialTest(hypotheses)
    for deal in in_order(schedule, play_blocks(job, iter(schedule), len(schedule), workers, stopped)):
        used.extend(deal)
        test.add(deal_score(deal))
        watch(test)
        if test.accepted:
            break
    return Comparison(test.accepted, test, len(used), (count_faults(used, A), count_faults(used, B)))


def in_order(schedule: Schedule, batches: Iterable[Played]) -> Iterator[list[GameRecord]]:
    """The deals, complete and in order, as soon as each is."""
    per_deal = len(schedule.lineups)
    waiting: dict[int, list[GameRecord]] = {}
    next_deal = 0
    for batch in batches:
        for block, games in batch:
            waiting[block.index] = [game.record for game in games]
        while all(index in waiting for index in range(next_deal * per_deal, (next_deal + 1) * per_deal)):
            indexes = range(next_deal * per_deal, (next_deal + 1) * per_deal)
            yield [record for index in indexes for record in waiting.pop(index)]
            next_deal += 1


def deal_score(records: Iterable[GameRecord]) -> float:
    return fmean(game_score(record) for record in records)


def game_score(record: GameRecord) -> float:
    """How often A is ahead of B, over all pairs of their seats; a tie is half."""
    pairs = product(ranks_of(record, A), ranks_of(record, B))
    return fmean((own < other) + 0.5 * (own == other) for own, other in pairs)


def ranks_of(record: GameRecord, name: str) -> list[int]:
    return [rank for who, rank in zip(record.lineup, record.ranks, strict=True) if who == name]


def count_faults(records: Iterable[GameRecord], name: str) -> int:
    return sum(fault.bot == name for record in records for fault in record.faults)
