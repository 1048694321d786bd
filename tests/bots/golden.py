"""Golden games of the built-in bots at fixed iterations, kept in tests/bots/golden/.

A change of what a bot plays shows as a text diff there. `python -m tests.bots.golden` writes them anew, once the bot's
PLAY_VERSION for the game has been raised; with `--missing` only those that are not there yet; ARENA_GAME=my_game for
one game.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bots
import core
from bots import Clock, Spec
from tests.golden_ledger import SameVersion, write

FOLDER = Path(__file__).parent / "golden"
SPECS = {"random": "random", "greedy": "greedy", "mcts": "mcts:iterations=60", "mcts-0.1": "mcts-0.1:iterations=60"}
DECISIONS = 60  # of each game, all seats together
SEED = 2026


def file_name(bot: str, game: str) -> str:
    return f"{bot}-{game}.txt"


def where_to_raise(bot: str, game: str) -> str:
    return f"PLAY_VERSION['{game}'] of {bot}"


def play_version(bot: str, game: str) -> int:
    return bots.bot_class(Spec.parse(bot)).PLAY_VERSION.get(game, 1)


def golden_game(spec: str, game: core.Game) -> list[str]:
    """The first decisions of a game in which the bot has every seat."""
    seats = [bots.make(spec) for _ in range(game.players)]
    for seat, bot in enumerate(seats):
        bot.start(game, seat, SEED + seat)
    state, lines = game.new(SEED), [repr(game)]
    while state.to_move is not None and len(lines) <= DECISIONS:
        mover = state.to_move
        action = seats[mover].choose(state.view(mover), Clock())
        lines.append(f"{len(lines)}. seat {mover}: {state.name(action)}")
        state.apply(action)
    return lines


def golden_text(bot: str, name: str) -> str:
    """With as few and as many players as the game allows."""
    games = {count: core.load(name, count) for count in core.game_class(name).SEATS}
    lines = [SPECS[bot], *(line for game in games.values() for line in ("", *golden_game(SPECS[bot], game)))]
    return "\n".join(lines) + "\n"


def main() -> None:
    only = os.environ.get("ARENA_GAME")
    for bot in SPECS:
        for name in [only] if only else core.games():
            if "--missing" in sys.argv and (FOLDER / file_name(bot, name)).exists():
                continue
            texts = {file_name(bot, name): golden_text(bot, name)}
            try:
                write(FOLDER, play_version(bot, name), texts, where_to_raise(bot, name))
            except SameVersion as error:
                raise SystemExit(str(error)) from None
            print(file_name(bot, name))


if __name__ == "__main__":
    main()
