"""How fast the tree search is, per second of processor time, and how it compares with OpenSpiel's."""

from __future__ import annotations

import math
import random
import statistics
import time
from typing import Any

import bots
import core
from benchmarks.measure import human, rate, show, title
from bots import Clock
from bots.mcts import POLICIES, Search
from bots.mcts_bot import MctsBot, compiled_settings
from core import State, View

PLAIN = "prior=0,playout=random,cutoff=-1,reuse=false"
MATCH_GAMES = 400
MATCH_ITERATIONS = 500
LEAST_ITERATIONS = {"starfarers": 1000}


def main() -> None:
    against_open_spiel()
    threads()
    four_players()
    determinizing()
    clocks()


def iterations_per_second(state: State, parameters: str) -> float:
    """Of a search with these parameters, from an empty tree."""
    return rate(lambda: iterations_made(state, parameters))


def iterations_made(state: State, parameters: str, seconds: float = 0.6) -> int:
    bot = MctsBot(**_parsed(f"{parameters},seconds={seconds}"))
    assert state.to_move is not None
    bot.start(state.game, state.to_move, random.getrandbits(60))
    bot.choose(state.view(state.to_move), Clock())
    return bot.iterations


def _parsed(parameters: str) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for pair in parameters.split(","):
        key, _, value = pair.partition("=")
        made[key] = {"true": True, "false": False}.get(value, value)
        if isinstance(made[key], str) and made[key].lstrip("-").replace(".", "").isdigit():
            made[key] = float(value) if "." in value or key == "c" else int(value)
    return made


# ---- OpenSpiel


def against_open_spiel() -> None:
    title("Connect Four: one random playout per iteration, one thread")
    ours = iterations_per_second(core.load("connect_four").new(1), PLAIN)
    show("iterations/s from the start position", human(ours))
    try:
        import pyspiel
    except ImportError:
        show("OpenSpiel is not installed (extra: bench)", "-")
        return
    game = pyspiel.load_game("connect_four")

    def work() -> int:
        open_spiel_bot(pyspiel, game, 20_000, random.getrandbits(30)).step(game.new_initial_state())
        return 20_000

    theirs = rate(work)
    show("OpenSpiel's MCTSBot (C++), iterations/s", human(theirs))
    show("ratio", f"{ours / theirs:.1f}", "at least 4", ours >= 4 * theirs)
    share, half = match(pyspiel, game)
    show(
        f"{MATCH_GAMES} games at {MATCH_ITERATIONS} iterations each, sides swapped",
        f"{100 * share:.1f} % ± {100 * half:.1f}",
        "at least 50 % - interval",
        share >= 0.5 - half,
    )


def open_spiel_bot(pyspiel: Any, game: Any, iterations: int, seed: int) -> Any:
    """With the exploration constant of its own examples; its rewards run from -1 to 1, ours from 0 to 1."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 2.0, iterations, 1000, True, seed, False)


def match(pyspiel: Any, game: Any) -> tuple[float, float]:
    """Our share of the points, and half of its 95 % interval."""
    points = [one_game(pyspiel, game, our_seat=number % 2, seed=number) for number in range(MATCH_GAMES)]
    share = sum(points) / len(points)
    spread = math.sqrt(sum((it - share) ** 2 for it in points) / (len(points) - 1))
    return share, 1.96 * spread / math.sqrt(len(points))


def one_game(pyspiel: Any, game: Any, our_seat: int, seed: int) -> float:
    own = core.load("connect_four")
    us = MctsBot(**_parsed(f"{PLAIN},iterations={MATCH_ITERATIONS}"))
    us.start(own, our_seat, seed)
    them = open_spiel_bot(pyspiel, game, MATCH_ITERATIONS, seed)
    state, twin = own.new(0), game.new_initial_state()
    while state.to_move is not None:
        ours = state.to_move == our_seat
        action = us.choose(state.view(our_seat), Clock()) if ours else them.step(twin)
        state.apply(action)
        twin.apply_action(action)
    return state.scores()[our_seat]


# ---- threads, long games, chance, clocks


def threads() -> None:
    """By the clock, in pairs measured right after each other: only a machine with two cores free can tell."""
    title("Threads")
    state = core.load("connect_four").new(1)
    pairs = [(iterations_made(state, f"{PLAIN},threads=2"), iterations_made(state, PLAIN)) for _ in range(9)]
    speed = statistics.median(two / one for two, one in pairs)
    show("iterations of two threads against one, both cores free", f"{speed:.2f}", "at least 1.7", speed >= 1.7)


def four_players() -> None:
    names = [name for name in core.games() if core.game_class(name).SEATS[1] == 4]
    for name in names:
        title(f"{name}, 4 players, playouts to the end of the game")
        state = core.load(name, 4).new(1)
        for policy in POLICIES:
            speed = iterations_per_second(state, f"playout={policy},cutoff=-1,epsilon=0.1")
            show(f"iterations/s, playout={policy}", human(speed), *(wanted(name, speed) if policy == "rollout" else ()))
        show("iterations/s with the game's own settings", human(iterations_per_second(state, "reuse=false")))


def wanted(name: str, speed: float) -> tuple[str, bool]:
    """Half as much of a game whose playouts are long."""
    least = LEAST_ITERATIONS.get(name, 2000)
    return f"at least {human(least)}", speed >= least


def determinizing() -> None:
    title("Drawing a world that fits a view")
    for name in core.games():
        game = core.load(name, core.game_class(name).SEATS[1])
        view = middle_of(game.new(1))
        search = Search(game, view.seat, 1_000_000, settings())
        search.look_at(view, 1, False, None)
        spent = 1e6 / rate(lambda search=search: worlds(search))  # type: ignore[misc]
        show(f"{name}, {game.players} players: µs", f"{spent:.3f}", "at most 2", spent <= 2)


def worlds(search: Search) -> int:
    search.draw_worlds(200_000)
    return 200_000


def settings() -> dict[str, Any]:
    plain = {"c": 1.0, "prior": 0.0, "epsilon": 0.0, "cutoff": -1, "playout": "random", "utility": "rank"}
    return compiled_settings(plain, solver=False)


def middle_of(state: State) -> View:
    """A view from about the middle of a random game."""
    for _ in range(state.copy().playout(1) // 2):
        state.apply(random.Random(1).choice(state.legal()))
    assert state.to_move is not None
    return state.view(state.to_move)


def clocks() -> None:
    title("Budgets in seconds")
    for name in core.games():
        game = core.load(name, core.game_class(name).SEATS[1])
        bot, state = bots.make("mcts:seconds=0.1"), game.new(1)
        overruns = []
        began = time.perf_counter()
        bot.start(game, state.to_move or 0, 1)
        for _ in range(20):
            bot.choose(state.view(state.to_move or 0), Clock())
            overruns.append(1000 * (time.perf_counter() - began - 0.1))
            began = time.perf_counter()
        show(f"{name}: first move late by, ms", f"{overruns[0]:.2f}", "at most 20", overruns[0] <= 20)
        show(f"{name}: worst overrun of 20, ms", f"{max(overruns):.2f}", "at most 20", max(overruns) <= 20)


if __name__ == "__main__":
    main()
