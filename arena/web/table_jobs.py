"""What the worker does for people who play: bots' moves, hints, the replay of a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bots as players
from arena.play.session import Session, opened
from arena.process.limits import Limits
from arena.report.analysis import NoRivals, analyse
from arena.report.replay import body, person_replay, replay_data
from bots import Clock
from core import View

LIMITS = Limits(seconds=60)
HINT = "mcts:iterations=2000"
HINTS = 5
ITERATIONS = 400  # of the search that judges a decision
HERE = Path("the game")  # what messages call it; they are for the log


def bots(saved: dict[str, Any]) -> dict[str, Any]:
    """The moves until the person has a choice. A move without a choice is made for the person."""
    opening, actions = opened(HERE, saved)
    with Session(opening, LIMITS, actions) as session:
        while not session.state.is_over:
            for _ in session.advance():
                pass
            if session.state.is_over or len(session.state.legal()) > 1:
                break
            session.choose(session.state.legal()[0])
        return {"actions": session.table.actions[len(actions) :]}


def hint(saved: dict[str, Any]) -> dict[str, Any]:
    """What a search would play, from what the seat knows."""
    opening, actions = opened(HERE, saved)
    rows = considered(opening.game.replay(opening.seed, actions).view(opening.seat))
    return {"rows": [{"action": row["action"], "words": row["name"], "share": row["share"]} for row in rows]}


def considered(view: View) -> list[dict[str, Any]]:
    """The moves that were tried most, with how often."""
    bot = players.make(HINT)
    bot.start(view.game, view.seat, 0)
    bot.choose(view, Clock())
    rows = bot.explain()
    tried = sum(row["visits"] for row in rows) or 1
    return [row | {"share": row["visits"] / tried} for row in rows[:HINTS]]


def table_replay(saved: dict[str, Any], analysed: bool) -> dict[str, Any]:
    """The body of the page that plays a finished game back."""
    opening, actions = opened(HERE, saved)
    with Session(opening, LIMITS, actions) as session:
        result = session.result()
    judged = None
    if analysed:
        try:
            judged = analyse(opening.game, result, ITERATIONS)
        except NoRivals:
            return {"problem": "A game alone has no rivals to win against."}
    data = replay_data(person_replay(opening, result, judged))
    return {"body": body(data), "actions": list(result.actions), "analysis": judged and judged.to_dict()}
