"""arena submit: submit a bot."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

import click

from arena.commands.check import run_check
from arena.process.limits import Limits
from arena.process.program import read_program
from arena.process.registry import Registry, check_name, default_path


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="The name of the bot; if the name exists, this is its next version.")
@click.option("--author", help="Who wrote it; default: you.")
@click.option("--deals", type=click.IntRange(1, 1000), default=2, show_default=True, help="Deals per opponent.")
@click.option("--registry", type=click.Path(path_type=Path), help="Where to store it; default: runs/submissions.db.")
@click.option("--unsafe", is_flag=True, help="Check without a sandbox if there is none.")
def command(file: Path, name: str, author: str | None, deals: int, registry: Path | None, unsafe: bool) -> None:
    """Check the bot in FILE and store a copy of it.

    Tournaments then name it submission:NAME.
    """
    check_name(name)
    program = read_program(file)
    report = run_check(program, Limits(), (), deals, unsafe=unsafe)
    if not report.passed:
        click.echo("arena: not submitted: the check failed.", err=True)
        sys.exit(1)
    with Registry(registry or default_path(), create=True) as store:
        made = store.add(program, name, author or whoever_this_is(), report.to_dict())
        click.echo(f"submitted {made} to {store.path}; play it as submission:{made}")


def whoever_this_is() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
