"""A ladder as its options or its TOML file describe it, read as strictly as a tournament's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from arena.process.limits import Limits
from arena.tournament import closing
from arena.tournament.adaptive import SCHEDULERS
from arena.tournament.config import (
    ADAPTIVE,
    EVENT_KEYS,
    KEYS,
    LOSS,
    PERMUTATIONS,
    ROTATIONS,
    Event,
    Key,
    choice,
    name_key,
    read_events,
    read_limits,
    read_table,
    read_toml,
    whole,
)
from arena.tournament.scheduler import Loss
from bots.luck import value_name

LONGEST_VALUE: Final = 200  # letters


@dataclass(frozen=True, slots=True)
class LadderConfig:
    """What stays the same for as long as a ladder lives. Bots come and go."""

    name: str
    events: tuple[Event, ...]
    scheduler: str = ADAPTIVE
    loss: str = str(Loss())  # what the games are to find out
    longest_wait: int | None = None  # blocks that no bot waits longer than; None: as fits the number of bots
    weigh_seconds: bool = True  # whether the scheduler weighs what games tell against the time they take
    seatings: str = ROTATIONS
    round_blocks: int = 24  # that are chosen at a time
    epoch_blocks: int = 1000  # after so many the secret changes
    epoch_hours: float | None = None  # or after so many hours, if that is sooner
    closes: str | None = None  # from this moment on nobody enters, and a final decides; None: it never closes
    final_deals: int = 20  # of each event of the final
    seed: int = 0  # of the analysis
    secret: str | None = None  # the epochs' secrets follow from it; None: they are drawn
    explanations: bool = False  # keep what bots say of their decisions
    luck: str = ""  # name of the value by which luck is told, noted before the first game; empty: it is not told
    limits: Limits = field(default_factory=Limits)

    @property
    def is_closed(self) -> bool:
        return closing.is_past(self.closes)

    def to_json(self) -> str:
        """A ladder that never closes is written as before there were contests."""
        table = asdict(self)
        if self.closes is None:
            del table["closes"], table["final_deals"]
        return json.dumps(table, sort_keys=True)


def hours() -> Key:
    return Key(float, "a number of hours above 0 and up to 10000", lambda value: 0 < value <= 10_000, None)


def is_loss(value: str) -> bool:
    return LOSS.fullmatch(value) is not None


def is_luck(value: Any) -> bool:
    """Who makes a ladder says true or false, its file has the name of the value."""
    return type(value) is bool or (isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_VALUE)


LADDER_KEYS: Final[dict[str, Key]] = {
    "name": name_key(),
    "events": KEYS["events"],
    "scheduler": choice(ADAPTIVE, *(name for name in SCHEDULERS if name != ADAPTIVE)),
    "loss": Key(str, '"top:3" (or another number), "pairs" or "newcomer"', is_loss, str(Loss())),
    "longest_wait": whole(1, 1_000_000, None),
    "weigh_seconds": Key(bool, "true or false", default=True),
    "seatings": choice(ROTATIONS, PERMUTATIONS),
    "round_blocks": whole(1, 100_000, 24),
    "epoch_blocks": whole(1, 1_000_000_000, 1000),
    "epoch_hours": hours(),
    "closes": Key(object, closing.WANTED, closing.is_moment, None),
    "final_deals": whole(1, 100_000, 20),
    "seed": KEYS["seed"],
    "secret": KEYS["secret"],
    "explanations": KEYS["explanations"],
    "luck": Key(object, "true or false", is_luck, True),
    "limits": KEYS["limits"],
}


def read_ladder_config(path: Path, name: str) -> LadderConfig:
    """The ladder in a TOML file, under this name. ConfigError, in one sentence, for what is not right in it."""
    return build_ladder_config({**read_toml(path), "name": name}, str(path), path.parent)


def build_ladder_config(table: Mapping[str, Any], file: str, folder: Path | None = None) -> LadderConfig:
    """The config of a parsed table; `file` is what errors call it, `folder` what paths are relative to."""
    everything = LADDER_KEYS | {name: replace(key, default=None) for name, key in EVENT_KEYS.items()}
    values = {name: value for name, value in read_table(table, everything, file).items() if name in LADDER_KEYS}
    values["events"] = read_events(table, values["events"], file, folder or Path())
    values["limits"] = read_limits(values["limits"], file)
    if type(values["luck"]) is bool:
        values["luck"] = value_name(event.load_game() for event in values["events"]) if values["luck"] else ""
    if values["closes"] is not None:
        values["closes"] = closing.written(values["closes"])
    if values["secret"] is not None:
        values["secret"] = values["secret"].lower()
    return LadderConfig(**values)
