"""arena submit: submit a bot."""

from __future__ import annotations

import getpass
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from arena.commands.check import check_options, run_check
from arena.process.limits import Limits
from arena.process.program import Program, read_program
from arena.process.registry import Registry, check_author, check_name, default_path
from arena.tournament.run import check_writable
from arena.web.client import ArenaClient


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="The name of the bot; if the name exists, this is its next version.")
@click.option("--author", help="Who wrote it; default: you.")
@check_options(deals=2)
@click.option("--json", "as_json", is_flag=True, help="Print the report of the check as JSON.")
@click.option("--registry", type=click.Path(path_type=Path), help="Where to store it; default: runs/submissions.db.")
@click.option("--to", "url", metavar="URL", help="Send it to a server of `arena serve`, which checks it. The token "
              "is in the environment variable ARENA_TOKEN.")
@click.option("--ladder", "ladders", multiple=True, help="With --to: a ladder to enter; may be given several times.")
def command(
    file: Path, name: str, author: str | None, registry: Path | None, as_json: bool, url: str | None,
    ladders: Sequence[str], **settings: Any,
) -> None:  # fmt: skip
    """Check the bot in FILE and store a copy of it.

    Tournaments then name it submission:NAME. With --to a server does both.
    """
    check_name(name)
    if url is not None:
        send(url, name, read_program(file), ladders, as_json)
        return
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


def send(url: str, name: str, program: Program, ladders: Sequence[str], as_json: bool) -> None:
    """Hands the bot in and follows the log of its check."""
    client = ArenaClient(url, os.environ.get("ARENA_TOKEN", ""))
    number, seen = client.hand_in(name, program, ladders), ""
    while True:
        found = client.submission(number)
        if not as_json and found["log"].startswith(seen):
            click.echo(found["log"][len(seen) :], nl=False)
        seen = found["log"]
        if found["state"] not in ("queued", "checking"):
            break
        time.sleep(1)
    if as_json:
        click.echo(json.dumps(found, indent=1))
    if found["state"] != "entered":
        click.echo("arena: not submitted: the check failed.", err=True)
        sys.exit(1)
    click.echo(f"submitted {name}@{found['version']} to {url}", err=as_json)


def whoever_this_is() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
