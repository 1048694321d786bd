"""What a bot can do wrong, so that it loses the right to move."""

from __future__ import annotations

from typing import Final, Literal, get_args

FaultKind = Literal["raised", "timeout", "illegal", "memory", "died", "protocol"]
FAULT_KINDS: Final[tuple[str, ...]] = get_args(FaultKind)
MESSAGE_LENGTH: Final = 300


class PlayerFault(Exception):
    """The bot has lost the right to move: what kind of fault (one of FAULT_KINDS), and why in words."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = " ".join(message.split())[:MESSAGE_LENGTH]


def overrun(limit: float) -> PlayerFault:
    """The fault of a decision that took longer than so many seconds."""
    return PlayerFault("timeout", f"it took longer than {limit:g} s")
