"""Everything a leaderboard says about the games of a run, as plain data; arena/report says how it looks.

`Standings` depends on the games alone: the same games give the same standings, bit for bit, on any number of workers.
What depends on the clock, or on the wording of an error, is kept apart in `Timings` and `FaultNote`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from arena.play.records import GameRecord
from arena.rating.bootstrap import bootstrap
from arena.rating.intervals import MIN_DEALS, Interval, bounded_interval, interval, shared_ranks
from arena.rating.means import Means, middle_ranks, pair_means, rank_means, seat_means, win_shares
from arena.rating.plackett_luce import ELO, PlackettLuce, centred
from arena.rating.results import Floats, Ints, Results, collect, connected_bots
from arena.rating.true_skill import FreeForAll, OrderSensitivity, SkillCurve, draw_share, order_sensitivity, rate_all
from core.errors import ArenaError

AVERAGE = 1500.0  # rating of the average bot
REPLICATES, FEW_REPLICATES = 1000, 300
MANY = 50_000  # games, or line-ups and parts of them; from here on FEW_REPLICATES have to do


class NoGames(ArenaError):
    """There is nothing to rank yet."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval, None where there are too few deals for one."""

    value: float
    interval: Interval | None


@dataclass(frozen=True)
class Skill:
    """TrueSkill."""

    mu: float
    sigma: float
    exposed: float  # mu - 3 sigma
    order_shift: float  # how far mu, less the mean of all, moved at most when the deals were put in other orders


@dataclass(frozen=True)
class BotLine:
    """One line of the leaderboard."""

    name: str
    rank: int  # 1 + the number of bots shown to be stronger
    rating: Estimate  # Plackett-Luce on the Elo scale, the average bot at 1500
    behind: Estimate | None  # how much the bot listed before it is ahead
    skill: Skill
    games: int
    deals: int
    wins: float  # a shared first place counts its share
    mean_rank: Estimate  # ties in the middle of the places they share
    faults: dict[str, int]  # by kind


@dataclass(frozen=True)
class SeatLine:
    """What sitting in a seat is worth."""

    mean_rank: Estimate
    win_share: Estimate


@dataclass(frozen=True)
class Lengths:
    """Decisions per game."""

    quartiles: tuple[float, float, float]
    least: int
    most: int
    histogram: tuple[tuple[int, int, int], ...]  # first, last, games


@dataclass(frozen=True)
class Curve:
    """TrueSkill mu and sigma by bot after so many games, bots in the order of the lines."""

    games: tuple[int, ...]
    mu: tuple[tuple[float, ...], ...]
    sigma: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Orders:
    """How much of TrueSkill is the order in which the games were entered."""

    orders: int
    games: int  # entered in each order
    largest_shift: float  # of any mu, less the mean of all
    sigma: float  # of that bot after these games
    swapped: int  # orders that list the bots otherwise


@dataclass(frozen=True)
class Standings:
    games: int
    deals: int
    seats: int
    draw_probability: float
    replicates: int
    lines: tuple[BotLine, ...]  # best rating first
    pairs: tuple[tuple[Estimate | None, ...], ...]  # share of points of line i against line j; None: never met
    seat_lines: tuple[SeatLine, ...]
    lengths: Lengths
    curve: Curve
    orders: Orders
    notes: tuple[str, ...]  # what a reader must know before trusting the figures


@dataclass(frozen=True)
class Timing:
    """Milliseconds per move of a bot; not reproducible, and so no part of the standings."""

    name: str
    moves: int
    mean_ms: float
    slow_ms: float  # mean of the slowest twentieth of its games and seats


@dataclass(frozen=True)
class FaultNote:
    """A fault message with how often it came."""

    name: str
    kind: str
    message: str
    count: int


@dataclass(frozen=True)
class Leaderboard:
    """All that a leaderboard shows."""

    standings: Standings
    timings: tuple[Timing, ...]
    fault_notes: tuple[FaultNote, ...]


@dataclass(frozen=True)
class _Samples:
    """Bootstrap replicates, one a row."""

    strength: Floats
    mean_rank: Floats
    pair: Floats
    seat_rank: Floats
    seat_win: Floats


