"""What travels between a match and a bot in a process of its own, over a socket pair.

To the bot: frames of pickles, for it may trust us. From the bot: frames of JSON, small and checked, for we do not
trust it. A frame is four bytes of length and the content. Every answer names the request it belongs to.
"""

from __future__ import annotations

import pickle
import signal
import socket
import struct
import time
from io import BytesIO
from typing import Final

from core import Game, View

LENGTH: Final = struct.Struct("<I")
LONGEST_ANSWER: Final = 8192
REPORTED_FAULTS: Final = ("raised", "illegal", "memory", "died")


def send(wire: socket.socket, content: bytes, deadline: float) -> None:
    """TimeoutError if the other side does not take it in time."""
    wire.settimeout(remaining(deadline))
    wire.sendall(LENGTH.pack(len(content)) + content)


def receive(wire: socket.socket, deadline: float) -> bytes:
    """The next frame from a bot; ValueError if it is too long, TimeoutError, EOFError when the bot is gone."""
    (length,) = LENGTH.unpack(exactly(wire, LENGTH.size, deadline))
    if length > LONGEST_ANSWER:
        raise ValueError(f"an answer of {length} bytes")
    return exactly(wire, length, deadline)


def exactly(wire: socket.socket, count: int, deadline: float | None) -> bytes:
    """So many bytes, however many pieces they come in."""
    pieces = bytearray()
    while len(pieces) < count:
        wire.settimeout(None if deadline is None else remaining(deadline))
        piece = wire.recv(min(count - len(pieces), 1 << 20))
        if not piece:
            raise EOFError
        pieces += piece
    return bytes(pieces)


def remaining(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def how_it_ended(status: int) -> str:
    """A process's exit status in words, as subprocess and waitstatus_to_exitcode give it."""
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


class ViewPickler(pickle.Pickler):
    """Leaves the game out: both sides have it."""

    def persistent_id(self, it: object) -> str | None:
        return "game" if isinstance(it, Game) else None


class ViewUnpickler(pickle.Unpickler):
    """Puts the game back in."""

    def __init__(self, packed: bytes, game: Game) -> None:
        super().__init__(BytesIO(packed))
        self._game = game

    def persistent_load(self, _: object) -> Game:
        return self._game


def pack_view(view: View) -> bytes:
    packed = BytesIO()
    ViewPickler(packed).dump(view)
    return packed.getvalue()


def unpack_view(packed: bytes, game: Game) -> View:
    view: View = ViewUnpickler(packed, game).load()
    return view
