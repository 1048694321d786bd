"""Timing helpers and the one way results are printed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float = 0.6, rounds: int = 3) -> float:
    """Units per second of processor time: the best of a few rounds, since on a shared machine noise only slows down."""
    best = 0.0
    for _ in range(rounds):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        best = max(best, done / spent)
    return best


def share_of(work: Callable[[], int], yardstick: Callable[[], int], seconds: float = 0.15, rounds: int = 9) -> float:
    """How many of its units `work` makes for each of the yardstick's: the median of pairs measured right after each
    other, since a shared machine has slow moments that would otherwise fall on one of the two."""
    pairs = [(rate(work, seconds, 1), rate(yardstick, seconds, 1)) for _ in range(rounds)]
    return statistics.median(ours / theirs for ours, theirs in pairs)


def show(what: str, value: str, wanted: str = "", holds: bool | None = None) -> None:
    """One line of the report, with the target and whether it holds."""
    verdict = "" if holds is None else ("  ok" if holds else "  MISSED")
    print(f"  {what:<58} {value:>22}  {wanted:<24}{verdict}", flush=True)


def title(text: str) -> None:
    print(f"\n{text}", flush=True)


def human(number: float) -> str:
    for bound, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= bound:
            return f"{number / bound:.2f} {unit}"
    return f"{number:.3g}"
