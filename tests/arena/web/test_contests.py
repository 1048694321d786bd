"""Ladders that close: who still wants to enter is told so, the server plays the final, and its board stays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.process.sandbox import sandbox_problem
from arena.tournament import closing
from arena.tournament.contest import final_path, play_final_here
from arena.tournament.ladder import is_running, open_ladder
from arena.tournament.ladder_run import Goal, play_here
from arena.tournament.store import Store
from arena.web.app import create_app
from arena.web.settings import Settings
from tests.arena.ladders import new_ladder
from tests.arena.web.conftest import BASE
from tests.arena.web.test_ladders import wait_for
from tests.arena.web.test_runs import ready
from tests.arena.web.test_submissions import BOT, bearer, csrf_of, hand_in, log_in, outcome

CLOSES = "2026-01-02T18:00:00+00:00"
IN_WORDS = "2026-01-02 18:00 UTC"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a contest that is open for another second; without the fixture's clock it is over."""
    monkeypatch.setattr(closing, "now", lambda: closing.seconds(CLOSES) - 1)
    new_ladder(tmp_path / "ladders" / "cup.db", ("random", "greedy"), name="cup", game="connect_four", players=2,
               closes=CLOSES, final_deals=2).close()  # fmt: skip
    play_here(tmp_path / "ladders" / "cup.db", Goal(games=4))
    return tmp_path


def served(home: Path, play: bool = False) -> TestClient:
    return TestClient(create_app(home, Settings(home, play=play, check_seconds=1)), base_url=BASE)


def strike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "now", lambda: closing.seconds(CLOSES))


def test_before_it_closes_the_page_says_when(home: Path) -> None:
    with served(home) as client:
        text = ready(client, "/ladders/cup")
        assert f"Closes {IN_WORDS}" in text
        told = client.get("/api/v1/ladders/cup").json()["contest"]
        assert (told["closed"], told["decided"], told["final"], told["secret"]) == (False, False, None, None)
        assert told["sha256"] in text


def test_the_server_plays_the_final_and_then_leaves_it_alone(home: Path) -> None:
    """By real processes: for them the moment is past."""
    ladder = home / "ladders" / "cup.db"
    with pytest.MonkeyPatch.context() as today, served(home, play=True) as client:
        strike(today)
        wait_for(lambda: finished(ladder), 90)
        wait_for(lambda: not is_running(ladder))
        wait_for(lambda: "Final board" in client.get("/ladders/cup").text, 10)
        text = ready(client, "/ladders/cup")
        assert f"The ladder closed at <time datetime=\"{CLOSES}\">{IN_WORDS}</time>" in text
        assert "4 of 4 games of" in text
        assert "this board stays as it is" in text
        assert "data-events" not in text
        told = client.get("/api/v1/ladders/cup").json()["contest"]
        assert (told["closed"], told["decided"], told["final"], told["games"]) == (True, True, "cup-final", 4)
        assert told["secret"] in text
        final = ready(client, "/runs/cup-final")
        assert 'This is the final of the ladder <a href="/ladders/cup">cup</a>' in final
        assert told["secret"] in final
        assert not is_running(ladder)  # nobody starts it again


def test_a_player_whose_contest_is_decided_ends_in_order(home: Path) -> None:
    """Else the server would start it again and again. Its standard input stays open, as the server's does."""
    command = [sys.executable, "-m", "arena.web.ladder_player", str(home / "ladders" / "cup.db")]
    for _ in range(2):  # with a final to play, and with nothing to do
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as player:
            assert player.stderr is not None
            said = player.stderr.read()
            assert player.wait(60) == 0, said
    assert finished(home / "ladders" / "cup.db")


def finished(ladder: Path) -> bool:
    try:
        with Store.open(final_path(ladder)) as final:
            return len(final) == final.schedule.games
    except Exception:
        return False


def test_a_final_that_is_under_way_is_no_final_board(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "ladders" / "cup.db"
    strike(monkeypatch)
    play_here(path, Goal())
    play_final_here(path)
    with Store.open(final_path(path), writable=True) as final:
        final.remove([3])
    with served(home) as client:
        text = ready(client, "/ladders/cup")
        assert "The final is being played" in text
        assert "The board may still change" in text
        assert "Final board" not in text
        assert client.get("/api/v1/ladders/cup").json()["contest"]["secret"] is None
        assert client.get("/api/v1/runs/cup-final").json()["secret"]["secret"] is None


def test_neither_form_nor_interface_takes_a_bot_after_it_closed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strike(monkeypatch)
    with served(home) as client:
        token = client.app.state.accounts.add("ada")  # type: ignore[attr-defined]
        sent, file = {"name": "late", "ladder": "cup"}, {"file": ("late.py", BOT)}
        answer = client.post("/api/v1/submissions", headers=bearer(token), data=sent, files=file)
        assert answer.status_code == 422
        assert answer.json()["error"]["message"] == "The ladder cup is closed: nobody enters any more."
        log_in(client, token)
        assert 'value="cup"' not in client.get("/submit").text
        answer = client.post("/submit", data=sent | {"csrf": csrf_of(client, "/submit")}, files=file)
        assert answer.status_code == 422
        assert "The ladder cup is closed: nobody enters any more." in answer.text
        assert client.get("/api/v1/submissions", headers=bearer(token)).json() == []


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"needs a sandbox: {sandbox_problem()}")
def test_a_bot_that_waits_for_its_check_when_it_closes_does_not_enter(home: Path) -> None:
    """The check is a real process, for which the moment is past."""
    with served(home) as client:
        token = client.app.state.accounts.add("ada")  # type: ignore[attr-defined]
        bot = BOT.replace(b"airlock", b"connect_four")
        log = str(outcome(client, token, hand_in(client, token, "late", bot, ladder="cup"))["log"])
    assert f"did not enter the ladder cup: cup: the ladder closed at {IN_WORDS}: nobody enters any more." in log
    with open_ladder(home / "ladders" / "cup.db") as ladder:
        assert "late" not in {entry.name for entry in ladder.entries()}
