"""The process that a person has started, while a child of it drives Ray. It says what Ray would keep to itself.

Ray ends a driver that loses its raylet with a code of its own, and while it starts it holds the interpreter, so nothing
in the driver could say what has happened. Here the driver is a child: this process waits for it, passes signals on, and
ends as it does. The child tells it by a pipe when Ray starts: a JSON object on each line, first the `ending` of the
sentence to say if a part of Ray is lost, perhaps with the `seconds` that the start may take, then the `name` of each
part, with its `pid` or the `address` where it listens. Another `ending` says that Ray has started: from then on the
child looks after the parts. An empty line says that it has left Ray, or that it says itself what is wrong.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

LOST_CODE: Final = 3  # exit code of a run whose Ray was lost
LOOK_SECONDS: Final = 0.1
ANSWER_SECONDS: Final = 1.0
ENDED: Final = "{} has ended"
ENDED_BY_RAY: Final = (1, -signal.SIGABRT)  # how Ray ends a process
PASSED_ON: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SET_DEATH_SIGNAL: Final = 1  # of Linux' prctl
Address = tuple[str, int]

_news: int | None = None  # in the child: the end of the pipe to tell by


def go_on_in_child() -> None:
    """Returns in a child of this process. This one never returns. (Where it cannot watch, Ray says what it says.)

    To be called before anything is opened that two processes must not share.
    """
    global _news
    if not can_watch():
        return
    listen, tell_by = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    before = os.getpid()
    child = os.fork()
    if child:
        os.close(tell_by)
        pass_signals_on(child)
        os._exit(Watch(child, listen).until_it_ends())
    os.close(listen)
    os.setpgid(0, 0)  # so that Ctrl-C comes once: from the process before it
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # a terminal may stop whoever writes in the background
    ctypes.CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != before:
        os._exit(128 + signal.SIGKILL)
    _news = tell_by


def can_watch() -> bool:
    """Whether there are handles of processes: Linux has them from 5.3 on, Python if it was built there, and a container
    may forbid them."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


def tell(news: Mapping[str, Any] | None) -> None:
    """None: from now on nobody depends on Ray. Does nothing where nobody listens."""
    if _news is not None:
        os.write(_news, (b"" if news is None else json.dumps(news).encode()) + b"\n")


# ---- in the process that waits


def pass_signals_on(child: int) -> None:
    for number in PASSED_ON:
        signal.signal(number, lambda got, frame: send(child, got))
    signal.signal(signal.SIGTSTP, lambda got, frame: stop_both(child))


def send(child: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, number)


def stop_both(child: int) -> None:
    """Ctrl-Z. The kernel stops nobody whom no shell could tell to go on."""
    send(child, signal.SIGSTOP)
    end_by(signal.SIGTSTP)  # goes on here when it is told to
    pass_signals_on(child)
    send(child, signal.SIGCONT)


def end_by(number: int) -> None:
    """Does to this process what the signal does to one that knows nothing of it."""
    with suppress(OSError):  # some cannot be set
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


class Watch:
    """What the child has told, and whether all of it still lives."""

    def __init__(self, child: int, listen: int) -> None:
        self._child, self._listen = child, listen
        self._ended = os.pidfd_open(child)
        self._rest = b""
        self._begin({})

    def _begin(self, news: Mapping[str, Any]) -> None:
        self._ending: str = news.get("ending", "")  # of the sentence to say; empty: nobody depends on Ray
        self._seconds: float = news.get("seconds", math.inf)
        self._until = time.monotonic() + self._seconds
        self._names: dict[int, str] = {}  # of processes, by their handles
        self._gone: list[str] = []  # names of those that had ended before there was a handle
        self._places: list[tuple[str, Address]] = []

    def until_it_ends(self) -> int:
        """The exit code to end with."""
        lost, ending = self._first_loss(), self._ending
        is_killed = bool(lost) and not self._ends_by_itself()
        if is_killed:
            send(self._child, signal.SIGKILL)  # the kernel ends the rest of Ray with it
        code = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        self._read_news()
        if is_killed or (self._ending and code in ENDED_BY_RAY):
            with suppress(OSError):
                print(f"arena: {lost or ENDED.format('Ray')} {ending or self._ending}", file=sys.stderr, flush=True)
            return LOST_CODE
        if code < 0:
            end_by(-code)  # so that a shell says it
        return code if code >= 0 else 128 - code

    def _ends_by_itself(self) -> bool:
        """Whether it was the child that ended first: the kernel then ends Ray's processes."""
        return bool(select.select([self._ended], [], [], LOOK_SECONDS)[0])

    def _first_loss(self) -> str:
        """What is wrong with Ray while it starts, in words; empty if the child has ended instead."""
        while True:
            wait = LOOK_SECONDS if self._places or self._until < math.inf else None
            ready = select.select([self._ended, self._listen, *self._names], [], [], wait)[0]
            if self._listen in ready:
                self._read_news()
            lost = self._gone + [self._names[it] for it in ready if it in self._names]
            lost += [name for name, address in self._places if refuses(address)]
            if lost or self._ended in ready:
                return ENDED.format(lost[0]) if lost else ""
            if time.monotonic() > self._until:
                return f"nothing has happened for {self._seconds:.0f} s"

    def _read_news(self) -> None:
        *lines, self._rest = (self._rest + (os.read(self._listen, 65536) if self._has_news() else b"")).split(b"\n")
        for line in lines:
            news = json.loads(line or b"{}")
            if "pid" in news:
                self._watch(news["name"], news["pid"])
            elif "address" in news:
                self._places.append((news["name"], tuple(news["address"])))
            else:
                self._begin(news)

    def _watch(self, name: str, process: int) -> None:
        try:
            self._names[os.pidfd_open(process)] = name
        except ProcessLookupError:
            self._gone.append(name)

    def _has_news(self) -> bool:
        return bool(select.select([self._listen], [], [], 0)[0])


def refuses(address: Address) -> bool:
    try:
        socket.create_connection(address, timeout=ANSWER_SECONDS).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False  # silence for a moment; Ray waits too
    return False
