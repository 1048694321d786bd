"""Ladders of bots with known strengths: a scheduler asks for blocks, and Plackett-Luce plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from arena.rating.results import Columns, Results, arranged
from arena.tournament.scheduler import Choice, Field, Played, Scheduler


@dataclass
class SimulatedLadder:
    """Grows by blocks. Strengths may be changed at any time."""

    strength: dict[str, float]
    rng: np.random.Generator
    chosen: list[Choice] = field(default_factory=list)
    lineups: list[list[str]] = field(default_factory=list)
    ranks: list[list[int]] = field(default_factory=list)

    def play(self, choice: Choice) -> None:
        """Every seat of the line-up begins once."""
        for turn in range(len(choice.lineup)):
            seated = [*choice.lineup[turn:], *choice.lineup[:turn]]
            scores = np.array([self.strength[name] for name in seated]) + self.rng.gumbel(size=len(seated))
            self.lineups.append(seated)
            self.ranks.append((1 + (scores > scores[:, None]).sum(axis=1)).tolist())
        self.chosen.append(choice)

    def run(self, scheduler: Scheduler, who: Field, blocks: int, *, seed: int = 1, at_once: int = 10) -> None:
        for start in range(0, blocks, at_once):
            for choice in scheduler.next(self.played(), who, seed, min(at_once, blocks - start)):
                self.play(choice)

    def played(self) -> Played:
        return Played({0: self.results()} if self.chosen else {}, blocks=len(self.chosen))

    def results(self) -> Results:
        names = sorted({name for lineup in self.lineups for name in lineup})
        number = {name: row for row, name in enumerate(names)}
        games, seats = len(self.lineups), len(self.lineups[0])
        place = [(block, turn) for block, choice in enumerate(self.chosen) for turn in range(len(choice.lineup))]
        columns = Columns(
            place=np.array(place),
            seed=np.array(place)[:, 0].astype(np.uint64),
            lineup=np.array([[number[name] for name in lineup] for lineup in self.lineups]),
            ranks=np.array(self.ranks),
            decisions=np.ones(games, dtype=np.int64),
            think=np.zeros((games, seats)),
            moves=np.ones((games, seats), dtype=np.int64),
            faults=[],
        )
        return arranged(columns, names)


def ladder(strength: Mapping[str, float] | Sequence[float], seed: int = 0) -> SimulatedLadder:
    by_name = strength if isinstance(strength, Mapping) else {f"b{row:02}": each for row, each in enumerate(strength)}
    return SimulatedLadder(dict(by_name), np.random.default_rng(seed))
