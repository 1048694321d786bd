"""A full disk in the middle of a run: one sentence, nothing lost, and with room again the same command carries on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tournament.store import Store, StoreError
from tests.arena.tables import SECRET, identities, play, timeless, tournament

CONFIG = tournament(bots={"a": "random", "b": "greedy"}, deals=300)
SENTENCE = "the disk is full; make room, and the same command carries on."
TOML = """
name = "full"
game = "connect_four"
deals = 600
secret = "00000000000000000000000000000001"
bots = [{name = "a", spec = "random"}, {name = "b", spec = "greedy"}]
"""
needs_mounts = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="a small disk is mounted, which needs Linux and root"
)


@pytest.fixture(scope="module")
def blocks() -> list:
    return play(CONFIG)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 160 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", place], check=True)
    yield place
    subprocess.run(["umount", place], check=True)


def make_room(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)


def fill(store: Store, blocks: list) -> int:
    """Adds batch after batch; returns how many games were written before the disk was full."""
    with pytest.raises(StoreError) as caught:
        deque((store.add_all(blocks[start : start + 10]) for start in range(0, len(blocks), 10)), maxlen=0)
    assert str(caught.value) == f"{store.path}: {SENTENCE}"
    return len(store)


def carry_on(path: Path, blocks: list, written: int) -> None:
    with Store.resume(path, CONFIG, identities(CONFIG)) as store:
        assert len(store) == written
        assert all(played for _, played, _ in store.checked_games())
        store.add_all(blocks)


def undisturbed(path: Path, blocks: list) -> dict:
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        store.add_all(blocks)
    return timeless(path)


def test_what_was_written_before_the_file_could_not_grow_is_kept(tmp_path: Path, blocks: list) -> None:
    path = tmp_path / "run.db"
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        store._connection.execute("PRAGMA max_page_count = 25")
        written = fill(store, blocks)
    assert 0 < written < store.schedule.games
    carry_on(path, blocks, written)
    assert timeless(path) == undisturbed(tmp_path / "other.db", blocks)


@needs_mounts
def test_what_was_written_before_the_disk_was_full_is_kept(disk: Path, tmp_path: Path, blocks: list) -> None:
    path = disk / "run.db"
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        written = fill(store, blocks)
    assert 0 < written < store.schedule.games
    with Store.open(path) as store:
        assert len(list(store.games())) == written
    make_room(disk)
    carry_on(path, blocks, written)
    assert timeless(path) == undisturbed(tmp_path / "other.db", blocks)


@needs_mounts
@pytest.mark.soak
def test_arena_run_says_so_and_carries_on(disk: Path, tmp_path: Path) -> None:
    config = tmp_path / "full.toml"
    config.write_text(TOML)

    def arena(out: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "arena", "run", str(config), "--out", str(out), "--workers", "1"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    for _ in range(2):
        ended = arena(disk / "run.db")
        assert (ended.returncode, ended.stderr.splitlines()[-1]) == (2, f"arena: {disk / 'run.db'}: {SENTENCE}")
    make_room(disk)
    assert arena(disk / "run.db").returncode == arena(tmp_path / "other.db").returncode == 0
    assert timeless(disk / "run.db") == timeless(tmp_path / "other.db")
    boards = [place / "leaderboard.json" for place in (disk / "run", tmp_path / "other")]
    assert boards[0].read_bytes() == boards[1].read_bytes()
