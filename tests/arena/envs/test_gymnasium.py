"""One seat against bots, as Gymnasium's own checker sees it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env

import core
from arena.envs.gymnasium import SeatEnv
from core.errors import ArenaError, BadPlayers

SHORT: dict[str, dict[str, Any]] = {"starfarers": {"max_rounds": 3}, "on_mars": {"round_cap": 2}}


@pytest.mark.parametrize("name", core.games())
def test_the_checker_of_gymnasium_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name, max(2, core.game_class(name).SEATS[0]), **SHORT.get(name, {})), skip_render_check=True)


def test_a_whole_game_against_greedy() -> None:
    env = SeatEnv("connect_four", seat=1, opponents=["greedy"])
    _, info = env.reset(seed=3)
    rng, over, reward = np.random.default_rng(1), False, 0.0
    while not over:
        _, reward, over, _, info = env.step(rng.choice(info["legal"]))
    assert reward in (-1.0, 0.0, 1.0)
    assert len(info["legal"]) == 0


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadPlayers, match="there is no seat 2"):
        SeatEnv("connect_four", seat=2)
    with pytest.raises(BadPlayers, match="opponents"):
        SeatEnv("ganymede", 4, opponents=["random", "random"])
    with pytest.raises(ArenaError, match="illegal: it is lose or raise"):
        SeatEnv("connect_four", illegal="ignore")  # type: ignore[arg-type]


def test_an_illegal_action_is_never_replaced() -> None:
    env = SeatEnv("connect_four", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ArenaError):
        env.step(99)
    env = SeatEnv("connect_four")
    env.reset(seed=1)
    before = env.position.copy()
    _, reward, over, _, info = env.step(99)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    assert env.position == before
