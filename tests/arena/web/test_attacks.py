"""What people with bad intentions try, one by one. Each comes back with a refusal, and nothing is given away."""

from __future__ import annotations

import asyncio
import gzip
import io
import sqlite3
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection, create_server
from threading import Thread
from typing import Any

import pytest
import uvicorn
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.testclient import TestClient

from arena.process.program import BadProgram
from arena.tournament.ladder import make_ladder, open_ladder
from arena.tournament.ladder_config import build_ladder_config
from arena.tournament.store import Store
from arena.web import checker
from arena.web.accounts import PLAY
from arena.web.app import create_app
from arena.web.archives import LARGEST_TAR, read_sent
from arena.web.live import Live
from arena.web.pages.documents import renderer
from arena.web.server import impatient
from arena.web.settings import ClientLimits, Settings
from tests.arena.report.games import unpacked
from tests.arena.tables import SECRET, identities, play, tournament
from tests.arena.web.conftest import BASE, TRIO, write_run
from tests.arena.web.test_ladders import small_ladder
from tests.arena.web.test_runs import ready
from tests.arena.web.test_server import running
from tests.arena.web.test_submissions import BOT, bearer, csrf_of, hand_in, log_in, zipped

SCRIPT = "<script>alert(1)</script>"
QUOTED = "\"'><img src=x onerror=alert(1)>"


@dataclass
class Target:
    """A server with two accounts, a run, a run under way and a ladder."""

    client: TestClient
    home: Path
    ada: str
    bob: str

    def stranger(self) -> TestClient:
        """Another browser."""
        return TestClient(self.client.app, base_url=BASE)


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    home = tmp_path / "home"
    write_run(home, TRIO)
    patient = ClientLimits(posts_per_minute=1000, guesses_per_minute=5)
    app = create_app(home, Settings(home, limits=patient))
    add = app.state.accounts.add
    with TestClient(app, base_url=BASE) as client:
        yield Target(client, home, add("ada"), add("bob"))


def refused(answer: Any, *statuses: int) -> None:
    """With one of the statuses, and without anything about the machine."""
    assert answer.status_code in statuses, (answer.status_code, answer.text[:500])
    for word in ("Traceback", 'File "', "site-packages", "sqlite3", "/home/"):
        assert word not in answer.text


# ---- paths (12)


@pytest.mark.parametrize(
    "path",
    [
        "/runs/../accounts.db", "/runs/..%2faccounts", "/runs/%2e%2e/accounts", "/runs/..%5caccounts", "/runs/%00",
        "/static/../site.css", "/static/..%2f..%2fapp.py", "/static/app.py", "/docs/../../pyproject",
        "/docs/%2fetc%2fpasswd",
        "/docs/files/../../../etc/passwd", "/docs/files/images/..%2f..%2fsetup.py", "/configs/..%2f..%2fpyproject",
        "/runs/submissions", "/runs/trio.db", "/server.key", "/accounts.db", "/runs/" + "a" * 5000,
    ],
)  # fmt: skip
def test_a_path_leads_nowhere_else(target: Target, path: str) -> None:
    answer = target.client.get(path, follow_redirects=False)
    refused(answer, 404, 400)
    key = (target.home / "server.key").read_bytes()
    assert key not in answer.content
    assert b"root:" not in answer.content


# ---- scripts in every field (10)


@pytest.mark.parametrize("nasty", [SCRIPT, QUOTED])
@pytest.mark.parametrize("column", ["name", "spec", "version"])
def test_a_script_in_a_store_is_text(target: Target, column: str, nasty: str) -> None:
    with closing(sqlite3.connect(target.home / "runs" / "trio.db")) as connection, connection:
        connection.execute(f"UPDATE bot SET {column} = ? WHERE id = 0", (nasty,))
    for page in ("/runs/trio", "/runs/trio/games", "/", "/api/v1/runs/trio"):
        answer = target.client.get(page)
        if "json" in answer.headers["content-type"]:
            assert answer.headers["x-content-type-options"] == "nosniff"
        else:
            assert nasty not in answer.text


