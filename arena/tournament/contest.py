"""Contests: ladders that close. From then on nobody enters, and a final decides.

The final is a run of its own, runs/NAME-final.db: a round-robin of the latest versions of all bots that still play on
the ladder. So everything that is known of runs holds for it: it goes on where it was killed, it is complete when all
games are in, and `arena verify` checks it. Its secret is drawn when the ladder is made, so that nobody can choose it
when the bots are known, and its hash is shown from then on. The secret itself is published when all games are in.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rich.console import Console

from arena.play.entrants import Entrant
from arena.tournament import closing
from arena.tournament.config import BotEntry, Config, ConfigError
from arena.tournament.ladder import Ladder, open_ladder, sole_player
from arena.tournament.ladder_run import check_bots, one_by_one, playing, what_changed
from arena.tournament.ladder_store import FINAL, LadderError
from arena.tournament.run import LADDERS, RUNS, Outcome, remove_damaged, run
from arena.tournament.runner import parts_left
from arena.tournament.schedule import Schedule
from arena.tournament.store import Store, StoreError, is_unwritten
from arena.tournament.worker import PlayJob

SUFFIX: Final = "-final"
MOST_LINEUPS: Final = 1_000_000  # that a run can have
Announce = Callable[[Store], None]


@dataclass(frozen=True, slots=True)
class FinalStatus:
    """How far the final of a contest is."""

    name: str
    path: str
    sha256: str  # of its secret, from the first day of the ladder on
    secret: str | None  # once all games are in
    games: int
    total: int | None  # None: it has not begun

    @property
    def complete(self) -> bool:
        return self.games == self.total


def final_name(name: str) -> str:
    return f"{name}{SUFFIX}"


def final_path(path: Path) -> Path:
    """Where the final of a ladder is: among the runs, or beside a ladder that is not in a folder named ladders."""
    folder = path.parent.parent / RUNS if path.parent.name == LADDERS.name else path.parent
    return folder / f"{final_name(path.stem)}.db"


# ---- looking


def final_status(ladder: Ladder) -> FinalStatus | None:
    """None for a ladder that never closes."""
    if ladder.config.closes is None:
        return None
    told = not_begun(ladder)
    try:
        with open_final(ladder) as final:
            return replace(told, secret=final.told_secret()["secret"], games=len(final), total=final.schedule.games)
    except StoreError:
        if is_unwritten(final_path(ladder.path)):
            return told
        raise


def not_begun(ladder: Ladder) -> FinalStatus:
    """The final of a contest before its first game."""
    secret = ladder.store.secret_of(FINAL)
    told = secret.digits if secret.public else None
    return FinalStatus(final_name(ladder.path.stem), str(final_path(ladder.path)), secret.commitment, told, 0, None)


def open_final(ladder: Ladder, *, writable: bool = False) -> Store:
    """The run of the final; LadderError if another run is in its place."""
    path = final_path(ladder.path)
    final = Store.open(path, writable=writable)
    if final.secret.commitment != ladder.store.secret_of(FINAL).commitment:
        final.close()
        raise LadderError(f"{path}: is another run, and the final of {ladder.name} should be there: move it away.")
    return final


def contest_sentences(ladder: Ladder) -> list[str]:
    """When a contest closes, and how far its final is; nothing of a ladder that never closes."""
    closes, final = ladder.config.closes, final_status(ladder)
    if closes is None or final is None:
        return []
    committed = f"sha256 of the secret of its final: {final.sha256}"
    if not ladder.config.is_closed:
        return [f"closes at {closing.in_words(closes)}, then a final decides; {committed}"]
    if final.total is None:
        few = len(playing(ladder.store)) < 2
        then = "with fewer than two bots, so there is no final" if few else "and the final has not begun"
        return [f"closed at {closing.in_words(closes)} {then}; {committed}"]
    games = f"{final.games:,} of {final.total:,} games are in {final.path}"
    known = f"; its secret: {final.secret}" if final.secret else ""
    return [f"closed at {closing.in_words(closes)}; of the final, {games}; {committed}{known}"]


# ---- playing


def begin_final(ladder: Ladder) -> None:
    """Makes the run of the final, of all bots that still play."""
    store, entries = ladder.store, playing(ladder.store)
    config = Config(
        name=final_name(ladder.path.stem),
        events=store.config.events,
        deals=ladder.config.final_deals,
        bots=tuple(BotEntry(entry.label, entry.spec) for entry in entries),
        seed=store.config.seed,
        seatings=store.config.seatings,
        limits=store.config.limits,
        explanations=store.config.explanations,
    )
    secret = store.secret_of(FINAL)
    while True:
        with suppress(ConfigError):
            if Schedule(config, secret).lineups:
                break
        if config.max_lineups >= MOST_LINEUPS:
            raise LadderError(f"{ladder.path}: {len(entries)} bots are too many for a final.")
        config = replace(config, max_lineups=min(2 * config.max_lineups, MOST_LINEUPS))
    Store.create(final_path(ladder.path), config, [store.entrant(entry).identity for entry in entries], secret).close()


def finalists(ladder: Ladder, final: Store) -> tuple[Entrant, ...]:
    """The bots of the final as they entered the ladder; LadderError if one would play otherwise now."""
    entries = {entry.label: entry for entry in ladder.entries()}
    for bot in final.config.bots:
        why = what_changed(ladder.store, entries[bot.name])
        if why:
            raise LadderError(f"{final.path}: {bot.name} cannot go on: {why}")
    return tuple(ladder.store.entrant(entries[bot.name]) for bot in final.config.bots)


def prepared(ladder: Ladder) -> tuple[Config, tuple[Entrant, ...]] | None:
    """The final, begun if it is time; None if there is none."""
    if not ladder.config.is_closed or ladder.store.open_blocks():
        return None
    if is_unwritten(final_path(ladder.path)):
        check_bots(ladder.store, lambda sentence: None)
        if len(playing(ladder.store)) < 2:
            return None
        begin_final(ladder)
    with open_final(ladder) as final:
        return final.config, finalists(ladder, final)


def run_final(
    path: Path, workers: int | None = None, address: str | None = None, announce: Announce = lambda store: None
) -> Outcome | None:
    """Plays the final of a ladder that has closed, or what is missing of it; None if there is none."""
    with sole_player(path), open_ladder(path, writable=True) as ladder:
        found = prepared(ladder)
        return found and run(*found, final_path(path), workers, address, announce)


def play_final_here(path: Path) -> None:
    """The same in this process, one game after the other."""
    with sole_player(path), open_ladder(path, writable=True) as ladder:
        found = prepared(ladder)
        if found is None:
            return
        config, entrants = found
        with open_final(ladder, writable=True) as final:
            final.refuse_resuming(config, [entrant.identity for entrant in entrants])
            remove_damaged(final, Console(stderr=True))
            job = PlayJob.of(config, entrants, writer=final.writer)
            for blocks, _ in parts_left(final):
                for batches in one_by_one(job, blocks):
                    final.add_rows([batch.rows for batch in batches])
