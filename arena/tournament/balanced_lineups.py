"""Balanced samples of line-ups: block designs from difference families.

Number the bots by the residues 0..z-1 and shift a base line-up by every residue. Then two bots meet as often as
their difference occurs within the base line-ups, so if every difference occurs equally often, every pair meets
equally often. With an even number of bots one of them, FIXED, stays put while the others shift.
R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9 (1939).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, gcd
from random import Random

Numbers = tuple[int, ...]
STEPS = 150_000  # of the search for base line-ups
TEMPERATURE = 0.25  # measured: up to 99 bots are solved, at 0.5 only up to 51


@dataclass(frozen=True, slots=True)
class Shape:
    """How a balanced sample for so many bots and seats is made up."""

    bots: int
    seats: int
    meetings: int  # how often each pair meets

    @property
    def modulus(self) -> int:
        return self.bots if self.bots % 2 else self.bots - 1

    @property
    def bases(self) -> int:
        return self.lineups // self.modulus

    @property
    def lineups(self) -> int:
        return self.meetings * self.bots * (self.bots - 1) // (self.seats * (self.seats - 1))

    @property
    def bases_with_fixed(self) -> int:
        return self.meetings // (self.seats - 1) if self.bots % 2 == 0 else 0

    @property
    def exists(self) -> bool:
        """Whether the counts come out whole."""
        total = self.meetings * self.bots * (self.bots - 1)
        whole = total % (self.seats * (self.seats - 1) * self.modulus) == 0
        return whole and (self.bots % 2 == 1 or self.meetings % (self.seats - 1) == 0)


def balanced_orbits(bots: int, seats: int, limit: int) -> list[Numbers]:
    """At most `limit` line-ups in which every pair meets equally often; empty if none were found."""
    if seats < 3:
        return []
    for meetings in range(1, comb(bots - 2, seats - 2)):
        shape = Shape(bots, seats, meetings)
        if shape.lineups > limit:
            break
        if shape.exists and (bases := find_bases(shape)):
            return multiplied(shape, bases, limit)
    return []


def multiplied(shape: Shape, bases: list[Numbers], limit: int) -> list[Numbers]:
    """The design and its images under the units of the residues, as many as fit without a line-up twice."""
    chosen: dict[Numbers, None] = {}
    for unit in range(1, shape.modulus):
        if gcd(unit, shape.modulus) == 1:
            image = {lineup for base in bases for lineup in shifted(base, unit, shape)}
            whole = len(image) == shape.lineups and len(chosen) + len(image) <= limit
            if whole and not any(lineup in chosen for lineup in image):
                chosen.update(dict.fromkeys(sorted(image)))
    return list(chosen)


def shifted(base: Numbers, unit: int, shape: Shape) -> list[Numbers]:
    """The base line-up times the unit, shifted by every residue. Base line-ups one short also seat FIXED."""
    fixed = (shape.modulus,) if len(base) < shape.seats else ()
    moved = ([(unit * number + shift) % shape.modulus for number in base] for shift in range(shape.modulus))
    return [(*sorted(lineup), *fixed) for lineup in moved]


def find_bases(shape: Shape) -> list[Numbers] | None:
    """Base line-ups in which every difference occurs `meetings` times, by simulated annealing; None if not found."""
    rng = Random(repr(shape))
    search = Search(shape, rng)
    for _ in range(STEPS):
        if search.cost == 0:
            return search.bases
        search.step(rng)
    return None


class Search:
    """Base line-ups, no two of which are shifts of each other, and how far they are from balance."""

    def __init__(self, shape: Shape, rng: Random) -> None:
        self.modulus = shape.modulus
        self.surplus = [0] + [-shape.meetings] * (shape.modulus // 2)
        self.cost = sum(each * each for each in self.surplus)
        self.bases: list[Numbers] = []
        self.taken: set[Numbers] = set()
        for number in range(shape.bases):
            self._add_random(shape.seats - (number < shape.bases_with_fixed), rng)

    def _add_random(self, size: int, rng: Random) -> None:
        while (gaps := gaps_of(base := tuple(rng.sample(range(self.modulus), size)), self.modulus)) in self.taken:
            pass
        self.taken.add(gaps)
        self.bases.append(base)
        self.cost += self._count(base, 1)

    def step(self, rng: Random) -> None:
        """Tries another bot in one place; keeps it if that helps, or harms little and luck will have it."""
        number = rng.randrange(len(self.bases))
        base, trial = self.bases[number], with_one_changed(self.bases[number], self.modulus, rng)
        change = self._count(base, -1) + self._count(trial, 1)
        gaps = gaps_of(trial, self.modulus)
        if (change <= 0 or rng.random() < exp(-change / TEMPERATURE)) and gaps not in self.taken:
            self.taken.remove(gaps_of(base, self.modulus))
            self.taken.add(gaps)
            self.bases[number] = trial
            self.cost += change
        else:
            self._count(trial, -1)
            self._count(base, 1)

    def _count(self, base: Numbers, sign: int) -> int:
        """Counts the differences within a base line-up in or out; returns by how much the cost grows."""
        grown = 0
        for one, other in combinations(base, 2):
            difference = min((one - other) % self.modulus, (other - one) % self.modulus)
            grown += 2 * sign * self.surplus[difference] + 1
            self.surplus[difference] += sign
        return grown


def gaps_of(base: Numbers, modulus: int) -> Numbers:
    """The steps from each number up to the next, from the smallest on: the same for all shifts of a line-up."""
    around = sorted(base)
    gaps = [(after - before) % modulus for before, after in zip(around, around[1:] + around[:1], strict=True)]
    return min(tuple(gaps[turn:] + gaps[:turn]) for turn in range(len(gaps)))


def with_one_changed(base: Numbers, modulus: int, rng: Random) -> Numbers:
    place, number = rng.randrange(len(base)), rng.randrange(modulus)
    return base if number in base else (*base[:place], number, *base[place + 1 :])


def even_orbits(bots: int, seats: int, limit: int) -> list[Numbers]:
    """At most `limit` line-ups in which every bot sits equally often: whole orbits of shifting; empty if none fits."""
    chosen: dict[Numbers, None] = {}
    for base in combinations(range(bots), seats):
        if len(chosen) + bots > limit and bots % seats:
            break
        if base[0] == 0 and base not in chosen:
            orbit = {tuple(sorted((number + shift) % bots for number in base)) for shift in range(bots)}
            if len(chosen) + len(orbit) <= limit:
                chosen.update(dict.fromkeys(sorted(orbit)))
    return list(chosen)
