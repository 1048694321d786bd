"""How strong is the search of today beside that of version 0.1.0? python -m benchmarks.yardstick --help

`mcts` in one seat against `mcts-0.1` in all others, every deal from every seat, with the same processor time per
decision. Time is given as iterations, as many as each was measured to make in it, so that a busy machine favours
nobody; they are measured once for each row and kept. Results are kept every few deals: the same command carries on.
"""

from __future__ import annotations

import json
import statistics
from itertools import count
from pathlib import Path
from typing import Any

import click

import bots
import core
from arena.play.entrants import fingerprint, net_version
from benchmarks.duel import GAMES, half_width, iterations_in, played, progress, views_of_a_game
from bots.mcts_bot import MctsBot
from bots.nets import read_weights, shipped_path
from core import Game

FIELD = "mcts-0.1"


@click.command(help=__doc__)
@click.option("--game", "names", type=GAMES, multiple=True, help="Only this game; may be repeated.")
@click.option("--players", "only", type=click.IntRange(2, 4), help="Only with so many seats.")
@click.option("--challenger", default="mcts", show_default=True, help="The search to measure, without a budget.")
@click.option("--milliseconds", default=20.0, show_default=True, help="Processor time per decision.")
@click.option("--deals", default=100, show_default=True, help="At least so many.")
@click.option("--width", type=float, help="Go on until the 95 % interval is so many points either way.")
@click.option("--first-deal", default=0, show_default=True, help="The number of the first deal.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("runs/yardstick.json"), show_default=True)
@click.option("--workers", default=None, type=int, help="Processes; without it, one for each core.")
def main(
    names: tuple[str, ...], only: int | None, challenger: str, milliseconds: float, deals: int, width: float | None,
    first_deal: int, out: Path, workers: int | None,
) -> None:
    print("| game | seats | challenger | first places | par | deals | iterations | 0.1.0's |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for name in names or core.games():
        low, high = core.game_class(name).SEATS
        for players in range(max(2, low), high + 1):
            if only in (None, players):
                row = Row(out, name, players, challenger, milliseconds, first_deal)
                row.play(deals, width, workers)
                print(row, flush=True)


class Row:
    """One line of the table, and where it is kept."""

    def __init__(self, out: Path, name: str, players: int, challenger: str, milliseconds: float, first: int) -> None:
        self.out, self.name, self.players, self.first = out, name, players, first
        self.challenger = challenger
        self.key = f"{name} {players} {challenger} {milliseconds:g} ms from {first}"
        self.game = core.load(name, players)
        self.version = version(self.game, challenger)
        self.kept = self.load() or self.begin(milliseconds)

    def begin(self, milliseconds: float) -> dict[str, Any]:
        views = views_of_a_game(self.game)
        made = [iterations_in(self.game, views, spec, milliseconds / 1000) for spec in (self.challenger, FIELD)]
        return {"version": self.version, "iterations": made, "shares": []}

    def load(self) -> dict[str, Any] | None:
        kept = self.table().get(self.key)
        return kept if kept and kept.get("version") == self.version else None

    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out.read_text("utf-8")) if self.out.exists() else {}
        return found

    def save(self) -> None:
        self.out.parent.mkdir(parents=True, exist_ok=True)
        partial = self.out.with_suffix(".partial")
        partial.write_text(json.dumps(self.table() | {self.key: self.kept}) + "\n", "utf-8")
        partial.replace(self.out)

    def play(self, deals: int, width: float | None, workers: int | None) -> None:
        ours, theirs = self.kept["iterations"]
        challenger = f"{self.challenger}{',' if ':' in self.challenger else ':'}iterations={ours}"
        if self.done(deals, width):
            return
        begin = self.first + len(self.kept["shares"])
        field = f"{FIELD}:iterations={theirs}"
        for block in played(self.name, self.players, challenger, field, count(begin), workers):
            self.kept["shares"].append(block.share)
            self.save()
            progress(str(self))
            if self.done(deals, width):
                break
        progress("")

    def done(self, deals: int, width: float | None) -> bool:
        shares = self.kept["shares"]
        return len(shares) >= deals and (width is None or 100 * half_width(shares) <= width)

    def __str__(self) -> str:
        shares, (ours, theirs) = self.kept["shares"], self.kept["iterations"]
        result = f"{100 * statistics.fmean(shares):.1f} % ± {100 * half_width(shares):.1f}"
        par = f"{100 / self.players:.0f} %"
        cells = [self.name, self.players, self.challenger, result, par, len(shares), ours, theirs]
        return "| " + " | ".join(map(str, cells)) + " |"


def version(game: Game, spec: str) -> str:
    """What tells one search from another: how it plays, its settings, and its net."""
    bot = bots.make(spec)
    assert isinstance(bot, MctsBot)
    found = net_version(spec)
    if bot.net(game) is not None and not found:
        found = fingerprint(read_weights(shipped_path("mcts", game)))
    words = bot.PLAY_VERSION.get(game.name, 1), bot.settings(game, bool(found)), found, game.digest
    return fingerprint(repr(words).encode())


if __name__ == "__main__":
    main()
