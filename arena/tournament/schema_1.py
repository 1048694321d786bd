"""Runs stored by version 0.1.0 (schema 1): they open, verify by the digests of that version, rank and export.

Such a run cannot be carried on: its deals follow from a seed that everybody can read in its config.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from arena.play.records import (
    BUILT_IN,
    OPEN,
    SANDBOX,
    BotIdentity,
    Explanation,
    Fault,
    GameRecord,
    PlayedGame,
    final_ranks,
)
from arena.play.seeds import Secret, derive
from arena.process.faults import FAULT_KINDS
from arena.rating.results import Columns, grown
from arena.tournament.config import Config, build_config
from arena.tournament.rows import unpack_actions
from arena.tournament.schedule import EVENT
from arena.tournament.store import Store, StoreError, damaged, explained, stored_config
from bots import Spec, built_in
from core import Game, State

RULES_VERSION: Final = 1  # of every game, when 0.1.0 was made
HEADER: Final = struct.Struct("<4sHh16sII")  # before a saved state: magic, format, seat, digest, length, checksum
ROWS: Final = """
SELECT game.id, game.block, game.rotation, game.lineup, game.deal, game.seed, game.decisions, game.actions, game.final,
       seat.seat, bot.name, seat.rank, seat.score, seat.moves, timing.seconds,
       fault.kind, fault.message, fault.decision
