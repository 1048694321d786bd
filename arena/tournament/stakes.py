"""What is at stake between the bots of a field, and what each line-up would tell of it.

The loss is the expected number of pairs in the wrong order; a pair is with the probability that its posterior says. A
single block hardly ever turns a pair round, so a look one block ahead sees nothing where much is known. What counts for
a pair is therefore what it would gain if its variance were halved, in proportion to how much of its variance the block
takes away. What a block takes away is what its games are expected to tell (the information of Plackett-Luce).

For the order of the first k a pair counts with the probability that one of the two is among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, erf, pi, sqrt

import numpy as np

from arena.play.records import Lineup
from arena.rating.posterior import expected_information, posterior, shrinkage
from arena.rating.results import Floats, Ints, Results
from arena.tournament.schedule import filled_up
from arena.tournament.scheduler import NEWCOMERS, TOP, Choice, Field

MOST_COMPARED = 400  # line-ups of an event: those of the bots with most at stake
DRAWS = 400  # from the posterior, to see who may be among the first
HALVED = 0.5


class Stakes:
    """The posterior of the strengths, and what the blocks in play are expected to add to it."""

    def __init__(self, results: Mapping[int, Results], field: Field) -> None:
        self.field = field
        self.contestants = {each.name: each for each in field.contestants}
        like = {name: each.like for name, each in self.contestants.items() if each.like}
        self.posterior = posterior(results, list(self.contestants), len(field.seats), like)
        self.number = {name: row for row, name in enumerate(self.posterior.bots)}
        self.names = sorted(self.contestants)
        self.rows = np.array([self.number[name] for name in self.names], dtype=np.int64)
        self.weights = self._weights()
        self.expected = 0  # blocks in play that the posterior knows of
        self.found: tuple[int, Lineup] | None = None

    def _weights(self) -> Floats:
        """By pair of bots of the field: how much the loss is about it."""
        loss = self.field.loss
        new = np.array([self.contestants[name].newcomer for name in self.names])
        if loss.kind == NEWCOMERS and new.any():
            return np.asarray((new[:, None] | new).astype(np.float64))
        if loss.kind == TOP:
            outside = 1 - self._among_first(loss.top)
            return np.asarray(1 - outside[:, None] * outside)
        return np.ones((len(new), len(new)))

    def _among_first(self, top: int) -> Floats:
        """By bot of the field: the probability that it is one of the first."""
        mean, covariance, _ = self.posterior.overall()
        square = covariance[np.ix_(self.rows, self.rows)]
        root = np.linalg.cholesky(square + 1e-9 * np.eye(len(square)))
        drawn = mean[self.rows] + np.random.default_rng(0).standard_normal((DRAWS, len(root))) @ root.T
        return np.asarray(((-drawn).argsort(axis=1).argsort(axis=1) < top).mean(axis=0))

    def best(self, in_play: Sequence[Choice]) -> tuple[int, Lineup]:
        """The event and line-up that tell most for each second, once these blocks are played."""
        for choice in in_play[self.expected :]:
            self._expect(choice)
        self.expected = len(in_play)
        self.found = self.found or self._best()
        return self.found

    def _expect(self, choice: Choice) -> None:
        """A block is in play: what it will tell is not asked for again."""
        self.found = None
        if set(choice.lineup) <= self.number.keys():
            bots = np.array([[self.number[name] for name in choice.lineup]], dtype=np.int64)
            numbers = self._numbers(choice.event, bots)
            self.posterior = self.posterior.after(numbers[0], self._information(numbers)[0])

    def _numbers(self, event: int, bots: Ints) -> Ints:
        return np.asarray(bots + event * len(self.number))

    def _information(self, numbers: Ints) -> Floats:
        """Of a block: a game for each seat."""
        return np.asarray(expected_information(self.posterior.mean.ravel()[numbers]) * numbers.shape[1])

    def _best(self) -> tuple[int, Lineup]:
        stake, reach = self._at_stake()
        found = []
        for event in range(len(self.field.seats)):
            lineups = self._candidates(event, stake.sum(axis=1))
            if len(lineups):
                gains = self._gains(event, self.rows[lineups], reach) / self._seconds(lineups)
                first = int(gains.argmax())
                lineup = tuple(self.names[bot] for bot in lineups[first].tolist())
                found.append((float(gains[first]), -event, lineup))
        _, event, best = max(found)
        return -event, best

    def _at_stake(self) -> tuple[Floats, Floats]:
        """By pair what halving its variance would gain, for each unit of it; and the same by pair of strengths."""
        mean, covariance, across = self.posterior.overall()
        mean, across = mean[self.rows], across[self.rows]
        square = covariance[np.ix_(self.rows, self.rows)]
        own = square.diagonal()
        variance = own[:, None] + own - 2 * square
        np.fill_diagonal(variance, 1)
        stake = self.weights * gain_by_halving(np.abs(mean[:, None] - mean) / np.sqrt(variance)) / variance
        np.fill_diagonal(stake, 0)
        laplacian = np.diag(stake.sum(axis=1)) - stake
        return stake, np.asarray(across.T @ laplacian @ across)

    def _candidates(self, event: int, stake: Floats) -> Ints:
        """All line-ups of the bots with most at stake, as rows of numbers in `names`."""
        playing = [bot for bot, name in enumerate(self.names) if self.contestants[name].plays(event)]
        seats = self.field.seats[event]
        if len(playing) < seats:
            filled = filled_up([str(bot) for bot in playing], seats) if len(playing) > 1 else []
            return np.array([sorted(map(int, lineup)) for lineup in filled], dtype=np.int64)
        first = sorted(sorted(playing, key=lambda bot: -stake[bot])[: most_at_stake(seats)])
        return np.asarray(np.array(first)[_subsets(len(first), seats)])

    def _gains(self, event: int, lineups: Ints, reach: Floats) -> Floats:
        numbers = self._numbers(event, lineups)
        square = numbers[:, :, None], numbers[:, None, :]
        taken = shrinkage(self.posterior.covariance[square], self._information(numbers))
        return np.asarray((taken * reach[square]).sum(axis=(1, 2)))

    def _seconds(self, lineups: Ints) -> Floats:
        seconds = np.array([max(1e-6, self.contestants[name].seconds) for name in self.names])
        return np.asarray(lineups.shape[1] * seconds[lineups].sum(axis=1))


@lru_cache(maxsize=64)
def _subsets(size: int, seats: int) -> Ints:
    return np.array(list(combinations(range(size), seats)), dtype=np.int64)


def most_at_stake(seats: int) -> int:
    """As many bots as have at most MOST_COMPARED line-ups."""
    size = seats
    while comb(size + 1, seats) <= MOST_COMPARED:
        size += 1
    return size


@lru_cache(maxsize=1)
def _gain_table() -> tuple[Floats, Floats]:
    """How likely a pair is no longer in the wrong order once its variance is halved, by studentised lead.

    Before, the order is wrong with probability normal(-lead). Afterwards the posterior's mean, which is normal itself,
    says which is first: by quadrature over it.
    """
    leads, nodes = np.linspace(0, 8, 401), np.linspace(-8, 8, 401)
    density = np.exp(-(nodes**2) / 2) / sqrt(2 * pi) * (nodes[1] - nodes[0])
    after = np.abs(leads[:, None] + sqrt(HALVED) * nodes) / sqrt(1 - HALVED)
    normal = np.vectorize(lambda value: 0.5 * (1 + erf(value / sqrt(2))))
    return leads, np.maximum(normal(-leads) - normal(-after) @ density, 0)


def gain_by_halving(lead: Floats) -> Floats:
    return np.interp(lead, *_gain_table())
