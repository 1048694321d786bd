"""The bots of a tournament as they travel to the workers: by spec, and where the bot is a file, by content."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from arena.config import BotEntry, Config, ConfigError
from arena.players import is_trusted
from bots import Spec, built_in, make
from core.errors import ArenaError, did_you_mean


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot: what it is called, how to make it, and which version of it plays."""

    name: str
    spec: str
    version: str
    code: bytes | None = None  # of a bot that is a Python file

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


def find_entrants(config: Config, folder: Path) -> tuple[Entrant, ...]:
    """The bots of a config; files are looked for beside the tournament's own file. Checks what can be checked
    without running a stranger's code."""
    return tuple(find_entrant(bot, f"{config.name}: bots.{bot.name}.spec", folder) for bot in config.bots)


def find_entrant(bot: BotEntry, where: str, folder: Path) -> Entrant:
    try:
        spec = Spec.parse(bot.spec)
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
