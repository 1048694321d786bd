"""A ladder opened to be read, or to enter and retire bots: `arena.open_ladder`.

    with open_ladder("open") as ladder:            # ladders/open.db, for reading
        ladder.entries()                           # all versions of all bots: author, state, why
        ladder.status()                            # blocks, games, epoch, what is being played and why
        ladder.standings(), ladder.replay(17)      # as of a run; games of unfinished deals are not there
    with open_ladder("open", writable=True) as ladder:
        ladder.enter("mybot.py", name="mybot", author="Ada")

Games are played by arena/tournament/ladder_run.py. Any number of processes may read a ladder and enter bots while one
plays it.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Final

from arena.play.entrants import Entrant, find_entrant, plain_names
from arena.play.players import refuse_other_games
from arena.play.records import Lineup
from arena.process.registry import Registry, check_author, default_path
from arena.rating.adjusted import LEAST_DEALS, Adjusted, adjusted
from arena.rating.anytime import Claims, claims
from arena.rating.anytime import Entry as Presence
from arena.rating.overall import event_weights
from arena.tournament import closing
from arena.tournament.adaptive import longest_wait
from arena.tournament.config import ADAPTIVE, NAME, Event, for_games
from arena.tournament.ladder_config import LadderConfig
from arena.tournament.ladder_store import (
    DISQUALIFIED,
    PLAYING,
    REPLACED,
    RETIRED,
    Entry,
    Epoch,
    LadderError,
    LadderStore,
    create_ladder,
)
from arena.tournament.run import LADDERS
from arena.tournament.runs import Run
from arena.tournament.scheduler import NEWCOMERS, Contestant, Field, Loss
from arena.tournament.store import Store
from bots import Spec
from bots.luck import MULTIPLE
from core.errors import did_you_mean

RECENT_SECONDS: Final = 60.0  # over which games a second are counted
LONGEST_REASON: Final = 300
LONGEST_IN_CONTEST: Final = 58  # letters of a ladder's name and of its bots': the final puts something behind them


@dataclass(frozen=True, slots=True)
class BotStatus:
    """How a version of a bot fares."""

    entry: Entry
    blocks: int  # finished, in which it sat
    games: int
    faults: int
    last_fault: str  # kind and message; empty: none
    waiting: int | None  # blocks chosen since its last one, or since it entered; None: it plays no more


@dataclass(frozen=True, slots=True)
class InPlay:
    """A block that was chosen and is not finished."""

    block: int
    event: int
    lineup: Lineup
    probability: float
    reason: str


@dataclass(frozen=True, slots=True)
class LadderStatus:
    """How far a ladder is."""

    name: str
    path: str
    running: bool  # whether somebody plays it now
    scheduler: str
    loss: str
    closes: str | None  # when; None: never
    longest_wait: int | None  # no bot sits out so many blocks in a row; None: the scheduler does not say
    events: tuple[Event, ...]
    blocks: int  # finished
    games: int
    games_per_second: float  # of the last minute
    epochs: tuple[Epoch, ...]  # the last is the one that is being played
    bots: tuple[BotStatus, ...]
    playing: tuple[InPlay, ...]


class Ladder(Run):
    """A ladder: what a run has, and its bots' coming and going."""

    store: LadderStore

    def __init__(self, store: LadderStore) -> None:
        super().__init__(store)

    def __enter__(self) -> Ladder:
        return self

    def __repr__(self) -> str:
        return f"<Ladder {self.name}: {len(self):,} games in {self.path}>"

    @property
    def config(self) -> LadderConfig:
        return self.store.ladder

    def entries(self) -> list[Entry]:
        """All versions of all bots, in the order in which they entered."""
        return self.store.entries()

    def epochs(self) -> list[Epoch]:
        """With the hashes of their secrets, and the secrets that are published."""
        return self.store.epochs()

    def find(self, name: str) -> Entry:
        """The latest version of a bot, or that called `name@number`."""
        entries = self.entries()
        found = [entry for entry in entries if name in (entry.name, entry.label)]
        if not found:
            names = sorted({entry.name for entry in entries})
            raise LadderError(f"{self.path}: there is no bot '{name[:80]}' on the ladder: {did_you_mean(name, names)}"
                              if names else f"{self.path}: there is no bot on the ladder yet.")  # fmt: skip
        return found[-1]

    # ---- coming and going

    def enter(
        self, spec: str, name: str | None = None, author: str = "", folder: Path | None = None, *,
        reference: bool = False, sandbox: bool = False, unsafe: bool = False,
    ) -> Entry:
        """A new bot, or a new version of one. Its content is stored: later changes of its file do not count.

        A bot that does not play the ladder's games is refused, as is one that is there already, unchanged.
        """
        name = name or default_name(spec)
        self._refuse_after_closing()
        check_names(name, author)
        if self.config.closes:
            check_contest_name(name)
        before = self._versions(name)
        entrant = self._found(name, spec, folder or Path(), sandbox=sandbox, unsafe=unsafe)
        author = author or author_of(entrant)
        for event in self.events:
            refuse_other_games([entrant], event.load_game(), self.config.limits)
        with self.store.transaction():
            self._refuse_after_closing()
            if self._versions(name) != before:
                raise LadderError(f"{self.path}: somebody else entered a bot named {name} just now: look at 'arena "
                                  f"ladder status {self.name}', and enter yours again if it is another.")
            bot = self._write(entrant, name, author, reference, before)
        self.store.refresh()
        return next(entry for entry in self.entries() if entry.bot == bot)

    def _refuse_after_closing(self) -> None:
        if self.config.closes and self.config.is_closed:
            raise LadderError(f"{self.path}: the ladder closed at {closing.in_words(self.config.closes)}: nobody "
                              "enters any more.")  # fmt: skip

    def _versions(self, name: str) -> list[Entry]:
        return [entry for entry in self.entries() if entry.name == name]

    def _found(self, name: str, spec: str, folder: Path, *, sandbox: bool, unsafe: bool) -> Entrant:
        found = find_entrant(name, spec, name, folder, unsafe=unsafe, sandbox=sandbox)
        return for_games(found, tuple(dict.fromkeys(event.game for event in self.events)))

    def _write(self, entrant: Entrant, name: str, author: str, reference: bool, before: Sequence[Entry]) -> int:
        latest = before[-1] if before else None
        if latest is None:
            bot = self.store.write_entry(entrant, name, author, reference)
            self.store.write_change(bot, PLAYING, "entered")
            return bot
        check_owner(latest, author)
        author, reference = author or latest.author, reference or latest.reference
        if same(entrant, latest) and latest.state in (PLAYING, RETIRED):
            if latest.state == PLAYING:
                raise LadderError(f"{self.path}: {latest.label} is the same bot and plays already.")
            self.store.write_change(latest.bot, PLAYING, "came back")
            return latest.bot
        bot = self.store.write_entry(entrant, name, author, reference)
        if latest.state == PLAYING:
            self.store.write_change(latest.bot, REPLACED, f"version {latest.number + 1} entered")
        self.store.write_change(bot, PLAYING, f"entered in place of {latest.label}")
        return bot

    def retire(self, name: str, reason: str = "") -> Entry:
        """It plays no more; its games stay, in the fit too."""
        return self._end(name, RETIRED, reason or "retired", (RETIRED, DISQUALIFIED, REPLACED))

    def disqualify(self, name: str, reason: str = "") -> Entry:
        """It plays no more and its games leave the fit; they stay in the record."""
        return self._end(name, DISQUALIFIED, reason or "disqualified", (DISQUALIFIED,))

    def _end(self, name: str, state: str, reason: str, refused: Sequence[str]) -> Entry:
        check_reason(reason)
        with self.store.transaction():
            entry = self.find(name)
            if entry.state in refused:
                raise LadderError(f"{self.path}: {entry.label} is {entry.state} already.")
            self.store.write_change(entry.bot, state, reason)
        return self.find(entry.label)

    # ---- who is stronger

    def claims(self, event: int | None = None) -> Claims:
        """Who of the bots that play now is shown to be stronger, in one event or, with None, over all of them. All
        claims that are ever made hold at once."""
        games = [each.game for each in self.events]
        weights = event_weights(games) if event is None else tuple(float(at == event) for at in range(len(games)))
        results = {at: self.store.results(at) for at in range(len(games))}
        found = {at: each for at, each in results.items() if each.games}
        return claims(found, self.presences(), weights, self.store.first_open())

    def adjusted(self, event: int = 0) -> Adjusted | None:
        """Shares of wins with the luck taken out, beside the plain ones; None where the luck of too few deals is
        known."""
        results, luck = self.store.results_with_luck(event)
        return None if results.deals < LEAST_DEALS else adjusted(results, luck, MULTIPLE, self.config.seed)

    def presences(self) -> list[Presence]:
        """When each bot, or version, entered and left."""
        return [Presence(entry.label, entry.entered_block, None if entry.state == PLAYING else entry.since_block)
                for entry in self.entries()]  # fmt: skip

    def is_settled(self) -> bool:
        """Whether the games have shown what the ladder asks: the order of the first bots, of all, or the places of
        those who entered after it had begun."""
        loss, found = Loss.parse(self.config.loss), self.claims()
        if loss.kind != NEWCOMERS:
            return bool(found.bots) and found.first_are_settled(loss.top or len(found.bots))
        late = {entry.label for entry in self.entries() if entry.entered_block}
        places = zip(found.bots, found.places(), strict=True)
        return all(first == last for name, (first, last) in places if name in late)

    # ---- how far it is

    def status(self) -> LadderStatus:
        store = self.store
        open_blocks = [store.chosen(block) for block in store.open_blocks()]
        return LadderStatus(
            name=self.name,
            path=str(self.path),
            running=is_running(self.path),
            scheduler=self.config.scheduler,
            loss=self.config.loss,
            closes=self.config.closes,
            longest_wait=self._longest_wait(),
            events=self.events,
            blocks=store.count_chosen() - len(open_blocks),
            games=len(store),
            games_per_second=store.games_since(time() - RECENT_SECONDS) / RECENT_SECONDS,
            epochs=tuple(store.epochs()),
            bots=tuple(self._bot_status()),
            playing=tuple(
                InPlay(it.block, it.event, it.lineup, it.probability, it.reason) for it in open_blocks
            ),
        )

    def _longest_wait(self) -> int | None:
        playing = tuple(Contestant(entry.label) for entry in self.entries() if entry.state == PLAYING)
        if self.config.scheduler != ADAPTIVE or len(playing) < 2:
            return None
        seats = tuple(event.players for event in self.events)
        return longest_wait(Field(playing, seats, longest_wait=self.config.longest_wait))

    def _bot_status(self) -> Iterator[BotStatus]:
        chosen, totals, faults = self.store.count_chosen(), self.store.bot_totals(), self.store.last_faults()
        last = self.store.last_blocks()
        for entry in self.entries():
            blocks, games = totals.get(entry.bot, (0, 0))
            count, message = faults.get(entry.label, (0, ""))
            since = max(last.get(entry.bot, -1) + 1, entry.since_block)
            waiting = chosen - since if entry.state == PLAYING else None
            yield BotStatus(entry, blocks, games, count, message, waiting)


