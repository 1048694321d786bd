"""How fast the games are: playouts, copying, and play driven from Python."""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable
from typing import Any

import bots
import core
from benchmarks.measure import human, rate, share_of, show, title
from bots import Clock
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


# ---- whole games, beside catanatron's


def whole_games_against_catanatron() -> None:
    """Catan is the nearest relative with a well-known simulator; its greedy player takes the move with the most points,
    ours looks on to the end of the turn."""
    random_games = catanatron_games_per_second("RandomPlayer")
    greedy_games = catanatron_games_per_second("VictoryPointPlayer")
    for kind, theirs, ours in (("random", random_games, random_game), ("greedy", greedy_games, greedy_game)):
        title(f"Whole {kind} games per second, 4 players")
        show(f"catanatron (Catan, pure Python), {kind}", human(theirs) if theirs else "not installed")
        for name in core.games():
            if core.game_class(name).SEATS[1] == 4:
                games_beside(name, rate(ours(core.load(name, players=4)), seconds=2.0), theirs)


def games_beside(name: str, ours: float, theirs: float) -> None:
    digits = 0 if ours > 10 * theirs else 1
    show(name, human(ours), f"{ours / theirs:,.{digits}f} times catanatron's" if theirs else "")


def catanatron_games_per_second(player: str) -> float:
    try:
        from catanatron import Color, Game, RandomPlayer
        from catanatron.players.search import VictoryPointPlayer
    except ImportError:
        return 0.0
    kind = {"RandomPlayer": RandomPlayer, "VictoryPointPlayer": VictoryPointPlayer}[player]

    def one() -> int:
        Game([kind(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]).play()
        return 1

    return rate(one, seconds=2.0)


def random_game(game: Game) -> Callable[[], int]:
    start = game.new(1)
    return lambda: playouts(start, 20)


def greedy_game(game: Game) -> Callable[[], int]:
    """Greedy at every seat, each choosing from its own view: the loop that matches are played with, without a clock."""
    players = [bots.make("greedy") for _ in range(game.players)]

    def one() -> int:
        deal = random.getrandbits(60)
        for seat, player in enumerate(players):
            player.start(game, seat, deal + seat)
        state = game.new(deal)
        while (mover := state.to_move) is not None:
            state.apply(players[mover].choose(state.view(mover), Clock()))
        return 1

    return one


if __name__ == "__main__":
    main()
