"""Rows read as columns give what rows read one by one give, and what is wrong is found as before."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from arena.rating.results import Results, collect
from arena.tournament import read_columns
from arena.tournament.store import Store, StoreError
from tests.arena.tables import small_run


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("finished") / "run.db")


def same(one: Results, other: Results) -> bool:
    return all(np.array_equal(getattr(one, field.name), getattr(other, field.name)) for field in fields(Results))


@pytest.mark.parametrize("chunk", [1, 5, 20_000])
def test_columns_are_the_records(finished: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(read_columns, "CHUNK", chunk)
    with Store.open(finished) as store:
        found = store.results()
        assert found.faults
        assert same(found, collect(store.records()))


def changed(finished: Path, folder: Path, change: str) -> Store:
    path = Path(shutil.copy(finished, folder))
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    return Store.open(path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET ranks = '[1,1.5]' WHERE id = 3",
        "UPDATE game SET ranks = '[true,2]' WHERE id = 3",
        "UPDATE game SET ranks = '[2,2]' WHERE id = 3",
        "UPDATE game SET lineup = '[0,7]' WHERE id = 3",
        "UPDATE game SET lineup = '[0]' WHERE id = 3",
        "UPDATE game SET moves = '[1,2],[3,4]' WHERE id = 3",
        "UPDATE game SET moves = '[1,2,3]' WHERE id = 3",
        "UPDATE game SET moves = '[-1,' || (decisions + 1) || ']' WHERE id = 3",
        "UPDATE game SET decisions = decisions + 1 WHERE id = 3",
        "UPDATE game SET seed = 'x' WHERE id = 3",
        "UPDATE game SET faults = '[[0,\"unheard\",\"\",\"\",1]]' WHERE id = 3",
        "UPDATE game SET faults = '{}' WHERE id = 3",
        "UPDATE timing SET seconds = '[\"a\",1]' WHERE game = 3",
    ],
)
def test_what_is_wrong_in_a_row_is_named(finished: Path, tmp_path: Path, change: str) -> None:
    with changed(finished, tmp_path, change) as store, pytest.raises(StoreError, match="game 3"):
        store.results()


@pytest.mark.parametrize(
    "change", ["UPDATE game SET ranks = replace(ranks, ',', ', ')", "DELETE FROM timing"]
)
def test_what_is_only_unusual_is_read(finished: Path, tmp_path: Path, change: str) -> None:
    with changed(finished, tmp_path, change) as store:
        assert same(store.results(), collect(store.records()))


def test_a_store_without_games_has_columns_too(finished: Path, tmp_path: Path) -> None:
    with changed(finished, tmp_path, "DELETE FROM game") as store:
        assert store.results().lineup.shape == (0, 2)