# ---- finding and opening


def find_ladder(name: str | Path) -> Path:
    """The file of a ladder, named by its path or by the ladder's name."""
    for path in (LADDERS / f"{name}.db", Path(name)):
        if path.is_file():
            return path
    raise LadderError(f"there is no ladder '{name}': neither {LADDERS / f'{name}.db'} nor a file of that name; "
                      "'arena ladder create' makes one.")  # fmt: skip


def open_ladder(name: str | Path, *, writable: bool = False) -> Ladder:
    """The ladder of that name in ladders/, or in that file; by default only for reading."""
    store = Store.open(find_ladder(name), writable=writable)
    if not isinstance(store, LadderStore):
        store.close()
        raise LadderError(f"{store.path}: is a run, not a ladder.")
    return Ladder(store)


def make_ladder(config: LadderConfig, path: Path | None = None) -> Ladder:
    """A new ladder without bots, in ladders/NAME.db unless a path is given."""
    if config.closes is not None:
        check_contest_name(config.name)
        if config.is_closed:
            raise LadderError(f"closes: {closing.in_words(config.closes)} is past; give a moment to come, in UTC.")
    return Ladder(create_ladder(path or LADDERS / f"{config.name}.db", config))


def list_ladders(folder: Path = LADDERS) -> list[Path]:
    """The files of all ladders in a folder."""
    return sorted(folder.glob("*.db"))


