"""Does search pay? Random, greedy and the tree search against each other in every game: python -m benchmarks.strength

One challenger sits at a table of the others; every deal is played from every seat. The share of first places (ties
divided) stands beside its 95 % interval over deals and the share that chance would give.
"""

from __future__ import annotations

import sys

import click

import core
from benchmarks.duel import GAMES, Result, duel


@click.command(help=__doc__)
@click.option("--game", "names", type=GAMES, multiple=True, help="Only this game; may be repeated. Without it, all.")
@click.option("--players", default=None, type=int, help="Seats; without it, as few as each game allows, from 2.")
@click.option("--seconds", default=1.0, show_default=True, help="What the tree search may use of time per decision.")
@click.option("--iterations", default=100, show_default=True, help="Of the weaker of two searches; the other has 4 x.")
@click.option("--deals", default=64, show_default=True, help="Deals for each pair of fast bots; 0: none.")
@click.option(
    "--slow-deals", default=5, show_default=True, help="Deals for the search with a budget in seconds; 0: none."
)
@click.option("--workers", default=None, type=int, help="Processes; without it, one for each core.")
def main(
    names: tuple[str, ...],
    players: int | None,
    seconds: float,
    iterations: int,
    deals: int,
    slow_deals: int,
    workers: int | None,
) -> None:
    pairs = [
        ("greedy", "random", deals),
        (f"mcts:iterations={4 * iterations}", f"mcts:iterations={iterations}", deals),
        (f"mcts:seconds={seconds:g}", "greedy", slow_deals),
    ]
    print("| game | seats | challenger | field | first places | par | deals | ms per decision | |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    results = []
    for name in names or core.games():
        seats = players or max(2, core.game_class(name).SEATS[0])
        for challenger, field, count in (pair for pair in pairs if pair[2]):
            results.append(duel(name, seats, challenger, field, count, workers=workers))
            print(row(results[-1]), flush=True)
    sys.exit(0 if all(result.ahead for result in results) else 1)


def row(result: Result) -> str:
    share = f"{100 * result.share:.1f} % ± {100 * result.half:.1f}"
    time = f"{1000 * result.seconds_per_decision:.2f}"
    cells = [result.game, result.players, result.challenger, result.field, share, f"{100 * result.par:.0f} %"]
    return "| " + " | ".join(map(str, [*cells, result.deals, time, "ahead" if result.ahead else "NOT CLEAR"])) + " |"


if __name__ == "__main__":
    main()
