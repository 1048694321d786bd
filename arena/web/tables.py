"""Games that people play against bots on the server.

Each is a file in HOME/tables/OWNER, as `arena play` saves it, with what the server needs besides. So a game is there
again after the tab was closed or the server was started anew, and nobody but its owner finds it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

import core
from arena.play.seeds import drawn_seed
from arena.play.session import Opening, last_choice, opened, read, saved_game, write
from arena.report.replay import seen_words
from arena.web.home import NotThere
from core import Game, State
from core.errors import ArenaError

ID = re.compile(r"[A-Za-z0-9_-]{16,40}")
MOST_OF_ONE = 20  # games that one person may have
MOST_IN_ALL = 5_000
KEPT_SECONDS = 90 * 24 * 3600  # a game untouched for so long goes: its owner's cookie is gone too
LEAST_SECONDS = 24 * 3600  # it stays so long, however many games are begun
MOVES_TOLD = 30
WRITING = Lock()  # a game is read and changed in one go; requests run in threads

# Who may be played against. The names are for people; the search's iterations bound what a move costs the server.
OPPONENTS = {
    "random": "random: plays anything",
    "greedy": "greedy: what looks best at once",
    "mcts:iterations=200": "quick search: 200 tries a move",
    "mcts:iterations=1000": "search: 1,000 tries a move",
    "mcts:iterations=5000": "strong search: 5,000 tries a move",
}


class NoTable(ArenaError):
    """A game that cannot be begun; the message is for the person."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game of a person, as its file has it."""

    path: Path
    opening: Opening
    actions: list[int]
    undo: bool  # whether moves may be taken back

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def address(self) -> str:
        return f"/play/{self.id}"

    def state(self) -> State:
        return self.opening.game.replay(self.opening.seed, self.actions)

    def saved(self) -> dict[str, Any]:
        return saved_game(self.opening, self.actions) | {"undo": self.undo}

    def changed(self, actions: Sequence[int]) -> Table:
        """The same game with these moves, written down, unless another request was quicker."""
        following = replace(self, actions=list(actions))
        with WRITING:
            if read_table(self.path).actions != self.actions:
                raise NoTable("The game has gone on in another tab.")
            write(self.path, following.saved())
        return following

    def chosen(self, action: int, decision: int) -> Table:
        """After the person's move, if it is one and the page it was made on is not an old one."""
        state = self.state()
        if decision != len(self.actions) or state.to_move != self.opening.seat or action not in state.legal():
            raise NoTable("That move is not possible now. The game may have gone on in another tab.")
        return self.changed([*self.actions, action])

    def taken_back(self) -> Table:
        """To before the person's last decision that left a choice."""
        last = last_choice(self.opening, self.actions) if self.undo else None
        if last is None:
            raise NoTable("There is nothing to take back.")
        return self.changed(self.actions[:last])


class Tables:
    """All games in a home folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, owner: str, opening: Opening, undo: bool) -> Table:
        self._clear()
        if len(list(self._files(owner))) >= MOST_OF_ONE:
            raise NoTable(f"You have {MOST_OF_ONE} games already. Leave one of them first.")
        if not self._room():
            raise NoTable("All tables are taken. Come back later.")
        place = self._folder / owner
        place.mkdir(parents=True, exist_ok=True)
        table = Table(place / f"{secrets.token_urlsafe(16)}.json", opening, [], undo)
        write(table.path, table.saved())
        return table

    def find(self, owner: str, id: str) -> Table:
        path = self._folder / owner / f"{id}.json"
        if not ID.fullmatch(id):
            raise NotThere("There is no such game.")
        return read_table(path)

    def of(self, owner: str) -> list[Table]:
        """Everything this person plays, the newest first. A file that cannot be read is passed over."""
        found = []
        for path in sorted(self._files(owner), key=lambda it: it.stat().st_mtime, reverse=True):
            with suppress(ArenaError):
                found.append(read_table(path))
        return found

    def leave(self, owner: str, id: str) -> None:
        if ID.fullmatch(id):
            (self._folder / owner / f"{id}.json").unlink(missing_ok=True)

    def _files(self, owner: str) -> list[Path]:
        return list((self._folder / owner).glob("[!.]*.json"))

    def _room(self) -> bool:
        """Makes room if all tables are taken: the game untouched for longest goes, if that is for a day at least."""
        paths = list(self._folder.glob("*/*.json"))
        if len(paths) < MOST_IN_ALL:
            return True
        oldest = min(paths, key=lambda path: path.stat().st_mtime)
        if time() - oldest.stat().st_mtime < LEAST_SECONDS:
            return False
        oldest.unlink(missing_ok=True)
        return True

    def _clear(self) -> None:
        """Takes away games that nobody has touched for long."""
        for path in self._folder.glob("*/*.json"):
            with suppress(OSError):
                if time() - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink()


def read_table(path: Path) -> Table:
    if not path.is_file():
        raise NotThere("There is no such game, or it belongs to another browser.")
    saved = read(path)
    opening, actions = opened(path, saved)
    return Table(path, opening, actions, saved.get("undo") is True)


def new_opening(game: str, bots: Sequence[str], seat: int | None) -> Opening:
    """What the form asks for; `seat` None is drawn."""
    if game not in core.games():
        raise NoTable("Choose a game.")
    if any(bot not in OPPONENTS for bot in bots):
        raise NoTable("Choose the other players from the list.")
    low, high = core.game_class(game).SEATS
    if not low <= len(bots) + 1 <= high:
        others = f"{low - 1}" if low == high else f"{low - 1} to {high - 1}"
        raise NoTable(f"{game} is played against {others} others, not against {len(bots)}.")
    if seat is not None and not 0 <= seat <= len(bots):
        raise NoTable(f"With {len(bots) + 1} players there are seats 0 to {len(bots)}.")
    drawn = secrets.randbelow(len(bots) + 1) if seat is None else seat
    return Opening(core.load(game, players=len(bots) + 1), tuple(bots), drawn, drawn_seed())


# ---- what the person sees


def shown(game: Game, seed: int, seat: int, actions: Sequence[int], lineup: Sequence[str]) -> dict[str, Any]:
    """Everything a page tells of a game, from what the seat may know alone."""
    state, told = game.new(seed), []
    for number, action in enumerate(actions):
        if number >= len(actions) - MOVES_TOLD:
            told.append(move_told(state, action, seat, lineup))
        state.apply(action)
    view, mover = state.view(seat), state.to_move
    return {
        "picture": view.picture(),
        "board": str(view),
        "mover": mover,
        "mine": mover == seat,
        "over": state.is_over,
        "moves": [move_offered(view, action) for action in view.legal()] if mover == seat else [],
        "told": told[::-1],
        "decision": len(actions),
        "ranks": state.ranks() if state.is_over else [],
        "scores": [f"{score:g}" for score in state.scores()] if state.is_over else [],
    }


def move_told(state: State, action: int, seat: int, lineup: Sequence[str]) -> dict[str, Any]:
    mover = state.to_move
    assert mover is not None
    return {"seat": mover, "name": lineup[mover], "words": seen_words(state, action, seat)}


def move_offered(view: core.View, action: int) -> dict[str, Any]:
    return {"action": action, "words": view.name(action), "targets": view.action(action).get("targets", [])}
