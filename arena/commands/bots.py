"""arena bots: which bots there are."""

from __future__ import annotations

import inspect

import click

import bots
from bots.spec import Spec, parameters


@click.command()
def command() -> None:
    """List the built-in bots and their parameters."""
    for name in bots.built_in():
        cls = bots.bot_class(Spec.parse(name))
        click.echo(f"{name}\n    {(inspect.getdoc(cls) or '').splitlines()[0]}")
        for key, parameter in parameters(cls).items():
            click.echo(f"    {key} = {parameter.default}")
    click.echo("\nA bot can also be a Python file (path/to/file.py or path/to/file.py:Class) or an installed package,")
    click.echo("a program that speaks the line protocol (cmd:./mybot), or a submitted bot (submission:name).")
