"""Finds the tree search's settings for a game by playing: python -m benchmarks.tune GAME --help

One setting at a time, every candidate plays the best settings so far with the same time per decision, one candidate
against a table of the others, each deal from every seat. A candidate that is ahead beyond its 95 % interval takes over.
The rows printed are the tables of docs/players.md; the winner belongs into core/GAME/search.toml.
"""

from __future__ import annotations

from typing import Any

import click

import core
from benchmarks.duel import Result, duel
from bots.defaults import settle
from bots.mcts_bot import GENERAL

CANDIDATES: dict[str, list[Any]] = {
    "playout": ["random", "rollout", "greedy"],
    "cutoff": [-1, 0, 4, 16, 64],
    "prior": [0.0, 1.0, 4.0],
    "c": [0.35, 0.5, 0.7, 1.0, 1.4],
    "epsilon": [0.0, 0.1, 0.3],
    "utility": ["rank", "score"],
}


@click.command(help=__doc__)
@click.argument("game")
@click.option("--players", default=None, type=int, help="Seats; without it, the most the game allows.")
@click.option("--budget", default="seconds=0.05", show_default=True, help="As in a spec: seconds=… or iterations=…")
@click.option("--deals", default=12, show_default=True, help="Deals for each candidate, each from every seat.")
@click.option("--only", default=",".join(CANDIDATES), show_default=True, help="The settings to try, in this order.")
@click.option("--workers", default=None, type=int, help="Processes; without it, one for each core.")
def main(game: str, players: int | None, budget: str, deals: int, only: str, workers: int | None) -> None:
    players = players or core.game_class(game).SEATS[1]
    best = settle(core.load(game, players), "mcts", GENERAL, {})
    click.echo(f"{game}, {players} players, {budget} per decision, {deals} deals from {players} seats each")
    click.echo(f"from: {spec(budget, best)}")
    for number, key in enumerate(only.split(",")):
        best = settle_one(game, players, budget, deals, workers, best, key, 1000 * number)
    click.echo("\n[mcts]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in best.items()))


def settle_one(
    game: str, players: int, budget: str, deals: int, workers: int | None, best: dict[str, Any], key: str, first: int
) -> dict[str, Any]:
    """The best settings after trying all candidates for one of them."""
    click.echo(f"\n| {key} | against {key}={best[key]} | ms per decision |\n|---|---|---|")
    found: list[tuple[Any, Result]] = []
    for value in CANDIDATES[key]:
        if value == best[key]:
            continue
        challenger = spec(budget, best | {key: value})
        result = duel(game, players, challenger, spec(budget, best), deals, first, workers)
        found.append((value, result))
        share = f"{100 * result.share:.1f} % ± {100 * result.half:.1f}"
        click.echo(f"| {value} | {share} (par {100 * result.par:.0f}) | {1000 * result.seconds_per_decision:.1f} |")
    value, result = max(found, key=lambda it: it[1].share)
    return best | {key: value} if result.ahead else best


def spec(budget: str, settings: dict[str, Any]) -> str:
    return f"mcts:{budget}," + ",".join(f"{key}={value}" for key, value in settings.items())


def toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    main()
