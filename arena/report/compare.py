"""A comparison as one HTML page: the verdict, and the path of the likelihood ratios from deal to deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.rating.listed_games import list_games
from arena.rating.sprt import interval
from arena.report import games_page
from arena.report.about import GAMES_PAGE, About
from arena.report.charts import NARROW, WIDE, ChartSize, link_to, ratio_chart, text
from arena.report.documents import document, fill
from arena.report.leaderboard import write_files
from arena.report.publish import about_board
from arena.report.wording import count, several
from arena.tournament.boards import find_boards
from arena.tournament.compare import Comparison
from arena.tournament.store import Store

PAGE = "compare.html"
MOST_POINTS = 400  # of a line in the drawing


def verdict(found: Comparison, *, stopped: bool = False) -> str:
    """What the test says, in words."""
    a, b = found.names
    hypotheses = found.test.hypotheses
    if found.accepted == "s1":
        return f"{a} is stronger than {b}: s1 = {hypotheses.s1:g} is accepted"
    if found.accepted == "s0":
        return f"{a} is not stronger than {b} by so much: s0 = {hypotheses.s0:g} is accepted"
    return f"undecided: {'stopped before the test decided' if stopped else 'there were not enough deals'}"


def standing(found: Comparison) -> str:
    """Score and ratios so far."""
    test = found.test
    low, high = interval(test.scores)
    return (
        f"{several(test.scores.count, 'deal')}: score of {found.names[0]} {test.scores.mean:.4f}, "
        f"95 % interval {low:.4f} to {high:.4f}; log of the likelihood ratio for s1 {test.for_s1:.2f} of "
        f"{test.enough_for_s1:.2f}, for s0 {test.for_s0:.2f} of {test.enough_for_s0:.2f}"
    )


def write_page(found: Comparison, store: Store, command: str, folder: Path) -> Path:
    """The page and the list of its games, in the folder of the run's leaderboard."""
    name, board = store.config.name, find_boards([store])[0]
    about = replace(about_board(board), games=GAMES_PAGE if len(store) else "")
    listed = {GAMES_PAGE: games_page.render(list_games(board.results()), about, PAGE)} if about.games else {}
    written = body(found, about, command, len(store) - found.games)
    return write_files(folder, {PAGE: document(name, written), **listed})[0]


def body(found: Comparison, about: About, command: str, late: int) -> str:
    """The page without what is around it; `late` games of the store do not count, as they were not needed."""
    drawn = "".join(_drawn(found, frame) for frame in (WIDE, NARROW)) if found.path else "No deal is finished yet."
    return fill(
        "compare.html",
        run=text(about.run),
        verdict=text(verdict(found)),
        standing=text(standing(found)) if found.path else "",
        games=link_to(about.games_of(), several(found.games, "game")),
        late=f"<span>{several(late, 'game')} more in deals that the test did not need</span>" if late else "",
        faults="".join(f"<span>faults of {text(bot)} <b>{_faults(bot, faults, about)}</b></span>"
                       for bot, faults in zip(found.names, found.faults, strict=True)),
        a=text(found.names[0]),
        b=text(found.names[1]),
        s0=f"{found.test.hypotheses.s0:g}",
        s1=f"{found.test.hypotheses.s1:g}",
        alpha=f"{found.test.hypotheses.alpha:.0%}",
        beta=f"{found.test.hypotheses.beta:.0%}",
        chart=drawn,
        command=text(command),
    )  # fmt: skip


def _faults(bot: str, faults: int, about: About) -> str:
    return link_to(about.games_of(bot=bot, fault="any") if faults else "", count(faults))


def _drawn(found: Comparison, frame: ChartSize) -> str:
    bounds = (found.test.enough_for_s1, found.test.enough_for_s0)
    return ratio_chart(thinned(found.path), len(found.path), bounds, frame)


def thinned(path: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """Deal and ratios at evenly spaced deals, the start and the end among them."""
    whole = [(0, 0.0, 0.0), *((deal, *ratios) for deal, ratios in enumerate(path, start=1))]
    step = max(1, len(whole) // MOST_POINTS)
    return whole[::step] + ([whole[-1]] if (len(whole) - 1) % step else [])
