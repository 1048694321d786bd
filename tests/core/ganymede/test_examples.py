"""Worked examples: each asserts exactly what can be reached in a turn."""

from __future__ import annotations

import pytest

from core import State
from tests.core.ganymede.table import board, frames, lay, names, outcomes, own, play

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])


@EDITIONS
def test_second_tile_of_a_type_red_or_yellow(edition: str) -> None:
    state = lay(board(earth="bbbb", tiles=["T04"]), edition=edition, rows={"tiles": ["T05", "T01", "T07", "T13"]})
    found = outcomes(play(state, "tile T05"), lambda end: own(end)["earth"])
    assert found == {"bbbbrr", "bbbbyy", "bbbbry", "bbbbr", "bbbby", "bbbb"}


@EDITIONS
@pytest.mark.parametrize(("column", "most"), [([], 1), (["E01"], 2)])
def test_earth_shuttle_blue_and_red_recruits_purple(edition: str, column: list[str], most: int) -> None:
    state = lay(board(earth="br", columns={"blue": column}), edition=edition, rows={"earth": ["E04"]})
    found = outcomes(play(state, "shuttle earth E04"), lambda end: (own(end)["earth"], own(end)["mars"]))
    assert found == {("p" * purple, "br") for purple in range(most + 1)}


@EDITIONS
def test_mars_shuttle_with_a_tile_is_unusable_without_one(edition: str) -> None:
    rows = {"mars": ["M29"], "tiles": ["T01", "T02"]}
    without = lay(board(mars="br", a=("S25", "b"), b=(None, "")), edition=edition, rows=rows)
    assert names(without) == {"tile T01", "tile T02"}


@EDITIONS
def test_mars_shuttle_with_a_tile_loses_whom_no_site_takes(edition: str) -> None:
    state = lay(board(mars="br", a=("S25", "b"), b=(None, ""), tiles=["T05"]), edition=edition, rows={"mars": ["M29"]})
    paid = play(state, "shuttle mars M29")
    assert (own(paid)["mars"], own(paid)["A"], own(paid)["tiles"]) == ("", "bb", [])
    assert paid.to_dict()["supply"] == {"blue": 5, "red": 7, "yellow": 7, "purple": 7}
    assert paid.to_dict()["discards"] == ["T05"]
    assert "recruit red" in names(paid)
    assert "adapt blue to red on A" not in names(paid)


@EDITIONS
def test_the_order_of_payers_may_strand_one(edition: str) -> None:
    state = lay(board(mars="br", b=("S26", "r")), edition=edition, rows={"mars": ["M04"]})
    moving = play(state, "shuttle mars M04")
    assert names(moving) == {"move blue mars to A", "move blue mars to B", "move red mars to A"}
    found = outcomes(moving, lambda end: (own(end)["A"], own(end)["B"], own(end)["earth"]))
    saved, stranded = {("r", "br", earth) for earth in ("", "y")}, {("b", "r", earth) for earth in ("", "y")}
    assert found == saved | stranded


def three_points(edition: str, reputation: int) -> State:
    mover = board(columns={"purple": ["E20", "E21"]}, earth="p", reputation=reputation)
    return play(lay(mover, edition=edition, rows={"earth": ["E19"]}), "shuttle earth E19")


def is_wanted(name: str) -> bool:
    """Reputation as long as there is any; a Basic is used for reputation or a blue recruit."""
    return name in ("reputation", "bonus", "give up", "recruit blue")


def test_three_points_2018_stop_for_the_bonus_or_give_it_up() -> None:
    start = three_points("2018", 1)
    assert names(start) == {"reputation", "stop"}
    on_bonus = play(start, "reputation", "reputation")
    assert names(on_bonus) == {"bonus", "give up"}
    assert names(play(on_bonus, "give up")) == {"reputation", "stop"}
    found = outcomes(start, lambda end: (own(end)["reputation"], own(end)["earth"]), is_wanted)
    assert found == {(3, "b"), (4, "")}
    stopped = play(on_bonus, "bonus")
    assert own(play(stopped, "reputation"))["reputation"] == 4
    assert play(stopped, "reputation").to_move == 1
    assert play(on_bonus, "give up", "reputation").to_move == 1


def test_three_points_revised_pass_the_bonus_and_use_it() -> None:
    found = outcomes(three_points("revised", 1), lambda end: (own(end)["reputation"], own(end)["earth"]), is_wanted)
    assert found == {(4, "b"), (5, "")}


def test_three_points_revised_basic_of_space_9_before_the_launch_of_space_11() -> None:
    state = three_points("revised", 8)
    on_nine = play(state, "reputation")
    assert frames(on_nine) == ["end", "effect", "basic"]
    on_eleven = play(on_nine, "recruit blue", "reputation", "reputation")
    assert own(on_eleven)["earth"] == "b"
    assert names(on_eleven) == {"launch A", "launch B", "decline"}


@EDITIONS
def test_without_supply_tile_and_shuttle_still_have_their_other_worth(edition: str) -> None:
    boards = [board(earth="brr"), board(a=("S01", ""), b=("S02", ""), earth="bbbbbb", mars="rrrrr")]
    state = lay(*boards, edition=edition, rows={"tiles": ["T04"], "earth": ["E01"]})
    assert state.to_dict()["supply"] == {"blue": 0, "red": 0, "yellow": 7, "purple": 7}
    took = play(state, "tile T04")
    assert took.to_move == 1
    assert (own(took)["tiles"], own(took)["earth"]) == (["T04"], "brr")
    flew = play(state, "shuttle earth E01")
    assert flew.to_move == 1
    assert (own(flew)["columns"]["blue"], own(flew)["mars"], own(flew)["earth"]) == (["E01"], "b", "rr")


