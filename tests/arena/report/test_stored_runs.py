"""Runs that version 0.1.0 stored still open, verify and rank, with the figures of format 2 of leaderboard.json."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from arena.report.publish import publish
from arena.tournament.store import Store, StoreError
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
    """The figures of a leaderboard.json; of its notes only how many there are, since their wording may change."""
    found: dict[str, Any] = json.loads(path.read_text())
    told = {key: value for key, value in found.items() if key not in ("facts", "games_digest", "secret", "bots")}
    return {**told, "notes": len(found["notes"])}


def test_it_says_that_the_deals_were_public(run: Path, tmp_path: Path) -> None:
    with Store.open(run) as store:
        publish(store, tmp_path)
    facts = json.loads((tmp_path / "leaderboard.json").read_text())["facts"]
    assert "the deals were public" in facts["deals"]
    assert facts["rules"] == "version 1"


def test_it_cannot_be_carried_on(run: Path) -> None:
    with Store.open(run) as store:
        config, bots = store.config, store.bots()
    before = run.read_bytes()
    with pytest.raises(StoreError, match=r"was begun by version 0\.1\.0.* not carried on"):
        Store.resume(run, config, bots)
    assert run.read_bytes() == before
