"""The pictures that README.md shows, kept in docs/pictures/ beside the positions they are drawn from.

`python -m tests.core.shown` draws them anew, `python -m tests.core.shown --play` plays for other positions first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import core
from core import State
from tests.core.pictures import drawn, has_picture

FOLDER = Path(core.__path__[0]).parent / "docs" / "pictures"
SEED, SHARE = 3, 0.7  # how far into the game


def play_position(name: str) -> State:
    """A game of greedy players at the fullest table, broken off when most of it is played."""
    from bots import Clock
    from bots.greedy_bot import GreedyBot  # only to play anew: pictures need no bots

    game = core.load(name, core.game_class(name).SEATS[1])
    bots = [GreedyBot() for _ in range(game.players)]
    for seat, bot in enumerate(bots):
        bot.start(game, seat, SEED + seat)
    state, states = game.new(SEED), []
    while state.to_move is not None:
        states.append(state.copy())
        state.apply(bots[state.to_move].choose(state.view(state.to_move), Clock()))
    return states[int(SHARE * len(states))]


def shown_position(name: str) -> State:
    position = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return core.load(name, position["players"], **position["options"]).from_dict(position)


def expected_pictures() -> dict[Path, str]:
    """Every picture of README.md with the content it should have."""
    states = {path: shown_position(path.stem) for path in sorted(FOLDER.glob("*.json"))}
    return {path.with_suffix(".svg"): drawn(state.game, state) + "\n" for path, state in states.items()}


def keep_positions() -> None:
    for name in filter(has_picture, core.games()):
        content = json.dumps(play_position(name).to_dict(), separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(content + "\n", encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if "--play" in sys.argv[1:]:
        keep_positions()
    for path, svg in expected_pictures().items():
        path.write_text(svg, encoding="utf-8")
        print(path.relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
