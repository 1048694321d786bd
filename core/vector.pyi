from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.game import Game, State

def episode_seed(seed: int, episode: int) -> int:
    """The seed of a slot's episode: the slot's own seed first, then what follows from it and the episode's number."""

def rewards_of(ranks: Sequence[int]) -> list[float]:
    """What reward="rank" pays for these ranks: 1 for beating all others, -1 for being beaten by all."""

def replay(
    game: Game, seed: int, actions: Sequence[int]
) -> tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Every decision of a game that was played, as the seat to move saw it. Returns arrays with a row for each:
    observations, movers, ids of the chosen actions, counts of legal ids, and these ids one after the other."""

class VectorGame:
    """`batch` games of one kind, each slot with a seed of its own; every array has a row for each slot.

    After step() and reset() the arrays tell of the position in every slot, from the seat that is to move:
    `observations`, `movers` (-1: the game is over), `legal` ids padded with -1 and `counts` of them, `features` of the
    legal actions if asked for, and of the step that led there `rewards` for every seat and `dones`.

    reward: "rank" pays 1 for beating all others, -1 for being beaten by all; "win" pays 1 to the first, or a share
    of it in a tie; "score" pays the points over game.score_scale. Nothing is paid before the end.
    autoreset: "next_step" begins the next game of a finished slot at the next step, whatever id is given for it;
    "same_step" at once, so that dones and rewards tell of the finished game and the rest of the new one; "disabled"
    leaves it to reset(mask), and a finished slot takes the id -1.
    """

    game: Game
    batch: int
    threads: int
    reward: str
    autoreset: str
    steps: int
    observations: NDArray[np.float32]
    movers: NDArray[np.int8]
    legal: NDArray[np.int32]
    counts: NDArray[np.int32]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    features: NDArray[np.float32] | None
    def __init__(
        self,
        game: Game,
        batch: int,
        seeds: Iterable[int],
        *,
        threads: int = 1,
        reward: Literal["rank", "win", "score"] = "rank",
        autoreset: Literal["next_step", "same_step", "disabled"] = "next_step",
        features: bool = False,
        buffers: Mapping[str, NDArray[Any]] | None = None,
    ) -> None: ...
    def reset(self, mask: NDArray[np.bool_] | None = None) -> None:
        """Begins the next game in the slots of `mask`; without one, every slot begins again with its first game."""
    def step(self, ids: NDArray[np.int32], mask: NDArray[np.bool_] | None = None) -> None:
        """One decision in every slot, each by the id of a legal action. If one is not legal, IllegalAction names its
        slot and the step, and nothing has happened. With a mask only the slots in it move; the others stay as they
        are, and their ids do not matter."""
    def state(self, i: int) -> State:
        """A copy of the state in slot i."""
    def load(self, i: int, state: State) -> None:
        """Puts a state into slot i; its episode goes on from there."""
    def episode(self, i: int) -> int:
        """How many games slot i has finished or given up."""
    def close(self) -> None:
        """Ends the threads; later steps are made without."""
