"""Who sits at the table: a bot behind an interface that never raises anything but PlayerFault.

Built-in bots play in this process. Any other bot plays in a process of its own, with a deadline for each decision and
a memory limit, so that it can hang, leak or die without harm; see arena/process/child.py for its end of the wire.
"""

from __future__ import annotations

import atexit
import json
import operator
import os
import pickle
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from arena.play.entrants import Entrant, fingerprint, is_trusted
from arena.process import wire
from arena.process.faults import PlayerFault, overrun
from arena.process.limits import Limits
from arena.process.protocol_player import command, submitted
from bots import Bot, Clock, Spec, make
from core import Game, View


class Player(Protocol):
    """A bot as a match sees it: a new one for every game, whatever the games before."""

    def start(self, game: Game, seat: int, seed: int) -> None: ...
    def choose(self, view: View) -> int: ...
    def end(self, ranks: Sequence[int]) -> None: ...
    def explain(self) -> list[dict[str, Any]]: ...  # the moves considered last, where the bot can be asked
    def abandon(self) -> None: ...  # instead of end, after a fault
    def close(self) -> None: ...


def make_player(spec: str, limits: Limits, *, apart: bool = False) -> Player:
    """The player for a spec; `apart` puts even a built-in bot into a process of its own."""
    return InProcess(spec, limits) if is_trusted(spec) and not apart else ChildProcess(spec, limits)


def start_player(entrant: Entrant, limits: Limits, *, apart: bool = False) -> Player:
    """A player of this bot on this machine; `apart` puts even a built-in bot into a process of its own."""
    if entrant.program is not None:
        return submitted(entrant.program, limits, unsafe=entrant.unsafe)
    spec = Spec.parse(entrant.spec)
    if spec.is_program:
        return command(shlex.split(spec.class_name), limits)
    return make_player(local_spec(entrant), limits, apart=apart)


def local_spec(entrant: Entrant) -> str:
    """The spec as it works on this machine, where the file may have another place, or none yet."""
    if entrant.code is None:
        return entrant.spec
    spec = Spec.parse(entrant.spec)
    path = Path(spec.source)
    if not path.is_file() or path.read_bytes() != entrant.code:
        path = scratch_folder() / f"{fingerprint(entrant.code)}.py"
        path.write_bytes(entrant.code)
    return str(Spec(str(path), spec.class_name, spec.parameters))


