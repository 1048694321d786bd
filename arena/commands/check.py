"""arena check: how a bot does before it is submitted."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

import core
from arena.commands.match import SEED, seconds_of
from arena.play.seeds import Secret, drawn_seed
from arena.process.limits import Limits
from arena.process.program import Program, read_program
from arena.process.sandbox import sandbox_problem
from arena.report.wording import fault_lines, several
from arena.tournament.check import BUDGET, Check, CheckReport, FoundFault, GameReport
from core.errors import ArenaError

SHOWN_FAULTS = 3
SAME = {True: "yes", False: "no", None: "unknown"}


def check_options(deals: int) -> Callable[[Any], Any]:
    """What `check` and `submit` have in common."""
    options = [
        click.option("--game", "games", multiple=True, help="Only this game; may be given several times."),
        click.option("--deals", type=click.IntRange(1, 1000), default=deals, show_default=True,
                     help="Deals per opponent, if the time allows."),
        click.option("--budget", type=seconds_of(86400), default=BUDGET, show_default=True, metavar="SECONDS",
                     help="About how long all games together may take."),
        click.option("--seed", type=SEED, help="Repeats the deals of a check; default: drawn."),
        click.option("--unsafe", is_flag=True, help="Check without a sandbox if there is none."),
    ]

    def add(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return add


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@check_options(deals=5)
@click.option("--seconds", type=seconds_of(86400), default=Limits().seconds, show_default=True,
              help="The most a decision may take.")
@click.option("--memory-mb", type=click.IntRange(64, 1_048_576), default=Limits().memory_mb, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(file: Path, seconds: float, memory_mb: int, **settings: Any) -> None:
    """Play the bot in FILE and report how it did.

    It plays against the built-in bots, in a sandbox.
    """
    program = read_program(file)
    report = run_check(program, Limits(seconds=seconds, memory_mb=memory_mb), **settings)
    if not report.passed:
        sys.exit(1)


def run_check(
    program: Program, limits: Limits, *, games: Sequence[str], deals: int, budget: float, seed: int | None,
    unsafe: bool, as_json: bool = False,
) -> CheckReport:  # fmt: skip
    """Checks the program and prints the report; exits with 130 if somebody stopped it."""
    for name in games:
        core.game_class(name)
    trouble = sandbox_problem()
    if trouble is not None and not unsafe:
        raise ArenaError(f"a bot is checked in a sandbox: {trouble} --unsafe checks it without one.")
    seed = drawn_seed() if seed is None else seed
    click.echo(f"checking {program.name}: a first verdict at once, more games for up to {budget:g} s; Ctrl-C ends it",
               err=as_json)
    with live() as watch:
        report = Check(
            program, limits, deals=deals, budget=budget, secret=Secret.numbered(seed), unsafe=trouble is not None,
            watch=watch, first_verdict=partial(show_verdict, err=as_json),
        ).run(games)  # fmt: skip
    if as_json:
        click.echo(json.dumps({**report.to_dict(), "passed": report.passed, "seed": seed}, indent=1))
    else:
        show(report)
        click.echo(f"the same deals again: --seed {seed}")
    if report.interrupted:
        sys.exit(130)
    return report


@contextmanager
def live() -> Iterator[Callable[[str], None]]:
    """One line on the terminal that says what is going on."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status(Text("starting")) as status:
        yield lambda text: status.update(Text(text))


def show_verdict(report: GameReport, *, err: bool = False) -> None:
    """What the first game has shown."""
    fault = f", {report.faults[0].kind} in the first game" if report.faults else ""
    same = f"same seed same moves {SAME[report.deterministic]}"
    click.echo(f"{report.game}: legal {legality(report)}, {same}, {report.median_ms:.2f} ms a move{fault}", err=err)


def show(report: CheckReport) -> None:
    click.echo(f"{report.program}: {report.kind}, sha256 {report.digest[:12]}")
    where = "in a sandbox" if report.sandboxed else "without a sandbox"
    click.echo(f"  started {where} in {report.start_ms:.0f} ms, used up to {report.peak_mb:.0f} MB")
    if report.problem:
        click.echo(f"  it plays nothing: {report.problem}")
    for game in report.games:
        show_game(game)
    if report.stopped:
        click.echo(f"not all games were played: {report.stopped}")
    click.echo("passed" if report.passed else "stopped" if report.interrupted else "failed")


def show_game(report: GameReport) -> None:
    click.echo(report.game)
    for each in report.encounters:
        share = each.wins / each.games
        click.echo(f"  against {each.opponent}: won {each.wins:g} of {each.games} ({share:.0%}), "
                   f"mean rank {each.mean_rank:.2f}")
    click.echo(f"  legal: {legality(report)}")
    click.echo(f"  same seed, same moves: {SAME[report.deterministic]}")
    click.echo(f"  time per move: median {report.median_ms:.2f} ms, worst {report.worst_ms:.2f} ms, of {report.moves}")
    click.echo(f"  faults: {len(report.faults)}")
    for found in report.faults[:SHOWN_FAULTS]:
        for line in fault_lines(found.kind, found.fault.message, found.fault.detail, place(found)):
            click.echo(f"    {line}")
    click.echo(f"  first rating: {report.rating:.1f} (sigma {report.uncertainty:.1f}; everybody starts at 25)")


def place(found: FoundFault) -> str:
    where = f"against {found.opponent}, deal {found.deal + 1}, seat {found.fault.seat}"
    return f"{where}, after {several(found.fault.decision, 'decision')}"


def legality(report: GameReport) -> str:
    illegal = sum(found.kind == "illegal" for found in report.faults)
    return f"no, {several(illegal, 'illegal answer')}" if illegal else "yes"
