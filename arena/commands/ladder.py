"""arena ladder: a tournament that stays open, for good or until a day."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from arena.commands.match import Finite, game_options
from arena.commands.run import announce as announce_run
from arena.commands.run import report, show_leaderboard
from arena.report.ladder_status import print_status
from arena.report.publish import print_published, publish
from arena.report.wording import plain, several
from arena.tournament.adaptive import SCHEDULERS
from arena.tournament.contest import contest_sentences, final_status, run_final
from arena.tournament.ladder import Ladder, make_ladder, open_ladder
from arena.tournament.ladder_config import LadderConfig, build_ladder_config, read_ladder_config
from arena.tournament.ladder_run import Goal, run_ladder
from arena.tournament.ladder_store import Entry
from arena.tournament.ladder_verify import first_other_choice
from arena.tournament.verify import verify

SETTLED = "settled"
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
STARTS_RAY = True


@click.group(invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Play a ladder: bots enter at any time, and the next games are those that tell most."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# ---- making one


@command.command()
@click.argument("name")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="A TOML file that says everything.")
@click.option("--game", help="A game, as `arena games` lists them.")
@click.option("--players", multiple=True, type=click.IntRange(1, 4), help="How many; give it again for more events.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--scheduler", type=click.Choice(list(SCHEDULERS)), help="How the next games are chosen.")
@click.option("--loss", help="What the games are to find out: top:3, pairs or newcomer.")
@click.option("--epoch-blocks", type=int, metavar="N", help="Blocks after which the secret changes.  [1000]")
@click.option("--epoch-hours", type=float, metavar="H", help="Hours after which it changes, if that is sooner.")
@click.option("--closes", metavar="DATE", help="From then on nobody enters, and a final decides; in UTC.")
@click.option("--final-deals", type=int, metavar="N", help="Deals of the final.  [20]")
@click.option("--luck/--no-luck", default=None, help="Tell the luck of every game, which takes time.  [luck]")
@click.option("--secret", metavar="HEX", help="Repeats a ladder; its deals are public then.")
@AS_JSON
def create(name: str, config: Path | None, as_json: bool, **given: Any) -> None:
    """Make the ladder NAME, ladders/NAME.db.

    Give a game and player counts, or a TOML file with more to choose.
    """
    with make_ladder(ladder_config(name, config, given)) as ladder:
        if as_json:
            click.echo(json.dumps(status_data(ladder), indent=1))
            return
        events = ", ".join(f"{event.game} for {several(event.players, 'player')}" for event in ladder.events)
        click.echo(f"{ladder.name}: {events}; the ladder is in {ladder.path}")
        epoch = ladder.epochs()[0]
        known = "; the secret is given, so the deals are public" if epoch.public else ""
        click.echo(f"sha256 of the secret of epoch 0: {epoch.sha256}{known}")
        for sentence in contest_sentences(ladder):
            click.echo(sentence)


def ladder_config(name: str, config: Path | None, given: dict[str, Any]) -> LadderConfig:
    table = {key: value for key, value in given.items() if key not in ("players", "options") and value is not None}
    if config is not None:
        if table or given["players"] or given["options"]:
            raise click.UsageError("--config says everything: leave the other options away.")
        return read_ladder_config(config, name)
    if given["game"] is None:
        raise click.UsageError("give --game, or a --config file.")
    players = list(given["players"]) or None
    table |= {} if players is None else {"players": players if len(players) > 1 else players[0]}
    options = game_options(given["game"], given["options"])
    return build_ladder_config({**table, "name": name, "options": options}, "arena ladder create")


# ---- bots


@command.command()
@click.argument("name")
@click.argument("spec")
@click.option("--as", "bot", metavar="BOT", help="What the bot is called; a name that is there gets a new version.")
@click.option("--author", default="", help="Who wrote it; default: whoever submitted it, else nobody.")
@click.option("--reference", is_flag=True, help="Newcomers meet this bot first.")
@click.option("--sandbox", is_flag=True, help="Play it in a sandbox, even if it was not submitted.")
@click.option("--unsafe", is_flag=True, help="Play a submitted bot without a sandbox if there is none.")
@AS_JSON
def enter(
    name: str, spec: str, bot: str | None, author: str, reference: bool, sandbox: bool, unsafe: bool, as_json: bool
) -> None:
    """Enter the bot SPEC on the ladder NAME, or a new version of one that is there.

    SPEC is a built-in bot with parameters, a file, a folder or a submission. Its content is stored.
    """
    with open_ladder(name, writable=True) as ladder:
        entry = ladder.enter(spec, bot, author, reference=reference, sandbox=sandbox, unsafe=unsafe)
    tell(entry, f"{entry.label} plays on {name}: {entry.reason}", as_json)


@command.command()
@click.argument("name")
@click.argument("bot")
@click.option("--reason", default="", help="Shown with the bot.")
@AS_JSON
def retire(name: str, bot: str, reason: str, as_json: bool) -> None:
    """Take BOT out of the ladder NAME. Its games stay, and count.

    Entering it again, unchanged, brings it back.
    """
    with open_ladder(name, writable=True) as ladder:
        entry = ladder.retire(bot, reason)
    tell(entry, f"{entry.label} plays no more; its games stay", as_json)


@command.command()
@click.argument("name")
@click.argument("bot")
@click.option("--reason", default="", help="Shown with the bot.")
@AS_JSON
def disqualify(name: str, bot: str, reason: str, as_json: bool) -> None:
    """Take BOT and its games out of the fit of the ladder NAME. They stay in the record."""
    with open_ladder(name, writable=True) as ladder:
        entry = ladder.disqualify(bot, reason)
    tell(entry, f"{entry.label} is disqualified; its games stay in the record and count no more", as_json)


def tell(entry: Entry, sentence: str, as_json: bool) -> None:
    click.echo(json.dumps({**asdict(entry), "label": entry.label}, indent=1) if as_json else plain(sentence))


# ---- playing


@command.command()
@click.argument("name")
@click.option("--hours", type=Finite(0, 100_000, min_open=True), help="Stop after so long.")
@click.option("--games", type=click.IntRange(1), help="Stop after so many new games; whole blocks are played.")
@click.option("--until", type=click.Choice([SETTLED]), help="Stop when what the ladder asks is settled.")
@click.option("--workers", type=click.IntRange(1, 4096), help="How many games at a time; default: one per core.")
@click.option("--address", help="The Ray cluster to play on, such as 10.0.0.1:6379; default: this machine.")
@AS_JSON
def run(
    name: str, hours: float | None, games: int | None, until: str | None, workers: int | None, address: str | None,
    as_json: bool,
) -> None:
    """Play the ladder NAME until Ctrl-C, or for a time. The same command goes on where it stopped.

    Bots may enter and retire meanwhile, from another terminal. Of a ladder that has closed, the final is played.
    """
    with open_ladder(name) as ladder:
        path = ladder.path
        announce(ladder, err=as_json)
    goal = Goal(games, None if hours is None else 3600 * hours, settled=until == SETTLED)
    outcome = run_ladder(path, goal, workers, address)
    ended = "; settled" if outcome.settled else ""
    click.echo(f"{several(outcome.played, 'new game')}, {several(outcome.games, 'game')} are in {path}{ended}",
               err=as_json)  # fmt: skip
    if outcome.closed and not outcome.stopped:
        play_final(path, workers, address, as_json)
    if as_json:
        with open_ladder(path) as ladder:
            click.echo(json.dumps(status_data(ladder), indent=1))
    if outcome.stopped and goal != Goal():
        sys.exit(130)


def play_final(path: Path, workers: int | None, address: str | None, as_json: bool) -> None:
    """The round-robin that decides a contest, and its board."""
    final = run_final(path, workers, address, partial(announce_run, err=as_json))
    if final is None:
        with open_ladder(path) as ladder:
            for sentence in contest_sentences(ladder):
                click.echo(f"{ladder.name} {sentence}", err=as_json)
        return
    report(final, err=as_json)
    if not final.complete:
        click.echo("interrupted; the same command goes on", err=True)
        sys.exit(130)
    if not as_json:
        show_leaderboard(final.path, as_json)


def announce(ladder: Ladder, *, err: bool) -> None:
    """Before the first game: the hash of the secret that the deals follow from."""
    epoch = ladder.epochs()[-1]
    known = "it is given, so the deals are public" if epoch.public else "it will be published when the epoch is over"
    click.echo(f"epoch {epoch.number}; sha256 of its secret: {epoch.sha256}; {known}", err=err)


# ---- looking


@command.command()
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write; default: ladders/NAME.")
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of the tables.")
def leaderboard(name: str, out: Path | None, as_json: bool) -> None:
    """Rank the bots of the ladder NAME. Writes HTML, Markdown, CSV and JSON."""
    with open_ladder(name) as ladder:
        print_published(publish(ladder.store, out or ladder.path.with_suffix("")), as_json)


@command.command()
@click.argument("name")
@AS_JSON
def status(name: str, as_json: bool) -> None:
    """Say how far the ladder NAME is, which bots play, and what is being played and why."""
    with open_ladder(name) as ladder:
        if as_json:
            click.echo(json.dumps(status_data(ladder), indent=1))
        else:
            print_status(ladder.status(), contest=contest_sentences(ladder))


@command.command("verify")
@click.argument("name")
@AS_JSON
def check(name: str, as_json: bool) -> None:
    """Check every game of the ladder NAME, and that every block was chosen as its scheduler chooses.

    `arena verify` checks the games alone.
    """
    with open_ladder(name) as ladder:
        games = verify(ladder.store)
        other = "" if games.difference else first_other_choice(ladder.store)
        wrong = f"game {games.difference.game}: {games.difference.message}" if games.difference else other
        blocks = ladder.store.count_chosen()
    if as_json:
        told = {"ladder": name, "replayed": games.games, "blocks": blocks, "difference": wrong or None}
        click.echo(json.dumps(told, indent=1))
    elif not wrong:
        click.echo(f"{several(games.games, 'game')} replayed, {several(blocks, 'block')} chosen again, no difference")
    else:
        click.echo(wrong, err=True)
    sys.exit(1 if wrong else 0)


def status_data(ladder: Ladder) -> dict[str, Any]:
    found, final = ladder.status(), final_status(ladder)
    bots = [{"label": bot.entry.label, **asdict(bot.entry), **asdict(bot)} for bot in found.bots]
    return {**asdict(found), "closed": ladder.config.is_closed, "final": final and asdict(final),
            "bots": [{key: bot[key] for key in bot if key != "entry"} for bot in bots]}  # fmt: skip
