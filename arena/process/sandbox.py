"""Starting a bot as a process of its own: sandboxed by bubblewrap and resource limits, or, for programs that are
trusted, without a sandbox.

In the sandbox a bot sees the system's programs and libraries, Python, the games and its own file, all read-only, and an
empty /tmp. It has no network, no environment, no descriptors but its three standard ones, and no other process in
sight. It is one process with threads. When its sandbox ends, nothing of it is left.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

import bots
import core
from arena.process.pipes import read
from arena.process.program import BOT_CLASS, NODE, PYTHON, Program
from arena.process.seccomp import seccomp_filter
from core.errors import ArenaError

PYTHON_PROGRAM: Final = os.path.realpath(sys.executable)
INSIDE: Final = Path(__file__).parent / "inside"
Folder = TemporaryDirectory[str]
MEGABYTE: Final = 2**20
THREADS: Final = 64
OPEN_FILES: Final = 64
LARGEST_FILE: Final = 16 * MEGABYTE
PRIVATE_TMP: Final = 64 * MEGABYTE
NODE_RESERVES: Final = 1024 * MEGABYTE  # address space that node sets aside without using it
SYSTEM: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Process 1 is bubblewrap's own and may run as the same user: its memory must be out of reach.
PROC_MOUNT: Final = ("--proc", "/proc", "--tmpfs", "/proc/1")
SETTINGS: Final = ("/etc/ld.so.cache", "/etc/alternatives")
ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": "/arena:/arena/site-packages",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "2",  # threads would set address space aside, each for itself
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# Users that no account has; a number of its own for each bot keeps their counts of threads apart.
FIRST_USER, USERS = 61184, 4336
NOBODY: Final = 65534
EXIT_SECONDS: Final = 5.0  # that the last process of a sandbox gets to end
PROCESS_GONE: Final = (OSError, IndexError)  # what asking about a process that has ended, or not begun, may raise


class SandboxError(ArenaError):
    """A sandbox or a program that cannot be started on this machine."""


class BotProcess:
    """A bot's process with its three pipes; `root` is the process to kill, with all it may have started."""

    def __init__(
        self, process: subprocess.Popen[bytes], root: int, *, sandboxed: bool, folder: Folder | None = None
    ) -> None:
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes_of(process))
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self._process = process
        self._root = root
        self._root_handle = handle(root)
        self._sandboxed = sandboxed
        self._folder = folder
        self._paused = False

    @functools.cached_property
    def pid(self) -> int:
        """The bot itself; known once it has said something."""
        return first_child(self._root) if self._sandboxed else self._root

    def pause(self) -> None:
        """A bot thinks in its own time, not in that of others."""
        self._signal(signal.SIGSTOP)
        self._paused = True

    def resume(self) -> None:
        if self._paused:
            self._signal(signal.SIGCONT)
            self._paused = False

    def _signal(self, number: int) -> None:
        with suppress(*PROCESS_GONE):
            send_signal(self._handle, number)

    @functools.cached_property
    def _handle(self) -> int | None:
        return handle(self.pid)

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
        """How it ended, as subprocess tells; None if it has not."""
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(seconds)
            wait_until_gone(self._root_handle)
            # bubblewrap and shells tell of a signal this way
            return 128 - status if self._sandboxed and status > 128 else status
        return None

    def kill(self) -> None:
        """Ends the bot and everything it has started, and waits until it is gone."""
        with suppress(ProcessLookupError):
            if self._sandboxed:
                send_signal(self._root_handle, signal.SIGKILL)
            else:
                os.killpg(self._root, signal.SIGKILL)
        for pipe in pipes_of(self._process):
            pipe.close()
        self._process.wait()
        wait_until_gone(self._root_handle)
        self._close_handles()
        if self._folder is not None:
            self._folder.cleanup()

    def _close_handles(self) -> None:
        for descriptor in (self._root_handle, self.__dict__.get("_handle")):
            if descriptor is not None:
                os.close(descriptor)


def handle(pid: int) -> int | None:
    """Of a process: unlike its number, it never comes to mean another. None if the process is gone."""
    with suppress(ProcessLookupError):
        return os.pidfd_open(pid)
    return None


def send_signal(process: int | None, number: int) -> None:
    if process is not None:
        signal.pidfd_send_signal(process, number)


