"""G8 to G13: the three actions of a turn, paying and moving."""

from __future__ import annotations

import pytest

from core import State
from tests.core.ganymede.table import board, frames, lay, names, outcomes, own, play


def test_the_action_of_a_turn_cannot_be_passed() -> None:
    assert names(lay(board())) == {"tile T01", "tile T02", "tile T03", "tile T04"}


# ---- G8: take a tile


def test_g8_a_fourth_tile_costs_one_of_the_three() -> None:
    state = lay(board(tiles=["T05", "T11", "T17"]), rows={"tiles": ["T04", "T24"]})
    chosen = play(state, "tile T04")
    assert names(chosen) == {"discard tile T05", "discard tile T11", "discard tile T17"}
    assert chosen.to_dict()["rows"]["tiles"] == ["T04", "T24"]
    taken = play(chosen, "discard tile T11")
    assert own(taken)["tiles"] == ["T04", "T05", "T17"]
    assert taken.to_dict()["discards"] == ["T11"]
    assert names(taken) == {"recruit blue", "recruit red", "stop"}      # no action for the discard


def test_g8_the_discarded_tile_no_longer_counts() -> None:
    state = lay(board(tiles=["T05", "T11", "T17"]), rows={"tiles": ["T04"]})
    assert play(state, "tile T04", "discard tile T05", "recruit red").to_move == 1
    assert play(state, "tile T04", "discard tile T11", "recruit red").to_move == 0


@pytest.mark.parametrize(("held", "times"), [([], 1), (["T05"], 2), (["T05", "T06"], 3), (["T11", "T17"], 1)])
def test_g8_as_often_as_there_are_tiles_of_the_type(held: list[str], times: int) -> None:
    state = lay(board(tiles=held), rows={"tiles": ["T04"]})
    assert outcomes(play(state, "tile T04"), lambda end: len(own(end)["earth"])) == set(range(times + 1))


def test_g8_or_chooses_anew_each_time() -> None:
    state = play(lay(board(tiles=["T03"], mars="b"), rows={"tiles": ["T02"]}), "tile T02")
    assert names(state) == {"recruit yellow", "reputation", "stop"}
    found = outcomes(state, lambda end: (own(end)["earth"], own(end)["reputation"]))
    assert found == {("yy", 0), ("y", 1), ("", 2), ("y", 0), ("", 1), ("", 0)}


def test_g8_and_has_both_parts_in_order_each_declinable() -> None:
    state = play(lay(board(), rows={"tiles": ["T01"], "ships": ["S05"]}), "tile T01")
    assert names(state) == {"recruit blue", "decline"}
    for answer in ("recruit blue", "decline"):
        assert names(play(state, answer)) == {"draw S05", "draw pile", "decline"}
    ends = outcomes(state, lambda end: (own(end)["earth"], len(own(end)["hand"])))
    assert ends == {("b", 1), ("b", 0), ("", 1), ("", 0)}


def test_g8_and_repeated_has_all_parts_of_each_application() -> None:
    state = play(lay(board(tiles=["T02"]), rows={"tiles": ["T01"], "ships": ["S05"]}), "tile T01")
    later = play(state, "decline", "draw S05")
    assert names(later) == {"recruit blue", "decline"}
    assert names(play(later, "recruit blue")) == {"draw pile", "decline"}
    ends = outcomes(state, lambda end: (own(end)["earth"], len(own(end)["hand"])))
    assert ends == {("b" * settlers, ships) for settlers in range(3) for ships in range(3)}


def test_g8_an_impossible_part_leaves_the_other() -> None:
    full = lay(board(earth="rrrrrr"), rows={"tiles": ["T01"], "ships": ["S05"]})
    assert names(play(full, "tile T01")) == {"draw S05", "draw pile", "decline"}
    hand = lay(board(hand=["S01", "S02", "S03", "S04"]), rows={"tiles": ["T01"]})
    assert play(hand, "tile T01", "recruit blue").to_move == 1


# ---- G9: use a shuttle


def test_g9_what_can_be_paid() -> None:
    rows = {"tiles": ["T01"], "earth": ["E01", "E03", "E04", "E29"], "mars": ["M01", "M07", "M29", "M25"]}
    assert names(lay(board(earth="b", mars="r"), rows=rows)) == {
        "tile T01", "shuttle earth E01", "shuttle mars M07",
    }  # fmt: skip
    assert names(lay(board(earth="bb", mars="bry", tiles=["T02"]), rows=rows)) == {
        "tile T01", "shuttle earth E01", "shuttle earth E03", "shuttle earth E29",
        "shuttle mars M01", "shuttle mars M07", "shuttle mars M29", "shuttle mars M25", "discard tile T02",
    }  # fmt: skip