# ---- one player at a time


def lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


@contextmanager
def sole_player(path: Path) -> Iterator[None]:
    """Whoever plays a ladder holds its lock; the system takes it from a process that dies."""
    with lock_path(path).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LadderError(f"{path}: somebody plays this ladder already, and one plays at a time.") from None
        yield


def is_running(path: Path) -> bool:
    """Whether somebody plays a ladder now, on this machine."""
    with suppress(OSError), lock_path(path).open("r") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


# ---- what is allowed


def default_name(spec: str) -> str:
    """Of a submission its own name, of a file its name without the ending."""
    parsed = Spec.parse(spec)
    if parsed.source == "submission":
        return parsed.class_name.partition("@")[0]
    return plain_names([parsed.source.removesuffix(".py") if parsed.is_path else spec])[0].replace("@", "-")


def check_names(name: str, author: str) -> None:
    if not NAME.fullmatch(name) or "@" in name:
        raise LadderError(
            f"'{name[:80]}' is no name for a bot: use 1 to 64 letters, digits and _ . + -, starting with a letter or "
            "digit."
        )
    if author:
        check_author(author)


def check_contest_name(name: str) -> None:
    if len(name) > LONGEST_IN_CONTEST:
        raise LadderError(f"'{name}' is too long: in a contest a name has at most {LONGEST_IN_CONTEST} signs.")


