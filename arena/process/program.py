"""A bot as one file or one folder, by content: so it can be stored, travel and be sandboxed."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from stat import S_ISREG
from typing import Any, Final

from arena.process.limits import LARGEST, MOST_FILES
from core.errors import ArenaError, did_you_mean

BOT_CLASS: Final = "bot class"  # Python that subclasses bots.Bot
PYTHON: Final = "python"  # Python that speaks the line protocol itself
NODE: Final = "node"
EXECUTABLE: Final = "executable"  # a binary, or a script that begins with #!
FOLDER: Final = "folder"  # its bot.toml says what runs it
KINDS: Final = (BOT_CLASS, PYTHON, NODE, EXECUTABLE, FOLDER)
NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
MANIFEST: Final = "bot.toml"
LONGEST_PATH: Final = 200
MOST_WORDS: Final = 100
IMPORTS_BOTS: Final = re.compile(rb"^\s*(from|import)\s+bots\b", re.MULTILINE)

FileEntry = tuple[str, int, bool]  # path inside the folder, size, whether it can be run


class BadProgram(ArenaError):
    """A file or a folder that cannot be a bot."""


@dataclass(frozen=True, slots=True)
class Program:
    """One file, or one folder packed by pack_folder, by content, and what runs it."""

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
        """Of the content: equal files have equal digests, and equal folders too."""
        return sha256(self.content).hexdigest()

    def files(self) -> list[FileEntry]:
        """What is in it, in the order of its data."""
        if self.kind != FOLDER:
            return [(self.name, len(self.content), True)]
        return [(inside(path), size, runs) for path, size, runs in json.loads(self.content.partition(b"\n")[0])]

    def data(self) -> bytes:
        """The files' contents, one behind the other."""
        return self.content.partition(b"\n")[2] if self.kind == FOLDER else self.content

    def read(self, path: str) -> bytes:
        at = 0
        for name, size, _ in self.files():
            if name == path:
                return self.data()[at : at + size]
            at += size
        raise BadProgram(f"the bot '{self.name}' has no file '{path}'.")


