"""How far a run is: one live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.live import Live
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from arena.tournament.tally import Tally

PLAIN_SECONDS = 10.0
LIVE_SECONDS = 0.25
TOP = 5


def progress_bar() -> Bar:
    """On a terminal; elsewhere nothing."""
    console = Console(stderr=True)
    return Bar(console=console, transient=True, disable=not console.is_terminal)


@dataclass(slots=True)
class RankTotal:
    """Of one bot: its games, and the sum of its ranks in them."""

    games: int = 0
    ranks: int = 0

    @property
    def mean_rank(self) -> float:
        return self.ranks / self.games if self.games else float("inf")


@dataclass(slots=True)
class MeanRanks:
    """Who is ahead so far, by mean rank."""

    totals: defaultdict[str, RankTotal] = field(default_factory=lambda: defaultdict(RankTotal))

    def add(self, name: str, games: int, ranks: int) -> None:
        self.totals[name].games += games
        self.totals[name].ranks += ranks

    def top(self) -> list[tuple[str, RankTotal]]:
        return sorted(self.totals.items(), key=lambda entry: (entry[1].mean_rank, entry[0]))[:TOP]


class Progress:
    """Shows a run while it is under way; a ladder has no total."""

    def __init__(self, total: int | None, done: int, totals: Mapping[str, tuple[int, int]], console: Console) -> None:
        self._total, self._done, self._start = total, done, done
        self._faults = 0
        self._mean_ranks = MeanRanks()
        self._add_totals(totals)
        self._console = console
        self._began = self._shown = time.monotonic()
        self._live = Live(console=console, auto_refresh=False, transient=True) if console.is_terminal else None

    def __enter__(self) -> Progress:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def add(self, tally: Tally) -> None:
        """Counts these games in, and shows them if it is time to."""
        self._done += tally.games
        self._faults += tally.faults
        self._add_totals(tally.totals)
        every = LIVE_SECONDS if self._live else PLAIN_SECONDS
        if time.monotonic() - self._shown >= every:
            self._shown = time.monotonic()
            self._show()

    def _add_totals(self, totals: Mapping[str, tuple[int, int]]) -> None:
        for name, (games, ranks) in totals.items():
            self._mean_ranks.add(name, games, ranks)

    def _show(self) -> None:
        if self._live:
            self._live.update(self._picture(), refresh=True)
        else:
            ahead = ", ".join(f"{name} {total.mean_rank:.2f}" for name, total in self._mean_ranks.top())
            self._console.print(f"{self.line()}; mean rank: {ahead}", highlight=False, soft_wrap=True)

    def _picture(self) -> Table:
        picture = Table.grid(padding=(0, 2))
        picture.add_row(Text(self.line(), style="bold"))
        for place, (name, total) in enumerate(self._mean_ranks.top(), start=1):
            picture.add_row(Text(f"{place}. {name}  mean rank {total.mean_rank:.3f}, games {total.games:,}"))
        return picture

    def line(self) -> str:
        """12,000 of 40,000 games, 310 games/s, 0:01:30 left."""
        seconds = max(time.monotonic() - self._began, 1e-9)
        rate = (self._done - self._start) / seconds
        faults = f", faults: {self._faults:,}" if self._faults else ""
        if self._total is None:
            return f"{self._done:,} games, {rate:,.4g} games/s{faults}"
        left = f", {clock((self._total - self._done) / rate)} left" if rate > 0 else ""
        return f"{self._done:,} of {self._total:,} games, {rate:,.4g} games/s{left}{faults}"


def clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
