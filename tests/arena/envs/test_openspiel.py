"""The games as OpenSpiel's own checks and algorithms see them."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment, rl_tools
from open_spiel.python.algorithms import mcts, random_agent, tabular_qlearner

import arena.envs.openspiel  # noqa: F401
import core
from core.errors import ArenaError

SHORT = {"starfarers": "max_rounds=3", "on_mars": "round_cap=2"}
CASES = [
    (name, players)
    for name in core.games()
    for players in range(core.game_class(name).SEATS[0], core.game_class(name).SEATS[1] + 1)
]


def load(name: str, players: int, *more: str) -> Any:
    parameters = ",".join([f"players={players}", *([SHORT[name]] if name in SHORT else []), *more])
    return pyspiel.load_game(f"arena_{name}({parameters})")


@pytest.mark.parametrize(("name", "players"), CASES)
def test_random_simulations_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players, "deals=16"), num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("arena_ganymede(players=4,edition=revised,max_rounds=9)")
    assert game.num_players() == 4
    state = game.new_initial_state()
    state.apply_action(7)
    expected = core.load("ganymede", 4, edition="revised", max_rounds=9).new(7)
    assert state.observation_tensor(2) == pytest.approx(expected.view(2).observation().tolist())
    assert state.legal_actions() == sorted(expected.legal_ids().tolist())
    with pytest.raises((ArenaError, RuntimeError)):
        pyspiel.load_game("arena_ganymede(players=9)")


def test_states_survive_serialisation_and_cloning() -> None:
    game = load("airlock", 3, "deals=4")
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        twin = pickle.loads(pickle.dumps(state))
        assert str(twin) == str(state) == str(state.clone())
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0)


def test_a_resampled_world_looks_the_same_to_the_player() -> None:
    state = load("airlock", 2).new_initial_state()
    state.apply_action(5)
    seen, hidden = set(), set()
    rng = np.random.default_rng(2)
    for _ in range(30):
        other = state.resample_from_infostate(0, rng.random)
        seen.add(tuple(other.observation_tensor(0)))
        hidden.add(tuple(other.observation_tensor(1)))
    assert len(seen) == 1
    assert len(hidden) > 1


def test_the_python_mcts_plays() -> None:
    game = load("connect_four", 2, "deals=1")
    rng = np.random.default_rng(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.5, 20, evaluator, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        action = bot.step(state) if state.current_player() == 0 else int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    assert state.returns() in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])


def test_an_agent_learns_through_rl_environment() -> None:
    env = rl_environment.Environment(load("airlock", 2, "deals=3"))
    size = env.action_spec()["num_actions"]
    agents = [
        tabular_qlearner.QLearner(0, size, epsilon_schedule=rl_tools.ConstantSchedule(0.1)),
        random_agent.RandomAgent(1, size),
    ]
    for _ in range(20):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    assert agents[0]._q_values
