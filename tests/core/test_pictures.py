"""What catalogue, actions as data and pictures must keep in every game that has a picture."""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import core
from core import Game, Position, State
from core.errors import BadPlayers, IllegalAction
from tests.core.pictures import drawn, has_picture, picture_sets
from tests.core.shown import FOLDER, expected_picture, shown, shown_path
from tests.support import games, label, load, random_play, snapshots

OFTEN = 10
MOST_BYTES = 80_000
MOST_SECONDS = 0.010
TARGET = re.compile(r'data-target="([^"]*)"')


@pytest.fixture(params=picture_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def positions(state: State) -> Iterator[Position]:
    """The state and what every seat may know of it."""
    yield state
    for seat in range(state.game.players):
        yield state.view(seat)


def test_catalogue_and_actions_are_plain_data(game: Game) -> None:
    assert json.loads(json.dumps(game.catalogue())) == game.catalogue()
    assert game.catalogue()["game"] == game.name
    for state in snapshots(game, 21, 40):
        for action in state.legal():
            data = state.action(action)
            assert json.loads(json.dumps(data)) == data
            assert data["kind"]
            assert all(isinstance(target, str) for target in data["targets"])


def test_different_actions_are_different_data(game: Game) -> None:
    for state in snapshots(game, 22, 40):
        told = [json.dumps(state.action(action), sort_keys=True) for action in state.legal()]
        assert len(set(told)) == len(told)


def test_what_is_not_legal_has_no_data(game: Game) -> None:
    state = game.new(1)
    with pytest.raises(IllegalAction):
        state.action(0xFFFFFFFF)
    with pytest.raises(IllegalAction):
        state.seen(0xFFFFFFFF, 0)
    with pytest.raises(BadPlayers):
        state.seen(state.legal()[0], game.players)


def test_a_view_tells_its_own_actions_as_the_state_does(game: Game) -> None:
    for state in snapshots(game, 23, 30):
        for action in state.legal():
            mover = state.to_move
            assert mover is not None
            assert state.view(mover).action(action) == state.action(action) == state.seen(action, mover)


def test_every_target_of_every_legal_action_is_drawn(game: Game) -> None:
    """Looked at the first times each kind of action is met, and now and then."""
    met: Counter[str] = Counter()
    for seed in (24, 25):
        for number, state in enumerate(random_play(game, seed)):
            if state.to_move is None:
                continue
            actions = [state.action(action) for action in state.legal()]
            met.update({action["kind"] for action in actions})
            if number % 25 and all(met[action["kind"]] > OFTEN for action in actions):
                continue
            targets = {target for action in actions for target in action["targets"]}
            for position in (state, state.view(state.to_move)):
                missing = targets - set(TARGET.findall(drawn(game, position)))
                assert not missing, f"{sorted(missing)} of {state.names()}"


def test_every_target_that_another_seat_sees_is_drawn_for_it(game: Game) -> None:
    for state in snapshots(game, 26, 60):
        for seat in range(game.players):
            targets = {target for action in state.legal() for target in state.seen(action, seat)["targets"]}
            missing = targets - set(TARGET.findall(drawn(game, state.view(seat))))
            assert not missing, f"{sorted(missing)} for seat {seat}"


def test_a_target_is_drawn_once(game: Game) -> None:
    for state in snapshots(game, 27, 12):
        for position in positions(state):
            found = TARGET.findall(drawn(game, position))
            assert len(found) == len(set(found)), sorted(t for t in set(found) if found.count(t) > 1)


def test_a_picture_is_well_formed_and_small(game: Game) -> None:
    for state in snapshots(game, 30, 25):
        for position in positions(state):
            svg = drawn(game, position)
            ElementTree.fromstring(svg)
            assert len(svg.encode()) <= MOST_BYTES
            assert position.picture() == svg


def test_a_picture_is_made_quickly(game: Game) -> None:
    """By processor time, the quickest of five, so that a busy machine does not count."""
    for state in snapshots(game, 31, 6):
        position, catalogue = state.to_dict(), game.catalogue()
        assert min(seconds_to_draw(game, position, catalogue) for _ in range(5)) <= MOST_SECONDS


def seconds_to_draw(game: Game, position: dict[str, Any], catalogue: dict[str, Any]) -> float:
    module = __import__(f"core.{game.name}.picture", fromlist=["picture"])
    start = time.process_time()
    module.picture(position, catalogue)
    return time.process_time() - start


def identified(svg: str) -> list[tuple[str, str]]:
    """The ids of a picture, each with the kind of its element."""
    elements = ElementTree.fromstring(svg).iter()
    return [(element.attrib["id"], element.tag) for element in elements if "id" in element.attrib]


def test_ids_are_unique_and_the_same_in_every_position(game: Game) -> None:
    expected = identified(drawn(game, game.new(32)))
    assert len({name for name, _ in expected}) == len(expected)
    for state in snapshots(game, 32, 25):
        for position in positions(state):
            assert identified(drawn(game, position)) == expected


def test_a_prefix_keeps_two_pictures_on_a_page_apart(game: Game) -> None:
    state = game.new(33)
    plain, other = drawn(game, state), drawn(game, state, id_prefix="second-")
    assert state.picture(id_prefix="second-") == other
    assert {f"second-{name}" for name, _ in identified(plain)} == {name for name, _ in identified(other)}
    for svg in (plain, other):
        names = {name for name, _ in identified(svg)}
        assert set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg)) <= names
    assert TARGET.findall(plain) == TARGET.findall(other)


def test_pictures_in_one_notebook_do_not_clash(game: Game) -> None:
    """All positions of a game and all views of each have ids of their own; the same position has the same."""
    seen: set[str] = set()
    states = {state.digest(): state for state in snapshots(game, 35, 5)}
    for position in (it for state in states.values() for it in positions(state)):
        names = {name for name, _ in identified(str(position._repr_svg_()))}
        assert names
        assert not names & seen
        assert position._repr_svg_() == position._repr_svg_()
        seen |= names


def test_a_picture_says_everything_by_more_than_colour(game: Game) -> None:
    """Every seat's number stands in the picture as text."""
    for state in snapshots(game, 34, 3):
        texts = {(element.text or "").strip() for element in ElementTree.fromstring(drawn(game, state)).iter()}
        assert state.is_over or str(state.to_move) in texts


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_picture(name: str) -> None:
    if not has_picture(name) and "ARENA_GAME" in os.environ:
        pytest.skip(f"{name} has no picture.py yet: notebooks and pages show its repr")
    assert has_picture(name)


def test_without_a_picture_a_notebook_shows_the_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert core.load(games()[0]).new(1)._repr_svg_() is None


def test_readme_shows_the_pictures_as_they_are() -> None:
    """If this fails and the change is meant: python -m tests.core.shown."""
    readme = (FOLDER.parent.parent / "README.md").read_text(encoding="utf-8")
    for name in set(shown()) & set(games()):
        assert f"docs/pictures/{name}.svg" in readme
        assert shown_path(name).read_text(encoding="utf-8") == expected_picture(name)
