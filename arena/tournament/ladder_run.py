"""Playing a ladder: rounds of blocks, chosen from the results so far and written down before they are played.

A round is chosen from the results of all rounds but the one before it, which is still being played. So what is chosen
does not depend on how many workers play, on which of them is faster, or on who was killed when: the same ladder with
the same entries at the same blocks, the same secrets and the same times comes to the same rows. (Times count, since
the scheduler weighs what a game tells against what it costs. What it was told is kept with the round.)
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console

from arena.play.entrants import Entrant, find_entrant
from arena.play.records import SANDBOX
from arena.play.seeds import derive
from arena.rating.results import Columns, Results, arranged
from arena.tournament.adaptive import SCHEDULERS
from arena.tournament.config import for_games
from arena.tournament.interrupt import Interrupt
from arena.tournament.ladder import LONGEST_REASON, Ladder, open_ladder, sole_player
from arena.tournament.ladder_store import PLAYING, SET_ASIDE, Entry, LadderError, LadderStore, label_of
from arena.tournament.progress import Progress
from arena.tournament.ray_cluster import RunFailed, ray_cluster
from arena.tournament.run import remove_damaged
from arena.tournament.runner import play_blocks
from arena.tournament.schedule import Block
from arena.tournament.scheduler import Choice, Contestant, Field, Loss, Played, SetAside, set_aside
from arena.tournament.worker import Batch, BlockPlayer, PlayJob
from core.errors import ArenaError

NEWCOMER_BLOCKS: Final = 30  # finished or in play; then a bot is none any more
IDLE_SECONDS: Final = 1.0  # between two looks at a ladder on which there is nothing to play
AHEAD: Final = 2  # a round is chosen when that of so many before it is finished
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Goal:
    """When to stop by itself; a ladder without a goal is played until somebody stops it."""

    games: int | None = None  # new ones; whole blocks are played
    seconds: float | None = None
    settled: bool = False  # looked at before a round is chosen


class Until:
    """Says when to stop. A block that is handed out counts as played."""

    def __init__(self, goal: Goal, stopped: Callable[[], bool] = lambda: False) -> None:
        self.goal, self._stopped = goal, stopped
        self._began = time.monotonic()
        self.games = 0
        self.settled = False

    def __call__(self) -> bool:
        goal = self.goal
        late = goal.seconds is not None and time.monotonic() - self._began >= goal.seconds
        enough = goal.games is not None and self.games >= goal.games
        return self.settled or late or enough or self._stopped()


class Rounds(Iterator[Block]):
    """The blocks to play, round after round. It ends, for now, when there is nothing to hand out: somebody has entered
    or left, it is time to stop, there is nobody to play, or a round before the last is not finished."""

    def __init__(self, ladder: Ladder, until: Until, tell: Tell) -> None:
        self._ladder, self._store, self._until, self._tell = ladder, ladder.store, until, tell
        self.playing = playing(self._store)
        self._store.refresh()  # after it: who enters in between is known, and makes this stale
        self._waiting = deque(self._store.still_to_play())
        self._results = ResultsSoFar(self._store)
        self._stale = False
        self._finished = 0  # all blocks before this one are

    def __length_hint__(self) -> int:
        """How many are chosen and not handed out."""
        return len(self._waiting)

    def __bool__(self) -> bool:
        """Whether there is a block to hand out; chooses a round if need be."""
        if not self._waiting and not self._stale and not self._until():
            self._waiting.extend(self._next_round())
        return bool(self._waiting) and not self._until()

    def __next__(self) -> Block:
        if not self:
            raise StopIteration
        block = self._waiting.popleft()
        self._until.games += len(block.seatings)
        return block

    def entrants(self) -> tuple[Entrant, ...]:
        """The bots of all blocks that can come."""
        seated = {name for block in self._waiting for name in block.seatings[0].lineup}
        return tuple(self._store.entrant(entry) for entry in self._store.entries()
                     if entry.state == PLAYING or entry.label in seated)  # fmt: skip

    def _next_round(self) -> list[Block]:
        store, number = self._store, self._store.count_rounds()
        unfinished = store.open_blocks(self._finished)
        self._finished = unfinished[0] if unfinished else store.count_chosen()
        if unfinished and store.chosen(unfinished[0]).round <= number - AHEAD:
            return []
        if store.ladder.is_closed:
            return []
        self._until.settled = self._until.goal.settled and self._ladder.is_settled()
        if self._until.settled:
            return []
        with store.transaction():
            self._stale = playing(store) != self.playing or begins_epoch(store, self._tell)
            return [] if self._stale else choose_round(store, self._results.before_round(number - AHEAD + 1))


class ResultsSoFar:
    """The games of the rounds before a given one, by event. What was read is kept: a ladder only grows."""

    def __init__(self, store: LadderStore) -> None:
        self._store = store
        self._events = range(len(store.config.events))
        self._read: dict[int, list[Columns]] = {event: [] for event in self._events}
        self._until = 0

    def before_round(self, number: int) -> dict[int, Results]:
        """All blocks of these rounds must be finished."""
        until = self._store.first_block(number)
        if until > self._until:
            for event, parts in self._read.items():
                self._read[event] = joined([*parts, self._store.columns_between(event, self._until, until)])
            self._until = until
        names = [bot.name for bot in self._store.bots()]
        return {event: arranged(self._store.in_the_fit(parts[0]), names)
                for event, parts in self._read.items() if parts}  # fmt: skip


def joined(parts: list[Columns]) -> list[Columns]:
    return [Columns.joined(parts)] if len(parts) > 1 else parts


def playing(store: LadderStore) -> list[Entry]:
    return [entry for entry in store.entries() if entry.state == PLAYING]


# ---- choosing


def choose_round(store: LadderStore, results: dict[int, Results]) -> list[Block]:
    """Chooses the next round and writes it down; empty if there is nobody to play. Inside of a transaction."""
    number = store.count_rounds()
    played = Played(results, store.count_chosen(), in_play(store, number - AHEAD + 1))
    for name, why in set_aside(played).items():
        put_aside(store, name, why)
    field = field_of(store, played)
    if len(field.contestants) < 2:
        return []
    epoch = store.epochs()[-1].number
    seed = choice_seed(store, epoch)
    chosen = SCHEDULERS[store.ladder.scheduler].next(played, field, seed, store.ladder.round_blocks)
    rows = [(each.event, each.lineup, each.probability, each.reason) for each in chosen]
    return store.write_round(rows, epoch, asdict(field)) if rows else []


def choice_seed(store: LadderStore, epoch: int) -> int:
    return derive("choices", store.secret_of(epoch).digits)


def in_play(store: LadderStore, number: int) -> dict[int, Choice]:
    """The blocks of a round and those after it: the choice does not go by their results, finished or not."""
    found = store.choices("WHERE round >= ?", number)
    return {it.block: Choice(it.event, it.lineup, it.probability, it.reason) for it in found}


def put_aside(store: LadderStore, name: str, why: SetAside) -> None:
    entry = next((entry for entry in playing(store) if entry.label == name), None)
    if entry is not None:
        reason = f"it failed in {why.faulty} of its last {why.games} games, last: {why.last.kind}: {why.last.message}"
        store.write_change(entry.bot, SET_ASIDE, printable(reason))


def printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:LONGEST_REASON]


def field_of(store: LadderStore, played: Played) -> Field:
    """Who can play now."""
    seconds = seconds_by_bot(played.results.values()) if store.ladder.weigh_seconds else {}
    blocks = Counter(name for _, _, lineup in played.lineups for name in set(lineup))
    known = {entry.label for entry in store.entries()}
    named = any(entry.reference for entry in playing(store))  # else all that are no newcomers are reference bots
    contestants = tuple(
        Contestant(
            name=entry.label,
            seconds=seconds.get(entry.label, 1.0),
            entered=entry.since_block,
            newcomer=blocks[entry.label] < NEWCOMER_BLOCKS,
            reference=entry.reference or not (named or blocks[entry.label] < NEWCOMER_BLOCKS),
            like=before if (before := label_of(entry.name, entry.number - 1)) in known else None,
        )
        for entry in playing(store)
    )
    seats = tuple(event.players for event in store.config.events)
    return Field(contestants, seats, Loss.parse(store.ladder.loss), store.ladder.longest_wait)


def seconds_by_bot(all_results: Iterable[Results]) -> dict[str, float]:
    """What a bot takes for a game on average, in seconds of its own thinking."""
    spent: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for results in all_results:
        sat = np.bincount(results.lineup.ravel(), minlength=len(results.bots))
        took = np.bincount(results.lineup.ravel(), results.think.ravel(), minlength=len(results.bots))
        for name, count, seconds in zip(results.bots, sat.tolist(), took.tolist(), strict=True):
            seats[name] += count
            spent[name] += seconds
    return {name: max(round(spent[name] / seats[name], 6), 1e-6) for name in seats if seats[name]}


def begins_epoch(store: LadderStore, tell: Tell) -> bool:
    """Begins a new epoch if the last is long enough; the hash of its secret is shown before its first game. Inside of
    a transaction."""
    epoch, ladder = store.epochs()[-1], store.ladder
    over = epoch.blocks >= ladder.epoch_blocks
    if ladder.epoch_hours is not None and epoch.blocks:
        over = over or time.time() - epoch.began >= 3600 * ladder.epoch_hours
    if over:
        number = store.begin_epoch()
        tell(f"epoch {number} begins; sha256 of its secret: {store.secret_of(number).commitment}")
    return over


# ---- bots that are not what they were


def check_bots(store: LadderStore, tell: Tell) -> None:
    """Sets aside bots that would play otherwise than when they entered, and gives up blocks they were chosen for."""
    changed = {entry.label: why for entry in store.entries() if (why := what_changed(store, entry))}
    if not changed:
        return
    with store.transaction():
        for entry in playing(store):
            if entry.label in changed:
                store.write_change(entry.bot, SET_ASIDE, printable(changed[entry.label]))
                tell(f"{entry.label} is set aside: {changed[entry.label]}")
        for block in store.open_blocks():
            missing = sorted(set(store.chosen(block).lineup) & set(changed))
            if missing:
                store.give_up(block, f"{', '.join(missing)} could not play any more")


def what_changed(store: LadderStore, entry: Entry) -> str:
    """Why a bot is not what it was when it entered; empty if it is. What was stored with its content cannot change."""
    if entry.digest is not None:
        return ""
    try:
        found = find_entrant(entry.label, entry.spec, entry.label, Path(), sandbox=entry.isolation == SANDBOX)
        found = for_games(found, tuple(dict.fromkeys(event.game for event in store.config.events)))
    except ArenaError as error:
        return str(error)
    return "" if found.version == entry.version else (
        f"it entered as version {entry.version} and is version {found.version} now: enter it again"
    )


# ---- playing


Player = Callable[[PlayJob, Rounds], Iterator[list[Batch]]]


@dataclass(frozen=True, slots=True)
class LadderOutcome:
    """What a call of `run_ladder` has come to."""

    path: Path
    played: int  # games new in this call
    games: int  # in the finished blocks of the ladder
    settled: bool
    stopped: bool = False  # by Ctrl-C or a polite kill
    closed: bool = False  # nobody enters any more, and all games are in


def run_ladder(
    path: Path, goal: Goal, workers: int | None = None, address: str | None = None, console: Console | None = None
) -> LadderOutcome:
    """Plays a ladder until the goal is reached or somebody stops it. The same call after any kill carries on."""
    console = console or Console(stderr=True)
    tell = lambda sentence: console.print(sentence, highlight=False, soft_wrap=True, markup=False)  # noqa: E731
    with sole_player(path), open_ladder(path, writable=True) as ladder:
        before = prepare(ladder, console, tell)
        with Interrupt() as interrupt, ray_cluster(workers, address):
            interrupt.listen()  # again: Ray has put handlers of its own in place
            until = Until(goal, interrupt)
            player = on_ray(workers, interrupt, tell)
            with Progress(None, before, ladder.store.rank_totals(), console) as progress:
                for batches in carry_on(ladder, until, player, tell):
                    for batch in batches:
                        progress.add(batch.tally)
        return outcome(ladder, before, until, stopped=interrupt.requested)


def play_here(path: Path, goal: Goal, tell: Tell = lambda sentence: None) -> LadderOutcome:
    """The same in this process, one game after the other."""
    with sole_player(path), open_ladder(path, writable=True) as ladder:
        before, until = prepare(ladder, Console(stderr=True), tell), Until(goal)
        deque(carry_on(ladder, until, one_by_one, tell), maxlen=0)
        return outcome(ladder, before, until)


def outcome(ladder: Ladder, before: int, until: Until, *, stopped: bool = False) -> LadderOutcome:
    closed = ladder.config.is_closed and not ladder.store.open_blocks()
    return LadderOutcome(ladder.path, len(ladder) - before, len(ladder), until.settled, stopped, closed)


def prepare(ladder: Ladder, console: Console, tell: Tell) -> int:
    """Looks after what has changed since the ladder was last played; how many games it has."""
    other = ladder.store.other_rules()
    if other:
        raise LadderError(f"{ladder.path}: {other}: make a new ladder for the new rules.")
    remove_damaged(ladder.store, console)
    check_bots(ladder.store, tell)
    return len(ladder)


def carry_on(ladder: Ladder, until: Until, player: Player, tell: Tell) -> Iterator[list[Batch]]:
    """Plays round after round, until the ladder closes if it does; gives batches when they are written."""
    idle = False
    while not until():
        rounds = Rounds(ladder, until, tell)
        if not rounds:
            if ladder.config.is_closed and not ladder.store.open_blocks():
                return
            if not idle:
                tell(f"nothing to play: {ladder.name} waits for bots to enter")
            idle = True
            time.sleep(0 if until() else IDLE_SECONDS)
            continue
        idle = False
        job = PlayJob.of(ladder.store.config, rounds.entrants(), writer=ladder.store.writer)
        job = replace(job, luck=ladder.config.luck)
        for batches in player(job, rounds):
            ladder.store.add_rows([batch.rows for batch in batches])
            yield batches


def on_ray(workers: int | None, stopped: Callable[[], bool], tell: Tell) -> Player:
    return lambda job, rounds: play_blocks(job, rounds, None, workers, stopped, tell)


def one_by_one(job: PlayJob, rounds: Iterator[Block]) -> Iterator[list[Batch]]:
    """In this process."""
    with closing(BlockPlayer(job)) as worker:
        for block in rounds:
            batch = worker.play([block])
            if batch.failure:
                raise RunFailed(f"a game cannot be played: {batch.failure}")
            yield [batch]
