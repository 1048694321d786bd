"""Finds and loads the installed packages that a bot's files import at top level."""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import json
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress

LARGEST_SOURCE = 1 << 20
MOST_NAMES = 200
PARSER_MEMORY, PARSER_SECONDS = 512 << 20, 5
LONGEST_ANSWER = 1 << 16  # what a pipe holds without a reader
# What does something when it is imported, or belongs to nobody's bot.
LEFT_OUT = {"antigravity", "this", "test", "idlelib", "tkinter", "turtle", "turtledemo", "__main__", "arena"}


def load_packages(home: str, files: list[str], packages: str) -> None:
    own = {path.partition("/")[0].removesuffix(".py") for path in files}
    for name in ("core", "bots", "traceback", *imported_names(home, files)):
        if name.partition(".")[0] not in own | LEFT_OUT and is_installed(name.partition(".")[0], packages):
            with suppress(BaseException):
                importlib.import_module(name)


def is_installed(name: str, packages: str) -> bool:
    """Whether it is ours, of the standard library or in the folder of installed packages."""
    if name in sys.stdlib_module_names or name in ("core", "bots"):
        return True
    return importlib.machinery.PathFinder.find_spec(name, [packages]) is not None


def imported_names(home: str, files: list[str]) -> list[str]:
    """Read from the source by a process with limits: a file may be made to break the parser."""
    reading, writing = os.pipe()
    parser = os.fork()
    if parser == 0:
        with suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_AS, (PARSER_MEMORY, PARSER_MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (PARSER_SECONDS, PARSER_SECONDS))
            found = dict.fromkeys(name for file in files for name in names_in(os.path.join(home, file)))
            os.write(writing, json.dumps([name for name in found if len(name) < 100][:MOST_NAMES]).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        said = answer.read(LONGEST_ANSWER)
    os.waitpid(parser, 0)
    names: list[str] = json.loads(said or b"[]")
    return names


def names_in(path: str) -> Iterator[str]:
    if os.path.getsize(path) > LARGEST_SOURCE:
        return
    with open(path, "rb") as source, suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for statement in ast.parse(source.read()).body:
            if isinstance(statement, ast.Import):
                yield from (alias.name for alias in statement.names)
            elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
                yield statement.module
                yield from (f"{statement.module}.{alias.name}" for alias in statement.names)
