"""How many games schedulers need, and how often the claims of a ladder are false: simulated ladders of known strengths.

Strengths are the quantiles of a normal distribution: close fields have a standard deviation of 100 points, spread ones
of 300. All games have 3 seats, where nothing else is said.

- order: games until the estimated order of the first three is right in 95 % of the ladders; and the error of the whole
  ranking over games (the share of pairs in the wrong order; its mean over all games up to a budget is called AGRE).
- newcomer: games until the rating of a bot that enters a rated field is within 50 points in 95 % of the ladders, beside
  what it takes when everybody begins again.
- settled: games until the claims name the first three in order, in half of the ladders.
- claims: ladders with any false claim, ever. Somebody looks after every batch, bots enter and leave on the way, deals
  suit some bots better than others, and the adaptive scheduler chooses the games.

It takes hours on a quiet machine. What has been simulated is kept in runs/ladder.jsonl: `python -m benchmarks.ladder
--seconds 500` simulates for so long, goes on where it stopped, and prints what there is. Charts go to runs/.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

import core
from arena.rating.anytime import Entry, claims
from arena.rating.plackett_luce import ELO
from arena.rating.results import Floats
from arena.tournament.adaptive import Adaptive
from arena.tournament.scheduler import Choice, Contestant, Field, Gauntlet, Loss, Played, RoundRobin, Scheduler
from benchmarks.ladder_chart import chart
from benchmarks.measure import show, title
from benchmarks.simulated_ladder import RandomMoves, SimulatedLadder, names_of, normal_strengths, with_traits
from benchmarks.sprt import upper_bound

KEPT = Path("runs/ladder.jsonl")
LADDERS = {"order": 60, "newcomer": 60, "claims": 2000, "settled": 20}  # of each kind
SPREADS = {"close": 100.0, "spread": 300.0}  # standard deviation of the strengths, in points
SEATS = 3
POINTS = 24  # games at which a ladder is looked at
TOP, SURE, CLOSE = 3, 0.95, 50.0
MOST_FALSE = 0.062  # 95 % upper bound of the share of ladders with any false claim
LOOKS, BETWEEN = 12, 12  # looks at a ladder whose claims are checked, and blocks between them
BATCH = {12: 20, 40: 60}  # blocks that are chosen at once, by bots

# Games that a ladder is followed for, by bots and spread: in round-robin, and where games are chosen.
BUDGET = {(12, "close"): 8000, (12, "spread"): 1200, (40, "close"): 50_000, (40, "spread"): 7000}
CHOSEN = {(12, "close"): 4000, (12, "spread"): 600, (40, "close"): 9000, (40, "spread"): 2000}
RATED = {12: 600, 40: 2000}  # games of the field that a newcomer enters


@dataclass(frozen=True)
class Kind:
    """A kind of ladder that is simulated again and again."""

    part: str
    label: str
    simulate: Callable[[int], list[list[float]]]


def at(budget: int) -> list[int]:
    """Numbers of games at which to look, in whole blocks."""
    return sorted({SEATS * round(games / SEATS) for games in np.geomspace(budget / 100, budget, POINTS)})


def everybody(bots: int, loss: Loss) -> Field:
    return Field(tuple(map(Contestant, names_of(bots))), (SEATS,), loss)


def followed(ladder: SimulatedLadder, scheduler: Scheduler, who: Field, games: int, seed: int) -> None:
    """Plays until the ladder has so many games."""
    while (missing := (games - ladder.games) // SEATS) > 0:
        ladder.run(scheduler, who, min(BATCH[len(ladder.strength)], missing), seed)


def order_of(bots: int, spread: str, scheduler: str, seed: int) -> list[list[float]]:
    """By look: games, whether the order of the first is right, and the share of pairs in the wrong order."""
    strength = normal_strengths(bots, SPREADS[spread])
    ladder = SimulatedLadder(strength, SEATS, np.random.default_rng([seed, bots, len(spread), len(scheduler)]))
    found = []
    for games in at((BUDGET if scheduler == "round-robin" else CHOSEN)[bots, spread]):
        if scheduler == "round-robin":
            missing = (games - ladder.games) // SEATS
            ladder.play(list(islice(round_robin(bots), ladder.blocks, ladder.blocks + missing)))
        else:
            followed(ladder, Adaptive(), everybody(bots, Loss.parse(scheduler)), games, seed)
        rating = ladder.ratings()
        right = np.array_equal(np.argsort(-np.nan_to_num(rating, nan=-1e9))[:TOP], np.arange(TOP))
        found.append([games, float(right), wrong_pairs(rating)])
    return found


def round_robin(bots: int) -> Iterator[Choice]:
    """It does not depend on results: the same cycle again and again."""
    who = everybody(bots, Loss())
    cycle = RoundRobin().next(Played(), who, 0, 1000)
    once = next((size for size in range(1, 1000) if cycle[size].lineup == cycle[0].lineup), 1000)
    for number in count():
        yield cycle[number % once]


def wrong_pairs(rating: Floats) -> float:
    """Bots are numbered by strength; a pair of which one has not played is half wrong."""
    lead = rating[:, None] - rating
    wrong = np.where(np.isnan(lead), 0.5, lead < 0)
    return float(wrong[np.triu_indices(len(rating), 1)].mean())


def newcomer_of(bots: int, spread: str, scheduler: str, seed: int) -> list[list[float]]:
    """By look: games since the newcomer entered (or since all began again), and the error of its rating in points."""
    rng = np.random.default_rng([seed, bots, len(spread)])
    strength = rng.permutation(normal_strengths(bots, SPREADS[spread]))
    ladder = SimulatedLadder(strength, SEATS, rng)
    newcomer = names_of(bots)[-1]
    who = everybody(bots, Loss("newcomer"))
    if scheduler != "re-run":
        followed(ladder, RoundRobin(), Field(who.contestants[:-1], (SEATS,)), RATED[bots], seed)
        who = with_traits(who, [newcomer], newcomer=True, entered=ladder.blocks)
        by_rating = np.argsort(ladder.ratings()[:-1])
        who = with_traits(who, [names_of(bots)[bot] for bot in by_rating[[bots // 4, bots // 2, 3 * bots // 4]]],
                          reference=True)  # fmt: skip
    before, found = ladder.games, []
    plays: dict[str, Scheduler] = {"re-run": RoundRobin(), "gauntlet": Gauntlet(), "adaptive": Adaptive()}
    for games in at(RATED[bots] * (2 if scheduler == "re-run" else 1) * 3 // (1 if spread == "spread" else 2)):
        followed(ladder, plays[scheduler], who, before + games, seed)
        rating = ladder.ratings() - ELO * strength
        found.append([games, float(rating[-1] - np.nanmean(rating[:-1]))])
    return found


def settled_after(bots: int, spread: str, scheduler: str, seed: int) -> list[list[float]]:
    """Games until the first three each have a place of their own; at most as many as round-robin is followed for."""
    rng = np.random.default_rng([seed, bots, len(spread), len(scheduler), 1])
    ladder = SimulatedLadder(normal_strengths(bots, SPREADS[spread]), SEATS, rng)
    chooses: Scheduler = RoundRobin() if scheduler == "round-robin" else Adaptive()
    who = everybody(bots, Loss("top", TOP))
    board = [Entry(name) for name in ladder.names]
    while ladder.games < 4 * BUDGET[bots, spread]:
        ladder.run(chooses, who, BATCH[bots], seed)
        if claims({0: ladder.results()}, board).first_are_settled(TOP):
            break
    return [[ladder.games]]


@dataclass(frozen=True)
class Crowd:
    """Who is on a ladder whose claims are checked."""

    founders: tuple[float, ...]  # strengths, in points
    later: tuple[float, ...]
    seats: int = SEATS
    deal_luck: float = 0.5
    game: str = ""  # real games of random moves, of bots that are all equal; without it orders are drawn

    def ladder(self, rng: np.random.Generator) -> SimulatedLadder:
        strength = np.array([*self.founders, *self.later]) / ELO
        if self.game:
            return RandomMoves(core.load(self.game, self.seats), len(strength), rng)
        return SimulatedLadder(strength, self.seats, rng, self.deal_luck)


CROWDS = {
    "7 equal bots, 5 equal ones enter, 3 seats": Crowd((0.0,) * 7, (0.0,) * 5),
    "pairs of equal bots 40 points apart, 3 seats": Crowd((0, 0, 40, 40, 80, 80), (0, 40, 80, 80)),
    "8 equal bots, 4 equal ones enter, 4 seats": Crowd((0.0,) * 8, (0.0,) * 4, seats=4),
    "4 equal bots, in every game all of them, 4 seats": Crowd((0.0,) * 4, (), seats=4),
    "7 bots that move at random in Ganymede, 5 more enter, 3 seats": Crowd((0.0,) * 7, (0.0,) * 5, game="ganymede"),
    "3 bots that move at random in Starfarers, 3 seats": Crowd((0.0,) * 3, (), game="starfarers"),
}


def false_claim(crowd: Crowd, seed: int) -> list[list[float]]:
    """Whether anything false was ever claimed, and how many claims stood in the end."""
    rng = np.random.default_rng([seed, len(crowd.founders) + len(crowd.later), crowd.seats])
    ladder = crowd.ladder(rng)
    board = [Entry(name) for name in ladder.names[: len(crowd.founders)]]
    ever, shown = False, 0
    for _ in range(LOOKS):
        board = come_and_go(board, ladder, rng)
        there = tuple(Contestant(entry.name, entered=entry.entered) for entry in board if entry.left is None)
        ladder.run(Adaptive(), Field(there, (crowd.seats,), Loss("top", 3)), BETWEEN, seed)
        found = claims({0: ladder.results()}, board)
        own = ladder.strength[[ladder.number[name] for name in found.bots]]
        ever = ever or bool((found.shown & (own[:, None] <= own)).any())
        shown = int(found.shown.sum())
    return [[float(ever), shown]]


def come_and_go(board: list[Entry], ladder: SimulatedLadder, rng: np.random.Generator) -> list[Entry]:
    """Now and then a bot or two enter, and one leaves."""
    waiting = ladder.names[len(board) :]
    if waiting and rng.random() < 0.3:
        board = [*board, *(Entry(name, ladder.blocks) for name in waiting[: rng.integers(1, 3)])]
    there = [row for row, entry in enumerate(board) if entry.left is None]
    if len(there) > ladder.seats + 2 and rng.random() < 0.15:
        row = int(rng.choice(there))
        board = [*board[:row], Entry(board[row].name, board[row].entered, ladder.blocks), *board[row + 1 :]]
    return board


def kinds() -> list[Kind]:
    found = [Kind("claims", f"claims, {name}", partial(false_claim, crowd)) for name, crowd in CROWDS.items()]
    for scheduler in ("round-robin", "top:3"):
        label = f"settled, 12 bots, spread, {scheduler}"
        found.append(Kind("settled", label, partial(settled_after, 12, "spread", scheduler)))
    for bots, spread in BUDGET:
        for scheduler in ("round-robin", "top:3", "pairs"):
            label = f"order, {bots} bots, {spread}, {scheduler}"
            found.append(Kind("order", label, partial(order_of, bots, spread, scheduler)))
        for scheduler in ("re-run", "gauntlet", "adaptive"):
            label = f"newcomer, {bots} bots, {spread}, {scheduler}"
            found.append(Kind("newcomer", label, partial(newcomer_of, bots, spread, scheduler)))
    return found


def simulate(parts: list[str], seconds: float, workers: int) -> None:
    """A ladder of each kind in turn, until there are enough or the time is over; each counts as soon as it is there."""
    end, told = time.monotonic() + seconds, 0.0
    KEPT.parent.mkdir(exist_ok=True)
    missing = unfinished(parts)
    with KEPT.open("a") as file, ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(one_ladder, *task) for task in islice(missing, 2 * workers)}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                file.write(json.dumps(future.result()) + "\n")
                file.flush()
            ahead = len(finished) if time.monotonic() < end else 0
            waiting |= {pool.submit(one_ladder, *task) for task in islice(missing, ahead)}
            if time.monotonic() - told > 20:
                told = time.monotonic()
                print(f"  {sum(map(len, kept().values())):,} ladders", file=sys.stderr, flush=True)


def unfinished(parts: list[str]) -> Iterator[tuple[str, int]]:
    """Kinds and seeds that are to be simulated: of each kind the same share is done at any time."""
    done = kept()
    tasks = [((seed + 1) / ladders, kind.label, seed)
             for kind in kinds() for ladders in [LADDERS[kind.part]] for seed in range(ladders)
             if any(part in kind.label for part in parts)]  # fmt: skip
    return ((label, seed) for _, label, seed in sorted(tasks) if seed not in done.get(label, {}))


def one_ladder(label: str, seed: int) -> dict[str, Any]:
    kind = next(kind for kind in kinds() if kind.label == label)
    return {"kind": label, "seed": seed, "found": kind.simulate(seed)}


def kept() -> dict[str, dict[int, list[list[float]]]]:
    """By kind and seed what was found; the end of a file that was cut off does not count."""
    found: dict[str, dict[int, list[list[float]]]] = defaultdict(dict)
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["kind"]][row["seed"]] = row["found"]
    return found


def report() -> None:
    found = kept()
    for bots, spread in BUDGET:
        title(f"{bots} bots, {spread} strengths")
        report_order(found, bots, spread)
        report_newcomer(found, bots, spread)
    for label, rows in found.items():
        if label.startswith("settled, "):
            games = float(np.median([row[0][0] for row in rows.values()]))
            show(f"{label}: games", f"{games:,.0f}", f"({len(rows)} ladders)")
    title("False claims over whole ladders")
    for label, rows in found.items():
        if label.startswith("claims, "):
            false = sum(int(row[0][0]) for row in rows.values())
            bound = upper_bound(false, len(rows))
            show(label.removeprefix("claims, "), f"{false} of {len(rows):,}, bound {bound:.1%}",
                 f"bound at most {MOST_FALSE:.1%}", bound <= MOST_FALSE)  # fmt: skip


def report_order(found: dict[str, dict[int, list[list[float]]]], bots: int, spread: str) -> None:
    games, curves = {}, {}
    for scheduler in ("round-robin", "top:3", "pairs"):
        if rows := found.get(f"order, {bots} bots, {spread}, {scheduler}"):
            table = np.array(list(rows.values()))
            games[scheduler] = games_until_right(table[0, :, 0], table[:, :, 1].mean(axis=0))
            curves[scheduler] = list(zip(table[0, :, 0].tolist(), table[:, :, 2].mean(axis=0).tolist(), strict=True))
            agre = mean_error(curves[scheduler], CHOSEN[bots, spread])
            show(f"{scheduler}: games to the right order of the first 3", f"{games[scheduler]:,.0f}",
                 f"({len(rows)} ladders)")  # fmt: skip
            show(f"{scheduler}: AGRE over {CHOSEN[bots, spread]:,} games", f"{agre:.2%}")
    if {"round-robin", "top:3"} <= games.keys():
        ratio = games["top:3"] / games["round-robin"]
        show("adaptive for the first 3, of round-robin's games", f"{ratio:.0%}", "at most 50%", ratio <= 0.5)
    if curves:
        words = f"{bots} bots, {spread}: share of pairs in the wrong order"
        write_chart(f"ladder-order-{bots}-{spread}", words, curves)


def report_newcomer(found: dict[str, dict[int, list[list[float]]]], bots: int, spread: str) -> None:
    games, curves = {}, {}
    for scheduler in ("re-run", "gauntlet", "adaptive"):
        if rows := found.get(f"newcomer, {bots} bots, {spread}, {scheduler}"):
            table = np.array(list(rows.values()))
            sure = np.nanquantile(np.abs(np.nan_to_num(table[:, :, 1], nan=1000.0)), SURE, axis=0)
            games[scheduler] = games_until_close(table[0, :, 0], sure)
            curves[scheduler] = list(zip(table[0, :, 0].tolist(), sure.tolist(), strict=True))
            show(f"{scheduler}: games until a newcomer is within 50 points", f"{games[scheduler]:,.0f}",
                 f"({len(rows)} ladders)")  # fmt: skip
    if {"re-run", "adaptive"} <= games.keys():
        ratio = games["adaptive"] / games["re-run"]
        show("adaptive for a newcomer, of a full re-run's games", f"{ratio:.0%}", "at most 30%", ratio <= 0.3)
    if curves:
        name = f"{bots} bots, {spread}: error of a newcomer's rating in points, at most in 95 %"
        write_chart(f"ladder-newcomer-{bots}-{spread}", name, curves)


def write_chart(name: str, words: str, curves: dict[str, list[tuple[float, float]]]) -> None:
    path = KEPT.parent / f"{name}.svg"
    path.write_text(chart(words, curves))
    print(f"  drawn in {path}")


def games_until_right(games: Floats, share: Floats) -> float:
    """Where the share of right orders, made to rise with the games, crosses 95 %; infinite if it never does."""
    rising = pooled(share)
    above = np.flatnonzero(rising >= SURE)
    if not len(above) or above[0] == 0:
        return float(games[0]) if len(above) else float("inf")
    last = above[0]
    part = (SURE - rising[last - 1]) / (rising[last] - rising[last - 1])
    return float(np.exp(np.interp(part, [0, 1], np.log(games[last - 1 : last + 1]))))


def pooled(values: Floats) -> Floats:
    """The closest sequence that never falls (pool adjacent violators)."""
    blocks: list[list[float]] = []
    for value in values.tolist():
        blocks.append([value, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (low, few), (high, many) = blocks.pop(-2), blocks.pop()
            blocks.append([(low * few + high * many) / (few + many), few + many])
    return np.concatenate([np.full(int(size), value) for value, size in blocks])


def games_until_close(games: Floats, error: Floats) -> float:
    """Where the error crosses 50 points, by a straight line through the logarithms from 20 to 150 points."""
    near = (error > 20) & (error < 150)
    if near.sum() < 3:
        return float("inf")
    slope, offset = np.polyfit(np.log(games[near]), np.log(error[near]), 1)
    return float(np.exp((np.log(CLOSE) - offset) / slope))


def mean_error(curve: list[tuple[float, float]], budget: float) -> float:
    """Mean over all games up to the budget; before the first look half of all pairs are wrong."""
    games, error = map(np.array, zip((0.0, 0.5), *curve, strict=True))
    grid = np.linspace(0, budget, 500)
    return float(np.interp(grid, games, error).mean())


def main() -> None:
    run(list(LADDERS), float("inf"), os.cpu_count() or 1)


def run(parts: list[str], seconds: float, workers: int) -> None:
    simulate(parts, seconds, workers)
    report()


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="How many games schedulers need, and how often claims are false.")
    reader.add_argument("parts", nargs="*", help="order, newcomer, claims, or part of a kind's name")
    reader.add_argument("--seconds", type=float, default=float("inf"), help="simulate for so long")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    given = reader.parse_args()
    run(given.parts or list(LADDERS), given.seconds, given.workers)
