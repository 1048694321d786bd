"""The bots of a tournament as they travel to the workers: by spec, and where the bot is a file, by content."""

from __future__ import annotations

import atexit
import shlex
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from arena.play.players import Player, is_trusted, make_player
from arena.process.program import Program
from arena.process.protocol_player import command, submitted
from arena.process.registry import Registry, default_path
from arena.process.sandbox import sandbox_problem
from arena.tournament.config import BotEntry, Config, ConfigError, Limits
from bots import Spec, built_in, make
from core.errors import ArenaError, did_you_mean


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot: what it is called, how to make it, and which version of it plays."""

    name: str
    spec: str
    version: str
    code: bytes | None = None  # of a bot that is a Python file
    program: Program | None = None  # of a bot that was submitted
    unsafe: bool = False  # a submitted bot may play without a sandbox

    def player(self, limits: Limits, *, apart: bool = False) -> Player:
        """A player of this bot on this machine; `apart` puts even a built-in bot into a process of its own."""
        if self.program is not None:
            return submitted(self.program, limits, unsafe=self.unsafe)
        spec = Spec.parse(self.spec)
        if spec.is_program:
            return command(shlex.split(spec.class_name), limits)
        return make_player(self.local_spec(), limits, apart=apart)

    def local_spec(self) -> str:
        """The spec as it works on this machine, where the file may have another place, or none yet."""
        if self.code is None:
            return self.spec
        spec = Spec.parse(self.spec)
        path = Path(spec.source)
        if not path.is_file() or path.read_bytes() != self.code:
            path = scratch_folder() / f"{fingerprint(self.code)}.py"
            path.write_bytes(self.code)
        return str(Spec(str(path), spec.class_name, spec.parameters))


def find_entrants(config: Config, folder: Path, *, unsafe: bool = False) -> tuple[Entrant, ...]:
    """The bots of a config; files are looked for beside the tournament's own file. Checks what can be checked
    without running a stranger's code."""
    where = {bot: f"{config.name}: bots.{bot.name}.spec" for bot in config.bots}
    return tuple(find_entrant(bot, where[bot], folder, unsafe=unsafe) for bot in config.bots)


def find_entrant(bot: BotEntry, where: str, folder: Path, *, unsafe: bool = False) -> Entrant:
    try:
        spec = Spec.parse(bot.spec)
        if spec.is_program:
            is_command = spec.source == "cmd"
            return command_entrant(bot, spec, folder) if is_command else submitted_entrant(bot, spec, unsafe=unsafe)
        if spec.is_file:
            return file_entrant(bot, spec, folder)
        if spec.source not in built_in():
            raise ConfigError(f"there is no bot '{spec.source}': {did_you_mean(spec.source, built_in())}")
        if is_trusted(bot.spec):
            make(spec)
        return Entrant(bot.name, bot.spec, installed_version(spec.source))
    except ArenaError as error:
        raise ConfigError(f"{where}: {error}") from None


def file_entrant(bot: BotEntry, spec: Spec, folder: Path) -> Entrant:
    path = (folder / spec.source).resolve()
    try:
        code = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"cannot read the bot file '{path}': {error.strerror}.") from None
    return Entrant(bot.name, str(Spec(str(path), spec.class_name, spec.parameters)), fingerprint(code), code)


def submitted_entrant(bot: BotEntry, spec: Spec, *, unsafe: bool) -> Entrant:
    """A submitted bot, by content; its version is the submission's, with the start of its hash."""
    with Registry(default_path()) as registry:
        submission = registry.find(spec.class_name)
        program = registry.program(submission)
    trouble = sandbox_problem()
    if trouble is not None and not unsafe:
        raise ConfigError(f"a submitted bot needs a sandbox: {trouble} 'arena run --unsafe' lets it play without.")
    unsandboxed = "" if trouble is None else ", no sandbox"
    version = f"{submission} ({submission.digest[:12]}{unsandboxed})"
    return Entrant(bot.name, f"submission:{submission}", version, program=program, unsafe=trouble is not None)


def command_entrant(bot: BotEntry, spec: Spec, folder: Path) -> Entrant:
    """A program of this machine; files it is given are looked for beside the tournament's own file."""
    try:
        words = [local_file(word, folder) for word in shlex.split(spec.class_name)]
    except ValueError as error:
        raise ConfigError(f"'{spec}' is not a command line: {error}.") from None
    if shutil.which(words[0]) is None:
        raise ConfigError(f"'{spec}': there is no program '{words[0]}' to run.")
    files = b"".join(Path(word).read_bytes() for word in words if Path(word).is_file())
    return Entrant(bot.name, str(Spec("cmd", shlex.join(words), ())), fingerprint(files))


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


@cache
def scratch_folder() -> Path:
    """Where this process keeps the files of bots that came from elsewhere."""
    folder = tempfile.mkdtemp(prefix="arena-bots-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