def test_g9_each_symbol_needs_a_settler_of_its_own() -> None:
    assert "shuttle earth E25" not in names(lay(board(earth="b"), rows={"earth": ["E25"]}))
    assert "shuttle earth E25" not in names(lay(board(earth="rr"), rows={"earth": ["E25"]}))
    assert "shuttle earth E25" in names(lay(board(earth="br"), rows={"earth": ["E25"]}))


def test_g9_white_is_paid_by_any_settler_left() -> None:
    state = play(lay(board(earth="bry"), rows={"earth": ["E25"], "ships": ["S05"]}), "shuttle earth E25")
    assert names(state) == {"pay red", "pay yellow"}
    paid = play(state, "pay yellow")
    assert (own(paid)["earth"], own(paid)["mars"]) == ("r", "by")
    assert names(paid) == {"draw S05", "draw pile", "stop"}


def test_g9_two_white_symbols() -> None:
    state = lay(board(mars="bbr", tiles=["T02"]), rows={"mars": ["M29"]})
    paying = play(state, "shuttle mars M29")
    assert names(paying) == {"pay blue", "pay red"}
    assert names(play(paying, "pay blue")) == {"pay blue", "pay red"}
    assert paying.to_dict()["rows"]["mars"] == ["M29"]
    assert own(paying)["mars"] == "bbr"


def test_g9_nothing_is_asked_if_all_settlers_are_needed() -> None:
    state = play(lay(board(earth="by"), rows={"earth": ["E25"]}), "shuttle earth E25")
    assert own(state)["mars"] == "by"


def test_g9_the_tile_of_the_cost_is_chosen_and_brings_no_action() -> None:
    state = lay(board(earth="y", tiles=["T02", "T09"]), rows={"earth": ["E29"]})
    paying = play(state, "shuttle earth E29")
    assert names(paying) == {"discard tile T02", "discard tile T09"}
    paid = play(paying, "discard tile T09")
    assert own(paid)["tiles"] == ["T02"]
    assert paid.to_dict()["discards"] == ["T09"]
    assert own(paid)["columns"]["white"] == ["E29"]
    assert play(paid, "recruit blue").to_move == 1


@pytest.mark.parametrize("column", [[], ["E02"], ["E02", "M01", "M02"]])
def test_g9_as_often_as_there_are_shuttles_in_the_column(column: list[str]) -> None:
    state = lay(board(earth="b", columns={"blue": column, "red": ["E07"]}), rows={"earth": ["E01"]})
    ends = outcomes(play(state, "shuttle earth E01"), lambda end: own(end)["earth"])
    assert ends == {"b" * times for times in range(len(column) + 2)}


# ---- G10: discard tiles


def test_g10_any_one_two_or_three_tiles() -> None:
    state = lay(board(tiles=["T02", "T09", "T16"]), rows={"tiles": ["T01"]})
    assert names(state) == {
        "tile T01", "discard tile T02", "discard tile T09", "discard tile T16", "discard tiles T02 T09",
        "discard tiles T02 T16", "discard tiles T09 T16", "discard tiles T02 T09 T16",
    }  # fmt: skip


def test_g10_all_first_then_that_many_basics() -> None:
    state = play(lay(board(tiles=["T02", "T09", "T16"])), "discard tiles T02 T16")
    assert own(state)["tiles"] == ["T09"]
    assert state.to_dict()["discards"] == ["T02", "T16"]
    only_recruits = lambda name: name in ("recruit blue", "stop")  # noqa: E731
    assert outcomes(state, lambda end: own(end)["earth"], only_recruits) == {"", "b", "bb"}


# ---- G11: moving the payers


def test_g11_room_for_some_on_mars_the_player_says_who() -> None:
    state = play(lay(board(earth="br", mars="yyyy"), rows={"earth": ["E04"]}), "shuttle earth E04")
    assert names(state) == {"move blue earth to mars", "move red earth to mars"}
    moved = play(state, "move red earth to mars")
    assert (own(moved)["earth"], own(moved)["mars"]) == ("", "ryyyy")
    assert moved.to_dict()["supply"]["blue"] == 7


def test_g11_no_room_on_mars_all_are_lost() -> None:
    state = play(lay(board(earth="br", mars="yyyyy"), rows={"earth": ["E04"]}), "shuttle earth E04")
    assert (own(state)["earth"], own(state)["mars"]) == ("", "yyyyy")
    assert state.to_dict()["supply"] == {"blue": 7, "red": 7, "yellow": 2, "purple": 7}


