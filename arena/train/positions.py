"""What a net learns from: positions of recorded games as numbers, what each was worth in the end, and where a deep
search looked."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from arena.play.seeds import derive
from arena.rating.means import win_shares
from arena.train.self_play import Episode, read_shard
from bots.net import Lens
from core import Game, State

AT_A_TIME = 4  # shards that a process fetches at once


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which positions of recorded games are learnt from, and what is learnt from them."""

    trust: float = 0.1  # how much each search after a position counts, against what came later
    share: float = 0.5  # of positions that were not searched deep; the deep ones are all drawn
    sharpen: float = 1.0  # the power of visits that the prior learns: above 1, the more visited actions count more
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal actions of some positions, one position after the other, and what share of the visits each got.
    Positions that were not searched deep have none."""

    rows: Any  # for each action: the position it belongs to
    ids: Any
    shares: Any
    begins: Any  # where the actions of each deep position begin

    def __len__(self) -> int:
        """How many positions were searched deep."""
        return len(self.begins)


@dataclass(frozen=True, slots=True)
class Positions:
    """Rows of mostly zeros, kept as what is not zero; targets are each seat's share, the mover's first."""

    width: int
    starts: Any  # where each row begins in the two arrays below, and the end of the last
    columns: Any
    numbers: Any
    targets: Any  # what to learn: outcome and search mixed
    outcomes: Any  # the outcome alone, to judge by
    searches: Any  # what the search thought, to compare with; NaN: there was none
    choice_starts: Any  # where the legal actions of each row begin in the two arrays below; a row may have none
    ids: Any
    shares: Any  # of the visits

    def __len__(self) -> int:
        return len(self.starts) - 1

    def dense(self, rows: Any) -> Any:
        """These rows with their zeros."""
        places, counts = places_of(self.starts, rows)
        out = np.zeros((len(rows), self.width), np.float32)
        out[np.repeat(np.arange(len(rows)), counts), self.columns[places]] = self.numbers[places]
        return out

    def choices(self, rows: Any) -> Choices:
        """The legal actions of those of these rows that were searched deep."""
        places, counts = places_of(self.choice_starts, rows)
        begins = (np.cumsum(counts) - counts)[counts > 0]
        return Choices(np.repeat(np.arange(len(rows)), counts), self.ids[places], self.shares[places], begins)

    def seen(self) -> Any:
        """For each input, whether it is ever anything but zero."""
        return np.bincount(self.columns, minlength=self.width) > 0


def places_of(starts: Any, rows: Any) -> tuple[Any, Any]:
    """Where the entries of these rows are, one row after the other, and how many each has."""
    counts = starts[rows + 1] - starts[rows]
    return np.arange(counts.sum()) + np.repeat(starts[rows] - np.cumsum(counts) + counts, counts), counts


# ---- reading


def read_positions(
    paths: Sequence[Path], game: Game, drawing: Drawing, workers: int = 1,
    watch: Callable[[int, int], None] = lambda done, shards: None,
) -> Positions:
    """Positions of these shards; which are drawn follows from the seed and the shard, not from the other shards."""
    parts = []
    for part in read_shards(paths, game, drawing, workers):
        parts.append(part)
        watch(len(parts), len(paths))
    counts, columns, numbers, targets, outcomes, searches, choices, ids, shares = join(parts)
    return Positions(Lens(game).size, starts_of(counts), columns, numbers, targets, outcomes, searches,
                     starts_of(choices), ids, shares)


def join(parts: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))


def starts_of(counts: Any) -> Any:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def read_shards(paths: Sequence[Path], game: Game, drawing: Drawing, workers: int) -> Iterator[tuple[Any, ...]]:
    """In the order of the paths. Playing the games again is most of the work, so other processes share it."""
    read = partial(shard_positions, game=game, drawing=drawing)
    count = min(workers, len(paths), os.cpu_count() or 1)
    if count < 2:
        yield from map(read, paths)
        return
    # Spawned, not forked: Ray has threads in this process.
    with ProcessPoolExecutor(count, get_context("spawn"), initializer=serve) as pool:
        yield from pool.map(read, paths, chunksize=AT_A_TIME)


def serve() -> None:
    """A process that reads leaves Ctrl-C to the one that started it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def shard_positions(path: Path, game: Game, drawing: Drawing) -> tuple[Any, ...]:
    lot = np.random.default_rng(derive("positions", drawing.seed, path.parent.name, path.name))
    return join([episode_positions(episode, game, drawing, lot) for episode in read_shard(path, game)])


