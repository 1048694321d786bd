"""PettingZoo: every seat is an agent of an AEC environment.

    env = arena.envs.pettingzoo.env("ganymede", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))

Actions are the ids of game.action_of. An illegal one raises IllegalAction; it is never replaced.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import core
from core.vector import rewards_of

LARGEST = 16.0  # no number of an observation is beyond this, whatever the options; most are within 1
RENDER_MODES = ("ansi", "svg")


def env(game: str, players: int | None = None, *, render_mode: str | None = None, **options: Any) -> Any:
    """The environment of a game. Players and options are those of core.load."""
    return wrappers.OrderEnforcingWrapper(GameEnv(core.load(game, players, **options), render_mode))


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game; agents are player_0, player_1 ... in the order of the seats."""

    def __init__(self, game: core.Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.metadata = {"name": game.name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}
        self._random = seeding.np_random()[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.position = self.game.new(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        mover = self.position.to_move
        return self.agent_selection if mover is None else self.possible_agents[mover]

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.position.view(self._seats[agent])
        return {"observation": view.observation(), "action_mask": view.action_mask().view(np.int8)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position.apply(self.game.action_of(action))  # type: ignore[arg-type]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.position.is_over:
            self.rewards = dict(zip(self.agents, rewards_of(self.position.ranks()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def rendered(position: core.State, mode: str | None) -> str | None:
    """The true position, with all that is hidden from the seats: text, or a picture for games that have one."""
    if mode == "svg":
        return position._repr_svg_()
    return str(position) if mode == "ansi" else None


def observation_space(game: core.Game) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-LARGEST, LARGEST, (game.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.action_count,), np.int8),
        }
    )
