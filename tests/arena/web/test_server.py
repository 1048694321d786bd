"""A server as a process: what it refuses to start with, slow clients, kills, backups, bots from a terminal."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from arena.process.sandbox import sandbox_problem
from arena.tournament.ladder import open_ladder
from arena.web.accounts import Accounts
from arena.web.backup import BackupError, back_up, restore
from arena.web.server import Listening, is_here
from core.errors import ArenaError
from tests.arena.command_line import Arena, command_line
from tests.arena.web.conftest import DUEL, write_run
from tests.arena.web.test_ladders import games_in, small_ladder, wait_for
from tests.arena.web.test_submissions import BOT


@contextmanager
def running(home: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`arena serve` on a free port; its address."""
    command = [sys.executable, "-m", "arena", "serve", "--home", str(home), "--port", "0", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            assert found is not None, line + process.stderr.read()
            yield found[0], process
        finally:
            process.kill()


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_it_answers_and_ends_on_request(tmp_path: Path) -> None:
    write_run(tmp_path, DUEL)
    with running(tmp_path) as (address, process):
        assert b"duel" in urlopen(address, timeout=20).read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) in (0, -signal.SIGTERM)


def test_a_body_that_trickles_in_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server gives a body half a minute; here, with a smaller limit, in the app itself."""
    from starlette.testclient import TestClient

    from arena.web.app import create_app
    from arena.web.settings import ClientLimits, Settings

    app = create_app(tmp_path, Settings(tmp_path, limits=ClientLimits(body_seconds=0.3)))
    import asyncio

    sent: list[int] = []

    async def slow() -> dict[str, object]:
        await asyncio.sleep(0.2)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            sent.append(int(str(message["status"])))

    scope = {"type": "http", "method": "POST", "path": "/login", "raw_path": b"/login", "query_string": b"",
             "headers": [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")],
             "client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http", "http_version": "1.1",
             "root_path": ""}  # fmt: skip
    asyncio.run(app(scope, slow, send))  # type: ignore[arg-type]
    assert sent == [408]
    assert TestClient(app, base_url="http://localhost").get("/login").status_code == 200


def test_headers_that_never_end_do_not_hold_others_up(tmp_path: Path) -> None:
    with running(tmp_path) as (address, _):
        hanging = [socket.create_connection(("127.0.0.1", port_of(address))) for _ in range(50)]
        for each in hanging:
            each.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        began = time.monotonic()
        assert urlopen(address, timeout=20).status == 200
        assert time.monotonic() - began < 10
        hanging[0].sendall(b"x" * 200_000)
        hanging[0].settimeout(20)
        assert hanging[0].recv(100).startswith(b"HTTP/1.1 4")
        for each in hanging:
            each.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"host": "0.0.0.0"}, "add --public"),
        ({"host": "0.0.0.0", "public": True}, "needs --tls-cert"),
        ({"tls_cert": Path("x")}, "go together"),
        ({"public": True, "proxy": "example"}, "should be an address"),
    ],
)
def test_what_is_not_safe_is_not_started(options: dict[str, object], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        Listening(**options)  # type: ignore[arg-type]


def test_names_and_addresses() -> None:
    assert is_here("127.0.0.1")
    assert is_here("::1")
    assert not is_here("0.0.0.0")
    assert Listening().hosts == ("localhost", "127.0.0.1", "::1")
    assert Listening(public=True, proxy="10.0.0.1", host="0.0.0.0").hosts == ()
    assert "arena.example" in Listening(public=True, proxy="10.0.0.1", names=("arena.example",)).hosts


def test_a_port_in_use_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arena = command_line(monkeypatch, capsys)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, _, err = arena("serve", "--home", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "Address already in use" in err


# ---- backups


def test_a_backup_of_a_ladder_that_is_played_is_whole(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = small_ladder(home)
    Accounts(home / "accounts.db").add("ada")
    with running(home, "--play"):
        wait_for(lambda: games_in(path) > 4)
        back_up(home, tmp_path / "copy")
        played = games_in(path)
        wait_for(lambda: games_in(path) > played)
    restore(tmp_path / "copy", tmp_path / "new")
    with open_ladder(tmp_path / "new" / "ladders" / "open.db") as ladder:
        ladder.store.check_integrity()
        assert 0 < len(ladder) <= played
        assert all(not problem for *_, problem in ladder.store.checked_games())
    assert [user.name for user in Accounts(tmp_path / "new" / "accounts.db").all()] == ["ada"]
    assert (tmp_path / "new" / "server.key").read_bytes() == (home / "server.key").read_bytes()
    before = games_in(tmp_path / "new" / "ladders" / "open.db")
    with running(tmp_path / "new", "--play"):
        wait_for(lambda: games_in(tmp_path / "new" / "ladders" / "open.db") > before)


def test_what_a_backup_refuses(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_run(home, DUEL)
    for target in (home, home / "inside"):
        with pytest.raises(BackupError):
            back_up(home, target)
    back_up(home, tmp_path / "copy")
    with pytest.raises(BackupError, match="is not empty"):
        restore(tmp_path / "copy", home)
    database = tmp_path / "copy" / "runs" / "duel.db"
    content = bytearray(database.read_bytes())
    content[4096:12288] = bytes(8192)
    database.write_bytes(content)
    with pytest.raises(BackupError, match="is damaged"):
        restore(tmp_path / "copy", tmp_path / "new")


# ---- killed at any moment


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    path = small_ladder(tmp_path)
    seen = [0]
    for _ in range(2):
        with running(tmp_path, "--play") as (_, process):
            wait_for(lambda: games_in(path) > seen[-1])
            os.kill(process.pid, signal.SIGKILL)
        seen.append(games_in(path))
    assert seen == sorted(seen)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


# ---- from a terminal


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return command_line(monkeypatch, capsys)


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"needs a sandbox: {sandbox_problem()}")
def test_a_folder_is_handed_in_from_a_terminal(tmp_path: Path, arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    home, bot = tmp_path / "home", tmp_path / "mybot"
    small_ladder(home)
    code, token, _ = arena("user", "add", "ada", "--home", str(home))
    assert code == 0
    bot.mkdir()
    (bot / "bot.toml").write_text('class = "first.py"\n')
    (bot / "first.py").write_bytes(BOT)
    with running(home) as (address, _):
        monkeypatch.setenv("ARENA_TOKEN", token.strip())
        code, out, err = arena("submit", str(bot), "--name", "first", "--to", address, "--ladder", "open")
        assert code == 0, out + err
        assert "entered the ladder open as first@1" in out
        monkeypatch.setenv("ARENA_TOKEN", "arena_wrong")
        code, _, err = arena("submit", str(bot), "--name", "first", "--to", address)
        assert (code, "This token is not valid." in err) == (2, True)
    monkeypatch.setenv("ARENA_TOKEN", token.strip())
    code, _, err = arena("submit", str(bot), "--name", "first", "--to", address)
    assert (code, "cannot be reached" in err) == (2, True)


def test_accounts_from_a_terminal(tmp_path: Path, arena: Arena) -> None:
    home = ("--home", str(tmp_path))
    assert arena("user", "add", "ada", "--days", "30", *home)[1].startswith("arena_")
    assert "ada: 1 token for play, submit" in arena("user", "list", *home)[1]
    assert "there are no accounts in" in arena("user", "list", "--home", str(tmp_path / "other"))[2]
    assert not (tmp_path / "other").exists()
    assert arena("user", "revoke", "ada", *home)[0] == 0
    assert arena("user", "delete", "ada", *home)[0] == 0
    code, _, err = arena("user", "delete", "ada", *home)
    assert (code, "there is no account" in err) == (2, True)
    assert arena("user", "add", "no good", *home)[0] == 2
