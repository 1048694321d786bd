"""The pictures that README.md shows, kept in docs/pictures/. `python -m tests.core.shown` writes them anew, and with
names of games behind it those of these games for the first time."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import core
from core import State
from tests.core.pictures import drawn

FOLDER = Path(core.__path__[0]).parent / "docs" / "pictures"
SEED, SHARE = 2026, 0.7  # how far into the game


def shown_position(name: str) -> State:
    """A random game, broken off when most of it is played."""
    game, rng = core.load(name, core.game_class(name).SEATS[1]), Random(SEED)
    state, states = game.new(SEED), []
    while not state.is_over:
        states.append(state.copy())
        state.apply(rng.choice(state.legal()))
    return states[int(SHARE * len(states))]


def shown() -> list[str]:
    """The games with a picture in README.md."""
    return sorted(path.stem for path in FOLDER.glob("*.svg"))


def shown_path(name: str) -> Path:
    return FOLDER / f"{name}.svg"


def expected_picture(name: str) -> str:
    state = shown_position(name)
    return drawn(state.game, state) + "\n"


def main() -> None:
    for name in {*shown(), *sys.argv[1:]}:
        shown_path(name).write_text(expected_picture(name), encoding="utf-8")
        print(shown_path(name).relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
