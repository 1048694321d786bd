"""A game that shows other worlds than the true one: all of them look the same to one seat.

A page for that seat made of the other worlds must equal the page made of the truth; where it does not, it tells
something the seat may not know. This finds what no search for words can: whose hand, which disc, what order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from core import Game, State, View
from tests.support import conformance

TRIES = 4  # worlds drawn to find one in which a move that looks the same is possible


class OtherGame:
    """The game, but its new states are other worlds."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.changed: set[str] = set()  # the places where something was other than in truth
        self.moves = 0  # how many moves were told as other ones

    def new(self, seed: int) -> OtherWorld:
        return OtherWorld(self, self.game.new(seed))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class OtherWorld:
    """Goes through the true game, and at every step shows a world that the seat cannot tell from it."""

    def __init__(self, table: OtherGame, state: State) -> None:
        self._table, self._truth, self._rng = table, state, Random(table.seat)
        self._world = self._draw()
        self._told: tuple[State, int] | None = None  # the world and the move in it that are shown

    def apply(self, action: int) -> None:
        self._truth.apply(action)
        self._world, self._told = self._draw(), None

    def _draw(self) -> State:
        world = self._truth.view(self._table.seat).sample(self._rng.getrandbits(32))
        self._table.changed |= set(differences(self._truth.to_dict(), world.to_dict()))
        return world

    def name(self, action: int) -> str:
        state, move = self._move(action)
        return state.name(move)

    def action(self, action: int) -> dict[str, Any]:
        state, move = self._move(action)
        return state.action(move)

    def seen(self, action: int, seat: int) -> dict[str, Any]:
        state, move = self._move(action)
        return state.seen(move, seat)

    def _move(self, action: int) -> tuple[State, int]:
        if self._told is None:
            self._told = self._another(action) or (self._truth, action)
            self._table.moves += self._told[0].name(self._told[1]) != self._truth.name(action)
        return self._told

    def _another(self, action: int) -> tuple[State, int] | None:
        """A move in another world that looks the same to the seat, another move if there is one. None: none was found,
        the move is the seat's own, or everybody hears it though no view keeps it."""
        seat, heard = self._table.seat, getattr(conformance(self._table.name), "HEARD", {})
        if self._truth.to_move == seat or self._truth.seen(action, seat)["kind"] in heard:
            return None
        wanted = after(self._truth, action).view(seat)
        worlds = (self._world, *(self._draw() for _ in range(TRIES - 1)))
        kind = self._truth.seen(action, seat)["kind"]
        found = [(world, move) for world in worlds for move in moves_to(world, wanted, action, kind)]
        return max(found, key=lambda it: it[0].name(it[1]) != self._truth.name(action), default=None)

    def view(self, seat: int) -> View:
        return self._world.view(seat)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def after(state: State, action: int) -> State:
    following = state.copy()
    following.apply(action)
    return following


def moves_to(world: State, wanted: View, preferred: int, kind: str) -> Iterable[int]:
    """The moves after which the world looks as wanted. Of moves that come to the same state one, of this kind if there
    is one: everybody may see which of them was made, and no view tells."""
    by_outcome: dict[State, int] = {}
    for move in (preferred, *world.legal()):
        if move in world.legal():
            other = by_outcome.setdefault(after(world, move), move)
            if other != move and world.seen(other, wanted.seat)["kind"] != kind:
                by_outcome[after(world, move)] = move
    return [move for outcome, move in by_outcome.items() if outcome.view(wanted.seat) == wanted]


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two positions differ, without the numbers of places in lists."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], f"{place}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for mine, yours in zip(one, other, strict=True):
            yield from differences(mine, yours, place)
    elif one != other:
        yield place
