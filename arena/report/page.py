"""The leaderboard as one self-contained HTML page: no scripts, nothing loaded from anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.play.entrants import short_spec
from arena.play.records import BotIdentity
from arena.process.inside.lengths import FAULT_MESSAGE
from arena.rating.listed_games import ListedGames
from arena.rating.prediction import Prediction
from arena.rating.standings import BotLine, Estimate, FaultNote, Leaderboard, Standings, Timing
from arena.report.about import About, GameLink
from arena.report.charts import (
    Axis,
    curve_charts,
    interval_bar,
    interval_scale,
    interval_words,
    length_charts,
    link_to,
    text,
)
from arena.report.columns import IN_PAGE, LOTTERY, PLACE, Column
from arena.report.documents import document, fill
from arena.report.sentences import (
    BOTS_HEAD,
    FAULTS_SHOWN,
    PREDICTION_HEAD,
    how_to_read,
    length_sentence,
    lottery_sentences,
    prediction_sentence,
)
from arena.report.watch import Watch
from arena.report.wording import count, last_lines, ranged, several, share

MOST_BARS = 12  # of sets that are not told apart; a board of more is read by its places
WIDE_MATRIX = 12  # from so many bots on a cell shows its interval only in its title


def render(report: Leaderboard, about: About) -> str:
    return document(f"Leaderboard: {about.run}", body(report, about))


def body(report: Leaderboard, about: About) -> str:
    """The leaderboard without the page around it."""
    standings = report.standings
    return fill(
        "leaderboard.html",
        run=text(about.run),
        facts=facts(about),
        games=link_to(about.games_of(), several(standings.games, "game")),
        deals=several(standings.deals, "deal"),
        seats=standings.seats,
        notes="".join(f'<p class="note">{text(note)}</p>' for note in standings.notes),
        standings=_standings(standings, about),
        curve=curve_charts(standings.curve, [line.name for line in standings.lines]),
        pairs=_pairs(standings, about),
        leads=_leads(standings, about),
        lottery_words="".join(f"<p>{text(paragraph)}</p>" for paragraph in lottery_sentences(standings)),
        finishes=_finishes(standings, about),
        prediction_words=text(prediction_sentence(standings.prediction)),
        prediction=_prediction(standings.prediction, about),
        seat_effect=_seats(standings, about),
        length=length_charts(standings.lengths, lambda least, most: about.games_of(least=least, most=most)),
        length_words=text(length_sentence(standings)) + _extremes(report.listed, about),
        faults=_faults(report.fault_notes, about),
        timings=_timings(report.timings, about),
        watch=_watch(about.watch),
        sections=sections(about),
        bots=bots_section(about.bots),
        reading="".join(f"<p>{text(paragraph)}</p>" for paragraph in how_to_read(standings, about.places)),
    )


WATCH_TITLES = {
    "close": "Closest",
    "upset": "Largest upsets",
    "short": "Shortest",
    "fault": "With a fault",
}


def _watch(games: Sequence[Watch]) -> str:
    """Links to the replays that are written beside this page."""
    if not games:
        return ""
    parts = []
    for reason, title in WATCH_TITLES.items():
        items = "".join(f"<li>{_watch_words(game)}</li>" for game in games if game.reason == reason)
        parts.append(f"<h3>{title}</h3><ul>{items}</ul>" if items else "")
    return f'<section class="watch"><h2>Games to watch</h2>{"".join(parts)}</section>'


def _watch_words(game: Watch) -> str:
    seats = sorted(zip(game.ranks, game.lineup, game.scores, strict=True))
    words = ", ".join(f"{rank}. {name} ({score:g})" for rank, name, score in seats)
    return f'<a href="{game.file}">game {game.number}</a>: {text(words)}; {several(game.decisions, "decision")}'


def facts(about: About) -> str:
    """What was played, for the head of a page."""
    found = {**about.facts, **({"played": about.dates} if about.dates else {})}
    return "".join(f"<span>{text(key)} <b>{text(value)}</b></span>" for key, value in found.items())


def sections(about: About) -> str:
    """What only some boards have."""
    return "".join(f"<section><h2>{text(it.title)}</h2>{it.html}</section>" for it in about.sections)


# ---- tables


@dataclass(frozen=True)
class TableRow:
    """A row of a table: its name, the cells behind it and perhaps one before it."""

    name: str
    cells: Sequence[str]
    before: str = ""
    href: str = ""  # of the games behind the row


def table(caption: str, head: Sequence[str], rows: Iterable[TableRow], kind: str = "") -> str:
    """On a narrow screen every row becomes a list of figures, each with its heading."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(_shown(row, head) for row in rows)
    content = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    label = plain_head(caption)
    return f'<p class="caption">{caption}</p><div class="scroll" tabindex="0"><table class="{kind}" ' \
           f'aria-label="{label}">{content}</table></div>'  # fmt: skip


