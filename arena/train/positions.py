"""What a net learns from: the positions of recorded games as numbers, and what each was worth in the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arena.rating.means import win_shares
from arena.train.self_play import Episode, read_shard
from bots.net import Lens
from core import Game


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

    def __len__(self) -> int:
        return len(self.starts) - 1

    def dense(self, rows: Any) -> Any:
        """These rows with their zeros."""
        counts = self.starts[rows + 1] - self.starts[rows]
        places = np.arange(counts.sum()) + np.repeat(self.starts[rows] - np.cumsum(counts) + counts, counts)
        out = np.zeros((len(rows), self.width), np.float32)
        out[np.repeat(np.arange(len(rows)), counts), self.columns[places]] = self.numbers[places]
        return out


def read_positions(paths: Iterable[Path], game: Game, trust: float, share: float, seed: int) -> Positions:
    """A share of the positions of these shards, drawn at random."""
    lot = np.random.default_rng(seed)
    parts = [episode_positions(it, game, trust, share, lot) for path in paths for it in read_shard(path, game)]
    counts, columns, numbers, targets, outcomes, searches = (np.concatenate(each) for each in zip(*parts, strict=True))
    starts = np.concatenate([[0], np.cumsum(counts)])
    return Positions(Lens(game).size, starts, columns, numbers, targets, outcomes, searches)


def episode_positions(episode: Episode, game: Game, trust: float, share: float, lot: Any) -> tuple[Any, ...]:
    """Of drawn decisions of one game: how many numbers are not zero, where and what they are, the targets, outcomes and
    the search's own opinion, as the mover sees the seats."""
    drawn = lot.random(len(episode.values)) < share
    returns = [mixed_returns(episode, trust), np.tile(win_shares(episode.ranks), (len(drawn), 1)), episode.values]
    lens, state, decision = Lens(game), game.new(episode.deal), 0
    movers: list[int | None] = []
    rows = np.zeros((int(drawn.sum()), lens.size), np.float32)
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        if searched:
            if drawn[decision]:
                lens.numbers(state, rows[len(movers)])
                movers.append(state.to_move)
            decision += 1
        state.apply(action)
    found, columns = np.nonzero(rows)
    turned = [turn(np.array(each)[drawn], movers) for each in returns]
    return np.bincount(found, minlength=len(rows)), columns.astype(np.uint16), rows[found, columns], *turned


def turn(by_seat: Any, movers: list[int | None]) -> Any:
    """Rows by seat, turned so that the mover comes first."""
    seats = (np.array(movers, int).reshape(-1, 1) + np.arange(by_seat.shape[1])) % by_seat.shape[1]
    return np.take_along_axis(by_seat, seats, axis=1).astype(np.float32)


def mixed_returns(episode: Episode, trust: float) -> Any:
    """For each decision the outcome mixed with what the searches from there on thought: the more trust, the more of the
    searches soon after. A move played at random tells nothing about the decisions before it, so it starts anew. Where
    there was no search, what came later counts alone."""
    values = np.array(episode.values)
    mixed, later = np.empty_like(values), win_shares(episode.ranks)
    for index in range(len(values) - 1, -1, -1):
        if episode.blunder[index]:
            later = values[index]
        if not np.isnan(values[index]).any():
            later = trust * values[index] + (1 - trust) * later
        mixed[index] = later
    return mixed