@pytest.mark.parametrize("nasty", [SCRIPT, QUOTED])
def test_a_script_in_an_address_is_text(target: Target, nasty: str) -> None:
    for path in ("/runs/trio/games", "/runs/x", "/games/x", "/docs/x", "/runs/trio/bots/x"):
        answer = target.client.get(f"{path[:-1]}{nasty}" if path.endswith("x") else path, params={"bot": nasty})
        assert nasty not in answer.text


@pytest.mark.parametrize("field", ["author", "reason"])
def test_a_script_on_a_ladder_is_text(target: Target, field: str) -> None:
    config = build_ladder_config({"name": "open", "game": "airlock", "players": 2}, "test")
    with make_ladder(config, target.home / "ladders" / "open.db") as ladder:
        ladder.enter("random", name="dice", author=SCRIPT if field == "author" else "")
        if field == "reason":
            ladder.retire("dice", SCRIPT)
    assert SCRIPT not in target.client.get("/ladders/open").text
    assert "&lt;script&gt;" in target.client.get("/ladders/open").text


def test_a_script_in_a_log_is_text(target: Target) -> None:
    number = hand_in(target.client, target.ada, "first", BOT.replace(b"First", b"First  # " + SCRIPT.encode()))
    target.client.app.state.accounts.add_log(number, SCRIPT)  # type: ignore[attr-defined]
    for page in (f"/submissions/{number}", f"/submissions/{number}/source"):
        assert SCRIPT not in target.client.get(page, headers=bearer(target.ada)).text


def test_a_script_in_a_tournament_file_is_text(target: Target) -> None:
    (target.home / "configs").mkdir()
    (target.home / "configs" / "evil.toml").write_text(f"# {SCRIPT}\nname = 1\n")
    assert SCRIPT not in target.client.get("/configs/evil").text


def test_markdown_brings_no_script() -> None:
    shown = renderer().render(f"{SCRIPT}\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>")
    assert "<script" not in shown
    assert 'href="javascript' not in shown
    assert "<img" not in shown


def test_no_page_allows_inline_scripts(target: Target) -> None:
    for page in ("/", "/runs/trio", "/login", "/nothing", "/api/v1/games"):
        policy = target.client.get(page).headers["content-security-policy"]
        script = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert script == "script-src 'self'"
        assert "frame-ancestors 'none'" in policy


# ---- cookies, tokens, forms (16)


@pytest.mark.parametrize("cookie", ["", "x", "a.b", "x" * 4000, "arena_guess", "'; DROP TABLE user; --", "../../x"])
def test_a_forged_session_is_nobody(target: Target, cookie: str) -> None:
    answer = target.client.get("/submit", headers={"cookie": f"arena_session={cookie}; arena_visitor={cookie}"})
    assert "You need to" in answer.text


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic YWRhOmFkYQ==", f"Bearer {'x' * 3000}", "Bearer '"])
def test_a_wrong_token_is_refused(target: Target, header: str) -> None:
    answer = target.client.get("/api/v1/submissions", headers={"authorization": header})
    refused(answer, 401)
    assert answer.headers["www-authenticate"] == "Bearer"


