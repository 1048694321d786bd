"""OpenSpiel: importing this module registers every game with pyspiel, as arena_NAME.

    import arena.envs.openspiel
    game = pyspiel.load_game("arena_ganymede(players=3,edition=revised)")

Parameters are the game's options, `players`, and `deals`: the first node is a chance node that picks one of so many
deals, all equally likely. Actions are the ids of game.action_of. A state holds the whole truth, as all of OpenSpiel's
do; what a player may know is in the observation, and resample_from_infostate draws a world that fits it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import core
from core.errors import BadOption
from core.vector import rewards_of

DEALS = 1024
OWN = ""  # the game's own default, where a parameter cannot say it: None, and texts that OpenSpiel reads as numbers


def game_type(name: str) -> Any:
    low, high = core.game_class(name).SEATS
    return pyspiel.GameType(
        short_name=f"arena_{name}",
        long_name=str(core.game_class(name).__doc__).split(":")[0],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if low > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(name),
    )


def parameters_of(name: str) -> dict[str, Any]:
    options = {option.name: option.default for option in core.game_class(name).OPTIONS}
    given = {option: OWN if default is None or is_digits(default) else default for option, default in options.items()}
    return {"players": max(2, core.game_class(name).SEATS[0]), "deals": DEALS, **given}


def is_digits(value: Any) -> bool:
    return isinstance(value, str) and value.isdigit()


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters settled; subclasses say which."""

    arena_name: str

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        name = self.arena_name
        settled = {**parameters_of(name), **(given or {})}
        self.deals: int = settled["deals"]
        if not 1 <= self.deals <= 1 << 20:
            raise BadOption(f"deals: it is a whole number from 1 to {1 << 20}, not {self.deals}.")
        options = {key: value for key, value in settled.items() if key not in ("players", "deals")}
        self.game = core.load(name, settled["players"], **{k: v for k, v in options.items() if v != OWN})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.action_count,
            max_chance_outcomes=self.deals,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if core.game_class(name).SEATS[0] > 1 else None,
            max_game_length=self.game.max_decisions,
        )
        super().__init__(game_type(name), info, given or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise BadOption(f"an observer takes no parameters, not {params!r}.")
        return Observer(self.game)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deals = game.deals
        self.rules = game.game
        self.position: core.State | None = None

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = self.position.to_move
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or self.position.to_move != player:
            return []
        return sorted(self.position.legal_ids().tolist())

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.rules.new(action)
        else:
            self.position.apply(self.rules.action_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"deal {action}"
        return self.position.name(self.rules.action_of(action))

    def returns(self) -> list[float]:
        if self.position is None or not self.position.is_over:
            return [0.0] * self.rules.players
        return rewards_of(self.position.ranks())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A world that fits all the player knows. Its history is still that of the true state."""
        twin: SpielState = self.clone()
        if self.position is not None:
            twin.position = self.position.view(player).sample(int(sampler() * (1 << 53)))
        return twin

    def __str__(self) -> str:
        return "before the deal" if self.position is None else str(self.position)


class Observer:
    """What a player may know: OpenSpiel's interface for observations made in Python."""

    def __init__(self, game: core.Game) -> None:
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict, at = {}, 0
        for part, names in game.observation_names().items():
            self.dict[part] = self.tensor[at : at + len(names)]
            at += len(names)

    def set_from(self, state: SpielState, player: int) -> None:
        if state.position is None:
            self.tensor.fill(0)
        else:
            state.position.view(player).observation(self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state) if state.position is None else str(state.position.view(player))


# pyspiel lets go of what it registered when Python is gone already: a class survives that, another callable does not.
for _name in core.games():
    pyspiel.register_game(game_type(_name), type(f"Spiel_{_name}", (SpielGame,), {"arena_name": _name}))
