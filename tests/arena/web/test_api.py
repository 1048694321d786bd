"""/api/v1: everything as JSON, held to its description by schemathesis."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.testclient import TestClient

from arena.play.session import load
from arena.web import api
from arena.web.app import create_app
from arena.web.settings import ClientLimits, Settings
from arena.web.tables import shown
from tests.arena.report.other_worlds import OtherGame
from tests.arena.web.conftest import BASE, TRIO, write_run
from tests.arena.web.test_play import offered, play_to_the_end, sit_down
from tests.arena.web.test_runs import ready

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


schema = schemathesis.openapi.from_dict(api.description())
schema.config.generation.update(modes=[GenerationMode.POSITIVE])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Starlette:
    home = tmp_path_factory.mktemp("api")
    write_run(home, TRIO)
    patient = ClientLimits(reads_per_second=100_000, posts_per_minute=100_000, guesses_per_minute=100_000)
    made = create_app(home, Settings(home, hosts=(), limits=patient))
    made.state.token = made.state.accounts.add("ada")
    with TestClient(made, base_url=BASE) as client:
        ready(client, "/runs/trio")  # the board is worked out
        address = sit_down(client, "airlock").url.path
        over = play_to_the_end(client, sit_down(client)).url.path
        made.state.known = {"id": address.split("/")[2], "over": over.split("/")[2]}
        made.state.cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return made


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_routes_do_what_the_description_says(case: Case, app: Starlette) -> None:
    name_something(case, app)
    headers = {"Cookie": app.state.cookie}
    if case.operation.definition.raw.get("security"):
        headers["Authorization"] = f"Bearer {app.state.token}"
    response = case.call(app=app, headers=headers)
    case.validate_response(response, checks=CHECKS)


def name_something(case: Case, app: Starlette) -> None:
    """Every other time something that is there: else nothing but 404 would be seen."""
    given = case.path_parameters or {}
    if not sum(map(len, map(str, given.values()))) % 2:
        return
    over = "replay" in case.operation.path
    known = {"name": "trio", "kind": "runs", "bot": "a", "number": 3, "game": "airlock", "page": "web",
             "id": app.state.known["over" if over else "id"]}  # fmt: skip
    known |= {"name": "demo"} if "tournaments" in case.operation.path else {}
    case.path_parameters = {key: known[key] for key in given}


def test_every_route_of_the_interface_is_described() -> None:
    told = api.description()["paths"]
    routes = {(path_of(route), method) for route in api.ROUTES for method in route.methods - {"HEAD"}}  # type: ignore[attr-defined]
    assert routes == {(path, method.upper()) for path, methods in told.items() for method in methods}


def path_of(route: BaseRoute) -> str:
    assert isinstance(route, Route)
    return route.path.replace(":path}", "}")


def test_games_come_part_by_part_and_as_a_stream(client: TestClient) -> None:
    first = client.get("/api/v1/runs/trio/games?limit=4").json()
    rest = client.get("/api/v1/runs/trio/games", params={"limit": 4, **first["next"]}).json()
    assert [it["number"] for it in first["games"] + rest["games"]] == [5, 4, 3, 2, 1, 0]
    assert rest["next"] is None
    lines = client.get("/api/v1/runs/trio/games.ndjson").text.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2, 3, 4, 5]
    later = client.get("/api/v1/runs/trio/games.ndjson?after=3").text.splitlines()
    assert [json.loads(line)["number"] for line in later] == [4, 5]


def test_who_has_it_already_gets_no_body(client: TestClient) -> None:
    answer = client.get("/api/v1/runs/trio")
    again = client.get("/api/v1/runs/trio", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_the_board_is_the_one_of_the_page(client: TestClient) -> None:
    ready(client, "/runs/trio")
    found = client.get("/api/v1/runs/trio/board").json()
    assert [line["name"] for line in found["boards"][0]["standings"]["lines"]]
    assert client.get("/api/v1/runs/trio/games/1").json()["actions"]


def test_what_a_page_of_a_bot_tells(client: TestClient) -> None:
    ready(client, "/runs/trio")
    told = client.get("/api/v1/runs/trio/bots/b").json()
    assert (told["name"], told["spec"], told["logs"]) == ("b", "greedy", None)
    assert {it["name"] for it in told["boards"][0]["opponents"]} == {"a", "c"}
    assert told["boards"][0]["timing"]["moves"] > 0
    assert client.get("/api/v1/runs/trio/bots/nobody").status_code == 404


def test_a_person_sees_the_own_tables_alone(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path), base_url=BASE) as person:
        page = sit_down(person, "airlock", bot1="random")
        id = page.url.path.split("/")[2]
        (listed,) = person.get("/api/v1/tables").json()["tables"]
        assert (listed["id"], listed["game"], listed["seat"]) == (id, "airlock", 0)
        told = person.get(f"/api/v1/tables/{id}")
        assert told.headers["cache-control"] == "private, no-store"
        assert [str(move["action"]) for move in told.json()["moves"]] == offered(page)
        assert "seed" not in told.json()
        assert person.get(f"/api/v1/tables/{id}/replay").status_code == 403
        stranger = TestClient(person.app, base_url=BASE)
        assert stranger.get("/api/v1/tables").json()["tables"] == []
        assert stranger.get(f"/api/v1/tables/{id}").status_code == 404
        assert stranger.get(f"/api/v1/tables/{id}/replay").status_code == 404
        over = play_to_the_end(person, sit_down(person)).url.path.split("/")[2]
        assert person.get(f"/api/v1/tables/{over}/replay").json()["actions"]


def test_a_table_tells_only_what_the_seat_may_know(tmp_path: Path) -> None:
    """Hands of others are swapped for other possible ones: the answer is the same."""
    with TestClient(create_app(tmp_path), base_url=BASE) as person:
        id = sit_down(person, "airlock", bot1="greedy").url.path.split("/")[2]
        told = person.get(f"/api/v1/tables/{id}").json()
        (file,) = (tmp_path / "tables").glob("*/*.json")
        opening, actions = load(file)
        other: Any = OtherGame(opening.game, 0)
        kept = shown(other, opening.seed, 0, actions, opening.lineup)
        assert other.changed
        assert {key: told[key] for key in kept if key in told} == {key: kept[key] for key in kept if key in told}
        assert set(told) - set(kept) == {"id", "game", "seat", "lineup", "undo", "decisions", "hint"}


def test_errors_have_one_shape(client: TestClient) -> None:
    for path, status in (("/api/v1/nothing/x", 404), ("/api/v1/runs/trio/games?before=x", 400), ("/api/v1/x", 404),
                         ("/api/v1/submissions", 401)):  # fmt: skip
        answer = client.get(path)
        assert answer.status_code == status
        assert answer.json()["error"]["status"] == status
    assert client.delete("/api/v1/runs").json()["error"]["status"] == 405


def test_the_file_of_a_run_that_is_none_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "broken.db").write_bytes(b"x" * 1000)
    answer = TestClient(create_app(tmp_path), base_url=BASE).get("/api/v1/runs/broken")
    assert answer.status_code == 500
    assert str(tmp_path) not in answer.text
