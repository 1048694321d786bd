"""Who knows what, for every game with hidden information: nobody sees too much, and nobody forgets what was learnt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from core import Game, State, View
from core.errors import BadBytes
from tests.core.test_fuzz import damaged, resealed
from tests.support import conformance, decisions, label, leaves, load, option_sets, snapshots

LONGEST = 20  # decisions that a common course is followed
FEW = 12  # worlds: 300 samples show each of them


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


def hidden(state: State, seat: int) -> int:
    """How many things the state has and the seat's view does not show. What is None in both is not there."""
    return unknown(state.view(seat).to_dict()) - unknown(state.to_dict())


def reveals(before: State, now: State, seat: int) -> bool:
    """Whether the seat was shown something between the two, or told as the game says."""
    told = getattr(conformance(now.game.name), "reveals", lambda before, now: False)
    return hidden(now, seat) < hidden(before, seat) or bool(told(before.view(seat).to_dict(), now.view(seat).to_dict()))


def common_course(state: State, other: State, seat: int, rng: Random) -> Iterator[str]:
    """Plays both states on with the same actions until the seat is shown something."""
    for _ in islice(decisions(state), LONGEST):
        both = sorted(set(state.legal()) & set(other.legal()))
        if not both:
            return
        action = rng.choice(both)
        name = state.name(action)
        for it in (state, other):
            before = it.copy()
            it.apply(action)
            if reveals(before, it, seat):
                return
        yield name


def learnt(one: State, other: State, seat: int, name: str) -> str:
    """The fields by which a seat can tell two states apart, for a message."""
    views = [state.view(seat).to_dict() for state in (one, other)]
    fields = [field for field in views[0] if views[0][field] != views[1][field]]
    return f"seat {seat} learnt something from '{name}': see {fields}; if it was told, conformance.reveals() says so"


