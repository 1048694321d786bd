"""What only the picture of On Mars has: points counted from the plain data, and a table as full as it can get."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import core
from core.on_mars.captions import points
from core.on_mars.picture import picture
from tests.core.browser import complaints, needs_browser
from tests.core.test_pictures import MOST_BYTES
from tests.support import snapshots

CARDS = ("blueprints", "scientists", "contracts", "discoveries")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_in_the_picture_are_those_of_the_rules(players: int) -> None:
    game = core.load("on_mars", players)
    for state in snapshots(game, players, 30):
        counted = [points(state.to_dict(), game.catalogue(), seat) for seat in range(players)]
        assert counted == state.scores()


def test_alone_the_points_of_the_automatic_opponent_count_too() -> None:
    game = core.load("on_mars", 1)
    for state in snapshots(game, 1, 30):
        own, other = (points(state.to_dict(), game.catalogue(), seat) for seat in (0, 1))
        assert [own - other] == state.scores()


def full_table(game: core.Game) -> dict[str, Any]:
    """Every Blueprint built, every Scientist, Contract, tile, Ship and Colonist with a player, every hex in use."""
    position, catalogue, seats = game.new(1).to_dict(), game.catalogue(), range(game.players)
    hexes = iter(catalogue["hexes"])
    kinds = [kind for kind in catalogue["buildings"] if kind != "shelter"]
    position["ground"] = dict.fromkeys(islice(hexes, 10), "crystal")
    position["buildings"] = {place: f"shelter {i % game.players}" for i, place in enumerate(islice(hexes, 20))}
    position["buildings"] |= {place: kinds[i % 5] for i, place in enumerate(islice(hexes, 35))}
    built = list(position["buildings"])
    position["markers"] = {place: f"advanced {i % game.players}" for i, place in enumerate(built[:32])}
    for seat in seats:
        share = {name: list(catalogue[name])[seat :: game.players] for name in CARDS}
        position["boards"][seat] |= {
            "advanced": [int(card) for card in share["blueprints"]][:8],
            "scientists": share["scientists"],
            "contracts": {card: {"delivered": {}, "completed": True} for card in share["contracts"]},
            "discoveries": [int(tile) for tile in share["discoveries"]],
            "research": ["A", "B"],
            "techs": dict(zip(catalogue["techs"][seat : seat + 5], list(catalogue["lab"])[8:], strict=True)),
            "progress": kinds,
            "quarters": 12,
            "bots": [next(hexes) for _ in range(4)],
            "rover": next(hexes),
        }
    taken = {"display": [None] * 6, "exploration": [None, None], "scientists_at": {}, "tech_grid": [None] * 8}
    return position | taken | {"blueprint_display": {"top": [], "bottom": []}}


def test_the_fullest_table_is_small_enough() -> None:
    for players in (2, 3, 4):
        game = core.load("on_mars", players)
        assert len(picture(full_table(game), game.catalogue()).encode()) <= MOST_BYTES


@needs_browser
def test_the_fullest_table_has_room_for_everything(tmp_path: Path) -> None:
    games = [core.load("on_mars", players) for players in (2, 3, 4)]
    svgs = [picture(full_table(game), game.catalogue(), id_prefix=f"f{game.players}-") for game in games]
    assert complaints(svgs, tmp_path) == []


def legal_of_kind(state: core.State, kind: str) -> int:
    return next(action for action in state.legal() if state.action(action)["kind"] == kind)


def test_a_goal_that_pays_stays_hidden_from_the_others() -> None:
    state = core.load("on_mars", 3).from_dict({"boards": [{"crystals": 3}]})
    state.apply(legal_of_kind(state, "executive"))
    action = legal_of_kind(state, "pay goal")
    goal = state.to_dict()["boards"][0]["goals"]["hand"][0]
    assert state.seen(action, 0) == {"kind": "pay goal", "goal": goal, "targets": [f"goal-{goal}"]}
    for seat in (1, 2):
        assert state.seen(action, seat) == {"kind": "pay goal", "goal": None, "targets": ["seat-0-goals"]}


def test_a_completed_goal_is_shown_to_all() -> None:
    goals = {"hand": [1, 2, 8], "completed": None, "discarded": []}
    state = core.load("on_mars", 3).from_dict({"colony_row": 4, "boards": [{"goals": goals}]})
    action = legal_of_kind(state, "goal")
    assert state.seen(action, 0) == {"kind": "goal", "goal": 8, "targets": ["goal-8"]}
    for seat in (1, 2):
        assert state.seen(action, seat) == {"kind": "goal", "goal": 8, "targets": ["seat-0-goals"]}
