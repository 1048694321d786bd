"""What deal and dice brought each seat of a game, by a value that is fixed and named before the first game.

The value of a position is every seat's chance of finishing first, as a short search sees it from what the seat to move
knows. After a choice, cards are turned up or dice fall until somebody has a choice again. The luck of that is the value
there, less the mean of the same over what might have come instead: before the choice, everything that no seat knows is
drawn anew, and the same choice is made. Whoever chose knew none of it, and what is drawn is as likely as the truth. So
the luck is 0 on average, whoever plays and however good the value is; a better value only tells more of it. What
rivals hide from each other is theirs by choice: it is not drawn anew, and when it comes out that is no luck.

The luck of the deal is the value at the start less the mean over other deals.

A value that is chosen after the games can be made to give almost any answer. So it has a name, which a ladder notes
before its first game; another value gets another name. Part of the name is a digest of the curves that turn what the
search expects into chances (core/<game>/search.toml): whoever fits them anew changes the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from random import Random

import numpy as np
from numpy.typing import NDArray

from bots.calibration import calibration_of
from bots.chances import FIXED, Judge
from core import Game, State

Floats = NDArray[np.float64]

ITERATIONS = 100  # of each search
WORLDS = 8  # futures that are drawn for every choice
DEALS = 200  # over which the value at the start is averaged
# Of the luck, what is taken out of the wins. A short search errs, so all of it would be too much. On 70 deals of
# Ganymede and Starfarers that no figure in docs/ladders.md rests on, anything from 0.5 to 0.75 did about equally well.
MULTIPLE = 0.5


def value_name(games: Iterable[Game]) -> str:
    """The name of the value for games of these kinds."""
    curves = repr([(game.name, game.players, calibration_of(game)) for game in games])
    digest = blake2b(curves.encode(), digest_size=4).hexdigest()
    return f"luck-2: {FIXED}, {ITERATIONS} iterations, {WORLDS} worlds, times {MULTIPLE}, curves {digest}"


class LuckJudge:
    """Tells the luck in games of one kind. Same game, deal and actions: same luck."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._judges = [Judge(game, seat, ITERATIONS, seed=0) for seat in range(game.players)]
        self._start: Floats | None = None

    def luck(self, seed: int, actions: Iterable[int]) -> Floats:
        """By seat, in chances of finishing first; the seats' luck adds up to 0."""
        state, rng = self._game.new(seed), Random(f"luck {seed}")  # with futures of its own for every deal
        taken = iter(actions)
        play_on(state, taken)
        found = self._value(state) - self._other_deals()
        for action in taken:
            futures = [state.redrawn(rng.getrandbits(63)) for _ in range(WORLDS)]
            found += self._step(state, futures, action, taken)
        return np.asarray(found)

    def _other_deals(self) -> Floats:
        if self._start is None:
            deals = [self._game.new(Random(f"other deal {number}").getrandbits(63)) for number in range(DEALS)]
            for deal in deals:
                play_on(deal)
            self._start = np.mean([self._value(deal) for deal in deals], axis=0)
        return self._start

    def _step(self, state: State, futures: Sequence[State], action: int, taken: Iterator[int]) -> Floats:
        """The luck from a choice to the next, or the end; the state goes on to there."""
        mover = state.to_move
        for world in (state, *futures):
            world.apply(action)
        play_on(state, taken)
        for world in futures:
            play_on(world)
        seen = [what_is_seen(world) for world in (state, *futures)]
        if len(set(seen)) == 1:
            return np.zeros(self._game.players)
        values: dict[bytes, Floats] = {}
        for world, sight in zip((state, *futures), seen, strict=True):
            if sight not in values:
                values[sight] = self._value(world, mover)
        return np.asarray(values[seen[0]] - np.mean([values[sight] for sight in seen[1:]], axis=0))

    def _value(self, state: State, last: int | None = None) -> Floats:
        """Where somebody has a choice, or at the end; `last` is the seat that had the choice before."""
        mover = state.to_move
        if mover is None:
            return first_places(state.ranks())
        return np.array(self._judges[mover].before(state.view(mover), last))


def play_on(state: State, taken: Iterator[int] | None = None) -> None:
    """To the next decision with a choice, or the end; what is forced is one of the actions taken, if there are any."""
    while not state.is_over and len(legal := state.legal()) == 1:
        state.apply(legal[0])
        if taken is not None:
            next(taken, None)


def what_is_seen(state: State) -> bytes:
    """All that the value depends on."""
    mover = state.to_move
    return bytes(state.ranks()) if mover is None else bytes(state.view(mover))


def first_places(ranks: Sequence[int]) -> Floats:
    first = np.asarray(ranks) == 1
    return np.asarray(first / first.sum())