def check_reason(reason: str) -> None:
    if not reason.isprintable() or len(reason) > LONGEST_REASON:
        raise LadderError(f"a reason is a text of at most {LONGEST_REASON} printable characters.")


def check_owner(latest: Entry, author: str) -> None:
    if latest.state == DISQUALIFIED:
        raise LadderError(f"{latest.name} was disqualified ({latest.reason}): its name is closed.")
    if latest.author and author and author != latest.author:
        raise LadderError(f"{latest.name} is a bot of {latest.author}: give yours another name with --as.")


def author_of(entrant: Entrant) -> str:
    """Who submitted a bot; empty for one that was not submitted."""
    spec = Spec.parse(entrant.spec)
    if spec.source != "submission":
        return ""
    with Registry(default_path()) as registry:
        return registry.find(spec.class_name).author


def same(entrant: Entrant, entry: Entry) -> bool:
    """Whether nothing is new in a bot: neither content nor parameters."""
    digest = None if entrant.program is None else entrant.program.digest
    return (entrant.version, entrant.isolation, digest, parameters(entrant.spec)) == (
        entry.version, entry.isolation, entry.digest, parameters(entry.spec),
    )  # fmt: skip


def parameters(spec: str) -> str:
    """What a spec says beside the path of its file."""
    parsed = Spec.parse(spec)
    return str(Spec("", parsed.class_name, parsed.parameters)) if parsed.is_path else spec
