"""Games between bots of known strength, by the Plackett-Luce model itself: Gumbel noise on each strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from arena.play.records import Fault, GameRecord


def simulate(
    strengths: Sequence[float],
    blocks: int,
    seats: int,
    seed: int,
    *,
    ties: float = 0.0,
    first_seat: float = 0.0,
    faulty: str | None = None,
) -> Iterator[GameRecord]:
    """Blocks of a random line-up in every rotation; scores closer than `ties` tie, the first seat has a bonus."""
    rng = np.random.default_rng(seed)
    names = [f"bot{i}" for i in range(len(strengths))]
    for block in range(blocks):
        lineup = rng.permutation(len(names))[:seats] if len(names) >= seats else np.arange(seats) % len(names)
        for rotation in range(seats):
            seated = np.roll(lineup, rotation)
            scores = np.asarray(strengths)[seated] + rng.gumbel(size=seats)
            scores[0] += first_seat
            scores = np.round(scores / ties) * ties if ties else scores
            yield record(block, rotation, [names[i] for i in seated], scores, rng, faulty)


def record(
    block: int, rotation: int, lineup: list[str], scores: np.ndarray, rng: np.random.Generator, faulty: str | None
) -> GameRecord:
    decisions = int(rng.integers(30, 61))
    faults: tuple[Fault, ...] = ()
    if faulty in lineup and rng.random() < 0.1:
        seat = lineup.index(faulty)
        scores[seat] = scores.min() - 1
        faults = (Fault(seat, faulty, "raised", "ZeroDivisionError: division by zero", decisions // 2),)
    return GameRecord(
        block=block,
        rotation=rotation,
        lineup=tuple(lineup),
        seed=block,
        ranks=tuple(int(1 + (scores > score).sum()) for score in scores),
        scores=tuple(scores.tolist()),
        decisions=decisions,
        faults=faults,
        think=tuple((rng.random(len(lineup)) / 10).tolist()),
        moves=(decisions // len(lineup),) * len(lineup),
    )


def game(block: int, lineup: tuple[str, ...], ranks: tuple[int, ...], rotation: int = 0) -> GameRecord:
    """A game that came out like that, on a deal of its block's own."""
    size = len(lineup)
    return GameRecord(block, rotation, lineup, block, ranks, (0.0,) * size, 10, (), (0.0,) * size, (5,) * size)
