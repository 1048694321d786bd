"""Bad input gets one sentence and exit code 2, and nothing is written."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import core
from arena.tournament.config import read_config
from arena.tournament.run import check_out
from arena.tournament.store import Store, StoreError
from bots.net import Lens
from bots.nets import save_net
from tests.arena.command_line import Arena, command_line
from tests.arena.tables import filled_store, identities, tournament

DIGITS = "9" * 5000
MATCH = ["match", "--game", "connect_four", "--bots", "random,random"]
COMPARE = ["compare", "random", "random", "--game", "connect_four"]
CUP = """
name = "cup"
game = "connect_four"
deals = 1
bots = [{name = "a", spec = "random"}, {name = "b", spec = "random"}]
"""


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Runs `arena` in a folder with a tournament in it; the exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_SUBMISSIONS", raising=False)
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "file").write_text("a file")
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "bot.py").write_text("from bots import Bot")
    (tmp_path / "loop.py").symlink_to("loop.py")
    os.mkfifo(tmp_path / "fifo")
    return command_line(monkeypatch, capsys)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "cup.toml", "--out", "results"], "needs a suffix, as in results.db"),
        (["run", "cup.toml", "--out", "file/run.db"], "file is not a folder"),
        (["run", "cup.toml", "--out", "taken.db"], "taken: is a file, but the leaderboard"),
        (["run", "cup.toml", "--out", f"{'x' * 300}.db"], "longer than 240 bytes"),
        (["run", "cup.toml", "--out", "/proc/x/run.db"], "/proc"),
        (["run", "cup.toml", "--out", ""], "needs a suffix"),
        (["run", "cup.toml", "--out", "loop.py"], "loop.py"),
        (["run", "cup.toml", "--out", "/"], "needs a suffix"),
        (["run", "."], "cannot be read: Is a directory"),
        (["run", "x" * 5000], "File name too long"),
        (["run", "/dev/zero"], "it is not a regular file"),
        (["run", "cup.toml", "--workers", DIGITS], "Invalid value for '--workers'"),
        (["run", "cup.toml", "--address", "127.0.0.1:1"], "no Ray cluster answers at '127.0.0.1:1'"),
        ([*COMPARE, "--address", "nowhere"], "'nowhere' is no address of a Ray cluster"),
        (["serve", "--tls-cert", "file", "--tls-key", "cup.toml"], "cannot be used: they are no PEM files"),
        (["serve", "--public", "--behind-proxy", "::1", "--name", "a b"], "should be a host such as"),
        (["leaderboard", "x" * 5000], "File name too long"),
        (["leaderboard", "file"], "is damaged or not the results of a run"),
        (["leaderboard", "cup.toml", "--out", "file"], "'file' is a file"),
        (["verify", "nix"], "there is no run 'nix'"),
        (["replay", "nix", DIGITS], "Invalid value for 'GAME'"),
        ([*MATCH, "--seconds", "nan"], "'nan' is not a number"),
        ([*MATCH, "--seconds", "inf"], "Invalid value for '--seconds'"),
        ([*MATCH, "--games", DIGITS], "Invalid value for '--games'"),
        ([*MATCH, "--seed", DIGITS], "Invalid value for '--seed'"),
        ([*MATCH, "-o", "name=x"], "connect_four has no option 'name'"),
        ([*MATCH, "-o", "players=3"], "connect_four has no option 'players'"),
        ([*MATCH, "-o", f"size={DIGITS}"], "connect_four has no option 'size'"),
        (["match", "--game", "connect_four", "--bots", "random,mcts:iterations=1" + "0" * 23], "is not a whole number"),
        (["match", "--game", "connect_four", "--bots", "random,mcts:iterations=10**23"], "iterations=10**23 is not"),
        (["match", "--game", "connect_four", "--bots", f"random,mcts:iterations={DIGITS}"], "iterations=999"),
        (["match", "--game", "connect_four", "--bots", "random,mcts:c=nan"], "c=nan is not a number"),
        ([*COMPARE, "--alpha", "nan"], "'nan' is not a number"),
        ([*COMPARE, "--beta", "nan"], "'nan' is not a number"),
        ([*COMPARE, "--s0", "nan"], "'nan' is not a number"),
        ([*COMPARE, "--s1", "nan"], "'nan' is not a number"),
        ([*COMPARE, "--seconds", "nan"], "'nan' is not a number"),
        ([*COMPARE, "-o", "name=x"], "connect_four has no option 'name'"),
        ([*COMPARE, "-o", "players=3"], "connect_four has no option 'players'"),
        (["check", "file", "--budget", "nan"], "'nan' is not a number"),
        (["check", "."], "the folder '.' is no bot: it has no bot.toml"),
        (["submit", "cup.toml", "--name", "x" * 5000], "is no name for a bot"),
        (["submit", "bot.py", "--name", "x", "--registry", "file/submissions.db"], "file is not a folder"),
        (["match", "--game", "ganymede", "--bots", "/dev/zero,random"], "neither a file nor a folder"),
        (["match", "--game", "ganymede", "--bots", "random,random", "-o", "components=/dev/zero"], "a regular file"),
        (["submissions", "--registry", "file"], "is damaged or holds no submissions"),
        (["new-bot", "x" * 5000], "File name too long"),
        (["match", "--game", "connect_four", "--bots", "random,loop.py"], "Too many levels of symbolic links"),
        (["match", "--game", "connect_four", "--bots", "random,mcts:net=none"], "none: cannot read the weights"),
        (["match", "--game", "connect_four", "--bots", "random,mcts:net=fifo"], "it is not a regular file"),
        ([*COMPARE[:2], "mcts:net=/dev/zero", *COMPARE[3:]], "/dev/zero: cannot read the weights: it is not a regular"),
        (["train", "ganymede", "--players", "2", "--greedy", "nan"], "'nan' is not a number"),
        (["tune", "ganymede", "--players", "2", "--milliseconds", "nan"], "'nan' is not a number"),
        (["tune", "ganymede", "--players", "2", "--out", "/proc/x"], "/proc/x: No such file"),
        (["play", "--resume", "fifo"], "it is not a regular file"),
        (["play", "--game", "connect_four", "--bots", "random", "--html", "file/x.html"], "file is not a folder"),
        (["new-bot", "a", "--folder", "file"], "cannot write file"),
    ],
)
def test_one_sentence_and_nothing_written(arena: Arena, tmp_path: Path, words: list[str], message: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    code, out, err = arena(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("arena: ")
    assert err.count("\n") == 1
    assert len(err) < 700
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("words", [
    ["export", "games.db", "--to", "csv", "--out"],
    ["replay", "games.db", "0", "--html"],
    ["play", "--game", "connect_four", "--bots", "random", "--html"],
])
def test_results_are_not_written_over(arena: Arena, tmp_path: Path, words: list[str]) -> None:
    filled_store(tmp_path / "games.db", tournament(deals=1)).close()
    before = (tmp_path / "games.db").read_bytes()
    code, out, err = arena(*words, "games.db")
    assert (code, out, err) == (2, "", "arena: games.db: has results in it, which would be lost; give another name.\n")
    assert (tmp_path / "games.db").read_bytes() == before
    assert arena(*words, "")[0] == 2


def test_a_bar_that_nobody_sees_leaves_nothing(arena: Arena, tmp_path: Path) -> None:
    filled_store(tmp_path / "games.db", tournament(deals=1)).close()
    assert arena("analyse", "games.db", "99")[2].startswith("arena: games.db: there is no game 99")
    assert arena("analyse", "games.db", "0", "--iterations", "1")[2] == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("deals = 1", f"deals = {DIGITS}"), "is not valid TOML"),
        (("deals = 1", "deals = 0x" + "f" * 5000), "a number of thousands of digits is not a whole number"),
        (("deals = 1", "deals = nan"), "deals: NaN is not a whole number"),
        (("deals = 1", "deals = 1\nlimits = {seconds = nan}"), "limits.seconds: NaN is not"),
        (("deals = 1", "deals = 1\nlimits = {seconds = inf}"), "limits.seconds: Infinity is not"),
        (("deals = 1", "deals = 1\nlimits = {memory_mb = 1e400}"), "limits.memory_mb: Infinity is not"),
        (("deals = 1", "deals = 1\noptions = {name = 1}"), "connect_four has no option 'name'"),
        (("deals = 1", "deals = 1\noptions = {players = 2}"), "connect_four has no option 'players'"),
        (("deals = 1", "deals = 1979-05-27"), "deals: \"1979-05-27\" is not a whole number"),
        (('spec = "random"}]', f'spec = "mcts:iterations={DIGITS[:4000]}"}}]'), "iterations=999"),
        (('spec = "random"}]', 'spec = "mcts:iterations=\u0663"}]'), ""),
        (('name = "cup"', 'name = "\u202ecup"'), "is not a name"),
        (('name = "cup"', "name = " + "[" * 5000), "is not valid TOML"),
        (('name = "cup"', 'name = "c\\u0000p"'), "is not a name"),
        (('spec = "random"}]', 'spec = "bots/b\\u0000t.py"}]'), "null character"),
        (('spec = "random"}]', 'spec = "loop.py"}]'), "symbolic links"),
        (('spec = "random"}]', 'spec = "mcts:net=none.npz"}]'), "none.npz: cannot read the weights"),
    ],
)
def test_odd_values_in_a_config(arena: Arena, tmp_path: Path, change: tuple[str, str], message: str) -> None:
    (tmp_path / "odd.toml").write_text(CUP.replace(*change), encoding="utf-8")
    if not message:
        read_config(tmp_path / "odd.toml")  # a digit is a digit in any script
        return
    code, out, err = arena("run", "odd.toml")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\0" * 1000, b"# " + b"x" * 2**21, b"name = 1\nname = 2"])
def test_files_that_are_no_config(arena: Arena, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "odd.toml").write_bytes(content)
    code, _, err = arena("run", "odd.toml")
    assert (code, err.count("\n"), err.startswith("arena: odd.toml: ")) == (2, 1, True)


def as_another_user(call: Callable[[], object]) -> str:
    """What the call answers or raises, as text, for somebody who may not write here."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            answer = str(call())
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder that all may read and nobody may write, with a finished run in it."""
    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_uid == os.getuid() and tempfile.gettempdir() in map(str, path.parents):
            path.chmod(path.stat().st_mode | 0o055)
    filled_store(tmp_path / "run.db", tournament()).close()
    (tmp_path / "run.db").chmod(0o444)
    tmp_path.chmod(0o555)
    yield tmp_path
    tmp_path.chmod(0o755)


def test_an_unwritable_place_is_refused(locked: Path) -> None:
    answer = as_another_user(lambda: check_out(locked / "new.db"))
    assert answer == f"StoreError: {locked}/new.db: {locked} is not writable."


def test_a_finished_store_on_read_only_media_is_read(locked: Path) -> None:
    def read() -> tuple[int, int]:
        with Store.open(locked / "run.db") as store:
            return len(store), len(list(store.records()))

    assert as_another_user(read) == "(6, 6)"


def test_of_two_runs_that_make_one_store_one_is_refused(tmp_path: Path) -> None:
    config, path, barrier = tournament(), tmp_path / "run.db", threading.Barrier(2)
    came: list[str] = []

    def make() -> None:
        barrier.wait()
        try:
            Store.create(path, config, identities(config)).close()
            came.append("made")
        except StoreError as error:
            came.append(str(error))

    threads = [threading.Thread(target=make) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(came)[1] == "made"
    assert "another run has made this file just now" in sorted(came)[0]


def test_places_that_are_fine(tmp_path: Path) -> None:
    check_out(tmp_path / "new" / "folder" / "run.db")
    (tmp_path / "run").mkdir()
    check_out(tmp_path / "run.db")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "run"]


@pytest.mark.parametrize("words", [["match", "--bots", "mcts:net=plain.npz,random"],
                                   ["compare", "mcts:net=plain.npz", "random"]], ids=lambda words: words[0])
def test_a_net_without_a_prior_is_none_for_mcts(arena: Arena, words: list[str]) -> None:
    game = core.load("connect_four")
    layers = [(np.zeros(shape), np.zeros(shape[1])) for shape in ((Lens(game).size, 8), (8, 2))]
    save_net(Path("plain.npz"), game, layers, {})
    code, out, err = arena(*words, "--game", "connect_four")
    assert (code, out) == (2, "")
    assert "plain.npz: these weights have no prior over actions, so mcts cannot use them; greedy can." in err
    assert len(err.strip().splitlines()) == 1
