"""The leaderboard as one self-contained HTML page: no scripts, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from string import Template

from arena.rating.plackett_luce import MIN_DEALS
from arena.rating.standings import BotLine, Estimate, FaultNote, Orders, Report, Standings, Timing
from arena.report.charts import Scale, curve_chart, interval_bar, interval_scale, interval_words, length_chart, text
from arena.report.wording import count, ranged, several, share

MOST_FAULTS = 50
WIDE_MATRIX = 12  # from so many bots on a cell shows only its value


def render(report: Report, run: str, facts: Mapping[str, str]) -> str:
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
        seat_effect=_seats(standings),
        length=_scroll(length_chart(standings.lengths)),
        length_words=text(length_sentence(standings)),
        faults=_faults(report.fault_notes),
        timings=_timings(report.timings),
        reading="".join(f"<p>{text(paragraph)}</p>" for paragraph in how_to_read(standings)),
    )


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
    head = ["Rank", "Bot", "Rating", '<span class="sr">95 % interval</span>', "Mean rank", "Wins", "Games"]
    head += ["TrueSkill <small>mu ± sigma</small>", "<small>mu - 3 sigma</small>", "Faults"]
    scale = interval_scale([line.rating for line in standings.lines])
    rows = [_standings_row(line, scale) for line in standings.lines]
    return _table("Strongest first; bots that share a rank are not told apart by these games.", head, rows, "standings")


def _standings_row(line: BotLine, scale: Scale) -> str:
    label = f"{line.name}: rating {interval_words(line.rating, '{:.0f}')}"
    faults = sum(line.faults.values())
    cells = [
        _number(f"{line.rating.value:.0f}", ranged(line.rating.interval, "{:.0f}")),
        f'<td class="graph">{interval_bar(line.rating, scale, label)}</td>',
        _number(f"{line.mean_rank.value:.2f}", ranged(line.mean_rank.interval, "{:.2f}")),
        _number(f"{line.wins:,.1f}".removesuffix(".0"), share(line.wins / line.games)),
        _number(count(line.games)),
        _number(f"{line.skill.mu:.2f}", f"± {line.skill.sigma:.2f}"),
        _number(f"{line.skill.exposed:.2f}"),
        f"<td{' class=bad' if faults else ''}>{count(faults)}</td>",
    ]
    return _row(line.name, cells, before=f'<td class="rank">{line.rank}</td>')


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
        for number, seat in enumerate(standings.seat_lines, 1)
    ]
    caption = f"Dashed: what every seat would have if seats did not matter ({fair:.1%} of wins, mean rank {middle:g})."
    hidden = '<span class="sr">drawn</span>'
    return _table(caption, ["Seat", "Share of wins", hidden, "Mean rank", hidden], rows)


def _graph(estimate: Estimate, scale: Scale, what: str, form: str, mark: float) -> str:
    return f'<td class="graph">{interval_bar(estimate, scale, f"{what}: {interval_words(estimate, form)}", mark)}</td>'


def length_sentence(standings: Standings) -> str:
    low, middle, high = standings.lengths.quartiles
    return (
        f"A game has {middle:g} decisions in the median, half of all games between {low:g} and {high:g}; "
        f"the shortest {count(standings.lengths.least)}, the longest {count(standings.lengths.most)}."
    )


def _faults(notes: Sequence[FaultNote]) -> str:
    if not notes:
        return "<p>No bot failed in any game.</p>"
    rows = [
        _row(note.name, [_number(text(note.kind)), _number(count(note.count)), _message(note.message)])
        for note in notes[:MOST_FAULTS]
    ]
    more = len(notes) - MOST_FAULTS
    rest = f"<p>And {count(more)} more messages.</p>" if more > 0 else ""
    caption = "A bot that fails is replaced by random moves for the rest of that game and ranks last in it."
    return _table(caption, ["Bot", "Kind", "Times", "Message"], rows, "faults") + rest


def _message(message: str, most: int = 300) -> str:
    return f'<td class="message">{text(message if len(message) <= most else message[:most] + " …")}</td>'


def _timings(timings: Sequence[Timing]) -> str:
    rows = [
        _row(t.name, [_number(f"{t.mean_ms:,.3g}"), _number(f"{t.slow_ms:,.3g}"), _number(count(t.moves))])
        for t in timings
    ]
    caption = "Measured on the machines that played; the only figures here that another run would not repeat."
    return _table(caption, ["Bot", "ms per move", "in its slowest twentieth of games", "Moves"], rows)


def how_to_read(standings: Standings) -> list[str]:
    """The method in plain words, with this run's figures; no markup."""
    return [
        "The deal is what counts. Every deal is played from every seating in turn, so that the luck of the deal and of "
        "the seat falls on everyone alike. Games of one deal are not independent; all intervals here come from "
        f"drawing whole deals again and again ({count(standings.replicates)} times) and looking how far each figure "
        f"moves. With fewer than {MIN_DEALS} deals behind a figure no interval is given.",
        "Rating is the Plackett-Luce maximum likelihood strength on the Elo scale, the average bot at 1500: a bot 400 "
        "points above another finishes ahead of it 10 times out of 11, 200 points above 3 times out of 4. No order of "
        "the games can change it. Ties count as half. Every bot is also given half a win and half a loss for "
        "each seat against an average bot, so that a bot that never lost has a finite rating.",
        "A bot's rank is 1 plus the number of bots shown to be stronger: those whose lead over it has a 95 % interval "
        "entirely above zero. The interval of the difference decides, not whether two bars overlap. Of many pairs of "
        "equally strong bots, one in twenty will still be told apart by chance.",
        "TrueSkill (mu, the estimated skill, and sigma, its uncertainty) enters the games one after the other, in the "
        "order of the schedule, with skills that do not drift (tau 0) and a draw probability of "
        f"{standings.draw_probability:.3f}, taken from the games. {order_sentence(standings.orders, standings.games)} "
        "mu - 3 sigma is a cautious skill.",
        "Mean rank puts tied bots in the middle of the places they share. Wins: a shared first place counts its share.",
    ]


def order_sentence(orders: Orders, games: int) -> str:
    """How far TrueSkill moves when the same games are put in another order."""
    if not orders.orders:
        return "With one deal there is no other order of the deals to compare."
    some = f"{count(orders.games)} of the games, from evenly spaced deals,"
    others = f"in {orders.swapped} of them" if orders.swapped else "in none of them"
    return (
        f"When {'the same games' if orders.games == games else some} are entered in {orders.orders} other orders of "
        f"the deals, no mu moves by more than {orders.largest_shift:.2f} against the mean of all bots (the sigma of "
        f"the one that moves most is {orders.sigma:.2f}), and {others} would mu list the bots in another order."
    )
