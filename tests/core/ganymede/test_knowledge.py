"""Who knows what: hands, choices at set-up, and ships put under the pile."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import core
from core import State
from tests.core.ganymede.table import board, lay, play
from tests.support import chi_square_is_plausible

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])


def hand(state: State, owner: int, seen_by: int) -> list[str | None]:
    shown: list[str | None] = state.view(seen_by).to_dict()["boards"][owner]["hand"]
    return shown


@EDITIONS
def test_a_ship_taken_from_the_row_stays_known_an_unseen_one_does_not(edition: str) -> None:
    mover = board(tiles=["T02", "T03"])
    state = lay(mover, edition=edition, players=3, rows={"ships": ["S07"]})
    state = play(state, "discard tiles T02 T03", "draw S07", "draw pile")
    unseen = next(ship for ship in state.to_dict()["boards"][0]["hand"] if ship != "S07")
    assert set(hand(state, 0, 0)) == {"S07", unseen}
    assert hand(state, 0, 1) == hand(state, 0, 2) == ["S07", None]
    assert state.view(1).to_dict()["boards"][0]["hand_known_to"] == [[0, 1, 2], [0]]


@EDITIONS
def test_choices_at_set_up_are_hidden_until_all_have_answered(edition: str) -> None:
    state = core.load("ganymede", players=2, edition=edition).new(5)
    dealt = state.to_dict()["boards"][0]["dealt"]
    twin = play(state, f"site A {dealt[0]}", f"site B {dealt[1]}")
    other = play(state, f"site A {dealt[3]}", f"site B {dealt[2]}")
    assert twin.view(1) == other.view(1)
    shown = twin.view(1).to_dict()["boards"][0]
    assert (shown["dealt"], shown["kept"]) == ([None, None], [None, None])
    assert shown["sites"]["A"]["ship"] is None
    mine = twin.view(0).to_dict()["boards"][0]
    assert (mine["dealt"], mine["kept"]) == (dealt[2:], dealt[:2])
    seat_1 = state.to_dict()["boards"][1]["dealt"]
    done = play(twin, f"site A {seat_1[0]}", f"site B {seat_1[1]}")
    assert done.view(1).to_dict()["boards"][0]["sites"]["A"]["ship"] == dealt[0]


@EDITIONS
def test_at_set_up_the_owner_knows_the_ships_he_gave_back(edition: str) -> None:
    state = core.load("ganymede", players=2, edition=edition).new(5)
    dealt = set(state.to_dict()["boards"][0]["dealt"])
    for _ in range(2):
        state = play(state, state.names()[0])
    for seed in range(50):
        sample = state.view(0).sample(seed).to_dict()["boards"]
        assert not dealt & {*sample[1]["dealt"], *sample[1]["kept"]}
        assert {*sample[0]["dealt"], *sample[0]["kept"]} == dealt


def test_tile_discards_are_open() -> None:
    state = play(lay(board(tiles=["T02", "T03"])), "discard tiles T02 T03")
    assert state.view(1).to_dict()["discards"] == ["T02", "T03"]


def test_pile_orders_and_the_seed_are_hidden() -> None:
    shown = core.load("ganymede", players=2).new(9).view(0).to_dict()
    assert shown["seed"] is None
    assert all(card is None for pile in shown["piles"].values() for card in pile)


# ---- ships put under the pile (revised)


def put_under(known: list[list[int]]) -> State:
    """Seat 0 of three has put S01 and then S02 under the pile; who knew them in his hand is given."""
    hand = ["S01", "S02", "S03", "S04", "S05", "S06"]
    mover = board(tiles=["T02"], hand=hand, hand_known_to=[*known, [0], [0], [0], [0]])
    state = lay(mover, edition="revised", players=3, seed=3)
    return play(state, "discard tile T02", "stop", "under S01", "under S02")


def bottom(state: State, seat: int) -> list[str | None]:
    return list(state.view(seat).to_dict()["piles"]["ships"][-2:])


def test_the_place_of_a_known_ship_is_known_to_all_of_another_to_the_owner() -> None:
    state = put_under([[0, 1, 2], [0]])
    assert bottom(state, 0) == ["S01", "S02"]
    assert bottom(state, 1) == bottom(state, 2) == ["S01", None]
    assert state.view(1).to_dict()["pile_known_to"][-2:] == [[0, 1, 2], [0]]


def test_all_see_how_many_were_put_under() -> None:
    state = put_under([[0], [0]])
    assert len(hand(state, 0, 1)) == 4
    assert bottom(state, 1) == [None, None]


def test_a_known_place_stays_known_when_its_ship_is_drawn_unseen() -> None:
    """Seat 0 knows the top ship; seat 1 draws it unseen; seat 2 does not learn it."""
    row = ["S07", "S08", "S10"]
    boards: list[dict[str, Any]] = [board(), board(tiles=["T02"], a=("S01", ""), b=("S02", "")), {}]
    rest = [f"S{i:02}" for i in range(3, 31) if f"S{i:02}" not in {*row, "S25", "S26", "S09"}]
    state = lay(*boards, edition="revised", players=3, seat=1, rows={"ships": row}, piles={"ships": ["S09", *rest]},
                pile_known_to=[[0], *([] for _ in rest)])  # fmt: skip
    state = play(state, "discard tile T02", "draw pile")
    assert hand(state, 1, 1) == hand(state, 1, 0) == ["S09"]
    assert hand(state, 1, 2) == [None]
    assert state.view(2).to_dict()["boards"][1]["hand_known_to"] == [[0, 1]]


def test_a_place_turned_up_is_open_to_all() -> None:
    row = ["S07", "S08"]
    rest = [f"S{i:02}" for i in range(1, 25) if f"S{i:02}" not in {*row, "S09"}] + ["S27", "S28", "S29", "S30"]
    state = lay(board(tiles=["T02"]), edition="revised", rows={"ships": row}, piles={"ships": ["S09", *rest]},
                pile_known_to=[[0], *([] for _ in rest)])  # fmt: skip
    done = play(state, "discard tile T02", "stop")
    assert done.view(1).to_dict()["rows"]["ships"] == ["S07", "S08", "S09"]
    assert done.to_dict()["pile_known_to"] == [[] for _ in rest]


# ---- samples


def test_a_sample_keeps_every_known_place_and_knower() -> None:
    state = put_under([[0, 2], [0]])
    for seat in range(3):
        view = state.view(seat)
        for seed in range(20):
            sample = view.sample(seed)
            assert sample.view(seat) == view
            described = sample.to_dict()
            assert described["pile_known_to"] == state.to_dict()["pile_known_to"]
            assert described["boards"][0]["hand_known_to"] == [[0], [0], [0], [0]]


def test_the_unknown_is_uniform_over_hands_and_places() -> None:
    """For seat 1 each ship it does not see is as likely at the bottom, on top, or in the hand."""
    state = put_under([[0, 1, 2], [0]])
    view = state.view(1)
    shown = view.to_dict()
    seen = {*shown["rows"]["ships"], "S01", "S25", "S26"}
    unknown = [f"S{i:02}" for i in range(1, 31) if f"S{i:02}" not in seen]
    assert len(unknown) == sum(card is None for card in (*shown["piles"]["ships"], *shown["boards"][0]["hand"]))
    samples = [view.sample(seed).to_dict() for seed in range(3000)]
    places = {
        "bottom": Counter(sample["piles"]["ships"][-1] for sample in samples),
        "top": Counter(sample["piles"]["ships"][0] for sample in samples),
    }
    for name, counts in places.items():
        assert chi_square_is_plausible(counts, dict.fromkeys(unknown, 1 / len(unknown))), name
    held = Counter(unknown[0] in sample["boards"][0]["hand"] for sample in samples)
    share = 4 / len(unknown)
    assert chi_square_is_plausible(held, {True: share, False: 1 - share})


def test_two_worlds_that_differ_in_the_hidden_look_the_same() -> None:
    one = put_under([[0, 1, 2], [0]]).to_dict()
    other = put_under([[0, 1, 2], [0]]).to_dict()
    game = core.load("ganymede", players=3, edition="revised")
    held, pile = other["boards"][0]["hand"], other["piles"]["ships"]
    held[0], pile[3] = pile[3], held[0]
    other["piles"]["tiles"].reverse()
    other["seed"] = 99
    first, second = game.from_dict(one), game.from_dict(other)
    assert first != second
    assert first.view(1) == second.view(1)
    assert first.view(2) == second.view(2)
    assert first.view(0) != second.view(0)


def test_no_view_of_a_long_game_depends_on_the_hidden() -> None:
    """Samples of a seat's own view, played on by the same open moves, keep giving that seat the same view."""
    game = core.load("ganymede", players=3, edition="revised")
    state = game.new(21)
    for step in range(300):
        if state.is_over:
            break
        seat = step % 3
        assert state.view(seat).sample(step).view(seat) == state.view(seat)
        state.apply(state.legal()[(7 * step) % len(state.legal())])
