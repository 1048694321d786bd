"""The file of accounts."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from arena.web.accounts import Accounts
from core.errors import ArenaError


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


@pytest.mark.parametrize("damage", ["[", "[1]", "{}", "null", '["submit\0"]'])
def test_a_damaged_list_is_said_in_one_sentence(tmp_path: Path, damage: str) -> None:
    accounts = Accounts(tmp_path / "accounts.db")
    token = accounts.add("ann")
    with sqlite3.connect(accounts.path) as database:
        database.execute("UPDATE token SET scopes = ?", (damage,))
    for use in (accounts.all, lambda: accounts.user_of_token(token)):
        with pytest.raises(ArenaError, match="the file of accounts is damaged"):
            use()