def test_guessing_tokens_is_stopped(target: Target) -> None:
    answers = [target.client.get("/api/v1/submissions", headers=bearer(f"arena_{number}")) for number in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    right = target.client.get("/api/v1/submissions", headers=bearer(target.ada))
    assert right.status_code == 429  # else the right one would be told from the wrong ones


def test_guessing_at_the_login_is_stopped(target: Target) -> None:
    csrf = csrf_of(target.client, "/login")
    answers = [target.client.post("/login", data={"csrf": csrf, "token": f"arena_{it}"}) for it in range(7)]
    assert answers[-1].status_code == 429


def test_the_token_is_not_in_a_page_or_cookie(target: Target) -> None:
    log_in(target.client, target.ada)
    page = target.client.get("/submit")
    assert target.ada not in page.text
    assert target.ada not in str(target.client.cookies)
    assert page.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/login", "/logout", "/submit", "/runs/trio/games/1/analysis"])
def test_a_form_without_its_token_does_nothing(target: Target, path: str) -> None:
    log_in(target.client, target.ada)
    answer = target.client.post(path, data={"token": target.ada, "name": "x"})
    refused(answer, 403)
    assert "You need to" not in target.client.get("/submit").text  # still logged in


def test_a_form_token_of_another_visitor_is_refused(target: Target) -> None:
    theirs = csrf_of(target.stranger(), "/login")
    csrf_of(target.client, "/login")
    refused(target.client.post("/login", data={"csrf": theirs, "token": target.ada}), 403)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:81"])
def test_a_form_on_another_site_is_refused(target: Target, origin: str) -> None:
    csrf = csrf_of(target.client, "/login")
    answer = target.client.post("/login", data={"csrf": csrf, "token": target.ada}, headers={"origin": origin})
    refused(answer, 403)


def test_a_cookie_does_not_speak_to_the_interface(target: Target) -> None:
    """Else another site's form could hand in a bot in your name."""
    log_in(target.client, target.ada)
    answer = target.client.post("/api/v1/submissions", data={"name": "x"}, files={"file": ("x.py", BOT)})
    refused(answer, 401)


# ---- sizes (6)


def test_an_upload_that_says_it_is_too_large_is_not_read(target: Target) -> None:
    headers = {**bearer(target.ada), "content-length": "99999999999", "content-type": "multipart/form-data; boundary=x"}
    refused(target.client.post("/api/v1/submissions", content=b"x", headers=headers), 413)


def test_an_upload_of_a_stranger_is_not_read(target: Target) -> None:
    def never() -> Iterator[bytes]:
        raise AssertionError("the body was read")
        yield b""

    headers = {"authorization": "Bearer arena_x", "content-type": "multipart/form-data; boundary=x"}
    try:
        answer = target.client.post("/api/v1/submissions", content=never(), headers=headers)
    except AssertionError:
        return  # the client reads ahead; the server did not ask
    refused(answer, 401)


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "99999999999999999999999"])
def test_a_strange_length_is_refused(target: Target, length: str) -> None:
    answer = target.client.post("/login", content=b"x", headers={"content-length": length})
    refused(answer, 400, 413)


def test_a_form_of_many_fields_is_refused(target: Target) -> None:
    csrf = csrf_of(target.client, "/login")
    many = {f"field{number}": "x" for number in range(1000)}
    refused(target.client.post("/login", data={"csrf": csrf, **many}), 400)


def test_deep_json_is_refused(target: Target) -> None:
    answer = target.client.post("/login", content=b"[" * 60_000, headers={"content-type": "application/json"})
    refused(answer, 400)


def test_a_body_of_another_kind_is_refused(target: Target) -> None:
    refused(target.client.post("/login", content=b"<x/>", headers={"content-type": "text/xml"}), 415)


# ---- other people's bots, and what must not be known (8)


def test_somebody_elses_bot_gets_no_version(target: Target) -> None:
    hand_in(target.client, target.ada, "first", BOT)
    answer = target.client.post("/api/v1/submissions", headers=bearer(target.bob), data={"name": "first"},
                                files={"file": ("x.py", BOT)})  # fmt: skip
    refused(answer, 403)
    assert "belongs to somebody else" in answer.json()["error"]["message"]


def test_a_token_for_playing_hands_nothing_in(target: Target) -> None:
    token = target.client.app.state.accounts.add("eve", (PLAY,))  # type: ignore[attr-defined]
    answer = target.client.post("/api/v1/submissions", headers=bearer(token), data={"name": "x"},
                                files={"file": ("x.py", BOT)})  # fmt: skip
    refused(answer, 403)


