"""arena check: how a bot does before it is submitted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from arena.process.limits import Limits
from arena.process.program import Program, read_program
from arena.process.sandbox import sandbox_problem
from arena.report.wording import several
from arena.tournament.check import CheckReport, GameReport, check
from core.errors import ArenaError

SHOWN_FAULTS = 3
SAME = {True: "yes", False: "no", None: "unknown"}


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "games", multiple=True, help="Only this game; may be given several times.")
@click.option("--deals", type=click.IntRange(1, 1000), default=5, show_default=True, help="Deals per opponent.")
@click.option("--seconds", type=click.FloatRange(0, 86400, min_open=True), default=Limits().seconds, show_default=True,
              help="The most a decision may take.")
@click.option("--memory-mb", type=click.IntRange(64, 1_048_576), default=Limits().memory_mb, show_default=True)
@click.option("--unsafe", is_flag=True, help="Check without a sandbox if there is none.")
def command(
    file: Path, games: Sequence[str], deals: int, seconds: float, memory_mb: int, unsafe: bool
) -> None:
    """Play the bot in FILE and report how it did.

    It plays against the built-in bots, in a sandbox.
    """
    program = read_program(file)
    report = run_check(program, Limits(seconds=seconds, memory_mb=memory_mb), games, deals, unsafe=unsafe)
    if not report.passed:
        sys.exit(1)


def run_check(program: Program, limits: Limits, games: Sequence[str], deals: int, *, unsafe: bool) -> CheckReport:
    """Checks the program and prints the report."""
    trouble = sandbox_problem()
    if trouble is not None and not unsafe:
        raise ArenaError(f"a bot is checked in a sandbox: {trouble} --unsafe checks it without one.")
    report = check(program, limits, games=games, deals=deals, unsafe=trouble is not None, watch=say_on_terminal)
    show(report)
    return report


def say_on_terminal(game: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"playing {game} ...", err=True)


def show(report: CheckReport) -> None:
    click.echo(f"{report.program}: {report.kind}, sha256 {report.digest[:12]}")
    where = "in a sandbox" if report.sandboxed else "without a sandbox"
    click.echo(f"  started {where} in {report.start_ms:.0f} ms, used up to {report.peak_mb:.0f} MB")
    if report.problem:
        click.echo(f"  it plays nothing: {report.problem}")
    for game in report.games:
        show_game(game)
    click.echo("passed" if report.passed else "failed")


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
    for fault in report.faults[:SHOWN_FAULTS]:
        click.echo(f"    {fault.kind} after {several(fault.decision, 'decision')}: {fault.message}")
    click.echo(f"  first rating: {report.rating:.1f} (sigma {report.uncertainty:.1f}; everybody starts at 25)")


def legality(report: GameReport) -> str:
    illegal = sum(fault.kind == "illegal" for fault in report.faults)
    return f"no, {several(illegal, 'illegal answer')}" if illegal else "yes"
