"""Who knows what, for every game with hidden information: nobody sees too much, and nobody forgets what was learnt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from core import Game, State
from tests.core.test_fuzz import HEADER_SIZE, resealed
from tests.support import conformance, decisions, label, load, option_sets, snapshots

LONGEST = 20  # decisions that a common course is followed


@pytest.fixture(params=option_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def hides_something(game: Game) -> bool:
    return any(state.view(seat).sample(1) != state.view(seat).sample(2)
               for state in snapshots(game, 3, 4) for seat in range(game.players))  # fmt: skip


def test_twins_are_there_wherever_something_is_hidden(game: Game) -> None:
    assert hasattr(conformance(game.name), "twins") == hides_something(game)


def test_twins_look_alike_to_who_may_not_tell_them_apart(game: Game) -> None:
    """Cases of conformance.twins: a state and what it might be, seen by a seat that knows which, or does not."""
    found = {True: 0, False: 0}
    for case, one, other, seat, alike in getattr(conformance(game.name), "twins", lambda game: ())(game):
        assert alike or one != other, f"{case}: the two states are the same"
        assert (one.view(seat) == other.view(seat)) == alike, case
        assert (one.view(seat).to_dict() == other.view(seat).to_dict()) == alike, case
        found[alike] += 1
    assert all(found.values()) or not hides_something(game)


def unknown(value: Any) -> int:
    """How many things a view does not show."""
    if isinstance(value, dict | list):
        return sum(map(unknown, value.values() if isinstance(value, dict) else value))
    return value is None


def something_was_revealed(game: Game, before: dict[str, Any], now: dict[str, Any]) -> bool:
    told = getattr(conformance(game.name), "reveals", lambda before, now: False)
    return unknown(now) < unknown(before) or bool(told(before, now))


def common_course(state: State, other: State, seat: int, rng: Random) -> Iterator[str]:
    """Plays both states on with the same actions until the seat is shown something."""
    for _ in islice(decisions(state), LONGEST):
        both = sorted(set(state.legal()) & set(other.legal()))
        if not both:
            return
        before, action = state.view(seat).to_dict(), rng.choice(both)
        name = state.name(action)
        for it in (state, other):
            it.apply(action)
            if something_was_revealed(state.game, before, it.view(seat).to_dict()):
                return
        yield name


def test_the_same_public_course_looks_the_same(game: Game) -> None:
    """Two deals that a seat cannot tell apart stay alike to it as long as it is shown nothing new."""
    rng, followed = Random(5), 0
    for start in range(6):
        for state in snapshots(game, start, 6)[:-1]:
            for seat in range(game.players):
                one, other = state.copy(), state.view(seat).sample(start)
                for name in common_course(one, other, seat, rng):
                    followed += 1
                    assert one.view(seat) == other.view(seat), f"seat {seat} learnt something from '{name}'"
    assert followed > 10 or not hides_something(game)


def test_a_forged_view_gives_a_sample_or_is_refused(game: Game) -> None:
    """A bot's process may send back any bytes: what comes of them need not be possible, but nothing may break."""
    if getattr(conformance(game.name), "SAMPLES_TRUST_VIEWS", False):
        pytest.skip("this game samples only from views that a state gave")
    rng = Random(6)
    for state in snapshots(game, 22, 12):
        for _ in range(25):
            saved = bytearray(bytes(state.view(rng.randrange(game.players))))
            for _ in range(rng.choice((1, 1, 2, 8))):
                saved[rng.randrange(HEADER_SIZE, len(saved))] = rng.choice((0, 1, 2, 4, 30, 127, 128, 254, 255))
            game.view_from_bytes(resealed(saved)).sample(1)
