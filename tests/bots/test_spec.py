"""The spec language: what it accepts, and what bad specs get."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import core
from bots import BadSpec, Clock, Spec, split_specs

MY_BOT = """
from bots import Bot

class MyBot(Bot):
    def __init__(self, *, depth: int = 3, bold: bool = False, weight: float | None = None, mode: str = "plain"):
        if depth < 1:
            raise ValueError("depth must be at least 1.")
        self.settings = (depth, bold, weight, mode)

    def choose(self, view, clock):
        return view.legal()[0]
"""


@pytest.fixture
def my_bot(tmp_path: Path) -> str:
    path = tmp_path / "mybot.py"
    path.write_text(MY_BOT)
    return str(path)


@pytest.mark.parametrize("text", ["random", "mcts:iterations=1000,c=1.2", "a/b.py", "b.py:Class", "b.py:Class:x=1,y=2"])
def test_a_spec_reads_as_it_is_written(text: str) -> None:
    assert str(Spec.parse(text)) == text


def test_a_file_may_have_parameters_without_a_class() -> None:
    assert Spec.parse("b.py:x=1") == Spec("b.py", "", (("x", "1"),))


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random,random", ["random", "random"]),
        ("mcts:iterations=10,c=1.2,random", ["mcts:iterations=10,c=1.2", "random"]),
        ("random,mcts:c=1,iterations=5,b.py:X:d=1,e=2", ["random", "mcts:c=1,iterations=5", "b.py:X:d=1,e=2"]),
    ],
)
def test_a_list_of_specs_is_split_between_bots(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no bot"),
        (":x=1", "names no bot"),
        ("randm", "there is no bot 'randm': did you mean 'random'"),
        ("random:depth=3", "random has no parameter 'depth': it has no parameters"),
        ("random:depth", "'depth' is not key=value"),
        ("random:=3", "'=3' is not key=value"),
        ("no/such.py", "cannot read the bot file 'no/such.py': No such file"),
    ],
)
def test_a_bad_spec_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(BadSpec, match=message):
        bots.make(text)


def test_parameters_are_read_in_their_type(my_bot: str) -> None:
    assert bots.make(my_bot).settings == (3, False, None, "plain")  # type: ignore[attr-defined]
    made = bots.make(f"{my_bot}:MyBot:depth=5,bold=true,weight=0.5,mode=odd")
    assert made.settings == (5, True, 0.5, "odd")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("depth=deep", "depth=deep is not a whole number"),
        ("bold=1", "bold=1 is not true or false"),
        ("weight=x", "weight=x is not"),
        ("dpth=1", "has no parameter 'dpth': did you mean 'depth'"),
        ("depth=0", "depth must be at least 1"),
        ("depth=1,depth=2", "depth is given twice"),
    ],
)
def test_a_bad_parameter_is_named(my_bot: str, parameters: str, message: str) -> None:
    with pytest.raises(BadSpec, match=message):
        bots.make(f"{my_bot}:{parameters}")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1", "has nothing as bot classes"),
        ("from bots import Bot\nclass A(Bot): pass\nclass B(Bot): pass", "has A, B as bot classes: name one"),
        ("import nothing_like_this", "cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit"),
        ("def broken(:", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_file_without_one_bot_is_refused(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source)
    with pytest.raises(BadSpec, match=message):
        bots.make(str(path))


def test_a_class_that_is_no_bot_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("class A: pass")
    with pytest.raises(BadSpec, match="is not a subclass"):
        bots.make(f"{path}:A")
    with pytest.raises(BadSpec, match="has no class 'B'"):
        bots.make(f"{path}:B")


def test_an_edited_file_is_loaded_anew(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(MY_BOT)
    assert bots.make(str(path)).settings[0] == 3  # type: ignore[attr-defined]
    path.write_text(MY_BOT.replace("depth: int = 3", "depth: int = 4"))
    assert bots.make(str(path)).settings[0] == 4  # type: ignore[attr-defined]


def test_the_random_bot_is_uniform_and_repeats_itself() -> None:
    game = core.load("connect_four")
    view = game.new(1).view(0)
    runs = []
    for _ in range(2):
        bot = bots.make("random")
        bot.start(game, 0, 7)
        runs.append([bot.choose(view, Clock()) for _ in range(7000)])
    assert runs[0] == runs[1]
    assert all(850 < runs[0].count(column) < 1150 for column in range(7))
