"""Prints the leaderboard of a run as SVG: python docs/images/leaderboard.py RUN > docs/images/leaderboard.svg

It is the table that `arena leaderboard RUN` prints on a terminal. README.md shows it.
"""

from __future__ import annotations

import io
import re
import sys

from rich.console import Console

from arena.rating.standings import examine
from arena.report.leaderboard import print_standings
from arena.tournament.run import find_run
from arena.tournament.store import Store


def picture(run: str) -> str:
    with Store.open(find_run(run)) as store:
        standings = examine(store.records()).standings
    console = Console(record=True, width=80, file=io.StringIO())
    print_standings(standings, console)
    drawn = console.export_svg(title=f"arena leaderboard {run}")
    return re.sub(r"\s*@font-face \{.*?\}\n", "\n", drawn, flags=re.DOTALL)  # the fonts would come from the network


if __name__ == "__main__":
    print(picture(sys.argv[1]))
