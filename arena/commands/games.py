"""arena games: which games there are."""

from __future__ import annotations

import json
from typing import Any

import click

import core
from core.options import Option


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> None:
    """List the games, their player counts and options."""
    if as_json:
        click.echo(json.dumps([as_data(name) for name in core.games()], indent=1))
        return
    for name in core.games():
        cls = core.game_class(name)
        low, high = cls.SEATS
        seats = f"{low} players" if low == high else f"{low} to {high} players"
        click.echo(f"{name} ({seats})\n    {(cls.__doc__ or '').splitlines()[0]}")
        for option in cls.OPTIONS:
            click.echo(f"    {option.name} = {default(option)}: {option.help} ({option.wanted})")


def as_data(name: str) -> dict[str, Any]:
    cls = core.game_class(name)
    options = [{"name": it.name, "default": it.default, "meaning": it.help, "wanted": it.wanted} for it in cls.OPTIONS]
    low, high = cls.SEATS
    return {"name": name, "about": (cls.__doc__ or "").splitlines()[0], "players": [low, high], "options": options}


def default(option: Option) -> str:
    if option.default is None:
        return "the game's own"
    return str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
