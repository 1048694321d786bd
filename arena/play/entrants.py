"""Which bot is meant, as plain data that can travel: by spec, and where the bot is a file, by content.

arena/play/players.py starts it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path

from arena.play.records import BUILT_IN, OPEN, SANDBOX, BotIdentity
from arena.process.program import BOT_CLASS, FOLDER, MANIFEST, PYTHON, Program, read_program
from arena.process.registry import Registry, default_path
from arena.process.sandbox import sandbox_problem
from bots import Spec, built_in, installed_bots, make
from bots.nets import NET, read_weights
from core.errors import ArenaError, did_you_mean

LONGEST = 48  # letters of a name made of a spec


class BadEntrant(ArenaError):
    """A bot that is not there, or cannot play; the message says where it was named."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot: what it is called, how to make it, and which version of it plays."""

    name: str
    spec: str
    version: str
    program: Program | None = None  # of a bot that is a file or a folder, or was submitted
    sandboxed: bool = False

    @property
    def identity(self) -> BotIdentity:
        """What a store keeps of it."""
        return BotIdentity(self.name, self.spec, self.version, self.isolation)

    @property
    def isolation(self) -> str:
        if self.program is None and is_trusted(self.spec):
            return BUILT_IN
        return SANDBOX if self.sandboxed else OPEN


def find_entrant(
    name: str, text: str, where: str, folder: Path, *, unsafe: bool = False, sandbox: bool = False
) -> Entrant:
    """The bot of that name and spec; its files are looked for in the folder. Submitted bots play in a sandbox, unless
    there is none and `unsafe` lets them play without; with `sandbox` so does every bot that is not built in.

    BadEntrant, which says where the spec was written, for what can be seen to be wrong without running a stranger's
    code."""
    try:
        entrant = look_up(name, text, folder)
        trusted = entrant.program is None and is_trusted(entrant.spec)
        wanted = Spec.parse(text).source == "submission" or (sandbox and not trusted)
        return in_sandbox(entrant, unsafe=unsafe) if wanted else entrant
    except ArenaError as error:
        raise BadEntrant(f"{where}: {error}") from None


def look_up(name: str, text: str, folder: Path) -> Entrant:
    spec = Spec.parse(text)
    if spec.source == "cmd":
        return command_entrant(name, spec, folder)
    if spec.source == "submission":
        return submitted_entrant(name, spec)
    is_path = spec.is_path or (spec.source not in built_in() and (folder / spec.source / MANIFEST).is_file())
    return file_entrant(name, spec, folder) if is_path else installed_entrant(name, spec, text, folder)


def in_sandbox(entrant: Entrant, *, unsafe: bool) -> Entrant:
    """The bot in a sandbox; without one only if somebody insists, and then its version says so."""
    if Spec.parse(entrant.spec).source == "cmd":
        raise BadEntrant(f"'{entrant.spec}' is a program of this machine and cannot play in a sandbox: "
                         f"make it a folder with a {MANIFEST}.")
    trouble = sandbox_problem()
    if trouble is None:
        return replace(entrant, sandboxed=True)
    if not unsafe:
        raise BadEntrant(f"a submitted bot needs a sandbox: {trouble} 'arena run --unsafe' plays it without one.")
    version = entrant.version.removesuffix(")")
    return replace(entrant, version=f"{version}, no sandbox)" if version != entrant.version else version)


def installed_entrant(name: str, spec: Spec, text: str, folder: Path) -> Entrant:
    if spec.source not in built_in():
        raise BadEntrant(f"there is no bot '{spec.source}': {did_you_mean(spec.source, built_in())}")
    if is_trusted(text):
        make(spec)
        text = with_net_in(folder, spec) or text
    return Entrant(name, text, installed_version(spec.source))


def with_net_in(folder: Path, spec: Spec) -> str:
    """The spec with the whole path of its file of weights; nothing if it names none."""
    found = {key: str(folder.absolute() / value) if key == NET else value for key, value in spec.parameters}
    return str(replace(spec, parameters=tuple(found.items()))) if NET in found else ""


def net_version(spec: str) -> str:
    """What a bot's version says of its file of weights; nothing if it names none."""
    path = dict(Spec.parse(spec).parameters).get(NET)
    return f", net {fingerprint(read_weights(Path(path)))}" if path else ""


def is_trusted(spec: str) -> bool:
    """Whether the spec names a bot of this project, and so may play in the tournament's own processes."""
    source = Spec.parse(spec).source
    return source in built_in() and all(point.name != source for point in installed_bots())


def file_entrant(name: str, spec: Spec, folder: Path) -> Entrant:
    """A bot that is a file or a folder, by content: its version is a hash of all of it."""
    path = Path(os.path.realpath(folder / spec.source))  # resolve() raises for links in a circle
    program = read_program(path)
    if (spec.class_name or spec.parameters) and program.kind == PYTHON:
        program = replace(program, kind=BOT_CLASS)
    if (spec.class_name or spec.parameters) and program.kind not in (BOT_CLASS, FOLDER):
        raise BadEntrant(f"'{spec}': a program takes no class and no parameters.")
    return Entrant(name, str(Spec(str(path), spec.class_name, spec.parameters)), fingerprint(program.content), program)


def submitted_entrant(name: str, spec: Spec) -> Entrant:
    """A submitted bot, by content; its version is the submission's, with the start of its hash."""
    with Registry(default_path()) as registry:
        submission = registry.find(spec.class_name)
        program = registry.program(submission)
    return Entrant(name, f"submission:{submission}", f"{submission} ({submission.digest[:12]})", program)


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


def short_spec(spec: str) -> str:
    """A spec without the folders of its file."""
    parsed = Spec.parse(spec)
    return str(replace(parsed, source=Path(parsed.source).name))


def display_names(specs: Sequence[str]) -> list[str]:
    """A name for each bot of a table: its spec, with a number behind it where several are alike."""
    return numbered([short_spec(spec) for spec in specs], "{} ({})")


def plain_names(specs: Sequence[str]) -> list[str]:
    """The same of letters that a config and a file name may have."""
    names = [re.sub(r"[^A-Za-z0-9_.+@-]+", "-", short_spec(spec)).strip("-._+@")[:LONGEST] or "bot" for spec in specs]
    return numbered(names, "{}-{}")


def numbered(names: Sequence[str], form: str) -> list[str]:
    """The names, those that come several times with the next number that is free."""
    found: list[str] = []
    for name in names:
        free = (form.format(name, number) for number in count(1))
        alone = names.count(name) == 1
        found.append(name if alone else next(one for one in free if one not in found and one not in names))
    return found


def fingerprint(code: bytes) -> str:
    return blake2b(code, digest_size=8).hexdigest()


def installed_version(source: str) -> str:
    """The version of the package a bot comes from."""
    for point in installed_bots():
        if point.name == source and point.dist is not None:
            return point.dist.version
    try:
        return version("space-arena")
    except PackageNotFoundError:
        return "uninstalled"
