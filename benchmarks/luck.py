"""How much of the variance of a bot's share of wins is luck that can be taken out, on real games.

Every deal is played from every seat. The luck of each game is told by the value that bots/luck.py fixes. One of the
bots moves at random: luck must be 0 on average for it too, which a value with a style of its own would not give. In On
Mars two equal bots play: of others one wins every game.

What the intervals cover is measured on the games that were played: again and again 24 of their deals are drawn, and
the intervals from these are to hold the mean of all, the plain one and the adjusted one alike.
`python -m benchmarks.luck GAME --deals N` plays one game; what was played is kept in runs/luck.jsonl. Where the curves
of a game are fitted anew, the value has another name, and the same command measures it from the start.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import core
from arena.play.match import play_game
from arena.play.players import make_player
from arena.play.records import GameRecord, Seating
from arena.play.seeds import Secret
from arena.process.limits import Limits
from arena.rating.adjusted import adjusted
from arena.rating.intervals import Interval
from arena.rating.results import Floats, Ints, Results, collect
from benchmarks.measure import show, title
from bots.luck import MULTIPLE, LuckJudge, value_name

KEPT = Path("runs/luck.jsonl")
SECRET = Secret(bytes(16))
ENOUGH = 0.3
DRAWN_DEALS, DRAWS = 24, 400  # to see what intervals cover


@dataclass(frozen=True)
class Field:
    """Who plays; two bots of one spec are told apart by what follows the #."""

    players: int
    bots: tuple[str, ...]
    deals: int


FIELDS = {
    "ganymede": Field(3, ("mcts:iterations=30", "greedy", "random"), 200),
    "starfarers": Field(3, ("mcts:iterations=30", "greedy", "random"), 120),
    "on_mars": Field(2, ("mcts:iterations=30", "mcts:iterations=30#2"), 80),
}


def main() -> None:
    for game, field in FIELDS.items():
        play(game, field.deals)
    report()


def play(name: str, deals: int) -> None:
    """The deals that are not there yet."""
    field = FIELDS[name]
    game, done = core.load(name, field.players), kept(name)
    judge, value, told = LuckJudge(game), value_of(name), time.monotonic()
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a") as file:
        for deal in range(deals):
            for turn in range(field.players) if deal not in done else ():
                lineup = field.bots[turn:] + field.bots[:turn]
                players = {bot: [make_player(bot.split("#")[0], Limits())] for bot in lineup}
                seating = Seating(SECRET.deal_seed(0, deal), deal, turn, lineup, SECRET.bot_seed(0, deal))
                played = play_game(game, seating, players)
                luck = judge.luck(seating.seed, played.actions).tolist()
                row = {"value": value, "game": name, "deal": deal, "turn": turn, "ranks": played.record.ranks,
                       "luck": luck}  # fmt: skip
                file.write(json.dumps(row) + "\n")
                file.flush()
            if time.monotonic() - told > 20:
                told = time.monotonic()
                print(f"  {name}: deal {deal + 1} of {deals}", file=sys.stderr, flush=True)


def value_of(name: str) -> str:
    return value_name([core.load(name, FIELDS[name].players)])


def kept(name: str) -> dict[int, list[tuple[int, list[int], list[float]]]]:
    """By deal what was played; only deals with all their games."""
    found: dict[int, list[tuple[int, list[int], list[float]]]] = {}
    value = value_of(name)
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        row = json.loads(line)
        if (row["value"], row["game"]) == (value, name):
            found.setdefault(row["deal"], []).append((row["turn"], row["ranks"], row["luck"]))
    return {deal: sorted(rows) for deal, rows in found.items() if len(rows) == FIELDS[name].players}


