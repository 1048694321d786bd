"""The leaderboard as one self-contained HTML page: no scripts, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from string import Template

from arena.rating.prediction import Prediction
from arena.rating.standings import BotLine, Estimate, FaultNote, Leaderboard, Standings, Timing
from arena.report.charts import Scale, curve_chart, interval_bar, interval_scale, interval_words, length_chart, text
from arena.report.columns import (
    CAUTIOUS,
    FAULTS,
    GAMES,
    LOTTERY,
    MEAN_RANK,
    MU,
    PLACE,
    RATING,
    SIGMA,
    wins_words,
)
from arena.report.sentences import (
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
LONGEST_MESSAGE = 300
WIDE_MATRIX = 12  # from so many bots on a cell shows only its value


def render(
    report: Leaderboard,
    run: str,
    facts: Mapping[str, str],
    replay: Callable[[FaultNote], str] = lambda note: "",
    watch: Sequence[Watch] = (),
) -> str:
    standings = report.standings
    template = Template((files("arena.report") / "templates" / "leaderboard.html").read_text(encoding="utf-8"))
    return template.substitute(
        run=text(run),
        facts="".join(f"<span>{text(key)} <b>{text(value)}</b></span>" for key, value in facts.items()),
        games=several(standings.games, "game"),
        deals=several(standings.deals, "deal"),
        seats=standings.seats,
        notes="".join(f'<p class="note">{text(note)}</p>' for note in standings.notes),
        standings=_standings(standings),
        curve=_scroll(curve_chart(standings.curve, [line.name for line in standings.lines])),
        pairs=_pairs(standings),
        leads=_leads(standings),
        lottery_words="".join(f"<p>{text(paragraph)}</p>" for paragraph in lottery_sentences(standings)),
        finishes=_finishes(standings),
        prediction_words=text(prediction_sentence(standings.prediction)),
        prediction=_prediction(standings.prediction),
        seat_effect=_seats(standings),
        length=_scroll(length_chart(standings.lengths)),
        length_words=text(length_sentence(standings)),
        faults=_faults(report.fault_notes, replay),
        timings=_timings(report.timings),
        watch=_watch(watch),
        reading="".join(f"<p>{text(paragraph)}</p>" for paragraph in how_to_read(standings)),
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


def _scroll(content: str) -> str:
    """Wide content scrolls in its place on a narrow screen; the focus lets a keyboard do it."""
    return f'<div class="scroll" tabindex="0">{content}</div>'


def _table(caption: str, head: Iterable[str], rows: Iterable[str], kind: str = "") -> str:
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<p class="caption">{caption}</p>' + _scroll(f'<table class="{kind}" aria-label="{caption}">{body}</table>')


def _row(name: str, cells: Iterable[str], before: str = "") -> str:
    return f'<tr>{before}<th scope="row">{text(name)}</th>{"".join(cells)}</tr>'


def _number(value: str, small: str = "") -> str:
    return f"<td>{value}{f' <small>{small}</small>' if small.strip('-') else ''}</td>"


def _standings(standings: Standings) -> str:
    head = ["Place", "Bot", '<span class="sr">not told apart</span>', RATING.title]
    head += ['<span class="sr">95 % interval</span>', "Mean rank", "Wins", "Games"]
    head += ["TrueSkill <small>mu ± sigma</small>", "<small>mu - 3 sigma</small>", "Faults"]
    rated = [line.rating for line in standings.lines if line.rating is not None]
    scale = interval_scale(rated) if rated else None
    rows = [_standings_row(number, line, standings, scale) for number, line in enumerate(standings.lines)]
    caption = f"Bots under one bar are not told apart by these games. Ratings: {text(standings.scale)}."
    return _table(caption, head, rows, "standings")


def _standings_row(number: int, line: BotLine, standings: Standings, scale: Scale | None) -> str:
    faults = sum(line.faults.values())
    cells = [
        _alike(number, standings),
        *_rating_cells(line, scale),
        _number(MEAN_RANK.text(line), MEAN_RANK.interval(line)),
        _number(wins_words(line), share(line.wins / line.games)),
        _number(GAMES.text(line)),
        _number(MU.text(line), f"± {SIGMA.text(line)}"),
        _number(CAUTIOUS.text(line)),
        f"<td{' class=bad' if faults else ''}>{FAULTS.text(line)}</td>",
    ]
    return _row(line.name, cells, before=f'<td class="rank">{PLACE.text(line)}</td>')


def _rating_cells(line: BotLine, scale: Scale | None) -> list[str]:
    if line.rating is None or scale is None:
        return [_number("-"), f'<td class="graph bound">{text(line.bound or "")}</td>']
    label = f"{line.name}: rating {interval_words(line.rating, RATING.form)}"
    bar = f'<td class="graph">{interval_bar(line.rating, scale, label)}</td>'
    return [_number(RATING.text(line), RATING.interval(line)), bar]


def _alike(number: int, standings: Standings) -> str:
    """A bar for each set of bots that are not told apart, drawn through the lines of the set."""
    bars = "".join(f"<i{' class=on' if number in alike else ''}></i>" for alike in standings.alike[:MOST_BARS])
    letters = text(standings.lines[number].letters)
    return f'<td class="alike" title="{letters}"><span class="sr">{letters}</span>{bars}</td>'


def _finishes(standings: Standings) -> str:
    places = [f"came {place}." for place in range(1, standings.seats + 1)]
    rows = [
        _row(line.name, [*(_number(share(part)) for part in line.finishes), _number(LOTTERY.text(line))])
        for line in standings.lines
    ]
    return _table("Share of a bot's games; ties share their places.", ["Bot", *places, LOTTERY.title], rows)


def _prediction(prediction: Prediction) -> str:
    rows = [
        _row(
            f"{b.low:.0%} to {b.high:.0%}",
            [_number(f"{b.predicted:.1%}"), _number(f"{b.actual:.1%}"), _number(count(b.meetings))],
        )
        for b in prediction.bins
    ]
    return _table("Predicted from the other deals.", PREDICTION_HEAD, rows) if rows else ""


def _leads(standings: Standings) -> str:
    names = [line.name for line in standings.lines]
    heads = ['<span class="sr">Bot</span>', *(text(name) for name in names)]
    rows = [_row(name, map(_lead_cell, row)) for name, row in zip(names, standings.leads, strict=True)]
    return _table("Rating of the row less that of the column; the intervals hold all at once.", heads, rows, "pairs")


def _lead_cell(cell: Estimate | None) -> str:
    if cell is None:
        return '<td class="none"></td>'
    reach = "" if cell.interval is None else f"<small>± {cell.interval[1] - cell.value:.0f}</small>"
    return f"<td>{cell.value:+.0f}{reach}</td>"


def _pairs(standings: Standings) -> str:
    names = [line.name for line in standings.lines]
    heads = ['<span class="sr">Bot</span>', *(text(name) for name in names)]
    rows = [
        _row(name, [_pair_cell(name, names[j], cell, len(names)) for j, cell in enumerate(row)])
        for name, row in zip(names, standings.pairs, strict=True)
    ]
    kind = "pairs dense" if len(names) >= WIDE_MATRIX else "pairs"
    return _table("Share of points of the row against the column: win 1, tie ½.", heads, rows, kind)


def _pair_cell(name: str, other: str, cell: Estimate | None, bots: int) -> str:
    if cell is None:
        return f'<td class="none">{"" if name == other else "-"}</td>'
    heat = min(abs(cell.value - 0.5) * 1.7, 0.85)
    title = text(f"{name} against {other}: {interval_words(cell, '{:.1%}')}")
    small = "" if bots >= WIDE_MATRIX or cell.interval is None else f"<small>{ranged(cell.interval, '{:.0%}')}</small>"
    side = "up" if cell.value >= 0.5 else "down"
    return f'<td class="{side}" style="--heat:{heat:.2f}" title="{title}">{share(cell.value)}{small}</td>'


def _seats(standings: Standings) -> str:
    fair, middle = 1 / standings.seats, (standings.seats + 1) / 2
    wins = interval_scale([seat.win_share for seat in standings.seat_lines], [fair])
    ranks = interval_scale([seat.mean_rank for seat in standings.seat_lines], [middle])
    rows = [
        _row(
            f"Seat {number}",
            [
                _number(f"{seat.win_share.value:.1%}", ranged(seat.win_share.interval, "{:.1%}")),
                _graph(seat.win_share, wins, f"Seat {number}, share of wins", "{:.1%}", fair),
                _number(f"{seat.mean_rank.value:.2f}", ranged(seat.mean_rank.interval, "{:.2f}")),
                _graph(seat.mean_rank, ranks, f"Seat {number}, mean rank", "{:.2f}", middle),
            ],
        )
        for number, seat in enumerate(standings.seat_lines)
    ]
    caption = f"The dashed line shows equal seats ({fair:.1%} of wins, mean rank {middle:g})."
    hidden = '<span class="sr">drawn</span>'
    return _table(caption, ["Seat", "Share of wins", hidden, "Mean rank", hidden], rows)


def _graph(estimate: Estimate, scale: Scale, what: str, form: str, mark: float) -> str:
    return f'<td class="graph">{interval_bar(estimate, scale, f"{what}: {interval_words(estimate, form)}", mark)}</td>'


def _faults(notes: Sequence[FaultNote], replay: Callable[[FaultNote], str]) -> str:
    if not notes:
        return "<p>No bot failed in any game.</p>"
    rows = [
        _row(note.name, [_number(text(note.kind)), _number(count(note.count)), _message(fault_words(note, replay))])
        for note in notes[:FAULTS_SHOWN]
    ]
    more = len(notes) - FAULTS_SHOWN
    rest = f"<p>And {several(more, 'more message')}.</p>" if more > 0 else ""
    caption = "When a bot fails, random moves take its place for the rest of that game, and it ranks last."
    return _table(caption, ["Bot", "Kind", "Times", "Message"], rows, "faults") + rest


def fault_words(note: FaultNote, replay: Callable[[FaultNote], str]) -> list[str]:
    """The message, the end of the bot's own words, and the command that shows where it came first."""
    message = note.message if len(note.message) <= LONGEST_MESSAGE else note.message[:LONGEST_MESSAGE] + " …"
    return [line for line in (message, *last_lines(note.detail), replay(note)) if line]


def _message(lines: Sequence[str]) -> str:
    joined = "\n".join(map(text, lines))
    return f'<td class="message">{joined}</td>'


def _timings(timings: Sequence[Timing]) -> str:
    rows = [
        _row(t.name, [_number(f"{t.mean_ms:,.3g}"), _number(f"{t.slow_ms:,.3g}"), _number(count(t.moves))])
        for t in timings
    ]
    caption = "Measured on the machines that played. These are the only figures here that another run would not repeat."
    return _table(caption, ["Bot", "ms per move", "in its slowest twentieth of games", "Moves"], rows)
