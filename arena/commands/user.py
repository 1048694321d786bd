"""arena user: accounts of a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from arena.commands.match import seconds_of
from arena.report.wording import several
from arena.web.accounts import PLAY, SCOPES, SUBMIT, Accounts
from arena.web.home import Home
from arena.web.retirement import retire_bots

HOME = click.option("--home", type=click.Path(path_type=Path, file_okay=False), default=Path(), show_default=True,
                    help="The folder of the server.")  # fmt: skip


@click.group()
def command() -> None:
    """Give people tokens for a server, and take them back."""


@command.command()
@click.argument("name")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(SCOPES), default=(SUBMIT, PLAY), show_default=True)
@click.option("--days", type=seconds_of(36500), metavar="N", help="The token ends after so many days; default: never.")
@HOME
def add(name: str, scopes: Sequence[str], days: float | None, home: Path) -> None:
    """Make the account NAME, or another token for it, and print the token once."""
    click.echo(Accounts(Home(home).accounts).add(name, scopes, days))
    click.echo("keep it safe: it is not shown again, and only its hash is stored", err=True)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@HOME
def list_users(as_json: bool, home: Path) -> None:
    """List the accounts."""
    found = Accounts(Home(home).accounts).all()
    if as_json:
        click.echo(json.dumps([asdict(user) for user in found], indent=1))
        return
    for user in found:
        scopes = f" for {', '.join(user.scopes)}" if user.scopes else ""
        click.echo(f"{user.name}: {several(user.tokens, 'token')}{scopes}")
    if not found:
        click.echo(f"there are no accounts in {home.absolute()}; --home names another folder", err=True)


@command.command()
@click.argument("name")
@HOME
def revoke(name: str, home: Path) -> None:
    """End all tokens and logins of the account NAME."""
    ended = Accounts(Home(home).accounts).revoke(name)
    click.echo(f"{several(ended, 'token')} of {name} {'is' if ended == 1 else 'are'} ended")


@command.command()
@click.argument("name")
@HOME
def delete(name: str, home: Path) -> None:
    """Delete the account NAME, its tokens and what it handed in.

    Its bots retire from the ladders. Their games stay in the record, and the bots with them.
    """
    bots = Accounts(Home(home).accounts).delete(name)
    retired = retire_bots(Home(home), name, bots)
    left = f"{several(len(retired), 'bot')} {'has' if len(retired) == 1 else 'have'} retired from ladders"
    click.echo(f"the account {name} is deleted; {left}")
