"""What only the picture of Starfarers has: points counted from the plain data."""

from __future__ import annotations

import core
from core.starfarers.captions import points
from tests.support import snapshots


def test_the_points_in_the_picture_are_those_of_the_rules() -> None:
    for players in (3, 4):
        game = core.load("starfarers", players)
        for state in snapshots(game, players, 30):
            counted = [points(state.to_dict(), game.catalogue(), seat) for seat in range(players)]
            assert counted == state.scores()
