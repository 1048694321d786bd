"""One bot against others over many deals, each deal played from every seat, so that luck of deal and seat cancel."""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

import click

import bots
import core
from bots import Clock
from bots.mcts_bot import MctsBot
from core import Game, View

GAMES = click.Choice(core.games())

# 95 % quantiles of Student's t by degrees of freedom, for small numbers of deals.
_T = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 10: 2.23, 15: 2.13, 20: 2.09, 30: 2.04}


@dataclass(frozen=True, slots=True)
class Block:
    """One deal, the challenger once in every seat: its share of first places (ties divided), the share of rivals it
    was ahead of (ties half), and the processor time it took."""

    share: float
    beaten: float
    seconds: float
    decisions: int


@dataclass(frozen=True, slots=True)
class Result:
    """The challenger's share of first places over all deals, with half the width of the 95 % interval."""

    game: str
    players: int
    challenger: str
    field: str
    deals: int
    share: float
    half: float
    seconds_per_decision: float

    @property
    def par(self) -> float:
        return 1 / self.players

    @property
    def ahead(self) -> bool:
        return self.share - self.half > self.par

    def __str__(self) -> str:
        return (
            f"{self.game} {self.players}p  {self.challenger} against {self.field}: "
            f"{100 * self.share:.1f} % ± {100 * self.half:.1f} (par {100 * self.par:.0f}), {self.deals} deals, "
            f"{1000 * self.seconds_per_decision:.2f} ms per decision"
        )


def play_block(name: str, players: int, challenger: str, field: str, deal: int) -> Block:
    share = beaten = seconds = 0.0
    decisions = 0
    game = core.load(name, players)
    for seat in range(players):
        line_up = [bots.make(challenger if other == seat else field) for other in range(players)]
        for other, bot in enumerate(line_up):
            bot.start(game, other, 1000 * deal + other)
        state = game.new(deal)
        while (mover := state.to_move) is not None:
            began = time.process_time()
            action = line_up[mover].choose(state.view(mover), Clock())
            if mover == seat:
                seconds += time.process_time() - began
                decisions += 1
            state.apply(action)
        ranks = state.ranks()
        share += (ranks[seat] == 1) / ranks.count(1)
        beaten += sum((rank > ranks[seat]) + 0.5 * (rank == ranks[seat]) for rank in ranks) - 0.5
    return Block(share / players, beaten / players / (players - 1), seconds, decisions)


def play_deals(
    name: str, players: int, challenger: str, field: str, deals: Iterable[int], workers: int | None = None
) -> list[Block]:
    """The blocks of these deals, in their order, on as many processes as there are cores."""
    blocks = []
    for block in played(name, players, challenger, field, deals, workers):
        blocks.append(block)
        progress(f"{name}: {challenger} against {field}, {len(blocks)} deals")
    progress("")
    return blocks


def played(
    name: str, players: int, challenger: str, field: str, deals: Iterable[int], workers: int | None = None
) -> Iterator[Block]:
    """The same, one after the other; there may be no end of deals, as only a few are played ahead."""
    count = workers or os.cpu_count() or 1
    with ProcessPoolExecutor(count) as pool:
        flights: deque[Future[Block]] = deque()
        try:
            for deal in deals:
                flights.append(pool.submit(play_block, name, players, challenger, field, deal))
                if len(flights) > 2 * count:
                    yield flights.popleft().result()
            while flights:
                yield flights.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def progress(text: str) -> None:
    """One line that is written over, for a person who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def duel(name: str, players: int, challenger: str, field: str, deals: int, workers: int | None = None) -> Result:
    """The challenger in one seat, the field in all others."""
    blocks = play_deals(name, players, challenger, field, range(deals), workers)
    shares = [block.share for block in blocks]
    return Result(
        name,
        players,
        challenger,
        field,
        deals,
        statistics.fmean(shares),
        half_width(shares),
        sum(block.seconds for block in blocks) / sum(block.decisions for block in blocks),
    )


def half_width(shares: list[float]) -> float:
    """Of the 95 % interval of the mean. With all shares equal: what could still be there unseen in so many deals."""
    count = len(shares)
    if len(set(shares)) == 1:
        return float(1 - 0.05 ** (1 / count))
    quantile = _T[max(key for key in _T if key < count)] if count <= 31 else 1.96
    return quantile * statistics.stdev(shares) / math.sqrt(count)


# ---- equal processor time


def views_of_a_game(game: Game) -> list[View]:
    """Decisions of a greedy game, spread over it."""
    line_up = [bots.make("greedy") for _ in range(game.players)]
    for seat, bot in enumerate(line_up):
        bot.start(game, seat, seat)
    state, views = game.new(1), []
    while (mover := state.to_move) is not None:
        if len(state.legal()) > 1:
            views.append(state.view(mover))
        state.apply(line_up[mover].choose(state.view(mover), Clock()))
    return views[:: max(1, len(views) // 40)]


def iterations_in(game: Game, views: list[View], spec: str, seconds: float) -> int:
    """What a search makes in so much processor time, on average over these decisions. What else runs changes nothing.

    Measured twice: large trees cost more for each iteration than small ones.
    """
    iterations = 200
    for _ in range(2):
        spent, made = cost_of_searches(game, views, f"{spec}{',' if ':' in spec else ':'}iterations={iterations}")
        iterations = max(1, round(seconds * made / spent))
    return iterations


def cost_of_searches(game: Game, views: list[View], spec: str) -> tuple[float, int]:
    """Seconds of processor time, and iterations made."""
    spent, made = 0.0, 0
    for view in views:
        bot = bots.make(spec)
        assert isinstance(bot, MctsBot)
        bot.start(game, view.seat, 1)
        bot.choose(view, Clock())  # the first search of a bot also pays for its memory
        began = time.process_time()
        bot.choose(view, Clock())
        spent += time.process_time() - began
        made += bot.iterations
    return spent, made
