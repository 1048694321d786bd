"""What changes something needs the token of the page it came from, and keeps to its limits."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from arena.web import app as web_app
from arena.web.app import create_app
from arena.web.limits import Allowance, BodyTooSlow, Counted
from arena.web.posts import Posted, post
from arena.web.settings import ClientLimits, Settings
from arena.web.visitors import remember, visitor_of
from tests.arena.web.conftest import BASE


async def token(request: Request) -> Response:
    response = PlainTextResponse(visitor_of(request).csrf)
    remember(request, response)
    return response


async def echo(posted: Posted) -> Response:
    return PlainTextResponse(posted.text("said"))


def app_with_form(home: Path, **limits: Any) -> Starlette:
    app = create_app(home, Settings(home, limits=ClientLimits(**limits)))
    app.routes.extend([Route("/token", token), post("/echo", echo)])
    return app


def test_a_form_with_its_token_is_taken(tmp_path: Path) -> None:
    client = TestClient(app_with_form(tmp_path), base_url=BASE)
    csrf = client.get("/token").text
    assert client.post("/echo", data={"csrf": csrf, "said": "hello"}).text == "hello"
    assert client.post("/echo", json={"said": "hello"}, headers={"x-csrf-token": csrf}).text == "hello"


def test_a_form_without_its_token_is_refused(tmp_path: Path) -> None:
    client = TestClient(app_with_form(tmp_path), base_url=BASE)
    assert client.post("/echo", data={"said": "hello"}).status_code == 403
    csrf = client.get("/token").text
    assert client.post("/echo", data={"csrf": "x" * len(csrf), "said": "hello"}).status_code == 403
    assert client.post("/echo", data={"csrf": "ü", "said": "hello"}).status_code == 403
    other = TestClient(app_with_form(tmp_path), base_url=BASE)
    other.get("/token")
    assert other.post("/echo", data={"csrf": csrf, "said": "hello"}).status_code == 403


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}])
def test_a_form_of_another_site_is_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    client = TestClient(app_with_form(tmp_path), base_url=BASE)
    csrf = client.get("/token").text
    assert client.post("/echo", data={"csrf": csrf}, headers=headers).status_code == 403


def test_a_forged_cookie_is_nobodys(tmp_path: Path) -> None:
    client = TestClient(app_with_form(tmp_path), base_url=BASE)
    client.get("/token")
    number = client.cookies["arena_visitor"].partition(".")[0]
    client.cookies.set("arena_visitor", f"{number}.{'0' * 64}", domain="localhost.local", path="/")
    assert client.get("/token").headers["set-cookie"].startswith("arena_visitor=")


def test_what_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    client = TestClient(app_with_form(tmp_path, form_bytes=1000), base_url=BASE)
    assert client.post("/echo", data={"said": "x" * 1000}).status_code == 413
    chunks = (b"x" * 100 for _ in range(100))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/echo", content=chunks, headers=kind).status_code == 413


def test_a_body_that_trickles_in_is_given_up() -> None:
    async def never() -> dict[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError

    with pytest.raises(BodyTooSlow):
        asyncio.run(Counted(never, 1000, 0.0)())  # type: ignore[arg-type]


def test_too_many_posts_are_told_when_to_come_back(tmp_path: Path) -> None:
    client = TestClient(app_with_form(tmp_path, posts_per_minute=3), base_url=BASE)
    answers = [client.post("/echo", json={}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 20


def test_an_allowance_fills_again() -> None:
    now = 0.0
    allowance = Allowance(2, 10, clock=lambda: now)
    assert [allowance.wait("a") for _ in range(3)] == [0, 0, 5]
    assert allowance.wait("b") == 0
    now = 5.0
    assert allowance.wait("a") == 0


def test_a_route_that_changes_something_must_be_made_with_post(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app.front, "ROUTES", [Route("/x", token, methods=["POST"])])
    with pytest.raises(TypeError, match="/x changes something"):
        web_app.all_routes()
