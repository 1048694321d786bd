from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from Cython.Build import cythonize
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

from core import Game

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def paper_game(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Game]:
    """Makes a game from a tree: paper_game(players, tree, knows=[seats that see the coin])."""
    folder = tmp_path_factory.mktemp("paper_game")
    extension = Extension("paper_game", [str(HERE / "paper_game.pyx")])
    modules = cythonize([extension], build_dir=str(folder), include_path=[str(HERE.parent.parent)], quiet=True)
    command = build_ext(Distribution({"ext_modules": modules}))
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    command.run()
    found = importlib.util.spec_from_file_location("paper_game", command.get_ext_fullpath("paper_game"))
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)

    def make(players: int, tree: dict[str, Any], knows: list[int] | None = None) -> Game:
        game: Game = module.PaperGame("paper", players, {"tree": tree, "knows": knows or []})
        return game

    return make
