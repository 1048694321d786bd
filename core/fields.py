"""Reads plain data field by field: the positions and the components of all games.

    board = Field(position).table(("boards", "seed"))["boards"].entries(2, 2)[0].table(("reputation",))
    board["reputation"].number(0, 11)

What is wrong is told in one sentence that starts with the field:

    boards[0].reputation: 12 is not a whole number from 0 to 11.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from core.errors import ArenaError, BadPosition, one_of

LONGEST = 60  # characters of a wrong value that an error repeats


class Field:
    """One value, the path that leads to it, and the error to raise if it is wrong."""

    def __init__(self, value: Any, path: str = "", error: type[ArenaError] = BadPosition) -> None:
        self.value = value
        self.path = path
        self.error = error

    def refuse(self, problem: str) -> NoReturn:
        raise self.error(f"{self.path or 'position'}: {problem}.")

    def require(self, holds: object, problem: str) -> None:
        if not holds:
            self.refuse(problem)

    def is_not(self, wanted: str) -> NoReturn:
        """Refuses the value, and says what would be right."""
        text = repr(self.value)
        self.refuse(f"{text if len(text) <= LONGEST else f'{text[: LONGEST - 3]}...'} is not {wanted}")

    # ---- single values

    def number(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            self.is_not(f"a whole number from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if type(self.value) is not bool:
            self.is_not("true or false")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.is_not("a text")
        return self.value

    def choice(self, names: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in names:
            self.is_not(one_of(names))
        return self.value

    def index(self, names: Sequence[str]) -> int:
        """The place of the name among these."""
        return names.index(self.choice(names))

    # ---- tables

    def table(self, known: Collection[str] | None = None) -> Field:
        """Itself, if it is a table with no other fields than these."""
        if not isinstance(self.value, Mapping):
            self.is_not("a table")
        for name in self.value:
            if known is not None and name not in known:
                self._child(name, None).refuse(f"there is no such field, only {', '.join(known)}")
        return self

    def _child(self, name: object, value: Any) -> Field:
        return Field(value, f"{self.path}.{name}" if self.path else str(name), self.error)

    def __contains__(self, name: str) -> bool:
        return name in self.table().value

    def __getitem__(self, name: str) -> Field:
        if name not in self:
            self._child(name, None).refuse("missing")
        return self._child(name, self.value[name])

    def get(self, name: str, default: Any = None) -> Field:
        return self._child(name, self.value[name] if name in self else default)

    def items(self) -> list[tuple[str, Field]]:
        return [(name, self._child(name, value)) for name, value in self.table().value.items()]

    def over(self, base: Mapping[str, Any]) -> dict[str, Any]:
        """The base with the fields given here in place of its own."""
        return {**base, **self.table(base).value}

    def counts(self, names: Sequence[str], high: int) -> list[int]:
        """A number from 0 to `high` for each name, 0 for those left out."""
        self.table(names)
        return [self.get(name, 0).number(0, high) for name in names]

    # ---- lists

    def entries(self, low: int = 0, high: int | None = None) -> list[Field]:
        """The entries of a list of so many. A table with an id is named by it as well: `ships[3] (S04)`."""
        if not isinstance(self.value, list | tuple):
            self.is_not(f"a list of{how_many(low, high)} entries" if low or high else "a list")
        if len(self.value) < low or (high is not None and len(self.value) > high):
            self.refuse(f"{len(self.value)} entries, there should be{how_many(low, high)}")
        return [Field(value, f"{self.path}[{i}]{id_of(value)}", self.error) for i, value in enumerate(self.value)]

    def numbers(self, count: int, low: int, high: int) -> list[int]:
        """A list of so many numbers."""
        return [entry.number(low, high) for entry in self.entries(count, count)]


def how_many(low: int, high: int | None) -> str:
    if high is None:
        return f" at least {low}"
    return f" {low}" if low == high else f" {low} to {high}"


def id_of(value: Any) -> str:
    return f" ({value['id']})" if isinstance(value, Mapping) and isinstance(value.get("id"), str | int) else ""
