"""The players. Knows core, not arena.

    bot = bots.make("mcts:iterations=1000")
    bot.start(game, seat=0, seed=1)
    action = bot.choose(state.view(0), Clock())
"""

from bots.api import Bot, Clock
from bots.spec import BadSpec, Spec, bot_class, built_in, make, split_specs

__all__ = ["BadSpec", "Bot", "Clock", "Spec", "bot_class", "built_in", "make", "split_specs"]
