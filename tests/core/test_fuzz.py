"""Damaged bytes and dicts: refused with a clear error, or a state that can be played to its end. Never a crash."""

from __future__ import annotations

import copy
import zlib
from random import Random
from typing import Any

import pytest

from core import Game, Position, State
from core.errors import ArenaError, BadBytes, BadPosition, WrongGame
from tests.support import label, load, option_sets, snapshots

HEADER_SIZE = 32
JUNK: list[Any] = [None, -1, 0, 1, 7, 255, 256, 1 << 40, 0.5, "", "x", "blue", True, [], {}, [None], {"a": 1}, [[]]]


@pytest.fixture(params=option_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def play_on(state: State) -> None:
    """A state that was accepted can be shown, viewed, sampled and played to its end."""
    assert state.game.from_dict(state.to_dict()) == state
    assert str(state)
    for seat in range(state.game.players):
        state.view(seat).sample(1)
    state.names()
    state.playout(1)
    assert state.is_over


def resealed(saved: bytearray) -> bytes:
    """With a checksum that fits, so that only the rules can refuse it."""
    checksum = zlib.crc32(saved[HEADER_SIZE:], zlib.crc32(saved[: HEADER_SIZE - 4]))
    saved[HEADER_SIZE - 4 : HEADER_SIZE] = checksum.to_bytes(4, "little")
    return bytes(saved)


def damaged(position: Position, rng: Random) -> bytes:
    """What it saves, with one to eight bytes changed."""
    saved = bytearray(bytes(position))
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        saved[rng.randrange(HEADER_SIZE, len(saved))] = rng.choice((0, 1, 2, 4, 30, 127, 128, 254, 255))
    return resealed(saved)


def test_damaged_bytes_are_refused_or_playable(game: Game) -> None:
    rng = Random(1)
    refused = 0
    states = snapshots(game, 20, 10)
    for _ in range(600):
        try:
            play_on(game.from_bytes(damaged(rng.choice(states), rng)))
        except BadBytes:
            refused += 1
    assert refused > 100


def test_a_damaged_header_is_refused(game: Game) -> None:
    saved = bytes(game.new(1))
    for place in range(HEADER_SIZE):
        damaged = bytearray(saved)
        damaged[place] ^= 0x55
        with pytest.raises((BadBytes, WrongGame)):
            game.from_bytes(bytes(damaged))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a nest of dicts and lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


def damaged_dict(position: dict[str, Any], rng: Random) -> dict[str, Any]:
    position = copy.deepcopy(position)
    for _ in range(rng.choice((1, 1, 2))):
        *way, last = rng.choice([place for place in places(position) if place])
        parent: Any = position
        for key in way:
            parent = parent[key]
        change = rng.randrange(4)
        if change == 0 and isinstance(parent, dict):
            del parent[last]
        elif change == 1 and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[last]))
        elif change == 2 and isinstance(parent, dict):
            parent["no such field"] = 1
        else:
            parent[last] = copy.deepcopy(rng.choice(JUNK))
    return position


def test_damaged_dicts_are_refused_by_field_or_playable(game: Game) -> None:
    rng = Random(2)
    refused, messages = 0, set()
    described = [state.to_dict() for state in snapshots(game, 21, 8)]
    for _ in range(600):
        try:
            play_on(game.from_dict(damaged_dict(rng.choice(described), rng)))
        except (BadPosition, WrongGame) as error:
            refused += 1
            messages.add(str(error))
    assert refused > 100
    assert all(message.endswith(".") and "\n" not in message for message in messages)


def test_what_is_no_dict_is_refused(game: Game) -> None:
    for thing in (None, 1, "x", [], [("board", 1)]):
        with pytest.raises(ArenaError):
            game.from_dict(thing)  # type: ignore[arg-type]
