"""The spec language: naming a bot and its parameters in one text.

    random                              a built-in
    mcts:iterations=1000,c=1.2          a built-in with parameters
    path/to/file.py                     the one bot class in a file
    path/to/file.py:MyBot:depth=4       that class, with parameters
    path/to/file.js, ./program          a program that speaks the line protocol
    path/to/folder                      a folder with a bot.toml
    yourbot:depth=4                     an installed entry point of group `arena.bots`
    cmd:./mybot --depth 4               a program that speaks the line protocol
    submission:name@2                   a submitted bot; without @2, its latest version
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import math
import os
import sys
from dataclasses import dataclass
from hashlib import blake2b
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_type_hints

from bots.api import Bot
from core.errors import ArenaError, did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_BUILT_IN = {
    "greedy": "bots.greedy_bot:GreedyBot",
    "mcts": "bots.mcts_bot:MctsBot",
    "mcts-0.1": "bots.mcts_0_1:Mcts01Bot",
    "random": "bots.random_bot:RandomBot",
}


_SUFFIXES = (".py", ".js", ".mjs", ".cjs")
_PROGRAMS = {
    "cmd": "cmd:./mybot names the program to run",
    "submission": "submission:name or submission:name@2 names what was submitted",
}


LARGEST_NUMBER = 2**63 - 1  # of a parameter: what fits a machine's word
LONGEST_NUMBER = 40  # characters


class BadSpec(ArenaError):
    """A spec that does not parse, or names an unknown bot or parameter."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec: where the bot is, and its parameters as written."""

    source: str
    class_name: str  # of a program: all that stands behind cmd: or submission:
    parameters: tuple[tuple[str, str], ...]

    @staticmethod
    def parse(text: str) -> Spec:
        """Reads a spec; BadSpec says what is wrong with it."""
        source, _, rest = text.strip().partition(":")
        if not source:
            raise BadSpec(f"'{text}' names no bot: write a name, such as random, or the path of a Python file.")
        if "\0" in text:
            raise BadSpec(f"{text!r} has a null character in it, which no name of a bot or file has.")
        if source in _PROGRAMS:
            return _program(source, rest.strip())
        class_name = ""
        if source.endswith(".py") and "=" not in rest.partition(":")[0]:
            class_name, _, rest = rest.partition(":")
        return Spec(source, class_name, tuple(_pair(text, part) for part in rest.split(",") if rest))

    @property
    def is_file(self) -> bool:
        """Whether it names a Python file, and so may name a class in it."""
        return self.source.endswith(".py")

    @property
    def is_path(self) -> bool:
        """Whether it names a file or a folder, and not a bot that is installed."""
        return "/" in self.source or self.source.endswith(_SUFFIXES)

    @property
    def is_program(self) -> bool:
        """Whether it plays in a process of its own over the line protocol, and is no class."""
        return self.source in _PROGRAMS

    def __str__(self) -> str:
        parameters = ",".join(f"{key}={value}" for key, value in self.parameters)
        return ":".join(part for part in (self.source, self.class_name, parameters) if part)


def _program(source: str, rest: str) -> Spec:
    if not rest:
        raise BadSpec(f"'{source}:' names no bot: {_PROGRAMS[source]}.")
    return Spec(source, rest, ())


