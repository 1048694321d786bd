"""What a nominal 95 % really covers, over whole simulated tournaments of bots of known strength.

Finishing orders are drawn from the Plackett-Luce model (Gumbel noise on each strength), so that the true rating
differences are known; true mean ranks and shares of points are those of many more deals of the same design, and so are
the ratings where there are ties, which count as half a win and so bring the strengths closer together. Boards over
several events are made of such tournaments, one for each event.

It takes half an hour on a quiet machine. Every board has chance of its own, and what has been simulated is kept
in runs/calibration.jsonl, so that it can be stopped at any time: `python -m benchmarks.calibration --seconds 500`
simulates for so long, goes on where it stopped, and prints what there is.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import combinations
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from arena.rating import comparisons, intervals, means, unseen
from arena.rating.bootstrap import bootstrap
from arena.rating.comparisons import FLIPS, LEVEL, compare_all, parts_of, unseen_replicates
from arena.rating.components import Components, components
from arena.rating.intervals import Interval, interval
from arena.rating.means import Means, pair_means, rank_means
from arena.rating.overall import EventEvidence, Overall, overall
from arena.rating.plackett_luce import ELO, PlackettLuce
from arena.rating.results import Floats, Ints, Results
from arena.rating.scale import AVERAGE
from arena.rating.standings import examine_event
from benchmarks.measure import show, title
from benchmarks.sprt import upper_bound

BOARDS, EQUAL_BOARDS = 2000, 2000
REPLICATES = 1000
LEAST, MOST = 0.93, 0.98
MOST_FALSE = 0.062  # of boards of equal bots: 95 % upper bound of the share with any false claim


@dataclass(frozen=True)
class Design:
    """A tournament: who is how strong, who meets whom."""

    strengths: tuple[float, ...]
    seats: int
    deals: int
    ties: float = 0.0  # scores are rounded to multiples of it
    gauntlet: bool = False  # the first bot against all others
    deal_luck: float = 0.0  # standard deviation of what a deal is worth to each bot, in all its games

    def lineups(self) -> Ints:
        bots = range(len(self.strengths))
        chosen = [line for line in combinations(bots, self.seats) if 0 in line or not self.gauntlet]
        return np.concatenate([np.roll(chosen, turn, axis=1) for turn in range(self.seats)])

    def play(self, rng: np.random.Generator) -> Results:
        lineups = self.lineups()
        lineup, deal = np.tile(lineups, (self.deals, 1)), np.repeat(np.arange(self.deals), len(lineups))
        luck = self.deal_luck * rng.normal(size=(self.deals, len(self.strengths)))
        scores = np.array(self.strengths)[lineup] + luck[deal[:, None], lineup] + rng.gumbel(size=lineup.shape)
        scores = np.round(scores / self.ties) if self.ties else scores
        ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        names = tuple(f"bot{i:02}" for i in range(len(self.strengths)))
        ones = np.ones(lineup.shape, dtype=np.int64)
        place = np.stack([np.arange(len(deal)), np.zeros(len(deal), dtype=np.int64)], axis=1)
        think = np.zeros(lineup.shape)
        return Results(names, deal, lineup, ranks, np.full(len(deal), 10), (), (), think, ones, place)


@dataclass(frozen=True)
class Truth:
    strength: Floats
    mean_rank: Floats
    share: Floats


@dataclass(frozen=True)
class Board:
    """One simulated tournament, analysed as a leaderboard is."""

    results: Results
    seed: int

    def group(self) -> Components:
        return components(pair_means(self.results).sums.total.reshape(len(self.results.bots), -1))

    def covered(self, design: Design, truth: Truth) -> tuple[list[bool], list[bool], list[bool]]:
        """Whether each interval holds the truth: of rating differences, of mean ranks, of pair shares."""
        apart = self.group()
        model = PlackettLuce(self.results, self.seed, apart.group_of)
        ranks, pairs = rank_means(self.results), pair_means(self.results)
        statistics = [model.resampled, ranks.resampled, pairs.resampled]
        strength, mean_rank, share = bootstrap(design.deals, statistics, REPLICATES, self.seed)
        parts = parts_of(self.results, model.influence(self.results.deals), apart)
        strength = strength + unseen_replicates(model.strength, parts, apart, self.seed, REPLICATES)
        return (
            list(self._differences(design, strength, truth.strength, apart)),
            list(_bounded(ranks, mean_rank, truth.mean_rank, (1, design.seats))),
            list(_bounded(pairs, share, truth.share, (0, 1))),
        )

    def _differences(
        self, design: Design, strength: Floats, truth: Floats, apart: Components
    ) -> Iterator[bool]:
        for i, j in combinations(range(len(truth)), 2):
            found = interval(strength[:, i] - strength[:, j], design.deals)
            if found is not None and apart.group_of[i] == apart.group_of[j]:
                yield _holds(found, truth[i] - truth[j])

    def claims_falsely(self) -> bool:
        """Of bots that are all equal: whether any is shown to be stronger."""
        apart = self.group()
        model = PlackettLuce(self.results, self.seed, apart.group_of)
        influence = model.influence(self.results.deals)
        return bool(compare_all(self.results, model.strength, influence, apart, self.seed).shown.any())


def _bounded(means: Means, samples: Floats, truth: Floats, bounds: tuple[float, float]) -> Iterator[bool]:
    for column, deals in enumerate(means.counts.deals_behind):
        found = means.interval(samples, column, bounds) if deals else None
        if found is not None:
            yield _holds(found, truth[column])


def _holds(found: Interval, value: float) -> bool:
    return found[0] - 1e-9 <= value <= found[1] + 1e-9


@cache
def truth_of(design: Design) -> Truth:
    many = replace(design, deals=max(1, 400_000 // len(design.lineups()))).play(np.random.default_rng(0))
    strength = PlackettLuce(many, 0).strength if design.ties else np.array(design.strengths)
    return Truth(strength, rank_means(many).value, pair_means(many).value)


@dataclass(frozen=True)
class SeveralEvents:
    """A tournament of several events, each with the name of its game."""

    events: tuple[tuple[str, Design], ...]

    def board(self, index: int, number: int) -> Overall:
        found = []
        for at, (game, design) in enumerate(self.events):
            results = design.play(np.random.default_rng([3, index, number, at]))
            evidence = examine_event(results, len(self.events) * number + at)[1]
            found.append(EventEvidence(f"event {at}", game, evidence))
        return overall(found, number)

    def covered(self, board: Overall) -> tuple[list[bool], list[bool]]:
        """Whether each interval holds the truth: of the overall ratings, and of the ratings of the events beside them.

        Both are relative to the mean of the bots that are on the board.
        """
        bots = [int(line.name.removeprefix("bot")) for line in board.lines]
        truths = np.array([truth_of(design).strength[bots] for _, design in self.events])
        by_event = AVERAGE + ELO * (truths - truths.mean(axis=1, keepdims=True))
        means = np.array(board.weights) @ by_event
        ratings = [_holds(line.rating.interval, mean) for line, mean in zip(board.lines, means, strict=True)
                   if line.rating.interval]  # fmt: skip
        single = [_holds(each.interval, by_event[event, at]) for at, line in enumerate(board.lines)
                  for event, each in enumerate(line.by_event) if each.interval]  # fmt: skip
        return ratings, single


SPREAD = (0.6, 0.3, 0.0, -0.3, -0.6)
COVERAGE: dict[str, Design] = {
    **{f"{seats} seats, {deals} deals": Design(SPREAD, seats, deals) for seats in (2, 4) for deals in (12, 48, 200)},
    "2 seats, 48 deals, ties": Design(SPREAD, 2, 48, ties=2.0),
    "4 seats, 48 deals, ties": Design(SPREAD, 4, 48, ties=2.0),
    "2 seats, 48 deals, equal bots": Design((0.0,) * 5, 2, 48),
    "2 seats, 12 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 2, 12),
    "2 seats, 48 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 2, 48),
    "4 seats, 48 deals, a dominated bot": Design((*SPREAD[:4], -4.0), 4, 48),
    "2 seats, 48 deals, gauntlet": Design(SPREAD, 2, 48, gauntlet=True),
    "2 seats, 200 deals, two bots": Design((0.3, -0.3), 2, 200),
    "2 seats, 48 deals, hardly anything but ties": Design((0.3, -0.3), 2, 48, ties=7.0),
}
EQUAL: dict[str, Design] = {
    "12 equal bots, 2 seats, 12 deals": Design((0.0,) * 12, 2, 12),
    "12 equal bots, 2 seats, 48 deals": Design((0.0,) * 12, 2, 48),
    "6 equal bots, 4 seats, 12 deals": Design((0.0,) * 6, 4, 12),
    "6 equal bots, 2 seats, 48 deals, ties": Design((0.0,) * 6, 2, 48, ties=2.0),
    "12 equal bots, 2 seats, 12 deals, lucky deals": Design((0.0,) * 12, 2, 12, deal_luck=1.0),
    "8 equal bots, 2 seats, 24 deals, gauntlet": Design((0.0,) * 8, 2, 24, gauntlet=True),
    "2 equal bots, 2 seats, 24 deals": Design((0.0,) * 2, 2, 24),
}


OTHER_ORDER = (0.0, 0.4, -0.4, 0.6, -0.6)
OVERALL: dict[str, SeveralEvents] = {
    "2 and 4 seats, 48 deals each": SeveralEvents((("a", Design(SPREAD, 2, 48)), ("b", Design(OTHER_ORDER, 4, 48)))),
    "12 and 200 deals": SeveralEvents((("a", Design(SPREAD, 2, 12)), ("b", Design(OTHER_ORDER, 2, 200)))),
    "12 deals each": SeveralEvents((("a", Design(SPREAD, 3, 12)), ("b", Design(OTHER_ORDER, 2, 12)))),
    "4 events of 2 games, ties": SeveralEvents((
        *(("a", Design(SPREAD, seats, 24, ties=2.0)) for seats in (2, 3, 4)), ("b", Design(OTHER_ORDER, 2, 48)))),
    "a bot dominated in one of them": SeveralEvents((
        ("a", Design((*SPREAD[:4], -4.0), 2, 48)), ("b", Design(OTHER_ORDER, 2, 48)))),
}  # fmt: skip
OVERALL_EQUAL: dict[str, SeveralEvents] = {
    "8 equal bots, 12 and 48 deals": SeveralEvents((
        ("a", Design((0.0,) * 8, 2, 12)), ("b", Design((0.0,) * 8, 2, 48)))),
    "6 equal bots, 4 games, 12 lucky deals each": SeveralEvents(
        tuple((game, Design((0.0,) * 6, 2, 12, deal_luck=1.0)) for game in "abcd")),
    "5 bots, the other way round in game b": SeveralEvents((
        ("a", Design(SPREAD, 2, 48)), ("b", Design(SPREAD[::-1], 2, 48)))),
}  # fmt: skip


MADE_BY = (intervals, means, comparisons, unseen)
SOURCES = blake2b(b"".join(Path(str(module.__file__)).read_bytes() for module in MADE_BY), digest_size=8).hexdigest()
METHOD = [LEVEL, FLIPS, REPLICATES, SOURCES]  # results of another method are not mixed in
KEPT = Path("runs/calibration.jsonl")


@dataclass(frozen=True)
class Task:
    """One kind of question about one design, asked of many boards."""

    kind: str
    name: str
    boards: int
    answer: Callable[[int], Any]  # of one board


def falsely(index: int, design: Design) -> Callable[[int], Any]:
    return lambda board: Board(design.play(np.random.default_rng([2, index, board])), board).claims_falsely()


def shares_covered(index: int, design: Design) -> Callable[[int], Any]:
    """How many intervals held the truth, and how many there were, for each of the three figures."""

    def answer(board: int) -> list[tuple[int, int]]:
        rng = np.random.default_rng([1, index, board])
        held = Board(design.play(rng), board).covered(design, truth_of(design))
        return [(int(sum(part)), len(part)) for part in held]

    return answer


def overall_falsely(index: int, design: SeveralEvents) -> Callable[[int], Any]:
    """Of bots that are equal over all events: whether any is shown to be stronger."""

    def answer(board: int) -> bool:
        lines = design.board(100 + index, board).lines
        return any(line.place != (1, len(lines)) for line in lines)

    return answer


def overall_covered(index: int, design: SeveralEvents) -> Callable[[int], Any]:
    def answer(board: int) -> list[tuple[int, int]]:
        return [(int(sum(part)), len(part)) for part in design.covered(design.board(index, board))]

    return answer


def tasks() -> list[Task]:
    equal = [Task("equal", name, EQUAL_BOARDS, falsely(i, design)) for i, (name, design) in enumerate(EQUAL.items())]
    covered = [Task("covered", name, BOARDS, shares_covered(i, design))
               for i, (name, design) in enumerate(COVERAGE.items())]  # fmt: skip
    together = [Task("overall", name, BOARDS, overall_covered(i, design))
                for i, (name, design) in enumerate(OVERALL.items())]  # fmt: skip
    equal_together = [Task("overall-equal", name, EQUAL_BOARDS, overall_falsely(i, design))
                      for i, (name, design) in enumerate(OVERALL_EQUAL.items())]  # fmt: skip
    return [*equal, *covered, *equal_together, *together]


class Kept:
    """Answers by task and board, in a file that grows line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[tuple[str, str], dict[int, Any]] = defaultdict(dict)
        for line in path.read_text().splitlines() if path.exists() else []:
            method, kind, name, board, answer = json.loads(line)
            if method == METHOD:
                self.found[kind, name][board] = answer

    def add(self, task: Task, board: int) -> None:
        answer = task.answer(board)
        self.found[task.kind, task.name][board] = answer
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps([METHOD, task.kind, task.name, board, answer]) + "\n")


