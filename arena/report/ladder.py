"""What the board of a ladder has beside that of a run: places that hold at any time, claims, versions, epochs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np

from arena.play.entrants import short_spec
from arena.rating.adjusted import Adjusted
from arena.rating.anytime import FALSE_CLAIMS, Claims
from arena.rating.ladder_standings import placed, sets_of_lines
from arena.rating.overall import Overall
from arena.rating.standings import Leaderboard, RatedPeriod, letters_of
from arena.report.about import About, Section
from arena.report.charts import HistoryLine, text, track_charts
from arena.report.leaderboard import escape, pipe_table
from arena.report.page import TableRow, number, table
from arena.report.wording import count, ranged
from arena.tournament.ladder import Ladder
from arena.tournament.ladder_store import Entry, Epoch

PLACES: Final = (
    "The places hold all at once, and at any time: with 95 % this ladder never shows a wrong place, however often you "
    "look and whenever you stop. A place goes from 1 plus the number of bots shown to be stronger to the number of all "
    "bots that play minus those shown to be weaker. To show that a bot is stronger than another, a bet on it must have "
    "grown, block after block, to more than luck makes of it in all ladders but a few. All such claims together share "
    f"{FALSE_CLAIMS:.0%} for errors. Bots that share a letter or a bar are not told apart. The intervals beside the "
    "ratings are for a single look. Every block has a deal of its own."
)
HISTORY: Final = (
    "Each point is a stretch of a bot's own blocks, with its 95 % interval. Opponents have the strength that all games "
    "of the ladder give them. So a bot that plays as before stays level, whomever it met."
)
HISTORY_HEAD: Final = ("Bot", "Blocks", "Rating", "95 %")
CLAIMS: Final = "Whether the row is shown to be stronger than the column, and in how many blocks the two met."
LUCK_HEAD: Final = ("Bot", "Wins", "95 %", "Adjusted", "95 %", "Luck per game")
VERSIONS: Final = "Every version that ever entered. Games of a disqualified bot stay in the record and do not count."
VERSIONS_HEAD: Final = ("Bot", "Author", "State", "Why", "Entered", "Spec", "Version", "Played")
EPOCHS: Final = (
    "All deals of an epoch follow from its secret. The hash is shown before the first game, the secret when the epoch "
    "is over and all its games are in."
)
EPOCHS_HEAD: Final = ("Epoch", "Blocks", "sha256 of the secret", "Secret")
History = Mapping[str, Sequence[RatedPeriod]]  # by bot


def on_ladder(ladder: Ladder, event: int, report: Leaderboard) -> Leaderboard:
    """The board of the bots that play now, with places that hold whenever one looks."""
    return replace(report, standings=placed(report.standings, ladder.claims(event)))


def overall_on_ladder(ladder: Ladder, found: Overall) -> Overall:
    """The same over several events."""
    claims = ladder.claims()
    places = dict(zip(claims.bots, claims.places(), strict=True))
    gone = [(line.name, f"is {ladder.find(line.name).state}") for line in found.lines if line.name not in places]
    order = sorted((line for line in found.lines if line.name in places),
                   key=lambda line: (places[line.name][0], -line.rating.value))  # fmt: skip
    alike = sets_of_lines(claims, [line.name for line in order])
    letters = letters_of(alike, len(order))
    lines = tuple(replace(line, place=places[line.name], letters=letters[at]) for at, line in enumerate(order))
    return replace(found, lines=lines, alike=alike, left_out=(*found.left_out, *gone))


def with_ladder(about: About, ladder: Ladder, event: int | None, history: History) -> About:
    """What the board of a ladder says beside that of a run; of all events if none is named."""
    claims = in_order(ladder.claims(event))
    luck = None if event is None else ladder.adjusted(event)
    sections = (
        *history_sections(history, claims.bots),
        claims_section(claims),
        *([] if luck is None else [luck_section(luck, claims.bots, ladder.config.luck)]),
        versions_section(ladder.entries()),
        epochs_section(ladder.epochs()),
    )
    over_time = {name: [asdict(period) for period in periods] for name, periods in history.items()}
    told = None if luck is None else {"value": ladder.config.luck, **asdict(luck)}
    proof = {**about.proof, "ladder": {**ladder_data(ladder, claims), "history": over_time, "adjusted": told}}
    facts = {**about.facts, "loss": ladder.config.loss}
    return replace(about, facts=facts, proof=proof, sections=sections, bots=(), places=PLACES)


def in_order(claims: Claims) -> Claims:
    """By place, then by name."""
    places = claims.places()
    order = sorted(range(len(claims.bots)), key=lambda bot: (places[bot], claims.bots[bot]))
    square = np.ix_(order, order)
    bots = tuple(claims.bots[bot] for bot in order)
    return Claims(bots, claims.least_score[square], claims.blocks[square], claims.shown[square])


def ladder_data(ladder: Ladder, claims: Claims) -> dict[str, Any]:
    """For leaderboard.json: nothing in it depends on the clock."""
    kept = ("bot", "name", "number", "author", "reference", "state", "reason", "entered_block", "since_block", "digest")
    return {
        "scheduler": ladder.config.scheduler,
        "loss": ladder.config.loss,
        "entries": [{"label": entry.label, **{key: asdict(entry)[key] for key in kept}} for entry in ladder.entries()],
        "claims": {
            "bots": claims.bots,
            "blocks": claims.blocks.tolist(),
            "least_score": claims.least_score.tolist(),
            "stronger": claims.shown.tolist(),
        },
    }


# ---- sections


def history_sections(history: History, playing: Sequence[str]) -> list[Section]:
    """Ratings over time, of the bots that play first; nothing if no bot has enough blocks."""
    left = sorted(set(history).difference(playing))
    names = [name for name in (*playing, *left) if history.get(name)]
    if not names:
        return []
    tracks = [HistoryLine(name, [((it.first_block + it.last_block) / 2, it.rating) for it in history[name]])
              for name in names]  # fmt: skip
    lines = [[escape(name), f"{it.first_block} to {it.last_block}", f"{it.rating.value:.0f}",
              ranged(it.rating.interval, "{:.0f}")] for name in names for it in history[name]]  # fmt: skip
    chart = f'<p class="caption">{text(HISTORY)}</p>{track_charts(tracks, "blocks of the ladder", "Rating")}'
    return [Section("Rating over time", chart, f"{HISTORY}\n\n{pipe_table(HISTORY_HEAD, lines)}")]


def claims_section(claims: Claims) -> Section:
    """Who is shown to be stronger than whom, and in how many blocks they met."""
    bots = range(len(claims.bots))
    heads = ['<span class="sr">Bot</span>', *map(text, claims.bots)]
    rows = [TableRow(claims.bots[row], [claim_cell(claims, row, column) for column in bots]) for row in bots]
    lines = [[escape(claims.bots[row]), *(claim_words(claims, row, column) for column in bots)] for row in bots]
    written = pipe_table(["", *map(escape, claims.bots)], lines)
    return Section("What the games have shown", table(CLAIMS, heads, rows, "pairs"), f"{CLAIMS}\n\n{written}")


def claim_cell(claims: Claims, row: int, column: int) -> str:
    if row == column:
        return '<td class="none"></td>'
    side = ' class="up" style="--heat:0.40"' if claims.shown[row, column] else ""
    return f"<td{side}><span>{claim_words(claims, row, column)}</span></td>"


def claim_words(claims: Claims, row: int, column: int) -> str:
    if row == column:
        return ""
    met = count(int(claims.blocks[row, column]))
    return f"stronger, {met}" if claims.shown[row, column] else met


def luck_section(found: Adjusted, playing: Sequence[str], value: str) -> Section:
    """Shares of wins as they are and without the luck; the bots that play first."""
    effect = f"{abs(found.removed):.0%} {'less' if found.removed >= 0 else 'more'} variance"
    words = (
        f"What deal and dice brought each seat was told by a value that was named before the first game ({value}). "
        f"Without that luck the shares of wins have {effect}. It is 0 on average, so neither "
        "share is biased. Ratings, places and claims come from the games as they were."
    )
    order = {name: at for at, name in enumerate(playing)}
    lines = sorted(found.lines, key=lambda line: (order.get(line.bot, len(order)), line.bot))
    cells = [[line.bot, f"{line.plain:.1%}", ranged(line.plain_interval, "{:.1%}"), f"{line.adjusted:.1%}",
              ranged(line.adjusted_interval, "{:.1%}"), f"{line.luck:+.3f}"] for line in lines]  # fmt: skip
    rows = [TableRow(name, [number(plain, low), number(adjusted, high), number(luck)])
            for name, plain, low, adjusted, high, luck in cells]  # fmt: skip
    shown = table(text(words), ("Bot", "Wins", "Adjusted", "Luck per game"), rows)
    written = pipe_table(LUCK_HEAD, [[escape(name), *figures] for name, *figures in cells])
    return Section("Luck taken out", shown, f"{escape(words)}\n\n{written}")


def versions_section(entries: Sequence[Entry]) -> Section:
    """All versions of all bots, those that play no more too, and why."""
    return words_section("Bots and versions", VERSIONS, VERSIONS_HEAD, [version_words(entry) for entry in entries])


def version_words(entry: Entry) -> list[str]:
    since = datetime.fromtimestamp(entry.entered, UTC).strftime("%Y-%m-%d %H:%M")
    spec = short_spec(entry.spec)
    return [entry.label, entry.author or "-", entry.state, entry.reason, since, spec, entry.version, entry.isolation]


def epochs_section(epochs: Sequence[Epoch]) -> Section:
    """The hashes of the secrets, and the secrets of the epochs that are over."""
    words = [[str(it.number), count(it.blocks), it.sha256, it.secret or "-"] for it in epochs]
    return words_section("Epochs", EPOCHS, EPOCHS_HEAD, words)


def words_section(title: str, caption: str, head: Sequence[str], lines: Sequence[Sequence[str]]) -> Section:
    rows = [TableRow(name, [f'<td class="words"><span>{text(cell)}</span></td>' for cell in cells])
            for name, *cells in lines]  # fmt: skip
    written = pipe_table(head, [list(map(escape, cells)) for cells in lines])
    return Section(title, table(caption, head, rows, "texts"), f"{caption}\n\n{written}")
