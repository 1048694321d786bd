"""evaluate(): what a position is worth, and that following it wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import Board, at, buildings, colony, finished, game, store
from tests.support import best_of

DEALS = 12


def greedy_against_random(deal: int, greedy: int) -> State:
    """Greedy sees only its own view."""
    state, rng = game(2).new(deal), Random(deal)
    while not state.is_over:
        seat = state.to_move
        assert seat is not None
        if seat == greedy:
            state.apply(best_of(state.view(seat).sample(rng.getrandbits(60)), seat))
        else:
            state.apply(rng.choice(state.legal()))
    return state


def test_following_it_beats_random_play() -> None:
    won = sum(greedy_against_random(deal, deal % 2).ranks()[deal % 2] == 1 for deal in range(DEALS))
    assert won >= DEALS - 1


def test_a_finished_game_is_worth_its_points() -> None:
    state = finished({"points": 17, "hangar": 2, "ships": [1]}, {"points": 5})
    assert [state.evaluate(seat) for seat in range(2)] == state.scores()


def test_a_finished_solo_game_is_worth_its_margin() -> None:
    state = at({"points": 40}, players=1, phase="over")
    assert [state.evaluate(0)] == state.scores()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"quarters": 4}, {"quarters": 3}),
        ({"resources": store(mineral=1)}, {"resources": store(oxygen=1)}),
        ({"resources": store(water=1, plant=1)}, {"resources": store(water=2)}),
        ({"crystals": 2}, {"crystals": 1, "waiting": 1}),
        ({"crystals": 1, "waiting": 1}, {"crystals": 1}),
        ({"techs": {"shelter": "c3t"}}, {"techs": {"shelter": "c2m"}}),
        ({"hangar": 1, "ships": [1, 2, 3, 4]}, {"ships": [1, 2, 3, 4, 5]}),
        ({"progress": ["mine", "generator"]}, {"progress": ["mine"]}),
        ({"discoveries": [4]}, {}),
        ({"contracts": {"7": {"delivered": {"mineral": 3}}}}, {"contracts": {"7": {}}}),
        ({"rover": "3,-4"}, {"rover": "0,3"}),
    ],
)
def test_what_is_worth_more(better: Board, worse: Board) -> None:
    def worth(board: Board) -> float:
        return at({"resources": store(), **board}, ground={"3,-5": "research B"}).evaluate(0)

    assert worth(better) > worth(worse)


def test_a_built_blueprint_is_worth_more_than_a_plan_and_a_plan_more_than_its_minus() -> None:
    markers = {"0,2": "advanced 0"}
    built, plan, none = at({"advanced": [4]}, markers=markers), at({"blueprints": [4]}), at({})
    assert built.evaluate(0) > plan.evaluate(0) > none.evaluate(0) - 3


def test_stock_is_worth_less_in_the_last_round() -> None:
    def gain(**fields: Any) -> float:
        rich, poor = (at({"resources": one}, **fields) for one in (store(2, 2, 2, 2, 2), store()))
        return rich.evaluate(0) - poor.evaluate(0)

    assert gain() > gain(end="last_round", remaining_missions=0) == 0


def test_a_second_shelter_is_worth_its_room() -> None:
    more = buildings(3, **{"5,0": "shelter 0"})
    assert at(colony(), buildings=more).evaluate(0) > at(colony()).evaluate(0)
