"""arena bots: which bots there are."""

from __future__ import annotations

import inspect
import json
from typing import Any

import click

import bots
from bots.spec import Spec, parameters


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> None:
    """List the built-in bots and their parameters."""
    if as_json:
        click.echo(json.dumps([as_data(name) for name in bots.built_in()], indent=1, default=str))
        return
    for name in bots.built_in():
        cls = bots.bot_class(Spec.parse(name))
        click.echo(f"{name}\n    {(inspect.getdoc(cls) or '').splitlines()[0]}")
        for key, parameter in parameters(cls).items():
            click.echo(f"    {key} = {parameter.default}")
    click.echo("\nA bot can also be a Python file (path/to/file.py or path/to/file.py:Class) or an installed package,")
    click.echo("a program that speaks the line protocol (cmd:./mybot), or a submitted bot (submission:name).")


def as_data(name: str) -> dict[str, Any]:
    cls = bots.bot_class(Spec.parse(name))
    defaults = {key: parameter.default for key, parameter in parameters(cls).items()}
    return {"name": name, "about": (inspect.getdoc(cls) or "").splitlines()[0], "parameters": defaults}