def test_an_ended_token_ends_its_logins(target: Target) -> None:
    log_in(target.client, target.ada)
    target.client.app.state.accounts.revoke("ada")  # type: ignore[attr-defined]
    assert "You need to" in target.client.get("/submit").text


def test_the_games_of_an_open_deal_are_hidden_everywhere(target: Target) -> None:
    bots = dict.fromkeys("abc", "random")
    config = tournament(name="half", game="airlock", players=2, deals=2, bots=bots)
    with Store.create(target.home / "runs" / "half.db", config, identities(config), SECRET) as store:
        store.add_all(play(config)[:4])
        seed = store.game(6).record.seed
    for path in ("/runs/half/games/6", "/api/v1/runs/half/games/6"):
        refused(target.client.get(path), 403)
    for path in ("/runs/half", "/runs/half/games", "/api/v1/runs/half/games", "/api/v1/runs/half/games.ndjson",
                 "/api/v1/runs/half", "/runs/half/games?after=5", "/api/v1/runs/half/games?bot=a"):  # fmt: skip
        text = target.client.get(path).text
        assert str(seed) not in text
        assert "games/6" not in text
    post = target.client.post("/runs/half/games/6/analysis", data={"csrf": csrf_of(target.client, "/login")})
    refused(post, 403)


def test_the_secret_of_a_ladder_is_not_told_while_it_counts(target: Target) -> None:
    path = target.home / "ladders" / "open.db"
    with make_ladder(build_ladder_config({"name": "open", "game": "airlock", "players": 2}, "test"), path) as ladder:
        ladder.enter("random", name="dice")
    with open_ladder(path) as ladder:
        digits = ladder.store.secret_of(0).digits
    for page in ("/ladders/open", "/api/v1/ladders/open", "/ladders/open/bots/dice@1"):
        assert digits not in target.client.get(page).text


def test_the_log_of_a_fault_is_for_its_author(target: Target) -> None:
    bots = {"a": "random", "bad": f"{Path(__file__).parents[1] / 'strange_bots.py'}:Raises"}
    write_run(target.home, tournament(name="faulty", game="airlock", players=2, deals=1, bots=bots))
    with Store.open(target.home / "runs" / "faulty.db") as store:
        detail = next(fault.detail for record in store.records() for fault in record.faults)
    line = detail.strip().splitlines()[-2].strip()
    assert line
    here = str(Path(__file__).parents[1])
    for page in ("/runs/faulty", "/runs/faulty/board/", "/api/v1/runs/faulty/games", "/runs/faulty/bots/bad",
                 "/api/v1/runs/faulty", "/api/v1/runs/faulty/board"):  # fmt: skip
        text = ready(target.client, page)
        assert line not in text
        assert here not in text
    assert here not in str(unpacked(ready(target.client, "/runs/faulty/games/0")))


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example", "[::2]"])
def test_a_name_that_leads_here_by_a_trick_is_refused(target: Target, host: str) -> None:
    """A page of another site points a name of its own at this machine: its scripts would read everything."""
    refused(target.client.get("/", headers={"host": host}), 421)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])
def test_other_methods_do_nothing(target: Target, method: str) -> None:
    refused(target.client.request(method, "/runs/trio"), 405)


@pytest.mark.parametrize("query", ["bot=' OR 1=1 --", "fault=x' UNION SELECT 1", "event=1;DROP TABLE x", "limit=0x10"])
def test_sql_in_an_address_is_text(target: Target, query: str) -> None:
    answer = target.client.get(f"/runs/trio/games?{query}")
    assert answer.status_code in (200, 400)
    assert "/runs/trio/games/1" not in answer.text
    assert target.client.get("/runs/trio").status_code == 200


