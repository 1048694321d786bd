"""The line protocol between the arena and a bot: what the messages are, and what the arena answers to requests.

One JSON object per line. docs/protocol.md describes it for those who write bots. Nothing in here trusts what a bot
wrote: a line that is not exactly what it should be is a ProtocolError, in words for the bot's author.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.process.inside.lengths import LONGEST_TEXT, MOST_COLUMNS, MOST_ROWS, MOST_TEXTS
from arena.process.text import printable
from core import Game, Position, State, View
from core.errors import IllegalAction

VERSION: Final = 1
MOST_STATES: Final = 1024  # that a bot may hold at a time
PARTS: Final = ("view", "names", "bytes", "actions")  # of a turn, that a bot may ask for
DEFAULT_PARTS: Final = ("view", "names")

Message = dict[str, Any]


class ProtocolError(Exception):
    """What a bot wrote is not what the protocol says; the message tells its author."""


# ---- lines


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


ENCODER: Final = json.JSONEncoder(separators=(",", ":"))
DECODER: Final = json.JSONDecoder(parse_constant=refuse_constant)


def encode(message: Message) -> bytes:
    return ENCODER.encode(message).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The message in a line from a bot."""
    try:
        message = DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ProtocolError("it wrote a line that is not UTF-8") from None
    except RecursionError:
        raise ProtocolError("it wrote JSON that is nested too deeply") from None
    except ValueError as error:
        raise ProtocolError(f"it wrote a line that is not JSON: {error}: {excerpt(line)}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolError(f'it wrote a line that is not an object with a "type": {excerpt(line)}')
    return message


def excerpt(line: bytes) -> str:
    shown = line[:60].decode("utf-8", errors="replace")
    return shown if len(line) <= 60 else f"{shown}..."


# ---- what the arena says


def hello() -> Message:
    return {"type": "hello", "protocol": VERSION}


def new_game(game: Game, seat: int, seed: int) -> Message:
    return {
        "type": "new",
        "game": game.name,
        "players": game.players,
        "seat": seat,
        "seed": seed,
        "options": game.options,
    }


def turn(number: int, view: View, parts: Sequence[str], seconds: float) -> Message:
    message: Message = {"type": "turn", "turn": number, "legal": view.legal(), "clock": {"seconds": seconds}}
    if "names" in parts:
        message["names"] = view.names()
    if "view" in parts:
        message["view"] = view.to_dict()
    if "bytes" in parts:
        message["bytes"] = base64.b64encode(bytes(view)).decode()
    if "actions" in parts:
        message["actions"] = [action_data(view, action) for action in message["legal"]]
    return message


def action_data(position: Position, action: int) -> Message:
    """An action as plain data; of a game that does not give any, its name."""
    try:
        return position.action(action)
    except TypeError:
        return {"name": position.name(action)}


def catalogue_data(game: Game) -> Message:
    """All that never changes during a game; of a game that does not give it, nothing."""
    try:
        return game.catalogue()
    except TypeError:
        return {}


def game_over(ranks: Sequence[int]) -> Message:
    return {"type": "over", "ranks": list(ranks)}


# ---- what a bot says


def read_hello(message: Message) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The parts of a turn the bot wants to be sent, and the games it claims to play; None: all."""
    if message.get("protocol") != VERSION:
        raise ProtocolError(f"it speaks protocol {message.get('protocol')!r}, this is protocol {VERSION}")
    parts = texts(message, "send", DEFAULT_PARTS)
    for part in parts:
        if part not in PARTS:
            raise ProtocolError(f'hello: "send" has {part!r:.40}; it is a list of {", ".join(PARTS)}')
    games = texts(message, "games", ()) if "games" in message else None
    return parts, games


def texts(message: Message, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    value = message.get(key, default)
    fits = isinstance(value, list | tuple) and len(value) <= MOST_TEXTS
    if not fits or not all(isinstance(it, str) and len(it) <= LONGEST_TEXT and it.isprintable() for it in value):
        raise ProtocolError(f'hello: "{key}" should be a list of texts, each of at most {LONGEST_TEXT} characters')
    return tuple(value)


def read_move(message: Message, number: int) -> int:
    """The action of a move that answers this turn. Whether it is legal is for the match to see."""
    if message.get("turn") != number:
        raise ProtocolError(f"it moved for turn {message.get('turn')!r:.20} when asked for turn {number}")
    return whole(message, "action")


def read_explanation(message: Message) -> list[Message]:
    """The moves that the bot considered, best first: rows of a few texts and numbers. Whatever else is left out."""
    rows = message.get("explain", [])
    if not isinstance(rows, list):
        raise ProtocolError('move: "explain" should be a list of objects')
    return [plain_row(row) for row in rows[:MOST_ROWS] if isinstance(row, dict)]


def plain_row(row: Message) -> Message:
    cells = [(printable(key, LONGEST_TEXT), plain(value)) for key, value in list(row.items())[:MOST_COLUMNS]]
    return {key: value for key, value in cells if value is not None}


def plain(value: Any) -> str | int | float | None:
    if isinstance(value, str):
        return printable(value, LONGEST_TEXT)
    fits = (type(value) is int and value.bit_length() <= 64) or (type(value) is float and math.isfinite(value))
    return value if fits or isinstance(value, bool) else None


def whole(message: Message, key: str) -> int:
    value = message.get(key)
    if type(value) is not int or value.bit_length() > 64:
        raise ProtocolError(f'{message["type"]}: "{key}" should be a whole number of at most 64 bits')
    return value


# ---- requests


class RequestHandler:
    """Answers a bot's requests during one turn. It has seen the bot's view and nothing else of the game."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._states: dict[int, State] = {}
        self._last = 0

    def answer(self, message: Message) -> Message:
        handle = REQUESTS.get(message["type"])
        if handle is None:
            known = ", ".join(["move", *REQUESTS])
            raise ProtocolError(f"it wrote a message of type '{message['type']:.40}'; in its turn it may write {known}")
        return handle(self, message)

    def sample(self, message: Message) -> Message:
        """A state that fits all the bot's seat knows."""
        return self._state_message(self._keep(self._view.sample(seed(message))))

    def copy(self, message: Message) -> Message:
        return self._state_message(self._keep(self._state(message).copy()))

    def apply(self, message: Message) -> Message:
        """Makes decisions in a state, changing it."""
        actions = message.get("actions")
        if not isinstance(actions, list):
            raise ProtocolError('apply: "actions" should be a list of whole numbers')
        try:
            self._state(message).apply_all(actions)
        except IllegalAction as error:
            raise ProtocolError(f"apply: state {message['state']}: {error}") from None
        return self._state_message(message["state"])

    def playout(self, message: Message) -> Message:
        """Plays a state on to the end with random moves, changing it."""
        self._state(message).playout(seed(message))
        return self._state_message(message["state"])

    def legal(self, message: Message) -> Message:
        state = self._state(message)
        return {"type": "legal", "state": message["state"], "legal": state.legal(), "names": state.names()}

    def evaluate(self, message: Message) -> Message:
        state = self._state(message)
        values = [state.evaluate(seat) for seat in range(state.game.players)]
        return {"type": "values", "state": message["state"], "values": values}

    def describe(self, message: Message) -> Message:
        return {"type": "position", "state": message["state"], "position": self._state(message).to_dict()}

    def catalogue(self, message: Message) -> Message:
        """All that never changes during the game."""
        return {"type": "catalogue", "catalogue": catalogue_data(self._view.game)}

    def actions(self, message: Message) -> Message:
        """The legal actions as plain data: of a state, or of the turn itself."""
        position = self._state(message) if "state" in message else self._view
        told = [action_data(position, action) for action in position.legal()]
        return {"type": "actions", "state": message.get("state"), "legal": position.legal(), "actions": told}

    def free(self, message: Message) -> Message:
        self._state(message)
        del self._states[message["state"]]
        return {"type": "freed", "state": message["state"]}

    def _state(self, message: Message) -> State:
        number = whole(message, "state")
        if number not in self._states:
            raise ProtocolError(f"{message['type']}: there is no state {number} in this turn")
        return self._states[number]

    def _keep(self, state: State) -> int:
        if len(self._states) >= MOST_STATES:
            raise ProtocolError(f"it holds {MOST_STATES} states already; free some")
        self._last += 1
        self._states[self._last] = state
        return self._last

    def _state_message(self, number: int) -> Message:
        state = self._states[number]
        return {
            "type": "state",
            "state": number,
            "to_move": state.to_move,
            "legal": state.legal(),
            "scores": state.scores(),
            "ranks": state.ranks(),
        }


def seed(message: Message) -> int:
    value = whole(message, "seed")
    if value < 0:
        raise ProtocolError(f'{message["type"]}: "seed" should not be negative')
    return value


REQUESTS: Final[dict[str, Callable[[RequestHandler, Message], Message]]] = {
    "sample": RequestHandler.sample,
    "copy": RequestHandler.copy,
    "apply": RequestHandler.apply,
    "playout": RequestHandler.playout,
    "legal": RequestHandler.legal,
    "evaluate": RequestHandler.evaluate,
    "describe": RequestHandler.describe,
    "catalogue": RequestHandler.catalogue,
    "actions": RequestHandler.actions,
    "free": RequestHandler.free,
}
