"""What only the picture of Ganymede has: points counted from the plain data."""

from __future__ import annotations

import pytest

import core
from core.ganymede.captions import points
from tests.support import snapshots


@pytest.mark.parametrize("edition", ["2018", "revised"])
def test_the_points_in_the_picture_are_those_of_the_rules(edition: str) -> None:
    for players in (2, 4):
        game = core.load("ganymede", players, edition=edition)
        for state in snapshots(game, players, 40):
            counted = [points(state.to_dict(), game.catalogue(), seat) for seat in range(players)]
            assert counted == state.scores()
