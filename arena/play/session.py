"""A person at the table: a game against bots that waits for the person's moves, and can be taken back and saved.

Nothing here prints. What it tells of other seats is what the person's seat may know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import core
from arena.play.match import GameInPlay, Seat, StandIn, decide, played, start
from arena.play.players import Player, make_player
from arena.play.records import PlayedGame, Seating, final_ranks
from arena.play.seeds import derive
from arena.process.limits import Limits
from core import Game, State, View
from core.errors import ArenaError
from core.files import read_file

PERSON = "you"
FORMAT = 1  # of saved games
LARGEST_SAVE = 4_000_000  # bytes


class BadSave(ArenaError):
    """A saved game that cannot be carried on; the message names the file."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a game is played with: everything but the moves."""

    game: Game
    bots: tuple[str, ...]  # specs of the other seats, in order
    seat: int  # the person's
    seed: int  # of the deal

    @property
    def lineup(self) -> tuple[str, ...]:
        names = [numbered(spec, self.bots, number) for number, spec in enumerate(self.bots)]
        return (*names[: self.seat], PERSON, *names[self.seat :])

    @property
    def specs(self) -> tuple[str, ...]:
        return (*self.bots[: self.seat], PERSON, *self.bots[self.seat :])


def numbered(spec: str, specs: Sequence[str], number: int) -> str:
    """The spec, with a number behind it where several seats have the same."""
    return spec if specs.count(spec) == 1 else f"{spec} ({specs[:number].count(spec) + 1})"


class Nobody:
    """Sits where the person sits. The match never asks it."""

    def start(self, game: Game, seat: int, seed: int) -> None: ...
    def choose(self, view: View) -> int:
        raise AssertionError("the person is asked by the session")

    def end(self, ranks: Sequence[int]) -> None: ...
    def explain(self) -> list[dict[str, Any]]:
        return []

    def abandon(self) -> None: ...
    def close(self) -> None: ...


class Session:
    """The game as it stands. Use it in a `with` statement: it ends the processes of bots."""

    def __init__(self, opening: Opening, limits: Limits, actions: Sequence[int] = ()) -> None:
        self.opening = opening
        self._limits = limits
        self._players: list[Player] = []
        self.restart(actions)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        for player in self._players:
            player.close()

    def restart(self, actions: Sequence[int]) -> None:
        """The position after these actions, with bots that begin anew."""
        self._close()
        self._seat_players()
        self.table.state.apply_all(actions)
        self.table.actions.extend(actions)

    def _seat_players(self) -> None:
        opening, seating = self.opening, self._seating()
        specs = opening.specs
        self._players = [Nobody() if spec is PERSON else make_player(spec, self._limits) for spec in specs]
        seats = [
            Seat(number, name, player, StandIn(seating, number))
            for number, (name, player) in enumerate(zip(opening.lineup, self._players, strict=True))
        ]
        self.table = GameInPlay(opening.game.new(opening.seed), seats, explanations=[])
        for seat in seats:
            start(self.table, seat, derive("bot", opening.seed, 0, seat.number))

    def _seating(self) -> Seating:
        return Seating(self.opening.seed, 0, 0, self.opening.lineup)

    # ---- playing

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.state.view(self.opening.seat)

    @property
    def is_mine(self) -> bool:
        return self.state.to_move == self.opening.seat

    def advance(self) -> Iterator[tuple[State, int]]:
        """Lets bots move until it is the person's turn: each decision with the state it was made in."""
        while not self.state.is_over and not self.is_mine:
            before, mover = self.state.copy(), self.state.to_move
            assert mover is not None
            decide(self.table, self.table.seats[mover])
            yield before, self.table.actions[-1]

    def choose(self, action: int) -> None:
        self.state.apply(action)
        self.table.actions.append(action)
        self.table.seats[self.opening.seat].moves += 1

    def undo(self) -> bool:
        """Back to before the person's last decision that left a choice; False if there was none."""
        last = last_choice(self.opening, self.table.actions)
        if last is None:
            return False
        self.restart(self.table.actions[:last])
        return True

    def last_move_of_a_bot(self) -> tuple[State, int, tuple[dict[str, Any], ...]] | None:
        """The last decision that a bot said something of: the state it was made in, the action, what it said."""
        if not self.table.explanations:
            return None
        said = self.table.explanations[-1]
        before = self.opening.game.replay(self.opening.seed, self.table.actions[: said.decision])
        return before, self.table.actions[said.decision], said.rows

    def result(self) -> PlayedGame:
        """The finished game; bots are told how it ended."""
        ranks = final_ranks(self.state.ranks(), {seat.number for seat in self.table.seats if seat.fault})
        for seat in self.table.seats:
            if seat.fault is None:
                with suppress(Exception):
                    seat.player.end(ranks)
        return played(self.table, self._seating(), ranks)

    # ---- saving

    def save(self, path: Path) -> None:
        write(path, saved_game(self.opening, self.table.actions))


