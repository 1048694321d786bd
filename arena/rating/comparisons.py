"""Which bots are shown to be stronger than which, so that all of a board's claims hold at once with 95 %.

Every deal adds its part to the lead of one bot over another. If two bots are equally strong each part is as likely to
have the other sign, and how large the studentised leads get by luck is seen by flipping the signs of whole deals, all
pairs together, and taking the largest of them each time (randomisation test: Fisher 1935; maximum over a family:
Westfall & Young 1993, "Resampling-based multiple testing"; signs by cluster: Cameron, Gelbach & Miller 2008,
"Bootstrap-based improvements for inference with clustered errors", Rev. Econ. Stat. 90). Few deals need no correction:
of six deals no pattern of signs is rare enough to make a claim on a large board, and none is made.

The part of a deal is its influence on the strengths plus its share of the lead; between bots of which one always
finished ahead it is one for each deal in which they met, and the test becomes the sign test.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.rating.bootstrap import Stream, stream
from arena.rating.components import Components, ways
from arena.rating.intervals import MIN_DEALS
from arena.rating.results import Bools, Floats, Ints, Results
from arena.rating.unseen import Z, unseen_error, unseen_strength

FLIPS = 2000
LEVEL = 0.96  # at 0.95 up to 5.9 % of simulated boards of equal bots had a false claim: a lead is only linear nearby
BLOCKS = 400  # more deals than that are flipped several at a time

Place = tuple[int, int]  # first and last that the claims allow


@dataclass(frozen=True)
class Comparisons:
    """All pairs of bots; row against column."""

    lead: Floats  # strength of the row less that of the column; not a number where games give none
    margin: Floats  # how far the lead's interval reaches to both sides, for all pairs at once; infinite if unknown
    shown: Bools  # the row is shown to be stronger, by its own games with the column or through others

    def places(self) -> list[Place]:
        """By bot: from 1 + those shown to be stronger to all less those shown to be weaker."""
        stronger, weaker = self.shown.sum(axis=0), self.shown.sum(axis=1)
        return [(1 + int(above), len(weaker) - int(below)) for above, below in zip(stronger, weaker, strict=True)]


@dataclass(frozen=True)
class Parts:
    """What the deals, or blocks of them, say of the leads."""

    influence: Floats  # (blocks, bots)
    sat: Bools  # (blocks, bots)
    met: Bools  # (blocks, bots, bots): only used between components
    event: Ints  # (blocks,) the event that each is of; a board of one event has only 0


def compare_all(results: Results, strength: Floats, influence: Floats, apart: Components, seed: int) -> Comparisons:
    return compare_parts(strength, parts_of(results, influence, apart), apart, seed)


def compare_parts(strength: Floats, parts: Parts, apart: Components, seed: int) -> Comparisons:
    """Strength is by bot; of a board over several events by event and bot, and their sum is what is compared."""
    strength = np.atleast_2d(strength)
    bots = strength.shape[1]
    signs = stream(seed, Stream.FLIPS).choice([-1.0, 1.0], size=(FLIPS, len(parts.sat)))
    found = [_against_later(bot, strength, parts, apart, signs) for bot in range(bots)]
    limit = float(np.quantile(np.max([row.by_luck for row in found], axis=0), LEVEL, method="higher"))
    lead, margin, seen = np.full((bots, bots), np.nan), np.full((bots, bots), np.inf), np.zeros((bots, bots))
    for bot, row in enumerate(found):
        later = slice(bot + 1, bots)
        lead[bot, later], margin[bot, later] = row.lead, row.margin(limit)
        lead[later, bot], margin[later, bot] = -row.lead, row.margin(limit)
        seen[bot, later] = row.claims(limit)
    shown = ways((seen > 0) | (seen.T < 0))
    np.fill_diagonal(shown, False)
    return Comparisons(lead, margin, shown)


@dataclass(frozen=True)
class _Row:
    """One bot against all later ones."""

    lead: Floats  # not a number between components
    error: Floats  # standard error of the lead, by the influence of the blocks and what they may not have shown yet
    size: Floats  # studentised lead
    side: Floats  # whose lead it is: 1, -1 or 0
    blocks: Ints  # that say anything
    by_luck: Floats  # by flip: the largest studentised lead

    def margin(self, limit: float) -> Floats:
        """What has a studentised distance of `limit` from the lead."""
        most = np.where(self.claims(limit) != 0, np.abs(self.lead), np.inf)  # what is claimed is not taken back
        limit = max(limit, Z)  # where all deals agree, flipping them shows no luck
        left = 1 - limit**2 / np.maximum(self.blocks, 1)
        known = (left > 0) & (self.blocks >= MIN_DEALS) & np.isfinite(self.lead)
        found = limit * self.error / np.sqrt(np.where(left > 0, left, 1))
        return np.where(known, np.minimum(found, most), np.inf)

    def claims(self, limit: float) -> Floats:
        """1 where the bot is shown to be stronger, -1 where it is shown to be weaker."""
        return np.where((self.size > limit) & (self.blocks >= MIN_DEALS), self.side, 0)


def _against_later(bot: int, strength: Floats, parts: Parts, apart: Components, signs: Floats) -> _Row:
    later = slice(bot + 1, strength.shape[1])
    group = apart.group_of
    same = group[later] == group[bot]
    says = np.where(same, parts.sat[:, [bot]] | parts.sat[:, later], parts.met[:, bot, later])
    blocks = says.sum(axis=0)
    by_event = strength[:, [bot]] - strength[:, later]
    lead = np.where(same, by_event.sum(axis=0), np.nan)
    total = np.where(same, lead, np.where(group[bot] < group[later], blocks, -blocks))
    moved = np.where(same, parts.influence[:, [bot]] - parts.influence[:, later], 0)
    part = moved + np.where(same, _shares(by_event, says, parts.event), says * np.sign(total))
    norm = np.sqrt((part**2).sum(axis=0))
    norm = np.where(norm > 0, norm, 1)
    luck = (np.abs(signs @ part) / norm).max(axis=1, initial=0)
    error = np.hypot(np.linalg.norm(moved, axis=0), unseen_error(np.where(same, lead, 0), moved, says))
    return _Row(lead, error, np.abs(total) / norm, np.sign(total), blocks, luck)


def _shares(lead: Floats, says: Bools, event: Ints) -> Floats:
    """What each block has of the lead in its event, which the blocks that say anything share equally.

    Shared among the deals of all events, the lead in one of few deals would look as steady as that in one of many.
    """
    blocks = np.array([says[event == number].sum(axis=0) for number in range(len(lead))])
    return np.asarray(says * (lead / np.maximum(blocks, 1))[event])


def unseen_replicates(strength: Floats, parts: Parts, apart: Components, seed: int, replicates: int) -> Floats:
    """What to add to replicates of the strengths for what the deals may not have shown yet."""
    error = np.zeros(len(strength))
    for group in map(list, apart.groups):
        error[group] = unseen_strength(strength[group], parts.influence[:, group], parts.sat[:, group])
    return np.asarray(error * stream(seed, Stream.UNSEEN).normal(size=(replicates, len(error))))


def parts_of(results: Results, influence: Floats, apart: Components) -> Parts:
    deals, bots = influence.shape
    blocks = min(deals, BLOCKS)
    block_of_deal = np.arange(deals) * blocks // deals
    summed = np.zeros((blocks, bots))
    np.add.at(summed, block_of_deal, influence)
    block = block_of_deal[results.deal]
    sat = np.zeros((blocks, bots), dtype=bool)
    sat[block[:, None], results.lineup] = True
    met = np.zeros((blocks, bots, bots), dtype=bool)
    if len(apart.groups) > 1:
        for i in range(results.seats):
            for j in range(results.seats):
                met[block, results.lineup[:, i], results.lineup[:, j]] = True
    return Parts(summed, sat, met, np.zeros(blocks, dtype=np.int64))


def not_told_apart(shown: Bools) -> list[list[int]]:
    """The largest sets of bots of which none is shown to be stronger than another; every bot is in at least one.

    By splitting at each claim and dropping what is part of another set (Piepho 2004, "An algorithm for a letter-based
    representation of all-pairwise comparisons", J. Comput. Graph. Stat. 13).
    """
    sets = [(1 << len(shown)) - 1]
    for stronger, weaker in np.argwhere(shown).tolist():
        both = (1 << stronger) | (1 << weaker)
        kept = {one & ~bit for one in sets for bit in ((1 << stronger, 1 << weaker) if one & both == both else (0,))}
        sets = [one for one in kept if not any(one != other and one & other == one for other in kept)]
    return sorted([bot for bot in range(len(shown)) if one >> bot & 1] for one in sets)
