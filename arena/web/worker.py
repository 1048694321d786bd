"""The process that does the long work of the server: boards, replays, analyses. Started by arena.web.jobs.

It reads jobs from standard input and ends when that ends, so it does not outlive its server.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from arena.play.entrants import short_spec
from arena.play.records import PlayedGame
from arena.rating.standings import BotLine, Leaderboard, NoGames
from arena.report import page
from arena.report.about import About, GameLink
from arena.report.analysis import analyse
from arena.report.columns import FAULTS, GAMES, PLACE, RATING
from arena.report.leaderboard import rounded
from arena.report.overall import body as overall_body
from arena.report.publish import about_board, about_runs, examine_stores
from arena.report.replay import body, replay_data, stored_replay
from arena.report.wording import ranged
from arena.tournament.boards import Board
from arena.tournament.game_list import hidden_deals, records
from arena.tournament.runs import Run
from arena.tournament.store import Store
from arena.web import table_jobs
from arena.web.jobs import write_result

NICENESS = 10  # people who look at pages come first
ITERATIONS = 400  # of the search that judges a decision


@dataclass(frozen=True)
class AboutOnServer(About):
    """Games are listed by a page that takes its filters from the address."""

    def games_of(self, **wanted: str | int) -> str:
        return f"{self.games}?{urlencode(wanted)}" if wanted else self.games


def on_server(about: About, address: str, store: Store) -> AboutOnServer:
    """With links to pages of this server; games that may not be shown yet are not named."""
    hidden = frozenset(hidden_deals(store))
    known = {part.name: getattr(about, part.name) for part in fields(About)}
    link = about.game

    def linked(block: int, rotation: int) -> GameLink | None:
        found = link(block, rotation)
        if found is None or (hidden and deal_of(store, found.number) in hidden):
            return None
        return replace(found, href=f"{address}/games/{found.number}")

    return AboutOnServer(**{**known, "game": linked, "games": f"{address}/games"})


def deal_of(store: Store, number: int) -> tuple[int, int]:
    record = store.game(number).record
    return record.event, record.deal


def boards(path: str, address: str) -> dict[str, Any]:
    """All boards of a run or ladder, as HTML and as data."""
    with Store.open(Path(path)) as store:
        games = len(store)
        try:
            examined = examine_stores([store])
        except NoGames:
            return {"games": 0, "boards": [], "overall": None}
        about = on_server(about_runs([store]), address, store)
        together = None if examined.overall is None else overall_body(examined.overall, about, examined.links())
        shown = [shown_board(board, report, address) for board, report in examined.boards]
        return {"games": games, "boards": shown, "overall": together}


def shown_board(board: Board, report: Leaderboard, address: str) -> dict[str, Any]:
    report = replace(report, fault_notes=tuple(replace(note, detail="") for note in report.fault_notes))
    store, event = board.sources[0].store, board.sources[0].event
    about = on_server(about_board(board, (), report.history), address, store)
    return {
        "label": board.label,
        "folder": board.folder,
        "game": board.event.game,
        "players": board.event.players,
        "games": report.standings.games,
        "deals": report.standings.deals,
        "lines": [shown_line(line) for line in report.standings.lines],
        "notes": list(report.standings.notes),
        "timings": [asdict(timing) for timing in report.timings],
        "records": records(store, event),
        "body": page.body(report, about),
        "data": rounded({"run": about.run, "facts": about.facts, **short_specs(about.proof),
                         **asdict(report.standings)}),
    }  # fmt: skip


def short_specs(proof: dict[str, Any]) -> dict[str, Any]:
    """Without the paths of this machine."""
    if "bots" not in proof:
        return proof
    return {**proof, "bots": [{**bot, "spec": short_spec(bot["spec"])} for bot in proof["bots"]]}


def shown_line(line: BotLine) -> dict[str, Any]:
    """A bot on a short board."""
    return {
        "place": PLACE.text(line),
        "name": line.name,
        "rating": RATING.text(line),
        "interval": ranged(line.rating.interval if line.rating else None, "{:.0f}"),
        "low": line.rating.interval[0] if line.rating and line.rating.interval else None,
        "high": line.rating.interval[1] if line.rating and line.rating.interval else None,
        "value": line.rating.value if line.rating else None,
        "games": GAMES.text(line),
        "wins": f"{line.wins / line.games:.0%}",
        "faults": FAULTS.text(line),
    }


def replay(path: str, number: int, analysed: bool) -> dict[str, Any]:
    """The body of the page that plays a game back."""
    with Run(Store.open(Path(path))) as run:
        judged = None
        if analysed:
            played = run.game(number)
            judged = analyse(run.load_game(played.record.event), played, ITERATIONS)
        shown = stored_replay(run, number, judged)
        bots = [replace(bot, spec=short_spec(bot.spec)) for bot in shown.bots]  # a path is nobody's business
        data = replay_data(replace(shown, played=without_logs(shown.played), bots=bots))
        return {"body": body(data), "analysis": judged and judged.to_dict()}


def without_logs(played: PlayedGame) -> PlayedGame:
    """What a bot wrote before it failed is for its author."""
    faults = tuple(replace(fault, detail="") for fault in played.record.faults)
    return replace(played, record=replace(played.record, faults=faults))


TASKS: dict[str, Callable[..., dict[str, Any]]] = {
    "boards": boards, "replay": replay, "bots": table_jobs.bots, "hint": table_jobs.hint,
    "table_replay": table_jobs.table_replay,
}  # fmt: skip


def main() -> None:
    os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    sys.stdout = sys.stderr  # what a library prints must not look like an answer
    for line in sys.stdin:
        asked = json.loads(line)
        problem = ""
        try:
            write_result(Path(asked["path"]), TASKS[asked["task"]](**asked["arguments"]))
        except Exception as error:
            traceback.print_exc()
            problem = f"{type(error).__name__}: {error}"
        answers.write(json.dumps({"problem": problem}) + "\n")


if __name__ == "__main__":
    main()
