"""evaluate(): what a position is worth, and that following it wins."""

from __future__ import annotations

from random import Random

import pytest

import core
from core import State
from tests.core.ganymede.table import board, lay, play
from tests.support import best_of

EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])
GAMES = 200


def greedy_against_random(edition: str, seed: int) -> State:
    """Greedy has seat `seed % 2` and sees only its own view."""
    state, rng = core.load("ganymede", players=2, edition=edition).new(seed), Random(seed)
    while not state.is_over:
        seat = state.to_move
        assert seat is not None
        if seat == seed % 2:
            state.apply(best_of(state.view(seat).sample(rng.getrandbits(60)), seat))
        else:
            state.apply(rng.choice(state.legal()))
    return state


@EDITIONS
def test_one_step_of_foresight_beats_random_play(edition: str) -> None:
    wins = 0
    for seed in range(GAMES):
        ranks = greedy_against_random(edition, seed).ranks()
        wins += ranks[seed % 2] < ranks[1 - seed % 2]
    assert wins >= 0.97 * GAMES


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (board(mars="b"), board(earth="b")),
        (board(a=("S25", "b")), board(mars="b")),
        (board(a=("S25", "bb")), board(a=("S25", "b"), mars="b")),
        (board(reputation=2), board(reputation=1)),
        (board(columns={"blue": ["E01"], "red": ["E07"]}), board(columns={"blue": ["E01", "E02"]})),
        (board(a=("S01", "b"), columns={"blue": ["E01"]}), board(a=("S01", "b"), columns={"red": ["E07"]})),
        (board(hand=["S01"]), board()),
        (board(tiles=["T02", "T03"]), board(tiles=["T02", "T08"])),
        (board(a=("S24", ""), launched=["S25"]), board(a=("S25", ""))),
    ],
)
def test_what_is_worth_more(better: dict[str, object], worse: dict[str, object]) -> None:
    assert lay(better).evaluate(0) > lay(worse).evaluate(0)


@EDITIONS
def test_a_full_ship_is_worth_launching_even_the_last(edition: str) -> None:
    """Filling the fourth ship, which ends the game, is judged better than waiting."""
    mover = board(mars="b", a=("S25", "bb"), launched=["S01", "S02", "S28"], columns={"blue": ["E01", "E02"]})
    state = lay(mover, edition=edition, rows={"mars": ["M01"]})
    paid = play(state, "shuttle mars M01", "move blue mars to A")
    waiting = play(state, "shuttle mars M01", "move blue mars to B")
    assert paid.evaluate(0) > waiting.evaluate(0)


def test_the_tempo_counts_less_near_the_end() -> None:
    early, late = lay(board(mars="bb")), lay(board(mars="bb"), round=60)
    none_early, none_late = lay(board()), lay(board(), round=60)
    assert early.evaluate(0) - none_early.evaluate(0) > late.evaluate(0) - none_late.evaluate(0)
