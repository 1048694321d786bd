"""A player that is a program speaking the line protocol: sandboxed if it was submitted, not if it is a command.

The process plays game after game; after a fault it is killed, and the next game gets a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.process import protocol
from arena.process.faults import PlayerFault, overrun
from arena.process.limits import Limits
from arena.process.pipes import Pipes, TooMuchOutput
from arena.process.program import Program
from arena.process.protocol import Message, ProtocolError, RequestHandler
from arena.process.sandbox import BotProcess, one_line, start_command, start_sandboxed, start_unsandboxed
from arena.process.wire import how_it_ended
from core import Game, View

Starter = Callable[[], BotProcess]
REPORTED_FAULTS: Final = ("raised", "memory", "illegal")
CPU_SLACK: Final = 1.0  # seconds of processor time over the time on the clock, for what other threads tidy up
EXIT_SECONDS: Final = 1.0  # that a process which has closed its pipe gets to end


def submitted(program: Program, limits: Limits, *, unsafe: bool = False) -> ProtocolPlayer:
    """A submitted bot: in a sandbox, unless somebody has said that it may play without."""
    start = start_unsandboxed if unsafe else start_sandboxed
    return ProtocolPlayer(lambda: start(program, limits.memory_mb), limits)


def command(arguments: list[str], limits: Limits) -> ProtocolPlayer:
    """A program of this machine, as trusted as whoever wrote its name."""
    return ProtocolPlayer(lambda: start_command(arguments, limits.memory_mb), limits)


class ProtocolPlayer:
    """The arena's end of the line protocol."""

    def __init__(self, starter: Starter, limits: Limits) -> None:
        self._starter = starter
        self._limits = limits
        self.running: BotProcess | None = None
        self._pipes: Pipes | None = None
        self._parts: tuple[str, ...] = ()
        self._unloadable: PlayerFault | None = None
        self._turn = 0
        self._peak = 0
        self.games: tuple[str, ...] | None = None  # that the bot claims to play; None: all

    # ---- the player

    def start(self, game: Game, seat: int, seed: int) -> None:
        if self.running is None:
            self.load()
        self._turn = 0
        with self._conversation(self._limits.start_seconds) as deadline:
            self._send(protocol.new_game(game, seat, seed), deadline)
            self._expect("ready", deadline)

    def choose(self, view: View) -> int:
        self._turn += 1
        with self._conversation(self._limits.seconds) as deadline:
            self._send(protocol.turn(self._turn, view, self._parts, self._limits.seconds), deadline)
            return self._answer_requests(RequestHandler(view), deadline)

    def end(self, ranks: Sequence[int]) -> None:
        with self._conversation(self._limits.seconds) as deadline:
            self._send(protocol.game_over(ranks), deadline)
            self._expect("ready", deadline)

    def explain(self) -> list[dict[str, Any]]:
        return []

    def abandon(self) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process and all it has started."""
        running, self.running = self.running, None
        if running is not None:
            self._peak = max(self._peak, running.peak_memory())
            running.kill()

    # ---- the process

    def load(self) -> None:
        """Starts the process. A bot that does not even say hello is not tried again."""
        if self._unloadable is not None:
            raise self._unloadable
        self.running = self._starter()
        self._pipes = Pipes(self.running.stdin, self.running.stdout, self.running.stderr)
        try:
            with self._conversation(self._limits.start_seconds) as deadline:
                self._send(protocol.hello(), deadline)
                self._parts, self.games = protocol.read_hello(self._expect("hello", deadline))
        except PlayerFault as fault:
            self._unloadable = fault
            raise

    def peak_memory(self) -> int:
        """The most memory the bot has held, in bytes."""
        return max(self._peak, self.running.peak_memory() if self.running else 0)

    def stderr_tail(self) -> str:
        """The end of what the bot wrote to standard error."""
        return one_line(self._pipes.stderr_tail) if self._pipes else ""

    # ---- the conversation

    def _send(self, message: Message, deadline: float) -> None:
        assert self._pipes is not None
        self._pipes.send(protocol.encode(message), deadline)

    def _receive(self, deadline: float) -> Message:
        assert self._pipes is not None
        message = protocol.decode(self._pipes.receive(deadline))
        if message["type"] == "error":
            kind = message.get("kind", "raised")
            raise PlayerFault(kind if kind in REPORTED_FAULTS else "raised", printable(str(message.get("message", ""))))
        return message

    def _expect(self, kind: str, deadline: float) -> Message:
        message = self._receive(deadline)
        if message["type"] != kind:
            raise ProtocolError(f"it wrote a message of type '{message['type']:.40}' where '{kind}' was due")
        return message

    def _answer_requests(self, handler: RequestHandler, deadline: float) -> int:
        """Answers the bot's requests until it moves."""
        while (message := self._receive(deadline))["type"] != "move":
            self._send(handler.answer(message), deadline)
        return protocol.read_move(message, self._turn)

    def _conversation(self, seconds: float) -> Conversation:
        assert self.running is not None
        return Conversation(self, self.running, seconds)

    def fault_of(self, error: BaseException, running: BotProcess, seconds: float) -> PlayerFault | None:
        """What a failed conversation says about the bot; None if the failure is not the bot's."""
        if isinstance(error, PlayerFault):
            return error
        if isinstance(error, TimeoutError):
            return overrun(seconds)
        if isinstance(error, ProtocolError | TooMuchOutput):
            return PlayerFault("protocol", printable(str(error)))
        if isinstance(error, EOFError):
            return self._ended(running)
        return None

    def _ended(self, running: BotProcess) -> PlayerFault:
        status = running.wait(EXIT_SECONDS)
        if status is None:
            return PlayerFault("protocol", "it closed its standard output")
        stderr = printable(self.stderr_tail())
        return PlayerFault("died", f"its process ended: {how_it_ended(status)}{f': {stderr}' if stderr else ''}")


class Conversation:
    """A stretch of time in which the bot may think. Outside of it, the bot is stopped.

    Whatever goes wrong within ends the process and becomes a PlayerFault.
    """

    def __init__(self, player: ProtocolPlayer, running: BotProcess, seconds: float) -> None:
        self._player = player
        self._running = running
        self._seconds = seconds
        self._used = 0.0

    def __enter__(self) -> float:
        self._used = self._running.processor_seconds()
        self._running.resume()
        return time.monotonic() + self._seconds

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if error is None:
            error = self._overspent()
        if error is None:
            self._running.pause()
            return
        fault = self._player.fault_of(error, self._running, self._seconds)
        self._player.close()
        if fault is not None:
            raise fault from None

    def _overspent(self) -> PlayerFault | None:
        used = self._running.processor_seconds() - self._used
        if used <= self._seconds + CPU_SLACK:
            return None
        return PlayerFault("timeout", f"it used {used:.1f} s of processor time where {self._seconds:g} s are allowed")


def printable(text: str) -> str:
    """The text without what a terminal or a file of texts cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)
