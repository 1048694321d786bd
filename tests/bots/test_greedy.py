"""The turn planner where the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import bots
import core
from bots import Bot, Clock
from core import Game, State
from tests.bots import solver
from tests.support import random_play

MakeGame = Callable[..., Game]


def asked(text: str, state: State, seed: int = 1) -> tuple[int, Bot]:
    bot = bots.make(text)
    assert state.to_move is not None
    bot.start(state.game, state.to_move, seed)
    return bot.choose(state.view(state.to_move), Clock()), bot


def at(worth: float, *children: dict[str, Any]) -> dict[str, Any]:
    """A decision of seat 0 in a position that looks worth so much."""
    return {"seat": 0, "payoffs": [worth, 0], "children": list(children)}


def passed(worth: float) -> dict[str, Any]:
    """The turn is over: seat 1 is to move."""
    return {"seat": 1, "payoffs": [worth, 0], "children": [{"payoffs": [0, 1]}, {"payoffs": [1, 0]}]}


def test_plays_the_turn_that_ends_best_though_it_begins_worse(paper_game: MakeGame) -> None:
    tree = at(0, at(0.9, passed(0.2), passed(0.3)), at(0.1, at(0.0, passed(0.8)), passed(0.1)), passed(0.5))
    state = paper_game(2, tree).new(0)
    played = []
    while state.to_move == 0:
        action, _ = asked("greedy", state)
        played.append(action)
        state.apply(action)
    assert played == [1, 0, 0]


def test_takes_the_best_it_came_to_when_the_budget_ends(paper_game: MakeGame) -> None:
    chain = passed(0.0)
    for worth in (0.9, 0.6, 0.3):
        chain = at(worth, chain, passed(0.01), passed(0.01), passed(0.01))
    tree = at(0, *[passed(0.05)] * 7, chain)
    assert asked("greedy:budget=1", paper_game(2, tree).new(0))[0] == 7


def test_averages_over_what_it_cannot_see(paper_game: MakeGame) -> None:
    gamble = {"coin": [passed(0.6), passed(-0.9)]}
    tree = at(0, gamble, passed(0.2))
    for deal in range(2):
        assert asked("greedy:samples=50", paper_game(2, tree).new(deal))[0] == 1
    assert asked("greedy", paper_game(2, tree, knows=[0]).new(0))[0] == 0


def test_a_won_end_beats_a_promising_position(paper_game: MakeGame) -> None:
    tree = at(0, passed(0.9), {"payoffs": [0.1, 0]})
    assert asked("greedy", paper_game(2, tree).new(0))[0] == 1


def test_takes_every_win_at_once_in_connect_four() -> None:
    game = core.load("connect_four")
    checked = 0
    for seed in range(60):
        for state in random_play(game, seed):
            truth = {} if state.is_over else solver.move_values(state, 1)
            if 1.0 in truth.values():
                checked += 1
                assert truth[asked("greedy", state)[0]] == 1.0, str(state)
    assert checked > 100


def test_same_seed_same_answer_and_rows_are_best_first() -> None:
    state = core.load("connect_four").new(1)
    action, bot = asked("greedy", state, 3)
    rows = bot.explain()
    assert rows == asked("greedy", state, 3)[1].explain()
    assert rows[0]["action"] == action
    assert [row["value"] for row in rows] == sorted((row["value"] for row in rows), reverse=True)
    assert {row["name"] for row in rows} == {f"column {n}" for n in range(1, 8)}


@pytest.mark.parametrize("name", core.games())
def test_every_game_can_be_planned(name: str) -> None:
    low, high = core.game_class(name).SEATS
    for players in range(low, high + 1):
        for rivals in ("true", "false"):
            state = core.load(name, players).new(3)
            for _ in range(30):
                if not state.is_over:
                    state.apply(asked(f"greedy:rivals={rivals},budget=64,samples=2", state)[0])


@pytest.mark.parametrize("text", ["greedy:samples=0", "greedy:budget=0"])
def test_a_bad_parameter_is_named(text: str) -> None:
    with pytest.raises(bots.BadSpec, match="=0 is not between 1"):
        bots.make(text)