def _shown(row: TableRow, head: Sequence[str]) -> str:
    labels = [plain_head(cell) for cell in head[1 + bool(row.before) :]]
    cells = "".join(cell.replace("<td", f'<td data-label="{label}"', 1)
                    for cell, label in zip(row.cells, labels, strict=True))  # fmt: skip
    return f'<tr>{row.before}<th scope="row">{link_to(row.href, text(row.name))}</th>{cells}</tr>'


def plain_head(cell: str) -> str:
    """A heading without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", cell).split())


def number(value: str, small: str = "", href: str = "") -> str:
    """A figure, perhaps with its interval, that leads to its games."""
    return f"<td><span>{link_to(href, value)}{f' <small>{small}</small>' if small.strip('-') else ''}</span></td>"


# ---- the standings


def _standings(standings: Standings, about: About) -> str:
    head = ["Place", "Bot", '<span class="sr">not told apart</span>']
    for column in IN_PAGE:
        head += [column.title, f'{column.title}, <small>95 % interval</small>'] if column.bar else [column.title]
    scales = {column.key: _scale(column, standings) for column in IN_PAGE if column.bar}
    rows = [
        TableRow(line.name, [_alike(at, standings), *_figures(line, scales, about)],
            _place(line, about), about.games_of(bot=line.name))
        for at, line in enumerate(standings.lines)
    ]  # fmt: skip
    caption = (
        "Bots under one bar are not told apart by these games. Rating is Plackett-Luce on the Elo scale: "
        f"{text(standings.scale)}. mu and sigma are TrueSkill."
        + (" Each figure leads to its games." if about.games else "")
    )
    return table(caption, head, rows, "standings")


def _place(line: BotLine, about: About) -> str:
    return f'<td class="rank">{link_to(about.games_of(bot=line.name), PLACE.text(line))}</td>'


def _scale(column: Column, standings: Standings) -> Axis | None:
    found = [value for line in standings.lines if isinstance(value := column.value(line), Estimate)]
    return interval_scale(found) if found else None


def _figures(line: BotLine, scales: dict[str, Axis | None], about: About) -> Iterable[str]:
    for column in IN_PAGE:
        bad = column.bad and column.value(line) != 0
        href = about.games_of(bot=line.name, **column.behind) if column.value(line) else ""
        cell = number(column.text(line), text(column.small(line)), href)
        yield cell.replace("<td", '<td class="bad"', 1) if bad else cell
        if column.bar:
            yield _bar(column, line, scales[column.key])


def _bar(column: Column, line: BotLine, scale: Axis | None) -> str:
    value = column.value(line)
    if not isinstance(value, Estimate) or scale is None:
        return f'<td class="graph bound"><span>{text(line.bound or "")}</span></td>'
    label = f"{line.name}: {column.title} {interval_words(value, column.form)}"
    return f'<td class="graph">{interval_bar(value, scale, label)}</td>'


def _alike(number: int, standings: Standings) -> str:
    """A bar for each set of bots that are not told apart, drawn through the lines of the set."""
    bars = "".join(f"<i{' class=on' if number in alike else ''}></i>" for alike in standings.alike[:MOST_BARS])
    letters = text(standings.lines[number].letters)
    return f'<td class="alike" title="{letters}"><span class="sr">{letters}</span>{bars}</td>'


def _finishes(standings: Standings, about: About) -> str:
    places = [f"came {place}." for place in range(1, standings.seats + 1)]
    rows = [
        TableRow(line.name,
            [*(number(share(part), "", about.games_of(bot=line.name, place=place) if part else "")
               for place, part in enumerate(line.finishes, start=1)),
             number(LOTTERY.text(line), "", about.games_of(bot=line.name))])
        for line in standings.lines
    ]  # fmt: skip
    return table("Share of a bot's games; ties share their places.", ["Bot", *places, LOTTERY.title], rows)


def _prediction(prediction: Prediction, about: About) -> str:
    rows = [
        TableRow(
            f"{b.low:.0%} to {b.high:.0%}",
            [number(figure, "", about.games_of())
             for figure in (f"{b.predicted:.1%}", f"{b.actual:.1%}", count(b.meetings))],
        )
        for b in prediction.bins
    ]  # fmt: skip
    return table("Predicted from the other deals.", PREDICTION_HEAD, rows) if rows else ""


def _leads(standings: Standings, about: About) -> str:
    if not any(cell for row in standings.leads for cell in row):
        return "<p>There are none: no two bots have games that went both ways.</p>"
    names = [line.name for line in standings.lines]
    heads = ['<span class="sr">Bot</span>', *(text(name) for name in names)]
    rows = [
        TableRow(name, [_lead_cell(cell, _meetings(about, standings, i, j)) for j, cell in enumerate(row)],
            href=about.games_of(bot=name))
        for i, (name, row) in enumerate(zip(names, standings.leads, strict=True))
    ]  # fmt: skip
    return table("Rating of the row less that of the column; the intervals hold all at once.", heads, rows, "pairs")


def _meetings(about: About, standings: Standings, i: int, j: int) -> str:
    """The games of two lines with each other; where they never met, those of the first."""
    one, other = standings.lines[i].name, standings.lines[j].name
    return about.games_of(bot=one) if standings.pairs[i][j] is None else about.games_of(bot=one, against=other)


def _lead_cell(cell: Estimate | None, href: str) -> str:
    if cell is None:
        return '<td class="none"></td>'
    reach = "" if cell.interval is None else f"<small>± {cell.interval[1] - cell.value:.0f}</small>"
    return f"<td><span>{link_to(href, f'{cell.value:+.0f}')}{reach}</span></td>"


# ---- pairs, lengths, seats


def _pairs(standings: Standings, about: About) -> str:
    names = [line.name for line in standings.lines]
    heads = ['<span class="sr">Bot</span>', *(text(name) for name in names)]
    rows = [
        TableRow(name, [_pair_cell((name, names[j]), cell, len(names), about) for j, cell in enumerate(row)],
            href=about.games_of(bot=name))
        for name, row in zip(names, standings.pairs, strict=True)
    ]  # fmt: skip
    kind = "pairs dense" if len(names) >= WIDE_MATRIX else "pairs"
    caption = "Share of points of the row against the column: win 1, tie ½; below it the 95 % interval."
    return table(caption, heads, rows, kind)


def _pair_cell(pair: tuple[str, str], cell: Estimate | None, bots: int, about: About) -> str:
    if cell is None:
        return f'<td class="none">{"" if pair[0] == pair[1] else "-"}</td>'
    heat = min(abs(cell.value - 0.5) * 1.7, 0.85)
    title = text(f"{pair[0]} against {pair[1]}: {interval_words(cell, '{:.1%}')}")
    small = "" if bots >= WIDE_MATRIX or cell.interval is None else f"<small>{ranged(cell.interval, '{:.0%}')}</small>"
    side = "up" if cell.value >= 0.5 else "down"
    shown = link_to(about.games_of(bot=pair[0], against=pair[1]), f"<span>{share(cell.value)}{small}</span>")
    return f'<td class="{side}" style="--heat:{heat:.2f}" title="{title}">{shown}</td>'


def _extremes(listed: ListedGames, about: About) -> str:
    """Where to find the shortest and the longest game."""
    places = {"shortest": listed.shortest, "longest": listed.longest}
    words = [f"the {what} is {_game_link(link, about)}" for what, place in places.items()
             if (link := about.game(*place)) is not None]  # fmt: skip
    return f" Of these, {', '.join(words)}." if words else ""


def _game_link(link: GameLink, about: About) -> str:
    """A game, linked to its page where it has one, or to its line in the list."""
    words = f'<span title="{text(link.command)}">game {link.number}</span>'
    return link_to(link.href or about.games_of(game=link.number), words)


def _seats(standings: Standings, about: About) -> str:
    fair, middle = 1 / standings.seats, (standings.seats + 1) / 2
    wins = interval_scale([seat.win_share for seat in standings.seat_lines], [fair])
    ranks = interval_scale([seat.mean_rank for seat in standings.seat_lines], [middle])
    rows = [
        TableRow(
            f"Seat {seat_number}",
            [
                number(f"{seat.win_share.value:.1%}", ranged(seat.win_share.interval, "{:.1%}"),
                       about.games_of(seat=seat_number, place=1)),
                _graph(seat.win_share, wins, f"Seat {seat_number}, share of wins", "{:.1%}", fair),
                number(f"{seat.mean_rank.value:.2f}", ranged(seat.mean_rank.interval, "{:.2f}"),
                       about.games_of(seat=seat_number)),
                _graph(seat.mean_rank, ranks, f"Seat {seat_number}, mean rank", "{:.2f}", middle),
            ],
        )
        for seat_number, seat in enumerate(standings.seat_lines)
    ]  # fmt: skip
    caption = f"The dashed line shows equal seats ({fair:.1%} of wins, mean rank {middle:g})."
    head = ["Seat", "Share of wins", "<small>95 % interval</small>", "Mean rank", "<small>95 % interval</small>"]
    return table(caption, head, rows)


def _graph(estimate: Estimate, scale: Axis, what: str, form: str, mark: float) -> str:
    return f'<td class="graph">{interval_bar(estimate, scale, f"{what}: {interval_words(estimate, form)}", mark)}</td>'


def _faults(notes: Sequence[FaultNote], about: About) -> str:
    if not notes:
        return "<p>No bot failed in any game.</p>"
    rows = [
        TableRow(note.name, [
            number(text(note.kind)), number(count(note.count), "", about.games_of(bot=note.name, fault=note.kind)),
            _message(fault_words(note, about))])
        for note in notes[:FAULTS_SHOWN]
    ]  # fmt: skip
    more = len(notes) - FAULTS_SHOWN
    rest = f"<p>And {several(more, 'more message')}.</p>" if more > 0 else ""
    caption = "When a bot fails, random moves take its place for the rest of that game, and it ranks last."
    return table(caption, ["Bot", "Kind", "Times", "Message"], rows, "faults") + rest


def fault_words(note: FaultNote, about: About) -> list[str]:
    """The message, the end of the bot's own words, and the command that shows where it came first."""
    message = note.message if len(note.message) <= FAULT_MESSAGE else note.message[:FAULT_MESSAGE] + " …"
    return [line for line in (message, *last_lines(note.detail), about.where(note)) if line]


def _message(lines: Sequence[str]) -> str:
    joined = "\n".join(map(text, lines))
    return f'<td class="message">{joined}</td>'


def bots_section(bots: Sequence[BotIdentity]) -> str:
    """Which bots played, exactly."""
    rows = [
        TableRow(bot.name, [f'<td class="words"><span>{text(words)}</span></td>'
                       for words in (short_spec(bot.spec), bot.version, bot.isolation)])
        for bot in bots
    ]  # fmt: skip
    return f"<section><h2>Bots</h2>{table('What each bot is.', BOTS_HEAD, rows, 'texts')}</section>" if rows else ""


def _timings(timings: Sequence[Timing], about: About) -> str:
    rows = [
        TableRow(t.name, [number(figure, "", about.games_of(bot=t.name))
                     for figure in (f"{t.mean_ms:,.3g}", f"{t.slow_ms:,.3g}", count(t.moves))])
        for t in timings
    ]  # fmt: skip
    caption = "Measured on the machines that played. These are the only figures here that another run would not repeat."
    return table(caption, ["Bot", "ms per move", "in its slowest twentieth of games", "Moves"], rows)
