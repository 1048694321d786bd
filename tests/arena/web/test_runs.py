"""Pages of runs: boards, games with filters, replays, bots, and the live part."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from starlette.testclient import TestClient

from arena.tournament.config import build_config
from arena.tournament.game_list import GameQuery, list_games
from arena.tournament.store import Listed, Store
from arena.web.app import create_app
from arena.web.pages import runs
from tests.arena.report.games import unpacked
from tests.arena.tables import SECRET, identities, play, tournament
from tests.arena.web.conftest import BASE, TRIO, write_run


def ready(client: TestClient, path: str) -> str:
    """A page, when what it waits for is worked out."""
    for _ in range(60):
        text = client.get(path).text
        if "is being worked out" not in text:
            return text
        sleep(0.2)
    raise AssertionError(f"{path} was never ready")


def all_games(client: TestClient) -> list[Listed]:
    with Store.open(client.app.state.home.runs / "trio.db") as store:  # type: ignore[attr-defined]
        return list_games(store, GameQuery(limit=200))


def test_the_overview_has_board_games_and_bots(client: TestClient) -> None:
    text = ready(client, "/runs/trio")
    assert "airlock for 3 players" in text
    assert text.count('<th scope="row">') == 3
    assert '<a href="/runs/trio/games/5">game 5</a>' in text
    assert '<a href="/runs/trio/bots/b">b</a>' in text
    assert "data-events" not in text  # all games are in: nothing will change


def test_who_comes_right_after_the_last_game_sees_the_last_board(tmp_path: Path) -> None:
    path = write_run(tmp_path, TRIO, blocks=1)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        assert "From 3 games" in ready(client, "/runs/trio")
        with Store.open(path, writable=True) as store:
            store.add_all(play(TRIO)[1:])
        sleep(1.1)  # what was read a second ago may be shown
        text = client.get("/runs/trio").text
        assert "From 6 games" in text or "data-events" in text
        assert "From 6 games" in ready(client, "/runs/trio")
        assert client.get("/api/v1/runs/trio/board").json()["games"] == 6


def test_a_page_with_an_older_board_brings_itself_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last board is not ready in time, the one before is shown, and the page is live until it is."""
    path = write_run(tmp_path, TRIO, blocks=1)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        ready(client, "/runs/trio")
        with Store.open(path, writable=True) as store:
            store.add_all(play(TRIO)[1:])
        sleep(1.1)
        monkeypatch.setattr(runs, "PATIENCE", 0.0)
        text = client.get("/runs/trio").text
        assert "6</b> of 6 games" in text
        assert "From 3 games" in text
        assert 'data-events="/runs/trio/events"' in text


def test_the_board_is_the_one_of_the_report(client: TestClient) -> None:
    assert client.get("/runs/trio/board", follow_redirects=False).headers["location"] == "/runs/trio/board/"
    text = ready(client, "/runs/trio/board/")
    assert "How to read this" in text
    assert 'href="/runs/trio/games/' in text
    assert client.get("/runs/trio/board/nothing/leaderboard.html").status_code == 404


def test_games_are_filtered_and_paged_by_address(client: TestClient) -> None:
    first = client.get("/runs/trio/games?limit=4").text
    assert first.count("/runs/trio/games/") == 4
    assert "before=2" in first
    second = client.get("/runs/trio/games?limit=4&before=2").text
    assert second.count("/runs/trio/games/") == 2
    assert 'rel="next"' not in second
    assert "No game fits" in client.get("/runs/trio/games?fault=any").text
    assert "No game fits" in client.get("/runs/trio/games?bot=nobody").text
    assert client.get("/runs/trio/games?bot=a&against=b").text.count("/runs/trio/games/") == 6
    assert client.get("/runs/trio/games?bot=b&place=1").text.count("/runs/trio/games/") == sum(
        it.record.ranks[it.record.lineup.index("b")] == 1 for it in all_games(client)
    )
    assert client.get("/runs/trio/games?seat=0&place=1&limit=200").text.count("/runs/trio/games/") == sum(
        it.record.ranks[0] == 1 for it in all_games(client)
    )
    assert client.get("/runs/trio/games?game=3", follow_redirects=False).headers["location"] == "/runs/trio/games/3"
    for wrong in ("before=x", "before=-1", "limit=9e9", "event=" + "9" * 40):
        assert client.get(f"/runs/trio/games?{wrong}").status_code == 400


def test_a_replay_has_every_perspective_and_no_logs_of_bots(client: TestClient) -> None:
    text = ready(client, "/runs/trio/games/3")
    data = unpacked(text)
    assert [each["seat"] for each in data["perspectives"]] == [None, 0, 1, 2]
    assert "Find out where it was won" in text
    assert client.get("/runs/trio/games/999").status_code == 404
    assert client.get("/runs/trio/games/x").status_code == 400