def _pair(text: str, part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not key.strip() or not equals or not value.strip():
        raise BadSpec(f"'{text}': '{part}' is not key=value; a spec is name:key=value,key=value.")
    return key.strip(), value.strip()


def split_specs(text: str) -> list[str]:
    """The specs of a comma-separated list. A piece such as c=1.2 belongs to the spec before it."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece.partition("=")[0]:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def built_in() -> list[str]:
    """The bots that can be named without a path: those of this package and of installed entry points."""
    return sorted({*_BUILT_IN, *(point.name for point in installed_bots())})


def installed_bots() -> tuple[EntryPoint, ...]:
    """The entry points of group arena.bots: bots of other packages."""
    return _entry_points(tuple(sys.path))


@functools.cache
def _entry_points(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # slow to import, and a bot in a sandbox never asks

    return tuple(entry_points(group="arena.bots"))


def bot_class(spec: Spec) -> type[Bot]:
    """The class a spec names."""
    if spec.is_program:
        raise BadSpec(f"'{spec}' is a program, not a class: it plays in `arena match` and `arena run`.")
    if spec.is_file:
        return _class_in_file(spec)
    if spec.is_path:
        raise BadSpec(f"'{spec}' is no Python file: it plays in `arena match` and `arena run`.")
    if spec.source in _BUILT_IN:
        module, _, name = _BUILT_IN[spec.source].partition(":")
        found: type[Bot] = getattr(importlib.import_module(module), name)
        return found
    for point in installed_bots():
        if point.name == spec.source:
            return _checked(point.load(), spec)
    raise BadSpec(f"there is no bot '{spec.source}': {did_you_mean(spec.source, built_in())}")


def _class_in_file(spec: Spec) -> type[Bot]:
    module = _load_file(spec.source)
    if spec.class_name:
        if not hasattr(module, spec.class_name):
            raise BadSpec(f"'{spec.source}' has no class '{spec.class_name}'.")
        return _checked(getattr(module, spec.class_name), spec)
    own = [it for it in vars(module).values() if _is_bot(it) and it.__module__ == module.__name__]
    if len(own) != 1:
        names = ", ".join(it.__name__ for it in own) or "nothing"
        raise BadSpec(f"'{spec.source}' has {names} as bot classes: name one, as in file.py:Class.")
    return _checked(own[0], spec)


def _load_file(path: str) -> ModuleType:
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        raise BadSpec(f"cannot read the bot file '{path}': {error.strerror}.") from None
    name = f"arena_bot_{blake2b(os.fsencode(os.path.realpath(path)) + source, digest_size=8).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadSpec(f"the bot file '{path}' cannot be loaded: {type(error).__name__}: {error}.") from None
    return module


def _is_bot(it: Any) -> bool:
    return isinstance(it, type) and issubclass(it, Bot)


def _checked(it: Any, spec: Spec) -> type[Bot]:
    if not _is_bot(it):
        raise BadSpec(f"'{spec}': {getattr(it, '__name__', it)!r} is not a subclass of bots.Bot.")
    found: type[Bot] = it
    return found


def parameters(cls: type[Bot]) -> dict[str, inspect.Parameter]:
    """The parameters of a bot: the arguments of its __init__."""
    if cls.__init__ is object.__init__:
        return {}
    found = dict(inspect.signature(cls.__init__).parameters)
    found.pop("self", None)
    return found


def make(text: str | Spec) -> Bot:
    """A new bot as the spec says."""
    spec = text if isinstance(text, Spec) else Spec.parse(text)
    return make_of_class(bot_class(spec), spec)


def make_of_class(cls: type[Bot], spec: Spec) -> Bot:
    """A new bot of the class that the spec names, with the spec's parameters."""
    known = parameters(cls)
    hints = get_type_hints(cls.__init__) if known else {}
    values: dict[str, Any] = {}
    for key, value in spec.parameters:
        if key not in known:
            hint = did_you_mean(key, known) if known else "it has no parameters."
            raise BadSpec(f"'{spec}': {spec.source} has no parameter '{key}': {hint}")
        if key in values:
            raise BadSpec(f"'{spec}': {key} is given twice.")
        values[key] = _read(spec, key, value, hints.get(key, str))
    try:
        return cls(**values)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadSpec(f"'{spec}': {error}") from None


def _read(spec: Spec, key: str, value: str, hint: Any) -> Any:
    """The value in the annotated type; of a union such as `float | None`, the first type that fits."""
    for kind in getattr(hint, "__args__", (hint,)):
        try:
            if kind is bool:
                return {"true": True, "false": False}[value.lower()]
            if kind is int:
                return _whole(value)
            if kind is float:
                return _finite(value)
            if kind is str:
                return value
        except (ValueError, KeyError):
            continue
    words = {bool: "true or false", int: f"a whole number of at most {LARGEST_NUMBER}", float: "a number"}
    kinds = [kind for kind in getattr(hint, "__args__", (hint,)) if kind is not type(None)]
    wanted = " or ".join(words.get(kind, str(kind)) for kind in kinds)
    shown = value if len(value) <= 60 else f"{value[:60]}..."
    raise BadSpec(f"'{str(spec)[:200]}': {key}={shown} is not {wanted}.")


def _whole(text: str) -> int:
    """A whole number that fits a machine's word; ValueError for others."""
    if len(text) > LONGEST_NUMBER or abs(number := int(text)) > LARGEST_NUMBER:
        raise ValueError("too large")
    return number


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError("not finite")
    return number
