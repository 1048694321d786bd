"""Writes a leaderboard as CSV, JSON, Markdown and HTML, and prints it on a terminal.

leaderboard.json and leaderboard.csv depend on the games alone; times are in timings.json and in sections of their own
on the pages. Names and messages come from strangers: each format escapes them in its own way.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from arena.play.entrants import short_spec
from arena.rating.standings import BotLine, Estimate, Leaderboard, SeatLine, Standings
from arena.report import games_page, page
from arena.report.about import GAMES_PAGE, About
from arena.report.columns import IN_CSV, IN_MARKDOWN, IN_TERMINAL, LOTTERY, NAME, PLACE, RATING
from arena.report.sentences import (
    BOTS_HEAD,
    FAULTS_SHOWN,
    PREDICTION_HEAD,
    how_to_read,
    length_sentence,
    lottery_sentences,
    order_note,
    prediction_sentence,
)
from arena.report.wording import count, last_lines, plain, ranged, several, share, spreadsheet_safe
from core.errors import ArenaError

FORMAT = 2  # of leaderboard.json
DIGITS = 6
MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>|~&#:@!$])")


class BadFolder(ArenaError):
    """A place where no leaderboard can be written."""


def write_leaderboard(report: Leaderboard, about: About, folder: Path) -> list[Path]:
    """Write all formats; the files written, the page for people first."""
    about = replace(about, games=GAMES_PAGE)
    return write_files(folder, {
        "leaderboard.html": page.render(report, about),
        GAMES_PAGE: games_page.render(report.listed, about),
        "leaderboard.md": markdown(report, about),
        "leaderboard.json": to_json(report.standings, about),
        "leaderboard.csv": to_csv(report.standings),
        "timings.json": dump([asdict(timing) for timing in report.timings]),
    })  # fmt: skip


def write_files(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Each file whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            draft = folder / f".{name}.part"
            draft.write_text(text, encoding="utf-8", newline="\n")
            draft.replace(folder / name)
    except OSError as error:
        raise BadFolder(f"{folder}: the leaderboard cannot be written there: {error.strerror or error}.") from None
    return [folder / name for name in texts]


def to_json(standings: Standings, about: About) -> str:
    return dump({"format": FORMAT, "run": about.run, "facts": about.facts, **about.proof, **asdict(standings)})


def dump(value: Any) -> str:
    return json.dumps(rounded(value), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def rounded(value: Any) -> Any:
    """The last digits of a float depend on the machine's arithmetic; they say nothing."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value


def to_csv(standings: Standings) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([key for column in IN_CSV for key in column.raw_keys])
    writer.writerows([csv_cell(cell) for column in IN_CSV for cell in column.raw(line)] for line in standings.lines)
    return out.getvalue()


def csv_cell(cell: float | int | str) -> Any:
    return spreadsheet_safe(cell) if isinstance(cell, str) else rounded(cell)


# ---- Markdown


def escape(text: str) -> str:
    return MARKDOWN_SIGNS.sub(r"\\\1", plain(text))


def markdown(report: Leaderboard, about: About) -> str:
    standings = report.standings
    parts = [
        f"# Leaderboard: {escape(about.run)}",
        page_facts(standings, about),
        *(f"> {escape(note)}" for note in standings.notes),
        standings_table(standings),
        *(f"- {escape(line.name)} {escape(line.bound)}." for line in standings.lines if line.bound),
        *chain(*([f"## {escape(section.title)}", section.markdown] for section in about.sections)),
        "## Share of points against each other",
        "Row against column. A win counts 1, a tie 1/2. The 95 % interval is in brackets.",
        pairs_table(standings),
        "## Finishes and maximal lottery",
        *map(escape, lottery_sentences(standings)),
        finishes_table(standings),
        "## Predicted and actual order",
        escape(prediction_sentence(standings.prediction)),
        *([prediction_table(standings)] if standings.prediction.bins else []),
        "## Seats",
        seats_table(standings),
        "## Length",
        length_sentence(standings),
        *fault_parts(report, about),
        *bots_parts(about),
        "## Time",
        "Measured on the machines that played. Another run gives other times.",
        timings_table(report),
        "## How to read this",
        *(escape(paragraph) for paragraph in how_to_read(standings, about.places)),
    ]
    return "\n\n".join(parts) + "\n"


def page_facts(standings: Standings, about: About) -> str:
    facts = [f"{escape(key)}: {escape(value)}" for key, value in about.facts.items()]
    played = [f"played: {about.dates}"] if about.dates else []
    games = several(standings.games, "game")
    listed = f"[{games}]({about.games})" if about.games else games
    return " · ".join([*facts, *played, f"{listed} on {several(standings.deals, 'deal')}"])


