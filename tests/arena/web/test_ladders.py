"""Ladders: shown while they are played, by a process that the server looks after."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from starlette.testclient import TestClient

from arena.tournament.ladder import is_running, make_ladder, open_ladder
from arena.tournament.ladder_config import build_ladder_config
from arena.tournament.ladder_run import Goal, play_here
from arena.web.accounts import Quota
from arena.web.app import create_app
from arena.web.demo import prepare_demo
from arena.web.home import Home
from arena.web.rendering import why
from arena.web.settings import Settings
from tests.arena.tables import strange
from tests.arena.web.conftest import BASE
from tests.arena.web.test_runs import ready


def small_ladder(home: Path, name: str = "open") -> Path:
    path = home / "ladders" / f"{name}.db"
    config = build_ladder_config({"name": name, "game": "airlock", "players": 2, "round_blocks": 2}, "test")
    with make_ladder(config, path) as ladder:
        ladder.enter("random", name="dice", author="Ada <b>")
        ladder.enter("greedy", name="greedy")
    return path


def wait_for(what: Callable[[], bool], seconds: float = 60.0) -> None:
    end = monotonic() + seconds
    while not what():
        assert monotonic() < end, "it did not come"
        sleep(0.1)


def games_in(path: Path) -> int:
    with open_ladder(path) as ladder:
        return len(ladder)


def test_a_ladder_shows_bots_secrets_and_games(tmp_path: Path) -> None:
    path = small_ladder(tmp_path)
    play_here(path, Goal(games=8))
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        text = ready(client, "/ladders/open")
        assert "dice@1" in text
        assert "Ada &lt;b&gt;" in text
        assert "sha256" in text
        assert "Nobody plays this ladder" in text
        assert 'data-events="/ladders/open/events"' in text
        assert "What the games have shown" in ready(client, "/ladders/open/board/")
        assert "dice@1" in client.get("/ladders/open/bots/dice@1").text
        assert 'id="data"' in ready(client, "/ladders/open/games/0")
        assert client.get("/runs/open").status_code == 404


def test_a_bot_shows_its_refitted_history(tmp_path: Path) -> None:
    path = small_ladder(tmp_path)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        play_here(path, Goal(games=8))
        ready(client, "/ladders/open")
        assert "It has played too few deals yet" in client.get("/ladders/open/bots/dice@1").text
    play_here(path, Goal(games=72))  # 40 blocks: four periods of ten
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        ready(client, "/ladders/open")
        text = client.get("/ladders/open/bots/dice@1").text
        assert "Rating over time" in text
        assert "TrueSkill" not in text
        (board,) = client.get("/api/v1/ladders/open/bots/dice@1").json()["boards"]
        (whole,) = client.get("/api/v1/ladders/open/board").json()["boards"]
        assert board["history"] == whole["standings"]["ladder"]["history"]["dice@1"]
        assert [period["blocks"] for period in board["history"]] == [10, 10, 10, 10]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the player in /proc, which this system has not")
def test_the_server_plays_its_ladders_and_starts_a_player_that_died_again(tmp_path: Path) -> None:
    path = small_ladder(tmp_path)
    with TestClient(create_app(tmp_path, Settings(tmp_path, play=True)), base_url=BASE):
        wait_for(lambda: games_in(path) > 0)
        first = player_of(path)
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: player_of(path) not in (0, first))
        played = games_in(path)
        wait_for(lambda: games_in(path) > played)
    wait_for(lambda: not is_running(path), 10)


def player_of(path: Path) -> int:
    """The process that plays a ladder; 0 if there is none."""
    words = f"arena.web.ladder_player\0{path}\0".encode()
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if words in entry.read_bytes():
                return int(entry.parent.name)
        except OSError:
            continue
    return 0


def test_a_player_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    path = small_ladder(tmp_path)
    command = [sys.executable, "-m", "arena", "serve", "--home", str(tmp_path), "--play", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(lambda: games_in(path) > 0)
        finally:
            server.kill()
    wait_for(lambda: not is_running(path), 10)
    with open_ladder(path) as ladder:
        ladder.store.check_integrity()
        assert all(not problem for *_, problem in ladder.store.checked_games())


def test_the_demo_is_made_once(tmp_path: Path) -> None:
    home = Home(tmp_path)
    prepare_demo(home)
    prepare_demo(home)
    with open_ladder(home.ladders / "demo.db") as ladder:
        assert len(ladder.entries()) == 5


def test_the_logs_of_faults_are_for_the_author_and_the_admin(tmp_path: Path) -> None:
    path = tmp_path / "ladders" / "open.db"
    config = build_ladder_config({"name": "open", "game": "airlock", "players": 2, "round_blocks": 2}, "test")
    with make_ladder(config, path) as ladder:
        ladder.enter(strange("Raises"), name="bad", author="ada")
        ladder.enter("random", name="dice")
    play_here(path, Goal(games=4))
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        accounts = client.app.state.accounts  # type: ignore[attr-defined]
        ada, bob, admin = accounts.add("ada"), accounts.add("bob"), accounts.add("root", ("admin",))
        accounts.hand_in("ada", "bad", ("bad.py", "python", b""), [], Quota())
        ready(client, "/ladders/open")
        for token, seen in ((None, False), (bob, False), (ada, True), (admin, True)):
            headers = {} if token is None else {"authorization": f"Bearer {token}"}
            text = client.get("/ladders/open/bots/bad@1", headers=headers).text
            assert "bad@1" in text
            assert ("Logs of its faults" in text) is seen
            assert ("&#34;, line " in text) is seen
            assert seen or str(Path(__file__).parent.parent) not in text


def test_the_server_says_what_to_install(tmp_path: Path) -> None:
    """Without the extra, accounts and backups still work."""
    blocked = "import sys; sys.modules['starlette'] = None; from arena.cli import main; main()"

    def arena(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", blocked, *words], cwd=tmp_path, capture_output=True, text=True)

    serve = arena("serve")
    assert (serve.returncode, serve.stderr) == (2, "arena: arena serve needs a few packages more: pip install "
                                                "'space-arena[web]'.\n")  # fmt: skip
    assert arena("user", "add", "ada").stdout.startswith("arena_")
    assert arena("submit", "--help").returncode == 0


def test_the_first_page_says_what_is_being_played(tmp_path: Path) -> None:
    """And offers games to watch; a ladder that rests is not called played."""
    path = small_ladder(tmp_path)
    with TestClient(create_app(tmp_path, Settings(tmp_path, play=True)), base_url=BASE) as client:
        wait_for(lambda: "Playing now" in client.get("/").text)
        wait_for(lambda: "Games to watch" in client.get("/").text)
        assert 'href="/ladders/open"' in client.get("/").text.split("Playing now")[1].split("</section>")[0]
    play_here(path, Goal(games=2))
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        assert "Playing now" not in client.get("/").text


def test_why_a_line_up_was_chosen_is_said_in_words() -> None:
    assert why("loss") == "its games tell most"
    assert why("round-robin") == "round-robin"
