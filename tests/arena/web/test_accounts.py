"""The file of accounts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from arena.web.accounts import Accounts


def test_many_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    """The first use makes the file, and in a new server several threads come first."""
    threads = 6
    for number in range(20):
        together = Barrier(threads)

        def add(name: str, path: Path = tmp_path / f"{number}.db", together: Barrier = together) -> str:
            together.wait(30)
            return Accounts(path).add(name)

        with ThreadPoolExecutor(threads) as pool:
            assert len(set(pool.map(add, [f"user{each}" for each in range(threads)]))) == threads
