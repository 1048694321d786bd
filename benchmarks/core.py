"""How fast the games are: playouts, copying, and play driven from Python."""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable
from typing import Any

import core
from benchmarks.measure import human, rate, share_of, show, title
from core import Game

# A game's decisions are to take at most so many times as long as Connect Four's.
LEAST_PART = {"ganymede": 4, "starfarers": 8, "on_mars": 12}


def main() -> None:
    connect_four_against_open_spiel()
    every_game()
    whole_games_against_catanatron()


def connect_four_against_open_spiel() -> None:
    title("Connect Four")
    start = core.load("connect_four").new(1)
    ours = rate(lambda: playouts(start, 20_000))
    show("random playouts/s through the vtable", human(ours), "at least 1 M", ours >= 1e6)
    try:
        import pyspiel
    except ImportError:
        show("OpenSpiel is not installed (extra: bench)", "-")
        return
    theirs = rate(lambda: open_spiel_playouts(pyspiel.load_game("connect_four"), 100))
    show("OpenSpiel, C++ driven from Python, playouts/s", human(theirs))
    show("ratio", f"{ours / theirs:.1f}", "at least 10", ours >= 10 * theirs)


def playouts(start: core.State, count: int) -> int:
    start.playouts(count, random.getrandbits(60))
    return count


def open_spiel_playouts(game: Any, count: int) -> int:
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return count


def every_game() -> None:
    for name in core.games():
        game = core.load(name, players=core.game_class(name).SEATS[1])
        title(f"{name}, {game.players} players")
        state = game.new(1)
        show("bytes of a state", str(game.state_size))
        copy_against_bytearray(state)
        show("random decisions/s in C (legal + apply)", human(rate(random_decisions(game))))
        for players in range(max(2, game.SEATS[0]), game.SEATS[1] + 1) if name != "connect_four" else ():
            share_of_connect_four(core.load(name, players))
        driven = rate(lambda game=game: driven_from_python(game))  # type: ignore[misc]
        show("decisions/s driven from Python (legal, choose, apply)", human(driven), "at least 300 k", driven >= 3e5)


def copy_against_bytearray(state: core.State) -> None:
    raw = bytes(state.game.state_size)
    copy = min(timeit.repeat(state.copy, number=100_000, repeat=5))
    plain = min(timeit.repeat(lambda: bytearray(raw), number=100_000, repeat=5))
    show("state.copy() against bytearray(b) of the same length", f"{copy / plain:.2f}", "at most 3", copy <= 3 * plain)


def random_decisions(game: Game) -> Callable[[], int]:
    start = game.new(1)
    batch = max(1, 50_000 // game.new(1).playout(1))
    return lambda: start.playouts(batch, random.getrandbits(60))


def share_of_connect_four(game: Game) -> None:
    share = share_of(random_decisions(game), random_decisions(core.load("connect_four")))
    part = LEAST_PART.get(game.name)
    wanted = (f"at least 1/{part}", part * share >= 1) if part else ()
    show(f"as a share of Connect Four's, {game.players} players", f"1/{1 / share:.1f}", *wanted)


def driven_from_python(game: Game) -> int:
    unit = random.random
    state = game.new(random.getrandbits(60))
    made = 0
    while legal := state.legal():
        state.apply(legal[int(unit() * len(legal))])
        made += 1
    return made


def whole_games_against_catanatron() -> None:
    names = [name for name in core.games() if core.game_class(name).SEATS[1] == 4]
    if not names:
        return
    title("Whole random games per second, 4 players")
    theirs = catanatron_games_per_second()
    for name in names:
        start = core.load(name, players=4).new(1)
        ours = rate(lambda start=start: playouts(start, 20))  # type: ignore[misc]
        ratio = f"{ours / theirs:.0f} times catanatron's" if theirs else ""
        show(f"{name}", human(ours), ratio)


def catanatron_games_per_second() -> float:
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        show("catanatron is not installed (extra: bench)", "-")
        return 0.0

    def one() -> int:
        Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]).play()
        return 1

    speed = rate(one, seconds=2.0)
    show("catanatron (Catan, pure Python)", human(speed))
    return speed


if __name__ == "__main__":
    main()
