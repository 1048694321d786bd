"""Starting bots: a fork server for each bot, sandboxed or in the open, and from it a new process for every game.

process/inside/forkserver.py is its other end.
"""

from __future__ import annotations

import fcntl
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import core
from arena.process import sandbox
from arena.process.inside.folders import remove_tree
from arena.process.program import BOT_CLASS, FOLDER, NODE, PYTHON, Manifest, Program, in_folder, read_manifest
from arena.process.sandbox import ENVIRONMENT, HOME, INSIDE, MEGABYTE, SCRATCH, SandboxError, does_not_work
from bots import Spec
from core import Game

UP_SECONDS: Final = 120.0  # until a fork server is ready; a busy machine may take long
STARTS: Final = 3  # of a fork server that is killed while it starts
EXIT_SECONDS: Final = 5.0  # that the last process of a game or a sandbox gets to end
NODE_RESERVES: Final = 1024 * MEGABYTE  # address space that node sets aside without using it
FOLDER_PREFIX: Final = "arena-files-"  # of bots in the open
ABANDONED_SECONDS: Final = 60.0  # a folder this old that nobody has locked is nobody's
KEPT: Final = ("PATH", "HOME", "LD_LIBRARY_PATH")  # of our environment, in the open
LARGEST_PRELOAD: Final = 1 << 16  # options of a game that are worth sending ahead
PROCESS_GONE: Final = (OSError, ValueError, IndexError)  # what asking about a process that has ended may raise

ServerJob = dict[str, Any]


class ServerKilled(SandboxError):
    """A fork server that somebody has killed before it was ready, such as the kernel for want of memory."""


class Launcher:
    """How one bot is started: a program, an installed bot class by its spec, or a command of this machine."""

    def __init__(
        self,
        program: Program | None = None,
        spec: Spec | None = None,
        command: Sequence[str] = (),
        *,
        memory_mb: int,
        sandboxed: bool,
    ) -> None:
        self.program, self.spec, self.command = program, spec, list(command)
        self.memory = memory_mb * MEGABYTE
        self.sandboxed = sandboxed
        self.manifest = read_manifest(program) if program is not None and program.kind == FOLDER else None
        self._server: ForkServer | None = None

    def start(self, deadline: float, game: Game | None = None) -> BotProcess:
        """A new process for one game. SandboxError if there can be none; TimeoutError, EOFError as the bot's fault."""
        if self._server is not None:
            with suppress(EOFError):  # in the open a bot may have ended it, in an earlier game
                return self._server.start(deadline, game)
            self.close()
        for _ in range(STARTS - 1):
            self._server = ForkServer(self)
            with suppress(ServerKilled):
                return self._server.start(deadline, game)
            self.close()
        self._server = ForkServer(self)
        return self._server.start(deadline, game)

    def close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def hide_paths(self, text: str) -> str:
        """A text of the bot with the names that its folders have in the sandbox: the same wherever it plays."""
        return self._server.hide_paths(text) if self._server is not None else text

    def job(self, home: str, scratch: str) -> ServerJob:
        """What the fork server is told about the bot."""
        files = self.program.files() if self.program else []
        job: ServerJob = {"files": files, "home": home, "scratch": scratch, "limits": {"CORE": 0}}
        job["sandbox"] = sandbox.sandbox_job() if self.sandboxed else None
        job["own_memory"] = not self.sandboxed and not self.command  # a command may need to be just as it is elsewhere
        job["packages"] = sandbox.PACKAGES if self.sandboxed else sandbox.installed_packages()
        if self.sandboxed:
            job["limits"] |= sandbox.LIMITS
        spec = self._inner_spec(home)
        if spec is not None:
            games = self.manifest.games if self.manifest else None
            return job | {"spec": str(spec), "games": games, "memory": self.memory}
        command, reserves = self._inner_command(home)
        job["limits"] |= {"DATA": self.memory, "AS": self.memory + reserves}
        return job | {"command": command}

    def _inner_spec(self, home: str) -> Spec | None:
        """The bot class as the fork server finds it; None if the bot is a program of another kind."""
        class_name, parameters = (self.spec.class_name, self.spec.parameters) if self.spec else ("", ())
        if self.program is None:
            return self.spec
        if self.manifest is not None and self.manifest.file:
            return Spec(f"{home}/{self.manifest.file}", class_name or self.manifest.class_name, parameters)
        if self.program.kind == BOT_CLASS:
            return Spec(f"{home}/{self.program.name}", class_name, parameters)
        return None

    def _inner_command(self, home: str) -> tuple[list[str], int]:
        """The command, and how much address space it may set aside beside its memory."""
        if self.program is None:
            return self.command, NODE_RESERVES
        if self.manifest is not None:
            return self._folder_command(self.program, self.manifest, home)
        path = f"{home}/{self.program.name}"
        if self.program.kind == NODE:
            return [*self._node(), path], NODE_RESERVES
        return ([*self._python(), path] if self.program.kind == PYTHON else [path]), 0

    def _folder_command(self, program: Program, manifest: Manifest, home: str) -> tuple[list[str], int]:
        first, *rest = (in_folder(program, word, home) for word in manifest.command)
        if first in ("python", "python3"):
            return [*self._python(), *rest], 0
        return ([*self._node(), *rest] if first == "node" else [first, *rest]), NODE_RESERVES

    def _python(self) -> list[str]:
        return [sandbox.python_inside() if self.sandboxed else os.path.realpath(sys.executable), "-sP"]

    def _node(self) -> list[str]:
        node = sandbox.node_inside() if self.sandboxed else sandbox.node_program()
        if node is None:
            raise SandboxError(f"'{self.program and self.program.name}' is for node, which is not installed.")
        return [node, f"--max-old-space-size={self.memory // MEGABYTE}"]


