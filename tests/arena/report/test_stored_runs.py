"""Runs that version 0.1.0 stored still open, verify and rank, with the figures of format 2 of leaderboard.json."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from arena.report.leaderboard import publish
from arena.tournament.store import Store
from arena.tournament.verify import verify

DATA = Path(__file__).parents[1] / "data"
GAMES = {"demo-0.1.0": 144, "old-0.1.0": 36}


@pytest.fixture(params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A results file as 0.1.0 left it."""
    path = tmp_path / f"{request.param}.db"
    path.write_bytes(gzip.decompress((DATA / f"{request.param}.db.gz").read_bytes()))
    return path


def test_it_opens_and_verifies(run: Path) -> None:
    with Store.open(run) as store:
        assert len(store) == store.schedule.games == GAMES[run.stem]
        found = verify(store)
    assert (found.games, found.difference) == (GAMES[run.stem], None)


def test_it_ranks_as_it_did(run: Path, tmp_path: Path) -> None:
    with Store.open(run) as store:
        publish(store, tmp_path)
    now, then = figures(tmp_path / "leaderboard.json"), figures(DATA / f"{run.stem}.json")
    assert json.dumps(now) == json.dumps(then)  # as text, so that the order of the keys counts too


def figures(path: Path) -> dict[str, Any]:
    """A leaderboard.json; of its notes only how many there are, since their wording may change."""
    found: dict[str, Any] = json.loads(path.read_text())
    return {**found, "notes": len(found["notes"])}
