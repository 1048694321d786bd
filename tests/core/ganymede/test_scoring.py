"""G29 to G31: the end, points and ranks."""

from __future__ import annotations

from typing import Any

import pytest

import core
from core import State
from tests.core.ganymede.table import board, lay, own, play

SHUTTLES = {
    "blue": ["E01", "E02", "M01"],
    "red": ["E09", "E10"],
    "yellow": ["E13", "M15"],
    "purple": ["E19", "M20"],
    "white": ["E25", "M29"],
}


def idle(state: State) -> State:
    """The seat to move takes the first tile and declines everything."""
    state = play(state, state.names()[0])
    seat = state.to_move
    while not state.is_over and state.to_move == seat:
        state = play(state, "stop" if "stop" in state.names() else "decline")
    return state


def idle_until_the_end(state: State) -> list[tuple[int, int]]:
    turns = []
    while not state.is_over:
        turns.append((state.to_dict()["round"], state.to_dict()["seat"]))
        state = idle(state)
    return turns


# ---- G29


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_g29_four_launched_ships_end_the_round(seat: int) -> None:
    boards: list[dict[str, Any]] = [board(), board(a=("S01", ""), b=("S02", "")), board(a=("S03", ""), b=("S04", ""))]
    boards[seat]["launched"] = ["S05", "S06", "S07", "S08"]
    state = lay(*boards, players=3, round=5)
    assert idle_until_the_end(state) == [(5, 0), (5, 1), (5, 2)]


def test_g29_three_launched_ships_do_not() -> None:
    state = lay(board(launched=["S05", "S06", "S07"]), round=5)
    assert play(idle(idle(state))).to_dict()["round"] == 6


@pytest.mark.parametrize(("deck", "letter"), [("earth", "E"), ("mars", "M")])
def test_g29_an_empty_shuttle_pile_ends_the_round_after_the_refill(deck: str, letter: str) -> None:
    cards = [f"{letter}{i:02}" for i in range(1, 31)]
    mine, other = cards[:10], cards[10:25]
    types = ("blue", "red", "yellow", "purple", "white")
    columns = [{types[i]: [card for card in part if (int(card[1:]) - 1) // 6 == i] for i in range(5)}
               for part in (mine, other)]  # fmt: skip
    place = {deck: {"purple": 1, "red": 1}}
    boards = [{**board(), **place, "columns": columns[0]}, board(a=("S01", ""), b=("S02", ""), columns=columns[1])]
    shuttle = f"shuttle {deck} {letter}28"
    state = lay(*boards, rows={deck: cards[25:29]}, piles={deck: cards[29:]}, round=3)
    flown = play(state, shuttle)
    while flown.to_move == 0:
        flown = play(flown, min(flown.names(), key=lambda name: name not in ("stop", "decline")))
    described = flown.to_dict()
    assert (described["piles"][deck], len(described["rows"][deck])) == ([], 4)
    assert idle(flown).is_over


def test_g29_rows_that_cannot_be_refilled_stay_short() -> None:
    """The mover takes an Earth shuttle when no other is left; the turn of seat 1 is still played."""
    types = ("blue", "red", "yellow", "purple", "white")
    gone = {kind: [f"E{i:02}" for i in range(6 * n + 1, 6 * n + 7) if i not in (1, 2)] for n, kind in enumerate(types)}
    boards = [board(earth="b"), board(a=("S01", ""), b=("S02", ""), columns=gone, earth="b")]
    state = play(lay(*boards, rows={"earth": ["E01", "E02"]}, piles={"earth": []}), "shuttle earth E01", "stop")
    assert state.to_dict()["rows"]["earth"] == ["E02"]
    assert "shuttle earth E02" in state.names()
    assert idle(state).is_over


def test_g29_max_rounds() -> None:
    game = core.load("ganymede", players=2, max_rounds=3)
    state = game.from_dict({"boards": [board(), board(a=("S01", ""), b=("S02", ""))], "round": 2})
    assert idle_until_the_end(state) == [(2, 0), (2, 1), (3, 0), (3, 1)]


def test_g29_a_fifth_ship_counts() -> None:
    flat = ["S25", "S26", "S27", "S28", "S29"]
    state = lay(board(a=(None, ""), b=(None, ""), launched=flat))
    assert state.scores()[0] == 5 + 5 + 4 + 4 + 4


# ---- G30


@pytest.mark.parametrize(
    ("ship", "points"),
    [
        ("S01", 2 * 3), ("S03", 2 * 2), ("S05", 2 * 2), ("S07", 2 * 2), ("S09", 2 * 2),
        ("S11", 1 + 1 + 1 + 1 + 1),     # E01, E02, M01, E10 and E25 have a blue symbol
        ("S13", 2 + 1),                 # E09 has two red, E10 one
        ("S15", 1 + 2),                 # E13, M15 twice
        ("S17", 1 + 2),                 # E19, M20 twice; the white symbols count for nothing
        ("S19", 6 * 2), ("S21", 2), ("S23", 2 * 2), ("S25", 5), ("S27", 4), ("S28", 4), ("S29", 4), ("S30", 4),
    ],
)  # fmt: skip
def test_g30_what_ships_count(ship: str, points: int) -> None:
    mover = board(a=(None, ""), b=(None, ""), columns=SHUTTLES, tiles=["T02", "T03"], reputation=7, launched=[ship])
    assert lay(mover).scores()[0] == points + 2
    revised = 6 if ship == "S19" else points
    assert lay(mover, edition="revised").scores()[0] == revised + 2


def test_g30_two_ships_of_a_kind_count_both() -> None:
    mover = board(columns=SHUTTLES, launched=["S01", "S02"])
    assert lay(mover).scores()[0] == 12


@pytest.mark.parametrize(("edition", "at_ten"), [("2018", 4), ("revised", 5)])
def test_g30_reputation_and_its_double(edition: str, at_ten: int) -> None:
    assert lay(board(reputation=10), edition=edition).scores()[0] == at_ten
    assert lay(board(reputation=10, launched=["S21", "S22"]), edition=edition).scores()[0] == 3 * at_ten


def test_g30_a_point_for_each_settler_on_a_ship_not_launched() -> None:
    state = lay(board(earth="bbb", mars="rr", a=("S25", "yy"), b=("S26", "bry")))
    assert state.scores() == [5, 0]


def test_g30_nothing_for_the_hand() -> None:
    assert lay(board(hand=["S25"], a=("S24", ""))).scores() == [0, 0]


# ---- G31


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ({"reputation": 3}, {"mars": "bbbb"}, [1, 2]),
        ({"mars": "bb"}, {"mars": "b", "earth": "rrrr"}, [1, 2]),
        ({"mars": "b", "earth": "r"}, {"mars": "b", "earth": "rr"}, [2, 1]),
        ({"mars": "b", "earth": "r"}, {"mars": "y", "earth": "p"}, [1, 1]),
    ],
)
def test_g31_ties(first: dict[str, Any], second: dict[str, Any], ranks: list[int]) -> None:
    state = lay(board(**first), board(a=("S01", ""), b=("S02", ""), **second))
    assert state.ranks() == ranks


def test_g31_a_shared_rank_leaves_a_gap() -> None:
    boards = [board(mars="b"), board(mars="b", a=("S01", ""), b=("S02", "")), board(a=("S03", ""), b=("S04", "r"))]
    assert lay(*boards, players=3).ranks() == [2, 2, 1]
    assert own(lay(*boards, players=3), 2)["B"] == "r"
