"""The standings of a ladder: of the bots that play now, with places that hold whenever one looks; ratings over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arena.rating.anytime import Claims
from arena.rating.comparisons import Place
from arena.rating.history import history, points
from arena.rating.lottery import maximal_lottery
from arena.rating.results import Results
from arena.rating.standings import BotLine, Curve, Estimate, Evidence, RatedPeriod, Standings, letters_of


def placed(standings: Standings, claims: Claims) -> Standings:
    """Only the bots that the claims are about, with the places that these give. Ratings stay as they are: they come
    from all games, those against bots that have left too. Leads lose their intervals, which hold for one look only."""
    places = dict(zip(claims.bots, claims.places(), strict=True))
    kept = [at for at, line in enumerate(standings.lines) if line.name in places]
    order = sorted(kept, key=lambda at: listing(standings.lines[at], places))
    names = [standings.lines[at].name for at in order]
    told = sets_of_lines(claims, names)
    pairs = chosen(standings.pairs, order)
    leads = [[without_interval(lead) for lead in row] for row in chosen(standings.leads, order)]
    lottery = maximal_lottery(np.array([[np.nan if it is None else it.value for it in row] for row in pairs]))
    letters = letters_of(told, len(order))
    lines = tuple(
        replace(
            standings.lines[at], place=places[name], rank=places[name][0], letters=letters[line],
            lottery=float(lottery[line]), behind=leads[line - 1][line] if line else None,
        )
        for line, (at, name) in enumerate(zip(order, names, strict=True))
    )  # fmt: skip
    return replace(
        standings, scale=scale_of(standings, len(lines)), lines=lines, alike=told, leads=tuple(map(tuple, leads)),
        pairs=tuple(map(tuple, pairs)), curve=curve_of(standings.curve, order),
    )  # fmt: skip


def sets_of_lines(claims: Claims, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The largest sets of bots that are not told apart, as numbers of lines."""
    line = {claims.bots.index(name): at for at, name in enumerate(names)}
    found = [tuple(sorted(line[bot] for bot in together if bot in line)) for together in claims.alike()]
    return tuple(sorted(filter(None, found)))


def listing(line: BotLine, places: dict[str, Place]) -> tuple[int, int, float]:
    """By the first place the claims allow, so that places ascend; then by group and rating."""
    return places[line.name][0], line.group, 0.0 if line.rating is None else -line.rating.value


def scale_of(standings: Standings, lines: int) -> str:
    return standings.scale if lines == len(standings.lines) else f"{standings.scale}, those that have left included"


def chosen(square: Sequence[Sequence[Estimate | None]], order: Sequence[int]) -> list[list[Estimate | None]]:
    return [[square[row][column] for column in order] for row in order]


def without_interval(lead: Estimate | None) -> Estimate | None:
    return None if lead is None else replace(lead, interval=None)


def curve_of(curve: Curve, order: Sequence[int]) -> Curve:
    return Curve(curve.games, tuple(curve.mu[bot] for bot in order), tuple(curve.sigma[bot] for bot in order))


# ---- over time


def rated_history(results: Results, evidence: Evidence, standings: Standings) -> dict[str, list[RatedPeriod]]:
    """Of every bot with a rating, those that have left too; none where a bot has too few blocks."""
    found = history(results, results.place[:, 0].astype(np.float64), evidence.strength)
    strength = dict(zip(evidence.bots, evidence.strength.tolist(), strict=True))
    periods: dict[str, list[RatedPeriod]] = {}
    for line in standings.lines:
        if line.rating is not None:
            level = line.rating.value - points(strength[line.name])
            periods[line.name] = [
                RatedPeriod(round(it.begin), round(it.end), it.blocks, Estimate(
                    level + points(it.strength), (level + points(it.interval[0]), level + points(it.interval[1]))
                ))
                for it in found[line.name]
            ]  # fmt: skip
    return periods
