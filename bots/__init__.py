"""The players. Knows core, not arena.

>>> import bots, core
>>> game = core.load("connect_four")
>>> bot = bots.make("mcts:iterations=1000")
>>> bot.start(game, seat=0, seed=1)
>>> bot.choose(game.new(seed=1).view(0), bots.Clock()) in range(7)
True
"""

from bots.api import Bot, Clock
from bots.spec import BadSpec, Spec, bot_class, built_in, installed_bots, make, split_specs

__all__ = ["BadSpec", "Bot", "Clock", "Spec", "bot_class", "built_in", "installed_bots", "make", "split_specs"]
