"""What is done once for all games of a bot: its files are compiled, and the installed packages that they import at top
level are found and loaded. None of its own code runs."""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import json
import os
import py_compile
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

LARGEST_SOURCE = 1 << 20  # of a file whose imports are looked at, and of all files that are compiled
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


def compile_sources(home: str, files: list[str]) -> None:
    """As Python does at the first import of a file. Otherwise every game would do it again."""
    paths = [os.path.join(home, file) for file in files]
    if sum(map(os.path.getsize, paths)) <= LARGEST_SOURCE:
        in_bounded_process(lambda: list(map(compile_source, paths)))


def compile_source(path: str) -> None:
    """What does not compile is for the bot to find out."""
    with suppress(py_compile.PyCompileError, ValueError, RecursionError, MemoryError):
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        written = py_compile.compile(path, doraise=True, invalidation_mode=mode)
        os.chmod(os.path.dirname(str(written)), 0o755)


def imported_names(home: str, files: list[str]) -> list[str]:
    def find() -> list[str]:
        found = dict.fromkeys(name for file in files for name in names_in(os.path.join(home, file)))
        return [name for name in found if len(name) < 100][:MOST_NAMES]

    names: list[str] = in_bounded_process(find) or []
    return names


def in_bounded_process(work: Callable[[], list[Any]]) -> Any:
    """What it returns, from a process with limits: a file may be made to break the parser. None if it did."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        with suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_AS, (PARSER_MEMORY, PARSER_MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (PARSER_SECONDS, PARSER_SECONDS))
            os.write(writing, json.dumps(work()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        said = answer.read(LONGEST_ANSWER)
    os.waitpid(process, 0)
    return json.loads(said or b"null")


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
