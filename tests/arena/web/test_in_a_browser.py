"""The server in Chromium: every page on a desk and a phone, in light and dark; watching, handing in, playing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from starlette.applications import Starlette
from starlette.routing import Match, Route

from arena.process.sandbox import sandbox_problem
from arena.tournament.ladder_run import Goal, play_here
from arena.tournament.store import Store
from arena.web.settings import Settings
from tests.arena.tables import SECRET, identities, play, tournament
from tests.arena.web.browser import PHONE, Server, Window, serving
from tests.arena.web.conftest import DUEL, TRIO, write_run
from tests.arena.web.test_ladders import small_ladder
from tests.arena.web.test_submissions import BOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LIVE = tournament(name="live", game="airlock", players=2, deals=6, bots={"a": "random", "b": "greedy"})
GAMES_ARE = "wanted => document.querySelectorAll('#live .facts b')[1].innerText === wanted"
# The middle of a lit part of the board, once it is in sight.
MIDDLE = """(at) => {
  const lit = document.querySelectorAll(".board .lit"), part = lit[at % lit.length];
  part?.scrollIntoView({ block: "center", inline: "center" });
  const box = part?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
DECISION = "() => document.querySelector('[name=decision]')?.value"
MADE = "(before) => document.querySelector('[aria-busy]') !== null || (" + DECISION + ")() !== before"
SETTLED = """(before) => !document.querySelector("[aria-busy]") && (""" + DECISION + """)() !== before
  && !document.getElementById("status").innerText.includes("thinking")"""
LINKS = "() => [...document.querySelectorAll('a[href]')].filter(a => a.origin === location.origin).map(a => a.pathname)"
NOT_PAGES = ("/static/", "/docs/files/", "/api/")
EXPECTED = {
    *("/", "/play", "/submit", "/login", "/games", "/games/{name}", "/configs", "/configs/{name}"),
    *("/docs", "/docs/{name:path}"),
    *(f"/{kind}{part}" for kind in ("runs", "ladders")
      for part in ("", "/{name}", "/{name}/board/", "/{name}/bots/{bot}", "/{name}/games", "/{name}/games/{number}")),
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With two runs and a ladder that nobody plays."""
    home = tmp_path_factory.mktemp("home")
    write_run(home, DUEL)
    write_run(home, TRIO)
    play_here(small_ladder(home), Goal(games=8))
    with serving(home) as started:
        yield started


@pytest.fixture
def window(chromium: Browser, server: Server) -> Iterator[Window]:
    opened = Window(chromium, server.address)
    yield opened
    opened.close()


def route_of(app: Starlette, path: str) -> str:
    scope = {"type": "http", "path": path, "method": "GET", "root_path": ""}
    return next(it.path for it in app.routes if isinstance(it, Route) and it.matches(scope)[0] == Match.FULL)


def every_kind_of_page(window: Window, app: Starlette) -> Iterator[str]:
    """Opens one page of each route that links lead to from the first page on."""
    waiting, seen = ["/"], set[str]()
    while waiting:
        path = waiting.pop(0)
        if path.startswith(NOT_PAGES) or route_of(app, path) in seen:
            continue
        seen.add(route_of(app, path))
        window.open(path)
        waiting += window.page.evaluate(LINKS)
        yield route_of(app, path)


def test_every_page_fits_is_accessible_and_breaks_nothing(window: Window, server: Server) -> None:
    wrong: list[str] = []
    seen = set()
    for route in every_kind_of_page(window, server.app):
        seen.add(route)
        wrong += window.shortcomings()
    assert seen >= EXPECTED
    assert not wrong + window.faults


def test_the_measures_find_what_is_wrong(window: Window) -> None:
    pale = '<p style="width:2000px;color:#777;background:#888">wide and pale</p>'
    spoilt = f'<script>1</script>{pale}<img src="/nothing">'
    window.page.route("**/games", lambda route: route.fulfill(
        response=(real := route.fetch()), body=real.text().replace("</main>", spoilt + "</main>")))  # fmt: skip
    window.open("/games")
    assert any("wide and pale" in each for each in window.too_wide(PHONE, "light"))
    assert {each.split(": ")[1] for each in window.barriers()} == {"color-contrast", "image-alt"}
    assert any("Content Security Policy" in each for each in window.faults)
    assert any("/nothing answers 404" in each for each in window.faults)


def test_a_game_is_watched_and_scrubbed_by_keyboard(window: Window) -> None:
    page = window.open("/")
    page.get_by_role("link", name="trio").first.click()
    page.get_by_role("link", name="game 5").click()
    slider, board = page.get_by_role("slider"), page.locator("#board")
    slider.wait_for()
    first = board.inner_html()
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext").startswith("decision 1, seat 0")  # type: ignore[union-attr]
    assert board.inner_html() != first
    assert page.url.endswith("#d1")
    page.keyboard.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    page.keyboard.press("Home")
    assert slider.input_value() == "0"
    assert board.inner_html() == first
    page.get_by_label("Show").select_option("what seat 1 knows")
    assert board.inner_html() != first
    assert not window.faults


def test_a_page_works_without_scripts(chromium: Browser, server: Server) -> None:
    window = Window(chromium, server.address, java_script_enabled=False)
    page = window.open("/runs/trio")
    assert page.get_by_role("table", name="Board of airlock for 3 players").is_visible()
    page.get_by_role("link", name="All games").click()
    page.get_by_label("Bot").select_option("b")
    page.get_by_role("button", name="Show").click()
    assert "bot=b" in page.url
    assert page.get_by_role("link", name="game 5").is_visible()
    window.close()


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[tuple[Store, Server]]:
    """A run with two of its six deals, and its server."""
    path = tmp_path / "runs" / "live.db"
    with serving(tmp_path) as server, Store.create(path, LIVE, identities(LIVE), SECRET) as store:
        store.add_all(play(LIVE)[:2])
        yield store, server


def test_a_board_moves_while_games_are_added(chromium: Browser, growing: tuple[Store, Server]) -> None:
    store, server = growing
    window = Window(chromium, server.address, PHONE)
    page = window.open("/runs/live")
    games = page.locator("#live .facts b").nth(1)
    assert games.inner_text() == "4"
    page.evaluate("window.stayed = true")
    blocks = play(LIVE)
    for added, shown in ((blocks[2:4], "8"), (blocks[4:], "12")):
        store.add_all(added)
        page.wait_for_function(GAMES_ARE, arg=shown)
    page.get_by_text("From 12 games").wait_for()
    assert page.evaluate("window.stayed")
    assert not window.faults
    window.close()


def test_a_live_page_goes_on_when_the_server_comes_back(chromium: Browser, tmp_path: Path) -> None:
    path, blocks = tmp_path / "runs" / "live.db", play(LIVE)
    with serving(tmp_path) as server, Store.create(path, LIVE, identities(LIVE), SECRET) as store:
        store.add_all(blocks[:2])
        window = Window(chromium, server.address)
        page = window.open("/runs/live")
        page.wait_for_function(GAMES_ARE, arg="4")
    with Store.open(path, writable=True) as store:
        store.add_all(blocks[2:4])
    with serving(tmp_path, port=int(server.address.rpartition(":")[2])):
        page.wait_for_function(GAMES_ARE, arg="8")
    window.close()


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"needs a sandbox: {sandbox_problem()}")
def test_a_bot_is_handed_in_and_comes_to_the_board(chromium: Browser, tmp_path: Path) -> None:
    small_ladder(tmp_path)
    with serving(tmp_path, Settings(tmp_path, check_seconds=1.0, play=True)) as server:
        window = Window(chromium, server.address)
        page = window.open("/submit")
        page.get_by_role("link", name="log in", exact=True).click()
        page.get_by_label("Token").fill(server.app.state.accounts.add("ada"))
        page.get_by_role("button", name="Log in").click()
        page.get_by_label("Name of the bot").fill("first")
        wrong = window.shortcomings()
        page.get_by_label("File:").set_input_files({"name": "bot.py", "mimeType": "text/x-python", "buffer": BOT})
        page.get_by_role("button", name="Hand in").click()
        page.get_by_text("It passed.").wait_for()
        wrong += window.shortcomings()
        page.get_by_role("link", name="Its source").click()
        assert "class First(Bot)" in page.locator("pre").inner_text()
        wrong += window.shortcomings()
        window.open("/ladders/open")
        page.get_by_role("table", name="Board of").get_by_role("link", name="first@1").wait_for()
        assert not wrong + window.faults
        window.close()


def make_a_move(page: Page, rng: Random, on_the_board: bool, touch: bool = False) -> bool:
    """Makes one move with the mouse or a finger: on the board if that is wanted and some part is lit, on the list where
    that does not settle it. Whether the board made it."""
    before = page.evaluate(DECISION)
    place = page.evaluate(MIDDLE, rng.randrange(1000)) if on_the_board else None
    if place is not None:
        (page.touchscreen.tap if touch else page.mouse.click)(*place)
    made = place is not None and bool(page.evaluate(MADE, before))
    if not made:
        assert place is None or page.locator(".narrowed").is_visible(), "a lit part does nothing"
        offered = page.locator("#moves button[name=action]:visible")
        chosen = offered.nth(rng.randrange(offered.count()))
        (chosen.tap if touch else chosen.click)()
    page.wait_for_function(SETTLED, arg=before)
    return made


def test_a_game_is_played_to_its_end_by_clicks(window: Window) -> None:
    page, rng, by_board, moves = window.open("/play"), Random(1), 0, 0
    page.get_by_label("Your seat").select_option("0")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("Your turn.").wait_for()
    wrong = window.shortcomings()
    while "The game is over." not in page.locator("#status").inner_text():
        by_board += make_a_move(page, rng, on_the_board=moves % 4 != 3)
        moves += 1
        if moves == 5:
            window.open("/play").get_by_role("link", name="Ganymede").click()
            page.get_by_text("Your turn.").wait_for()
    assert by_board > 5
    wrong += window.shortcomings()
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("slider").wait_for()
    page.keyboard.press("End")
    assert "won" in page.locator("#live").inner_text() or "share" in page.locator("#live").inner_text()
    assert not wrong + window.faults


@pytest.mark.parametrize("game", ["connect_four", "ganymede"])
def test_a_game_is_played_to_its_end_by_touch_on_a_phone(chromium: Browser, server: Server, game: str) -> None:
    window = Window(chromium, server.address, PHONE, has_touch=True, is_mobile=True)
    page, rng, by_board, moves = window.open(f"/play?game={game}"), Random(2), 0, 0
    page.get_by_label("Your seat").select_option("0")
    page.get_by_role("button", name="Sit down").tap()
    page.get_by_text("Your turn.").wait_for()
    wrong = window.too_wide(PHONE, "light") + window.barriers()
    while "The game is over." not in page.locator("#status").inner_text():
        by_board += make_a_move(page, rng, on_the_board=moves % 4 != 3, touch=True)
        moves += 1
    assert by_board >= 3
    wrong += window.too_wide(PHONE, "dark") + window.barriers()
    page.get_by_role("link", name="Watch it again").tap()
    page.get_by_role("slider").wait_for()
    page.get_by_role("button", name="end", exact=True).tap()
    assert page.get_by_role("slider").input_value() == page.get_by_role("slider").get_attribute("max")
    assert not wrong + window.too_wide(PHONE, "light") + window.faults
    window.close()


def test_a_small_board_is_seen_whole_on_a_phone(chromium: Browser, server: Server) -> None:
    window = Window(chromium, server.address, PHONE, has_touch=True)
    page = window.open("/play?game=connect_four")
    page.get_by_role("button", name="Sit down").tap()
    box = page.locator(".board svg").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE
    window.close()
