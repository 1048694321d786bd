"""/api/v1: everything as JSON, held to its description by schemathesis."""

from __future__ import annotations

import json
from pathlib import Path

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
from starlette.testclient import TestClient

from arena.web import api
from arena.web.app import create_app
from arena.web.settings import Limits, Settings
from tests.arena.web.conftest import BASE, TRIO, write_run
from tests.arena.web.test_runs import ready

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


schema = schemathesis.openapi.from_dict(api.description())
schema.config.generation.update(modes=[GenerationMode.POSITIVE])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Starlette:
    home = tmp_path_factory.mktemp("api")
    write_run(home, TRIO)
    patient = Limits(reads_per_second=100_000, posts_per_minute=100_000, guesses_per_minute=100_000)
    made = create_app(home, Settings(home, hosts=(), limits=patient))
    made.state.token = made.state.accounts.add("ada")
    with TestClient(made, base_url=BASE) as client:
        ready(client, "/runs/trio")  # the board is worked out
    return made


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_routes_do_what_the_description_says(case: Case, app: Starlette) -> None:
    if len(case.path_parameters or {}) > 1 and len(case.path_parameters["name"]) % 2:
        case.path_parameters |= {"name": "trio", "kind": "runs"}  # else nothing but 404 would be seen
    headers = {"Authorization": f"Bearer {app.state.token}"}
    response = case.call(app=app, headers=headers if case.operation.definition.raw.get("security") else None)
    case.validate_response(response, checks=CHECKS)


def test_every_route_of_the_interface_is_described() -> None:
    told = api.description()["paths"]
    routes = {(route.path, method) for route in api.ROUTES for method in route.methods - {"HEAD"}}  # type: ignore[attr-defined]
    assert routes == {(path, method.upper()) for path, methods in told.items() for method in methods}


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
