"""The page that lists the games behind the figures. Every figure of a board leads to its games there.

Its address says which games to show: games.html#bot=greedy&place=1. A script of its own, templates/games.js, picks them
from the data in the page. Nothing is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from arena.rating.listed_games import ListedGames
from arena.report.about import About, GameLink
from arena.report.charts import text
from arena.report.documents import document, fill, template_file
from arena.report.wording import count, plain, several


def render(listed: ListedGames, about: About, back: str = "leaderboard.html") -> str:
    """The page; `back` is the page that it belongs to."""
    return document(f"Games: {about.run}", body(listed, about, back), template_file("games.js"))


def body(listed: ListedGames, about: About, back: str) -> str:
    """The list without the page around it and without the script that fills it."""
    links = [about.game(block, rotation) for block, rotation in listed.place.tolist()]
    known = [link for link in links if link is not None]
    seats = listed.lineup.shape[1]
    heads = ["Game", *(f"Seat {seat}" for seat in range(seats)), "Decisions", "To see it"]
    return fill(
        "games.html",
        run=text(about.run),
        facts=f"<span><b>{several(listed.of, 'game')}</b></span>",
        back=text(back),
        back_words=f"Back to the {'board' if back == 'leaderboard.html' else 'comparison'}",
        listed=text(listed_words(listed, known)),
        fields=_fields(listed),
        heads="".join(f'<th scope="col">{head}</th>' for head in heads),
        data=embedded(list_data(listed, known)),
    )


def listed_words(listed: ListedGames, links: Sequence[GameLink]) -> str:
    """What is on the list, what is not, and how to get at the rest."""
    how = "A bot's rank stands before its name. The command at the end of a row shows the game."
    if listed.complete:
        return f"All {count(listed.of)} games are here. {how}" if listed.of > 1 else f"The only game is here. {how}"
    runs = " and ".join(f"arena export {run} --to csv" for run in dict.fromkeys(link.run for link in links))
    return (
        f"{count(len(listed.decisions))} of {count(listed.of)} games are listed: a sample drawn by chance, and beside "
        f"it games with faults and at least one game for each pair, place and length. {how} All games: {runs}"
    )


def list_data(listed: ListedGames, links: Sequence[GameLink]) -> dict[str, Any]:
    """What the script reads. Where a game is in the list is its number in `run`, `pages` and `faults`."""
    runs = list(dict.fromkeys(link.run for link in links))
    rows = zip(links, listed.decisions.tolist(), listed.lineup.tolist(), listed.ranks.tolist(), strict=True)
    return {
        "seats": int(listed.lineup.shape[1]),
        "bots": [plain(name) for name in listed.bots],
        "commands": [GameLink(run, 0).command.removesuffix(" 0") for run in runs],
        "games": [[link.number, decisions, *lineup, *ranks] for link, decisions, lineup, ranks in rows],
        "run": [runs.index(link.run) for link in links] if len(runs) > 1 else [],
        "pages": {at: link.href for at, link in enumerate(links) if link.href is not None},
        "faults": {row: {fault.seat: fault.kind for fault in faults} for row, faults in listed.faults.items()},
    }


def embedded(data: dict[str, Any]) -> str:
    """JSON that no tag can end."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _fields(listed: ListedGames) -> str:
    bots = sorted(plain(name) for name in listed.bots)
    seats = range(listed.lineup.shape[1])
    kinds = sorted({fault.kind for faults in listed.faults.values() for fault in faults})
    parts = [_select("bot", "Bot", bots), _select("against", "Against", bots), _select("seat", "Seat", map(str, seats)),
             _select("place", "Came", (str(seat + 1) for seat in seats))]  # fmt: skip
    if kinds:
        parts.append(_select("fault", "Fault", ["any", *kinds], otherwise="with or without"))
    numbers = {"least": "Decisions from", "most": "to", "game": "Game"}
    parts += [f'<label>{words} <input type="number" min="0" name="{name}"></label>' for name, words in numbers.items()]
    return "".join(parts)


def _select(name: str, words: str, values: Iterable[str], otherwise: str = "any") -> str:
    options = "".join(f'<option value="{text(value)}">{text(value)}</option>' for value in values)
    return f'<label>{words} <select name="{name}"><option value="">{otherwise}</option>{options}</select></label>'
