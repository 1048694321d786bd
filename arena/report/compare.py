"""A comparison as one HTML page: the verdict, and the path of the likelihood ratios from deal to deal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.rating.sprt import interval
from arena.report.charts import NARROW, WIDE, Frame, ratio_chart, text
from arena.report.documents import document, fill
from arena.report.leaderboard import write_files
from arena.report.wording import several
from arena.tournament.compare import Comparison

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


def write_page(found: Comparison, name: str, command: str, folder: Path) -> Path:
    """The page, in the folder of the run's leaderboard."""
    drawn = "".join(_drawn(found, frame) for frame in (WIDE, NARROW)) if found.path else "No deal is finished yet."
    written = fill(
        "compare.html",
        run=text(name),
        verdict=text(verdict(found)),
        standing=text(standing(found)) if found.path else "",
        games=several(found.games, "game"),
        faults="".join(f"<span>faults of {text(bot)} <b>{faults}</b></span>"
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
    return write_files(folder, {"compare.html": document(name, written)})[0]


def _drawn(found: Comparison, frame: Frame) -> str:
    bounds = (found.test.enough_for_s1, found.test.enough_for_s0)
    return ratio_chart(thinned(found.path), len(found.path), bounds, frame)


def thinned(path: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """Deal and ratios at evenly spaced deals, the start and the end among them."""
    whole = [(0, 0.0, 0.0), *((deal, *ratios) for deal, ratios in enumerate(path, start=1))]
    step = max(1, len(whole) // MOST_POINTS)
    return whole[::step] + ([whole[-1]] if (len(whole) - 1) % step else [])
