"""arena ladder: what is typed, what comes back, and what is refused in one sentence."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.report.replay import stored_replay
from arena.tournament import closing
from arena.tournament.ladder import is_running, open_ladder, sole_player
from arena.tournament.ladder_run import Goal, play_here
from arena.tournament.verify import verify
from tests.arena.command_line import Arena, command_line
from tests.arena.ladders import GIVEN, new_ladder, played_ladder, rows
from tests.arena.processes import alive, kill, players, soon
from tests.arena.tables import filled_store, strange, tournament

CONFIG = """
scheduler = "round-robin"
round_blocks = 4
epoch_blocks = 8
[[events]]
game = "airlock"
players = [2, 3]
[[events]]
game = "connect_four"
"""


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Arena:
    monkeypatch.chdir(tmp_path)
    return command_line(monkeypatch, capsys)


def printed(arena: Arena, *words: str) -> Any:
    code, out, err = arena("ladder", *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_a_contest_from_the_command_line(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "now", lambda: closing.seconds("2026-01-01T00:00:00+00:00"))
    made = printed(arena, "create", "cup", "--game", "connect_four", "--closes", "2026-01-02", "--final-deals", "2")
    assert (made["closes"], made["closed"], made["final"]["total"]) == ("2026-01-02T00:00:00+00:00", False, None)
    for spec in ("random", "greedy"):
        printed(arena, "enter", "cup", spec)
    assert "closes at 2026-01-02 00:00 UTC, then a final decides" in arena("ladder", "status", "cup")[1]
    monkeypatch.setattr(closing, "now", time.time)  # today it is past
    code, out, err = arena("ladder", "enter", "cup", "mcts")
    assert (code, out) == (2, "")
    assert err == "arena: ladders/cup.db: the ladder closed at 2026-01-02 00:00 UTC: nobody enters any more.\n"
    code, out, err = arena("ladder", "run", "cup", "--workers", "1")
    assert code == 0, err
    assert "cup-final: connect_four for 2 players, 2 bots, 1 line-up on 2 deals, 4 games" in out
    assert "4 of 4 games are in runs/cup-final.db" in out
    told = printed(arena, "status", "cup")
    assert (told["closed"], told["final"]["games"], len(told["final"]["secret"])) == (True, 4, 32)
    assert "no difference" in arena("verify", "cup-final")[1]
    assert "4 of 4 games are in runs/cup-final.db" in arena("ladder", "run", "cup", "--workers", "1")[1]


@pytest.mark.parametrize(("given", "said"), [
    ("tomorrow", '"tomorrow" is not a date or a moment in UTC, such as "2027-03-01" or "2027-03-01 18:00".'),
    ("2027-02-30", '"2027-02-30" is not a date or a moment in UTC, such as "2027-03-01" or "2027-03-01 18:00".'),
    ("2020-01-01", "2020-01-01 00:00 UTC is past; give a moment to come, in UTC."),
])  # fmt: skip
def test_a_bad_date_is_refused_in_one_sentence(arena: Arena, given: str, said: str) -> None:
    code, out, err = arena("ladder", "create", "cup", "--game", "connect_four", "--closes", given)
    assert (code, out) == (2, "")
    assert err.endswith(f"closes: {said}\n")
    assert err.count("\n") == 1


def test_a_ladder_from_the_command_line(arena: Arena) -> None:
    made = printed(arena, "create", "open", "--game", "airlock", "--players", "3", "-o", "set_aside=2",
                   "--scheduler", "round-robin")  # fmt: skip
    assert (made["name"], made["blocks"], made["events"][0]["options"]) == ("open", 0, {"set_aside": 2})
    assert [made["epochs"][0][key] for key in ("number", "secret", "public")] == [0, None, False]
    for spec in ("random", "greedy", "mcts:iterations=8"):
        assert printed(arena, "enter", "open", spec)["state"] == "playing"
    assert printed(arena, "enter", "open", "mcts:iterations=9", "--as", "mcts", "--author", "Ada")["label"] == "mcts@1"
    assert printed(arena, "retire", "open", "random", "--reason", "enough")["reason"] == "enough"
    play_here(Path("ladders/open.db"), Goal(games=15))
    status = printed(arena, "status", "open")
    assert (status["games"], status["blocks"], status["running"]) == (15, 5, False)
    assert {bot["label"]: bot["state"] for bot in status["bots"]}["random@1"] == "retired"
    assert status["playing"][0]["block"] == 5
    assert status["playing"][0]["reason"] == "round-robin"
    board = printed(arena, "leaderboard", "open")
    assert {line["name"] for line in board["lines"]} == {"greedy@1", "mcts-iterations-8@1", "mcts@1"}
    assert board["ladder"]["claims"]["bots"] == ["greedy@1", "mcts-iterations-8@1", "mcts@1"]
    assert board == json.loads(Path("ladders/open/leaderboard.json").read_text())
    assert board["epochs"][0]["secret"] is None
    assert printed(arena, "disqualify", "open", "greedy")["state"] == "disqualified"
    assert arena("verify", "open")[0] == 0


def test_a_ladder_of_several_events(arena: Arena) -> None:
    Path("cup.toml").write_text(CONFIG)
    code, out, _ = arena("ladder", "create", "cup", "--config", "cup.toml")
    assert code == 0
    assert "airlock for 2 players, airlock for 3 players, connect_four for 2 players" in out
    for spec in ("random", "greedy", "mcts:iterations=8"):
        printed(arena, "enter", "cup", spec)
    play_here(Path("ladders/cup.db"), Goal(games=58))
    board = printed(arena, "leaderboard", "cup")
    assert len(board["events"]) == 3
    assert {line["name"] for line in board["lines"]} <= {"random@1", "greedy@1", "mcts-iterations-8@1"}
    assert arena("verify", "cup")[0] == 0
    assert "connect_four for 2: mcts-iterations-8@1, random@1 (round-robin)" in arena("ladder", "status", "cup")[1]


def test_the_other_commands_open_a_ladder_too(arena: Arena) -> None:
    played_ladder(Path("ladders/open.db"), games=12, name="open")
    for words in (("replay", "open", "4"), ("replay", "open", "4", "--html", "game.html"),
                  ("analyse", "open", "4", "--iterations", "2"), ("export", "open", "--to", "csv"),
                  ("leaderboard", "open", "--replays", "2"), ("verify", "open")):  # fmt: skip
        code, _, err = arena(*words)
        assert code == 0, err
    with open_ladder("open") as ladder:
        assert ladder.epochs()[0].sha256 in stored_replay(ladder, 4).facts.values()


def test_what_is_not_finished_is_shown_by_no_command(arena: Arena) -> None:
    played_ladder(Path("ladders/open.db"), games=24, name="open")
    with sqlite3.connect("ladders/open.db") as database:
        (seed,) = database.execute("SELECT seed FROM game WHERE id = 9").fetchone()
        database.execute("DELETE FROM game WHERE id = 11")
    for words in (("replay", "open", "9"), ("analyse", "open", "9"), ("replay", "open", "10", "--html", "x.html")):
        code, out, err = arena(*words)
        assert code == 2, out
        assert "there is no game" in err
    arena("export", "open", "--to", "csv")
    arena("leaderboard", "open", "--replays", "3")
    for file in Path("ladders").rglob("*.*"):
        if not file.name.startswith("open.db"):
            assert str(seed) not in file.read_text(), file
    listed = Path("ladders/open/games.csv").read_text()
    assert "\n8," in listed
    assert not any(f"\n{number}," in listed for number in (9, 10, 11))


def test_later_games_are_no_difference_to_a_published_board_and_lost_ones_are(arena: Arena) -> None:
    played_ladder(Path("ladders/open.db"), games=15, name="open")
    arena("ladder", "leaderboard", "open")
    play_here(Path("ladders/open.db"), Goal(games=15))
    assert arena("verify", "open")[:2] == (0, "30 of 30 games replayed, no difference\n")
    with sqlite3.connect("ladders/open.db") as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM game WHERE block = 2")
    code, _, err = arena("verify", "open")
    assert code == 1
    assert "the games are not those of ladders/open/leaderboard.json" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("status nobody", "there is no ladder 'nobody'"),
        ("run nobody", "there is no ladder 'nobody'"),
        ("create open --game airlock", "is there already; give the new ladder another name"),
        ("create x/y --game airlock", "is not a name of 1 to 64 letters"),
        ("create new", "give --game, or a --config file"),
        ("create new --game chess", "chess"),
        ("create new --game airlock --players 3 --players 3", "players"),
        ("create new --game airlock -o deck=big", "deck"),
        ("create new --game airlock --config x.toml", "--config says everything"),
        ("create new --config missing.toml", "missing.toml: cannot be read"),
        ("create new --game airlock --loss top", "is not"),
        ("create new --game airlock --epoch-blocks 0", "epoch_blocks: 0 is not a whole number"),
        ("enter open nothing", "there is no bot 'nothing'"),
        ("enter open missing.py", "missing.py"),
        ("enter open random", "random@1 is the same bot and plays already"),
        ("enter open greedy --as a@1", "'a@1' is no name for a bot"),
        ("enter open mcts:iterations=-1", "iterations"),
        ("retire open nobody", "there is no bot 'nobody' on the ladder"),
        ("disqualify open nobody", "there is no bot 'nobody' on the ladder"),
        ("leaderboard open", "no finished games yet"),
        ("run open --hours nan", "nan"),
        ("run open --games 0", "0 is not in the range"),
        ("status run.db", "is a run, not a ladder"),
        ("status text.db", "text.db"),
    ],
)
def test_bad_input_gets_one_sentence(arena: Arena, words: str, message: str) -> None:
    new_ladder(Path("ladders/open.db"), name="open").close()
    filled_store(Path("run.db"), tournament()).close()
    Path("text.db").write_text("not a database at all, whatever it is called")
    code, _, err = arena("ladder", *words.split())
    assert code == 2
    assert err.startswith("arena: ")
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert not Path("ladders/new.db").exists()


def test_a_second_player_is_refused(arena: Arena) -> None:
    new_ladder(Path("ladders/open.db"), name="open").close()
    with sole_player(Path("ladders/open.db")):
        assert is_running(Path("ladders/open.db"))
        code, _, err = arena("ladder", "run", "open", "--games", "3")
    assert code == 2
    assert err == "arena: ladders/open.db: somebody plays this ladder already, and one plays at a time.\n"
    assert not is_running(Path("ladders/open.db"))


# ---- killed and interrupted


SERIAL = """
import sys
from pathlib import Path
from arena.tournament.ladder_run import Goal, play_here
play_here(Path(sys.argv[1]), Goal(games=int(sys.argv[2])))
"""


def test_a_ladder_killed_at_random_comes_to_the_same_rows(tmp_path: Path) -> None:
    """SIGKILL at any moment: nothing is lost, nothing is doubled."""
    keys: dict[str, Any] = {"secret": GIVEN, "bots": ("random", "greedy", strange("Steady"), strange("Raises"))}
    whole = played_ladder(tmp_path / "whole.db", games=240, **keys)
    new_ladder(tmp_path / "killed.db", **keys).close()
    killed, random = tmp_path / "killed.db", Random(5)
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", SERIAL, str(killed), "100000"], stderr=subprocess.DEVNULL)
        before = stored(killed)
        assert soon(lambda: stored(killed) > before or process.poll() is not None, seconds=180)  # noqa: B023
        time.sleep(random.random() / 20)
        process.kill()
        process.wait()
    assert stored(killed) > 5
    missing = max(1, 240 - stored(killed))
    play_here(killed, Goal(games=missing))
    expected, found = rows(whole), rows(killed)
    assert found["main.game"][:240] == expected["main.game"][:240]
    assert found["choice"][:80] == expected["choice"][:80]
    with open_ladder(killed) as ladder:
        assert verify(ladder.store).difference is None


def stored(path: Path) -> int:
    with open_ladder(path) as ladder:
        return len(ladder)


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "arena", "ladder", "run", "open", "--workers", "2", *words]
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_run_on_ray_takes_newcomers_survives_a_kill_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "ladders" / "open.db"
    new_ladder(path, name="open", epoch_blocks=40, scheduler="adaptive").close()
    process = start(tmp_path)
    try:
        plays_on(process, path, 0)
        with open_ladder(path, writable=True) as ladder:
            assert ladder.status().running
            entry = ladder.enter(strange("Steady"), name="late", author="Ada")
            ladder.retire("random")
        assert soon(lambda: "late@1" in seated(path), seconds=180)
        left = players(process.pid)
        kill(process.pid)
        process.communicate()
        assert soon(lambda: not any(map(alive, left)), seconds=180), "a killed driver leaves processes behind"
        process = start(tmp_path)
        plays_on(process, path, stored(path))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=180)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert f"{stored(path):,} games are in ladders/open.db" in output
    assert "Traceback" not in errors
    with open_ladder(path) as ladder:
        late = [record for record in ladder.games() if record.block >= entry.entered_block + 48]
        assert not any("random@1" in record.lineup for record in late)
        assert verify(ladder.store).difference is None


def plays_on(process: subprocess.Popen[str], path: Path, before: int) -> None:
    """Waits until there are more games."""
    assert soon(lambda: stored(path) > before or process.poll() is not None, seconds=180)
    assert process.poll() is None, process.communicate()[1]


def seated(path: Path) -> set[str]:
    with open_ladder(path) as ladder:
        return {name for record in ladder.games() for name in record.lineup}