class ForkServer:
    """Our end of process/inside/forkserver.py."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._folder, self._lock = ("", -1) if launcher.sandboxed else locked_folder()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 closed in close()
        self._games: set[str] = set()
        self._running: BotProcess | None = None
        self._is_up = False
        self._root: int | None = None
        try:
            with theirs:
                self._process = self._spawn(theirs)
        except BaseException:
            self._clean_up()
            raise

    def _spawn(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        launcher = self._launcher
        home, scratch = (HOME, SCRATCH) if launcher.sandboxed else (f"{self._folder}/bot", f"{self._folder}/tmp")
        job = launcher.job(home, scratch)
        content = memory_file(launcher.program.data()) if launcher.program is not None else None
        job |= {"control": theirs.fileno(), "content": content}
        descriptors = [theirs.fileno(), *([] if content is None else [content])]
        try:
            return self._spawn_sandboxed(job, descriptors) if launcher.sandboxed else self._spawn_open(job, descriptors)
        except OSError as error:
            raise SandboxError(f"cannot start a process: {error.strerror}.") from None
        finally:
            if content is not None:
                os.close(content)

    def _spawn_sandboxed(self, job: ServerJob, descriptors: list[int]) -> subprocess.Popen[bytes]:
        bwrap = sandbox.bwrap_program()
        if bwrap is None:
            raise SandboxError(str(sandbox.sandbox_problem()))
        info, their_info = os.pipe()
        server = [sandbox.python_inside(), "-sPS", "/arena/inside/forkserver.py", json.dumps(job)]
        with os.fdopen(info) as told_by_bwrap:
            try:
                command = [bwrap, *sandbox.bwrap_arguments(), "--info-fd", str(their_info), "--", *server]
                process = self._popen(command, [*descriptors, their_info])
            finally:
                os.close(their_info)
            told = told_by_bwrap.read()
        with suppress(ValueError, KeyError, OSError):
            self._root = os.pidfd_open(json.loads(told)["child-pid"])
        return process

    def _spawn_open(self, job: ServerJob, descriptors: list[int]) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-sP", str(INSIDE / "forkserver.py"), json.dumps(job)]
        environment = dict(os.environ) if self._launcher.command else open_environment()
        return self._popen(command, descriptors, env=environment)

    def _popen(self, command: list[str], descriptors: list[int], **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._stderr,
            stderr=self._stderr,
            pass_fds=descriptors,
            start_new_session=True,
            **options,
        )

    def start(self, deadline: float, game: Game | None) -> BotProcess:
        if not self._is_up:
            began = time.monotonic()
            self._wait_until_up(began + UP_SECONDS)
            deadline += time.monotonic() - began  # none of it was the bot's time
        if self._running is not None:
            self._running.kill()
        (their_in, stdin), (stdout, their_out), (stderr, their_err) = (os.pipe() for _ in range(3))
        status, their_status = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        handed = [their_in, their_out, their_err, their_status.fileno()]
        self._running = BotProcess([stdin, stdout, stderr], status)
        try:
            self._control.settimeout(left(deadline))
            socket.send_fds(self._control, [self._request(game)], handed)
        except OSError as error:
            raise (TimeoutError if isinstance(error, TimeoutError) else EOFError) from None
        finally:
            their_status.close()
            for descriptor in handed[:3]:
                os.close(descriptor)
        self._running.wait_until_started(deadline)
        return self._running

    def _wait_until_up(self, deadline: float) -> None:
        self._control.settimeout(left(deadline))
        with suppress(ConnectionError):
            self._is_up = self._control.recv(16) == b"up"
        if not self._is_up:
            ended = self._process.wait(EXIT_SECONDS)
            if ended < 0 or ended > 128:  # as bubblewrap says it
                raise ServerKilled("cannot start a process: it was killed at once.")
            self._stderr.seek(0)
            why = self._stderr.read().decode(errors="replace")
            raise SandboxError(does_not_work(why) if self._launcher.sandboxed else f"cannot start a process: {why}")

    def _request(self, game: Game | None) -> bytes:
        """Names a game that the server has not loaded yet."""
        request: ServerJob = {}
        if game is not None:
            key = json.dumps([game.name, game.players, game.options])
            if key not in self._games and len(key) < LARGEST_PRELOAD:
                self._games.add(key)
                request = {"game": [game.name, game.players, game.options]}
        return json.dumps(request).encode()

    def hide_paths(self, text: str) -> str:
        if not self._folder:
            return text
        return text.replace(f"{self._folder}/bot", HOME).replace(f"{self._folder}/tmp", SCRATCH)

    def close(self) -> None:
        """Ends everything that was started, and waits until it is gone."""
        if self._running is not None:
            self._running.kill()
        with suppress(ProcessLookupError):
            if self._root is not None:
                signal.pidfd_send_signal(self._root, signal.SIGKILL)
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._root is not None:
            select.select([self._root], [], [], EXIT_SECONDS)
        self._clean_up()

    def _clean_up(self) -> None:
        self._control.close()
        self._stderr.close()
        if self._root is not None:
            os.close(self._root)
            self._root = None
        if self._folder:
            remove_tree(self._folder)
            os.close(self._lock)


def locked_folder() -> tuple[str, int]:
    """A new folder for a bot in the open, and the lock that says that it is in use."""
    remove_abandoned_folders()
    folder = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    return folder, lock


@functools.cache
def remove_abandoned_folders() -> None:
    """What processes have left that were killed with all their children, as Ray does with a worker that is lost."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime < ABANDONED_SECONDS or folder.stat().st_uid != os.getuid():
                continue
            lock = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove_tree(str(folder))
            finally:
                os.close(lock)


