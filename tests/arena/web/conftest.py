"""A home folder with a finished run, and a client of its server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from arena.tournament.config import Config
from arena.tournament.store import Store
from arena.web.app import create_app
from tests.arena.tables import SECRET, identities, play, tournament
from tests.core.browser import BROWSER, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BASE = "http://localhost"  # the name under which a server answers on its own machine
DUEL = tournament(name="duel", deals=3)
TRIO = tournament(name="trio", game="airlock", players=3, deals=2, bots={"a": "random", "b": "greedy", "c": "random"})


def write_run(home: Path, config: Config, blocks: int | None = None) -> Path:
    """The run of a config in a home folder; only its first `blocks` if that is said."""
    path = home / "runs" / f"{config.name}.db"
    with Store.create(path, config, identities(config), SECRET) as store:
        store.add_all(play(config)[:blocks])
    return path


@pytest.fixture(scope="session")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With two small runs; nobody writes to it."""
    home = tmp_path_factory.mktemp("home")
    write_run(home, DUEL)
    write_run(home, TRIO)
    return home


@pytest.fixture
def client(filled_home: Path) -> Iterator[TestClient]:
    with TestClient(create_app(filled_home), base_url=BASE) as made:
        yield made


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that a test drives. Playwright's event loop ends with the module: other tests have their own."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    pytest.importorskip("axe_playwright_python", reason="no axe: pip install axe-playwright-python")
    if BROWSER is None:
        pytest.skip("no browser: install Debian's chromium to try the pages in it")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield browser
        browser.close()
