"""The pictures that README.md shows, kept in docs/pictures/ beside the positions they are drawn from.

`python -m tests.core.shown` draws them anew. With names of games behind it these games are played first, for another
position or for their first one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import core
from core import State
from tests.core.pictures import drawn

FOLDER = Path(core.__path__[0]).parent / "docs" / "pictures"
SEED, SHARE = 3, 0.7  # how far into the game


def played_position(name: str) -> State:
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


def keep_position(name: str) -> None:
    content = json.dumps(played_position(name).to_dict(), separators=(",", ":"))
    shown_path(name).with_suffix(".json").write_text(content + "\n", encoding="utf-8")


def shown() -> list[str]:
    """The games with a picture in README.md."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def shown_path(name: str) -> Path:
    return FOLDER / f"{name}.svg"


def shown_position(name: str) -> State:
    position = json.loads(shown_path(name).with_suffix(".json").read_text(encoding="utf-8"))
    return core.load(name, position["players"], **position["options"]).from_dict(position)


def expected_picture(name: str) -> str:
    state = shown_position(name)
    return drawn(state.game, state) + "\n"


def main() -> None:
    for name in sys.argv[1:]:
        keep_position(name)
    for name in shown():
        shown_path(name).write_text(expected_picture(name), encoding="utf-8")
        print(shown_path(name).relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
