"""The pictures that README.md shows, kept in docs/pictures/. `python -m tests.core.shown` writes them anew."""

from __future__ import annotations

from pathlib import Path
from random import Random

import core
from core import State
from tests.core.pictures import drawn, has_picture

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


def expected_pictures() -> dict[Path, str]:
    """Every picture of README.md with the content it should have."""
    states = {name: shown_position(name) for name in core.games() if has_picture(name)}
    return {FOLDER / f"{name}.svg": drawn(state.game, state) + "\n" for name, state in states.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path, svg in expected_pictures().items():
        path.write_text(svg, encoding="utf-8")
        print(path.relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
