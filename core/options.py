"""Options of a game: what there is, and turning what a caller passed into settled values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import files
from core.errors import BadOption, did_you_mean, one_of

LARGEST_FILE = 2**22  # bytes


@dataclass(frozen=True)
class Option:
    """One option. Its type is the type of `default`; `choices` or `low` and `high` bound it.

    `kind="toml"` takes a path to a TOML file or its parsed content, and settles to the content, so that a game
    carries its components along when it is pickled. The default None stands for the game's own file.
    """

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    kind: str = "value"

    @property
    def wanted(self) -> str:
        """What would be right, for error messages and `arena games`."""
        if self.kind == "toml":
            return "a TOML file"
        if isinstance(self.default, bool):
            return "true or false"
        if self.choices:
            return one_of(str(choice) for choice in self.choices)
        if not isinstance(self.default, int):
            return "a text"
        if self.low is not None and self.high is not None:
            return f"a whole number from {self.low} to {self.high}"
        return "a whole number" if self.low is None else f"a whole number of at least {self.low}"

    def settle(self, value: Any) -> Any:
        """The value in the option's own type, or BadOption. Texts are read as a command line would write them."""
        if self.kind == "toml":
            return read_toml(self.name, value)
        settled = self._read(value) if isinstance(value, str) else value
        if type(settled) is not type(self.default) or not self._in_bounds(settled):
            raise BadOption(f"option {self.name}: {value!r} is not {self.wanted}.")
        return settled

    def _read(self, text: str) -> Any:
        if isinstance(self.default, bool):
            return {"true": True, "false": False}.get(text.lower(), text)
        if isinstance(self.default, int) and text.lstrip("-").isdecimal() and len(text) < 20:
            return int(text)
        return text

    def _in_bounds(self, value: Any) -> bool:
        if self.choices:
            return value in self.choices
        if isinstance(value, int) and not isinstance(value, bool):
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return True


def settle_options(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: the given ones checked, the others at their default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known) if known else "it has no options."
            raise BadOption(f"{game} has no option '{name}': {hint}")
    return {name: option.settle(given[name]) if name in given else option.default for name, option in known.items()}


def read_toml(name: str, value: Any) -> Any:
    """The parsed content of a path; content and None pass through."""
    if value is None or isinstance(value, Mapping):
        return value
    if not isinstance(value, str | Path):
        raise BadOption(f"option {name}: {value!r} is not a path to a TOML file.")
    try:
        return files.read_toml(value, LARGEST_FILE)
    except files.BadToml as error:
        raise BadOption(f"option {name}: '{value}' {error}") from None
