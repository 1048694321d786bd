"""The judge of decisions where the truth is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest

import core
from bots.calibration import KNOTS, Curve, calibration_of, curve
from bots.chances import Judge, Judgement
from core import Game
from tests.bots.test_mcts import choice, coin, end
from tests.support import snapshots

MakeGame = Callable[..., Game]


def judged(game: Game, action: int, iterations: int = 4000) -> Judgement:
    return Judge(game, 0, iterations, seed=1).judge(game.new(0).view(0), action)


def test_all_seats_chances_after_an_action(paper_game: MakeGame) -> None:
    tree = choice(0, end(3, 2, 1), coin(end(1, 3, 2), end(1, 2, 3)), end(2, 2, 1))
    game = paper_game(3, tree)
    assert judged(game, 0).after.chances == pytest.approx((1, 0, 0))
    assert judged(game, 1).after.chances == pytest.approx((0, 0.5, 0.5), abs=0.05)
    assert judged(game, 2).after.chances == pytest.approx((0.5, 0.5, 0))


def test_the_chosen_action_gets_a_tenth_of_the_visits_and_the_chances_before_do_not_feel_it(
    paper_game: MakeGame,
) -> None:
    game = paper_game(2, choice(0, end(2, 1), end(1, 2)))
    best, worst = judged(game, 0), judged(game, 1)
    assert worst.after.visits >= 400 > best.others[0].visits
    assert worst.after.chances == pytest.approx((0, 1))
    assert best.before == worst.before
    assert best.before[0] > 0.95
    assert worst.alternative is not None
    assert worst.alternative.action == 0


@pytest.mark.parametrize("name", core.games())
def test_chances_add_up_to_one_in_every_game(name: str) -> None:
    game = core.load(name, core.game_class(name).SEATS[1])
    for state in snapshots(game, seed=5, count=8)[1:-1]:
        legal = state.legal()
        if state.to_move is None or len(legal) < 2:
            continue
        judgement = Judge(game, state.to_move, 100, seed=1).judge(state.view(state.to_move), legal[-1])
        for chances in (judgement.before, judgement.after.chances, *(it.chances for it in judgement.others)):
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0
        assert judgement.after.visits >= 10


def test_same_seed_same_judgement() -> None:
    state = core.load("ganymede", 3).new(4)
    view, action = state.view(state.to_move or 0), state.legal()[0]
    first, second = (Judge(state.game, view.seat, 200, seed=3).judge(view, action) for _ in range(2))
    assert first == second


def test_a_curve_keeps_order_sum_and_certainty() -> None:
    rises = (2.0,) * (len(KNOTS) - 1)
    curve = Curve(rises, rises, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0))
    chances = curve.chances([0.5, 0.3, 0.2], mover=0)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2]
    assert curve.chances([1.0, 0.0, 0.0], mover=1) == (1.0, 0.0, 0.0)


def test_a_curve_favours_the_mover_and_seats_as_it_says() -> None:
    even = tuple(high - low for low, high in pairwise(KNOTS))
    chances = Curve(even, even, 0.7, 0.0, 0.0, (0.2, -0.2)).chances([0.4, 0.6], mover=0)
    assert math.log(chances[0] / chances[1]) == pytest.approx(2 * math.log(0.4 / 0.6) + 0.7 + 0.4)


def test_the_seat_that_made_the_choice_before_has_something_besides() -> None:
    even = tuple(high - low for low, high in pairwise(KNOTS))
    roles = Curve(even, even, 0.0, 0.3, -0.2, (0.0, 0.0))
    odds = [math.log(it[0] / it[1]) for it in (roles.chances([0.5, 0.5], 0, last) for last in (None, 0, 1))]
    assert odds == pytest.approx([0, 0.3, 0.2])


def test_the_mover_has_a_curve_of_its_own() -> None:
    even = tuple(high - low for low, high in pairwise(KNOTS))
    flat = Curve(even, tuple(it / 2 for it in even), 0.0, 0.0, 0.0, (0.0, 0.0))
    first, second = (flat.chances([0.3, 0.7], mover) for mover in (0, 1))
    below = math.log(0.3 / 0.7) - KNOTS[0]
    assert math.log(first[0] / first[1]) == pytest.approx(below / 2 - (-math.log(0.3 / 0.7) - KNOTS[0]))
    assert math.log(second[0] / second[1]) == pytest.approx(below - (-math.log(0.3 / 0.7) - KNOTS[0]) / 2)


def test_a_bare_judge_gives_the_means_of_the_search_and_a_calibrated_one_their_curve() -> None:
    state = core.load("connect_four").replay(seed=1, actions=[3, 3, 2])
    game, view, seat = state.game, state.view(1), 1
    bare = Judge(game, seat, 200, seed=1, calibrated=False).judge(view, 4)
    told = Judge(game, seat, 200, seed=1).judge(view, 4)
    curves = calibration_of(game)
    assert curves is not None
    assert told.before == pytest.approx(curves.before.chances(bare.before, seat))
    assert told.after.chances == pytest.approx(curves.after.chances(bare.after.chances, seat))
    assert told.before != bare.before


@pytest.mark.parametrize("name", core.games())
def test_fitted_curves_can_be_read(name: str) -> None:
    low, high = core.game_class(name).SEATS
    assert any(calibration_of(core.load(name, seats)) for seats in range(max(2, low), high + 1))


def test_a_curve_for_other_seats_is_refused() -> None:
    rises = [1.0] * (len(KNOTS) - 1)
    fields = {"rises": rises, "mover_rises": rises, "mover": 0.0, "again": 0.0, "last": 0.0, "seats": [0.0] * 3}
    with pytest.raises(ValueError, match="none negative, as many for the mover, and a number for each seat"):
        curve(core.load("connect_four"), fields)
