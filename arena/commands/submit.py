"""arena submit: submit a bot."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Any

import click

from arena.commands.check import check_options, run_check
from arena.process.limits import Limits
from arena.process.program import read_program
from arena.process.registry import Registry, check_author, check_name, default_path
from arena.tournament.run import check_writable


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="The name of the bot; if the name exists, this is its next version.")
@click.option("--author", help="Who wrote it; default: you.")
@check_options(deals=2)
@click.option("--json", "as_json", is_flag=True, help="Print the report of the check as JSON.")
@click.option("--registry", type=click.Path(path_type=Path), help="Where to store it; default: runs/submissions.db.")
def command(file: Path, name: str, author: str | None, registry: Path | None, as_json: bool, **settings: Any) -> None:
    """Check the bot in FILE and store a copy of it.

    Tournaments then name it submission:NAME.
    """
    check_name(name)
    author = author or whoever_this_is()
    check_author(author)
    program = read_program(file)
    registry = registry or default_path()
    check_writable(registry)
    if registry.exists():
        with Registry(registry):
            pass  # a file that is something else is refused before the games
    report = run_check(program, Limits(), as_json=as_json, **settings)
    if not report.passed:
        click.echo("arena: not submitted: the check failed.", err=True)
        sys.exit(1)
    with Registry(registry, create=True) as store:
        made = store.add(program, name, author, report.to_dict())
        click.echo(f"submitted {made} to {store.path}; play it as submission:{made}", err=as_json)


def whoever_this_is() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
