"""The rules of Connect Four."""

from __future__ import annotations

import pytest

import core
from core import State
from core.errors import BadPosition
from tests.core.golden import perft

GAME = core.load("connect_four")


def position(*rows: str) -> State:
    """The position with these lowest rows, the upper ones empty."""
    return GAME.from_dict({"board": ["......."] * (6 - len(rows)) + list(rows)})


def test_a_stone_falls_to_the_lowest_free_cell() -> None:
    state = position("...x...")
    state.apply(state.parse("column 4"))
    assert state.to_dict()["board"][-2:] == ["...o...", "...x..."]


def test_a_full_column_is_closed() -> None:
    state = position("x......", "o......", "x......", "o......", "x......", "o......")
    assert state.names() == [f"column {column}" for column in range(2, 8)] == state.view(0).names()


@pytest.mark.parametrize(
    ("rows", "column"),
    [
        (["ooo....", "xxx...."], 4),
        (["x......", "x......", "x......", "ooo...."], 1),
        (["..xx...", ".xoo...", "xoxo..o"], 4),
        (["...xx..", "...oox.", "o..oxox"], 4),
    ],
    ids=["row", "column", "rising", "falling"],
)
def test_four_in_a_row_wins_in_every_direction(rows: list[str], column: int) -> None:
    state = position(*rows)
    for action in state.legal():
        child = state.copy()
        child.apply(action)
        assert child.is_over == (state.name(action) == f"column {column}")


def test_a_win_ends_the_game() -> None:
    state = position("ooo....", "xxx....")
    state.apply(state.parse("column 4"))
    assert state.is_over
    assert state.scores() == [1.0, 0.0]
    assert state.ranks() == [1, 2]
    assert "x (seat 0) has won" in str(state)


def test_a_row_does_not_wrap_around_the_board() -> None:
    state = position("o......", "o.....x", "o...xxx")
    assert not state.is_over
    assert not position("x......", "x......", "o.....x", "o....ox").is_over


def test_a_full_board_is_drawn() -> None:
    state = position(".oxoxox", "xoxoxox", "oxoxoxo", "oxoxoxo", "xoxoxox", "xoxoxox")
    state.apply(state.parse("column 1"))
    assert state.is_over
    assert state.scores() == [0.5, 0.5]
    assert state.ranks() == [1, 1]
    assert "drawn" in str(state)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (None, "board: it is a list of six texts"),
        (["......."] * 5, "board: it is a list of six texts"),
        (["......."] * 5 + ["......"], r"board\[5\]: '......' is not seven cells"),
        (["......."] * 5 + ["...z..."], r"board\[5\]"),
        (["......."] * 5 + ["...o..."], "board: x begins"),
        (["......."] * 4 + ["x......", "......."], "board: a stone with a free cell below"),
        (["......."] * 4 + ["xxxx...", "oooo..."], "board: the seat to move has a four"),
    ],
)
def test_an_impossible_board_is_refused_by_name(board: object, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.from_dict({"board": board})


def test_unknown_and_missing_fields_are_named() -> None:
    with pytest.raises(BadPosition, match="stones: there is no such field"):
        GAME.from_dict({**GAME.new(1).to_dict(), "stones": 1})
    with pytest.raises(BadPosition, match="board: missing"):
        GAME.from_dict({})


def test_evaluate_likes_threats() -> None:
    assert position("xxx.oo.").evaluate(0) > 0.5 > position("ox..xx.", "ooo.xx.").evaluate(0)


def test_counts_of_positions_are_the_published_ones() -> None:
    # Positions after k stones: OEIS A212693. Ways: 7**k until the first wins, which come with the seventh stone.
    counts = perft(GAME)
    assert [positions for _, positions in counts] == [7, 49, 238, 1120, 4263, 16422]
    assert [ways for ways, _ in counts] == [7**k for k in range(1, 7)]
