"""The games of a run written for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import arena
from arena.report.export import FORMATS, export
from arena.report.wording import spreadsheet_safe
from arena.tournament.game_table import FIELDS, FORMAT
from arena.tournament.store import Store
from core.errors import ArenaError
from tests.arena.tables import identities, small_run, tournament


@pytest.fixture
def run(tmp_path: Path) -> Iterator[arena.Run]:
    with arena.open_run(small_run(tmp_path / "test.db")) as opened:
        yield opened


def read_csv(path: Path) -> dict[str, list[Any]]:
    kinds = {field.name: field.kind for field in FIELDS}
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [kind(row[name]) if row[name] else None for row in rows] for name, kind in kinds.items()}


def read_jsonl(path: Path) -> dict[str, list[Any]]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {field.name: [row[field.name] for row in rows] for field in FIELDS}


def read_parquet(path: Path) -> dict[str, list[Any]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    found: dict[str, list[Any]] = parquet.read_table(path).to_pydict()
    return found


@pytest.mark.parametrize(("form", "read"), [("csv", read_csv), ("jsonl", read_jsonl), ("parquet", read_parquet)])
def test_what_is_written_is_the_table(run: arena.Run, tmp_path: Path, form: str, read: Any) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    path, described = export(run, form, tmp_path / "out" / f"games.{form}")
    assert read(path) == run.to_columns()
    schema = json.loads(described.read_text())
    assert schema["format"] == FORMAT
    assert [column["name"] for column in schema["columns"]] == list(run.to_columns())
    assert [bot["name"] for bot in schema["bots"]] == ["good", "bad", "other"]
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, described.name]


def test_an_empty_run_has_no_rows(tmp_path: Path) -> None:
    config = tournament()
    Store.create(tmp_path / "empty.db", config, identities(config)).close()
    with arena.open_run(tmp_path / "empty.db") as run:
        for form in set(FORMATS) & {"csv", "jsonl"}:
            path, _ = export(run, form, tmp_path / f"games.{form}")
            assert len(path.read_text().splitlines()) == (form == "csv")


def test_a_cell_that_looks_like_a_formula_is_no_formula() -> None:
    assert spreadsheet_safe("=1+1") == "'=1+1"


def test_a_place_that_cannot_be_written_is_named(run: arena.Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="file is not a folder"):
        export(run, "csv", tmp_path / "file" / "games.csv")
