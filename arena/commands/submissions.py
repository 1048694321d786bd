"""arena submissions: which bots were submitted."""

from __future__ import annotations

from pathlib import Path

import click

from arena.process.registry import Registry, Submission, default_path


@click.command()
@click.option("--registry", type=click.Path(path_type=Path), help="Their file; default: runs/submissions.db.")
def command(registry: Path | None) -> None:
    """List the submitted bots, every version of each."""
    with Registry(registry or default_path()) as store:
        for submission in store.all():
            show(submission)


def show(submission: Submission) -> None:
    click.echo(f"{submission} by {submission.author}, {submission.submitted.replace('+00:00', ' UTC')}")
    content = f"{submission.file} ({submission.kind}), sha256 {submission.digest[:12]}"
    click.echo(f"    {content}{ratings(submission)}")


def ratings(submission: Submission) -> str:
    """What the check before the submission came to."""
    games = submission.report.get("games", [])
    return "".join(f", {game['game']} {game['rating']:.1f}" for game in games)
