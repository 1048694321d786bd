"""The board over several events as HTML, Markdown, CSV and JSON, and on a terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from string import ascii_uppercase

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.rating.overall import Overall, OverallLine
from arena.rating.standings import Estimate
from arena.report.about import GAMES_PAGE, About, games_address
from arena.report.charts import Axis, interval_bar, interval_scale, interval_words, text
from arena.report.documents import document, fill
from arena.report.leaderboard import csv_cell, dump, escape, pipe_table, write_files
from arena.report.page import TableRow, bots_section, facts, number, sections, table
from arena.report.wording import plain, ranged, several

MOST_COLUMNS = 7  # of events on a terminal of 80 columns; the page has all
FORMAT = 1  # of the leaderboard.json of several events


@dataclass(frozen=True)
class BoardLink:
    """Where the board of one event is."""

    label: str
    folder: str
    games: int
    deals: int


def write_overall(found: Overall, about: About, boards: Sequence[BoardLink], folder: Path) -> list[Path]:
    """Write all formats; the files written, the page for people first."""
    written = {"format": FORMAT, "run": about.run, "facts": about.facts, **about.proof,
               "boards": [asdict(board) for board in boards], **asdict(found)}  # fmt: skip
    return write_files(folder, {
        "leaderboard.html": page(found, about, boards),
        "leaderboard.md": markdown(found, about, boards),
        "leaderboard.json": dump(written),
        "leaderboard.csv": to_csv(found),
    })  # fmt: skip


def explanation(found: Overall) -> list[str]:
    """What the overall rating is, in plain words."""
    weights = ", ".join(f"{label} {weight:.0%}" for label, weight in zip(found.events, found.weights, strict=True))
    return [
        f"The overall rating is the mean of a bot's ratings in the events. On the scale of this board, {found.scale}. "
        f"Every game has the same weight, and so has every event of a game: {weights}.",
        "Only bots with a rating in every event are on it. Places hold all at once with 95 %, as on the boards of the "
        "events. The intervals come from resampling the deals of each event by itself.",
    ]


def place_of(line: OverallLine, between: str = " to ") -> str:
    first, last = line.place
    return str(first) if first == last else f"{first}{between}{last}"


def left_out_words(found: Overall) -> list[str]:
    return [f"{name} {reason}." for name, reason in found.left_out]


# ---- files


def to_csv(found: Overall) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    figures = [("overall", ""), *((label, "") for label in found.events)]
    head = [f"{label}{end}" for label, _ in figures for end in ("", " low", " high")]
    writer.writerow(["rank", "last place", "bot", "not told apart", *head])
    for line in found.lines:
        cells = [cell for estimate in (line.rating, *line.by_event)
                 for cell in (estimate.value, *(estimate.interval or ("", "")))]  # fmt: skip
        writer.writerow([csv_cell(cell) for cell in (*line.place, line.name, line.letters, *cells)])
    return out.getvalue()


def markdown(found: Overall, about: About, boards: Sequence[BoardLink]) -> str:
    head = ["Bot", "Place", "Overall", "95 %", *(escape(label) for label in found.events)]
    rows = [
        [escape(line.name), place_of(line), f"{line.rating.value:.0f}", ranged(line.rating.interval, "{:.0f}"),
         *(f"{each.value:.0f} ({ranged(each.interval, '{:.0f}')})" for each in line.by_event)]
        for line in found.lines
    ]  # fmt: skip
    links = [f"- [{escape(board.label)}]({board.folder}/leaderboard.md): {several(board.games, 'game')}, "
             f"{several(board.deals, 'deal')}" for board in boards]  # fmt: skip
    parts = [
        f"# Leaderboard: {escape(about.run)}",
        " · ".join(f"{escape(key)}: {escape(value)}" for key, value in about.facts.items()),
        pipe_table(head, rows) if rows else "No two bots have a rating in every event.",
        *(["Not on this board:\n\n" + "\n".join(f"- {escape(words)}" for words in left_out_words(found))]
          if found.left_out else []),
        "## Boards of the events",
        "\n".join(links),
        *(part for section in about.sections for part in (f"## {escape(section.title)}", section.markdown)),
        "## How to read this",
        *map(escape, explanation(found)),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def page(found: Overall, about: About, boards: Sequence[BoardLink]) -> str:
    return document(f"Leaderboard: {about.run}", body(found, about, boards))


def body(found: Overall, about: About, boards: Sequence[BoardLink]) -> str:
    """The board without the page around it."""
    links = "".join(f'<li><a href="{text(board.folder)}/leaderboard.html">{text(board.label)}</a>: '
                    f"{several(board.games, 'game')} on {several(board.deals, 'deal')}</li>"
                    for board in boards)  # fmt: skip
    apart = "".join(f"<li>{text(words)}</li>" for words in left_out_words(found))
    return fill(
        "overall.html",
        run=text(about.run),
        facts=facts(about),
        standings=_standings(found, boards) if found.lines else "<p>No two bots have a rating in every event.</p>",
        apart=f"<section><h2>Not on this board</h2><ul>{apart}</ul></section>" if apart else "",
        boards=f"<ul>{links}</ul>",
        bots=bots_section(about.bots) + sections(about),
        reading="".join(f"<p>{text(paragraph)}</p>" for paragraph in explanation(found)),
    )


def _standings(found: Overall, boards: Sequence[BoardLink]) -> str:
    head = ["Place", "Bot", "Letters", "Overall", "Overall, <small>95 % interval</small>", *map(text, found.events)]
    scale = interval_scale([line.rating for line in found.lines])
    rows = [TableRow(line.name, _cells(line, scale, boards), f'<td class="rank">{place_of(line)}</td>')
            for line in found.lines]  # fmt: skip
    caption = (
        f"Bots that share a letter are not told apart. Ratings: {text(found.scale)}. Overall is made of the ratings "
        "beside it. Each of those leads to its games."
    )
    return table(caption, head, rows, "standings")


def _cells(line: OverallLine, scale: Axis, boards: Sequence[BoardLink]) -> list[str]:
    label = f"{line.name}: overall {interval_words(line.rating, '{:.0f}')}"
    games = [games_address(f"{board.folder}/{GAMES_PAGE}", bot=line.name) for board in boards]
    by_event = [_figure(each, href) for each, href in zip(line.by_event, games, strict=True)]
    bar = f'<td class="graph">{interval_bar(line.rating, scale, label)}</td>'
    return [number(line.letters), _figure(line.rating), bar, *by_event]


def _figure(estimate: Estimate, href: str = "") -> str:
    return number(f"{estimate.value:.0f}", ranged(estimate.interval, "{:.0f}"), href)


# ---- terminal


def print_overall(found: Overall, console: Console | None = None) -> None:
    """Overall ratings and those of the events side by side."""
    console = console or Console()
    console.print(Text(f"\nOverall, {several(len(found.events), 'event')}", style="bold"))
    if found.lines:
        console.print(_terminal_table(found))
        shown = found.events[:MOST_COLUMNS]
        for letter, label in zip(ascii_uppercase, shown, strict=False):
            console.print(Text(f"{letter}: {plain(label)}"))
    else:
        console.print("No two bots have a rating in every event.")
    for words in left_out_words(found):
        console.print(Text(f"Not on the overall board: {plain(words)}", style="yellow"))


def _terminal_table(found: Overall) -> Table:
    shown = Table(title=found.scale, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    shown.add_column("#", justify="right", no_wrap=True)
    shown.add_column("Bot", overflow="fold", min_width=12)
    for heading in ("Overall", "95 %", *ascii_uppercase[: min(len(found.events), MOST_COLUMNS)]):
        shown.add_column(heading, justify="right", no_wrap=True)
    for line in found.lines:
        figures = [f"{each.value:.0f}" for each in line.by_event[:MOST_COLUMNS]]
        cells = [place_of(line, "-"), plain(line.name), f"{line.rating.value:.0f}",
                 ranged(line.rating.interval, "{:.0f}", "-"), *figures]  # fmt: skip
        shown.add_row(*map(Text, cells))
    return shown
