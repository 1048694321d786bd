"""arena submissions: which bots were submitted."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from arena.process.registry import Registry, Submission, default_path


@click.command()
@click.option("--registry", type=click.Path(path_type=Path), help="Their file; default: runs/submissions.db.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(registry: Path | None, as_json: bool) -> None:
    """List the submitted bots, every version of each."""
    with Registry(registry or default_path()) as store:
        found = list(store.all())
    if as_json:
        click.echo(json.dumps([asdict(submission) for submission in found], indent=1, default=str))
        return
    for submission in found:
        show(submission)


def show(submission: Submission) -> None:
    click.echo(f"{submission} by {submission.author}, {submission.submitted.replace('+00:00', ' UTC')}")
    content = f"{submission.file} ({submission.kind}), sha256 {submission.digest[:12]}"
    click.echo(f"    {content}{ratings(submission)}")


def ratings(submission: Submission) -> str:
    """What the check before the submission came to."""
    games = submission.report.get("games", [])
    return "".join(f", {game['game']} {game['rating']:.1f}" for game in games)
