"""Gymnasium's vector form: one seat against named bots in many games side by side.

    envs = SeatVectorEnv("ganymede", 256, players=2, opponents=["random"])
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(infos["legal"][:, 0])

infos["legal"] has the legal ids of every slot, padded with -1, and infos["counts"] how many. `autoreset_mode` is one of
Gymnasium's, and metadata says which. Random opponents move in C; others are asked one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import bots
import core
from arena.envs.gymnasium import checked_illegal, checked_opponents, checked_seat
from arena.envs.pettingzoo import LARGEST
from bots import Bot, Clock
from core.errors import BadOption
from core.observation import fitting
from core.vector import VectorGame

Bools = NDArray[np.bool_]
Arrays = tuple[NDArray[np.float32], NDArray[np.float64], Bools, Bools, dict[str, Any]]
RANDOM = "random"


class SeatVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float32], NDArray[np.int64], Any]):
    """`num_envs` games; `opponents` has one spec for each other seat in turn order, or one for all of them."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Sequence[str] = (RANDOM,),
        illegal: Literal["lose", "raise"] = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = core.load(game, players, **options)
        self.seat, self.illegal = checked_seat(self.game, seat), checked_illegal(illegal)
        self.mode = checked_mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.mode}
        self.vector = VectorGame(self.game, num_envs, range(num_envs), threads=threads, autoreset="disabled")
        self.num_envs = num_envs
        specs = checked_opponents(self.game, opponents)
        self.specs = {(seat + 1 + i) % self.game.players: spec for i, spec in enumerate(specs)}
        self.bots = self._make_bots()
        self.single_observation_space = spaces.Box(-LARGEST, LARGEST, (self.game.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, bool)

    def _make_bots(self) -> dict[tuple[int, int], Bot]:
        """By slot and seat. Random ones are left to numpy."""
        asked = [(seat, spec) for seat, spec in self.specs.items() if spec != RANDOM]
        return {(slot, seat): bots.make(spec) for slot in range(self.num_envs) for seat, spec in asked}

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """options["reset_mask"] begins the next game only in some slots; the others stay as they are."""
        mask = (options or {}).get("reset_mask")
        if seed is not None:
            self._seed(seed)
        begun = np.ones(self.num_envs, bool) if mask is None else mask
        if seed is None or mask is not None:
            self.vector.reset(begun)
        self._start_bots(begun)
        self._over[begun] = False
        self._play_on()
        return self._observations(), self._infos()

    def _seed(self, seed: int | Sequence[int]) -> None:
        first = seed if isinstance(seed, int) else seed[0]
        self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(first)
        deals = self.np_random.integers(1 << 63, size=self.num_envs) if isinstance(seed, int) else np.array(seed)
        self.vector = VectorGame(
            self.game, self.num_envs, deals.tolist(), threads=self.vector.threads, autoreset="disabled"
        )

    def _start_bots(self, begun: Bools) -> None:
        for (slot, seat), bot in self.bots.items():
            if begun[slot]:
                bot.start(self.game, seat, int(self.np_random.integers(1 << 63)))

    def step(self, actions: NDArray[np.int64]) -> Arrays:
        ids = fitting(np.ascontiguousarray(actions, np.int32), "actions", (self.num_envs,), "int32")
        waiting = self._over.copy() if self.mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        ours = ~self._over & (self.vector.movers == self.seat)
        lost = ours & ~self._legal(ids)
        if lost.any() and self.illegal == "raise":
            self.vector.step(ids, lost)
        self.vector.step(ids, ours & ~lost)
        if waiting.any():
            self._begin(waiting)
        self._play_on()
        ended = ~self._over & (lost | self.vector.dones)
        rewards = np.where(ended, self.vector.rewards[:, self.seat], 0.0).astype(np.float64)
        rewards[lost] = -1.0
        self._over |= ended
        return self._answer(rewards, ended, lost)

    def _legal(self, ids: NDArray[np.int32]) -> Bools:
        return np.asarray((ids >= 0) & (self.vector.legal == ids[:, None]).any(axis=1))

    def _begin(self, slots: Bools) -> None:
        self.vector.reset(slots)
        self._start_bots(slots)
        self._over[slots] = False

    def _answer(self, rewards: NDArray[np.float64], ended: Bools, lost: Bools) -> Arrays:
        final = self._observations()
        extra: dict[str, Any] = {"illegal": lost, "_illegal": lost} if lost.any() else {}
        if self.mode == AutoresetMode.SAME_STEP and ended.any():
            extra |= {"final_obs": self._only(final, ended), "_final_obs": ended}
            extra |= {"final_info": self._infos(), "_final_info": ended}
            self._begin(ended)
            self._play_on()
            final = self._observations()
        return final, rewards, ended, np.zeros(self.num_envs, bool), {**self._infos(), **extra}

    def _only(self, rows: NDArray[np.float32], slots: Bools) -> NDArray[np.object_]:
        chosen = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(slots):
            chosen[slot] = rows[slot].copy()
        return chosen

    def _play_on(self) -> None:
        """The opponents move until it is our turn everywhere, or over."""
        while (waiting := ~self._over & (self.vector.movers >= 0) & (self.vector.movers != self.seat)).any():
            ids = self._random_ids()
            for slot, seat in self._asked(waiting):
                view = self.vector.state(slot).view(seat)
                ids[slot] = self.game.action_id(self.bots[slot, seat].choose(view, Clock()))
            self.vector.step(ids, waiting)

    def _asked(self, waiting: Bools) -> list[tuple[int, int]]:
        if not self.bots:
            return []
        movers = ((int(slot), int(self.vector.movers[slot])) for slot in np.flatnonzero(waiting))
        return [at for at in movers if at in self.bots]

    def _random_ids(self) -> NDArray[np.int32]:
        picks = (self.np_random.random(self.num_envs) * np.maximum(self.vector.counts, 1)).astype(np.int64)
        return self.vector.legal[np.arange(self.num_envs), picks]

    def _observations(self) -> NDArray[np.float32]:
        """As our seat sees them: where a game is over the vector shows what the last to move saw."""
        observations = self.vector.observations.copy()
        for slot in np.flatnonzero(self.vector.movers != self.seat):
            self.vector.state(int(slot)).view(self.seat).observation(observations[slot])
        return observations

    def _infos(self) -> dict[str, Any]:
        all_slots = np.ones(self.num_envs, bool)
        legal, counts = self.vector.legal.copy(), self.vector.counts.copy()
        return {"legal": legal, "_legal": all_slots, "counts": counts, "_counts": all_slots}

    def close_extras(self, **_: Any) -> None:
        self.vector.close()


def checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(known.value for known in AutoresetMode)
        raise BadOption(f"autoreset_mode: it is one of {names}, not {mode!r}.") from None
