"""Every decision of a run as numbers, for imitation learning: one .npz file that numpy.load opens.

The observations go straight into the file; the small arrays wait in temporary files, since a zip file takes one member
after the other. So memory holds one game at a time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from arena.play.records import GameRecord, PlayedGame
from arena.tournament.runs import Run
from core import Game
from core.errors import ArenaError
from core.vector import replay, rewards_of

Rows = dict[str, NDArray[Any]]
OBSERVATIONS: Final = "observations"
# Name, type, meaning. All have a row for each decision, but for the legal ids: those of decision k are
# legal[offsets[k] : offsets[k + 1]].
ARRAYS: Final = (
    (OBSERVATIONS, "<f4", "what the seat to move knew: view.observation()"),
    ("legal", "<i4", "ids of the legal actions, decision after decision: game.action_of"),
    ("offsets", "<i8", "where the legal ids of a decision begin; one more at the end"),
    ("chosen", "<i4", "id of the action taken"),
    ("outcome", "<f4", "what the seat got in the end: 1 for beating all others, -1 for being beaten by all"),
    ("game", "<i8", "number of the game, as `arena replay` takes it"),
    ("seat", "|i1", "who decided, from 0"),
    ("bot", "<i2", "who sat there: number in the list of bots"),
    ("stand_in", "|b1", "the bot had a fault before, and a random stand-in moved for it"),
)


class CannotExport(ArenaError):
    """A run that does not fit into one file of arrays."""


def write_npz(run: Run, path: Path) -> list[dict[str, str]]:
    """Writes the file and says what the arrays are."""
    if len(run.events) > 1:
        raise CannotExport(f"{run.path}: has {len(run.events)} events; an npz file holds one game and player count.")
    game, decisions = run.load_game(), count_decisions(run)
    with ZipFile(path, "w", allowZip64=True) as file, ExitStack() as stack:
        waiting = {name: stack.enter_context(TemporaryFile()) for name, _, _ in ARRAYS[1:]}
        waiting["offsets"].write(np.zeros(1, "<i8").tobytes())
        with member(file, OBSERVATIONS, (decisions, game.observation_size)) as observations:
            written = sum([write_game(rows, observations, waiting) for rows in decision_rows(run, game)])
        if written != decisions:
            raise CannotExport(f"{run.path}: games were added meanwhile: export it when nothing writes to it.")
        for name, waited in waiting.items():
            append(file, name, waited)
        write_text(file, "observation_version", game.observation_version)
    return [{"name": name, "type": str(np.dtype(kind)), "meaning": meaning} for name, kind, meaning in ARRAYS]


def count_decisions(run: Run) -> int:
    """How many rows there will be; CannotExport if they would not all be of one length."""
    decisions = 0
    for record in run.games():
        if record.event:
            raise CannotExport(f"{run.path}: the run has games of several kinds; an npz file holds one kind.")
        decisions += record.decisions
    return decisions


def decision_rows(run: Run, game: Game) -> Iterator[Rows]:
    """The arrays of one game after the other; `offsets` go on from where the game before ended."""
    bots, begun = {bot.name: i for i, bot in enumerate(run.bots())}, 0
    for played in run.played_games():
        rows = rows_of(game, played, bots)
        rows["game"] = np.full(len(rows["chosen"]), run.store.schedule.game_number(*played.record.key), "<i8")
        rows["offsets"] += begun
        begun = int(rows["offsets"][-1])
        yield rows


def rows_of(game: Game, played: PlayedGame, bots: dict[str, int]) -> Rows:
    record = played.record
    observations, movers, chosen, counts, legal = replay(game, record.seed, played.actions)
    return {
        OBSERVATIONS: observations,
        "legal": legal,
        "offsets": np.cumsum(counts, dtype="<i8"),
        "chosen": chosen,
        "outcome": np.array(rewards_of(record.ranks), "<f4")[movers],
        "seat": movers,
        "bot": np.array([bots[name] for name in record.lineup], "<i2")[movers],
        "stand_in": replaced(record, movers),
    }


def replaced(record: GameRecord, movers: NDArray[np.int8]) -> NDArray[np.bool_]:
    first = np.full(len(record.lineup), len(movers))
    for fault in record.faults:
        first[fault.seat] = min(first[fault.seat], fault.decision)
    return np.asarray(np.arange(len(movers)) >= first[movers])


def write_game(rows: Rows, observations: IO[bytes], waiting: Mapping[str, IO[bytes]]) -> int:
    observations.write(rows[OBSERVATIONS].data.cast("B") if rows[OBSERVATIONS].size else b"")
    for name, kind, _ in ARRAYS[1:]:
        waiting[name].write(rows[name].astype(kind, copy=False).tobytes())
    return len(rows[OBSERVATIONS])


def member(file: ZipFile, name: str, shape: tuple[int, ...]) -> IO[bytes]:
    """A new array in the file, its numbers still to be written."""
    kind = next(kind for known, kind, _ in ARRAYS if known == name)
    opened = file.open(f"{name}.npy", "w", force_zip64=True)
    npy.write_array_header_1_0(opened, {"descr": kind, "fortran_order": False, "shape": shape})
    return opened


def append(file: ZipFile, name: str, waited: IO[bytes]) -> None:
    kind = next(kind for known, kind, _ in ARRAYS if known == name)
    rows = waited.tell() // np.dtype(kind).itemsize
    waited.seek(0)
    with member(file, name, (rows,)) as opened:
        shutil.copyfileobj(waited, opened, 1 << 20)


def write_text(file: ZipFile, name: str, text: str) -> None:
    with file.open(f"{name}.npy", "w") as opened:
        npy.write_array(opened, np.array(text))
