"""What only the picture of Starfarers has: points counted from the plain data, and ships on the rim of the map."""

from __future__ import annotations

from pathlib import Path

import core
from core.starfarers.captions import points
from core.starfarers.picture import picture
from tests.core.browser import complaints, needs_browser
from tests.support import snapshots


def test_the_points_in_the_picture_are_those_of_the_rules() -> None:
    for players in (3, 4):
        game = core.load("starfarers", players)
        for state in snapshots(game, players, 30):
            counted = [points(state.to_dict(), game.catalogue(), seat) for seat in range(players)]
            assert counted == state.scores()


@needs_browser
def test_ships_on_the_rim_of_the_map_stay_inside(tmp_path: Path) -> None:
    """A ship of each kind, flying and parked, on each of the outermost intersections."""
    game = core.load("starfarers", 4)
    position, spots = game.new(1).to_dict(), game.catalogue()["intersections"]
    svgs = []
    for axis, end in (("x", min), ("x", max), ("y", min), ("y", max)):
        rim = end(spots, key=lambda name: spots[name][axis])
        position["seats"][1]["ships"] = [{"kind": "trade", "at": rim, "moved": False, "locked": True}]
        position["flying"] = {"kind": "trade", "at": rim, "origin": rim, "steps": 1}
        svgs.append(picture(position, game.catalogue(), id_prefix=f"r{len(svgs)}-"))
    assert [told for told in complaints(svgs, tmp_path) if "text" not in told] == []


def test_a_ship_in_flight_is_told_with_the_others() -> None:
    """In the picture there is one more than among the seat's ships, so the panel says so."""
    game = core.load("starfarers", 3)
    state = next(it for it in snapshots(game, 2, 400) if it.to_dict()["flying"] is not None)
    position = state.to_dict()
    ships = len(position["seats"][position["pending"][-1]["seat"]]["ships"])
    assert picture(position, game.catalogue()).count(f"ships {ships} and one in flight") == 1


def test_pieces_of_nobody_are_explained() -> None:
    """With three players the beginner set-up leaves pieces of a fourth colour, which has no panel."""
    told = {players: core.load("starfarers", players).new(1).picture().count("nobody") for players in (3, 4)}
    assert told == {3: 1, 4: 0}
