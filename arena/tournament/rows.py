"""A game as a row of the store, and back. Rows are made where the game was played: the driver only writes them."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import isfinite
from typing import Any, NamedTuple

from arena.play.records import BotIdentity, Fault, GameRecord, PlayedGame, final_ranks
from arena.process.faults import FAULT_KINDS
from arena.tournament.schedule import Block, game_number


class Row(NamedTuple):
    """A game as it stands in the file, not yet believed."""

    id: int
    event: int
    secret: int
    deal: int
    block: int
    rotation: int
    seed: int
    probability: float
    limits: int
    lineup: str
    ranks: str
    scores: str
    moves: str
    faults: str
    decisions: int
    actions: bytes
    final: bytes
    checksum: bytes
    seconds: str | None


class LuckRow(NamedTuple):
    """What luck brought the seats of a game."""

    game: int
    luck: str  # by seat, as JSON
    checksum: bytes  # of that, the value that told it, and the game's own checksum

    @staticmethod
    def of(row: Row, luck: Iterable[float], value: str) -> LuckRow:
        told = compact([round(each, 6) + 0.0 for each in luck])
        return LuckRow(row.id, told, luck_checksum(row.checksum, told, value))


def luck_checksum(game: bytes, luck: str, value: str) -> bytes:
    return blake2b(game + compact([luck, value]).encode(), digest_size=16).digest()


class Rows(NamedTuple):
    """Games as the store keeps them."""

    games: list[Row]
    explanations: list[tuple[int, int, str]]  # number of the game, decision, what was said as JSON
    luck: Sequence[LuckRow] = ()  # of a ladder


@dataclass(frozen=True, slots=True)
class RowWriter:
    """Makes rows of a run's games. It tells nothing of the run's secret, and can travel to a worker."""

    references: Mapping[str, Mapping[int, str]]  # what rows refer to, as the checksum takes it: by table and id
    bots: Mapping[str, int]  # ids by name
    most_seatings: int  # of a block

    def rows(self, blocks: Iterable[tuple[Block, list[PlayedGame]]]) -> Rows:
        rows = Rows([], [])
        for block, games in blocks:
            for game in games:
                row = self.row(block, game)
                rows.games.append(row)
                rows.explanations.extend((row.id, it.decision, compact(list(it.rows))) for it in game.explanations)
        return rows

    def row(self, block: Block, game: PlayedGame) -> Row:
        record = game.record
        row = Row(
            id=game_number(record.block, record.rotation, self.most_seatings),
            event=record.event,
            secret=block.secret,
            deal=block.deal,
            block=record.block,
            rotation=record.rotation,
            seed=record.seed,
            probability=block.probability,
            limits=0,
            lineup=compact([self.bots[name] for name in record.lineup]),
            ranks=compact(record.ranks),
            scores=compact(record.scores),
            moves=compact(record.moves),
            faults=compact([[it.seat, it.kind, it.message, it.detail, it.decision] for it in record.faults]),
            decisions=record.decisions,
            actions=pack_actions(game.actions),
            final=game.final,
            checksum=b"",
            seconds=compact(record.think),
        )
        return row._replace(checksum=self.checksum(row, game.actions))

    def checksum(self, row: Row, actions: Iterable[int]) -> bytes:
        """Over everything a row says, what it refers to included; times apart."""
        refer = self.references
        parts: list[object] = [
            row.id, refer["event"][row.event], refer["secret"][row.secret], row.deal, row.block, row.rotation, row.seed,
            row.probability, refer["limits"][row.limits], [refer["bot"][bot] for bot in json.loads(row.lineup)],
            row.ranks, row.scores, row.moves, row.faults, row.decisions, row.final.hex(),
        ]  # fmt: skip
        told = blake2b(compact(parts).encode(), digest_size=16)
        told.update(action_bytes(actions))
        return told.digest()


# ---- rows


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def record_of(row: Row, bots: Sequence[BotIdentity], players: Sequence[int]) -> GameRecord:
    """The record in a row, of one of some events with so many players; ValueError, TypeError or LookupError for what is
    no record."""
    check_types(row)
    if not 0 <= row.event < len(players):
        raise LookupError(f"there is no event {row.event} in the run")
    seats = players[row.event]
    lineup, ranks, moves = (whole_numbers(text, seats) for text in (row.lineup, row.ranks, row.moves))
    if any(not 0 <= bot < len(bots) for bot in lineup):
        raise LookupError("its line-up names a bot that is not in the run")
    names = tuple(bots[bot].name for bot in lineup)
    faults = tuple(fault_of(given, names) for given in a_list(row.faults))
    if ranks != final_ranks(ranks, {fault.seat for fault in faults}):
        raise ValueError(f"ranks {list(ranks)} are impossible")
    if sum(moves) != row.decisions or min(moves) < 0:
        raise ValueError(f"{row.decisions} decisions are not the sum of {list(moves)}")
    think = decimals(row.seconds, seats) if row.seconds else (0.0,) * seats
    return GameRecord(
        row.block, row.rotation, names, row.seed, ranks, decimals(row.scores, seats), row.decisions, faults, think,
        moves, row.event, row.deal,
    )  # fmt: skip


def check_types(row: Row) -> None:
    numbers = (row.id, row.event, row.secret, row.deal, row.block, row.rotation, row.seed, row.limits, row.decisions)
    if any(type(number) is not int for number in numbers) or row.seed < 0:
        raise TypeError("a number is not whole")
    if type(row.probability) is not float or not 0 < row.probability <= 1:
        raise TypeError("its probability is none")
    if any(not isinstance(data, bytes) for data in (row.actions, row.final, row.checksum)):
        raise TypeError("actions, final state or checksum are not bytes")
    texts = (row.lineup, row.ranks, row.scores, row.moves, row.faults, row.seconds or "")
    if any(not isinstance(text, str) for text in texts):  # SQLite takes bytes in any column, and json would read them
        raise TypeError("line-up, ranks, scores, moves, faults or seconds are not text")


def a_list(text: str) -> list[Any]:
    values = json.loads(text)
    if not isinstance(values, list):
        raise ValueError(f"{text[:40]} is not a list")
    return values


def whole_numbers(text: str, count: int) -> tuple[int, ...]:
    values = a_list(text)
    if len(values) != count or any(type(value) is not int for value in values):
        raise ValueError(f"{text[:40]} is not a list of {count} whole numbers")
    return tuple(values)


def decimals(text: str, count: int) -> tuple[float, ...]:
    values = a_list(text)
    if len(values) != count or any(type(it) not in (int, float) or not isfinite(it) for it in values):
        raise ValueError(f"{text[:40]} is not a list of {count} numbers")
    return tuple(map(float, values))


def fault_of(given: Any, lineup: Sequence[str]) -> Fault:
    seat, kind, message, detail, decision = given
    texts = isinstance(message, str) and isinstance(detail, str) and is_printable(message + detail)
    if kind not in FAULT_KINDS or not texts or type(decision) is not int or seat not in range(len(lineup)):
        raise ValueError(f"seat {seat} has an impossible fault")
    return Fault(seat, lineup[seat], kind, message, decision, detail)


def is_printable(text: str) -> bool:
    return text.replace("\n", "").isprintable()


# ---- actions


def pack_actions(actions: Iterable[int]) -> bytes:
    return zlib.compress(action_bytes(actions))


def action_bytes(actions: Iterable[int]) -> bytes:
    numbers = array("I", actions)
    assert numbers.itemsize == 4
    return little_endian(numbers).tobytes()


def unpack_actions(packed: bytes, count: int) -> tuple[int, ...]:
    """The actions; ValueError unless there are exactly so many."""
    inflate = zlib.decompressobj()
    try:
        raw = inflate.decompress(packed, 4 * count + 1)
    except zlib.error:
        raise ValueError("the actions are not readable") from None
    if len(raw) != 4 * count or not inflate.eof:
        raise ValueError(f"there are not {count} actions")
    return tuple(little_endian(array("I", raw)))


def little_endian(numbers: array[int]) -> array[int]:
    if array("H", b"\1\0")[0] != 1:
        numbers.byteswap()
    return numbers
