"""More of what people with bad intentions try: names, files, connections and queues."""

from __future__ import annotations

import asyncio
import json
import os
import tarfile
from collections.abc import Callable
from pathlib import Path
from socket import create_connection, create_server, socket
from threading import Thread
from time import sleep, time
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from arena.process.program import BadProgram, Program
from arena.process.registry import Registry
from arena.process.sandbox import sandbox_problem
from arena.report.publish import about_board
from arena.tournament.boards import find_boards
from arena.tournament.game_list import hidden_deals, records
from arena.tournament.ladder import open_ladder
from arena.tournament.ladder_store import PLAYING
from arena.tournament.store import Store
from arena.web.accounts import Accounts, Quota
from arena.web.app import create_app
from arena.web.archives import read_sent
from arena.web.checker import enter
from arena.web.checks import Checks
from arena.web.home import Home
from arena.web.retirement import retire_bots
from arena.web.server import impatient
from arena.web.settings import ClientLimits, Settings
from arena.web.tables import LEAST_SECONDS, NoTable, Tables, new_opening
from arena.web.worker import on_server
from core.errors import ArenaError
from tests.arena.tables import SECRET, identities, play, strange, tournament
from tests.arena.web.conftest import BASE
from tests.arena.web.test_ladders import small_ladder, wait_for
from tests.arena.web.test_runs import ready
from tests.arena.web.test_submissions import BOT, MANIFEST, bearer, csrf_of, hand_in, outcome, tarred, zipped

Served = tuple[TestClient, Callable[..., str]]


@pytest.fixture
def served(tmp_path: Path) -> Served:
    app = create_app(tmp_path, Settings(tmp_path))
    return TestClient(app, base_url=BASE), app.state.accounts.add


# ---- names of bots that nobody handed in


def send(client: TestClient, token: str, name: str, **data: str) -> tuple[int, str]:
    answer = client.post("/api/v1/submissions", headers=bearer(token), data={"name": name, **data},
                         files={"file": ("bot.py", BOT)})  # fmt: skip
    return answer.status_code, answer.text


def test_a_bot_of_the_organiser_gets_no_version_of_somebody_elses(served: Served, tmp_path: Path) -> None:
    """Else anybody could take the place of the bots that a ladder's ratings hang on."""
    small_ladder(tmp_path)
    client, add = served
    status, text = send(client, add("bob"), "greedy", ladder="open")
    assert status == 403
    assert "The name greedy belongs to somebody else on the ladder open." in text


def test_nor_does_one_that_was_submitted_on_the_machine(served: Served, tmp_path: Path) -> None:
    client, add = served
    with Registry(tmp_path / "runs" / "submissions.db", create=True) as registry:
        registry.add(Program("bot.py", BOT, "bot class"), "house", "the house", {})
    assert send(client, add("bob"), "house")[0] == 403


def test_a_name_that_was_taken_while_the_check_ran_is_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, registry = small_ladder(tmp_path), tmp_path / "runs" / "submissions.db"
    registry.parent.mkdir()
    monkeypatch.setenv("ARENA_SUBMISSIONS", str(registry))

    class Report:
        def to_dict(self) -> dict[str, object]:
            return {}

    asked = {"registry": str(registry), "bot": "greedy", "user": "bob", "ladders": {"open": str(path)}}
    enter(asked, Program("bot.py", BOT, "bot class"), Report())  # type: ignore[arg-type]
    assert "did not enter the ladder open: The name greedy belongs to somebody else" in capsys.readouterr().out
    with open_ladder(path) as ladder:
        assert [entry.label for entry in ladder.entries()] == ["dice@1", "greedy@1"]


def test_who_claims_a_name_does_not_own_the_bot_that_has_it(tmp_path: Path) -> None:
    """Neither its logs, nor when the account goes."""
    path = small_ladder(tmp_path)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        accounts = client.app.state.accounts  # type: ignore[attr-defined]
        token = accounts.add("bob")
        accounts.hand_in("bob", "greedy", ("bot.py", "python", b""), [], Quota())
        told = client.get("/api/v1/ladders/open/bots/greedy@1", headers=bearer(token)).json()
        assert told["logs"] is None
    retire_bots(Home(tmp_path), "bob", accounts.delete("bob"))
    with open_ladder(path) as ladder:
        assert all(entry.state == PLAYING for entry in ladder.entries())


# ---- games of unfinished deals


def test_a_board_names_no_game_of_an_unfinished_deal(tmp_path: Path) -> None:
    """Not as a record, not as the shortest or longest, not as the game of a fault."""
    bots = {"a": "random", "b": "greedy", "bad": strange("Raises")}
    config = tournament(name="half", game="airlock", players=2, deals=3, bots=bots)
    with Store.create(tmp_path / "runs" / "half.db", config, identities(config), SECRET) as store:
        store.add_all(play(config)[:5])
        hidden = [number for number in range(len(store)) if (0, store.game(number).record.deal) in hidden_deals(store)]
        assert hidden == [6, 7, 8, 9]
        found = records(store, 0)
        assert all(record is not None and record[0] not in hidden for record in found.values())
        assert not any(on_server(about_board(find_boards([store])[0], ()), "", store).game(block, turn)
                       for block in (3, 4) for turn in (0, 1))  # fmt: skip
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        shown = {name: list(record) for name, record in found.items() if record}
        assert json.loads(ready(client, "/api/v1/runs/half/board"))["boards"][0]["records"] == shown
        for page in ("/runs/half/board/", "/games/airlock", "/runs/half", "/runs/half/bots/bad"):
            text = ready(client, page)
            assert not any(f"games/{number}\"" in text or f"replay half {number}" in text for number in hidden), page


