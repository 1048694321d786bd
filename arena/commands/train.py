"""arena train: teach a net a game by self-play."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import core
from arena.commands.match import Finite
from arena.tournament.interrupt import Interrupt
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.run import check_writable

SHOWN_EVERY = 5.0
STARTS_RAY = True


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(2, 4), required=True, help="How many seats.")
@click.option("--rounds", type=click.IntRange(1, 1000), default=3, show_default=True)
@click.option("--games", type=click.IntRange(20, 10_000_000), default=4000, show_default=True, help="Of each round.")
@click.option("--greedy", type=Finite(0, 1), default=0.1, show_default=True,
              help="Share of the games that greedy plays; mcts plays the others.")
@click.option("--iterations", type=click.IntRange(2, 1_000_000), default=40, show_default=True,
              help="Of mcts when it plays games, for most decisions.")
@click.option("--deep", type=Finite(0, 1), default=0.1, show_default=True,
              help="Share of the decisions that mcts searches deeper; from them the prior is learnt.")
@click.option("--deep-iterations", type=click.IntRange(2, 1_000_000), default=600, show_default=True,
              help="Of mcts for these decisions.")
@click.option("--hidden", type=click.IntRange(1, 256), default=64, show_default=True,
              help="Neurons of the first hidden layer.")
@click.option("--second", type=click.IntRange(0, 256), default=32, show_default=True,
              help="Neurons of the second hidden layer; 0: there is none.")
@click.option("--epochs", type=click.IntRange(1, 1000), default=3, show_default=True, help="Passes over the positions.")
@click.option("--trust", type=Finite(0, 1), default=0.05, show_default=True,
              help="How much each search counts in the targets of the positions before it, against what came later.")
@click.option("--rate", type=Finite(0, 1, min_open=True), default=0.003, show_default=True, help="Of learning.")
@click.option("--sharpen", type=Finite(0, 10, min_open=True), default=2.0, show_default=True,
              help="The prior learns visits to this power: above 1, the more visited actions count more.")
@click.option("--bot", "bots", type=click.Choice(["greedy", "mcts"]), multiple=True, default=("greedy", "mcts"),
              show_default=True, help="To test the net with; may be repeated.")
@click.option("--test-iterations", type=click.IntRange(1, 1_000_000), default=1000, show_default=True,
              help="Of mcts in the test.")
@click.option("--test-deals", type=click.IntRange(1, 1_000_000), default=600, show_default=True, help="At most.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="The folder; default: runs/train-GAME-PLAYERS.")
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="The Ray cluster to play on; default: this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    game: str, players: int, out: Path | None, workers: int | None, address: str | None, as_json: bool, **settings: Any
) -> None:
    """Teach a net GAME by self-play.

    A round plays games by mcts and by greedy against themselves, fits a net to them, and tests it with greedy and
    mcts against the same bot without it, or with the net that won before, at equal processor time. A net enters only
    if it wins. It judges positions, and its prior says which actions a search should look at first.
    The same command carries on after an interruption.
    """
    core.load(game, players)  # says what is wrong with the two
    from arena.train.page import write_page
    from arena.train.rounds import Stopped, Trainer, Training, check_seen_everywhere, settle

    training = Training(game, players, **settings)
    folder = out or Path("runs") / f"train-{game}-{players}"
    check_writable(folder / "training.json")
    with Interrupt() as interrupt, ray_cluster(workers, address) as count:
        interrupt.listen()  # again: Ray has put handlers of its own in place
        settle(training, folder)
        if address is not None:
            check_seen_everywhere(folder)
        trainer = Trainer(training, folder, count, teller(), interrupt)
        try:
            records = trainer.run()
        except Stopped:
            click.echo("arena: stopped by Ctrl-C; the same command carries on.", err=True)
            sys.exit(130)
    if as_json:
        click.echo(json.dumps(records, indent=1))
    for number, record in enumerate(() if as_json else records, 1):
        click.echo(summary(number, record))
    nets = [trainer.best(bot).name for bot in training.bots if trainer.best(bot).exists()]
    page = write_page(folder, training.game, training.players, records)
    click.echo(f"written to {folder}: {', '.join([page.name, *nets])}{'' if nets else '; no net has won its test'}",
               err=as_json)  # fmt: skip


def teller() -> Callable[[str], None]:
    """Says every few seconds how far it is."""
    shown = time.monotonic()

    def say(text: str) -> None:
        nonlocal shown
        if time.monotonic() - shown >= SHOWN_EVERY:
            shown = time.monotonic()
            click.echo(text, err=True)

    return say


VERDICTS = {"s1": "it is stronger and enters", "s0": "it is not stronger", None: "undecided, it does not enter"}


def summary(number: int, record: dict[str, Any]) -> str:
    fitted = record["fit"]
    head = (
        f"round {number}: {record['games']['played']:,} games; log-loss {fitted['net']['outcome']:.3f} "
        f"(linear {fitted['linear']['outcome']:.3f}, the search itself {fitted['search']:.3f})"
    )
    if "prior" in fitted["net"]:
        head += (
            f"; of the prior {fitted['net']['prior']:.3f} (at best {fitted['entropy']:.3f}, "
            f"all actions alike {fitted['alike']:.3f})"
        )
    return "\n".join([head, *(verdict(bot, test) for bot, test in record["tests"].items())])


def verdict(bot: str, test: dict[str, Any]) -> str:
    low, high = test["interval"]
    return (
        f"  with {bot}: score {test['score']:.3f} ({low:.3f} to {high:.3f}) in {test['deals']} deals: "
        f"{VERDICTS[test['accepted']]}"
    )
