"""Which bot is meant, as plain data that can travel: by spec, and where the bot is a file, by content.

arena/play/players.py starts it.
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from arena.process.program import Program
from arena.process.registry import Registry, default_path
from arena.process.sandbox import sandbox_problem
from bots import Spec, built_in, make
from core.errors import ArenaError, did_you_mean


class BadEntrant(ArenaError):
    """A bot that is not there, or cannot play; the message says where it was named."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot: what it is called, how to make it, and which version of it plays."""

    name: str
    spec: str
    version: str
    code: bytes | None = None  # of a bot that is a Python file
    program: Program | None = None  # of a bot that was submitted
    unsafe: bool = False  # a submitted bot may play without a sandbox


def find_entrant(name: str, text: str, where: str, folder: Path, *, unsafe: bool = False) -> Entrant:
    """The bot of that name and spec; its files are looked for in the folder. BadEntrant, which says where the spec was
    written, for what can be seen to be wrong without running a stranger's code."""
    try:
        spec = Spec.parse(text)
        if spec.source == "cmd":
            return command_entrant(name, spec, folder)
        if spec.source == "submission":
            return submitted_entrant(name, spec, unsafe=unsafe)
        return file_entrant(name, spec, folder) if spec.is_file else installed_entrant(name, spec, text)
    except ArenaError as error:
        raise BadEntrant(f"{where}: {error}") from None


def installed_entrant(name: str, spec: Spec, text: str) -> Entrant:
    if spec.source not in built_in():
        raise BadEntrant(f"there is no bot '{spec.source}': {did_you_mean(spec.source, built_in())}")
    if is_trusted(text):
        make(spec)
    return Entrant(name, text, installed_version(spec.source))


def is_trusted(spec: str) -> bool:
    """Whether the spec names a bot of this project, and so may play in the tournament's own processes."""
    source = Spec.parse(spec).source
    return source in built_in() and all(point.name != source for point in entry_points(group="arena.bots"))


def file_entrant(name: str, spec: Spec, folder: Path) -> Entrant:
    path = (folder / spec.source).resolve()
    try:
        code = path.read_bytes()
    except OSError as error:
        raise BadEntrant(f"cannot read the bot file '{path}': {error.strerror}.") from None
    return Entrant(name, str(Spec(str(path), spec.class_name, spec.parameters)), fingerprint(code), code)


def submitted_entrant(name: str, spec: Spec, *, unsafe: bool) -> Entrant:
    """A submitted bot, by content; its version is the submission's, with the start of its hash."""
    with Registry(default_path()) as registry:
        submission = registry.find(spec.class_name)
        program = registry.program(submission)
    trouble = sandbox_problem()
    if trouble is not None and not unsafe:
        raise BadEntrant(f"a submitted bot needs a sandbox: {trouble} 'arena run --unsafe' plays it without one.")
    unsandboxed = "" if trouble is None else ", no sandbox"
    version = f"{submission} ({submission.digest[:12]}{unsandboxed})"
    return Entrant(name, f"submission:{submission}", version, program=program, unsafe=trouble is not None)


def command_entrant(name: str, spec: Spec, folder: Path) -> Entrant:
    """A program of this machine; files it is given are looked for beside the tournament's own file."""
    try:
        words = [local_file(word, folder) for word in shlex.split(spec.class_name)]
    except ValueError as error:
        raise BadEntrant(f"'{spec}' is not a command line: {error}.") from None
    if shutil.which(words[0]) is None:
        raise BadEntrant(f"'{spec}': there is no program '{words[0]}' to run.")
    files = b"".join(Path(word).read_bytes() for word in words if Path(word).is_file())
    return Entrant(name, str(Spec("cmd", shlex.join(words), ())), fingerprint(files))


def local_file(word: str, folder: Path) -> str:
    return str((folder / word).resolve()) if (folder / word).is_file() else word


def fingerprint(code: bytes) -> str:
    return blake2b(code, digest_size=8).hexdigest()


def installed_version(source: str) -> str:
    """The version of the package a bot comes from."""
    for point in entry_points(group="arena.bots"):
        if point.name == source and point.dist is not None:
            return point.dist.version
    try:
        return version("space-arena")
    except PackageNotFoundError:
        return "uninstalled"
