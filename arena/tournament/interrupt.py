"""Ctrl-C and a polite kill: a run stops when it can, and says how to go on."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any


class Interrupt:
    """Turns the first Ctrl-C, or a polite kill, into a request to stop; a second Ctrl-C is not caught."""

    def __init__(self) -> None:
        self.requested = False
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        return self.requested

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        self._restore()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def listen(self) -> None:
        if not self.requested:
            for number in self._before:
                signal.signal(number, self._request)

    def __enter__(self) -> Interrupt:
        self._before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        self.listen()
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()
