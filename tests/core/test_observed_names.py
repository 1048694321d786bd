"""Every game's vector says what its names say: entries recomputed from the plain data of a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import core
from core import Game, State, View
from core.airlock.components import own_components
from core.airlock.conformance import after, table
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


def test_airlock() -> None:
    game = core.load("airlock", players=3)
    kinds = [card["name"] for card in own_components()["card"]]
    for view, shown, entries in views(game, 8):
        for i in range(3):
            owner = (view.seat + i) % 3
            assert entries[f"seat {i}", "in the game"] == (owner in shown["alive"])
            assert entries[f"seat {i}", "its turn"] == (owner == shown["turn"])
            assert entries[f"seat {i}", "pointed at"] == (owner == shown["target"])
            for kind in kinds:
                assert entries[f"seat {i}", f"is not {kind}"] == (kind in shown["excluded"][owner])
                assert entries[f"hand of seat {i}", f"card is {kind}"] == (kind == shown["held"][owner])
        for kind in kinds:
            assert entries["drawn", f"card is {kind}"] == (kind == shown["drawn"])
            assert entries["turn", f"card in use is {kind}"] == (kind == shown["card"])
        assert entries["cards", "inspector played / 5"] == pytest.approx(shown["played"]["inspector"] / 5)
        open_captains = [*shown["held"], shown["drawn"]].count("captain") + shown["played"]["captain"]
        assert entries["cards", "captain unseen / 1"] == 1 - open_captains
        assert entries["cards", "deck / 16"] == len(shown["deck"]) / 16


def test_airlock_tells_how_likely_a_guess_is_right() -> None:
    game = core.load("airlock")
    guess = after(table(game, ["pilot", "captain"], "inspector"), "play inspector", "seat 1")

    def chances(state: State) -> dict[str, float]:
        return dict(zip(state.names(), map(float, state.action_features()[:, -1]), strict=True))

    assert chances(guess)["name captain"] == pytest.approx(1 / 14)  # 16 cards less a pilot and an inspector
    excluding = game.from_dict(guess.to_dict() | {"excluded": [[], ["engineer"]]})
    assert chances(excluding)["name engineer"] == 0
    assert chances(excluding)["name captain"] == pytest.approx(1 / 12)
    known = game.from_dict(guess.to_dict() | {"known": [[], [0]]})
    assert chances(known) == {name: float(name == "name captain") for name in guess.names()}
