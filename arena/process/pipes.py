"""Lines to and from a bot over its three pipes, with deadlines, and with limits on all that the bot may say."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Final

from arena.process.inside.lengths import KEPT_STDERR, LONGEST_LINE, MOST_STDERR

READ: Final = 64 * 1024


class TooMuchOutput(Exception):
    """The bot says more than it may; the message tells what."""


class Pipes:
    """Our end of a bot's three pipes: none of them makes us wait beyond a deadline.

    Raises TimeoutError at the deadline, EOFError when the bot is gone, and TooMuchOutput.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int) -> None:
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._received = bytearray()
        self._stderr_bytes = 0
        self._stderr_is_open = True
        self.stderr_tail = b""
        self._readable = select.poll()
        self._readable.register(stdout, select.POLLIN)
        self._readable.register(stderr, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdin, select.POLLOUT)

    def send(self, line: bytes, deadline: float, wake: Callable[[], None]) -> None:
        """Writes a line. The bot is woken when it is there, or when no more of it fits into the pipe."""
        self._stderr_bytes = 0
        rest = self._write(memoryview(line))
        wake()
        while rest:
            wait(self._writable, deadline)
            rest = self._write(rest)

    def _write(self, line: memoryview) -> memoryview:
        """The rest of it, which does not fit into the pipe."""
        try:
            while line:
                line = line[os.write(self._stdin, line) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            raise EOFError from None
        return line

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end. At the deadline not even one that is there already."""
        if time.monotonic() > deadline:
            raise TimeoutError
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > LONGEST_LINE:
                break
            self._read(deadline)
        if not 0 <= end <= LONGEST_LINE:
            raise TooMuchOutput(f"it wrote a line of more than {LONGEST_LINE} bytes")
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def _read(self, deadline: float) -> None:
        for descriptor, event in wait(self._readable, deadline):
            if descriptor == self._stderr:
                self._read_stderr()
            elif event & select.POLLIN:
                self._received += read(descriptor) or b""
            else:
                self.drain_stderr()
                raise EOFError

    def drain_stderr(self) -> None:
        """Takes in what is left on standard error."""
        while self._stderr_is_open and self._read_stderr():
            pass

    def _read_stderr(self) -> bool:
        """Whether there was anything."""
        said = read(self._stderr)
        if said == b"":
            self._readable.unregister(self._stderr)  # once closed, it would count as readable for ever
            self._stderr_is_open = False
        if not said:
            return False
        self._stderr_bytes += len(said)
        self.stderr_tail = (self.stderr_tail + said)[-KEPT_STDERR:]
        if self._stderr_bytes > MOST_STDERR:
            raise TooMuchOutput(f"it wrote more than {MOST_STDERR} bytes to standard error")
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