def inside(path: str) -> str:
    if path.startswith("/") or ".." in PurePosixPath(path).parts:
        raise BadProgram(f"'{path}' is not inside the bot's folder.")
    return path


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the bot.toml of a folder says."""

    name: str
    file: str  # of a bot class
    class_name: str  # in it; empty: the only one
    command: tuple[str, ...]  # in place of a class
    games: tuple[str, ...] | None  # None: the bot says it itself, or plays all


# ---- reading


def read_program(path: str | Path) -> Program:
    """The bot in a file or a folder. BadProgram says why it cannot be one."""
    path = Path(path)
    if path.is_dir():
        return read_folder(path)
    try:
        if not S_ISREG(path.stat().st_mode):
            raise BadProgram(f"'{path}' is neither a file nor a folder.")
        if path.stat().st_size > LARGEST:
            raise BadProgram(f"'{path}' has {path.stat().st_size} bytes; a bot has at most {LARGEST}.")
        content = path.read_bytes()
    except OSError as error:
        raise BadProgram(f"cannot read the bot file '{path}': {error.strerror}.") from None
    return Program(path.name, content, kind_of(path, content))


def kind_of(path: Path, content: bytes) -> str:
    if path.suffix == ".py":
        return BOT_CLASS if IMPORTS_BOTS.search(content) else PYTHON
    if path.suffix in (".js", ".mjs", ".cjs"):
        return NODE
    if content.startswith((b"\x7fELF", b"#!")):
        return EXECUTABLE
    raise BadProgram(
        f"'{path}' is no bot: a bot is a .py or .js file, an executable, a script that begins with #!, "
        f"or a folder with a {MANIFEST}."
    )


def read_folder(path: Path) -> Program:
    if not (path / MANIFEST).is_file():
        raise BadProgram(f"the folder '{path}' is no bot: it has no {MANIFEST}.")
    program = Program(path.resolve().name, pack_folder(path), FOLDER)
    read_manifest(program)
    return program


def pack_folder(folder: Path) -> bytes:
    """The folder as bytes that depend on nothing but its files: their list as JSON on one line, then their data."""
    entries: list[FileEntry] = []
    parts: list[bytes] = []
    total = 0
    try:
        for file in walk(folder):
            total += file.stat().st_size
            if len(entries) == MOST_FILES or total > LARGEST:
                raise BadProgram(f"'{folder}' is too large: a bot has at most {MOST_FILES} files and {LARGEST} bytes.")
            parts.append(file.read_bytes())
            relative = file.relative_to(folder).as_posix()
            entries.append((checked_path(folder, relative), len(parts[-1]), os.access(file, os.X_OK)))
    except OSError as error:
        raise BadProgram(f"cannot read the bot folder '{folder}': {error}.") from None
    return json.dumps(entries).encode() + b"\n" + b"".join(parts)


def walk(folder: Path) -> Iterator[Path]:
    """The files of a folder in the order of their paths, caches left out. Links may not lead out of it."""
    root = folder.resolve()
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", ".git"))
        for path in (Path(place) / name for name in [*folders, *files]):
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(root):
                raise BadProgram(f"'{path}' is a link out of the bot's folder.")
            if path.is_symlink() and path.is_dir():
                raise BadProgram(f"'{path}' is a link to a folder; a bot's folder has files and folders only.")
            if not path.is_dir() and not path.is_file():
                raise BadProgram(f"'{path}' is neither a file nor a folder.")
        found += [Path(place) / name for name in files]
        if len(found) > MOST_FILES:
            raise BadProgram(f"'{folder}' is too large: a bot has at most {MOST_FILES} files and {LARGEST} bytes.")
    return iter(sorted(found))


def checked_path(folder: Path, path: str) -> str:
    if len(path) > LONGEST_PATH or not path.isprintable():
        raise BadProgram(f"'{folder}' has a file whose path is not printable or longer than {LONGEST_PATH} characters.")
    return path


# ---- bot.toml


def read_manifest(program: Program) -> Manifest:
    """What runs a folder; BadProgram, in one sentence, for anything that is not right in its bot.toml."""
    where = f"{program.name}/{MANIFEST}"
    try:
        table = tomllib.loads(program.read(MANIFEST).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadProgram(f"{where} is not valid TOML: {error}.") from None
    for key in table:
        if key not in MANIFEST_KEYS:
            raise BadProgram(f"{where}: there is no key '{key:.40}': {did_you_mean(key, MANIFEST_KEYS)}")
    if ("class" in table) == ("command" in table):
        raise BadProgram(f'{where}: give either class = "file.py:Class" or command = ["program", ...].')
    file, _, class_name = text_key(table, "class", where).partition(":")
    known = {path for path, _, _ in program.files()}
    if "class" in table and (not file.endswith(".py") or file not in known):
        raise BadProgram(f"{where}: class: '{file:.40}' is not a Python file of the folder.")
    return Manifest(
        name=text_key(table, "name", where) or program.name,
        file=file,
        class_name=class_name,
        command=tuple(list_key(table, "command", where) or ()),
        games=list_key(table, "games", where),
    )


MANIFEST_KEYS: Final = ("name", "class", "command", "games")


def text_key(table: dict[str, Any], key: str, where: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_PATH or not value.isprintable():
        raise BadProgram(f"{where}: {key} should be a text of at most {LONGEST_PATH} printable characters.")
    if key == "name" and value and not NAME.fullmatch(value):
        raise BadProgram(f"{where}: name: use letters, digits and _ . + -, at most 100.")
    return value


def list_key(table: dict[str, Any], key: str, where: str) -> tuple[str, ...] | None:
    value = table.get(key)
    if value is None:
        return None
    fits = isinstance(value, list) and 0 < len(value) <= MOST_WORDS
    if not fits or not all(isinstance(word, str) and word and "\0" not in word for word in value):
        raise BadProgram(f"{where}: {key} should be a list of 1 to {MOST_WORDS} texts.")
    return tuple(value)


def in_folder(program: Program, word: str, place: str) -> str:
    """A word of a command: the path of the file, if it names one of the folder."""
    path = PurePosixPath(word).as_posix()
    return f"{place}/{path}" if any(path == name for name, _, _ in program.files()) else word
