"""arena tune: search for better settings of the tree search."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

import core
from arena.commands.match import Finite
from arena.commands.train import VERDICTS, teller
from arena.tournament.interrupt import Interrupt
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.run import check_writable
from core.errors import ArenaError

STARTS_RAY = True


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(2, 4), required=True, help="How many seats.")
@click.option("--trials", type=click.IntRange(1, 100_000), default=40, show_default=True, help="Candidates to play.")
@click.option("--deals", type=click.IntRange(1, 1_000_000), default=24, show_default=True, help="Of each candidate.")
@click.option("--final-deals", type=click.IntRange(1, 1_000_000), default=96, show_default=True,
              help="Of each of the best three.")
@click.option("--test-deals", type=click.IntRange(1, 1_000_000), default=600, show_default=True,
              help="Of the test at the end, at most.")
@click.option("--milliseconds", type=Finite(0.01, 60_000), default=5.0, show_default=True,
              help="Processor time per decision.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="The folder; default: runs/tune-GAME-PLAYERS.")
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(game: str, players: int, out: Path | None, workers: int | None, as_json: bool, **settings: Any) -> None:
    """Search for better settings of mcts for GAME.

    Candidates play the settings in force at equal processor time, all on the same deals. The best three play again on
    other deals, and the best of those is tested on deals that chose nothing.
    The same command carries on after an interruption.
    """
    core.load(game, players)  # says what is wrong with the two
    if find_spec("optuna") is None:
        raise ArenaError("arena tune needs Optuna: pip install 'space-arena[tune]'.")
    from arena.train.rounds import Stopped
    from arena.train.tune import Tuner, Tuning

    folder = out or Path("runs") / f"tune-{game}-{players}"
    check_writable(folder / "tuning.json")
    folder.mkdir(parents=True, exist_ok=True)
    with Interrupt() as interrupt, ray_cluster(workers, None) as count:
        interrupt.listen()  # again: Ray has put handlers of its own in place
        try:
            kept = Tuner(Tuning(game, players, **settings), folder, count, teller(), interrupt).run()
        except Stopped:
            click.echo("arena: stopped by Ctrl-C; the same command carries on.", err=True)
            sys.exit(130)
    if as_json:
        click.echo(json.dumps(kept, indent=1))
    else:
        report(kept)


def report(kept: dict[str, Any]) -> None:
    click.echo(f"{len(kept['trials'])} candidates")
    for final in kept["finals"]:
        low, high = final["interval"]
        click.echo(f"{listed(final['settings'])}: score {final['score']:.3f} ({low:.3f} to {high:.3f})")
    test = kept["test"]
    click.echo(f"test of {listed(test['settings'])}: score {test['score']:.3f} in {test['deals']} deals: "
               f"{VERDICTS[test['accepted']]}")


def listed(settings: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in settings.items())