# ---- archives


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"./bot.py": b"other"}, "'bot.py' twice"),
        ({"x//y.py": b"1", "x/./y.py": b"2"}, "'x/y.py' twice"),
        ({"x": b"1", "x/y": b"2"}, "'x' as a file and as a folder"),
        ({"bot.py/x": b"1"}, "'bot.py' as a file and as a folder"),
        ({".": b"1"}, "no name for a file"),
        ({"bot.toml": b'class = "bot.py"\ngames = [' + b"1" * 5000 + b"]"}, "not valid TOML"),
    ],
    ids=range(6),
)
def test_an_archive_that_is_two_things_at_once_is_refused(files: dict[str, bytes], words: str) -> None:
    """Else what is shown as the source need not be what plays."""
    with pytest.raises(BadProgram, match=words):
        read_sent("a.zip", zipped({"bot.toml": MANIFEST, "bot.py": BOT} | files))


def test_a_folder_of_a_tar_may_begin_with_a_dot() -> None:
    files = {"./": b"", "./bot.toml": MANIFEST, "./bot.py": BOT}
    entries = [(tarfile.TarInfo(name), content) for name, content in files.items()]
    entries[0][0].type = tarfile.DIRTYPE
    assert [path for path, _, _ in read_sent("a.tar.gz", tarred(*entries)).files()] == ["bot.py", "bot.toml"]


# ---- tables


def begin(client: TestClient) -> int:
    client.cookies.clear()
    fields = {"csrf": csrf_of(client, "/play"), "game": "connect_four", "bot0": "random", "seat": "0"}
    return client.post("/play", data=fields, follow_redirects=False).status_code


def test_one_address_cannot_take_all_tables(tmp_path: Path) -> None:
    app = create_app(tmp_path, Settings(tmp_path, limits=ClientLimits(games_per_hour=3)))
    with TestClient(app, base_url=BASE) as client:
        assert [begin(client) for _ in range(4)] == [303, 303, 303, 429]


def test_tables_that_nobody_touches_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.tables.MOST_IN_ALL", 2)
    tables, opening = Tables(tmp_path), new_opening("connect_four", ["random"], 0)
    old, _ = (tables.begin(name, opening, False) for name in "ab")
    with pytest.raises(NoTable, match="All tables are taken"):
        tables.begin("c", opening, False)
    os.utime(old.path, (time() - 2 * LEAST_SECONDS,) * 2)
    tables.begin("c", opening, False)
    assert not old.path.exists()


# ---- queues


def test_the_queue_of_checks_outlives_trouble_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.checks.LOOK_SECONDS", 0.05)
    accounts = Accounts(tmp_path / "accounts.db")
    asked: list[int] = []

    def locked() -> None:
        asked.append(1)
        raise ArenaError("locked")

    async def work() -> None:
        checks = Checks(Home(tmp_path), accounts, 1.0)
        accounts.next_to_check = locked  # type: ignore[method-assign]
        checks.start()
        while len(asked) < 3:
            await asyncio.sleep(0.01)
        await checks.stop()

    asyncio.run(asyncio.wait_for(work(), 20))


def test_a_queue_ends_although_work_is_done_at_that_moment(tmp_path: Path) -> None:
    """wait_for of Python 3.11 gives the result and forgets that it was cancelled."""

    async def work() -> None:
        checks = Checks(Home(tmp_path), Accounts(tmp_path / "accounts.db"), 1.0)
        checks.start()
        await asyncio.sleep(0.3)
        checks.wake()
        await asyncio.sleep(0)  # the waiter is done, and nobody has taken the result yet
        await checks.stop()

    asyncio.run(asyncio.wait_for(work(), 20))


# ---- where the server is started


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"needs a sandbox: {sandbox_problem()}")
def test_what_lies_in_the_folder_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People keep their bots in a folder named bots, and call one random.py."""
    small_ladder(tmp_path)
    (tmp_path / "bots").mkdir()
    for name in ("bots/__init__.py", "random.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong file')\n")
    monkeypatch.chdir(tmp_path)
    with TestClient(create_app(tmp_path, Settings(tmp_path, check_seconds=1.0, play=True)), base_url=BASE) as client:
        token = client.app.state.accounts.add("ada")  # type: ignore[attr-defined]
        found = outcome(client, token, hand_in(client, token, "first", BOT, ladder="open"))
        assert found["state"] == "entered", found["log"]
        wait_for(lambda: client.get("/api/v1/ladders/open/board").status_code == 200)


# ---- connections


@pytest.mark.parametrize("reads", [False, True])
def test_who_does_not_read_the_answer_is_cut_off(tmp_path: Path, reads: bool) -> None:
    """Each would keep its answers in the server's memory for good. Who reads slowly gets all of it."""
    answer = b"x" * 20_000_000

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": answer})

    listener = create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=impatient(20, 0.5), lifespan="off", log_level="warning")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        with create_connection(listener.getsockname(), timeout=30) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if reads:
                assert slowly_read(connection) > len(answer)
            else:
                wait_for(lambda: bool(server.server_state.connections))
                wait_for(lambda: not server.server_state.connections, 20)
    finally:
        server.should_exit = True
        thread.join()


def slowly_read(connection: socket) -> int:
    total = 0
    while part := connection.recv(1_000_000):
        total += len(part)
        sleep(0.05)
    return total