def test_two_tiles_for_reputation_are_two_gains_of_one() -> None:
    state = lay(board(tiles=["T02", "T03"], reputation=2))
    first = play(state, "discard tiles T02 T03", "reputation")
    assert frames(first) == ["end", "basic", "basic"]
    second = play(first, "stop", "reputation")
    assert own(second)["reputation"] == 4
    assert second.to_move == 1


@EDITIONS
def test_a_launch_inside_a_launch_is_resolved_and_refilled_first(edition: str) -> None:
    mover = board(a=("S30", "bbb"), b=("S27", "r"), tiles=["T02"], reputation=10, hand=["S01", "S02"])
    state = lay(mover, edition=edition, rows={"ships": ["S03", "S04"]})
    first = play(state, "discard tile T02", "stop")
    assert names(first) == {"reputation", "decline"}
    assert (own(first)["launched"], own(first)["A"]) == (["S30"], "")
    right = play(first, "reputation")
    assert names(right) == {"launch B", "decline"}
    inner = play(right, "launch B")
    assert own(inner)["launched"] == ["S27", "S30"]
    assert names(inner) == {"draw S03", "draw S04", "draw pile"}
    refilled = play(inner, "draw S03")
    assert names(refilled) == {"site B S01", "site B S02", "site B S03"}
    outer = play(refilled, "site B S02")
    assert names(outer) == {"draw S04", "draw pile"}
    last = play(outer, "draw S04")
    assert names(last) == {"site A S01", "site A S03", "site A S04"}
    done = play(last, "site A S04")
    assert (own(done)["ship A"], own(done)["ship B"], own(done)["hand"]) == ("S04", "S02", ["S01", "S03"])
    assert done.to_move == 1


@EDITIONS
def test_a_ship_filled_by_a_launch_effect_leaves_in_the_same_turn(edition: str) -> None:
    mover = board(a=("S27", "bbb"), b=("S26", "bry"), mars="p", tiles=["T02"])
    state = play(lay(mover, edition=edition), "discard tile T02", "stop")
    assert names(state) == {"move purple mars to B", "decline"}
    moved = play(state, "move purple mars to B")
    assert own(moved)["launched"] == ["S27"]
    assert "draw pile" in names(moved)          # no second Move fits: on with the refilling of A
    launched = play(moved, "draw pile")
    assert own(launched)["launched"] == ["S26", "S27"]
    assert own(launched)["B"] == ""


@EDITIONS
@pytest.mark.parametrize(
    ("a", "b", "ways"),
    [
        ("b", "", {"blue to red on A", "blue to yellow on A", "blue to purple on A"}),
        ("bb", "", set()),
        ("", "br", {"blue to yellow on B", "blue to purple on B", "red to yellow on B", "red to purple on B"}),
    ],
)
def test_free_adapts_on_the_sites(edition: str, a: str, b: str, ways: set[str]) -> None:
    state = lay(board(a=("S25", a), b=("S26", b), tiles=["T02"]), edition=edition)
    basic = names(play(state, "discard tile T02"))
    assert {name for name in basic if name.startswith("adapt")} == {f"adapt {way}" for way in ways}


def sequences(state: State) -> set[str]:
    """How the adapts of a shuttle can be used up: A an adapt, B a Basic (always spent on a recruit)."""
    if frames(state) == ["end", "effect", "basic"]:
        return sequences(play(state, "recruit yellow"))
    if frames(state) != ["end", "effect"]:
        return {""}
    kinds = {"A": min(name for name in names(state) if name.startswith("adapt"))}
    if "basic" in names(state):
        kinds["B"] = "basic"
    return {kind + rest for kind, name in kinds.items() for rest in sequences(step(state, name))}


def step(state: State, name: str) -> State:
    following = play(state, name)
    return play(following, "recruit yellow") if frames(following)[-1:] == ["basic"] else following


@pytest.mark.parametrize(
    ("column", "ways"),
    [(["E07", "E09"], {"AAA", "AB", "BA"}), (["E07", "E09", "E11"], {"AAAA", "BAA", "ABA", "AAB", "BB"})],
)
def test_adapts_of_a_revised_shuttle_used_up(column: list[str], ways: set[str]) -> None:
    state = lay(board(earth="r", columns={"red": column}), edition="revised", rows={"earth": ["E08"]})
    assert sequences(play(state, "shuttle earth E08")) == ways


def test_the_turn_told_step_by_step_in_the_rule_list() -> None:
    mine = board("r", "br", a=("S27", "bb"), b=("S11", "yp"), columns={"blue": ["E02"]}, hand=["S25"])
    other = board(a=("S01", ""), b=("S02", ""))
    state = lay(mine, other, rows={"mars": ["M04"], "ships": ["S05", "S12", "S21"]})
    assert state.scores()[0] == 4
    paid = play(state, "shuttle mars M04")
    assert names(paid) == {"move blue mars to A", "move blue mars to B", "move red mars to B"}
    moved = play(paid, "move blue mars to A")
    assert (own(moved)["A"], own(moved)["B"], own(moved)["mars"]) == ("bbb", "ryp", "")
    launched = play(moved, "recruit yellow", "stop")
    assert own(launched)["launched"] == ["S27"]
    assert names(launched) == {"move red earth to mars", "move yellow earth to mars", "decline"}
    drawn = play(launched, "move red earth to mars", "move yellow earth to mars", "draw S05")
    assert names(drawn) == {"site A S05", "site A S25"}
    done = play(drawn, "site A S25")
    assert (done.to_move, done.scores()[0]) == (1, 7)
