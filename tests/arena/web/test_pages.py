"""Every page answers, names what it is about, and escapes what comes from outside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest
from starlette.testclient import TestClient

import core
from arena.web.app import create_app
from arena.web.pages.documents import names
from tests.arena.tables import tournament
from tests.arena.web.conftest import BASE, write_run

NASTY = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "duel"),
        ("/games", "Ganymede"),
        ("/runs", "trio"),
        ("/runs/duel", "connect_four for 2"),
        ("/docs", "Writing a bot"),
        *((f"/games/{name}", "<svg") for name in core.games()),
        *((f"/docs/{name}", "<h1") for name in names()),
    ],
)
def test_a_page_answers(client: TestClient, path: str, words: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert words in response.text
    assert "script-src 'self'" in response.headers["content-security-policy"]


def test_crawlers_are_kept_from_having_every_game_drawn(client: TestClient) -> None:
    rules = RobotFileParser()
    rules.parse(client.get("/robots.txt").text.replace("/*/", "/duel/").splitlines())
    assert rules.can_fetch("crawler", f"{BASE}/runs/duel")
    for path in ("/runs/duel/games", "/runs/duel/games/1", "/api/v1/runs", "/play/x"):
        assert not rules.can_fetch("crawler", f"{BASE}{path}")


def test_what_is_not_there_is_said_in_a_sentence(client: TestClient) -> None:
    for path in ("/nothing", "/runs/nothing", "/games/chess", "/docs/nothing", "/runs/..%2Faccounts", "/static/x.py"):
        response = client.get(path)
        assert response.status_code == 404
        assert "There is no" in response.text
    answer = client.get("/runs/nothing", headers={"accept": "application/json"})
    assert answer.json() == {"error": {"status": 404, "message": "There is no run 'nothing'."}}


def test_what_a_store_says_is_escaped(tmp_path: Path) -> None:
    path = write_run(tmp_path, tournament(name="odd"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE bot SET name = ?, spec = ?, version = ? WHERE id = 0", (NASTY,) * 3)
    text = TestClient(create_app(tmp_path), base_url=BASE).get("/runs/odd").text
    assert NASTY not in text
    assert "&lt;script&gt;" in text


def test_a_file_that_is_no_run_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "broken.db").write_bytes(b"not a database" * 100)
    client = TestClient(create_app(tmp_path), base_url=BASE)
    assert "broken" not in client.get("/runs").text
    response = client.get("/runs/broken")
    assert response.status_code == 500
    assert str(tmp_path) not in response.text


def test_other_host_names_are_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "127.0.0.1:8000"}).status_code == 200


def test_a_style_sheet_is_kept_for_good(client: TestClient) -> None:
    page = client.get("/").text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert client.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