def last_choice(opening: Opening, actions: Sequence[int]) -> int | None:
    """The number of the person's last decision that left a choice."""
    state, last = opening.game.new(opening.seed), None
    for number, action in enumerate(actions):
        if state.to_move == opening.seat and len(state.legal()) > 1:
            last = number
        state.apply(action)
    return last


def saved_game(opening: Opening, actions: Sequence[int]) -> dict[str, Any]:
    """A game as it is written down, to go on later."""
    return {
        "format": FORMAT,
        "game": opening.game.name,
        "options": opening.game.options,
        "digest": opening.game.digest,
        "bots": list(opening.bots),
        "seat": opening.seat,
        "seed": opening.seed,
        "actions": list(actions),
    }


def write(path: Path, saved: Mapping[str, Any]) -> None:
    """Whole or not at all."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(json.dumps(saved), encoding="utf-8")
    draft.replace(path)


def load(path: Path) -> tuple[Opening, list[int]]:
    """The game in a file that Session.save wrote; BadSave says what is wrong with it."""
    return opened(path, read(path))


def opened(path: Path, saved: Mapping[str, Any]) -> tuple[Opening, list[int]]:
    """The game that these fields of a file tell."""
    bots, seat, seed = saved["bots"], saved["seat"], saved["seed"]
    try:
        game = core.load(saved["game"], len(bots) + 1, **saved["options"])
    except (ArenaError, TypeError) as error:
        raise BadSave(f"{path}: its game cannot be played: {error}") from None
    if game.digest != saved["digest"]:
        raise BadSave(f"{path}: was saved under other rules of {game.name} than there are now.")
    if not 0 <= seat < game.players:
        raise BadSave(f"{path}: seat {seat} is not one of 0 to {game.players - 1}.")
    try:
        game.replay(seed, saved["actions"])
    except (ArenaError, OverflowError, ValueError) as error:
        raise BadSave(f"{path}: its moves cannot be made: {error}") from None
    return Opening(game, tuple(bots), seat, seed), saved["actions"]


def read(path: Path) -> Mapping[str, Any]:
    """The fields of a saved game, with the right types."""
    try:
        content = read_file(path, LARGEST_SAVE + 1)
    except OSError as error:
        raise BadSave(f"{path}: cannot be read: {error.strerror or error}.") from None
    try:
        saved = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadSave(f"{path}: is not a saved game.") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadSave(f"{path}: is not a game saved in format {FORMAT}.")
    fields = {"game": str, "options": dict, "digest": str, "bots": list, "seat": int, "seed": int, "actions": list}
    for name, kind in fields.items():
        if type(saved.get(name)) is not kind:
            raise BadSave(f"{path}: {name}: is missing or not a {kind.__name__}.")
    if not all(isinstance(bot, str) for bot in saved["bots"]) or not all(type(it) is int for it in saved["actions"]):
        raise BadSave(f"{path}: bots should be texts and actions whole numbers.")
    return saved