def test_the_same_public_course_looks_the_same(game: Game) -> None:
    """Two deals that a seat cannot tell apart stay alike to it as long as it is shown nothing new."""
    rng, followed = Random(5), 0
    for start in range(max(6, min(60, 3000 // game.max_decisions))):  # short games go many ways
        for state in snapshots(game, start, 6)[:-1]:
            for seat in range(game.players):
                one, other = state.copy(), state.view(seat).sample(start)
                for name in common_course(one, other, seat, rng):
                    followed += 1
                    assert one.view(seat) == other.view(seat), learnt(one, other, seat, name)
    assert followed > 10 or not hides_something(game), (
        f"only {followed} decisions were followed: where fewer things are hidden (None in the to_dict() of the view "
        "alone) or conformance.reveals() says so, the seat was shown something"
    )


def require_actions_as_data(game: Game) -> None:
    state = game.new(1)
    try:
        state.seen(state.legal()[0], 0)
    except TypeError as error:
        pytest.skip(str(error))


def test_what_a_seat_sees_of_an_action_follows_from_its_views(game: Game) -> None:
    """Two true states with the same Views before and after give the same `seen`, whatever was played in them. Of open
    choices that lead to the very same state, which a seat hears but no View can hold, the first stands for all. Kinds
    of actions that the game lists under HEARD are told to everybody as they are."""
    rng = Random(28)
    require_actions_as_data(game)
    for state in [*snapshots(game, 28, 30), *snapshots(game, 29, 30)]:
        if state.is_over:
            continue
        for seat in range(game.players):
            if seat != state.to_move:
                check_seen(state, seat, rng)


def check_seen(state: State, seat: int, rng: Random) -> None:
    told: dict[Any, dict[str, Any]] = {}
    before = state.view(seat)
    for world in (state, *(before.sample(rng.getrandbits(32)) for _ in range(4))):
        outcomes: dict[State, int] = {}
        for action in world.legal()[:60]:
            after = world.copy()
            after.apply(action)
            outcomes.setdefault(after, action)
        for after, action in outcomes.items():
            seen = world.seen(action, seat)
            if seen["kind"] in getattr(conformance(world.game.name), "HEARD", {}):
                assert seen == world.action(action)
                continue
            assert told.setdefault(after.view(seat), seen) == seen


def test_what_a_seat_does_not_hear_it_does_not_see(game: Game) -> None:
    """Two choices that it is told in the same words leave a seat with the same view, unless something is shown."""
    require_actions_as_data(game)
    for state in snapshots(game, 30, 40)[:-1]:
        for seat in set(range(game.players)) - {state.to_move}:
            left: dict[str, View] = {}
            for action in state.legal()[:60]:
                words = json.dumps(state.seen(action, seat), sort_keys=True)
                after = state.copy()
                after.apply(action)
                view = after.view(seat)
                if not reveals(state, after, seat):
                    assert left.setdefault(words, view) == view, f"seat {seat} sees more than {words}"


def test_the_truth_is_among_the_samples(game: Game) -> None:
    """Where few worlds fit a view, the one it was taken from is one of them, in all that is drawn."""
    for state in [state for seed in (31, 32) for state in snapshots(game, seed, 15)]:
        for seat in range(game.players):
            view = state.view(seat)
            if worlds_drawn(view, 20)[1] <= FEW:
                drawn, count = worlds_drawn(view, 300)
                truth = {path: leaves(state.to_dict()).get(path) for path in drawn[0]}
                assert count > FEW or truth in drawn, f"seat {seat}: no sample has {truth}"


def worlds_drawn(view: View, count: int) -> tuple[list[dict[Any, Any]], int]:
    """What differs between samples of a view, in each of them, and how many different ones there are. The seed is left
    out: it decides what has still to be drawn."""
    worlds = [leaves(view.sample(seed).to_dict()) for seed in range(count)]
    paths = {path for world in worlds for path in {*world, *worlds[0]} if world.get(path) != worlds[0].get(path)}
    drawn = [{path: world.get(path) for path in paths - {("seed",)}} for world in worlds]
    return drawn, len({str(sorted(world.items(), key=str)) for world in drawn})


def test_chance_still_to_come_is_drawn_anew(game: Game) -> None:
    """A seed in the state decides it: no view has it, and every sample another."""
    for state in snapshots(game, 33, 6):
        if "seed" in state.to_dict():
            for seat in range(game.players):
                view = state.view(seat)
                seeds = [view.sample(seed).to_dict()["seed"] for seed in range(4)]
                assert view.to_dict()["seed"] is None
                assert len({*seeds, state.to_dict()["seed"], 0}) == 6, "determinize() draws the seed from its rng"


def test_standings_in_a_view_are_those_of_the_state(game: Game) -> None:
    """What is hidden is not counted before the end."""
    for state in [state for seed in (34, 35) for state in snapshots(game, seed, 25)]:
        for seat in range(game.players):
            assert state.view(seat).scores() == state.scores(), f"scores() tells seat {seat} what is hidden from it"
            assert state.view(seat).ranks() == state.ranks(), f"ranks() tells seat {seat} what is hidden from it"


def test_a_forged_view_is_refused_or_as_good_as_a_true_one(game: Game) -> None:
    """A bot's process may send back any bytes."""
    rng, refused = Random(6), 0
    for state in snapshots(game, 22, 12):
        for _ in range(25):
            try:
                use(game.view_from_bytes(damaged(state.view(rng.randrange(game.players)), rng)))
            except BadBytes:
                refused += 1
    assert refused > 100


def use(view: View) -> None:
    """Everything that can be done with a view."""
    assert str(view)
    assert view.to_dict()
    assert [view.parse(name) for name in view.names()] == view.legal()
    assert len(view.observation()) == view.game.observation_size
    world = view.sample(2)
    assert world.view(view.seat) == view
    world.playout(1)
    assert world.is_over


def test_what_a_seat_may_not_know_is_in_no_view(game: Game) -> None:
    """The bytes of a true state, sealed as a view: refused wherever something is hidden."""
    for state in snapshots(game, 23, 6):
        for seat in range(game.players):
            saved = bytearray(bytes(state))
            saved[6:8] = seat.to_bytes(2, "little")
            if state.view(seat).digest() == state.digest():
                assert game.view_from_bytes(resealed(saved)) == state.view(seat)
            else:
                with pytest.raises(BadBytes, match=f"no view of seat {seat}|no possible view"):
                    game.view_from_bytes(resealed(saved))


def test_another_future_leaves_what_every_seat_knows(game: Game) -> None:
    for state in [state for seed in (36, 37) for state in snapshots(game, seed, 20)]:
        for seed in range(3):
            other = state.redrawn(seed)
            assert game.from_dict(other.to_dict()) == other, "redraw() leaves a state that cannot be"
            for seat in range(game.players):
                assert other.view(seat) == state.view(seat), f"redraw() changes what seat {seat} knows"


def test_another_future_is_as_open_as_the_truth(game: Game) -> None:
    """Drawing once more from the same state gives others, wherever the same past can go on in more than one way."""
    differs = False
    for state in [state for seed in (38, 39) for state in snapshots(game, seed, 20)]:
        futures = {bytes(state.redrawn(seed)) for seed in range(8)}
        everybody = {bytes(state.view(seat).sample(seed)) for seat in range(game.players) for seed in range(4)}
        assert len(futures) == 1 or len(everybody) > 1
        differs = differs or len(futures) > 1
    assert differs == hides_something(game)