def wait_until_gone(process: int | None) -> None:
    """Process 1 of a sandbox ends after all others in it, and may outlive the bubblewrap that we have started."""
    if process is not None:
        poll = select.poll()
        poll.register(process, select.POLLIN)
        poll.poll(1000 * EXIT_SECONDS)


def pipes_of(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe is not None]


def first_child(parent: int) -> int:
    return int(Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])


# ---- in the sandbox


@functools.cache
def sandbox_problem() -> str | None:
    """Why nothing can be sandboxed here, in a sentence; None if all is well."""
    if sys.platform != "linux":
        return "the sandbox needs Linux."
    if shutil.which("bwrap") is None:
        return "the sandbox needs bubblewrap, which is not installed: see https://github.com/containers/bubblewrap."
    try:
        running = start_sandboxed(Program("probe", b"#!/bin/sh\necho sandboxed\n", "executable"), memory_mb=256)
    except SandboxError as error:
        return str(error)
    status = running.wait(10)
    said, stderr = (read(pipe) or b"" for pipe in (running.stdout, running.stderr))
    running.kill()
    if status == 0 and said == b"sandboxed\n":
        return None
    return f"bubblewrap does not work here: {one_line(stderr) or f'exit code {status}'}."


def start_sandboxed(program: Program, memory_mb: int) -> BotProcess:
    """The program in a sandbox of its own. SandboxError if there can be none."""
    info, their_info = os.pipe()
    with Descriptors(their_info) as descriptors, os.fdopen(info) as told_by_bwrap:
        arguments = [*bwrap_arguments(program, descriptors), "--info-fd", str(their_info)]
        process = spawn(["bwrap", *arguments, "--", *inner_command(program, memory_mb)], pass_fds=descriptors.held)
        descriptors.close()
        told = told_by_bwrap.read()
    try:
        return BotProcess(process, json.loads(told)["child-pid"], sandboxed=True)
    except ValueError:
        stderr = process.communicate()[1]
        raise SandboxError(f"bubblewrap does not work here: {one_line(stderr)}.") from None


def bwrap_arguments(program: Program, descriptors: Descriptors) -> list[str]:
    """What bubblewrap is told, the command apart."""
    arguments = [*separation(), "--new-session", "--die-with-parent", "--clearenv", "--hostname", "arena"]
    for name, value in ENVIRONMENT.items():
        arguments += ["--setenv", name, value]
    arguments += file_system()
    arguments += ["--perms", "0555", "--ro-bind-data", str(descriptors.data(program.content)), bot_file(program)]
    for folder in ("/dev", "/proc/1", "/"):
        arguments += ["--remount-ro", folder]
    arguments += ["--chdir", "/tmp"]
    filter_program = seccomp_filter()
    if filter_program is not None:
        arguments += ["--seccomp", str(descriptors.data(filter_program))]
    return arguments