def simulate(kept: Kept, seconds: float, kinds: Collection[str]) -> None:
    """A few boards of every task in turn, so that whenever it stops there is something of each."""
    began = time.monotonic()
    left = [(board, task) for task in tasks() if task.kind in kinds for board in range(task.boards)
            if board not in kept.found[task.kind, task.name]]  # fmt: skip
    for board, task in sorted(left, key=lambda pair: pair[0] / pair[1].boards):
        if time.monotonic() - began > seconds:
            break
        kept.add(task, board)


def show_false(task: Task, answers: list[bool]) -> None:
    wrong, bound = sum(answers), upper_bound(sum(answers), len(answers))
    what, value = f"{task.name} ({len(answers):,})", f"{wrong / len(answers):.1%}, below {bound:.1%}"
    show(what, value, f"at most {MOST_FALSE:.1%}", bound <= MOST_FALSE)


FIGURES = {"covered": ("rating differences", "mean rank", "pair shares"), "overall": ("overall", "event by event")}


def show_covered(task: Task, answers: list[list[tuple[int, int]]]) -> None:
    for part, what in enumerate(FIGURES[task.kind]):
        held, asked = np.array([answer[part] for answer in answers], dtype=float).T
        share = held.sum() / asked.sum()
        # Intervals of one board are not independent, so the error is that of the boards.
        error = np.std(held[asked > 0] / asked[asked > 0]) / sqrt(len(answers))
        wanted, holds = f"{LEAST:.0%} to {MOST:.0%}", bool(LEAST <= share <= MOST)
        show(f"{task.name} ({len(answers)}): {what}", f"{share:.1%} ± {1.96 * error:.1%}", wanted, holds)


PARTS: dict[str, tuple[str, Callable[[Task, list[Any]], None]]] = {
    "equal": ("Boards of equal bots with any false claim; with the 95 % upper bound", show_false),
    "covered": ("What a nominal 95 % covers", show_covered),
    "overall-equal": ("The same of boards over several events: any false claim", show_false),
    "overall": ("The same of boards over several events: what a nominal 95 % covers", show_covered),
}


def report(kept: Kept) -> None:
    for kind, (words, print_task) in PARTS.items():
        title(f"{words} (boards simulated in brackets)")
        for task in tasks():
            answers = list(kept.found[task.kind, task.name].values())
            if task.kind == kind and answers:
                print_task(task, answers)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=inf, help="how long to simulate; default: to the end")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the file for what was simulated")
    parser.add_argument("--only", choices=PARTS, help="one of the parts; default: all")
    chosen = parser.parse_args([] if arguments is None else arguments)
    kept = Kept(chosen.keep)
    simulate(kept, chosen.seconds, tuple(PARTS) if chosen.only is None else (chosen.only,))
    report(kept)


if __name__ == "__main__":
    main(sys.argv[1:])
