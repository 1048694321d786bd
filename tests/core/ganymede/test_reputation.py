"""G21 and G22: the reputation track."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.ganymede.table import board, frames, lay, names, own, play

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])


def flown(edition: str, reputation: int, points: int, **fields: Any) -> State:
    """A purple shuttle worth this many points has just been paid."""
    mover = board(earth="p", reputation=reputation, columns={"purple": ["E20", "E21", "E23"][: points - 1]}, **fields)
    return play(lay(mover, edition=edition, rows={"earth": ["E19"]}), "shuttle earth E19")


@EDITIONS
@pytest.mark.parametrize("space", [3, 6, 9])
def test_g21_the_last_point_on_a_bonus_space_gives_a_basic(edition: str, space: int) -> None:
    state = play(flown(edition, space - 1, 1), "reputation")
    assert frames(state) == ["end", "basic"]
    assert {"recruit blue", "reputation", "draw pile", "stop"} <= names(state)
    assert play(state, "stop").to_move == 1


@EDITIONS
@pytest.mark.parametrize("space", [1, 2, 4, 5, 7, 8, 10])
def test_g21_other_spaces_give_nothing(edition: str, space: int) -> None:
    assert play(flown(edition, space - 1, 1), "reputation").to_move == 1


def test_g21_2018_after_a_stop_the_gain_brings_no_more() -> None:
    state = play(flown("2018", 2, 3), "reputation")
    assert names(state) == {"bonus", "give up"}
    assert play(state, "bonus", "recruit blue").to_move == 1


def test_g21_2018_giving_up_leaves_the_applications() -> None:
    state = play(flown("2018", 2, 3), "reputation", "give up")
    assert names(state) == {"reputation", "stop"}
    assert own(play(state, "reputation", "reputation"))["reputation"] == 5


def test_g21_2018_two_bonus_spaces_in_one_gain() -> None:
    state = play(flown("2018", 2, 4), "reputation", "give up", "reputation", "reputation")
    assert own(state)["reputation"] == 5
    last = play(state, "reputation")
    assert own(last)["reputation"] == 6
    assert frames(last) == ["end", "basic"]


def test_g21_2018_after_a_stop_the_other_half_of_an_or_tile_stays() -> None:
    state = lay(board(tiles=["T03"], reputation=2), rows={"tiles": ["T02"]})
    on_bonus = play(state, "tile T02", "reputation")
    assert names(on_bonus) == {"bonus", "give up"}
    stopped = play(on_bonus, "bonus", "stop")
    assert names(stopped) == {"recruit yellow", "stop"}
    given_up = play(on_bonus, "give up")
    assert names(given_up) == {"recruit yellow", "reputation", "stop"}


def test_g21_2018_the_basic_of_a_stop_is_a_gain_of_its_own() -> None:
    state = play(flown("2018", 2, 3), "reputation", "bonus", "reputation")
    assert own(state)["reputation"] == 4
    assert state.to_move == 1


@EDITIONS
def test_g21_basics_of_a_white_shuttle_are_gains_of_their_own(edition: str) -> None:
    mover = board(earth="p", tiles=["T02"], reputation=2, columns={"white": ["E30"]})
    state = play(lay(mover, edition=edition, rows={"earth": ["E29"]}), "shuttle earth E29", "reputation")
    assert frames(state) == ["end", "effect", "basic"]
    assert "reputation" in names(play(state, "stop"))


def test_g21_revised_each_bonus_comes_on_entering() -> None:
    state = play(flown("revised", 2, 4), "reputation")
    assert frames(state) == ["end", "effect", "basic"]
    third = play(state, "recruit red", "reputation", "reputation")
    assert own(third)["reputation"] == 5
    assert frames(play(third, "reputation")) == ["end", "basic"]


def test_g21_revised_a_stop_ends_the_points_but_not_the_bonus_in_hand() -> None:
    state = play(flown("revised", 2, 4), "reputation")
    assert own(play(state, "stop", "stop"))["reputation"] == 3


def test_g21_each_part_of_a_ship_is_a_gain_of_its_own() -> None:
    mover = board(a=("S30", "bbb"), tiles=["T02"], reputation=2)
    state = play(lay(mover), "discard tile T02", "stop", "reputation")
    assert frames(state) == ["end", "take ship", "basic"]


@EDITIONS
def test_g22_the_last_space_gives_the_right_to_launch(edition: str) -> None:
    state = play(flown(edition, 10, 3, a=("S25", ""), b=("S26", "b")), "reputation")
    assert names(state) == {"launch A", "launch B", "decline"}
    declined = play(state, "decline")
    assert declined.to_move == 1                    # no gain beyond the last space
    assert own(declined)["reputation"] == 11
    launched = play(state, "launch A")
    assert own(launched)["launched"] == ["S25"]


@EDITIONS
def test_g22_without_a_ship_the_right_lapses(edition: str) -> None:
    state = play(flown(edition, 10, 1, a=(None, ""), b=(None, "")), "reputation")
    assert state.to_move == 1


@EDITIONS
def test_g22_there_is_no_gain_on_the_last_space(edition: str) -> None:
    state = lay(board(earth="p", tiles=["T02"], reputation=11), edition=edition, rows={"earth": ["E19"]})
    assert play(state, "shuttle earth E19").to_move == 1
    assert "reputation" not in names(play(state, "discard tile T02"))


def test_g22_the_launch_comes_before_the_effect_goes_on() -> None:
    mover = board(tiles=["T03"], reputation=10)
    state = play(lay(mover, rows={"tiles": ["T02"]}), "tile T02", "reputation", "launch B")
    assert frames(state) == ["end", "effect", "take ship"]
    assert names(play(state, "draw pile")) == {"recruit yellow", "stop"}
