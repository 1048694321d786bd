"""Lines to and from a bot over its pipes, with deadlines, and with limits on all that the bot may say."""

from __future__ import annotations

import os
import select
import time
from typing import Final

LONGEST_LINE: Final = 64 * 1024
MOST_COMPLAINTS: Final = 2**20  # bytes on standard error before an answer
KEPT_COMPLAINTS: Final = 2048
READ: Final = 64 * 1024


class TooMuch(Exception):
    """The bot says more than it may; the message tells what."""


class Lines:
    """The near end of a bot's three pipes, none of which may ever make us wait beyond a deadline.

    Raises TimeoutError at the deadline, EOFError when the bot is gone, and TooMuch.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int) -> None:
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._heard = bytearray()
        self._complained = 0
        self._stderr_is_open = True
        self.complaints = b""
        self._readable = select.poll()
        self._readable.register(stdout, select.POLLIN)
        self._readable.register(stderr, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdin, select.POLLOUT)

    def send(self, line: bytes, deadline: float) -> None:
        self._complained = 0
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                wait(self._writable, deadline)
            except BrokenPipeError:
                raise EOFError from None

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end."""
        searched = 0
        while (end := self._heard.find(b"\n", searched)) < 0:
            searched = len(self._heard)
            if searched > LONGEST_LINE:
                break
            self._hear(deadline)
        if not 0 <= end <= LONGEST_LINE:
            raise TooMuch(f"it wrote a line of more than {LONGEST_LINE} bytes")
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def _hear(self, deadline: float) -> None:
        for descriptor, event in wait(self._readable, deadline):
            if descriptor == self._stderr:
                self._note_complaint()
            elif event & select.POLLIN:
                self._heard += read(descriptor) or b""
            else:
                self.hear_complaints()
                raise EOFError

    def hear_complaints(self) -> None:
        """Takes in what is left on standard error."""
        while self._stderr_is_open and self._note_complaint():
            pass

    def _note_complaint(self) -> bool:
        """Whether there was anything."""
        said = read(self._stderr)
        if said == b"":
            self._readable.unregister(self._stderr)  # once closed, it would count as readable for ever
            self._stderr_is_open = False
        if not said:
            return False
        self._complained += len(said)
        self.complaints = (self.complaints + said)[-KEPT_COMPLAINTS:]
        if self._complained > MOST_COMPLAINTS:
            raise TooMuch(f"it wrote more than {MOST_COMPLAINTS} bytes to standard error")
        return True


def wait(poll: select.poll, deadline: float) -> list[tuple[int, int]]:
    left = deadline - time.monotonic()
    events = poll.poll(left * 1000) if left > 0 else []
    if not events:
        raise TimeoutError
    return events


def read(descriptor: int) -> bytes | None:
    """What there is to read: nothing at the end, None if there may be more later."""
    try:
        return os.read(descriptor, READ)
    except BlockingIOError:
        return None
