"""Every game's vector says what its names say: entries recomputed from the plain data of a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import core
from core import Game, View
from tests.support import snapshots

Named = dict[tuple[str, str], float]


def named(view: View) -> Named:
    names = [(part, name) for part, entries in view.game.observation_names().items() for name in entries]
    return dict(zip(names, map(float, view.observation()), strict=True))


def total(entries: Named, part: str, start: str, end: str = "") -> float:
    """The sum of the entries of a slice whose names start and end so."""
    fitting = [name for at, name in entries if at == part and name.startswith(start) and name.endswith(end)]
    return sum(entries[part, name] for name in fitting)


def views(game: Game, seed: int) -> Iterator[tuple[View, dict[str, Any], Named]]:
    for state in snapshots(game, seed, 9):
        for seat in range(game.players):
            view = state.view(seat)
            yield view, view.to_dict(), named(view)


@pytest.mark.parametrize("name", core.games())
def test_nothing_is_written_behind_the_vector(name: str) -> None:
    game = core.load(name)
    size = game.observation_size
    for state in snapshots(game, 3, 9):
        for seat in range(game.players):
            room = np.full(size + 64, 7, np.float32)
            state.view(seat).observation(room[:size])
            assert (room[size:] == 7).all()
        if not state.is_over:
            width = len(game.action_feature_names())
            rows = np.full(game.max_actions * width + 64, 7, np.float32)
            state.action_features(rows[:-64].reshape(game.max_actions, width))
            assert (rows[-64:] == 7).all()


def test_ganymede() -> None:
    game = core.load("ganymede", players=3)
    for view, shown, entries in views(game, 5):
        for i in range(3):
            board, seat = shown["boards"][(view.seat + i) % 3], f"seat {i}"
            for tile in ("T01", "T17", "T30"):
                assert entries[seat, f"tile {tile}"] == (tile in board["tiles"])
            assert entries[seat, "reputation >= 3"] == (board["reputation"] >= 3)
            assert entries[seat, "ships launched >= 1"] == (len(board["launched"]) >= 1)
            assert entries[seat, "points / 50"] == pytest.approx(view.scores()[(view.seat + i) % 3] / 50)
            assert entries[seat, "blue on mars / 8"] == board["mars"]["blue"] / 8
            for ship in board["hand"]:
                assert ship is None or entries[f"hand of seat {i}", f"holds {ship}"] == 1
            unseen = total(entries, f"hand of seat {i}", "ships unseen")
            assert unseen * 4 == [*board["hand"], *board["dealt"]].count(None)
        for card in shown["rows"]["mars"]:
            assert entries["market", f"in the row: {card}"] == 1
        assert entries["pending", "depth / 10"] == pytest.approx(len(shown["pending"]) / 10)
        if view.legal() and not shown["pending"] and shown["phase"] == "play":
            payable = {name.split()[-1] for name in view.names() if name.startswith("shuttle")}
            said = {name.split()[-1] for (part, name), value in entries.items() if value and "can pay" in name}
            assert said == payable


def test_starfarers() -> None:
    game = core.load("starfarers", players=3)
    for view, shown, entries in views(game, 6):
        for i in range(3):
            board, seat = shown["seats"][(view.seat + i) % 3], f"seat {i}"
            assert entries[seat, "points / 20"] == pytest.approx(view.scores()[(view.seat + i) % 3] / 20)
            assert entries[seat, "cards / 20"] == pytest.approx(board["cards"] / 20)
            assert entries[seat, "boosters >= 2"] == (board["boosters"] >= 2)
            assert entries[seat, "fame / 20"] == pytest.approx(board["fame"] / 20)
            colonies = total(entries, seat, "colony at")
            assert colonies == len(board["colonies"]) + len(board["spaceports"])
            trade = total(entries, seat, "", "is a trade ship")
            assert trade == sum(ship["kind"] == "trade" for ship in board["ships"])
        hand = shown["seats"][view.seat]["hand"]
        assert entries["cards", "own cards / 10: goods"] == pytest.approx(hand["goods"] / 10)
        assert entries["pending", "depth / 32"] == pytest.approx(len(shown["pending"]) / 32)
        dummy = total(entries, "unused colour", "colony")
        assert dummy == len([*shown["dummy"]["colonies"], *shown["dummy"]["spaceports"]] if shown["dummy"] else [])


def test_on_mars() -> None:
    game = core.load("on_mars", players=2)
    for view, shown, entries in views(game, 7):
        for i in range(2):
            board, seat = shown["boards"][(view.seat + i) % 2], f"seat {i}"
            assert entries[seat, "points so far / 100"] == pytest.approx(board["points"] / 100)
            assert entries[seat, "crystals / 8"] == board["crystals"] / 8
            assert entries[seat, "plant / 8"] == board["resources"]["plant"] / 8
            assert entries[seat, "rover on the map"] == (board["rover"] is not None)
            for tech in ("mine", "ship"):
                assert (entries[seat, f"space of {tech} / 13"] > 0) == (tech in board["techs"])
            bots = total(entries, seat, "bots / 2")
            assert bots * 2 == len(board["bots"])
            hand = [goal for goal in board["goals"]["hand"] if goal is not None]
            assert total(entries, f"known of seat {i}", "goal in hand") == len(hand)
        mines = total(entries, "map", "mine at")
        assert mines == list(shown["buildings"].values()).count("mine")
        assert entries["pending", "depth / 32"] == len(shown["stack"]) / 32