def episode_positions(episode: Episode, game: Game, drawing: Drawing, lot: Any) -> tuple[Any, ...]:
    """Of drawn decisions of one game: how many numbers are not zero, where and what they are; the targets, outcomes and
    the search's own opinion, as the mover sees the seats; how many legal actions, their ids and shares of visits."""
    drawn = lot.random(len(episode.values)) < drawing.share
    drawn |= np.array([len(visits) > 0 for visits in episode.visits], bool)
    seen = played_again(episode, game, drawn, drawing.sharpen)
    returns = mixed_returns(episode, drawing.trust), np.tile(win_shares(episode.ranks), (len(drawn), 1)), episode.values
    turned = [turn(np.array(each)[drawn], seen.movers) for each in returns]
    found, columns = np.nonzero(seen.rows)
    numbers = seen.rows[found, columns].astype(np.float16)
    return (
        np.bincount(found, minlength=len(seen.rows)), columns.astype(np.uint16), numbers, *turned,
        np.array(seen.counts, np.int32), np.array(seen.ids, np.int32), np.array(seen.shares, np.float32),
    )  # fmt: skip


@dataclass(slots=True)
class Seen:
    """Drawn decisions of one game: what a net sees, who is to move, and where a deep search looked."""

    rows: Any
    movers: list[int | None] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


def played_again(episode: Episode, game: Game, drawn: Any, sharpen: float) -> Seen:
    lens = Lens(game)
    seen = Seen(np.zeros((int(drawn.sum()), lens.size), np.float32))
    for wanted, visits, state in zip(drawn, episode.visits, decisions(episode, game), strict=True):
        if wanted:
            lens.numbers(state, seen.rows[len(seen.movers)])
            seen.movers.append(state.to_move)
            legal = state.legal() if visits else []
            seen.counts.append(len(legal))
            seen.ids += [game.action_id(action) for action in legal]
            seen.shares += sharpened([visits.get(action, 0) for action in legal], sharpen)
    return seen


def decisions(episode: Episode, game: Game) -> Iterator[State]:
    """The state before every decision with a choice; it is the same one, played on."""
    state = game.new(episode.deal)
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        if searched:
            yield state
        state.apply(action)


def sharpened(visits: list[int], power: float) -> list[float]:
    """Shares of the visits, each to this power."""
    powers = [each**power for each in visits]
    return [each / sum(powers) for each in powers]


def turn(by_seat: Any, movers: list[int | None]) -> Any:
    """Rows by seat, turned so that the mover comes first."""
    seats = (np.array(movers, int).reshape(-1, 1) + np.arange(by_seat.shape[1])) % by_seat.shape[1]
    return np.take_along_axis(by_seat, seats, axis=1).astype(np.float32)


def mixed_returns(episode: Episode, trust: float) -> Any:
    """For each decision the outcome mixed with what the searches from there on thought: the more trust, the more of the
    searches soon after. Where there was no search, what came later counts alone."""
    values = np.array(episode.values)
    mixed, later = np.empty_like(values), win_shares(episode.ranks)
    for index in range(len(values) - 1, -1, -1):
        if not np.isnan(values[index]).any():
            later = trust * values[index] + (1 - trust) * later
        mixed[index] = later
    return mixed
