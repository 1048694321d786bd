"""A run whose driver is an actor: stopped, fetched, carried on, and carried on after its head was lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.commands.run import leave_to_cluster
from arena.play.seeds import Secret
from arena.tournament import detached
from arena.tournament.config import find_entrants
from arena.tournament.detached import COMPLETE, PLAYING, STOPPED, refuse_to_overwrite
from arena.tournament.ray_cluster import RunFailed, prepare_environment, ray_cluster
from arena.tournament.store import Store, StoreError
from tests.arena.tables import SECRET, filled_store, identities, strange, timeless, tournament

CONFIG = tournament(bots={"a": "random", "b": strange("Steady:pause=4")}, deals=12, secret=SECRET.digits)
NODE = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}


@contextmanager
def cluster() -> Iterator[None]:
    """A head, and this process connected to it."""
    prepare_environment()
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        with ray_cluster(None, nodes.address):
            yield
    finally:
        nodes.shutdown()


def wait_until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def start() -> detached.RemoteRun:
    detached.detach(CONFIG, find_entrants(CONFIG, Path()))
    return detached.find(CONFIG.name)


def finished_in(path: Path) -> int:
    with Store.open(path) as store:
        return len(store)


def test_a_detached_run_is_stopped_and_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / "home.db"
    with cluster():
        run = start()
        wait_until(lambda: run.status().finished >= 4)
        with pytest.raises(RunFailed, match="is on the cluster already: it is playing"):
            start()
        run.stop()
        status = run.status()
        assert status.state == STOPPED
        assert 4 <= status.finished < status.total
        run.fetch(home)
        assert finished_in(home) == status.finished
        again = start()
        wait_until(lambda: again.status().state != PLAYING)
        assert again.status().state == COMPLETE
        again.fetch(home)
    alone = tmp_path / "alone.db"
    filled_store(alone, CONFIG).close()
    assert timeless(home) == timeless(alone)


@pytest.mark.soak
def test_a_new_head_carries_on_with_the_file_of_the_lost_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with cluster():
        run = start()
        wait_until(lambda: run.status().finished >= 4)
    kept = finished_in(tmp_path / ".arena" / "runs" / f"{CONFIG.name}.db")
    assert 4 <= kept < CONFIG.deals * 2
    with cluster():
        assert detached.names() == []
        run = start()
        wait_until(lambda: run.status().total > 0)
        assert run.status().finished >= kept
        wait_until(lambda: run.status().state == COMPLETE)
        run.fetch(tmp_path / "home.db")
    filled_store(tmp_path / "alone.db", CONFIG).close()
    assert timeless(tmp_path / "home.db") == timeless(tmp_path / "alone.db")


def test_what_is_fetched_never_takes_the_place_of_another_run_or_of_more_games(tmp_path: Path) -> None:
    whole, begun, other = (tmp_path / f"{name}.db" for name in ("whole", "begun", "other"))
    filled_store(whole, CONFIG).close()
    Store.create(begun, CONFIG, identities(CONFIG), SECRET).close()
    drawn = tournament(bots={"a": "random", "b": strange("Steady:pause=4")}, deals=12)
    Store.create(other, drawn, identities(CONFIG), Secret.numbered(99)).close()
    refuse_to_overwrite(begun, whole)
    refuse_to_overwrite(tmp_path / "new.db", whole)
    with pytest.raises(StoreError, match="holds another run of that name: give another file with --out"):
        refuse_to_overwrite(other, whole)
    with pytest.raises(StoreError, match="has 24 games of this run, the cluster 0"):
        refuse_to_overwrite(whole, begun)
    text = tmp_path / "text.db"
    text.write_text("not a store")
    with pytest.raises(StoreError, match=r"text\.db"):
        refuse_to_overwrite(text, whole)


def test_a_detached_run_takes_no_file_for_its_results() -> None:
    with pytest.raises(Exception, match="give --out to 'arena attach' instead"):
        leave_to_cluster(CONFIG, (), "127.0.0.1:1", None, Path("x.db"))
