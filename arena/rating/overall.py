"""One board over several events: games, player counts or both.

A bot's overall rating is the mean of its ratings in the events, each centred on the same bots, so that no event's scale
or field moves it. Every game has the same weight, whatever number of player counts or games it was played with; so one
event with many games cannot outvote another. Only bots that have a rating in every event can be compared like that; the
others are listed apart. Intervals come from the replicates of the events, which are independent of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.rating.bootstrap import Stream, stream
from arena.rating.comparisons import Comparisons, Parts, Place, compare_parts, not_told_apart
from arena.rating.components import Components
from arena.rating.intervals import interval
from arena.rating.plackett_luce import ELO
from arena.rating.results import Floats
from arena.rating.scale import AVERAGE
from arena.rating.standings import Estimate, Evidence, letters_of


@dataclass(frozen=True)
class EventEvidence:
    """An event, with what its games say."""

    label: str
    game: str
    evidence: Evidence


@dataclass(frozen=True)
class OverallLine:
    """One bot of the overall board."""

    name: str
    place: Place
    letters: str  # bots that share a letter are not told apart
    rating: Estimate
    by_event: tuple[Estimate, ...]  # its ratings in the events, centred on the bots of this board


@dataclass(frozen=True)
class Overall:
    """The board over all events."""

    events: tuple[str, ...]
    weights: tuple[float, ...]
    lines: tuple[OverallLine, ...]
    alike: tuple[tuple[int, ...], ...]
    left_out: tuple[tuple[str, str], ...]  # bots that are not on it, and why
    scale: str


def overall(events: Sequence[EventEvidence], seed: int = 0) -> Overall:
    """Of at least one event."""
    names, left_out = common_bots(events)
    weights = event_weights([event.game for event in events])
    labels = tuple(event.label for event in events)
    scale = f"in each event the average of these bots is at {AVERAGE:g}"
    if len(names) < 2:
        return Overall(labels, weights, (), (), left_out, scale)
    centred = [_centred(event.evidence, names) for event in events]
    by_event = np.array([weight * one.strength for weight, one in zip(weights, centred, strict=True)])
    samples = _mixed(weights, centred, seed)
    compared = compare_parts(by_event, _parts(weights, centred), _one_group(len(names)), seed)
    lines, alike = _lines(names, by_event.sum(axis=0), samples, compared, centred)
    return Overall(labels, weights, lines, alike, left_out, scale)


def common_bots(events: Sequence[EventEvidence]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The bots with a rating in every event; and the others, with the reason."""
    everyone = sorted({name for event in events for name in event.evidence.bots})
    reasons = {name: _why_not(name, events) for name in everyone}
    names = tuple(name for name in everyone if not reasons[name])
    if len(names) == 1:
        alone = "no other bot has a rating in every event"
        return (), tuple((name, reason or alone) for name, reason in reasons.items())
    return names, tuple((name, reason) for name, reason in reasons.items() if reason)


def _why_not(name: str, events: Sequence[EventEvidence]) -> str:
    absent = [event.label for event in events if name not in event.evidence.bots]
    if absent:
        return f"did not play {', '.join(absent)}"
    bounds = [event.label for event in events if name not in _rated_names(event.evidence)]
    return f"has no rating in {', '.join(bounds)}" if bounds else ""


def _rated_names(evidence: Evidence) -> set[str]:
    return {evidence.bots[bot] for bot in evidence.rated}


def event_weights(games: Sequence[str]) -> tuple[float, ...]:
    """Every game counts the same, and within a game every event of it."""
    often = Counter(games)
    return tuple(1 / (len(often) * often[game]) for game in games)


@dataclass(frozen=True)
class _Centred:
    """An event's figures for the bots of the overall board, relative to their mean."""

    strength: Floats
    samples: Floats
    parts: Parts
    deals: int


def _centred(evidence: Evidence, names: Sequence[str]) -> _Centred:
    bots = [evidence.bots.index(name) for name in names]

    def relative(figures: Floats) -> Floats:
        chosen = figures[..., bots]
        return np.asarray(chosen - chosen.mean(axis=-1, keepdims=True))

    parts = replace(evidence.parts, influence=relative(evidence.parts.influence), sat=evidence.parts.sat[:, bots])
    return _Centred(relative(evidence.strength), relative(evidence.samples), parts, evidence.deals)


def _mixed(weights: Sequence[float], events: Sequence[_Centred], seed: int) -> Floats:
    """Replicates of the weighted mean. Events are independent, so their replicates are put together at random."""
    count = min(len(event.samples) for event in events)
    rng = stream(seed, Stream.EVENTS)
    drawn = [event.samples[rng.permutation(len(event.samples))[:count]] for event in events]
    return np.asarray(np.sum([weight * samples for weight, samples in zip(weights, drawn, strict=True)], axis=0))


def _parts(weights: Sequence[float], events: Sequence[_Centred]) -> Parts:
    """The deals of all events one after the other: each moves the overall strength by its event's weight."""
    influence = np.concatenate(
        [weight * event.parts.influence for weight, event in zip(weights, events, strict=True)]
    )
    sat = np.concatenate([event.parts.sat for event in events])
    bots = influence.shape[1]
    event = np.repeat(np.arange(len(events)), [len(one.parts.sat) for one in events])
    return Parts(influence, sat, np.zeros((len(sat), bots, bots), dtype=bool), event)


def _one_group(bots: int) -> Components:
    return Components((tuple(range(bots)),), np.zeros(bots, dtype=np.int64), 0)


def _lines(
    names: Sequence[str], strength: Floats, samples: Floats, compared: Comparisons, events: Sequence[_Centred]
) -> tuple[tuple[OverallLine, ...], tuple[tuple[int, ...], ...]]:
    places = compared.places()
    order = sorted(range(len(names)), key=lambda bot: (places[bot][0], -strength[bot]))
    alike = not_told_apart(compared.shown[order][:, order])
    letters = letters_of(alike, len(order))
    fewest = min(event.deals for event in events)
    lines = tuple(
        OverallLine(
            names[bot], places[bot], letters[line], _estimate(strength, samples, bot, fewest),
            tuple(_estimate(event.strength, event.samples, bot, event.deals) for event in events),
        )
        for line, bot in enumerate(order)
    )  # fmt: skip
    return lines, tuple(map(tuple, alike))


def _estimate(strength: Floats, samples: Floats, bot: int, deals: int) -> Estimate:
    found = interval(AVERAGE + ELO * samples[:, bot], deals)
    return Estimate(float(AVERAGE + ELO * strength[bot]), found)
