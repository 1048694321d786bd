"""A player that is a process speaking the line protocol: sandboxed or in the open, a new process for every game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from arena.process import protocol
from arena.process.faults import PlayerFault, how_it_ended, overrun
from arena.process.inside.lengths import FAULT_MESSAGE
from arena.process.launcher import BotProcess, Launcher
from arena.process.limits import Limits
from arena.process.pipes import Pipes, TooMuchOutput
from arena.process.program import Program
from arena.process.protocol import Message, ProtocolError, RequestHandler
from arena.process.text import printable
from bots import Spec
from core import Game, View

REPORTED_FAULTS: Final = ("raised", "memory", "illegal")
CPU_SLACK: Final = 1.0  # seconds of processor time over the time on the clock, for what other threads tidy up
EXIT_SECONDS: Final = 1.0  # that a process which has closed its pipe gets to end


def submitted(program: Program, limits: Limits, *, unsafe: bool = False, spec: Spec | None = None) -> ProtocolPlayer:
    """A bot by content: in a sandbox, unless somebody has said that it may play without. The spec may name its class
    and parameters."""
    return ProtocolPlayer(Launcher(program, spec, memory_mb=limits.memory_mb, sandboxed=not unsafe), limits)


def installed(spec: Spec, limits: Limits, *, sandboxed: bool = False) -> ProtocolPlayer:
    """A bot class that is installed on this machine, in a process of its own."""
    return ProtocolPlayer(Launcher(None, spec, memory_mb=limits.memory_mb, sandboxed=sandboxed), limits)


def command(arguments: list[str], limits: Limits) -> ProtocolPlayer:
    """A program of this machine, as trusted as whoever wrote its name."""
    launcher = Launcher(command=arguments, memory_mb=limits.memory_mb, sandboxed=False)
    return ProtocolPlayer(launcher, limits)


class ProtocolPlayer:
    """The arena's end of the line protocol."""

    def __init__(self, launcher: Launcher, limits: Limits) -> None:
        self.launcher = launcher
        self._limits = limits
        self.running: BotProcess | None = None
        self._pipes: Pipes | None = None
        self._parts: tuple[str, ...] = ()
        self._unloadable: PlayerFault | None = None
        self._has_played = False  # the running process: it cannot begin another game
        self._has_loaded = False  # some process of this bot has said hello
        self._turn = 0
        self._spent = 0.0
        self._peak = 0
        self._explanation: list[dict[str, Any]] = []
        self.games: tuple[str, ...] | None = None  # that the bot claims to play; None: all

    # ---- the player

    def start(self, game: Game, seat: int, seed: int) -> None:
        if self.running is None or self._has_played:
            self.load(game, pauses=False)
        if self.games is not None and game.name not in self.games:
            raise PlayerFault("protocol", f"it plays {', '.join(self.games) or 'no game'}, not {game.name}")
        self._has_played = True
        self._turn, self._spent, self._explanation = 0, 0.0, []
        with self._conversation(self._limits.start_seconds) as deadline:
            self._send(protocol.new_game(game, seat, seed), deadline)
            self._expect("ready", deadline)

    def choose(self, view: View) -> int:
        self._turn += 1
        left = self._limits.game_seconds - self._spent
        seconds = min(self._limits.seconds, left)
        with self._conversation(seconds, in_game=left <= self._limits.seconds) as deadline:
            self._send(protocol.turn(self._turn, view, self._parts, seconds), deadline)
            move = self._answer_requests(RequestHandler(view), deadline)
            self._explanation = protocol.read_explanation(move)
            return protocol.read_move(move, self._turn)

    def end(self, ranks: Sequence[int]) -> None:
        with self._conversation(self._limits.seconds, pauses=False) as deadline:
            self._send(protocol.game_over(ranks), deadline)
            self._expect("ready", deadline)
        self._leave()

    def explain(self) -> list[dict[str, Any]]:
        return self._explanation

    def abandon(self) -> None:
        self._stop()

    def close(self) -> None:
        """Ends all processes of the bot."""
        self._stop()
        self.launcher.close()

    # ---- the process

    def load(self, game: Game | None = None, *, pauses: bool = True) -> None:
        """Starts a new process. A bot that has never said hello is not tried again."""
        self._stop()
        if self._unloadable is not None:
            raise self._unloadable
        try:
            self._say_hello(game, pauses)
            self._has_loaded = True
        except PlayerFault as fault:
            if not self._has_loaded:
                self._unloadable = fault
            raise

    def _say_hello(self, game: Game | None, pauses: bool) -> None:
        seconds = self._limits.start_seconds
        deadline = time.monotonic() + seconds
        try:
            self.running = self.launcher.start(deadline, game)
        except TimeoutError:
            self.launcher.close()
            raise overrun(seconds) from None
        except EOFError:
            self.launcher.close()
            raise PlayerFault("died", "its process could not be started") from None
        self._pipes = Pipes(self.running.stdin, self.running.stdout, self.running.stderr)
        self._has_played = False
        with self._conversation(seconds, pauses=pauses) as deadline:
            self._send(protocol.hello(), deadline)
            self._parts, claimed = protocol.read_hello(self._expect("hello", deadline))
        manifest = self.launcher.manifest
        self.games = manifest.games if manifest is not None and manifest.games is not None else claimed

    def _leave(self) -> None:
        """After a game: the end of its input tells the bot that it is over."""
        running, self.running = self.running, None
        if running is not None:
            self._peak = max(self._peak, running.peak_memory())
            running.leave()

    def _stop(self) -> None:
        """Ends the process and all it has started."""
        running, self.running = self.running, None
        if running is not None:
            self._peak = max(self._peak, running.peak_memory())
            running.kill()

    def peak_memory(self) -> int:
        """The most memory the bot has held, in bytes."""
        return max(self._peak, self.running.peak_memory() if self.running else 0)

    def stderr_tail(self) -> str:
        """The end of what the bot wrote to standard error."""
        if self._pipes is None:
            return ""
        return self.launcher.hide_paths(self._pipes.stderr_tail.decode(errors="replace"))

    # ---- the conversation

    def _send(self, message: Message, deadline: float) -> None:
        assert self._pipes is not None
        assert self.running is not None
        self._pipes.send(protocol.encode(message), deadline, self.running.resume)

    def _receive(self, deadline: float) -> Message:
        assert self._pipes is not None
        message = protocol.decode(self._pipes.receive(deadline))
        if message["type"] == "error":
            raise self._reported(message)
        return message

    def _reported(self, message: Message) -> PlayerFault:
        kind = message.get("kind", "raised")
        text, detail = (self.launcher.hide_paths(str(message.get(key, ""))) for key in ("message", "detail"))
        return PlayerFault(kind if kind in REPORTED_FAULTS else "raised", text, detail or self.stderr_tail())

    def _expect(self, kind: str, deadline: float) -> Message:
        message = self._receive(deadline)
        if message["type"] != kind:
            raise ProtocolError(f"it wrote a message of type '{message['type']:.40}' where '{kind}' was due")
        return message

    def _answer_requests(self, handler: RequestHandler, deadline: float) -> Message:
        """Answers the bot's requests until it moves."""
        while (message := self._receive(deadline))["type"] != "move":
            self._send(handler.answer(message), deadline)
        return message

    def _conversation(self, seconds: float, *, in_game: bool = False, pauses: bool = True) -> Conversation:
        assert self.running is not None
        return Conversation(self, self.running, seconds, in_game, pauses)

    def spend(self, seconds: float) -> None:
        self._spent += seconds

    def fault_of(self, error: BaseException, running: BotProcess, seconds: float, in_game: bool) -> PlayerFault | None:
        """What a failed conversation says about the bot; None if the failure is not the bot's."""
        if isinstance(error, PlayerFault):
            return error
        if isinstance(error, TimeoutError):
            return overrun(self._limits.game_seconds, " in all its decisions") if in_game else overrun(seconds)
        if isinstance(error, ProtocolError | TooMuchOutput):
            return PlayerFault("protocol", str(error), self.stderr_tail())
        if isinstance(error, EOFError):
            return self._ended(running)
        return None

    def _ended(self, running: BotProcess) -> PlayerFault:
        status = running.wait(EXIT_SECONDS)
        stderr = self.stderr_tail()
        if status is None:
            return PlayerFault("protocol", "it closed its standard output", stderr)
        last = printable(stderr[-FAULT_MESSAGE:], FAULT_MESSAGE)
        return PlayerFault("died", f"its process ended: {how_it_ended(status)}{f': {last}' if last else ''}", stderr)


class Conversation:
    """A stretch of time in which the bot may think, from our first message on. Outside of it, the bot is stopped.

    Whatever goes wrong within ends the process and becomes a PlayerFault.
    """

    def __init__(
        self, player: ProtocolPlayer, running: BotProcess, seconds: float, in_game: bool, pauses: bool
    ) -> None:
        self._player = player
        self._running = running
        self._seconds = seconds
        self._in_game = in_game
        self._pauses = pauses  # not if the bot is to go on at once
        self._used = 0.0
        self._began = 0.0

    def __enter__(self) -> float:
        self._used = self._running.processor_seconds()
        self._began = time.monotonic()
        return self._began + self._seconds

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        self._player.spend(time.monotonic() - self._began)
        if error is None:
            error = self._overspent()
        if error is None:
            if self._pauses:
                self._running.pause()
            return
        fault = self._player.fault_of(error, self._running, self._seconds, self._in_game)
        self._player.abandon()
        if fault is not None:
            raise fault from None

    def _overspent(self) -> PlayerFault | None:
        used = self._running.processor_seconds() - self._used
        if used <= self._seconds + CPU_SLACK:
            return None
        return PlayerFault("timeout", f"it used {used:.1f} s of processor time where {self._seconds:g} s are allowed")
