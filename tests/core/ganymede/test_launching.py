"""G23 to G28: launching, the hand, and the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.ganymede.table import board, frames, lay, names, own, play

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])
SHIPS = [f"S{i:02}" for i in range(1, 31)]


def idle(state: State) -> State:
    """Discards the tile T02 for nothing, so that the turn comes to its end."""
    return play(state, "discard tile T02", "stop")


def without_ships(mover: dict[str, Any], row: list[str], pile: list[str], edition: str) -> State:
    """Only these ships are left to draw; seat 1 has launched the others."""
    held = {site["ship"] for site in mover["sites"].values()} | set(mover.get("hand", []))
    gone = [ship for ship in SHIPS if ship not in {*held, *row, *pile}]
    other = board(a=(None, ""), b=(None, ""), launched=gone)
    return lay(mover, other, edition=edition, rows={"ships": row}, piles={"ships": pile})


# ---- G23


@EDITIONS
def test_g23_a_settlers_go_to_the_supply_and_the_card_counts(edition: str) -> None:
    state = idle(lay(board(tiles=["T02"], a=("S25", "bbb"), hand=["S01"]), edition=edition))
    assert own(state)["launched"] == ["S25"]
    assert (own(state)["A"], own(state)["ship A"]) == ("", None)
    assert state.to_dict()["supply"]["blue"] == 7
    assert state.scores()[0] == 5


@EDITIONS
def test_g23_b_each_part_is_optional_and_may_move_the_same_settler(edition: str) -> None:
    state = idle(lay(board(tiles=["T02"], earth="y", a=("S27", "bbb")), edition=edition))
    assert names(state) == {"move yellow earth to mars", "decline"}
    first = play(state, "move yellow earth to mars")
    assert names(first) == {"move yellow mars to B", "decline"}      # the bare site A takes nobody
    assert own(play(first, "move yellow mars to B"))["B"] == "y"
    assert names(play(state, "decline")) == {"move yellow earth to mars", "decline"}
    assert frames(play(state, "decline", "decline")) == ["end", "take ship"]


@EDITIONS
def test_g23_b_recruit_of_a_ship(edition: str) -> None:
    state = idle(lay(board(tiles=["T02"], a=("S29", "bbb")), edition=edition))
    assert names(state) == {"recruit blue", "recruit red", "recruit yellow", "recruit purple", "decline"}


@EDITIONS
def test_g23_c_and_d_take_one_and_put_one(edition: str) -> None:
    state = lay(board(tiles=["T02"], a=("S25", "bbb"), hand=["S01", "S02"]), edition=edition, rows={"ships": ["S07"]})
    taking = idle(state)
    assert names(taking) == {"draw S07", "draw pile"}
    putting = play(taking, "draw S07")
    assert names(putting) == {"site A S01", "site A S02", "site A S07"}
    done = play(putting, "site A S02")
    assert (own(done)["ship A"], own(done)["hand"]) == ("S02", ["S01", "S07"])


def test_g23_c_is_skipped_with_four_in_hand_2018() -> None:
    mover = board(tiles=["T02"], a=("S25", "bbb"), hand=["S01", "S02", "S03", "S04"])
    assert frames(idle(lay(mover))) == ["end", "put ship"]
    assert frames(idle(lay(mover, edition="revised"))) == ["end", "take ship"]


@EDITIONS
def test_g23_c_is_skipped_without_a_ship_to_take(edition: str) -> None:
    state = without_ships(board(tiles=["T02"], a=("S25", "bbb"), hand=["S01", "S02"]), [], [], edition)
    assert names(idle(state)) == {"site A S01", "site A S02"}


@EDITIONS
def test_g23_a_single_ship_is_taken_and_put_without_asking(edition: str) -> None:
    state = idle(without_ships(board(tiles=["T02"], a=("S25", "bbb")), [], ["S01"], edition))
    assert own(state)["ship A"] == "S01"
    assert state.to_move == 1


@EDITIONS
def test_g23_d_is_skipped_with_an_empty_hand(edition: str) -> None:
    state = idle(without_ships(board(tiles=["T02"], a=("S25", "bbb")), [], [], edition))
    assert (own(state)["ship A"], own(state)["hand"]) == (None, [])
    assert state.to_move == 1


def test_g23_the_ship_already_leaving_cannot_be_chosen() -> None:
    state = play(idle(lay(board(tiles=["T02"], a=("S30", "bbb"), reputation=10))), "reputation")
    assert names(state) == {"launch B", "decline"}
    alone = play(idle(lay(board(tiles=["T02"], a=("S30", "bbb"), b=(None, ""), reputation=10))), "reputation")
    assert frames(alone) == ["end", "take ship"]


# ---- G24


@EDITIONS
def test_g24_of_two_full_ships_the_player_picks(edition: str) -> None:
    state = idle(lay(board(tiles=["T02"], a=("S25", "bbb"), b=("S26", "bryp")), edition=edition))
    assert names(state) == {"launch A", "launch B"}
    after = play(state, "launch B", "draw pile")
    assert own(after)["launched"] == ["S25", "S26"]      # the other one follows


def test_g24_a_ship_with_a_settler_less_is_full_earlier() -> None:
    assert own(idle(lay(board(tiles=["T02"], a=("S28", "bb")))))["launched"] == ["S28"]
    assert own(idle(lay(board(tiles=["T02"], b=("S28", "bry")))))["launched"] == ["S28"]


# ---- G25


def one_short(edition: str, columns: dict[str, list[str]], **fields: Any) -> State:
    return lay(board(earth="b", columns=columns, **fields), edition=edition, rows={"earth": ["E01"]})


FOUR = {"red": ["E07"], "yellow": ["E13"], "purple": ["E19"], "white": ["E25"]}


@EDITIONS
def test_g25_a_set_of_five_types_gives_the_right_to_launch(edition: str) -> None:
    state = play(one_short(edition, FOUR), "shuttle earth E01")
    assert frames(state) == ["end", "right", "effect"]
    assert names(state) == {"recruit blue", "stop"}
    for answer in ("recruit blue", "stop"):
        assert names(play(state, answer)) == {"launch A", "launch B", "decline"}
    launched = play(state, "stop", "launch A")
    assert own(launched)["launched"] == ["S25"]


@EDITIONS
def test_g25_only_a_further_set_counts(edition: str) -> None:
    one_set = {**FOUR, "blue": ["M01"]}
    assert play(one_short(edition, one_set), "shuttle earth E01", "stop").to_move == 1
    two = {"red": ["E07", "M07"], "yellow": ["E13", "M13"], "purple": ["E19", "M19"], "white": ["E25", "M25"]}
    second = play(one_short(edition, {**two, "blue": ["M01"]}), "shuttle earth E01", "stop")
    assert names(second) == {"launch A", "launch B", "decline"}


def test_g25_before_full_ships_and_without_a_ship_it_lapses() -> None:
    state = play(one_short("2018", FOUR, a=("S25", "rrr")), "shuttle earth E01", "stop")
    assert names(state) == {"launch A", "launch B", "decline"}
    assert own(play(state, "decline"))["launched"] == ["S25"]
    bare = play(one_short("2018", FOUR, a=(None, ""), b=(None, "")), "shuttle earth E01", "stop")
    assert bare.to_move == 1


# ---- G26


def test_g26_2018_nothing_is_drawn_with_four_in_hand() -> None:
    state = lay(board(tiles=["T02", "T03"], hand=["S01", "S02", "S03"]), rows={"ships": ["S07"]})
    fourth = play(state, "discard tiles T02 T03", "draw S07")
    assert not {name for name in names(fourth) if name.startswith("draw")}


def test_g26_revised_down_to_four_at_the_end_under_the_pile() -> None:
    mover = board(tiles=["T02", "T03"], hand=["S01", "S02", "S03", "S04"])
    state = lay(mover, edition="revised", rows={"ships": ["S07", "S08", "S09"]})
    six = play(state, "discard tiles T02 T03", "draw S07", "draw S08")
    assert names(six) == {f"under {ship}" for ship in ("S01", "S02", "S03", "S04", "S07", "S08")}
    done = play(six, "under S07", "under S02")
    assert own(done)["hand"] == ["S01", "S03", "S04", "S08"]
    assert done.to_dict()["piles"]["ships"][-2:] == ["S07", "S02"]      # the second one lies at the very bottom
    assert done.to_move == 1


def test_g26_ships_put_under_an_empty_pile_may_come_up_at_once() -> None:
    mover = board(tiles=["T02", "T03"], hand=["S01", "S02", "S03", "S04"])
    state = without_ships(mover, ["S07", "S08"], [], "revised")
    done = play(state, "discard tiles T02 T03", "draw S07", "draw S08", "under S03", "under S01").to_dict()
    assert done["rows"]["ships"] == ["S01", "S03"]
    assert done["piles"]["ships"] == []


def test_g26_from_the_top_down() -> None:
    mover = board(tiles=["T02", "T03", "T04"], hand=["S01", "S02", "S03", "S04"])
    state = without_ships(mover, ["S06", "S07", "S08"], ["S05"], "revised")
    drawn = play(state, "discard tiles T02 T03 T04", "draw S07", "draw S06", "stop")
    done = play(drawn, "under S04", "under S01").to_dict()
    assert done["rows"]["ships"] == ["S04", "S05", "S08"]
    assert done["piles"]["ships"] == ["S01"]


# ---- G27


@EDITIONS
def test_g27_a_bare_site_takes_a_ship_from_the_hand(edition: str) -> None:
    mover = board(tiles=["T02"], a=(None, ""), b=(None, ""), hand=["S01", "S02"])
    state = idle(lay(mover, edition=edition))
    assert names(state) == {"site A S01", "site A S02", "site B S01", "site B S02"}
    done = play(state, "site B S01")
    assert (own(done)["ship A"], own(done)["ship B"]) == ("S02", "S01")
    assert done.to_move == 1


def test_g27_before_the_hand_goes_down_to_four() -> None:
    mover = board(tiles=["T02"], a=(None, ""), hand=["S01", "S02", "S03", "S04", "S05"])
    state = idle(lay(mover, edition="revised"))
    assert names(state) == {f"site A S0{i}" for i in range(1, 6)}
    assert play(state, "site A S03").to_move == 1


# ---- G28


def test_g28_rows_only_shrink_within_a_turn() -> None:
    mover = board(tiles=["T02", "T03", "T04"])
    state = lay(mover, rows={"ships": ["S07", "S08"]}, edition="revised")
    state = play(state, "discard tiles T02 T03 T04", "draw S07", "draw S08")
    assert state.to_dict()["rows"]["ships"] == []
    assert {name for name in names(state) if name.startswith("draw")} == {"draw pile"}
    assert len(play(state, "stop").to_dict()["rows"]["ships"]) == 3


def test_g28_the_whole_order_of_an_end() -> None:
    """Effect, set bonus, full ships, bare sites, hand, refill."""
    hand = ["S01", "S02", "S03", "S04", "S05", "S06"]
    mover = board(earth="b", mars="p", columns=FOUR, a=(None, ""), b=("S26", "bryp"), hand=hand)
    state = play(lay(mover, edition="revised", rows={"earth": ["E01"], "ships": ["S09"]}), "shuttle earth E01")
    assert frames(state) == ["end", "right", "effect"]
    right = play(state, "recruit blue")
    assert names(right) == {"launch B", "decline"}
    full = play(right, "decline")
    assert frames(full) == ["end", "take ship"]
    put = play(full, "draw S09")
    assert frames(put) == ["end", "put ship"]
    bare = play(put, "site B S01")
    assert names(bare) == {f"site A S0{i}" for i in (2, 3, 4, 5, 6, 9)}
    over = play(bare, "site A S02")
    assert names(over) == {f"under S0{i}" for i in (3, 4, 5, 6, 9)}
    done = play(over, "under S09")
    assert done.to_move == 1
    assert {deck: len(row) for deck, row in done.to_dict()["rows"].items()} == {
        "tiles": 4, "earth": 4, "mars": 4, "ships": 3,
    }  # fmt: skip