def separation() -> list[str]:
    """Namespaces of its own. Root builds them as root, and the bot steps down inside; others need one for users too."""
    spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if os.geteuid() == 0:
        return [*spaces, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return [*spaces, "--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]


def file_system() -> list[str]:
    links = [["--symlink", os.readlink(path), path] for path in SYSTEM if os.path.islink(path)]
    seen = {path: path for path in ("/usr", *SYSTEM, *SETTINGS) if os.path.exists(path) and not os.path.islink(path)}
    seen |= {path: path for path in outside_the_system([sys.base_prefix, *node_files()])} | packages()
    binds = [["--ro-bind", path, inside] for path, inside in seen.items()]
    private = ["--dev", "/dev", "--perms", "1777", "--size", str(PRIVATE_TMP), "--tmpfs", "/tmp"]
    return [*folders(seen.values()), *private, *PROC_MOUNT, *itertools.chain(*links, *binds)]


def folders(paths: Iterable[str]) -> list[str]:
    """The folders around these paths and the bot's file, open to whoever the bot will be."""
    around = {str(folder) for path in (*paths, "/bot/file") for folder in Path(path).parents} - {"/"}
    return list(itertools.chain(*(["--perms", "0755", "--dir", folder] for folder in sorted(around))))


def outside_the_system(paths: Iterable[str]) -> list[str]:
    """The paths that are not in /usr, each once."""
    return sorted({path for path in paths if not path.startswith("/usr/")})


def node_files() -> list[str]:
    node = shutil.which("node")
    return [str(Path(node).resolve())] if node else []


def packages() -> dict[str, str]:
    """What a bot may see of this project and of the packages installed with it, and where."""
    places = {
        str(Path(core.__file__).parent): "/arena/core",
        str(Path(bots.__file__).parent): "/arena/bots",
        str(INSIDE): "/arena/inside",
        sysconfig.get_path("platlib"): "/arena/site-packages",
    }
    return {path: inside for path, inside in places.items() if os.path.isdir(path)}


def bot_file(program: Program) -> str:
    return f"/bot/{program.name}"


def inner_command(program: Program, memory_mb: int) -> list[str]:
    user = FIRST_USER + random.randrange(USERS) if os.geteuid() == 0 else None
    job = {**job_of(program, bot_file(program), memory_mb * MEGABYTE), "user": user}
    job["limits"] |= {"NPROC": THREADS, "NOFILE": OPEN_FILES, "FSIZE": LARGEST_FILE, "MEMLOCK": 0, "MSGQUEUE": 0}
    return launch("/arena/inside/launch.py", job)


# ---- without a sandbox


def start_unsandboxed(program: Program, memory_mb: int) -> BotProcess:
    """The program without a sandbox, from a folder of its own. Only its memory is limited."""
    folder = Folder(prefix="arena-bot-")
    path = Path(folder.name) / program.name
    path.write_bytes(program.content)
    path.chmod(0o500)
    paths = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LD_LIBRARY_PATH") if key in os.environ}
    job = job_of(program, str(path), memory_mb * MEGABYTE)
    return start_job(job, {**ENVIRONMENT, **kept, "PYTHONPATH": paths}, folder)


def start_command(command: list[str], memory_mb: int) -> BotProcess:
    """A command of this machine, which may do all that its user may."""
    if shutil.which(command[0]) is None:
        raise SandboxError(f"there is no program '{command[0]}' to run.")
    return start_job({"command": command, "limits": limits(memory_mb * MEGABYTE, NODE_RESERVES)}, dict(os.environ))


def start_job(job: dict[str, Any], environment: dict[str, str], folder: Folder | None = None) -> BotProcess:
    process = spawn(launch(str(INSIDE / "launch.py"), {**job, "user": None}), env=environment)
    return BotProcess(process, process.pid, sandboxed=False, folder=folder)


# ---- both


def job_of(program: Program, path: str, memory: int) -> dict[str, Any]:
    """What arena/process/inside/launch.py is told."""
    if program.kind == BOT_CLASS:
        return {"bot": path, "memory": memory, "limits": {"CORE": 0, "DATA": memory}}
    if program.kind == NODE:
        node = node_files()
        if not node:
            raise SandboxError(f"'{program.name}' is for node, which is not installed.")
        heap = f"--max-old-space-size={memory // MEGABYTE}"
        return {"command": [node[0], heap, path], "limits": limits(memory, NODE_RESERVES)}
    command = [PYTHON_PROGRAM, "-sP", path] if program.kind == PYTHON else [path]
    return {"command": command, "limits": limits(memory, 0)}


def limits(memory: int, reserves: int) -> dict[str, int]:
    return {"CORE": 0, "DATA": memory, "AS": memory + reserves}


def launch(script: str, job: dict[str, Any]) -> list[str]:
    return [PYTHON_PROGRAM, "-sPS", script, json.dumps(job)]


def spawn(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, **options
        )
    except OSError as error:
        raise SandboxError(f"cannot start '{command[0]}': {error.strerror}.") from None


class Descriptors:
    """Descriptors held while a process is started, and closed afterwards."""

    def __init__(self, *held: int) -> None:
        self.held = list(held)

    def __enter__(self) -> Descriptors:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        while self.held:
            os.close(self.held.pop())

    def data(self, content: bytes) -> int:
        """A descriptor from which the content can be read."""
        descriptor = os.memfd_create("arena")
        self.held.append(descriptor)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return descriptor


def one_line(text: bytes) -> str:
    return " ".join(text.decode(errors="replace").split())[-300:].rstrip(".")
