"""Finds the tree search's settings for a game by playing: python -m benchmarks.tune GAME --help

One setting at a time, every candidate plays a fixed field with the same processor time per decision, on the same
deals, each from every seat. The settings in force play it, too; a candidate that is ahead of more rivals than they
are, by more than the 95 % interval of the difference, takes over. Time is given as iterations, as many as the
candidate was measured to make in it, so that a busy machine favours nobody. The rows printed are the tables of
docs/players.md; what comes out at the end belongs into core/GAME/search.toml.
"""

from __future__ import annotations

import statistics
from typing import Any

import click

import core
from benchmarks.duel import GAMES, half_width, iterations_in, play_deals, views_of_a_game
from bots.defaults import search_settings
from bots.mcts_bot import GENERAL

CANDIDATES: dict[str, list[Any]] = {
    "playout": ["random", "rollout", "greedy"],
    "cutoff": [-1, 0, 8, 16, 32, 64],
    "prior": [0.0, 2.0, 8.0, 16.0, 32.0],
    "c": [0.1, 0.2, 0.3, 0.5, 0.7],
    "epsilon": [0.0, 0.1, 0.3],
    "utility": ["rank", "score"],
}


class Tuning:
    """The match every candidate plays."""

    def __init__(self, game: str, players: int, field: str, milliseconds: float, deals: int, workers: int | None):
        self.game = core.load(game, players)
        self.field = field
        self.seconds = milliseconds / 1000
        self.deals = range(deals)
        self.workers = workers
        self.views = views_of_a_game(self.game)
        self.played: dict[str, list[float]] = {}

    def iterations(self, settings: dict[str, Any]) -> int:
        return iterations_in(self.game, self.views, f"mcts:{listed(settings)}", self.seconds)

    def beaten(self, settings: dict[str, Any]) -> list[float]:
        """The share of rivals beaten in each deal."""
        name = spec(0, settings)
        if name not in self.played:
            challenger = spec(self.iterations(settings), settings)
            blocks = play_deals(self.game.name, self.game.players, challenger, self.field, self.deals, self.workers)
            self.played[name] = [block.beaten for block in blocks]
            cost = sum(block.seconds for block in blocks) / sum(block.decisions for block in blocks)
            shares = percent([block.share for block in blocks]), percent(self.played[name])
            click.echo(f"| {challenger} | {' | '.join(shares)} | {1000 * cost:.1f} |")
        return self.played[name]

    def settle_one(self, key: str, values: list[Any], best: dict[str, Any]) -> dict[str, Any]:
        """The best settings after trying these values for one of them."""
        ahead: list[tuple[float, Any]] = []
        for value in values:
            pairs = zip(self.beaten(best | {key: value}), self.beaten(best), strict=True)
            differences = [theirs - ours for theirs, ours in pairs]
            if value != best[key] and statistics.fmean(differences) > half_width(differences):
                ahead.append((statistics.fmean(differences), value))
        return best | {key: max(ahead)[1]} if ahead else best


def percent(shares: list[float]) -> str:
    return f"{100 * statistics.fmean(shares):.1f} % ± {100 * half_width(shares):.1f}"


def spec(iterations: int, settings: dict[str, Any]) -> str:
    return f"mcts:iterations={iterations},{listed(settings)}"


def listed(settings: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in settings.items())


def to_try(text: str) -> tuple[str, list[Any]]:
    """A setting and the values to try: those given as key=value/value, else all candidates."""
    key, _, values = text.partition("=")
    if key not in CANDIDATES:
        raise click.BadParameter(f"there is no setting '{key}': choose from {', '.join(CANDIDATES)}.")
    try:
        return key, [type(GENERAL[key])(value) for value in values.split("/")] if values else CANDIDATES[key]
    except ValueError:
        raise click.BadParameter(f"{values} is no value of {key}.") from None


def toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


@click.command(help=__doc__)
@click.argument("game", type=GAMES)
@click.option("--players", default=None, type=int, help="Seats; without it, the most the game allows.")
@click.option("--field", default="greedy", show_default=True, help="The bot in all other seats.")
@click.option("--milliseconds", default=10.0, show_default=True, help="Processor time per decision.")
@click.option("--deals", default=24, show_default=True, help="Deals for each candidate, each from every seat.")
@click.option(
    "--only",
    default=",".join(CANDIDATES),
    show_default=True,
    help="What to try, in this order; c=0.2/0.3: these values.",
)
@click.option("--set", "start", multiple=True, help="Begin from key=value instead of what is in force.")
@click.option("--workers", default=None, type=int, help="Processes; without it, one for each core.")
def main(
    game: str,
    players: int | None,
    field: str,
    milliseconds: float,
    deals: int,
    only: str,
    start: tuple[str, ...],
    workers: int | None,
) -> None:
    plan = [to_try(part) for part in only.split(",")]
    tuning = Tuning(game, players or core.game_class(game).SEATS[1], field, milliseconds, deals, workers)
    best = search_settings(tuning.game, "mcts", GENERAL, {}) | {key: values[0] for key, values in map(to_try, start)}
    seats = tuning.game.players
    click.echo(f"{game}, {seats} seats, {milliseconds:g} ms per decision, {deals} deals, against {field}\n")
    click.echo("| challenger | first places | rivals beaten | ms per decision |\n|---|---|---|---|")
    for key, values in plan:
        best = tuning.settle_one(key, values, best)
    click.echo("\n[mcts]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in best.items()))


if __name__ == "__main__":
    main()
