"""Gymnasium: one seat of a game against named bots.

    env = arena.envs.gymnasium.SeatEnv("ganymede", players=2, opponents=["greedy"])
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(info["legal"][0])

Actions are the ids of game.action_of; info has the legal ones as `legal` and as `action_mask`. An illegal one is never
replaced: it loses the game at once (reward -1, terminated, info["illegal"]), or with illegal="raise" is an error.
action_space.sample() without a mask draws from the legal ids of the moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import bots
import core
from arena.envs.pettingzoo import LARGEST, RENDER_MODES, rendered
from bots import Clock
from core.errors import BadOption, BadPlayers
from core.vector import rewards_of


class LegalIds(spaces.Discrete):
    """All ids of a game's actions; a sample is one of those that are legal now."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.legal: NDArray[np.int32] = np.zeros(0, np.int32)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is not None or probability is not None or len(self.legal) == 0:
            return super().sample(mask, probability)
        return np.int64(self.np_random.choice(self.legal))


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat against bots: `opponents` has one spec for each other seat in turn order, or one for all of them."""

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Sequence[str] = ("random",),
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = core.load(game, players, **options)
        self.seat, self.illegal, self.render_mode = checked_seat(self.game, seat), checked_illegal(illegal), render_mode
        specs = checked_opponents(self.game, opponents)
        self.bots = {(seat + 1 + i) % self.game.players: bots.make(spec) for i, spec in enumerate(specs)}
        self.observation_space = spaces.Box(-LARGEST, LARGEST, (self.game.observation_size,), np.float32)
        self.action_space: LegalIds = LegalIds(self.game.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        deal, *seeds = (int(number) for number in self.np_random.integers(1 << 63, size=1 + self.game.players))
        self.position = self.game.new(deal)
        for seat, bot in self.bots.items():
            bot.start(self.game, seat, seeds[seat])
        self._play_on()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        if self.illegal == "lose" and action not in self.action_space.legal:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.position.apply(self.game.action_of(action))
        self._play_on()
        over = self.position.is_over
        reward = rewards_of(self.position.ranks())[self.seat] if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def _play_on(self) -> None:
        """The bots move until it is our turn."""
        while (mover := self.position.to_move) is not None and mover != self.seat:
            self.position.apply(self.bots[mover].choose(self.position.view(mover), Clock()))

    def _observation(self) -> NDArray[np.float32]:
        return self.position.view(self.seat).observation()

    def _info(self) -> dict[str, Any]:
        view = self.position.view(self.seat)
        self.action_space.legal = view.legal_ids()
        return {"legal": self.action_space.legal, "action_mask": view.action_mask().view(np.int8)}

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)


def checked_seat(game: core.Game, seat: int) -> int:
    if type(seat) is not int or not 0 <= seat < game.players:
        raise BadPlayers(f"there is no seat {seat!r}: seats are 0 to {game.players - 1}.")
    return seat


def checked_opponents(game: core.Game, opponents: Sequence[str]) -> list[str]:
    """A spec for each other seat."""
    others = game.players - 1
    if len(opponents) not in (1, others):
        raise BadPlayers(f"opponents: there is one, or one for each of the {others} others, not {len(opponents)}.")
    return list(opponents) * others if len(opponents) == 1 else list(opponents)


def checked_illegal(illegal: str) -> str:
    if illegal not in ("lose", "raise"):
        raise BadOption(f"illegal: it is lose or raise, not {illegal!r}.")
    return illegal
