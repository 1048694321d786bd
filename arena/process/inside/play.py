"""Plays one game with a bots.Bot over the line protocol: the bot's end of process/protocol_player.py.

Views cross the pipe as their own bytes and become real views again here. The protocol has standard output to itself:
what the bot prints goes to standard error.
"""

from __future__ import annotations

import binascii
import json
import math
import operator
import os
import resource
import sys
import traceback
from collections.abc import Callable
from typing import Any

from lengths import LONGEST_REPORT, MOST_ROWS  # type: ignore[import-not-found]

import core
from bots import Bot, Clock, Spec, bot_class
from bots.spec import make_of_class
from core import Game

PROTOCOL = 1
OURS = ("folders", "lengths", "namespaces", "play", "preload")  # modules that a bot may have under the same names


class NotANumber(Exception):
    """An answer that cannot be an action."""


class Shim:
    """One bot, and its game."""

    def __init__(self, spec: Spec, games: list[str] | None) -> None:
        self._spec, self._games = spec, games
        self._class = Bot
        self._bot = Bot()
        self._game: Game | None = None

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        self._class = bot_class(self._spec)
        claimed = getattr(self._class, "games", None) if self._games is None else self._games
        claim = {} if claimed is None else {"games": [str(name) for name in claimed]}
        return {"type": "hello", "protocol": PROTOCOL, "send": ["bytes"], **claim}

    def new(self, message: dict[str, Any]) -> dict[str, Any]:
        self._game = core.load(message["game"], message["players"], **message["options"])
        self._bot = make_of_class(self._class, self._spec)
        self._bot.start(self._game, message["seat"], message["seed"])
        return {"type": "ready"}

    def turn(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._game is not None
        view = self._game.view_from_bytes(binascii.a2b_base64(message["bytes"]))
        action = as_number(self._bot.choose(view, Clock(message["clock"]["seconds"])))
        rows = explanation(self._bot)
        return {"type": "move", "turn": message["turn"], "action": action, **({"explain": rows} if rows else {})}

    def over(self, message: dict[str, Any]) -> dict[str, Any]:
        self._bot.end(message["ranks"])
        return {"type": "ready"}


def as_number(action: Any) -> int:
    try:
        return operator.index(action)
    except TypeError:
        raise NotANumber(f"it answered with {type(action).__name__} instead of a legal action") from None


def explanation(bot: Bot) -> list[dict[str, Any]]:
    """The moves the bot considered. It is thanked for them, never blamed: what goes wrong here is left out."""
    if type(bot).explain is Bot.explain:
        return []
    try:
        return [{str(key): plain(value) for key, value in row.items()} for row in bot.explain()[:MOST_ROWS]]
    except Exception:
        return []


def plain(value: Any) -> Any:
    if isinstance(value, bool | int | str | None) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return str(value)[:LONGEST_REPORT]


def serve(job: dict[str, Any]) -> None:
    """Answers until the arena closes the pipe, or the first fault."""
    out = os.dup(1)
    incoming = os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    spec = Spec.parse(job["spec"])
    become_a_new_interpreter(job, spec)
    shim = Shim(spec, job["games"])
    table = {"hello": shim.hello, "new": shim.new, "turn": shim.turn, "over": shim.over}
    for line in incoming:
        message = json.loads(line)
        answer = attempt(table[message["type"]], message)
        sys.stdout.flush()
        write_all(out, json.dumps(answer).encode() + b"\n")
        if answer["type"] == "error":
            return


def write_all(descriptor: int, line: bytes) -> None:
    while line:
        line = line[os.write(descriptor, line) :]


def become_a_new_interpreter(job: dict[str, Any], spec: Spec) -> None:
    """Nothing in here tells the bot of the server it was forked from, or of its other games."""
    sys.argv = [spec.source]
    sys.path[:] = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
    for name in OURS:
        del sys.modules[name]
    if job["files"]:
        sys.path.insert(0, job["home"])
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    limit_memory(job["memory"])


def limit_memory(memory: int) -> None:
    """So much address space on top of what the interpreter and the games have mapped already."""
    if sys.platform == "linux":
        statm = os.open("/proc/self/statm", os.O_RDONLY)
        mapped = int(os.read(statm, 100).split()[0]) * resource.getpagesize()
        os.close(statm)
        resource.setrlimit(resource.RLIMIT_AS, (mapped + memory, mapped + memory))


def attempt(handle: Callable[[dict[str, Any]], dict[str, Any]], message: dict[str, Any]) -> dict[str, Any]:
    """The answer, or what the bot raised as an error message."""
    try:
        return handle(message)
    except MemoryError as error:
        return {"type": "error", "kind": "memory", "message": "it ran out of memory", "detail": where(error)}
    except NotANumber as error:
        return {"type": "error", "kind": "illegal", "message": str(error)}
    except BaseException as error:
        return {"type": "error", "kind": "raised", "message": described(error), "detail": where(error)}


def described(error: BaseException) -> str:
    """The error in words, even if it cannot describe itself."""
    try:
        return f"{type(error).__name__}: {error}"[:LONGEST_REPORT]
    except BaseException:
        return str(type.__dict__["__name__"].__get__(type(error)))[:LONGEST_REPORT]


def where(error: BaseException) -> str:
    """The last lines of the traceback that are not of this file."""
    try:
        while isinstance(error.__cause__ or error.__context__, BaseException):
            error = error.__cause__ or error.__context__ or error
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
        return "".join(traceback.format_list(frames))[-LONGEST_REPORT:]
    except BaseException:
        return ""
