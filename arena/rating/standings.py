"""Everything a leaderboard says about the games of a run, as plain data; arena/report says how it looks.

`Standings` depends on the games alone: the same games give the same standings, bit for bit, on any number of workers.
What depends on the clock, or on the wording of an error, is kept apart in `Timings` and `FaultNote`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from arena.play.records import GameRecord
from arena.rating.bootstrap import bootstrap, enough_replicates
from arena.rating.comparisons import Parts, Place, compare_parts, not_told_apart, parts_of, unseen_replicates
from arena.rating.components import components
from arena.rating.intervals import MIN_DEALS, Interval, interval
from arena.rating.listed_games import LENGTHS, ListedGames, class_width, list_games
from arena.rating.lottery import maximal_lottery
from arena.rating.means import Means, middle_ranks, pair_means, place_shares, rank_means, seat_means, win_shares
from arena.rating.plackett_luce import ELO, PlackettLuce
from arena.rating.prediction import Prediction, predict
from arena.rating.results import Floats, Ints, Results, collect, connected_bots
from arena.rating.scale import Anchor, Scale, bound_in_words, group_notes, listed
from arena.rating.true_skill import FreeForAll, OrderSensitivity, SkillCurve, draw_share, order_sensitivity, rate_all
from core.errors import ArenaError


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
    place: Place  # from `rank` to all bots less those shown to be weaker
    letters: str  # bots that share a letter are not told apart
    group: int  # bots of one group are compared by games that went both ways; 0 is the strongest group
    rating: Estimate | None  # Plackett-Luce on the Elo scale; None where the games give no more than a bound
    bound: str | None  # that bound in words
    behind: Estimate | None  # how much the bot listed before it is ahead, if games compare the two
    skill: Skill
    games: int
    deals: int
    wins: float  # a shared first place counts its share
    mean_rank: Estimate  # ties in the middle of the places they share
    finishes: tuple[float, ...]  # share of its games in which it came first, second, ...; ties share their places
    lottery: float  # its chance in the maximal lottery
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
    scale: str  # what the ratings are relative to, in words
    lines: tuple[BotLine, ...]  # by place, then by rating
    alike: tuple[tuple[int, ...], ...]  # the largest sets of lines of which none is shown to be stronger than another
    leads: tuple[tuple[Estimate | None, ...], ...]  # rating of line i less that of line j; intervals hold all at once
    pairs: tuple[tuple[Estimate | None, ...], ...]  # share of points of line i against line j; None: never met
    prediction: Prediction
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
    """A fault message with how often it came, and where it came first."""

    name: str
    kind: str
    message: str
    count: int
    detail: str  # what the bot itself said of it, the first time
    key: tuple[int, int]  # block and rotation of that game
    decision: int  # how many decisions that game had seen


@dataclass(frozen=True)
class RatedPeriod:
    """The rating of a bot from one block of a ladder to another."""

    first_block: int
    last_block: int
    blocks: int  # of its own
    rating: Estimate


@dataclass(frozen=True)
class Leaderboard:
    """All that a leaderboard shows."""

    standings: Standings
    timings: tuple[Timing, ...]
    fault_notes: tuple[FaultNote, ...]
    listed: ListedGames
    history: Mapping[str, Sequence[RatedPeriod]] = field(default_factory=dict)  # of a ladder, by bot


@dataclass(frozen=True)
class Evidence:
    """What the board of one event hands on to a board over several."""

    bots: tuple[str, ...]
    rated: tuple[int, ...]  # the bots with a rating, by number
    strength: Floats  # (bots,)
    samples: Floats  # (replicates, bots)
    parts: Parts  # what the deals say of the strengths
    deals: int


@dataclass(frozen=True)
class _Samples:
    """Bootstrap replicates, one a row."""

    strength: Floats
    mean_rank: Floats
    pair: Floats
    seat_rank: Floats
    seat_win: Floats


def examine(records: Iterable[GameRecord], seed: int = 0, anchor: Anchor | None = None) -> Leaderboard:
    """Analyse the games of a run; the seed is that of the bootstrap, the flips and the shuffled orders."""
    return examine_results(collect(records), seed, anchor)


def examine_results(results: Results, seed: int = 0, anchor: Anchor | None = None) -> Leaderboard:
    """The same of games that are columns already."""
    return examine_event(results, seed, anchor)[0]


def examine_event(results: Results, seed: int = 0, anchor: Anchor | None = None) -> tuple[Leaderboard, Evidence]:
    """The leaderboard of one event, and what a board over several events needs of it."""
    analysis = _Analysis(results, seed, anchor)
    standings = analysis.standings()
    names = [line.name for line in standings.lines]
    board = Leaderboard(standings, _timings(results, names), _fault_notes(results), list_games(results))
    return board, analysis.evidence()


def analyse(results: Results, seed: int = 0, anchor: Anchor | None = None) -> Standings:
    """The standings of at least one game."""
    return _Analysis(results, seed, anchor).standings()


class _Analysis:
    """The steps from results to standings, which share the model, the means and the replicates."""

    def __init__(self, results: Results, seed: int, anchor: Anchor | None) -> None:
        if not results.games:
            raise NoGames("no finished games yet: there is nothing to rank")
        self.results = results
        self.mean_rank = rank_means(results)
        self.pair = pair_means(results)
        self.seat_rank = seat_means(results, middle_ranks(results.ranks))
        self.seat_win = seat_means(results, win_shares(results.ranks))
        self.apart = components(self._square(self.pair.sums.total))
        self.model = PlackettLuce(results, seed, self.apart.group_of)
        self.replicates = enough_replicates(max(results.games, len(self.model.choices.sets)))
        means = (self.mean_rank, self.pair, self.seat_rank, self.seat_win)
        statistics = [self.model.resampled, *(figure.resampled for figure in means)]
        enough = self.replicates if results.deals >= MIN_DEALS else 1
        self.parts = parts_of(results, self.model.influence(results.deals), self.apart)
        drawn = _Samples(*bootstrap(results.deals, statistics, enough, seed))
        unseen = unseen_replicates(self.model.strength, self.parts, self.apart, seed, len(drawn.strength))
        self.samples = replace(drawn, strength=drawn.strength + unseen)
        self.scale = Scale.of(results.bots, self.apart, anchor)
        strength = self.model.strength
        self.comparisons = compare_parts(strength, self.parts, self.apart, seed)
        self.places = self.comparisons.places()
        self.env = FreeForAll(draw_share(results))
        self.curve = rate_all(results, self.env)
        self.orders = order_sensitivity(results, self.env, seed)
        self.order = np.array(sorted(range(len(strength)), key=self._listing), dtype=np.int64)
        self.alike = not_told_apart(self.comparisons.shown[self.order][:, self.order])

    def _listing(self, bot: int) -> tuple[int, int, float]:
        """By the first place the claims allow, so that places ascend; then by group and rating."""
        return self.places[bot][0], int(self.apart.group_of[bot]), -float(self.model.strength[bot])

    def _square(self, by_pair: Floats) -> Floats:
        return by_pair.reshape(len(self.results.bots), -1)

    def evidence(self) -> Evidence:
        rated = () if self.apart.rated is None else self.apart.groups[self.apart.rated]
        return Evidence(
            self.results.bots, rated, self.model.strength, self.samples.strength, self.parts, self.results.deals
        )

    def standings(self) -> Standings:
        results, order = self.results, self.order
        return Standings(
            games=results.games,
            deals=results.deals,
            seats=results.seats,
            draw_probability=self.env.draw_probability,
            replicates=self.replicates,
            scale=self.scale.words,
            lines=self._lines(),
            alike=tuple(map(tuple, self.alike)),
            leads=tuple(tuple(self._simultaneous(i, j) for j in order) for i in order),
            pairs=tuple(tuple(self._pair(i, j) for j in order) for i in order),
            prediction=predict(self.model, self.pair, self.apart, results.deals),
            seat_lines=tuple(self._seat(seat) for seat in range(results.seats)),
            lengths=lengths(results.decisions),
            curve=_curve(self.curve, order),
            orders=_orders(self.orders),
            notes=tuple(self._notes()),
        )

    def _lines(self) -> tuple[BotLine, ...]:
        deals = self.mean_rank.counts.deals_behind
        games = games_by_bot(self.results)
        wins = np.bincount(self.results.lineup.ravel(), win_shares(self.results.ranks).ravel())
        finishes, lottery = place_shares(self.results), maximal_lottery(self._square(self.pair.value))
        faults = faults_by_bot(self.results)
        above = [None, *self.order[:-1]]
        letters = letters_of(self.alike, len(self.order))
        return tuple(
            BotLine(
                name=self.results.bots[bot],
                rank=self.places[bot][0],
                place=self.places[bot],
                letters=letters[line],
                group=int(self.apart.group_of[bot]),
                rating=self._rating(bot),
                bound=None if self.apart.is_rated(bot) else bound_in_words(self.results, self.apart, bot),
                behind=None if before is None else self._lead(before, bot),
                skill=self._skill(bot),
                games=int(games[bot]),
                deals=int(deals[bot]),
                wins=float(wins[bot]),
                mean_rank=self._bounded(self.mean_rank, self.samples.mean_rank, bot, (1, self.results.seats)),
                finishes=tuple(finishes[bot].tolist()),
                lottery=float(lottery[bot]),
                faults=faults[self.results.bots[bot]],
            )
            for line, (bot, before) in enumerate(zip(self.order, above, strict=True))
        )

    def _rating(self, bot: int) -> Estimate | None:
        if not self.apart.is_rated(bot):
            return None
        value = self.scale.rating(self.model.strength, bot)
        if self.scale.reference == (bot,):
            return Estimate(float(value), None)
        samples = self.scale.rating(self.samples.strength, bot)
        return Estimate(float(value), interval(samples, int(self.mean_rank.counts.deals_behind[bot])))

    def _lead(self, ahead: int, bot: int) -> Estimate | None:
        if self.apart.group_of[ahead] != self.apart.group_of[bot]:
            return None
        samples = ELO * (self.samples.strength[:, ahead] - self.samples.strength[:, bot])
        deals = int(self.mean_rank.counts.deals_behind[[ahead, bot]].min())
        return Estimate(float(ELO * self.comparisons.lead[ahead, bot]), interval(samples, deals))

    def _simultaneous(self, i: int, j: int) -> Estimate | None:
        lead, margin = float(ELO * self.comparisons.lead[i, j]), float(ELO * self.comparisons.margin[i, j])
        if i == j or not np.isfinite(lead):
            return None
        return Estimate(lead, (lead - margin, lead + margin) if np.isfinite(margin) else None)

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
        return Estimate(float(means.value[column]), means.interval(samples, column, bounds))

    def _notes(self) -> Iterable[str]:
        deals = self.results.deals
        if deals < MIN_DEALS:
            yield (
                f"Only {deals} deal{'s' * (deals > 1)}: no intervals, and all bots share all places. "
                f"You need at least {MIN_DEALS} deals to tell skill from luck at 95 %."
            )
        groups = connected_bots(self.results)
        if len(groups) > 1:
            apart = "; ".join(listed(self.results.bots[bot] for bot in group) for group in groups)
            yield f"These groups never met, not even through other bots. Do not compare ratings between them: {apart}."
        yield from group_notes(self.results, self.apart)
        if self.scale.missed:
            yield self.scale.missed


def letters_of(alike: Sequence[Sequence[int]], lines: int) -> list[str]:
    """By line: a letter for each set it is in, the first set being a; after z comes a2."""
    letters = [chr(ord("a") + number % 26) + str(number // 26 + 1).removeprefix("1") for number in range(len(alike))]
    return ["".join(a for a, inside in zip(letters, alike, strict=True) if line in inside) for line in range(lines)]


def faults_by_bot(results: Results) -> dict[str, dict[str, int]]:
    """How often which kind of fault."""
    counted = Counter((fault.bot, fault.kind) for fault in results.faults)
    found: dict[str, dict[str, int]] = {name: {} for name in results.bots}
    for (bot, kind), times in sorted(counted.items()):
        found[bot][kind] = times
    return found


def games_by_bot(results: Results) -> Ints:
    """Games in which each bot sat, once each however many seats it had."""
    seated = np.sort(results.lineup, axis=1)
    once = np.ones(seated.shape, dtype=bool)
    once[:, 1:] = seated[:, 1:] != seated[:, :-1]
    return np.bincount(seated[once], minlength=len(results.bots))


def lengths(decisions: Ints, bins: int = LENGTHS) -> Lengths:
    """Quartiles and a histogram of whole-numbered bins of equal width."""
    least, most = int(decisions.min()), int(decisions.max())
    width = class_width(least, most, bins)
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
    first: dict[tuple[str, str, str], tuple[str, tuple[int, int], int]] = {}
    for fault, key in zip(results.faults, results.fault_keys, strict=True):
        first.setdefault((fault.bot, fault.kind, fault.message), (fault.detail, key, fault.decision))
    most_first = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(FaultNote(*what, count, *first[what]) for what, count in most_first)
