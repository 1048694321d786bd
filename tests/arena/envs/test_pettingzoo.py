"""The games as PettingZoo's own suite sees them."""

from __future__ import annotations

import warnings
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

import core
from arena.envs import pettingzoo
from core.errors import ArenaError

# Cut short by their options: api_test plays a thousand steps of each.
SHORT: dict[str, dict[str, Any]] = {"starfarers": {"max_rounds": 3}, "on_mars": {"round_cap": 2}}
CASES = [
    (name, players)
    for name in core.games()
    for players in range(core.game_class(name).SEATS[0], core.game_class(name).SEATS[1] + 1)
]
# Observations are dicts, since they carry the mask: the suite warns of exactly that.
EXPECTED = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_suite_of_pettingzoo_passes(name: str, players: int) -> None:
    env = pettingzoo.env(name, players, **SHORT.get(name, {}))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=200)
    strange = [str(item.message) for item in caught if not str(item.message).startswith(EXPECTED)]
    assert not strange


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_seed_decides_the_game(name: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(name, players, **SHORT.get(name, {})), num_cycles=30)


def test_an_illegal_action_is_an_error() -> None:
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    with pytest.raises(ArenaError):
        env.step(3)


def test_what_is_rendered_is_the_board() -> None:
    env = pettingzoo.env("connect_four", render_mode="ansi")
    env.reset(seed=1)
    env.step(3)
    assert "x" in env.render()


@pytest.mark.parametrize("name", core.games())
def test_svg_is_a_picture_of_the_position(name: str) -> None:
    env = pettingzoo.env(name, max(2, core.game_class(name).SEATS[0]), render_mode="svg")
    env.reset(seed=1)
    first = env.render()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
    assert env.render() != first


def test_the_mask_tells_the_legal_actions_of_the_agent_to_move() -> None:
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    observation = env.observe(env.agent_selection)
    assert np.flatnonzero(observation["action_mask"]).tolist() == [0, 1, 2, 4, 5, 6]
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
