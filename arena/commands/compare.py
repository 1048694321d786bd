"""arena compare: is A stronger than B?"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

import click

from arena.commands.match import SEED, Finite, drawn_seed, pair, seconds_of
from arena.play.seeds import Secret
from arena.rating.sprt import Hypotheses, SequentialTest, interval
from arena.tournament.compare import Comparison, compare, compare_config
from arena.tournament.runner import Interrupt, ray_cluster
from core.errors import ArenaError

SHOWN_EVERY = 5.0
PROBABILITY = Finite(0, 0.5, min_open=True, max_open=True)
SCORE = Finite(0, 1, min_open=True, max_open=True)


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--game", required=True, help="A game, as `arena games` lists them.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True, help="How many seats.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--s0", type=SCORE, default=0.5, show_default=True, help="Score of A per deal if A is not stronger.")
@click.option("--s1", type=SCORE, default=0.55, show_default=True, help="Score of A per deal if A is stronger.")
@click.option("--alpha", type=PROBABILITY, default=0.05, show_default=True, help="Chance to be wrong if s0 is true.")
@click.option("--beta", type=PROBABILITY, default=0.05, show_default=True, help="Chance to be wrong if s1 is true.")
@click.option("--max-deals", type=click.IntRange(1, 1_000_000), default=5000, show_default=True)
@click.option("--seed", type=SEED, help="Repeats the deals of a comparison; default: drawn.")
@click.option("--seconds", type=seconds_of(86400), help="The most a decision may take.")
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="The Ray cluster to play on; default: this machine.")
def command(
    a: str, b: str, game: str, players: int, options: Sequence[str], s0: float, s1: float, alpha: float, beta: float,
    max_deals: int, seed: int | None, seconds: float | None, workers: int | None, address: str | None,
) -> None:
    """Play bots A and B until a test says which is stronger.

    A and B are specs, as in `arena match`. The test is sequential: it stops as soon as it can decide.
    The score of a deal is how often A finishes ahead of B, over all seatings. A tie counts half.
    """
    if s0 >= s1:
        raise ArenaError(f"--s0 {s0:g} is not below --s1 {s1:g}.")
    hypotheses = Hypotheses(s0, s1, alpha, beta)
    limits = {} if seconds is None else {"seconds": seconds}
    settings = dict(pair(option) for option in options)
    seed = drawn_seed() if seed is None else seed
    keys = {"players": players, "options": settings, "deals": max_deals, "limits": limits}
    config = compare_config(a, b, game, secret=Secret.numbered(seed).digits, **keys)
    again = f"start it again, with --seed {seed} for the same deals"
    with Interrupt() as interrupt, ray_cluster(workers, address, again) as count:
        interrupt.listen()  # again: Ray has put handlers of its own in place
        result = compare(config, hypotheses, count, watcher(), interrupt)
    stopped = interrupt.requested and result.accepted is None
    report(a, b, result, hypotheses, stopped=stopped)
    click.echo(f"the same deals again: --seed {seed}")
    if stopped:
        deals = result.test.scores.count
        click.echo(f"arena: stopped by Ctrl-C after {deals:,} deals, before the test decided.", err=True)
        sys.exit(130)


def watcher() -> Callable[[SequentialTest], None]:
    """Says every few seconds where the test stands."""
    shown = time.monotonic()

    def watch(test: SequentialTest) -> None:
        nonlocal shown
        if time.monotonic() - shown >= SHOWN_EVERY:
            shown = time.monotonic()
            click.echo(standing(test), err=True)

    return watch


def standing(test: SequentialTest) -> str:
    low, high = interval(test.scores)
    return (
        f"{test.scores.count:,} deals: score of A {test.scores.mean:.4f}, 95 % interval {low:.4f} to {high:.4f}; "
        f"log of the likelihood ratio for s1 {test.for_s1:.2f} of {test.enough_for_s1:.2f}, "
        f"for s0 {test.for_s0:.2f} of {test.enough_for_s0:.2f}"
    )


def report(a: str, b: str, result: Comparison, hypotheses: Hypotheses, *, stopped: bool = False) -> None:
    verdicts = {
        "s1": f"A ({a}) is stronger than B ({b}): s1 = {hypotheses.s1:g} is accepted",
        "s0": f"A ({a}) is not stronger than B ({b}) by so much: s0 = {hypotheses.s0:g} is accepted",
        None: f"undecided: {'stopped before the test decided' if stopped else 'there were not enough deals'}",
    }
    click.echo(verdicts[result.accepted])
    if result.test.scores.count:
        click.echo(f"{standing(result.test)} (the interval is not corrected for the stopping)")
    click.echo(f"{result.games:,} games; faults of A {result.faults[0]}, of B {result.faults[1]}")
