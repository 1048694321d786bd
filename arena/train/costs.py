"""What an iteration costs in processor time. Equal time is given as iterations, so a busy machine favours nobody."""

from __future__ import annotations

import time

import bots
from arena.train.self_play import Plan, play_episode
from bots import Clock
from bots.mcts_bot import MctsBot
from core import Game, View

VIEWS = 30
ITERATIONS = 1000  # of a search that is timed
QUICK = 20  # iterations of the game its decisions come from


def decisions_of_a_game(game: Game) -> list[View]:
    """Spread over the game."""
    episode = play_episode(Plan(game.name, game.players, "", QUICK, seed=1), game, deal=1)
    state, views = game.new(episode.deal), []
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        if searched:
            assert state.to_move is not None
            views.append(state.view(state.to_move))
        state.apply(action)
    return views[:: max(1, len(views) // VIEWS)]


def microseconds(game: Game, spec: str, views: list[View]) -> float:
    """Of processor time for one iteration of a search with parameters, on average over these decisions."""
    spent, made = 0.0, 0
    for view in views:
        bot = bots.make(f"{spec},iterations={ITERATIONS}")
        assert isinstance(bot, MctsBot)
        bot.start(game, view.seat, 1)
        bot.choose(view, Clock())  # the first search of a bot also pays for its memory
        began = time.process_time()
        bot.choose(view, Clock())
        spent += time.process_time() - began
        made += bot.iterations
    return round(1e6 * spent / max(1, made), 3)
