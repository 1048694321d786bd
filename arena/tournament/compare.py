"""Two bots against each other until a sequential test decides. The games are kept, and the same call carries on.

What is independent is the deal: all its seatings together give one score. Deals are counted complete and in schedule
order, whatever order they were finished in, so that short games cannot tip the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, product
from pathlib import Path
from statistics import fmean
from typing import Any

import core
from arena.play.entrants import Entrant, plain_names
from arena.play.players import refuse_other_games
from arena.play.records import GameRecord, PlayedGame
from arena.play.seeds import Secret
from arena.rating.sprt import Hypotheses, SequentialTest
from arena.tournament.config import PERMUTATIONS, Config, build_config, find_entrants
from arena.tournament.runner import play_blocks
from arena.tournament.schedule import Block, Schedule
from arena.tournament.store import Store, config_secret
from arena.tournament.worker import Batch, PlayJob

Score = Callable[[GameRecord, str, str], float]
Played = list[tuple[Block, list[PlayedGame]]]
ByBlock = Mapping[int, list[GameRecord]]


@dataclass
class Comparison:
    """What a comparison has come to so far."""

    names: tuple[str, str]  # of A and of B
    test: SequentialTest  # of A's scores, by deal
    score: Score | None = None  # of a game, for A; None: the share of rivals beaten
    path: list[tuple[float, float]] = field(default_factory=list)  # by deal: logs of the ratios for s1 and for s0
    games: int = 0
    faults: tuple[int, int] = (0, 0)  # of A and of B

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis; None where there were not enough deals."""
        return self.test.accepted

    def add(self, deal: list[GameRecord]) -> None:
        self.test.add(deal_score(deal, *self.names, self.score or rivals_beaten))
        self.path.append((self.test.for_s1, self.test.for_s0))
        self.games += len(deal)
        ours, theirs = (count_faults(deal, name) for name in self.names)
        self.faults = self.faults[0] + ours, self.faults[1] + theirs


def compare_config(a: str, b: str, game: str, **keys: Any) -> Config:
    """Every seating of both bots; with 3 seats one of them sits twice, with 4 both do. Two seats where the game has
    them, otherwise as few as it allows."""
    names = plain_names([a, b])
    if keys.get("players") is None and game in core.games():
        keys["players"] = max(2, core.game_class(game).SEATS[0])
    bots = [{"name": name, "spec": spec} for name, spec in zip(names, (a, b), strict=True)]
    name = f"compare-{names[0]}-{names[1]}-{game}-{keys.get('players')}"[:64]
    table = {"name": name, "game": game, "bots": bots, "seatings": PERMUTATIONS, **keys}
    return build_config({key: value for key, value in table.items() if value is not None}, "compare")


def stored_comparison(store: Store, hypotheses: Hypotheses) -> Comparison:
    """What the games in the store come to by themselves."""
    found = begun(store.config, hypotheses)
    counted(found, in_order(store.schedule, [], by_block(store.records())))
    return found


def compare(
    config: Config,
    hypotheses: Hypotheses,
    workers: int,
    watch: Callable[[SequentialTest], None] = lambda test: None,
    stopped: Callable[[], bool] = lambda: False,
    score: Score | None = None,
) -> Comparison:
    """Plays on the Ray that is running, until the test decides, the deals run out or `stopped` says so."""
    job = PlayJob.of(config, find_entrants(config, Path()))
    refuse_other_games(job.entrants, job.game, job.limits)
    found, schedule = begun(config, hypotheses, score), Schedule(config, config_secret(config) or Secret.draw())
    batches = chain.from_iterable(play_blocks(job, iter(schedule), len(schedule), workers, stopped))
    counted(found, in_order(schedule, (batch.blocks for batch in batches)), watch)
    return found


def carry_on(
    store: Store,
    entrants: tuple[Entrant, ...],
    hypotheses: Hypotheses,
    workers: int,
    watch: Callable[[SequentialTest], None] = lambda test: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Comparison:
    """The same with a store: what is in it counts, and what is played goes into it."""
    found, finished = begun(store.config, hypotheses), store.finished()
    left = len(store.schedule) - len({block for block, _ in finished})
    job, blocks = PlayJob.of(store.config, entrants), store.schedule.remaining(finished)
    batches = kept(store, play_blocks(job, blocks, left, workers, stopped))
    counted(found, in_order(store.schedule, batches, by_block(store.records())), watch)
    return found


def begun(config: Config, hypotheses: Hypotheses, score: Score | None = None) -> Comparison:
    a, b = (bot.name for bot in config.bots)
    return Comparison((a, b), SequentialTest(hypotheses), score)


def counted(
    found: Comparison, deals: Iterable[list[GameRecord]], watch: Callable[[SequentialTest], None] = lambda test: None
) -> None:
    """Counts deals up to the first decision; what comes after it is not looked at."""
    for deal in deals:
        found.add(deal)
        watch(found.test)
        if found.accepted:
            break


def kept(store: Store, batches: Iterable[list[Batch]]) -> Iterator[Played]:
    """Every batch is in the store before it counts."""
    for batch in chain.from_iterable(batches):
        store.add_all(batch.blocks)
        yield batch.blocks


def by_block(records: Iterable[GameRecord]) -> ByBlock:
    found: dict[int, list[GameRecord]] = defaultdict(list)
    for record in records:
        found[record.block].append(record)
    return found


def in_order(
    schedule: Schedule, batches: Iterable[Played], before: ByBlock | None = None
) -> Iterator[list[GameRecord]]:
    """The deals, complete and in order, as soon as each is; `before` are games that were there before the batches."""
    per_deal = len(schedule.lineups)
    waiting: dict[int, list[GameRecord]] = {block: list(games) for block, games in (before or {}).items()}
    deal = 0

    def is_complete(index: int) -> bool:
        return index in waiting and len(waiting[index]) == len(schedule.block(index).seatings)

    for batch in chain([[]], batches):
        for block, games in batch:
            waiting.setdefault(block.index, []).extend(game.record for game in games)
        while all(map(is_complete, range(deal * per_deal, (deal + 1) * per_deal))):
            blocks = [waiting.pop(index) for index in range(deal * per_deal, (deal + 1) * per_deal)]
            yield [record for block in blocks for record in sorted(block, key=lambda record: record.rotation)]
            deal += 1


def deal_score(records: Iterable[GameRecord], a: str, b: str, score: Score) -> float:
    return fmean(score(record, a, b) for record in records)


def rivals_beaten(record: GameRecord, a: str, b: str) -> float:
    """How often A is ahead of B, over all pairs of their seats; a tie is half."""
    pairs = product(ranks_of(record, a), ranks_of(record, b))
    return fmean((own < other) + 0.5 * (own == other) for own, other in pairs)


def first_places(record: GameRecord, a: str, b: str) -> float:
    """A's share of the first place. Over all seatings of a deal both have as many seats, so equal bots get a half."""
    firsts = [who for who, rank in zip(record.lineup, record.ranks, strict=True) if rank == 1]
    return firsts.count(a) / len(firsts)


def ranks_of(record: GameRecord, name: str) -> list[int]:
    return [rank for who, rank in zip(record.lineup, record.ranks, strict=True) if who == name]


def count_faults(records: Iterable[GameRecord], name: str) -> int:
    return sum(fault.bot == name for record in records for fault in record.faults)
