"""arena compare: is A stronger than B?"""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from arena.commands.match import SEED, Finite, pair, seconds_of
from arena.play.players import refuse_other_games
from arena.play.seeds import Secret
from arena.rating.sprt import Hypotheses, SequentialTest, interval
from arena.report.compare import standing, verdict, write_page
from arena.tournament.compare import Comparison, begun, carry_on, compare_config, stored_comparison
from arena.tournament.config import Config, find_entrants
from arena.tournament.interrupt import Interrupt
from arena.tournament.ray_cluster import check_address, ray_cluster
from arena.tournament.run import RUNS, check_out, remove_damaged
from arena.tournament.store import Store
from core.errors import ArenaError

SHOWN_EVERY = 5.0
PROBABILITY = Finite(0, 0.5, min_open=True, max_open=True)
SCORE = Finite(0, 1, min_open=True, max_open=True)
PLAIN = Hypotheses()
STARTS_RAY = True


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--game", required=True, help="A game, as `arena games` lists them.")
@click.option("--players", type=click.IntRange(2, 4), help="How many seats; default: 2, or as few as the game has.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--s0", type=SCORE, default=PLAIN.s0, show_default=True, help="Score of A per deal if A is not stronger.")
@click.option("--s1", type=SCORE, default=PLAIN.s1, show_default=True, help="Score of A per deal if A is stronger.")
@click.option("--alpha", type=PROBABILITY, default=PLAIN.alpha, show_default=True,
              help="Chance to be wrong if s0 is true.")
@click.option("--beta", type=PROBABILITY, default=PLAIN.beta, show_default=True,
              help="Chance to be wrong if s1 is true.")
@click.option("--max-deals", type=click.IntRange(1, 1_000_000), default=5000, show_default=True)
@click.option("--seed", type=SEED, help="Fixes the deals of a comparison; default: drawn in secret.")
@click.option("--seconds", type=seconds_of(86400), help="The most a decision may take.")
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="The Ray cluster to play on; default: this machine.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="The file for the games; default: one in runs/ named after bots and game.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    a: str, b: str, game: str, players: int | None, options: Sequence[str], s0: float, s1: float, alpha: float,
    beta: float, max_deals: int, seed: int | None, seconds: float | None, workers: int | None, address: str | None,
    out: Path | None, as_json: bool,
) -> None:
    """Play bots A and B until a test says which is stronger.

    A and B are specs, as in `arena match`. The test is sequential: it stops as soon as it can decide. The score of a
    deal is how often A finishes ahead of B, over all seatings. A tie counts half. The games are kept: the same command
    goes on where it stopped.
    """
    if s0 >= s1:
        raise ArenaError(f"--s0 {s0:g} is not below --s1 {s1:g}.")
    limits = {} if seconds is None else {"seconds": seconds}
    settings = dict(pair(option) for option in options)
    secret = None if seed is None else Secret.numbered(seed).digits
    keys = {"players": players, "options": settings, "deals": max_deals, "limits": limits, "secret": secret}
    config = compare_config(a, b, game, **keys)
    path = out or RUNS / f"{config.name}.db"
    again = f"arena {shlex.join(sys.argv[1:])}"
    result, stopped = play(config, path, Hypotheses(s0, s1, alpha, beta), workers, address)
    with Store.open(path) as store:
        page = write_page(result, store, again, path.with_suffix(""))
    if as_json:
        click.echo(json.dumps(as_data(result), indent=1))
    else:
        report(result, path, page, stopped=stopped)
    if stopped:
        deals = result.test.scores.count
        what = f"stopped by Ctrl-C after {deals:,} deals, before the test decided"
        click.echo(f"arena: {what}; the same command goes on.", err=True)
        sys.exit(130)


def play(
    config: Config, path: Path, hypotheses: Hypotheses, workers: int | None, address: str | None
) -> tuple[Comparison, bool]:
    """The comparison, and whether somebody stopped it. What is in the store already is not played again."""
    check_out(path)
    if address is not None:
        check_address(address)
    entrants = find_entrants(config, Path())
    refuse_other_games(entrants, config.load_game(), config.limits)
    with Store.resume(path, config, [entrant.identity for entrant in entrants]) as store:
        remove_damaged(store, Console(stderr=True))
        found = stored_comparison(store, hypotheses)
        if found.accepted or found.test.scores.count == config.deals:
            return found, False
        with Interrupt() as interrupt, ray_cluster(workers, address) as count:
            interrupt.listen()  # again: Ray has put handlers of its own in place
            watch = watcher(begun(config, hypotheses))
            found = carry_on(store, entrants, hypotheses, count, watch, interrupt)
        return found, interrupt.requested and found.accepted is None


def watcher(names: Comparison) -> Callable[[SequentialTest], None]:
    """Says every few seconds where the test stands."""
    shown = time.monotonic()

    def watch(test: SequentialTest) -> None:
        nonlocal shown
        if time.monotonic() - shown >= SHOWN_EVERY:
            shown = time.monotonic()
            click.echo(standing(Comparison(names.names, test)), err=True)

    return watch


def report(result: Comparison, path: Path, page: Path, *, stopped: bool = False) -> None:
    a, b = result.names
    click.echo(verdict(result, stopped=stopped))
    if result.test.scores.count:
        click.echo(f"{standing(result)} (the interval is not corrected for the stopping)")
    click.echo(f"{result.games:,} games; faults of {a} {result.faults[0]}, of {b} {result.faults[1]}")
    click.echo(f"the games are in {path}, the path of the ratio in {page}")


def as_data(result: Comparison) -> dict[str, object]:
    test = result.test
    begun = test.scores.count > 0
    return {
        "bots": list(result.names), "accepted": result.accepted, "hypotheses": asdict(test.hypotheses),
        "deals": test.scores.count, "score": test.scores.mean if begun else None,
        "interval": list(interval(test.scores)) if begun else None,
        "log_ratio_for_s1": test.for_s1, "log_ratio_for_s0": test.for_s0, "games": result.games,
        "faults": list(result.faults), "path": result.path,
    }  # fmt: skip
