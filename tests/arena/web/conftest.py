"""A home folder with a finished run, and a client of its server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.tournament.config import Config
from arena.tournament.store import Store
from arena.web.app import create_app
from tests.arena.tables import SECRET, identities, play, tournament

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
