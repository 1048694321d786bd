"""The games of a run as one table: a row for each game and seat, for files and data frames alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from arena.play.records import GameRecord
from arena.rating.means import win_shares
from arena.tournament.store import Store

FORMAT: Final = 1  # of the table; columns may be added without a new number, not taken away or given another meaning
BATCH: Final = 50_000  # rows turned into columns at once

Value = int | float | str | None
Columns = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A record with what the store knows of it."""

    number: int
    name: str
    record: GameRecord
    wins: list[float]  # by seat


@dataclass(frozen=True, slots=True)
class GameColumn:
    """One column of the table."""

    name: str
    kind: type  # int, float or str
    meaning: str
    value: Callable[[StoredGame, int], Value]  # of a game and a seat


FIELDS: Final = (
    GameColumn("number", int, "number of the game, as `arena replay` takes it", lambda game, seat: game.number),
    GameColumn("event", int, "number of the event: a game with its player count and options",
          lambda game, seat: game.record.event),
    GameColumn("game", str, "name of the game", lambda game, seat: game.name),
    GameColumn("players", int, "how many seats it has", lambda game, seat: len(game.record.lineup)),
    GameColumn("deal", int, "number of the deal in its event; games of one deal are not independent",
          lambda game, seat: game.record.deal),
    GameColumn("block", int, "number of the block: one line-up on one deal", lambda game, seat: game.record.block),
    GameColumn("rotation", int, "which seating of the block", lambda game, seat: game.record.rotation),
    GameColumn("seed", int, "seed of the deal", lambda game, seat: game.record.seed),
    GameColumn("decisions", int, "how many decisions the game had, all seats together",
          lambda game, seat: game.record.decisions),
    GameColumn("seat", int, "seat, from 0", lambda game, seat: seat),
    GameColumn("bot", str, "name of the bot in the seat", lambda game, seat: game.record.lineup[seat]),
    GameColumn("rank", int, "1 is best; ties share a rank; a bot with a fault ranks last",
          lambda game, seat: game.record.ranks[seat]),
    GameColumn("win", float, "1 for first place; of a shared first place, its share",
          lambda game, seat: game.wins[seat]),
    GameColumn("score", float, "score by the rules of the game", lambda game, seat: game.record.scores[seat]),
    GameColumn("moves", int, "how many decisions were this seat's", lambda game, seat: game.record.moves[seat]),
    GameColumn("seconds", float, "time that this seat spent choosing", lambda game, seat: game.record.think[seat]),
    GameColumn("fault", str, "kind of the fault by which the bot lost the right to move; empty if none",
          lambda game, seat: next((fault.kind for fault in game.record.faults if fault.seat == seat), None)),
)  # fmt: skip


def rows(store: Store) -> Iterator[tuple[Value, ...]]:
    """All rows, game by game and seat by seat, in the order of FIELDS."""
    for record in store.records():
        name = store.config.events[record.event].game
        number = store.schedule.game_number(*record.key)
        game = StoredGame(number, name, record, win_shares(record.ranks).tolist())
        for seat in range(len(record.lineup)):
            yield tuple(field.value(game, seat) for field in FIELDS)


def column_batches(store: Store) -> Iterator[Columns]:
    """The table in pieces of some rows, each as columns by name."""
    all_rows = rows(store)
    while piece := list(islice(all_rows, BATCH)):
        yield as_columns(piece)


def columns(store: Store) -> Columns:
    """The whole table as columns by name."""
    return as_columns(rows(store))


def as_columns(some_rows: Iterable[tuple[Value, ...]]) -> Columns:
    found = [list(column) for column in zip(*some_rows, strict=True)] or [[] for _ in FIELDS]
    return dict(zip((field.name for field in FIELDS), found, strict=True))


def schema() -> list[dict[str, str]]:
    """What the columns are, as plain data."""
    return [{"name": field.name, "type": field.kind.__name__, "meaning": field.meaning} for field in FIELDS]
