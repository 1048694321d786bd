"""Plays a bots.Bot over the line protocol: the far end of process/protocol_player.py for a submitted Python class.

Views cross the pipe as their own bytes and become real views again here. The protocol has standard output to itself:
what the bot prints goes to standard error.
"""

from __future__ import annotations

import binascii
import json
import operator
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import core
from bots import Bot, Clock, Spec, bot_class, make
from core import Game

PROTOCOL = 1


class NotANumber(Exception):
    """An answer that cannot be an action."""


class Shim:
    """One bot class, and the bot and game of the moment."""

    def __init__(self, file: str, memory: int) -> None:
        self._file = file
        self._memory = memory
        self._spec = Spec.parse("random")
        self._bot = Bot()
        self._game: Game | None = None

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        limit_memory(self._memory)
        self._spec = Spec.parse(self._file)
        cls = bot_class(self._spec)
        games = getattr(cls, "games", None)
        claim = {"games": [str(name) for name in games]} if games else {}
        return {"type": "hello", "protocol": PROTOCOL, "send": ["bytes"], **claim}

    def new(self, message: dict[str, Any]) -> dict[str, Any]:
        self._game = core.load(message["game"], message["players"], **message["options"])
        self._bot = make(self._spec)
        self._bot.start(self._game, message["seat"], message["seed"])
        return {"type": "ready"}

    def turn(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._game is not None
        view = self._game.view_from_bytes(binascii.a2b_base64(message["bytes"]))
        action = self._bot.choose(view, Clock(message["clock"]["seconds"]))
        return {"type": "move", "turn": message["turn"], "action": as_number(action)}

    def over(self, message: dict[str, Any]) -> dict[str, Any]:
        self._bot.end(message["ranks"])
        return {"type": "ready"}


def as_number(action: Any) -> int:
    try:
        return operator.index(action)
    except TypeError:
        raise NotANumber(f"it answered with {type(action).__name__} instead of a legal action") from None


def limit_memory(memory: int) -> None:
    """So much address space on top of what the interpreter and the games have mapped already."""
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + memory, mapped + memory))


def serve(file: str, memory: int) -> None:
    """Answers until the arena closes the pipe, or the first fault."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    incoming = os.fdopen(os.dup(0), "r", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    shim = Shim(file, memory)
    table = {"hello": shim.hello, "new": shim.new, "turn": shim.turn, "over": shim.over}
    for line in incoming:
        message = json.loads(line)
        answer = attempt(table[message["type"]], message)
        out.write(json.dumps(answer) + "\n")
        out.flush()
        if answer["type"] == "error":
            return


def attempt(handle: Callable[[dict[str, Any]], dict[str, Any]], message: dict[str, Any]) -> dict[str, Any]:
    """The answer, or what the bot raised as an error message."""
    try:
        return handle(message)
    except MemoryError:
        return {"type": "error", "kind": "memory", "message": "it ran out of memory"}
    except NotANumber as error:
        return {"type": "error", "kind": "illegal", "message": str(error)}
    except BaseException as error:
        return {"type": "error", "kind": "raised", "message": described(error)}


def described(error: BaseException) -> str:
    """The error in words, even if it cannot describe itself."""
    try:
        return f"{type(error).__name__}: {error}"[:1000]
    except BaseException:
        return type(error).__name__
