"""arena submissions: what was handed in."""

from __future__ import annotations

from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.registry import Registry, Submission, default_path


@click.command()
@click.option("--registry", type=click.Path(path_type=Path), help="The file; default: runs/submissions.db.")
def command(registry: Path | None) -> None:
    """List the submitted bots, every version of each."""
    table = Table(box=SIMPLE_HEAD)
    for column in ("bot", "author", "submitted", "file", "kind", "sha256", "first rating"):
        table.add_column(column, overflow="fold")
    with Registry(registry or default_path()) as store:
        for submission in store.all():
            table.add_row(*(Text(cell) for cell in row(submission)))
    Console().print(table)


def row(submission: Submission) -> list[str]:
    when = submission.submitted.replace("+00:00", "Z")
    start = submission.digest[:12]
    return [str(submission), submission.author, when, submission.file, submission.kind, start, ratings(submission)]


def ratings(submission: Submission) -> str:
    games = submission.report.get("games", [])
    return ", ".join(f"{game['game']} {game['rating']:.1f}" for game in games)
