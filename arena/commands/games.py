"""arena games: which games there are."""

from __future__ import annotations

import click

import core
from core.options import Option


@click.command()
def command() -> None:
    """List the games, their player counts and options."""
    for name in core.games():
        cls = core.game_class(name)
        low, high = cls.SEATS
        seats = f"{low} players" if low == high else f"{low} to {high} players"
        click.echo(f"{name} ({seats})\n    {(cls.__doc__ or '').splitlines()[0]}")
        for option in cls.OPTIONS:
            click.echo(f"    {option.name} = {default(option)}: {option.help} ({option.wanted})")


def default(option: Option) -> str:
    if option.default is None:
        return "the game's own"
    return str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
