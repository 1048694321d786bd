"""The far end of arena/play/players.py: a process that loads one bot and plays it.

It forks for each game, so that every game starts from the same freshly loaded bot, whatever the last one left
behind, and so that a game's process may die without taking the loaded bot with it.
"""

from __future__ import annotations

import ctypes
import json
import operator
import os
import pickle
import resource
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from arena.process import wire
from arena.process.limits import Limits
from bots import Bot, Clock, Spec, bot_class, make
from core import Game

PR_SET_PDEATHSIG = 1
Request = tuple[int, str, Any]


def main(descriptor: int) -> None:
    die_with_parent(os.getppid())
    with socket.socket(fileno=descriptor) as parent:
        parent.setblocking(True)
        load_and_serve(parent)


def load_and_serve(parent: socket.socket) -> None:
    number, _, (spec, limits) = next_request(parent)
    limit_memory(limits.memory_mb)
    reply(parent, number, lambda: bot_class(Spec.parse(spec)) and None)
    while request := next_request(parent):
        if request[1] == "start":
            play_in_a_fork(parent, spec, limits, request)


def next_request(parent: socket.socket) -> Request:
    """The next request; the process ends with its parent."""
    try:
        (length,) = wire.LENGTH.unpack(wire.exactly(parent, wire.LENGTH.size, None))
        request: Request = pickle.loads(wire.exactly(parent, length, None))
    except (EOFError, OSError):
        os._exit(0)
    return request


def play_in_a_fork(parent: socket.socket, spec: str, limits: Limits, request: Request) -> None:
    loader = os.getpid()
    process = os.fork()
    if process == 0:
        die_with_parent(loader)
        play(parent, spec, limits, request)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    answer(parent, gone=request[0], fault="died", message=f"its process ended: {wire.how_it_ended(status)}")


def play(parent: socket.socket, spec: str, limits: Limits, request: Request) -> None:
    """One game, from start to end, or to the first fault."""
    number, _, (game, seat, seed) = request
    bot = Bot()

    def begin() -> None:
        nonlocal bot
        bot = make(spec)
        bot.start(game, seat, seed)

    good = reply(parent, number, begin)
    while good:
        number, what, content = next_request(parent)
        if what == "abandon":
            return
        if what == "end":
            reply(parent, number, lambda: bot.end(content))  # noqa: B023
            return
        good = reply(parent, number, lambda: choose(bot, game, content, limits))  # noqa: B023


def choose(bot: Bot, game: Game, packed: bytes, limits: Limits) -> int:
    action = bot.choose(wire.unpack_view(packed, game), Clock(limits.seconds))
    try:
        return operator.index(action)
    except TypeError:
        raise NotANumber(f"it answered with {type(action).__name__} instead of a legal action") from None


class NotANumber(Exception):
    """An answer that cannot be an action."""


def reply(parent: socket.socket, number: int, call: Callable[[], Any]) -> bool:
    """Answers with what the call returns, or with the fault it raises; whether it went well."""
    try:
        answer(parent, to=number, answer=call())
        return True
    except MemoryError:
        answer(parent, to=number, fault="memory", message="it ran out of memory")
    except NotANumber as error:
        answer(parent, to=number, fault="illegal", message=str(error))
    except BaseException as error:
        answer(parent, to=number, fault="raised", message=described(error))
    return False


def described(error: BaseException) -> str:
    """The error in words, even if it cannot describe itself."""
    try:
        return f"{type(error).__name__}: {error}"[:1000]
    except BaseException:
        return type(error).__name__


def answer(parent: socket.socket, **content: Any) -> None:
    written = json.dumps(content).encode()
    parent.sendall(wire.LENGTH.pack(len(written)) + written)


def limit_memory(megabytes: int) -> None:
    """So much address space on top of what the interpreter and the games have mapped already; no core dumps."""
    if sys.platform != "linux":
        return
    with open("/proc/self/statm") as statm:
        mapped = int(statm.read().split()[0]) * resource.getpagesize()
    limit = mapped + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent(parent: int) -> None:
    """Linux only; elsewhere the end of the socket tells, once the bot asks for the next request."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