class BotProcess:
    """A bot's process in one game, with its three pipes."""

    def __init__(self, pipes: list[int], status: socket.socket) -> None:
        self.stdin, self.stdout, self.stderr = pipes
        for descriptor in pipes:
            os.set_blocking(descriptor, False)
        self._open = set(pipes)
        self._status = status
        self._handle: int | None = None
        self._ended: int | None = None
        self._paused = False
        self.pid = 0

    def wait_until_started(self, deadline: float) -> None:
        self._status.settimeout(left(deadline))
        try:
            said, handles, _, _ = socket.recv_fds(self._status, 1000, 1)
        except ConnectionError:
            raise EOFError from None
        if not handles:
            raise EOFError
        self._handle = handles[0]
        self.pid = process_of(self._handle) or json.loads(said)["pid"]

    def pause(self) -> None:
        """A bot thinks in its own time, not in that of others."""
        self._signal(signal.SIGSTOP)
        self._paused = True

    def resume(self) -> None:
        if self._paused:
            self._signal(signal.SIGCONT)
            self._paused = False

    def _signal(self, number: int) -> None:
        if self._handle is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self._handle, number)

    def processor_seconds(self) -> float:
        """The processor time the bot has used, all its threads together."""
        with suppress(*PROCESS_GONE):
            return time.clock_gettime((~self.pid << 3) | 2)  # see clock_getcpuclockid(3)
        return 0.0

    def peak_memory(self) -> int:
        """The most memory the bot has ever held, in bytes; 0 if it is gone."""
        with suppress(*PROCESS_GONE):
            for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        return 0

    def wait(self, seconds: float) -> int | None:
        """How it ended: its exit code, or below 0 a signal; None if it has not."""
        if self._ended is None:
            self._status.settimeout(seconds)
            with suppress(OSError, ValueError):
                self._ended = json.loads(self._status.recv(1000))["status"]
        return self._ended

    def leave(self) -> None:
        """After a game: its input ends, and it has a moment to end too. This does not wait for it."""
        self.resume()
        self._close(self.stdin)
        with suppress(OSError):
            self._status.send(b"leave")

    def _close(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            os.close(descriptor)

    def kill(self) -> None:
        """Ends the bot and everything it has started, and waits until it is gone."""
        if self._status.fileno() < 0:
            return
        self._signal(signal.SIGKILL)
        with suppress(OSError):
            self._status.shutdown(socket.SHUT_WR)
            self._status.settimeout(EXIT_SECONDS)
            while self._status.recv(1000):
                pass
        self._status.close()
        for descriptor in list(self._open):
            self._close(descriptor)
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def process_of(handle: int) -> int:
    """The number that a process has here; its own process space may know it under another."""
    with suppress(*PROCESS_GONE):
        for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
            if line.startswith("Pid:"):
                return int(line.split()[1])
    return 0


def memory_file(content: bytes) -> int:
    """A descriptor from which the content can be read."""
    descriptor = os.memfd_create("arena")
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def open_environment() -> dict[str, str]:
    """In the open: finds the same packages as we do, and has little else of our environment."""
    ours = [str(Path(core.__file__).parents[1]), *(os.path.abspath(entry) for entry in sys.path)]
    kept = {key: os.environ[key] for key in KEPT if key in os.environ}
    return {**ENVIRONMENT, **kept, "PYTHONPATH": os.pathsep.join(ours)}