def as_results(name: str) -> tuple[Results, Floats]:
    """The games that were kept, and their luck in the same order."""
    field, records, luck = FIELDS[name], [], []
    size = field.players
    for deal, rows in sorted(kept(name).items()):
        for turn, ranks, brought in rows:
            lineup = field.bots[turn:] + field.bots[:turn]
            records.append(GameRecord(deal, turn, lineup, deal, tuple(ranks), (0.0,) * size, 1, (), (0.0,) * size,
                                      (1,) * size))  # fmt: skip
            luck.append(brought)
    return collect(records), np.array(luck)


def report() -> None:
    for name in FIELDS:
        if not kept(name):
            continue
        results, luck = as_results(name)
        found = adjusted(results, luck, MULTIPLE)
        title(f"{name}, {results.seats} players, {results.deals} deals, {results.games} games; {value_of(name)}")
        removed, covered = over_draws(results, luck)
        show("share of the variance that was luck", f"{found.removed:.0%} ± {1.96 * removed:.0%}",
             f"at least {ENOUGH:.0%}", found.removed >= ENOUGH)  # fmt: skip
        for what, share in zip(("plain", "adjusted"), covered, strict=True):
            show(f"95 % intervals of {what} shares, {DRAWN_DEALS} deals, cover", f"{share:.1%}", "93% to 98%",
                 0.93 <= share <= 0.98)  # fmt: skip
        for line, (mean, error) in zip(found.lines, mean_luck(results, luck), strict=True):
            show(f"{line.bot}: wins, adjusted", f"{line.plain:.1%}, {line.adjusted:.1%}")
            show(f"{line.bot}: luck on average, in standard errors", f"{mean:+.4f}, {mean / error:+.1f}", "within 3",
                 abs(mean) <= 3 * error)  # fmt: skip


def over_draws(results: Results, luck: Floats) -> tuple[float, tuple[float, float]]:
    """The standard error of the share that is removed, from as many deals drawn anew; and in which share of draws of
    few deals the intervals hold the mean of all deals, plain and adjusted. A bot that never wins has no say."""
    rng, whole = np.random.default_rng(1), adjusted(results, luck, MULTIPLE)
    removed = [adjusted(*deals_of(results, luck, rng.integers(results.deals, size=results.deals)), MULTIPLE).removed
               for _ in range(DRAWS // 4)]  # fmt: skip
    held = []
    for _ in range(DRAWS):
        drawn = adjusted(*deals_of(results, luck, rng.integers(results.deals, size=DRAWN_DEALS)), MULTIPLE)
        held += [(within(line.plain_interval, true.plain), within(line.adjusted_interval, true.adjusted))
                 for line, true in zip(drawn.lines, whole.lines, strict=True) if 0.02 < true.plain < 0.98]  # fmt: skip
    plain, without = np.mean(held, axis=0).tolist()
    return float(np.std(removed)), (plain, without)


def within(interval: Interval | None, value: float) -> bool:
    return interval is not None and interval[0] <= value <= interval[1]


def deals_of(results: Results, luck: Floats, drawn: Ints) -> tuple[Results, Floats]:
    """These deals, each a deal of its own however often it was drawn."""
    rows = np.concatenate([np.flatnonzero(results.deal == deal) for deal in drawn.tolist()])
    deal = np.repeat(np.arange(len(drawn)), [int((results.deal == deal).sum()) for deal in drawn.tolist()])
    chosen = replace(results, deal=deal, lineup=results.lineup[rows], ranks=results.ranks[rows])
    return chosen, luck[rows]


def mean_luck(results: Results, luck: Floats) -> list[tuple[float, float]]:
    """By bot, with its standard error over deals."""
    found = []
    for bot in range(len(results.bots)):
        mine = np.where(results.lineup == bot, luck, 0).sum(axis=1)
        by_deal = np.bincount(results.deal, mine) / np.bincount(results.deal)
        found.append((float(by_deal.mean()), float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))))
    return found


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="How much of the variance is luck.")
    reader.add_argument("game", choices=FIELDS)
    reader.add_argument("--deals", type=int, default=30)
    given = reader.parse_args()
    play(given.game, given.deals)
    report()