def examine(records: Iterable[GameRecord], seed: int = 0) -> Leaderboard:
    """Analyse the games of a run; the seed is that of the bootstrap and of the shuffled orders."""
    results = collect(records)
    standings = analyse(results, seed)
    names = [line.name for line in standings.lines]
    return Leaderboard(standings, _timings(results, names), _fault_notes(results))


def analyse(results: Results, seed: int = 0) -> Standings:
    """The standings of at least one game."""
    if not results.games:
        raise NoGames("no finished games yet: there is nothing to rank")
    return _Analysis(results, seed).standings()


class _Analysis:
    """The steps from results to standings, which share the model, the means and the replicates."""

    def __init__(self, results: Results, seed: int) -> None:
        self.results = results
        self.model = PlackettLuce(results, seed)
        self.mean_rank = rank_means(results)
        self.pair = pair_means(results)
        self.seat_rank = seat_means(results, middle_ranks(results.ranks))
        self.seat_win = seat_means(results, win_shares(results.ranks))
        large = max(results.games, len(self.model.choices.sets)) > MANY
        self.replicates = FEW_REPLICATES if large else REPLICATES
        means = (self.mean_rank, self.pair, self.seat_rank, self.seat_win)
        statistics = [self.model.resampled, *(figure.resampled for figure in means)]
        enough = self.replicates if results.deals >= MIN_DEALS else 1
        self.samples = _Samples(*bootstrap(results.deals, statistics, enough, seed))
        self.strength, self.strengths = centred(self.model.strength), centred(self.samples.strength)
        self.env = FreeForAll(draw_share(results))
        self.curve = rate_all(results, self.env)
        self.orders = order_sensitivity(results, self.env, seed)
        self.order = np.argsort(-self.strength, kind="stable")

    def standings(self) -> Standings:
        results = self.results
        return Standings(
            games=results.games,
            deals=results.deals,
            seats=results.seats,
            draw_probability=self.env.draw_probability,
            replicates=self.replicates,
            lines=self._lines(),
            pairs=tuple(tuple(self._pair(i, j) for j in self.order) for i in self.order),
            seat_lines=tuple(self._seat(seat) for seat in range(results.seats)),
            lengths=lengths(results.decisions),
            curve=_curve(self.curve, self.order),
            orders=_orders(self.orders),
            notes=tuple(self._notes()),
        )

    def _lines(self) -> tuple[BotLine, ...]:
        deals = self.mean_rank.counts.deals_behind
        ranks = shared_ranks(self.strength, self.strengths, deals)
        games = games_by_bot(self.results)
        wins = np.bincount(self.results.lineup.ravel(), win_shares(self.results.ranks).ravel())
        faults: dict[str, Counter[str]] = defaultdict(Counter)
        for fault in self.results.faults:
            faults[fault.bot][fault.kind] += 1
        above = [None, *self.order[:-1]]
        return tuple(
            BotLine(
                name=self.results.bots[bot],
                rank=ranks[bot],
                rating=self._rating(bot),
                behind=None if before is None else self._lead(before, bot),
                skill=self._skill(bot),
                games=int(games[bot]),
                deals=int(deals[bot]),
                wins=float(wins[bot]),
                mean_rank=self._bounded(self.mean_rank, self.samples.mean_rank, bot, (1, self.results.seats)),
                faults=dict(sorted(faults[self.results.bots[bot]].items())),
            )
            for bot, before in zip(self.order, above, strict=True)
        )

    def _rating(self, bot: int) -> Estimate:
        found = interval(AVERAGE + ELO * self.strengths[:, bot], int(self.mean_rank.counts.deals_behind[bot]))
        return Estimate(float(AVERAGE + ELO * self.strength[bot]), found)

    def _lead(self, ahead: int, bot: int) -> Estimate:
        samples = ELO * (self.strengths[:, ahead] - self.strengths[:, bot])
        deals = int(self.mean_rank.counts.deals_behind[[ahead, bot]].min())
        return Estimate(float(ELO * (self.strength[ahead] - self.strength[bot])), interval(samples, deals))

    def _skill(self, bot: int) -> Skill:
        mu, sigma = float(self.curve.mu[-1, bot]), float(self.curve.sigma[-1, bot])
        return Skill(mu, sigma, mu - 3 * sigma, float(self.orders.shift[bot]))

    def _pair(self, i: int, j: int) -> Estimate | None:
        column = i * len(self.results.bots) + j
        met = self.pair.counts.deals_behind[column]
        return self._bounded(self.pair, self.samples.pair, column, (0, 1)) if met else None

    def _seat(self, seat: int) -> SeatLine:
        return SeatLine(
            self._bounded(self.seat_rank, self.samples.seat_rank, seat, (1, self.results.seats)),
            self._bounded(self.seat_win, self.samples.seat_win, seat, (0, 1)),
        )

    def _bounded(self, means: Means, samples: Floats, column: int, bounds: tuple[float, float]) -> Estimate:
        deals = int(means.counts.deals_behind[column])
        return Estimate(float(means.value[column]), bounded_interval(samples[:, column], deals, *bounds))

    def _notes(self) -> Iterable[str]:
        deals = self.results.deals
        if deals < MIN_DEALS:
            yield (
                f"Only {deals} deal{'s' * (deals > 1)}: no intervals and no ranks apart. "
                f"{MIN_DEALS} deals are the fewest that can tell skill from luck at 95 %."
            )
        groups = connected_bots(self.results)
        if len(groups) > 1:
            apart = "; ".join(", ".join(self.results.bots[bot] for bot in group) for group in groups)
            yield f"These groups never met, not even through others, so ratings do not compare between them: {apart}."
        yield from self._extremes()

    def _extremes(self) -> Iterable[str]:
        points = self.pair.sums.total.reshape(len(self.results.bots), -1)
        won, lost = points.sum(axis=1), points.sum(axis=0)
        for bot in self.order:
            for gained, given, side, bound in ((won, lost, "ahead of", "least"), (lost, won, "behind", "most")):
                if gained[bot] and not given[bot]:
                    yield (
                        f"{self.results.bots[bot]} finished {side} every opponent in every game: "
                        f"its rating is the {bound} that fits, not a measurement."
                    )


