"""What is at stake between the bots of a field, and what each line-up would tell of it.

The loss is the expected number of pairs in the wrong order; a pair is with the probability that its posterior says. A
single block hardly ever turns a pair round, so a look one block ahead sees nothing where much is known. What counts for
a pair is therefore what it would gain if its variance were halved, in proportion to how much of its variance the block
takes away. What a block takes away is what its games are expected to tell (the information of Plackett-Luce).

For the order of the first k a pair counts with the probability that one of the two is among them.

An order that is clear has still to be claimed (arena/rating/anytime.py). For that a pair counts that is clear and not
claimed yet, with the part of what its claim lacks that a block is expected to bring. Some blocks are for claims, and
all of them once the whole order is clear. Otherwise clones could keep the places of others open for as long as they
like: their own order never gets clear, and takes up all games that are for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, erf, pi, sqrt

import numpy as np

from arena.play.records import Lineup
from arena.rating.anytime import EVEN, Entry, levels, log_capital, pair_scores, told_apart
from arena.rating.posterior import expected_information, posterior, shrinkage
from arena.rating.results import Bools, Floats, Ints, Results
from arena.tournament.schedule import filled_up
from arena.tournament.scheduler import NEWCOMERS, TOP, Choice, Field

MOST_COMPARED = 400  # line-ups of an event: those of the bots with most at stake
DRAWS = 400  # from the posterior, to see who may be among the first
HALVED = 0.5
FOR_CLAIMS = 0.25  # of the blocks that are weighed
CLEAR = 0.01  # so many pairs in the wrong order are expected, of those that count, where the whole order is clear
SURE = 0.001  # the chance that a pair's order is wrong, where it is clear although the whole order is not
MUCH_LONGER = 5.0
TINY = 1e-9
DIGITS = 7  # of what is compared


@dataclass(frozen=True, slots=True)
class Weighed:
    """A line-up that tells most of something, and how likely it is to be chosen."""

    event: int
    lineup: Lineup
    share: float
    reason: str


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
        self.found: list[Weighed] = []
        self.results = results

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

    def best(self, in_play: Sequence[Choice]) -> list[Weighed]:
        """What tells most for each second, once these blocks are played: of the order, and for the claims."""
        for choice in in_play[self.expected :]:
            self._expect(choice)
        self.expected = len(in_play)
        self.found = self.found or self._best(in_play)
        return self.found

    def _expect(self, choice: Choice) -> None:
        """A block is in play: what it will tell is not asked for again."""
        self.found = []
        if set(choice.lineup) <= self.number.keys():
            bots = np.array([[self.number[name] for name in choice.lineup]], dtype=np.int64)
            numbers = self._numbers(choice.event, bots)
            self.posterior = self.posterior.after(numbers[0], self._information(numbers)[0])

    def _numbers(self, event: int, bots: Ints) -> Ints:
        return np.asarray(bots + event * len(self.number))

    def _information(self, numbers: Ints) -> Floats:
        """Of a block: a game for each seat."""
        return np.asarray(expected_information(self.posterior.mean.ravel()[numbers]) * numbers.shape[1])

    def _best(self, in_play: Sequence[Choice]) -> list[Weighed]:
        lead, variance = self._leads()
        wrong = chance_of_wrong_order(lead)
        found, share = [], 0.0
        clear = float((self.weights * wrong).sum()) / 2 < CLEAR
        brings = self._claims.brings(in_play) * self._claims.worth(self.weights, wrong < (CLEAR if clear else SURE))
        if brings.any():
            share = 1.0 if clear else FOR_CLAIMS
            sought = brings + brings.swapaxes(1, 2)
            claimed = self._first(sought.sum(axis=(0, 1)), lambda event, bots: in_pairs(sought[event], bots))
            found.append(Weighed(*claimed, share, "claims"))
        if share < 1:
            stake, reach = self._at_stake(lead, variance)
            told = self._first(stake.sum(axis=1), lambda event, bots: self._gains(event, bots, reach))
            found.append(Weighed(*told, 1 - share, "loss"))
        return found

    @cached_property
    def _claims(self) -> MissingClaims:
        """Made when it is first needed."""
        return MissingClaims(self.results, self.field, self.names, self.posterior.mean[:, self.rows])

    def _first(self, stake: Floats, gains_of: Callable[[int, Ints], Floats]) -> tuple[int, Lineup]:
        """The event and line-up that gain most for each second, of the line-ups of the bots with most at stake."""
        found = []
        for event in range(len(self.field.seats)):
            lineups = self._candidates(event, stake)
            if len(lineups):
                gains = rounded(gains_of(event, lineups) / self._seconds(lineups))
                first = int(gains.argmax())
                lineup = tuple(self.names[bot] for bot in lineups[first].tolist())
                found.append((float(gains[first]), -event, lineup))
        _, event, best = max(found)
        return -event, best

    def _leads(self) -> tuple[Floats, Floats]:
        """By pair: the lead of either in standard errors, none with itself, and its variance."""
        mean, covariance, _ = self.posterior.overall()
        mean = mean[self.rows]
        square = covariance[np.ix_(self.rows, self.rows)]
        own = square.diagonal()
        variance = own[:, None] + own - 2 * square
        np.fill_diagonal(variance, 1)
        lead = np.abs(mean[:, None] - mean) / np.sqrt(variance)
        np.fill_diagonal(lead, np.inf)
        return lead, variance

    def _at_stake(self, lead: Floats, variance: Floats) -> tuple[Floats, Floats]:
        """By pair what halving its variance would gain, for each unit of it; and the same by pair of strengths."""
        across = self.posterior.overall()[2][self.rows]
        stake = self.weights * gain_by_halving(lead) / variance
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
        most = rounded(stake)
        first = sorted(sorted(playing, key=lambda bot: -most[bot])[: most_at_stake(seats)])
        return np.asarray(np.array(first)[_subsets(len(first), seats)])

    def _gains(self, event: int, lineups: Ints, reach: Floats) -> Floats:
        numbers = self._numbers(event, self.rows[lineups])
        square = numbers[:, :, None], numbers[:, None, :]
        taken = shrinkage(self.posterior.covariance[square], self._information(numbers))
        return np.asarray((taken * reach[square]).sum(axis=(1, 2)))

    def _seconds(self, lineups: Ints) -> Floats:
        seconds = np.array([max(1e-6, self.contestants[name].seconds) for name in self.names])
        return np.asarray(lineups.shape[1] * seconds[lineups].sum(axis=1))


class MissingClaims:
    """What the claims of who is stronger still lack, as a log of capital, by event and pair of bots of the field."""

    def __init__(self, results: Mapping[int, Results], field: Field, names: Sequence[str], strength: Floats) -> None:
        self.number = {name: row for row, name in enumerate(names)}
        entered = {each.name: each.entered for each in field.contestants}
        board = [Entry(name, entered[name]) for name in names]
        events = len(field.seats)
        needed = -np.log(np.maximum(levels(board) / events, 1e-300))
        self.missing = np.array([needed] * events)
        for event, each in results.items():
            self.missing[event] -= log_capital(pair_scores(each, names), len(names))[1][:, :, EVEN]
        self.shown = told_apart(np.asarray((self.missing <= 0).all(axis=0)))
        self.ahead = strength.mean(axis=0)[:, None] > strength.mean(axis=0)
        lead = np.tanh((strength[:, :, None] - strength[:, None, :]) / 2)  # of the score, twice that over a half
        scatter = (1 - lead**2) / np.array(field.seats)[:, None, None]
        self.growth = np.where(lead > 0, lead**2 / (2 * (lead**2 + scatter)), 0)  # of the best bet, for each block

    def worth(self, weights: Floats, clear: Bools) -> Floats:
        """The weights of clear pairs, but none where the claim will follow from two others that count themselves:
        through a bot between the two, if it does not take much longer to tell that one from them."""
        claimed = self.ahead & clear
        needed = np.where(self.shown, 0, np.maximum(self.missing, 0) / np.maximum(self.growth, TINY)).max(axis=0)
        leg = np.where(claimed & (weights > 0.5), needed, np.inf)
        through = np.maximum(leg[:, :, None], leg[None, :, :]).min(axis=1)
        return np.asarray(np.where(claimed & (through > MUCH_LONGER * needed), weights, 0))

    def brings(self, in_play: Sequence[Choice]) -> Floats:
        """By event and pair: which part of what its claim will lack, once these blocks are played, a block brings."""
        missing = self.missing.copy()
        for choice in in_play:
            rows = [self.number[name] for name in set(choice.lineup) if name in self.number]
            square = np.ix_([choice.event], rows, rows)
            missing[square] -= self.growth[square]
        missing[:, self.shown] = -1
        return np.asarray(np.where(missing > 0, np.minimum(1, self.growth / np.maximum(missing, TINY)), 0))


def rounded(values: Floats) -> Floats:
    """To DIGITS, so that what is equal but for the last bits, which differ between processors, is equal: every machine
    chooses the same block, and can verify what another one chose."""
    scale = 10.0 ** (DIGITS - 1 - np.floor(np.log10(np.maximum(np.abs(values), 1e-300))))
    return np.asarray(np.round(values * scale) / scale)


def in_pairs(table: Floats, lineups: Ints) -> Floats:
    """By line-up: the sum of what the table has for its pairs."""
    return np.asarray(table[lineups[:, :, None], lineups[:, None, :]].sum(axis=(1, 2)))


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
def _tables() -> tuple[Floats, Floats, Floats]:
    """By studentised lead: how likely a pair is in the wrong order, and how likely it is no longer once its variance is
    halved.

    Before, the order is wrong with probability normal(-lead). Afterwards the posterior's mean, which is normal itself,
    says which is first: by quadrature over it.
    """
    leads, nodes = np.linspace(0, 8, 401), np.linspace(-8, 8, 401)
    density = np.exp(-(nodes**2) / 2) / sqrt(2 * pi) * (nodes[1] - nodes[0])
    after = np.abs(leads[:, None] + sqrt(HALVED) * nodes) / sqrt(1 - HALVED)
    normal = np.vectorize(lambda value: 0.5 * (1 + erf(value / sqrt(2))))
    return leads, normal(-leads), np.maximum(normal(-leads) - normal(-after) @ density, 0)


def gain_by_halving(lead: Floats) -> Floats:
    leads, _, gain = _tables()
    return np.interp(lead, leads, gain)


def chance_of_wrong_order(lead: Floats) -> Floats:
    leads, wrong, _ = _tables()
    return np.interp(lead, leads, wrong)
