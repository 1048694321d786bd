"""A ladder of bots with known strengths, as arrays: schedulers choose, and orders are drawn or real games played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.rating.plackett_luce import ELO, PlackettLuce
from arena.rating.results import Floats, Ints, Results
from arena.tournament.scheduler import Choice, Field, Played, Scheduler
from core import Game


def names_of(bots: int) -> tuple[str, ...]:
    return tuple(f"bot{number:02}" for number in range(bots))


def normal_strengths(bots: int, points: float) -> Floats:
    """As strong as the quantiles of a normal distribution with that standard deviation; the first is the best."""
    quantiles = [NormalDist().inv_cdf(1 - (place + 0.5) / bots) for place in range(bots)]
    return np.asarray(np.array(quantiles) * points / ELO)


@dataclass
class SimulatedLadder:
    """Blocks as they come; strengths are by bot, and each deal may suit some bots better than others."""

    strength: Floats
    seats: int
    rng: np.random.Generator
    deal_luck: float = 0.0  # standard deviation of what a deal is worth to each bot, in all its games
    blocks: int = 0
    lineup: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    ranks: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    def __post_init__(self) -> None:
        self.names = names_of(len(self.strength))
        self.number = {name: bot for bot, name in enumerate(self.names)}
        self.lineup = self.ranks = np.zeros((0, self.seats), dtype=np.int64)

    @property
    def games(self) -> int:
        return len(self.lineup)

    def play(self, chosen: Sequence[Choice]) -> None:
        """All blocks at once; in a block everybody begins once, and the order around the table is drawn."""
        lineups = np.array([[self.number[name] for name in choice.lineup] for choice in chosen], dtype=np.int64)
        lineups = self.rng.permuted(lineups, axis=1)
        seated = np.stack([np.roll(lineups, turn, axis=1) for turn in range(self.seats)], axis=1)
        self.lineup = np.concatenate([self.lineup, seated.reshape(-1, self.seats)])
        self.ranks = np.concatenate([self.ranks, self.outcomes(seated).reshape(-1, self.seats)])
        self.blocks += len(chosen)

    def outcomes(self, seated: Ints) -> Ints:
        """Ranks by block, game of the block and seat."""
        luck = self.deal_luck * self.rng.normal(size=(len(seated), len(self.strength)))
        scores = self.strength[seated] + self.rng.gumbel(size=seated.shape)
        scores += luck[np.arange(len(seated))[:, None, None], seated]
        return np.asarray(1 + (scores[..., None, :] > scores[..., :, None]).sum(axis=-1))

    def run(self, scheduler: Scheduler, who: Field, blocks: int, seed: int) -> None:
        self.play(scheduler.next(self.played(), who, seed, blocks))

    def played(self) -> Played:
        return Played({0: self.results()} if self.blocks else {}, self.blocks)

    def results(self, games: int | None = None) -> Results:
        """The first so many games."""
        games = self.games if games is None else games
        number = np.arange(games)
        block = number // self.seats
        place = np.stack([block, number % self.seats], axis=1)
        played, bots = np.unique(self.lineup[:games], return_inverse=True)
        names = tuple(self.names[bot] for bot in played)
        ones = np.ones((games, self.seats), dtype=np.int64)
        zeros = np.zeros((games, self.seats))
        lineup = bots.reshape(games, self.seats)
        return Results(names, block, lineup, self.ranks[:games], ones[:, 0], (), (), zeros, ones, place)

    def ratings(self, games: int | None = None) -> Floats:
        """By bot, in points; not a number for who has not played."""
        results = self.results(games)
        found = np.full(len(self.strength), np.nan)
        found[[self.number[name] for name in results.bots]] = ELO * PlackettLuce(results, 0).strength
        return found


class RandomMoves(SimulatedLadder):
    """Real games, of bots that are equal because all of them move at random; a block has one deal."""

    def __init__(self, game: Game, bots: int, rng: np.random.Generator) -> None:
        super().__init__(np.zeros(bots), game.players, rng)
        self.game = game

    def outcomes(self, seated: Ints) -> Ints:
        deals = np.repeat(self.rng.integers(2**62, size=len(seated)), self.seats).tolist()
        ranks = []
        for deal, moves in zip(deals, self.rng.integers(2**62, size=len(deals)).tolist(), strict=True):
            state = self.game.new(deal)
            state.playout(moves)
            ranks.append(state.ranks())
        return np.array(ranks, dtype=np.int64).reshape(seated.shape)


def with_traits(who: Field, names: Sequence[str], **traits: Any) -> Field:
    """The same field, in which these bots have these traits."""
    changed = tuple(replace(each, **traits) if each.name in names else each for each in who.contestants)
    return replace(who, contestants=changed)
