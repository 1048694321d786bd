"""A bot as one file, by content: so it can be stored, travel and be sandboxed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from core.errors import ArenaError

BOT_CLASS: Final = "bot class"  # Python that subclasses bots.Bot
PYTHON: Final = "python"  # Python that speaks the line protocol itself
NODE: Final = "node"
EXECUTABLE: Final = "executable"  # a binary, or a script that begins with #!
KINDS: Final = (BOT_CLASS, PYTHON, NODE, EXECUTABLE)
NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
LARGEST: Final = 16 * 2**20
IMPORTS_BOTS: Final = re.compile(rb"^\s*(from|import)\s+bots\b", re.MULTILINE)


class BadProgram(ArenaError):
    """A file that cannot be a bot."""


@dataclass(frozen=True, slots=True)
class Program:
    """One file, by content, and what runs it."""

    name: str
    content: bytes
    kind: str

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise BadProgram(f"'{self.name}' is no file name for a bot: use letters, digits and _ . + -, at most 100.")
        if self.kind not in KINDS:
            raise BadProgram(f"'{self.name}' is of kind '{self.kind}'; there are {', '.join(KINDS)}.")

    @property
    def digest(self) -> str:
        """Of the content: equal files have equal digests."""
        return sha256(self.content).hexdigest()


def read_program(path: str | Path) -> Program:
    """The bot in a file. BadProgram says why it cannot be one."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadProgram(f"cannot read the bot file '{path}': {error.strerror}.") from None
    if len(content) > LARGEST:
        raise BadProgram(f"'{path}' has {len(content)} bytes; a bot has at most {LARGEST}.")
    return Program(path.name, content, kind_of(path, content))


def kind_of(path: Path, content: bytes) -> str:
    if path.suffix == ".py":
        return BOT_CLASS if IMPORTS_BOTS.search(content) else PYTHON
    if path.suffix in (".js", ".mjs", ".cjs"):
        return NODE
    if content.startswith((b"\x7fELF", b"#!")):
        return EXECUTABLE
    raise BadProgram(f"'{path}' is no bot: a bot is a .py or .js file, an executable, or a script that begins with #!.")
