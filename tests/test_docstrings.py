"""The examples in docstrings are true, and core/game.pyi says what core/game.pyx says."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from pathlib import Path

import pytest

import bots
import core
from bots.api import Bot
from core import Game, Position, State, View
from core import game as compiled

SHOWN = [Game, Position, State, View, Bot, core.load, bots, core]
MUST_SHOW = [Game, Game.new, Game.from_dict, State, State.apply, State.view, View, View.sample, Bot, core.load]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.__name__)
def test_examples_are_true(shown: object) -> None:
    module = compiled if shown in (Game, Position, State, View) else None
    runner = doctest.DocTestRunner()
    for examples in doctest.DocTestFinder(recurse=inspect.isclass(shown)).find(shown, module=module, globs={}):
        runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 0


@pytest.mark.parametrize("shown", MUST_SHOW, ids=lambda shown: shown.__qualname__)
def test_what_a_bot_author_meets_has_an_example(shown: object) -> None:
    assert ">>> " in (shown.__doc__ or "")


def test_the_stubs_say_what_the_code_says() -> None:
    stubs = ast.parse(Path(compiled.__file__).with_name("game.pyi").read_text())
    compared = 0
    for cls in (node for node in stubs.body if isinstance(node, ast.ClassDef)):
        there = getattr(compiled, cls.name)
        for node in (each for each in cls.body if isinstance(each, ast.FunctionDef)):
            if written := without_signature(inspect.getdoc(getattr(there, node.name))):  # plain attributes have none
                assert ast.get_docstring(node) == written or node.name.startswith("__"), f"{cls.name}.{node.name}"
                compared += 1
        assert ast.get_docstring(cls) == without_signature(there.__doc__)
    assert compared > 20


def without_signature(doc: str | None) -> str:
    """Cython puts the signature of a function on a line of its own before its docstring."""
    first, _, rest = (doc or "").partition("\n")
    return inspect.cleandoc(rest if re.match(r"\w+[.(:]\S", first) else doc or "")