FROM game
CROSS JOIN seat ON seat.game = game.id  -- cross: in this order, so that nothing needs to be sorted
CROSS JOIN bot ON bot.id = seat.bot
LEFT JOIN timing ON timing.game = game.id AND timing.seat = seat.seat
LEFT JOIN fault ON fault.game = game.id AND fault.seat = seat.seat
{where}
ORDER BY game.id, seat.seat
"""
SEATS: Final = 9  # from here on the columns of ROWS differ from seat to seat
SeatRows = list[tuple[Any, ...]]


class SeedOfConfig(Secret):
    """What deals followed from in 0.1.0: the seed in the config."""

    __slots__ = ()

    def deal_seed(self, event: int, deal: int) -> int:
        return derive("deal", int.from_bytes(self.value, "big"), deal)


def open_schema_1(path: Path, connection: sqlite3.Connection) -> Store:
    found = connection.execute("SELECT name, config FROM tournament").fetchall()
    if len(found) != 1:
        raise damaged(path, f"{len(found)} tournaments in it instead of one")
    return Schema1Store(path, connection, stored_config(build_config, path, *found[0]))


class Schema1Store(Store):
    """A run of version 0.1.0, for reading."""

    schema = 1

    def __init__(self, path: Path, connection: sqlite3.Connection, config: Config) -> None:
        super().__init__(path, connection, config, SeedOfConfig(config.seed.to_bytes(16, "big"), public=True))
        self._block = lru_cache(maxsize=4)(self.schedule.block)  # games of a block come one after the other

    def refuse_resuming(self, config: Config, bots: Sequence[BotIdentity]) -> None:
        raise StoreError(
            f"{self.path}: was begun by version 0.1.0, whose deals anybody can compute from the config; it can be "
            "ranked, verified and exported, but not carried on: give the new run another name, or move the file away."
        )

    # ---- what the run is

    @property
    def analysis_seed(self) -> int:
        """The seed of the config was that of the deals."""
        return 0

    def bots(self) -> list[BotIdentity]:
        with explained(self.path):
            rows = self._connection.execute("SELECT name, spec, version FROM bot ORDER BY id").fetchall()
        try:
            return [BotIdentity(name, spec, version, isolation_of(spec, version)) for name, spec, version in rows]
        except (AttributeError, TypeError):
            raise damaged(self.path, "its list of bots is not one") from None

    def _played_under(self, event: int) -> tuple[int, str]:
        with explained(self.path):
            digest = self._connection.execute("SELECT digest FROM tournament").fetchone()[0]
        return RULES_VERSION, str(digest)

    def other_rules_of(self, event: int) -> str:
        _, digest = self._played_under(event)
        game = self.config.load_game()
        if game.rules_version != RULES_VERSION:
            version = game.rules_version
            return f"was played under version {RULES_VERSION} of the rules of {game.name}, this is version {version}"
        if digest != game_digest(game):
            return f"{game.name} with these options is another game now than it was then"
        return ""

    # ---- reading

    def has_games(self, event: int = EVENT) -> bool:
        return len(self) > 0

    def finished_between(self) -> tuple[float, ...]:
        """Version 0.1.0 did not say."""
        return ()

    def count_faults(self) -> int:
        with explained(self.path):
            return int(self._connection.execute("SELECT count(*) FROM fault").fetchone()[0])

    def rank_totals(self) -> dict[str, tuple[int, int]]:
        query = "SELECT bot.name, count(*), sum(rank) FROM seat JOIN bot ON bot.id = seat.bot GROUP BY bot.id"
        with explained(self.path):
            return {name: (games, ranks) for name, games, ranks in self._connection.execute(query)}

    def columns(self, event: int = EVENT) -> Columns:
        return grown(self.records(), [bot.name for bot in self.bots()], self.config.event.players)

    def records(self) -> Iterator[GameRecord]:
        for number, seats in self._game_rows():
            yield self._old_record(number, seats)

    def game(self, number: int) -> PlayedGame:
        found = next(self._game_rows("WHERE game.id = ?", number), None)
        if found is None:
            raise StoreError(f"{self.path}: there is no game {number}; {self._numbers()}.")
        return self._old_played(*found)

    def games(self) -> Iterator[PlayedGame]:
        for number, seats in self._game_rows():
            yield self._old_played(number, seats)

    def checked_games(self) -> Iterator[tuple[int, PlayedGame | None, str]]:
        for number, seats in self._game_rows():
            try:
                yield number, self._old_played(number, seats), ""
            except StoreError as error:
                yield number, None, str(error)

    def explanations(self, number: int) -> list[Explanation]:
        return []

    def total(self) -> str:
        """Of the final states: 0.1.0 kept no checksums."""
        return self._digest_of("SELECT final FROM game ORDER BY id")

    def final_digest(self, state: State) -> bytes:
        return blake2b(saved_state(state), digest_size=16).digest()

    def _game_rows(self, where: str = "", *values: object) -> Iterator[tuple[int, SeatRows]]:
        with explained(self.path):
            rows = self._connection.execute(ROWS.format(where=where), values)
            for number, seats in groupby(rows, key=lambda row: row[0]):
                yield number, list(seats)

    def _old_played(self, number: int, seats: SeatRows) -> PlayedGame:
        record = self._old_record(number, seats)
        packed, final = seats[0][7:9]
        if not isinstance(packed, bytes) or not isinstance(final, bytes):
            raise damaged(self.path, f"game {number}: actions and final state are not bytes")
        try:
            return PlayedGame(record, unpack_actions(packed, record.decisions), final)
        except ValueError as error:
            raise damaged(self.path, f"game {number}: {error}") from None

    def _old_record(self, number: int, seats: SeatRows) -> GameRecord:
        try:
            record = record_of(seats)
            problem = self._misfit(number, record, seats)
        except (TypeError, ValueError, OverflowError) as error:
            problem = str(error)
        if problem:
            raise damaged(self.path, f"game {number}: {problem}")
        return record

    def _misfit(self, number: int, record: GameRecord, seats: SeatRows) -> str:
        """What cannot be right in a record; empty if nothing. Without checksums, the schedule says what should be."""
        if not 0 <= record.block < len(self.schedule):
            return f"there is no block {record.block} in the schedule"
        block = self._block(record.block)
        if seats[0][3:5] != (block.lineup, block.deal) or number != self.schedule.game_number(*record.key):
            return "its number does not fit its line-up and deal"
        seatings = {seating.rotation: seating.lineup for seating in block.seatings}
        if seatings.get(record.rotation) != record.lineup or record.seed != block.seed:
            return "the schedule seats other bots, or another deal"
        if record.ranks != final_ranks(record.ranks, {fault.seat for fault in record.faults}):
            return f"ranks {list(record.ranks)} are impossible"
        if sum(record.moves) != record.decisions or min(record.moves) < 0:
            return f"{record.decisions} decisions are not the sum of {list(record.moves)}"
        return ""


def record_of(seats: SeatRows) -> GameRecord:
    """The record in the rows of one game; ValueError or TypeError for what is no record."""
    _, block, rotation, _, deal, seed, decisions, *_ = seats[0]
    order, lineup, ranks, scores, moves, think = zip(*(row[SEATS : SEATS + 6] for row in seats), strict=True)
    if order != tuple(range(len(seats))):
        raise ValueError("a seat is missing")
    if any(type(number) is not int for number in (block, rotation, seed, decisions, *ranks, *moves)):
        raise TypeError("a number is not whole")
    told = [(*row[SEATS : SEATS + 2], *row[SEATS + 6 :]) for row in seats if row[SEATS + 6] is not None]
    faults = tuple(fault_of(*each) for each in told)
    times = tuple(0.0 if seconds is None else float(seconds) for seconds in think)
    scored = tuple(float(score) for score in scores)
    return GameRecord(block, rotation, lineup, seed, ranks, scored, decisions, faults, times, moves, EVENT, deal)


def fault_of(seat: int, bot: str, kind: str, message: str, decision: int) -> Fault:
    if kind not in FAULT_KINDS or type(message) is not str or type(decision) is not int:
        raise ValueError(f"seat {seat} has an impossible fault")
    return Fault(seat, bot, kind, message, decision)


def isolation_of(spec: str, version: str) -> str:
    """Version 0.1.0 had submissions in a sandbox, unless it said so, and all other bots but ours in the open."""
    source = Spec.parse(spec).source
    if source == "submission":
        return OPEN if "no sandbox" in version else SANDBOX
    return BUILT_IN if source in built_in() else OPEN


def game_digest(game: Game) -> str:
    """What 0.1.0 knew a game by: components and rules were not part of it."""
    identity = json.dumps([game.name, game.players, game.options], sort_keys=True).encode()
    return blake2b(identity, digest_size=16).hexdigest()


def saved_state(state: State) -> bytes:
    """A state as 0.1.0 saved it: the header named the game by the digest of that version."""
    payload = bytes(state)[HEADER.size :]
    fields = (b"ARNA", 1, -1, bytes.fromhex(game_digest(state.game)), len(payload))
    checksum = zlib.crc32(payload, zlib.crc32(HEADER.pack(*fields, 0)[:-4]))
    return HEADER.pack(*fields, checksum) + payload
