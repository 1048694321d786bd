"""People at a table on the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

import core
from arena.play.session import load
from arena.web import tables
from arena.web.app import create_app
from arena.web.tables import OPPONENTS, NoTable, new_opening, shown
from tests.arena.report.other_worlds import OtherGame
from tests.arena.web.conftest import BASE


@pytest.fixture
def person(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), base_url=BASE) as made:
        yield made


def token(page: httpx2.Response) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def sit_down(person: TestClient, game: str = "connect_four", **fields: str) -> httpx2.Response:
    wanted = {"game": game, "bot0": "greedy", "seat": "0"} | fields
    return person.post("/play", data={"csrf": token(person.get("/play")), **wanted})


def say(person: TestClient, page: httpx2.Response, what: str, **fields: str) -> httpx2.Response:
    address = page.url.path.removesuffix("/move")
    return person.post(f"{address}/{what}", data={"csrf": token(page), **fields})


def offered(page: httpx2.Response) -> list[str]:
    return re.findall(r'name="action" value="(\d+)"', page.text)


def decision(page: httpx2.Response) -> str:
    found = re.search(r'name="decision" value="(\d+)"', page.text)
    assert found is not None
    return found[1]


def play_to_the_end(person: TestClient, page: httpx2.Response) -> httpx2.Response:
    rng = Random(1)
    while "The game is over." not in page.text:
        if offered(page):
            page = say(person, page, "move", action=rng.choice(offered(page)), decision=decision(page))
        else:
            page = person.get(page.url.path)
        assert page.status_code == 200
    return page


@pytest.mark.parametrize(("game", "others"), [("connect_four", 1), ("airlock", 2), ("ganymede", 1)])
def test_a_game_is_played_to_its_end_and_has_a_replay(person: TestClient, game: str, others: int) -> None:
    bots = {f"bot{number}": "greedy" for number in range(others)}
    page = play_to_the_end(person, sit_down(person, game, **bots))
    replay = person.get(f"{page.url.path}/replay")
    while "is being worked out" in replay.text:
        replay = person.get(f"{page.url.path}/replay")
    assert "your games" in replay.text
    assert "Find out where it was won" in replay.text


def test_a_finished_game_is_analysed_for_who_asks(person: TestClient) -> None:
    page = play_to_the_end(person, sit_down(person))
    person.get(f"{page.url.path}/replay")
    replay = say(person, page, "analysis")
    while "analysed" in replay.text or "is being worked out" in replay.text:
        replay = person.get(f"{page.url.path}/replay")
    assert "Find out where it was won" not in replay.text
    assert "cannot" not in replay.text


def test_the_replay_of_a_running_game_is_refused(person: TestClient) -> None:
    page = sit_down(person)
    assert person.get(f"{page.url.path}/replay").status_code == 403
    assert say(person, page, "analysis").status_code == 403


def test_a_game_is_there_after_the_server_was_started_anew(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path), base_url=BASE) as person:
        page = sit_down(person)
        moved = say(person, page, "move", action=offered(page)[0], decision=decision(page))
        cookies = person.cookies
    with TestClient(create_app(tmp_path), base_url=BASE, cookies=cookies) as again:
        assert decision(again.get(page.url.path)) == decision(moved)
        assert page.url.path in again.get("/play").text


def test_a_saved_table_is_a_game_that_arena_play_resumes(person: TestClient, tmp_path: Path) -> None:
    sit_down(person)
    (file,) = (tmp_path / "tables").glob("*/*.json")
    opening, actions = load(file)
    assert (opening.game.name, opening.bots, actions) == ("connect_four", ("greedy",), [])


def test_nobody_else_sees_or_changes_a_game(person: TestClient, tmp_path: Path) -> None:
    page = sit_down(person)
    stranger = TestClient(create_app(tmp_path), base_url=BASE)
    assert stranger.get(page.url.path).status_code == 404
    assert page.url.path not in stranger.get("/play").text
    answer = stranger.post(f"{page.url.path}/move",
                           data={"csrf": token(stranger.get("/play")), "action": "3", "decision": "0"})  # fmt: skip
    assert answer.status_code == 404
    assert decision(person.get(page.url.path)) == "0"


def test_a_move_that_is_none_or_comes_twice_changes_nothing(person: TestClient) -> None:
    page = sit_down(person)
    first = offered(page)[0]
    moved = say(person, page, "move", action=first, decision="0")
    for fields in ({"action": first, "decision": "0"}, {"action": "99999", "decision": decision(moved)}):
        refused = say(person, page, "move", **fields)
        assert refused.status_code == 409
        assert "not possible now" in refused.text
        assert decision(refused) == decision(moved)
    assert say(person, page, "move", action="x", decision="0").status_code == 400


def test_moves_are_taken_back_only_where_that_was_agreed(person: TestClient) -> None:
    for undo, status in (("", 409), ("on", 200)):
        page = sit_down(person, undo=undo)
        moved = say(person, page, "move", action=offered(page)[0], decision="0")
        assert ("Take my last move back" in moved.text) == bool(undo)
        back = say(person, moved, "undo")
        assert back.status_code == status
        assert decision(back) == ("0" if undo else decision(moved))


def test_a_hint_names_moves_that_are_possible(person: TestClient) -> None:
    page = sit_down(person)
    told = say(person, page, "hint")
    words = re.findall(r"<b>(column \d)</b>", told.text)
    assert words
    assert all(f">{word}</button>" in told.text for word in words)


def test_a_game_that_is_left_is_gone(person: TestClient) -> None:
    page = sit_down(person)
    say(person, page, "leave")
    assert person.get(page.url.path).status_code == 404


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "chess"}, "Choose a game."),
        ({"bot0": "cmd:./evil"}, "Choose the other players from the list."),
        ({"bot0": "mcts:iterations=100000000"}, "Choose the other players from the list."),
        ({"game": "starfarers"}, "starfarers is played against 2 to 3 others, not against 1."),
        ({"bot1": "greedy"}, "connect_four is played against 1 others, not against 2."),
        ({"seat": "3"}, "With 2 players there are seats 0 to 1."),
    ],
)
def test_a_form_that_makes_no_sense_is_answered_in_a_sentence(
    person: TestClient, fields: dict[str, str], said: str
) -> None:
    page = sit_down(person, **fields)
    assert page.status_code == 400
    assert said in page.text.replace("&#39;", "'")


def test_one_person_cannot_take_all_tables(person: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_OF_ONE", 2)
    assert [sit_down(person).status_code for _ in range(3)] == [200, 200, 400]


def test_a_slow_request_does_not_write_over_a_newer_move(tmp_path: Path) -> None:
    opening = new_opening("connect_four", ["greedy"], 0)
    old = tables.Tables(tmp_path).begin("me", opening, undo=False)
    old.chosen(3, 0)
    with pytest.raises(NoTable):
        old.changed([2])
    assert tables.read_table(old.path).actions == [3]


@pytest.mark.parametrize("name", core.games())
def test_a_page_is_the_same_in_every_world_the_seat_cannot_tell_apart(name: str) -> None:
    """What is sent to the browser is made of this alone."""
    game = core.load(name, max(2, core.game_class(name).SEATS[0]))
    for seat in range(game.players):
        rng, state, actions = Random(seat), game.new(7), []
        for _ in range(60):
            if state.is_over:
                break
            actions.append(rng.choice(state.legal()))
            state.apply(actions[-1])
        lineup = [f"bot {number}" for number in range(game.players)]
        others: Any = OtherGame(game, seat)
        for count in range(0, len(actions) + 1, 6):
            true = shown(game, 7, seat, actions[:count], lineup)
            if not true["over"]:  # then the truth is told
                assert shown(others, 7, seat, actions[:count], lineup) == true


def test_every_opponent_can_play() -> None:
    assert all(new_opening("connect_four", [spec], None) for spec in OPPONENTS)
