"""Views as numbers and actions as dense numbers: what holds for every game."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import bots
from bots import Clock
from core import Game, State, View
from core.errors import ArenaError, BadAction, BadBuffer
from tests.support import conformance, label, load, option_sets, random_play, snapshots


@pytest.fixture(params=option_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def greedy_play(game: Game, seed: int) -> Iterator[State]:
    players = [bots.make("greedy") for _ in range(game.players)]
    for seat, player in enumerate(players):
        player.start(game, seat, seed + seat)
    state = game.new(seed)
    yield state
    while (mover := state.to_move) is not None:
        state.apply(players[mover].choose(state.view(mover), Clock()))
        yield state


def without(data: Any, path: list[str]) -> None:
    """Takes the field at a path such as seats.*.shakes out of plain data."""
    head, *rest = path
    keys = range(len(data)) if isinstance(data, list) else list(data)
    for key in keys if head == "*" else [head]:
        if isinstance(data, dict) and key not in data:
            continue
        if rest:
            without(data[key], rest)
        else:
            del data[key]


def told_apart(view: View) -> str:
    """What to_dict() tells of a view, without what the game declares to be left out of its observations."""
    described = copy.deepcopy(view.to_dict())
    described["observer"] = view.seat
    del described["options"]
    for path in getattr(conformance(view.game.name), "UNOBSERVED", {}):
        without(described, path.split("."))
    return json.dumps(described, sort_keys=True)


class Collisions:
    """Remembers what every vector stood for."""

    def __init__(self) -> None:
        self.seen: dict[bytes, str] = {}

    def add(self, view: View) -> None:
        vector, described = view.observation().tobytes(), told_apart(view)
        known = self.seen.setdefault(vector, described)
        assert known == described, "two views, one vector"


def test_the_vector_has_a_name_for_every_entry(game: Game) -> None:
    slices = game.observation_names()
    assert game.observation_size == sum(map(len, slices.values()))
    assert {f"seat {seat}" for seat in range(game.players)} <= set(slices)
    for names in slices.values():
        assert len(set(names)) == len(names)
        assert all(name and name == " ".join(name.split()) for name in names)
    assert len(game.observation_version) == 32
    features = game.action_feature_names()
    assert len(set(features)) == len(features)


def test_equal_views_give_equal_vectors(game: Game) -> None:
    out = np.full(game.observation_size, 7, np.float32)
    for state in snapshots(game, 31, 10):
        for seat in range(game.players):
            view = state.view(seat)
            vector = view.observation()
            assert vector.dtype == np.float32
            assert vector.shape == (game.observation_size,)
            assert np.isfinite(vector).all()
            assert np.abs(vector).max() <= 2
            assert view.observation(out) is out
            assert np.array_equal(out, vector)
            assert np.array_equal(view.sample(3).view(seat).observation(), vector)
            assert np.array_equal(game.view_from_bytes(bytes(view)).observation(), vector)


def test_views_that_differ_give_different_vectors(game: Game) -> None:
    collisions = Collisions()
    for play in (random_play(game, 32), greedy_play(game, 33)):
        for state in play:
            for seat in range(game.players):
                collisions.add(state.view(seat))


def test_what_only_the_seat_itself_knows_is_in_its_vector(game: Game) -> None:
    """Worlds that one seat cannot tell apart differ in what the others hold or chose in secret: these see it."""
    for state in snapshots(game, 42, 12):
        for observer in range(game.players):
            collisions = Collisions()
            for sample in map(state.view(observer).sample, range(8)):
                for seat in range(game.players):
                    collisions.add(sample.view(seat))


def test_what_was_chosen_instead_is_in_the_vectors(game: Game) -> None:
    """The mover's vector, and everybody's who may know, tells which of the legal actions was taken."""
    rng = Random(43)
    for state in snapshots(game, 43, 25):
        collisions = Collisions()
        legal = state.legal()
        for action in rng.sample(legal, min(len(legal), 6)):
            following = state.copy()
            following.apply(action)
            for seat in range(game.players):
                collisions.add(following.view(seat))


def test_twins_have_one_vector_only_for_who_cannot_tell_them_apart(game: Game) -> None:
    for case, one, other, seat, alike in getattr(conformance(game.name), "twins", lambda game: ())(game):
        first, second = one.view(seat), other.view(seat)
        same = np.array_equal(first.observation(), second.observation())
        assert same == (alike or told_apart(first) == told_apart(second)), case


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))
        if isinstance(value, (int, bool, str)) or value is None:
            yield (*path, key)


def changed(position: dict[str, Any], path: tuple[Any, ...], values: list[Any]) -> Iterator[dict[str, Any]]:
    """The position with other values in one place."""
    for value in values:
        twin = copy.deepcopy(position)
        place = twin
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        yield twin


def other_values(value: Any, siblings: list[Any]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [other for other in siblings if other != value]


@cache
def words(game: Game) -> list[Any]:
    """Some texts that occur in positions of this game, and nothing."""
    found: set[str] = set()
    for state in snapshots(game, 34, 5):
        described = state.to_dict()
        for path in leaves(described):
            value: Any = described
            for key in path:
                value = value[key]
            if isinstance(value, str):
                found.add(value)
    return [None, *sorted(found)]


def test_positions_that_differ_in_one_field_give_different_vectors(game: Game) -> None:
    """Not only what happens in play: any field that from_dict lets us change."""
    change_single_fields(game, positions=2, fields=100)


@pytest.mark.soak
def test_many_positions_that_differ_in_one_field_give_different_vectors(game: Game) -> None:
    change_single_fields(game, positions=6, fields=250)


def change_single_fields(game: Game, positions: int, fields: int) -> None:
    rng = Random(35)
    for state in snapshots(game, 35, positions):
        described = state.to_dict()
        collisions = Collisions()
        for seat in range(game.players):
            collisions.add(state.view(seat))
        paths = [path for path in leaves(described) if path[0] not in ("options", "seed", "game", "players")]
        for path in rng.sample(paths, min(len(paths), fields)):
            value = described
            for key in path:
                value = value[key]
            others = other_values(value, rng.sample(words(game), min(4, len(words(game)))))
            for twin in changed(described, path, others):
                try:
                    built = game.from_dict(twin)
                except ArenaError:
                    continue
                for seat in range(game.players):
                    collisions.add(built.view(seat))


def test_what_is_open_of_a_seat_is_the_same_for_every_observer(game: Game) -> None:
    starts, at = {}, 0
    for part, names in game.observation_names().items():
        starts[part] = slice(at, at + len(names))
        at += len(names)
    for state in snapshots(game, 36, 12):
        vectors = [state.view(seat).observation() for seat in range(game.players)]
        for seat in range(game.players):
            shown = [
                vectors[observer][starts[f"seat {(seat - observer) % game.players}"]]
                for observer in range(game.players)
            ]
            assert all(np.array_equal(shown[0], other) for other in shown)


def test_one_id_for_an_action_and_one_action_for_an_id(game: Game) -> None:
    actions = [game.action_of(i) for i in range(game.action_count)]
    assert len(set(actions)) == game.action_count
    assert [game.action_id(action) for action in actions] == list(range(game.action_count))
    for wrong in (-1, 1 << 40, "0", None, next(a for a in range(1 << 32) if a not in set(actions))):
        with pytest.raises(BadAction, match="no action of"):
            game.action_id(wrong)  # type: ignore[arg-type]
    for wrong in (-1, game.action_count, "0", None, 1.0):
        with pytest.raises(BadAction, match="no id of an action"):
            game.action_of(wrong)  # type: ignore[arg-type]


def test_masks_and_lists_of_ids_tell_the_legal_actions(game: Game) -> None:
    mask = np.ones(game.action_count, bool)
    padded = np.zeros(game.max_actions, np.int32)
    for play in (random_play(game, 37), random_play(game, 38), greedy_play(game, 39)):
        for state in play:
            legal = state.legal()
            ids = [game.action_id(action) for action in legal]
            assert state.legal_ids().tolist() == ids
            assert state.legal_ids(padded).tolist() == ids + [-1] * (game.max_actions - len(ids))
            assert np.flatnonzero(state.action_mask(mask)).tolist() == sorted(ids)
    assert not mask.any()


def test_every_legal_action_has_a_row_of_features_of_its_own(game: Game) -> None:
    width = len(game.action_feature_names())
    padded = np.full((game.max_actions, width), 9, np.float32)
    for play in (random_play(game, 40), greedy_play(game, 41)):
        for state in play:
            rows = state.action_features()
            assert rows.shape == (len(state.legal()), width)
            assert np.isfinite(rows).all()
            assert len(rows) == 0 or np.abs(rows).max() <= 2
            assert len({row.tobytes() for row in rows}) == len(rows), state.names()
            if (mover := state.to_move) is not None:
                assert np.array_equal(state.view(mover).action_features(padded)[: len(rows)], rows)
                assert not padded[len(rows) :].any()
                assert np.array_equal(state.view(mover).sample(1).action_features(), rows)


def test_bad_arrays_are_refused_in_one_sentence(game: Game) -> None:
    state = game.new(1)
    size = game.observation_size
    mover = state.to_move
    assert mover is not None
    for wrong in (
        np.zeros(size),
        np.zeros(size + 1, np.float32),
        np.zeros((1, size), np.float32),
        np.zeros(2 * size, np.float32)[::2],
        [0.0] * size,
        "x",
    ):
        with pytest.raises(BadBuffer, match="out: it is a contiguous numpy array of float32"):
            state.view(mover).observation(wrong)  # type: ignore[arg-type]
    read_only = np.zeros(size, np.float32)
    read_only.flags.writeable = False
    with pytest.raises(BadBuffer, match="cannot be written into"):
        state.view(mover).observation(read_only)
    with pytest.raises(BadBuffer, match="bool"):
        state.action_mask(np.zeros(game.action_count, np.uint8))  # type: ignore[arg-type]
    with pytest.raises(BadBuffer, match="int32"):
        state.legal_ids(np.zeros(game.max_actions, np.int64))  # type: ignore[arg-type]
    with pytest.raises(BadBuffer, match="float32"):
        state.action_features(np.zeros((1, 1), np.float32))
