"""What a bot can do wrong, so that it loses the right to move."""

from __future__ import annotations

import signal
from typing import Final, Literal, get_args

from arena.process.inside.lengths import FAULT_MESSAGE
from arena.process.text import printable, printable_lines

FaultKind = Literal["raised", "timeout", "illegal", "memory", "died", "protocol"]
FAULT_KINDS: Final[tuple[str, ...]] = get_args(FaultKind)


class PlayerFault(Exception):
    """The bot has lost the right to move: what kind of fault (one of FAULT_KINDS), why in words, and in detail the
    bot's own last lines: of its traceback, or of what it wrote to standard error. All of it is printable."""

    def __init__(self, kind: str, message: str, detail: str = "") -> None:
        super().__init__(kind, message, detail)
        self.kind = kind
        self.message = printable(message, FAULT_MESSAGE)
        self.detail = printable_lines(detail)


def overrun(limit: float, of: str = "") -> PlayerFault:
    """The fault of a decision that took longer than so many seconds."""
    return PlayerFault("timeout", f"it took longer than {limit:g} s{of}")


def how_it_ended(status: int) -> str:
    """A process's exit status in words: below 0 it is a signal, as subprocess tells."""
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
