"""What a net costs: judging a position of a search and its actions, the reference at the root; hiding and observing
included."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

import core
from benchmarks.measure import rate, show, title
from bots.net import Evaluator, Lens, Net
from bots.nets import shipped_net
from core import Game, State

AT_MOST = 5.0  # microseconds
HIDDEN = 64, 32  # of nets drawn at random, where none comes along
AT_A_TIME = 1000
DECISIONS_FROM_THE_ROOT = 12


def main() -> None:
    title(f"Judging a position {DECISIONS_FROM_THE_ROOT} decisions from the root, observation included")
    for name in core.games():
        for players in range(max(2, core.game_class(name).SEATS[0]), core.game_class(name).SEATS[1] + 1):
            cost_of(core.load(name, players))


def cost_of(game: Game) -> None:
    net = shipped_net("mcts", game) or shipped_net("greedy", game)
    kind = "shipped" if net is not None else "random"
    net = net or random_net(game)
    root = later(game.new(1), 60)
    leaf = later(root.copy(), DECISIONS_FROM_THE_ROOT)
    evaluator = Evaluator(net, game)
    evaluator.begin_at(root)

    def work() -> int:
        evaluator.time_evaluating(leaf, AT_A_TIME)
        return AT_A_TIME

    cost = 1e6 / rate(work)
    shape = "-".join(map(str, (net.inputs, *net.hidden, net.outputs)))
    what = f"{game.name}, {game.players} players, {shape} ({kind}): µs"
    show(what, f"{cost:.2f}", f"at most {AT_MOST:g}", cost <= AT_MOST)


def random_net(game: Game) -> Net:
    lot = np.random.default_rng(1)
    sizes = [Lens(game).size, *HIDDEN, game.players]
    layers = [(lot.normal(0, 0.1, (a, b)).astype(np.float32), np.zeros(b, np.float32))
              for a, b in pairwise(sizes)]
    shape = game.action_count, HIDDEN[-1]
    return Net(layers, {}, (lot.normal(0, 0.1, shape).astype(np.float32), np.zeros(shape[0], np.float32)))


def later(state: State, decisions: int) -> State:
    """The state after some random decisions, before the end of the game."""
    lot = random.Random(1)
    for _ in range(decisions):
        after = state.copy()
        after.apply(lot.choice(after.legal()))
        if after.to_move is None:
            break
        state = after
    return state
