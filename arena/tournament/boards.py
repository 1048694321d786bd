"""Which boards the events of one or several runs give: a board for each game, player count, options and rules.

Games of several runs that played the same event go on one board. A bot is the same in two runs if its name, its version
and its parameters are; bots of one name that are not the same are shown as name@version.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arena.play.records import BUILT_IN, BotIdentity
from arena.rating.results import Columns, Results, arranged
from arena.tournament.config import Event
from arena.tournament.store import Store, StoreError
from bots import Spec

Labels = Mapping[str, str]  # what a board calls the bots of a run, by their names there


@dataclass(frozen=True)
class Source:
    """Where some of the games of a board come from."""

    store: Store
    event: int
    first_block: int  # number on the board of the run's block 0
    labels: Labels


@dataclass(frozen=True)
class Board:
    """All games of one event."""

    label: str
    event: Event
    sources: tuple[Source, ...]

    @property
    def folder(self) -> str:
        """A name for its files."""
        return re.sub(r"[^A-Za-z0-9_.]+", "-", self.label).strip("-")

    def results(self) -> Results:
        names = sorted({label for source in self.sources for label in source.labels.values()})
        return arranged(Columns.joined([_columns(source, names) for source in self.sources]), names)

    def game(self, block: int, rotation: int) -> tuple[Store, int]:
        """The run and the number of a game of the board."""
        source = max((each for each in self.sources if each.first_block <= block), key=lambda each: each.first_block)
        return source.store, source.store.schedule.game_number(block - source.first_block, rotation)


def find_boards(stores: Sequence[Store]) -> tuple[Board, ...]:
    """The boards of some runs, in the order in which their events come first."""
    refuse_copies(stores)
    labels = bot_labels([store.bots() for store in stores])
    found: dict[tuple[str, int, str], list[Source]] = {}
    first_block = 0
    for store, names in zip(stores, labels, strict=True):
        for number, event in enumerate(store.config.events):
            key = event.game, event.players, store.event_digest(number)
            found.setdefault(key, []).append(Source(store, number, first_block, names))
        first_block += len(store.schedule)
    shared = defaultdict(list)
    for game, players, digest in found:
        shared[game, players].append(digest)
    return tuple(_board(key, sources, found, shared[key[:2]]) for key, sources in found.items())


def _board(
    key: tuple[str, int, str], sources: list[Source], found: Mapping[Any, list[Source]], digests: Sequence[str]
) -> Board:
    game, players, digest = key
    event = sources[0].store.config.events[sources[0].event]
    label = f"{game} for {players} players"
    if len(digests) > 1:
        others = [found[game, players, other][0] for other in digests if other != digest]
        label += f" ({_what_differs(event, [each.store.config.events[each.event] for each in others], digest)})"
    return Board(label, event, tuple(sources))


def _what_differs(event: Event, others: Iterable[Event], digest: str) -> str:
    """The options that tell an event from others of the same game; the start of the digest where options do not."""
    differing = {key for other in others for key in event.options if other.options.get(key) != event.options[key]}
    words = [f"{key} {event.options[key]}" for key in sorted(differing) if not isinstance(event.options[key], dict)]
    return ", ".join(words or [f"rules and components {digest[:6]}"])


def _columns(source: Source, names: Sequence[str]) -> Columns:
    """The games of a source with the board's names and block numbers."""
    columns = source.store.columns(source.event)
    here = [bot.name for bot in source.store.bots()]
    numbers = np.array([names.index(source.labels[name]) for name in here], dtype=np.int64)
    faults = [
        (source.first_block + block, rotation, replace(fault, bot=source.labels[fault.bot]))
        for block, rotation, fault in columns.faults
    ]
    place = columns.place + np.array([source.first_block, 0])
    return replace(columns, place=place, lineup=numbers[columns.lineup], faults=faults)


def bot_labels(runs: Sequence[Sequence[BotIdentity]]) -> list[dict[str, str]]:
    """For each run what its bots are called on a board of all of them, by name."""
    meant: dict[str, dict[tuple[str, str], BotIdentity]] = defaultdict(dict)
    for bot in (bot for bots in runs for bot in bots):
        meant[bot.name][bot.version, parameters_of(bot)] = bot
    return [{bot.name: _label(bot, meant) for bot in bots} for bots in runs]


def _label(bot: BotIdentity, meant: Mapping[str, Mapping[tuple[str, str], BotIdentity]]) -> str:
    own = meant[bot.name]
    if len(own) == 1:
        return bot.name
    alike = [parameters for version, parameters in own if version == bot.version]
    label = f"{bot.name}@{bot.version}" + (f" {parameters_of(bot)}" if len(alike) > 1 else "")
    return label if label not in meant else f"{label} (another)"  # a bot may be called what a label looks like


def parameters_of(bot: BotIdentity) -> str:
    """What a spec says beside the file it names, whose content the version stands for."""
    spec = Spec.parse(bot.spec)
    return bot.spec if bot.isolation == BUILT_IN else str(replace(spec, source="")).strip(":")


def refuse_copies(stores: Sequence[Store]) -> None:
    """The games of a run count once: two files with one secret nobody knew are copies of one run."""
    seen: dict[str, Store] = {}
    for store in stores:
        same = seen.setdefault(store.secret.commitment, store)
        copied = not store.secret.public or (len(store) > 0 and same.total() == store.total())
        if same is not store and copied:
            raise StoreError(f"{store.path}: has the games of {same.path}; a game counts once: name one of the two.")
