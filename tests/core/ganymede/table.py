"""Laying out a position in few words, playing by name, and exploring all that a turn can lead to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import core
from core import State

LETTERS = {"b": "blue", "r": "red", "y": "yellow", "p": "purple"}
COLOURS = tuple(LETTERS.values())


def settlers(letters: str) -> dict[str, int]:
    """'bbr' is two blue and a red."""
    return {colour: letters.count(letter) for letter, colour in LETTERS.items()}


def letters(counts: dict[str, int]) -> str:
    return "".join(letter * counts[colour] for letter, colour in LETTERS.items())


def board(
    earth: str = "", mars: str = "", a: tuple[str | None, str] = ("S25", ""), b: tuple[str | None, str] = ("S26", ""),
    **fields: Any,
) -> dict[str, Any]:  # fmt: skip
    """A board; a and b are the ships on the sites (None: bare) and the settlers there."""
    sites = {name: {"ship": ship, "settlers": settlers(there)} for name, (ship, there) in (("A", a), ("B", b))}
    return {"earth": settlers(earth), "mars": settlers(mars), "sites": sites, **fields}


def lay(*boards: dict[str, Any], edition: str = "2018", players: int = 2, **fields: Any) -> State:
    """A position with these boards, the others empty; seat 0 to move."""
    game = core.load("ganymede", players=players, edition=edition)
    return game.from_dict({"boards": [*boards, *({} for _ in range(players - len(boards)))], **fields})


def play(state: State, *names: str) -> State:
    """The state after these decisions; the one given stays as it is."""
    state = state.copy()
    for name in names:
        state.apply(state.parse(name))
    return state


def names(state: State) -> set[str]:
    return set(state.names())


def frames(state: State) -> list[str]:
    return [frame["do"] for frame in state.to_dict()["pending"]]


def own(state: State, seat: int = 0) -> dict[str, Any]:
    """The board of a seat, settlers as letters."""
    described = state.to_dict()["boards"][seat]
    for place in ("earth", "mars"):
        described[place] = letters(described[place])
    for site in ("A", "B"):
        described[site] = letters(described["sites"][site]["settlers"])
        described[f"ship {site}"] = described["sites"][site]["ship"]
    found: dict[str, Any] = described
    return found


def turn_is_over(state: State) -> bool:
    described = state.to_dict()
    return bool(described["seat"] != 0 or described["phase"] == "over" or described["round"] != 1)


def outcomes(
    state: State, read: Callable[[State], Hashable], allowed: Callable[[str], bool] = lambda name: True
) -> set[Hashable]:
    """What `read` sees at the end of the turn, over every way to play it with allowed actions."""
    found: set[Hashable] = set()
    open_states, seen = [state], {state}
    while open_states:
        now = open_states.pop()
        if turn_is_over(now):
            found.add(read(now))
            continue
        for name in filter(allowed, now.names()):
            following = play(now, name)
            if following not in seen:
                seen.add(following)
                open_states.append(following)
    return found