def test_g11_room_for_all_nothing_is_asked() -> None:
    state = play(lay(board(earth="br", mars="yyy"), rows={"earth": ["E04"]}), "shuttle earth E04")
    assert own(state)["mars"] == "bryyy"
    assert names(state) == {"recruit purple", "stop"}


def test_g11_payers_of_one_colour_need_no_order() -> None:
    state = play(lay(board(earth="bb", mars="yyyy"), rows={"earth": ["E03"]}), "shuttle earth E03")
    assert own(state)["mars"] == "byyyy"
    assert state.to_dict()["supply"]["blue"] == 6


def test_g11_from_mars_the_player_chooses_the_site() -> None:
    state = play(lay(board(mars="b"), rows={"mars": ["M01"]}), "shuttle mars M01")
    assert names(state) == {"move blue mars to A", "move blue mars to B"}
    assert own(play(state, "move blue mars to B"))["B"] == "b"


def test_g11_a_single_site_takes_him_without_asking() -> None:
    state = play(lay(board(mars="b", a=("S25", "r")), rows={"mars": ["M01"]}), "shuttle mars M01")
    assert own(state)["B"] == "b"


def test_g11_each_is_judged_by_the_board_as_it_then_stands() -> None:
    state = play(lay(board(mars="bb", a=("S25", "bb"), b=("S26", "b")), rows={"mars": ["M02"]}), "shuttle mars M02")
    assert own(state)["A"] == "bbb"             # the first fills the site, the second is lost
    assert state.to_dict()["supply"]["blue"] == 7 - 4


def test_g11_two_of_a_colour_may_part() -> None:
    state = play(lay(board(mars="bb"), rows={"mars": ["M02"]}), "shuttle mars M02")
    ends = outcomes(state, lambda end: (own(end)["A"], own(end)["B"]))
    assert ends == {("bb", ""), ("b", "b")}


# ---- G12: what a site can take


def sites_for(state: State, colour: str) -> set[str]:
    """The sites a blue tile's Move could bring a settler of Mars to."""
    moving = play(state, "tile T03")
    return {name[-1] for name in names(moving) if name.startswith(f"move {colour} mars")}


@pytest.mark.parametrize(
    ("a", "b", "takes"),
    [
        (("S25", ""), ("S26", ""), "AB"),
        (("S25", "b"), ("S26", "r"), "AB"),
        (("S25", "r"), ("S26", "b"), ""),
        (("S25", "bbb"), ("S26", "ryp"), "B"),
        (("S28", "b"), ("S26", "b"), "A"),
        (("S28", "bb"), ("S26", "b"), ""),
        (("S25", "r"), ("S28", "ry"), "B"),
        (("S25", "r"), ("S28", "ryp"), ""),
        ((None, ""), ("S26", ""), "B"),
        (("S25", ""), (None, ""), "A"),
        ((None, ""), (None, ""), ""),
    ],
)
def test_g12_whom_a_site_takes(a: tuple[str | None, str], b: tuple[str | None, str], takes: str) -> None:
    state = lay(board(mars="b", a=a, b=b), rows={"tiles": ["T03"]})
    assert sites_for(state, "blue") == set(takes)


# ---- G13: optional, impossible, forced


def test_g13_impossible_effects_do_nothing() -> None:
    nowhere = lay(board(a=(None, ""), b=(None, ""), earth="p"), rows={"earth": ["E19"]})
    full = lay(board(earth="prrrrr", reputation=11), rows={"earth": ["E19"]})
    assert names(play(nowhere, "shuttle earth E19")) == {"reputation", "stop"}
    assert play(full, "shuttle earth E19").to_move == 1
    no_draw = lay(board(earth="br", hand=["S01", "S02", "S03", "S04"]), rows={"earth": ["E25"]})
    assert play(no_draw, "shuttle earth E25").to_move == 1


def test_g13_no_ship_left_to_draw() -> None:
    ships = [f"S{i:02}" for i in range(1, 31)]
    other = board(a=(None, ""), b=(None, ""), launched=ships[:24] + ships[26:])
    state = lay(board(earth="br"), other, rows={"earth": ["E25"], "ships": []}, piles={"ships": []})
    assert play(state, "shuttle earth E25").to_move == 1


def test_g13_whole_effects_may_be_declined() -> None:
    state = play(lay(board(earth="b"), rows={"earth": ["E01"]}), "shuttle earth E01", "stop")
    assert state.to_move == 1
    assert frames(state) == []
