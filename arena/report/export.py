"""Writes the games of a run for other tools. A format is a name and a writer in FORMATS.

Beside every file goes its description, NAME.schema.json: what was played, by which bots, and what the columns mean.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from arena.report.export_npz import write_npz
from arena.report.wording import spreadsheet_safe
from arena.tournament.game_table import FIELDS, FORMAT, column_batches, rows, schema
from arena.tournament.run import check_output
from arena.tournament.runs import NotInstalled, Run
from core.errors import ArenaError

Columns = list[dict[str, str]]
NAMES: Final = tuple(field.name for field in FIELDS)


class BadExport(ArenaError):
    """A place where nothing can be exported to."""


def write_csv(run: Run, path: Path) -> Columns:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(NAMES)
        writer.writerows([spreadsheet_safe(cell) if isinstance(cell, str) else cell for cell in row]
                         for row in rows(run.store))  # fmt: skip
    return schema()


def write_jsonl(run: Run, path: Path) -> Columns:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows(run.store):
            file.write(json.dumps(dict(zip(NAMES, row, strict=True)), separators=(",", ":")) + "\n")
    return schema()


def write_parquet(run: Run, path: Path) -> Columns:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise NotInstalled("parquet needs pyarrow, which is not installed: 'pip install pyarrow' brings it.") from None
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    described = {"arena": json.dumps(describe(run, schema()))}
    fields = pyarrow.schema([(field.name, kinds[field.kind]) for field in FIELDS], metadata=described)
    with ParquetWriter(path, fields) as writer:
        for piece in column_batches(run.store):
            writer.write_table(pyarrow.table(piece, schema=fields))
    return schema()


Writer = Callable[[Run, Path], Columns]  # writes the file and says what its columns are
FORMATS: Final[dict[str, Writer]] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
    "npz": write_npz,
}


def export(run: Run, form: str, path: Path) -> list[Path]:
    """Writes the games and their description; the files written. Nothing half-written is left under their names."""
    check_output(path)
    draft, described = path.with_name(f".{path.name}.part"), path.with_name(f"{path.name}.schema.json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = FORMATS[form](run, draft)
        described.write_text(json.dumps(describe(run, columns), indent=1) + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadExport(f"{path}: cannot be written: {error.strerror or error}.") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return [path, described]


def describe(run: Run, columns: Columns) -> dict[str, Any]:
    """What the exported games are."""
    return {
        "format": FORMAT,
        "run": run.name,
        "games": len(run),
        "events": [{"game": event.game, "players": event.players} for event in run.events],
        "bots": [asdict(bot) for bot in run.bots()],
        "columns": columns,
    }
