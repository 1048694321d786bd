"""Curves that turn what a search expects into chances that come true.

A search's values lean: towards what its playouts can see, towards the seat that moves, towards the seat that begins.
They are the mean over all actions that were tried, so they are low before a choice and rise behind it.
A curve gives every seat a score: one that rises with the log-odds of its value, for the mover in its own way, plus what
the seat is worth besides: which it is, whether it moves, and whether it made the choice before. The chances are in
proportion to e to the power of the scores, so they add up to 1. A value of 0 stays 0.
`python -m benchmarks.chances GAME --fit` fits the curves of a game from games of one bot against itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bots.defaults import search_settings
from core import Game

Chances = tuple[float, ...]  # by seat; they add up to 1

# Log-odds between which a curve is straight.
KNOTS = (-8.0, -5.0, -3.0, -2.0, -1.25, -0.6, 0.0, 0.6, 1.25, 2.0, 3.0, 5.0, 8.0)
MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Curve:
    """Of what holds before a decision, or after an action."""

    rises: tuple[float, ...]  # of the score, from each knot to the next; never negative
    mover_rises: tuple[float, ...]  # of the score of the seat to move
    mover: float  # what the seat to move has besides
    again: float  # and if it made the choice before, too
    last: float  # what another seat has besides if it made the choice before
    seats: tuple[float, ...]  # what every seat has besides

    def chances(self, values: Sequence[float], mover: int, last: int | None = None) -> Chances:
        """`last` is the seat that made the choice before, if there was one."""
        scores = [self._score(value, seat, mover, last) for seat, value in enumerate(values)]
        most = max(scores)
        return in_proportion([math.exp(score - most) for score in scores])

    def _score(self, value: float, seat: int, mover: int, last: int | None) -> float:
        if value <= 0:
            return -math.inf
        odds = math.log(value / (1 - value)) if value < 1 else KNOTS[-1]
        rises = self.mover_rises if seat == mover else self.rises
        rise = sum(share * it for share, it in zip(passed(odds), rises, strict=True))
        return rise + self.seats[seat] + self._role(seat, mover, last)

    def _role(self, seat: int, mover: int, last: int | None) -> float:
        if seat == mover:
            return self.mover + (self.again if seat == last else 0.0)
        return self.last if seat == last else 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of a game with one number of seats."""

    before: Curve
    after: Curve


def passed(odds: float) -> list[float]:
    """How much of the way from each knot to the next lies below these log-odds."""
    return [min(1.0, max(0.0, (odds - low) / (high - low))) for low, high in pairwise(KNOTS)]


def in_proportion(values: Sequence[float]) -> Chances:
    total = sum(values)
    return tuple(value / total for value in values)


def calibration_of(game: Game) -> Calibration | None:
    """From the tables [chances.<seats>] in the game's search.toml. None: nobody has fitted it."""
    tables = search_settings(game, "chances", {str(seats): None for seats in range(1, MOST_SEATS + 1)}, {})
    found = tables[str(game.players)]
    return None if found is None else Calibration(curve(game, found["before"]), curve(game, found["after"]))


def curve(game: Game, fields: dict[str, Any]) -> Curve:
    rises, mover_rises, seats = (tuple(fields[name]) for name in ("rises", "mover_rises", "seats"))
    made = Curve(rises, mover_rises, fields["mover"], fields["again"], fields["last"], seats)
    of_knots = all(len(it) == len(KNOTS) - 1 and min(it) >= 0 for it in (made.rises, made.mover_rises))
    if not of_knots or len(made.seats) != game.players:
        raise ValueError(
            f"search.toml of {game.name}: a curve for {game.players} seats has {len(KNOTS) - 1} rises, none negative, "
            f"as many for the mover, and a number for each seat."
        )
    return made
