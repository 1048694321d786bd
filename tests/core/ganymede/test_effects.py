"""G14 to G20: effects and Basic actions."""

from __future__ import annotations

import pytest

from core import State
from tests.core.ganymede.table import board, frames, lay, names, own, play

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])


def adapts(state: State) -> set[str]:
    return {name.removeprefix("adapt ") for name in names(state) if name.startswith("adapt")}


def moves(state: State) -> set[str]:
    return {name.removeprefix("move ") for name in names(state) if name.startswith("move")}


def test_g14_recruit_one_of_the_printed_colours_to_earth() -> None:
    state = lay(board(mars="bb", b=(None, "")), rows={"mars": ["M03"]})
    effect = play(state, "shuttle mars M03")
    assert names(effect) == {"recruit red", "recruit yellow", "stop"}


def test_g14_any_colour_and_only_what_the_supply_has() -> None:
    other = board(a=(None, ""), b=(None, ""), earth="rrrrrr", mars="r")
    state = lay(board(earth="bb"), other, rows={"earth": ["E03"]})
    assert names(play(state, "shuttle earth E03")) == {"recruit blue", "recruit yellow", "recruit purple", "stop"}


def test_g14_not_to_a_full_earth() -> None:
    state = lay(board(earth="bbbbbb", columns={"blue": ["E03"]}), rows={"earth": ["E01"]})
    once = play(state, "shuttle earth E01", "recruit blue")      # the payer left one place
    assert once.to_move == 1


def test_g15_2018_old_or_new_colour_is_the_printed_one() -> None:
    state = play(lay(board(earth="brr", mars="y"), rows={"earth": ["E08"]}), "shuttle earth E08")
    assert adapts(state) == {
        "blue to red on earth", "blue to yellow on earth", "blue to purple on earth", "red to blue on earth",
        "red to blue on mars", "yellow to blue on mars",
    }  # fmt: skip


def test_g15_2018_all_four_colours_are_free() -> None:
    state = play(lay(board(earth="rr"), rows={"earth": ["E09"]}), "shuttle earth E09")
    assert names(state) == {*(f"adapt red to {new} on mars" for new in ("blue", "yellow", "purple")), "stop"}


def test_g15_revised_is_always_free() -> None:
    state = play(lay(board(earth="r"), edition="revised", rows={"earth": ["E08"]}), "shuttle earth E08")
    assert names(state) == {*(f"adapt red to {new} on mars" for new in ("blue", "yellow", "purple")), "stop"}


def test_g15_adapt_swaps_with_the_supply() -> None:
    state = play(lay(board(earth="r", b=("S26", "bp")), rows={"earth": ["E08"]}), "shuttle earth E08")
    assert adapts(state) == {"red to blue on mars", "blue to red on B", "blue to yellow on B"}
    done = play(state, "adapt blue to yellow on B")
    assert own(done)["B"] == "yp"
    assert done.to_dict()["supply"] == {"blue": 7, "red": 6, "yellow": 6, "purple": 6}


def test_g15_the_new_colour_must_be_in_the_supply() -> None:
    other = board(a=(None, ""), b=(None, ""), earth="yyyyyy", mars="y")
    state = play(lay(board(earth="rr"), other, rows={"earth": ["E09"]}), "shuttle earth E09")
    assert adapts(state) == {"red to blue on mars", "red to purple on mars"}


def test_g15_a_full_ship_stays_full() -> None:
    state = play(lay(board(tiles=["T02"], b=("S28", "bry"))), "discard tile T02")
    changed = play(state, "adapt blue to purple on B")
    assert own(changed)["launched"] == ["S28"]


def test_g15_revised_basic_uses_two_even_without_an_adapt() -> None:
    """Only red is left in the supply, and red is where it could come in."""
    mover = board(earth="r", a=("S25", "bb"), b=("S26", "ryp"), columns={"red": ["E08"]})
    other = board(earth="yyyyyp", mars="bbbbp", a=("S01", "ppp"), b=("S02", "byp"))
    state = lay(mover, other, edition="revised", rows={"earth": ["E07"]})
    assert state.to_dict()["supply"] == {"blue": 0, "red": 5, "yellow": 0, "purple": 0}
    effect = play(state, "shuttle earth E07")
    assert names(effect) == {"basic", "stop"}
    basic = play(effect, "basic")
    assert frames(basic) == ["end", "basic"]
    assert play(basic, "reputation").to_move == 1


