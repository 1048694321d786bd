"""arena play: a person at a terminal, typed moves, hints, undo, saving, and only what the seat may know."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import core
from arena.play.session import BadSave, Opening, Session, load
from arena.process.limits import Limits
from tests.arena.report.games import strings, unpacked
from tests.arena.tables import strange

ARENA = [sys.executable, "-m", "arena", "play"]
FOUR = ["--game", "connect_four", "--bots", "greedy", "--seed", "5"]


def typed(folder: Path, lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    root = Path(core.__path__[0]).parent
    environment = {**os.environ, "PYTHONPATH": str(root), "COLUMNS": "100"}
    return subprocess.run(
        [*ARENA, *words], cwd=folder, input=lines, capture_output=True, text=True, timeout=100, env=environment
    )


def test_a_game_to_its_end_with_its_replay(tmp_path: Path) -> None:
    done = typed(tmp_path, "1\n" * 42, *FOUR, "--html", "new/game.html")
    assert done.returncode == 0, done.stderr
    assert re.search(r"seat 1 greedy: rank \d, score \d", done.stdout)
    data = unpacked((tmp_path / "new" / "game.html").read_text(encoding="utf-8"))
    assert [line["bot"] for line in data["seats"]] == ["you", "greedy"]
    assert data["explanations"]
    assert data["perspectives"][0]["words"][0] == "column 1"


def test_moves_by_number_name_and_beginning_and_what_is_none(tmp_path: Path) -> None:
    lines = "3\ncolumn 3\nCOLUMN  4\ncolumn\n99\nrubbish\nmoves\nboard\nhelp\nhint\nwhy\nquit\n"
    out = typed(tmp_path, lines, *FOUR).stdout
    assert re.findall(r"you: (column \d)", out) == ["column 3", "column 3", "column 4"]
    assert "'column' could be column 1, column 2" in out
    assert "'99' is no move now: type 1 to 7" in out
    assert "'rubbish' is no move now" in out
    assert "take your last move back" in out
    assert re.search(r"^ +column \d: visits \d+, value 0\.\d+$", out, re.MULTILINE)
    assert "seat 1 played column" in out


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_one_word_leaves_and_saves(tmp_path: Path, word: str) -> None:
    """More input follows: only the word can have ended it."""
    done = typed(tmp_path, f"3\n{word}\n3\n", *FOUR)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("you: ") == 1
    assert "saved; go on with: arena play --resume" in done.stdout
    assert list(tmp_path.glob("*.json"))


def test_undo_save_and_resume(tmp_path: Path) -> None:
    first = typed(tmp_path, "3\n3\nundo\n6\nsave game.json\nquit\n", *FOUR)
    assert "arena play --resume game.json" in first.stdout
    saved = json.loads((tmp_path / "game.json").read_text())
    assert saved["actions"][0] == 2
    assert saved["actions"][2] == 5
    assert len(saved["actions"]) == 4
    again = typed(tmp_path, "1\n" * 42, "--resume", "game.json", "--html", "game.html")
    assert again.returncode == 0, again.stderr
    words = unpacked((tmp_path / "game.html").read_text(encoding="utf-8"))["perspectives"][0]["words"]
    assert words[:4] == [f"column {action + 1}" for action in saved["actions"]]
    assert typed(tmp_path, "undo\nquit\n", *FOUR).stdout.count("nothing to take back") == 1


def test_a_page_that_cannot_be_written_costs_nobody_the_game(tmp_path: Path) -> None:
    done = typed(tmp_path, "1\n" * 42, *FOUR, "--html", "/dev/full")
    assert done.returncode == 2
    assert "/dev/full: cannot be written: No space left on device." in done.stdout
    saved = re.findall(r"arena play --resume (\S+)", done.stdout)
    again = typed(tmp_path, "", "--resume", saved[-1], "--html", "game.html")
    assert again.returncode == 0, again.stderr
    assert "the game as a page: game.html" in again.stdout
    assert (tmp_path / "game.html").exists()


def test_the_end_of_input_saves_the_game(tmp_path: Path) -> None:
    done = typed(tmp_path, "3\n", *FOUR)
    assert done.returncode == 0
    (saved,) = tmp_path.glob("connect_four-*.json")
    assert len(json.loads(saved.read_text())["actions"]) == 2


def test_only_what_the_seat_may_know_is_printed(tmp_path: Path) -> None:
    lines = "why\nmoves\n1\n" * 60 + "save game.json\nquit\n"
    judged = "greedy:value=evaluate"  # its games last longer than these lines, whatever nets come along
    words = ["--game", "ganymede", "--bots", f"{judged},{judged}", "--seat", "1", "--seed", "7"]
    out = typed(tmp_path, lines, *words).stdout
    opening, actions = load(tmp_path / "game.json")
    state, told, known = opening.game.new(opening.seed), set[str](), set[str]()
    for action in (*actions, None):
        told |= strings(state.to_dict())
        known |= strings(state.view(1).to_dict())
        if action is not None:
            state.apply(action)
    hidden = {word for word in told - known if re.fullmatch(r"[STEM]\d\d", word)}
    assert len(hidden) > 10
    assert not hidden & set(re.findall(r"\w+", out))
    assert "site A ?" in out
    assert "which, its cards would tell" in out


def test_on_mars_alone(tmp_path: Path) -> None:
    done = typed(tmp_path, "1\n1\n1\nundo\nquit\n", "--game", "on_mars", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "seat 0 you" in done.stdout
    assert done.stdout.count("you: ") >= 3


def test_on_mars_alone_to_its_end(tmp_path: Path) -> None:
    done = typed(tmp_path, "1\n" * 2000, "--game", "on_mars", "--seed", "1", "--html", "game.html")
    assert done.returncode == 0, done.stderr
    assert re.search(r"seat 0 you: score -?\d+", done.stdout)
    data = unpacked((tmp_path / "game.html").read_text(encoding="utf-8"))
    assert [line["bot"] for line in data["seats"]] == ["you"]
    assert len(data["perspectives"][0]["words"]) == done.stdout.count("you: ") - 1


def test_a_bot_that_fails_is_told_and_replaced(tmp_path: Path) -> None:
    words = ["--game", "connect_four", "--bots", strange("Raises"), "--seed", "5"]
    out = typed(tmp_path, "1\n" * 6 + "quit\n", *words).stdout
    assert "(fault: raised; random moves)" in out


def test_tab_completes_at_a_terminal(tmp_path: Path) -> None:
    root = Path(core.__path__[0]).parent
    keyboard, screen = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(root), "TERM": "dumb"}
    ends = {"stdin": screen, "stdout": screen, "stderr": screen}
    process = subprocess.Popen([*ARENA, *FOUR], cwd=tmp_path, env=environment, **ends)
    os.close(screen)
    read_until(keyboard, "your move> ")
    os.write(keyboard, b"hel\t\n")
    assert "Tab completes it" in read_until(keyboard, "your move> ")
    os.write(keyboard, b"col\t4\n")
    assert "you: column 4" in read_until(keyboard, "your move> ")
    os.write(keyboard, b"\x04")
    read_until(keyboard, "saved;")
    assert process.wait(30) == 0
    os.close(keyboard)


def read_until(keyboard: int, wanted: str) -> str:
    seen, deadline = "", time.monotonic() + 60
    while wanted not in seen:
        assert select.select([keyboard], [], [], max(0, deadline - time.monotonic()))[0], seen
        seen += os.read(keyboard, 4096).decode()
    return seen


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "give --game GAME for a new game, or --resume FILE"),
        (["--game", "connect_four"], "2 players"),
        (["--game", "connect_four", "--bots", "greedy", "--seat", "2"], "there are seats 0 to 1"),
        (["--game", "connect_four", "--bots", "gready"], "gready"),
        (["--resume", "nowhere.json"], "nowhere.json: cannot be read"),
        ([*FOUR, "--html", "/dev/null/game.html"], "/dev/null/game.html: /dev/null is not a folder"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    done = typed(tmp_path, "", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": 9}, "format 1"),
        ({"game": "chess"}, "cannot be played"),
        ({"digest": "00"}, "other rules"),
        ({"seat": 5}, "seat 5 is not one of"),
        ({"seat": "0"}, "seat: is missing or not a int"),
        ({"actions": [0, 99]}, "its moves cannot be made"),
        ({"actions": ["x"]}, "whole numbers"),
        ({"seed": -1}, "its moves cannot be made"),
        ({"options": {"x": 1}}, "cannot be played"),
    ],
)
def test_a_changed_save_is_refused(tmp_path: Path, change: dict[str, object], sentence: str) -> None:
    path = tmp_path / "game.json"
    with Session(Opening(core.load("connect_four"), ("random",), 0, 3), Limits()) as session:
        session.choose(2)
        session.save(path)
    assert load(path)[1] == [2]
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(BadSave, match=sentence):
        load(path)
