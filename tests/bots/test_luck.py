"""The luck that deal and dice brought each seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import core
from bots import luck as told
from bots.luck import LuckJudge, value_name
from core import Game


def played(game: Game, seed: int, moves: int | None = None) -> list[int]:
    """A game of random moves."""
    rng, state, actions = np.random.default_rng(seed), game.new(seed), []
    while not state.is_over and (moves is None or len(actions) < moves):
        actions.append(state.legal()[rng.integers(len(state.legal()))])
        state.apply(actions[-1])
    return actions


def test_a_game_without_chance_has_no_luck() -> None:
    game = core.load("connect_four")
    assert LuckJudge(game).luck(1, played(game, 1)) == pytest.approx([0, 0])


@pytest.mark.parametrize("name", ["airlock", "ganymede"])
def test_the_luck_of_all_seats_adds_up_to_nothing_and_is_the_same_again(name: str) -> None:
    game = core.load(name, 3)
    actions = played(game, 3, 30)
    luck = LuckJudge(game).luck(3, actions)
    assert luck.sum() == pytest.approx(0, abs=1e-9)
    assert np.abs(luck).max() > 0.01
    assert np.array_equal(luck, LuckJudge(game).luck(3, actions))


def test_luck_is_nothing_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many deals, for every seat, although a search that knows better judges random moves."""
    monkeypatch.setattr(told, "ITERATIONS", 20)
    game = core.load("airlock", 2)
    judge = LuckJudge(game)
    luck = np.array([judge.luck(seed, played(game, seed)) for seed in range(300)])
    error = luck.std(axis=0) / np.sqrt(len(luck))
    assert np.all(np.abs(luck.mean(axis=0)) < 3.5 * error)
    assert luck.std() > 0.05


def test_a_rivals_choice_that_comes_out_is_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Ganymede all choose their first ships in secret, and the last choice opens them. Nothing else is turned up."""
    monkeypatch.setattr(told, "ITERATIONS", 20)
    game = core.load("ganymede", 3)
    judge = LuckJudge(game)
    for seed in range(10):
        choices = played(game, seed, 6)
        assert game.replay(seed, choices[:5]).to_dict()["phase"] == "setup"
        assert game.replay(seed, choices).to_dict()["phase"] != "setup"
        assert judge.luck(seed, choices) == pytest.approx(judge.luck(seed, []))


def test_the_name_of_the_value_follows_the_curves(monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = core.load("airlock", 2), core.load("airlock", 3)
    assert value_name([game]) == value_name([core.load("airlock", 2)])
    assert len({value_name([game]), value_name([other]), value_name([game, other])}) == 3
    curves = told.calibration_of(game)
    assert curves is not None
    before = value_name([game])
    changed = replace(curves, before=replace(curves.before, mover=curves.before.mover + 0.001))
    monkeypatch.setattr(told, "calibration_of", lambda game: changed)
    assert value_name([game]) != before