def test_g15_revised_adapts_taken_as_basics_do_not_count() -> None:
    state = lay(board(earth="r", columns={"red": ["E08", "E09"]}), edition="revised", rows={"earth": ["E07"]})
    basic = play(state, "shuttle earth E07", "basic")
    after = play(basic, "adapt red to blue on mars")
    assert after.to_dict()["pending"][-1]["left"] == 1
    assert "basic" not in names(after)
    assert own(play(after, "adapt blue to yellow on mars"))["mars"] == "y"


def test_g15_2018_has_no_basic_for_adapts() -> None:
    state = lay(board(earth="r", columns={"red": ["E08", "E09"]}), rows={"earth": ["E07"]})
    assert "basic" not in names(play(state, "shuttle earth E07"))


def test_g16_moves_only_where_it_fits() -> None:
    state = lay(board(earth="by", mars="rp", a=("S25", "r"), b=("S26", "p")), rows={"tiles": ["T03"]})
    assert moves(play(state, "tile T03")) == {
        "blue earth to mars", "yellow earth to mars", "red mars to A", "red mars to B", "red A to B",
    }  # fmt: skip


def test_g16_nobody_moves_to_a_full_mars() -> None:
    state = lay(board(earth="b", mars="rrrrr", a=("S25", "b"), b=("S26", "br")), rows={"tiles": ["T03"]})
    assert names(play(state, "tile T03")) == {"recruit purple", "move blue B to A", "stop"}


def test_g16_between_the_sites_and_out_of_a_full_one() -> None:
    state = lay(board(a=("S25", "bbb"), b=("S26", "r")), rows={"tiles": ["T03"]})
    assert moves(play(state, "tile T03")) == {"blue A to B"}
    assert own(play(state, "tile T03", "move blue A to B"))["launched"] == []
    back = lay(board(a=("S25", "b"), b=("S26", "br")), rows={"tiles": ["T03"]})
    assert moves(play(back, "tile T03")) == {"blue B to A"}


def test_g17_reputation_is_one_forward() -> None:
    state = play(lay(board(), rows={"tiles": ["T02"]}), "tile T02", "reputation")
    assert own(state)["reputation"] == 1


@EDITIONS
def test_g18_draw_from_the_row_or_unseen_from_the_pile(edition: str) -> None:
    rows, piles = {"ships": ["S05", "S06"], "earth": ["E25"]}, {"ships": ["S09", "S01"]}
    gone = [f"S{i:02}" for i in range(1, 25) if f"S{i:02}" not in (*rows["ships"], *piles["ships"])]
    other = board(a=(None, ""), b=(None, ""), launched=[*gone, "S27", "S28", "S29", "S30"])
    state = play(lay(board(earth="br"), other, edition=edition, rows=rows, piles=piles), "shuttle earth E25")
    assert names(state) == {"draw S05", "draw S06", "draw pile", "stop"}
    assert own(play(state, "draw S06"))["hand"] == ["S06"]
    assert own(play(state, "draw pile"))["hand"] == ["S09"]


def test_g19_basic_is_any_one_of_five() -> None:
    state = lay(board(earth="b", mars="r", a=("S25", "r"), tiles=["T02"]), rows={"ships": ["S05"]})
    assert names(play(state, "discard tile T02")) == {
        "recruit blue", "recruit red", "recruit yellow", "recruit purple",
        "adapt blue to red on earth", "adapt blue to yellow on earth", "adapt blue to purple on earth",
        "adapt red to blue on mars", "adapt red to yellow on mars", "adapt red to purple on mars",
        "adapt red to blue on A", "adapt red to yellow on A", "adapt red to purple on A",
        "move blue earth to mars", "move red mars to A", "move red mars to B", "move red A to B",
        "reputation", "draw S05", "draw pile", "stop",
    }  # fmt: skip


def test_g20_what_is_triggered_is_resolved_before_the_effect_goes_on() -> None:
    mover = board(earth="p", reputation=2, columns={"purple": ["E20"]})
    state = play(lay(mover, edition="revised", rows={"earth": ["E19"]}), "shuttle earth E19", "reputation")
    assert frames(state) == ["end", "effect", "basic"]
    assert frames(play(state, "stop")) == ["end", "effect"]
    assert own(play(state, "reputation", "reputation"))["reputation"] == 5


def test_g20_before_each_application_the_player_may_stop() -> None:
    state = lay(board(earth="b", columns={"blue": ["E02", "E03"]}), rows={"earth": ["E01"]})
    state = play(state, "shuttle earth E01")
    for taken in range(3):
        assert "stop" in names(state)
        assert own(play(state, "stop"))["earth"] == "b" * taken
        state = play(state, "recruit blue")
    assert state.to_move == 1