def test_forwarded_headers_of_anybody_are_not_believed(target: Target) -> None:
    """The limit on guesses is per address: a header must not give a new one each time."""
    for number in range(6):
        headers = {**bearer(f"arena_{number}"), "x-forwarded-for": f"10.0.0.{number}", "forwarded": "for=10.0.0.9"}
        answer = target.client.get("/api/v1/submissions", headers=headers)
    assert answer.status_code == 429


# ---- what was thought of later


def test_a_small_archive_that_asks_for_much_memory_is_refused() -> None:
    """The header of a tar says how long a name in it is, and tarfile would read that at once."""
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 2_000_000_000
    bomb = gzip.compress(header.tobuf(tarfile.USTAR_FORMAT) + bytes(2 * LARGEST_TAR), 1)
    tracemalloc.start()
    with pytest.raises(BadProgram, match="unpacks to more than"):
        read_sent("a.tar.gz", bomb)
    assert tracemalloc.get_traced_memory()[1] < 4 * LARGEST_TAR
    tracemalloc.stop()


def test_what_is_left_out_of_an_archive_counts_too() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as archive:
        for number in range(8):
            info = tarfile.TarInfo(f"__pycache__/{number}")
            info.size = 10_000_000
            archive.addfile(info, io.BytesIO(bytes(info.size)))
    with pytest.raises(BadProgram, match="unpacks to more than"):
        read_sent("a.tar.gz", out.getvalue())


def test_an_archive_of_very_many_names_is_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"PK\x01\x02" * 3000
    monkeypatch.setattr(zipfile.ZipFile, "__init__", lambda *_: pytest.fail("it was listed"))
    with pytest.raises(BadProgram, match="more than 1000 files"):
        read_sent("a.zip", content)


def test_an_archive_in_an_archive_is_a_file_like_any_other() -> None:
    inner = zipped({"bomb": bytes(50_000_000)})
    program = read_sent("x.zip", zipped({"bot.toml": b'class = "bot.py"', "bot.py": BOT, "in.zip": inner}))
    assert sorted(path for path, _, _ in program.files()) == ["bot.py", "bot.toml", "in.zip"]
    assert len(program.content) < len(inner) + 1000


@pytest.mark.parametrize("name", ["bot\u202egpj.py", "b\u0000t.py", "b\nt.py", "\u200b.py"])
def test_a_name_that_reads_otherwise_is_refused(name: str) -> None:
    with pytest.raises(BadProgram, match="cannot be printed"):
        read_sent(name, BOT)


@pytest.mark.parametrize("name", ["\uff42ot", "b\u043et", "bot\u200b", "bot ", "..", "-bot", "b@2", "b" * 65, "b/x"])
def test_a_bot_whose_name_looks_like_another_is_refused(target: Target, name: str) -> None:
    answer = target.client.post("/api/v1/submissions", headers=bearer(target.ada), data={"name": name},
                                files={"file": ("bot.py", BOT)})  # fmt: skip
    if name.strip() == "bot":
        assert answer.json()["bot"] == "bot"
    else:
        refused(answer, 400, 422)


def test_two_at_once_do_not_share_a_name_or_pass_the_quota(target: Target) -> None:
    def send(at: int) -> int:
        token = (target.ada, target.bob)[at % 2]
        return target.stranger().post("/api/v1/submissions", headers=bearer(token), data={"name": "same"},
                                      files={"file": ("bot.py", BOT)}).status_code  # fmt: skip

    target.client.app.state.checks.wake = lambda: None  # type: ignore[attr-defined]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(16)))
    accounts = target.client.app.state.accounts  # type: ignore[attr-defined]
    owners = {it.user for it in accounts.submissions()}
    assert owners == {accounts.owner("same")}
    assert 1 <= answers.count(201) <= 8
    assert set(answers) == {201, 403}


def test_a_log_cannot_pass_for_the_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    checker.tell('failed\noutcome: {"version": 9, "seconds": 0}\r\u2028outcome: {}')
    assert not any(line.startswith(checker.OUTCOME) for line in capsys.readouterr().out.split("\n"))