def games_by_bot(results: Results) -> Ints:
    """Games in which each bot sat, once each however many seats it had."""
    key = np.unique(np.arange(results.games)[:, None] * len(results.bots) + results.lineup)
    return np.bincount(key % len(results.bots), minlength=len(results.bots))


def lengths(decisions: Ints, bins: int = 24) -> Lengths:
    """Quartiles and a histogram of whole-numbered bins of equal width."""
    least, most = int(decisions.min()), int(decisions.max())
    width = -(-(most - least + 1) // bins)
    counts = np.bincount((decisions - least) // width)
    histogram = tuple((least + i * width, least + (i + 1) * width - 1, int(n)) for i, n in enumerate(counts))
    low, middle, high = (float(q) for q in np.quantile(decisions, [0.25, 0.5, 0.75]))
    return Lengths((low, middle, high), least, most, histogram)


def _curve(curve: SkillCurve, order: Ints) -> Curve:
    def by_bot(table: Floats) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(table[:, bot].tolist()) for bot in order)

    return Curve(tuple(curve.games.tolist()), by_bot(curve.mu), by_bot(curve.sigma))


def _orders(found: OrderSensitivity) -> Orders:
    worst = int(found.shift.argmax())
    return Orders(found.orders, found.games, float(found.shift[worst]), float(found.sigma[worst]), found.swapped)


def _timings(results: Results, names: list[str]) -> tuple[Timing, ...]:
    return tuple(_timing(results, name) for name in names)


def _timing(results: Results, name: str) -> Timing:
    mine = (results.lineup == results.bots.index(name)) & (results.moves > 0)
    think, moves = results.think[mine], results.moves[mine]
    if not len(moves):
        return Timing(name, 0, 0.0, 0.0)
    slowest = np.sort(think / moves)[-max(1, len(moves) // 20) :]
    return Timing(name, int(moves.sum()), 1000 * float(think.sum() / moves.sum()), 1000 * float(slowest.mean()))


def _fault_notes(results: Results) -> tuple[FaultNote, ...]:
    counted = Counter((fault.bot, fault.kind, fault.message) for fault in results.faults)
    return tuple(FaultNote(*key, count) for key, count in sorted(counted.items(), key=lambda item: (-item[1], item[0])))