def test_an_analysis_is_made_for_who_asks(client: TestClient) -> None:
    page = ready(client, "/runs/duel/games/0")
    csrf = page.split('name="csrf" value="')[1].split('"')[0]
    assert client.post("/runs/duel/games/0/analysis", data={"csrf": "no"}).status_code == 403
    answer = client.post("/runs/duel/games/0/analysis", data={"csrf": csrf}, follow_redirects=False)
    assert answer.headers["location"] == "/runs/duel/games/0"
    for _ in range(100):
        data = unpacked(ready(client, "/runs/duel/games/0"))
        if data["analysis"] is not None:
            break
        sleep(0.2)
    assert data["analysis"]["decisions"]


def test_a_bot_has_its_line_and_its_opponents(client: TestClient) -> None:
    ready(client, "/runs/trio")
    text = client.get("/runs/trio/bots/b").text
    assert "version <b>play" in text
    assert "/runs/trio/games?bot=b&amp;against=a" in text
    assert client.get("/runs/trio/bots/nobody").status_code == 404


def test_no_game_is_shown_before_its_deal_is_finished(tmp_path: Path) -> None:
    bots = {"a": "random", "b": "random", "c": "greedy"}
    config = tournament(name="half", game="airlock", players=2, deals=2, bots=bots)
    blocks = play(config)
    path = tmp_path / "runs" / "half.db"
    with Store.create(path, config, identities(config), SECRET) as store:
        store.add_all(blocks[:4])  # the first deal of three blocks, and one block of the second
        assert [it.number for it in list_games(store, GameQuery())] == [5, 4, 3, 2, 1, 0]
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        assert client.get("/runs/half/games/6").status_code == 403
        assert client.get("/runs/half/games/5").status_code == 200
        assert "/runs/half/games/6" not in client.get("/runs/half").text
        with Store.open(path, writable=True) as store:
            store.add_all(blocks[4:])
        assert client.get("/runs/half/games/6").status_code == 200


def test_a_board_of_several_events_leads_to_each(tmp_path: Path) -> None:
    events = [{"game": "airlock", "players": 2}, {"game": "connect_four", "players": 2}]
    bots = [{"name": "a", "spec": "random"}, {"name": "b", "spec": "greedy"}]
    write_run(tmp_path, build_config({"name": "both", "events": events, "deals": 2, "bots": bots}, "both.toml"))
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        text = ready(client, "/runs/both/board/")
        assert "Over all events" in text
        link = text.split('/leaderboard.html"')[0].split('href="')[-1]
        assert client.get(f"/runs/both/board/{link}/leaderboard.html").status_code == 200


def test_the_live_part_is_sent_once_and_again_when_it_changes(tmp_path: Path) -> None:
    path = write_run(tmp_path, TRIO, blocks=1)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        assert 'data-events="/runs/trio/events"' in client.get("/runs/trio").text
        with Store.open(path, writable=True) as store:
            store.add_all(play(TRIO)[1:])
        first = client.get("/runs/trio/events").text  # ends by itself: all games are in
        assert "6</b> of 6 games" in json.loads(first.split("event: update\ndata: ")[-1].split("\n")[0])["html"]
        assert "event: end" in first
        seen = first.split("id: ")[-1].split("\n")[0]
        again = client.get("/runs/trio/events", headers={"last-event-id": seen}).text
        assert "event: update" not in again
        assert "event: update" in client.get("/runs/trio/events", headers={"last-event-id": "other"}).text


def test_texts_of_a_store_are_escaped_everywhere(tmp_path: Path) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    path = write_run(tmp_path, TRIO)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE bot SET name = ?, spec = ?, version = ? WHERE name = 'b'", (nasty,) * 3)
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        for page in ("", "/board/", "/games", "/games/1", "/bots/%3Cimg%20src=x%20onerror=alert(1)%3E"):
            response = client.get(f"/runs/trio{page}")
            assert response.status_code in (200, 500), page
            assert nasty not in response.text


@pytest.mark.parametrize("name", ["demo", "reference"])
def test_a_tournament_file_has_a_page(client: TestClient, name: str) -> None:
    assert name in client.get("/configs").text
    assert "[[bots]]" in client.get(f"/configs/{name}").text
    assert client.get("/configs/nothing").status_code == 404


def test_a_list_that_is_cut_leads_on(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more is asked for than is ever listed at a time."""
    monkeypatch.setattr("arena.tournament.game_list.MOST_LISTED", 4)
    monkeypatch.setattr(runs, "MOST_LISTED", 4)
    assert 'href="?before=' in client.get("/runs/trio/games?limit=4").text
    assert "before=" in client.get("/runs/trio/games?limit=1000").text
