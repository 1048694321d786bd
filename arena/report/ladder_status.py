"""How far a ladder is, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.report.wording import count, plain, several
from arena.tournament.ladder import BotStatus, InPlay, LadderStatus
from arena.tournament.ladder_store import PLAYING, Epoch

MOST_IN_PLAY = 5  # blocks that are listed


def print_status(status: LadderStatus, console: Console | None = None, contest: Sequence[str] = ()) -> None:
    """How far a ladder is, for a terminal; `contest` tells when it closes."""
    console = console or Console()
    for sentence in (*head(status), *contest, *epoch_sentences(status.epochs)):
        say(console, sentence)
    if status.bots:
        console.print(bots_table(status.bots))
    for bot in status.bots:
        for sentence in bot_sentences(bot):
            say(console, sentence)
    for sentence in in_play_sentences(status):
        say(console, sentence)


def say(console: Console, sentence: str) -> None:
    console.print(Text(plain(sentence)), soft_wrap=True)


def head(status: LadderStatus) -> list[str]:
    events = ", ".join(f"{event.game} for {several(event.players, 'player')}" for event in status.events)
    rate = f", {status.games_per_second:.3g} games/s" if status.running else ""
    most = status.longest_wait
    waits = "" if most is None else f"; no bot sits out {several(most, 'block')} in a row"
    return [
        f"{status.name}: {events}; {'is being played' if status.running else 'nobody plays it now'}",
        f"{several(status.blocks, 'block')}, {several(status.games, 'game')}{rate}",
        f"blocks are chosen by {status.scheduler}, loss {status.loss}{waits}",
    ]


def epoch_sentences(epochs: Sequence[Epoch]) -> list[str]:
    """The epoch that is being played, and the last that is published."""
    now = epochs[-1]
    known = "; the secret is given, so the deals are public" if now.public else ""
    found = [f"epoch {now.number}, {several(now.blocks, 'block')}; sha256 of its secret: {now.sha256}{known}"]
    published = [epoch for epoch in epochs if epoch.secret is not None and not (epoch is now and now.public)]
    return found + ([f"secret of epoch {published[-1].number}: {published[-1].secret}"] if published else [])


def bots_table(bots: Sequence[BotStatus]) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Bot", overflow="fold", min_width=12)
    table.add_column("Author", overflow="fold")
    table.add_column("State", no_wrap=True)
    for heading in ("Blocks", "Games", "Faults", "Waits"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in bots:
        entry = bot.entry
        waits = "" if bot.waiting is None else count(bot.waiting)
        cells = (entry.label, entry.author, entry.state, count(bot.blocks), count(bot.games), count(bot.faults), waits)
        table.add_row(*(Text(plain(cell)) for cell in cells))
    return table


def bot_sentences(bot: BotStatus) -> list[str]:
    """Why a bot does not play, and what went wrong with it last."""
    entry = bot.entry
    why = [f"{entry.label} is {entry.state}: {entry.reason}"] if entry.state != PLAYING else []
    told = not bot.last_fault or bot.last_fault in entry.reason
    return why + ([] if told else [f"{entry.label}, last fault: {bot.last_fault}"])


def in_play_sentences(status: LadderStatus) -> list[str]:
    if not status.playing:
        return []
    verb = "Being played" if status.running else "To be played next"
    shown = [f"  {in_play_words(block, status)}" for block in status.playing[:MOST_IN_PLAY]]
    more = len(status.playing) - MOST_IN_PLAY
    return [f"{verb}:", *shown, *([f"  and {several(more, 'more block')}"] if more > 0 else [])]


def in_play_words(block: InPlay, status: LadderStatus) -> str:
    event = "" if len(status.events) == 1 else f" {status.events[block.event].game} for {len(block.lineup)}:"
    chance = "" if block.probability == 1 else f", chance {block.probability:.2g}"
    return f"block {block.block}:{event} {', '.join(block.lineup)} ({block.reason}{chance})"