def pipe_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def standings_table(standings: Standings) -> str:
    heads = [[column.title, "95 %"] if column.has_interval else [column.title] for column in IN_MARKDOWN]
    return pipe_table([*chain(*heads)], [standings_row(line) for line in standings.lines])


def standings_row(line: BotLine) -> list[str]:
    cells = []
    for column in IN_MARKDOWN:
        text = column.text(line)
        cells.append(escape(text) if isinstance(column.value(line), str) else text)
        cells += [column.interval(line)] if column.has_interval else []
    return cells


def finishes_table(standings: Standings) -> str:
    head = ["Bot", *(f"came {place}." for place in range(1, standings.seats + 1)), LOTTERY.title]
    rows = [[escape(line.name), *map(share, line.finishes), LOTTERY.text(line)] for line in standings.lines]
    return pipe_table(head, rows)


def prediction_table(standings: Standings) -> str:
    rows = [
        [f"{b.low:.0%} to {b.high:.0%}", f"{b.predicted:.1%}", f"{b.actual:.1%}", count(b.meetings)]
        for b in standings.prediction.bins
    ]
    return pipe_table(PREDICTION_HEAD, rows)


def pairs_table(standings: Standings) -> str:
    names = [escape(line.name) for line in standings.lines]
    rows = [[name, *map(pair_cell, row)] for name, row in zip(names, standings.pairs, strict=True)]
    return pipe_table(["", *names], rows)


def pair_cell(cell: Estimate | None) -> str:
    return "" if cell is None else f"{share(cell.value)} ({ranged(cell.interval, '{:.0%}')})"


def seats_table(standings: Standings) -> str:
    rows = [[str(seat), *seat_cells(line)] for seat, line in enumerate(standings.seat_lines)]
    return pipe_table(["Seat", "Share of wins", "95 %", "Mean rank", "95 %"], rows)


def seat_cells(line: SeatLine) -> list[str]:
    wins, rank = line.win_share, line.mean_rank
    return [share(wins.value), ranged(wins.interval, "{:.0%}"), f"{rank.value:.2f}", ranged(rank.interval, "{:.2f}")]


def fault_parts(report: Leaderboard, about: About) -> list[str]:
    if not report.fault_notes:
        return ["## Faults", "None."]
    shown = report.fault_notes[: FAULTS_SHOWN]
    rows = [
        [escape(note.name), note.kind, count(note.count), escape(note.message[:300]), escape(about.where(note)),
         escape(" / ".join(last_lines(note.detail)))]
        for note in shown
    ]  # fmt: skip
    return ["## Faults", pipe_table(["Bot", "Kind", "Times", "Message", "First in", "The bot's own last words"], rows)]


def bots_parts(about: About) -> list[str]:
    rows = [[escape(bot.name), escape(short_spec(bot.spec)), escape(bot.version), bot.isolation] for bot in about.bots]
    return ["## Bots", pipe_table(BOTS_HEAD, rows)] if rows else []


def timings_table(report: Leaderboard) -> str:
    rows = [[escape(t.name), count(t.moves), f"{t.mean_ms:.3g}", f"{t.slow_ms:.3g}"] for t in report.timings]
    return pipe_table(["Bot", "Moves", "ms per move", "in its slowest twentieth of games"], rows)


# ---- terminal


def terminal_cells(line: BotLine) -> list[str]:
    """What fits on 80 columns."""
    cells = []
    for column in IN_TERMINAL:
        cells.append(plain(column.text(line).replace(" to ", "-") if column is PLACE else column.text(line)))
        cells += [column.interval(line, "-")] if column is RATING else []
    return cells


def print_standings(standings: Standings, console: Console | None = None) -> None:
    """The table for a terminal; escape sequences in names are not passed on."""
    played = f"{several(standings.games, 'game')} on {several(standings.deals, 'deal')}"
    table = Table(title=played, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    heads = [[column.short, "95 %"] if column is RATING else [column.short] for column in IN_TERMINAL]
    for heading in chain(*heads):
        name = heading == NAME.short
        justify: JustifyMethod = "left" if name else "right"
        width = 12 if name else None
        table.add_column(heading or "", justify=justify, no_wrap=not name, overflow="fold", min_width=width)
    for line in standings.lines:
        table.add_row(*(Text(cell) for cell in terminal_cells(line)))
    console = console or Console()
    console.print(table)
    for note in standings.notes:
        console.print(Text(f"Note: {plain(note)}", style="yellow"))
    console.print(Text(order_note(standings.orders)))
