"""What a decision costs in processor time. Equal time is given as iterations, so a busy machine favours nobody."""

from __future__ import annotations

import time

import bots
from arena.train.self_play import Plan, play_episode
from bots import Clock
from core import Game, View

VIEWS = 30
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
    """Of processor time for one decision, on average over these."""
    spent = 0.0
    for view in views:
        bot = bots.make(spec)
        bot.start(game, view.seat, 1)
        bot.choose(view, Clock())  # the first search of a bot also pays for its memory
        began = time.process_time()
        bot.choose(view, Clock())
        spent += time.process_time() - began
    return round(1e6 * spent / len(views), 3)