def test_one_address_cannot_take_all_places_of_watchers(tmp_path: Path) -> None:
    live = Live(10, 2)
    request = Request({"type": "http", "method": "GET", "headers": [], "client": ("2001:db8::1", 1)})
    neighbour = Request({"type": "http", "method": "GET", "headers": [], "client": ("2001:db8::2", 1)})

    async def make(seen: str) -> None:
        return None

    async def attack() -> None:
        streams = [live.respond(request, "x", make).body_iterator for _ in range(2)]  # type: ignore[attr-defined]
        for stream in streams:
            await anext(stream)
        with pytest.raises(HTTPException) as refusal:
            live.respond(neighbour, "x", make)
        assert refusal.value.status_code == 429
        await streams[0].aclose()
        assert live.respond(neighbour, "x", make).status_code == 200
        await streams[1].aclose()
        assert live.watchers == 0

    asyncio.run(attack())


def test_asking_for_the_head_of_a_stream_does_not_open_it(target: Target) -> None:
    small_ladder(target.home)
    answer = target.client.head("/ladders/open/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert target.client.app.state.live.watchers == 0  # type: ignore[attr-defined]


def test_pages_of_one_person_are_kept_by_nobody(target: Target) -> None:
    log_in(target.client, target.ada)
    number = hand_in(target.client, target.ada, "mine", BOT)
    for path in ("/submit", "/login", "/play", f"/submissions/{number}", f"/submissions/{number}/source"):
        assert target.client.get(path).headers["cache-control"] == "private, no-store", path
    for path in ("", f"/{number}", f"/{number}/source"):
        answer = target.client.get(f"/api/v1/submissions{path}", headers=bearer(target.ada))
        assert answer.headers["cache-control"] == "private, no-store"
    assert target.client.get("/api/v1/tables").headers["cache-control"] == "private, no-store"
    for path in ("", "/source"):
        refused(target.client.get(f"/api/v1/submissions/{number}{path}", headers=bearer(target.bob)), 404)


def test_a_token_in_an_address_is_nobody(target: Target) -> None:
    for name in ("token", "access_token", "authorization", "arena_session"):
        refused(target.client.get(f"/api/v1/submissions?{name}={target.ada}"), 401)


def test_the_cookie_of_another_person_does_not_fit_the_own_form(target: Target) -> None:
    """Whoever sets only one of the two cookies of a victim gets nowhere."""
    log_in(target.client, target.ada)
    thief = target.stranger()
    token = csrf_of(thief, "/login")
    thief.cookies.set("arena_visitor", target.client.cookies["arena_visitor"])
    refused(thief.post("/submit", data={"csrf": token, "name": "x"}, files={"file": ("x.py", BOT)}), 401, 403)
    refused(thief.get("/submissions/1"), 404)


def test_pages_cannot_be_framed(target: Target) -> None:
    for path in ("/", "/play", "/submit", "/api/v1/runs", "/nothing"):
        headers = target.client.get(path).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_two_lengths_of_one_body_are_refused(tmp_path: Path) -> None:
    head = "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running(tmp_path) as (address, _):
        answer = said(address, f"{head}0\r\n\r\nGET /evil HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith("HTTP/1.1 400")
    assert answer.count("HTTP/1.1") == 1


@pytest.mark.parametrize("head", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_a_head_that_never_comes_is_not_waited_for(tmp_path: Path, head: str) -> None:
    """Neither the first on a connection nor one after another."""
    app = create_app(tmp_path)
    listener = create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=impatient(0.5), log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    try:
        whole = "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert said(address, head) == ""
        assert said(address, whole + (head or "G")).startswith("HTTP/1.1 200")
    finally:
        server.should_exit = True
        thread.join()


def said(address: str, text: str) -> str:
    """What comes back on one connection until the server closes it."""
    with create_connection(("127.0.0.1", int(address.rpartition(":")[2])), timeout=30) as connection:
        connection.sendall(text.encode())
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts).decode()