@cache
def scratch_folder() -> Path:
    """Where this process keeps the files of bots that came from elsewhere."""
    folder = tempfile.mkdtemp(prefix="arena-bots-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


class InProcess:
    """A bot of this project, called directly.

    A decision is charged the smaller of the time on the wall and the processor's, so that a busy machine does not
    turn the same moves into another result.
    """

    def __init__(self, spec: str, limits: Limits) -> None:
        self._spec = Spec.parse(spec)
        self._limit = limits.seconds
        self._clock = Clock(limits.seconds)
        self._bot = Bot()

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._bot = guarded(make, self._spec)
        guarded(self._bot.start, game, seat, seed)

    def choose(self, view: View) -> int:
        wall, processor = time.perf_counter(), time.process_time()
        action = guarded(self._bot.choose, view, self._clock)
        spent = min(time.perf_counter() - wall, time.process_time() - processor)
        if spent > self._limit:
            raise overrun(self._limit)
        return as_number(action)

    def end(self, ranks: Sequence[int]) -> None:
        guarded(self._bot.end, ranks)

    def explain(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = guarded(self._bot.explain)
        return rows

    def abandon(self) -> None:
        self._bot = Bot()

    def close(self) -> None:
        pass


def guarded(call: Callable[..., Any], *arguments: Any) -> Any:
    """The call's answer; what it raises becomes a PlayerFault."""
    try:
        return call(*arguments)
    except MemoryError:
        raise PlayerFault("memory", "it ran out of memory") from None
    except Exception as error:
        raise PlayerFault("raised", f"{type(error).__name__}: {error}") from None


def as_number(action: Any) -> int:
    try:
        return operator.index(action)
    except TypeError:
        raise PlayerFault("illegal", f"it answered with {type(action).__name__} instead of a legal action") from None


class ChildProcess:
    """A bot in a process of its own, which forks a fresh copy of itself for each game."""

    def __init__(self, spec: str, limits: Limits) -> None:
        self._spec = spec
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: socket.socket | None = None
        self._unloadable: PlayerFault | None = None
        self._asked = 0
        self._game = 0  # the number of the request that started it

    def start(self, game: Game, seat: int, seed: int) -> None:
        if self._process is None:
            self._load()
        self._game = self._asked + 1
        self._ask("start", (game, seat, seed), self._limits.start_seconds)

    def choose(self, view: View) -> int:
        answer = self._ask("choose", wire.pack_view(view), self._limits.seconds)
        if type(answer) is not int:
            raise self._broken("it answered with something that is not a number")
        return answer

    def end(self, ranks: Sequence[int]) -> None:
        self._ask("end", tuple(ranks), self._limits.seconds)

    def explain(self) -> list[dict[str, Any]]:
        return []

    def abandon(self) -> None:
        if self._wire is not None:
            with suppress(OSError):
                self._send("abandon", None, time.monotonic() + self._limits.seconds)

    def close(self) -> None:
        """Ends the process and all it has started in its group."""
        process, self._process = self._process, None
        if self._wire is not None:
            self._wire.close()
            self._wire = None
        if process is not None:
            kill_group(process)

    def _load(self) -> None:
        """Starts the process. A bot that cannot even be loaded is not tried again."""
        if self._unloadable is not None:
            raise self._unloadable
        self._process, self._wire = spawn()
        try:
            self._ask("load", (self._spec, self._limits), self._limits.start_seconds)
        except PlayerFault as fault:
            self._unloadable = fault
            self.close()
            raise

    def _ask(self, request: str, content: Any, limit: float) -> Any:
        """The answer to a request, within the limit."""
        deadline = time.monotonic() + limit
        try:
            self._send(request, content, deadline)
            answer = self._receive(deadline)
        except TimeoutError:
            self.close()
            raise overrun(limit) from None
        except (OSError, EOFError):
            raise self._died() from None
        except (ValueError, RecursionError):
            raise self._broken("it wrote something that is not an answer to the last request") from None
        if "fault" in answer:
            kind = answer["fault"]
            raise PlayerFault(kind if kind in wire.REPORTED_FAULTS else "protocol", str(answer.get("message")))
        return answer.get("answer")

    def _send(self, request: str, content: Any, deadline: float) -> None:
        assert self._wire is not None
        self._asked += 1
        wire.send(self._wire, pickle.dumps((self._asked, request, content)), deadline)

    def _receive(self, deadline: float) -> dict[str, Any]:
        """The answer to the last request, or the news that this game's process is gone."""
        assert self._wire is not None
        while True:
            answer = json.loads(wire.receive(self._wire, deadline))
            if not isinstance(answer, dict):
                raise ValueError("not an answer")
            if answer.get("to") == self._asked or answer.get("gone") == self._game:
                return answer
            if "gone" not in answer:
                raise ValueError("not an answer to the last request")

    def _broken(self, message: str) -> PlayerFault:
        self.close()
        return PlayerFault("protocol", message)

    def _died(self) -> PlayerFault:
        process = self._process
        assert process is not None
        self.close()
        return PlayerFault("died", f"its process ended: {wire.how_it_ended(process.returncode)}")


def spawn() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """A process of its own session, with one socket to it and nothing else of ours."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "arena.process.child", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
            env=child_environment(),
        )
    return process, ours


def child_environment() -> dict[str, str]:
    """Finds the same packages as we do; one thread per bot, and the same hashes in every process."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH") if key in os.environ}
    return {**kept, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()
    process.wait()
