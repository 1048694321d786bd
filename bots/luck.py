"""What deal and dice brought each seat of a game, by a value that is fixed and named before the first game.

The value of what a seat knows is every seat's chance of finishing first: the mean over a few worlds drawn from that
knowledge, in each of which a short search looks at the next decision. When somebody acts, cards are turned up or dice
fall. The luck of that step is the value of what the mover knows afterwards, less the mean of the same over what might
have happened: worlds drawn from what the mover knew before, in which the same action was taken. Both are made of the
mover's knowledge in the same way, and the mover chose the action from it. So the luck of a step is 0 on average,
whoever plays and however good the value is; a better value only tells more of the luck. This needs samples of a view
that are as likely as the true world. Where rivals choose what to hide, they are so only nearly: docs/ladders.md says
what is left of that in real games.

The luck of the deal is the value at the start less the mean over other deals.

A value that is chosen after the games can be made to give almost any answer. So it has a name, VALUE, which a ladder or
run can note before its first game; another value gets another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from bots.chances import FIXED, Judge
from core import Game, State

Floats = NDArray[np.float64]

ITERATIONS = 40  # of each search
WORLDS = 8  # drawn before and after every action
DEALS = 60  # over which the value at the start is averaged
VALUE = f"luck-1: {FIXED}, {ITERATIONS} iterations, {WORLDS} worlds"


class LuckJudge:
    """Tells the luck in games of one kind. Same game, deal and actions: same luck."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._judges = [Judge(game, seat, ITERATIONS, seed=0) for seat in range(game.players)]
        self._start: Floats | None = None

    def luck(self, seed: int, actions: Iterable[int]) -> Floats:
        """By seat, in chances of finishing first; the seats' luck adds up to 0."""
        state, rng = self._game.new(seed), Random(f"luck {seed}")  # with worlds of its own for every deal
        found = self._first(state, rng) - self._other_deals()
        for action in actions:
            found += self._step(state, action, rng)
            state.apply(action)
        return np.asarray(found)

    def _other_deals(self) -> Floats:
        if self._start is None:
            rng = Random("other deals")
            deals = (self._game.new(drawn(rng)) for _ in range(DEALS))
            self._start = np.mean([self._first(deal, rng) for deal in deals], axis=0)
        return self._start

    def _first(self, state: State, rng: Random) -> Floats:
        view = state.view(mover_of(state))
        return self._mean(view.sample(drawn(rng)) for _ in range(WORLDS))

    def _step(self, state: State, action: int, rng: Random) -> Floats:
        """The luck of an action that is about to be taken."""
        mover = mover_of(state)
        before = state.view(mover)
        worlds = [before.sample(drawn(rng)) for _ in range(WORLDS)]
        after = state.copy()
        for each in (after, *worlds):
            each.apply(action)
        seen, might = after.view(mover), [world.view(mover) for world in worlds]
        if all(view == seen for view in might):
            return np.zeros(self._game.players)
        happened = self._mean(seen.sample(drawn(rng)) for _ in range(WORLDS))
        return np.asarray(happened - self._mean(view.sample(drawn(rng)) for view in might))

    def _mean(self, worlds: Iterable[State]) -> Floats:
        return np.asarray(np.mean([self._chances(world) for world in worlds], axis=0))

    def _chances(self, world: State) -> Floats:
        """At the next decision with a choice; the world is played on to it."""
        while (mover := world.to_move) is not None:
            legal = world.legal()
            if len(legal) > 1:
                return np.array(self._judges[mover].before(world.view(mover)))
            world.apply(legal[0])
        return first_places(world.ranks())


def first_places(ranks: Sequence[int]) -> Floats:
    first = np.asarray(ranks) == 1
    return np.asarray(first / first.sum())


def mover_of(state: State) -> int:
    mover = state.to_move
    assert mover is not None
    return mover


def drawn(rng: Random) -> int:
    """A seed."""
    return rng.getrandbits(63)
