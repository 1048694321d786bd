"""Which games a page lists: all, or a sample in which every figure has some."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from arena.rating import listed_games
from arena.rating.listed_games import list_games
from arena.rating.results import Results, collect
from arena.rating.standings import lengths
from tests.arena.simulated import simulate


def test_few_games_are_all_listed() -> None:
    results = collect(simulate([0.5, 0, -0.5], 30, 3, seed=1, faulty="bot2"))
    listed = list_games(results)
    assert listed.complete
    assert (listed.place == results.place).all()
    places = listed.place.tolist()
    assert [places[row] for row, faults in listed.faults.items() for _ in faults] == [*map(list, results.fault_keys)]
    assert all(faults[0].bot == "bot2" for faults in listed.faults.values())


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setattr(listed_games, "MOST", 50)
    monkeypatch.setattr(listed_games, "MOST_FAULTY", 20)
    return collect(simulate([8, 0, 0, 0, 0, 0, 0, -8], 300, 3, seed=2, ties=0.5, faulty="bot3"))


def test_of_many_games_every_figure_has_some(many: Results) -> None:
    listed = list_games(many)
    assert not listed.complete
    assert listed.of == 900
    assert 50 < len(listed.decisions) < 250
    met = {(a, b) for lineup in listed.lineup.tolist() for a, b in combinations(sorted(lineup), 2)}
    assert met == {(a, b) for lineup in many.lineup.tolist() for a, b in combinations(sorted(lineup), 2)}
    finished = [set(zip(games.lineup.ravel().tolist(), games.ranks.ravel().tolist(), strict=True))
                for games in (listed, many)]  # fmt: skip
    assert finished[0] == finished[1]
    for first, last, games in lengths(many.decisions).histogram:
        assert bool(games) == bool(((listed.decisions >= first) & (listed.decisions <= last)).any())
    places = [tuple(place) for place in listed.place.tolist()]
    assert {listed.shortest, listed.longest} <= set(places)
    assert 20 <= len(listed.faults) <= len(many.faults)


def test_a_listed_game_is_the_game_of_its_place(many: Results) -> None:
    listed = list_games(many)
    row_of = {tuple(place): row for row, place in enumerate(many.place.tolist())}
    rows = [row_of[tuple(place)] for place in listed.place.tolist()]
    assert rows == sorted(set(rows))
    assert (listed.lineup == many.lineup[rows]).all()
    assert (listed.ranks == many.ranks[rows]).all()
    assert (listed.decisions == many.decisions[rows]).all()


def test_seats_are_drawn_alike(many: Results) -> None:
    rotations = np.bincount(list_games(many).place[:, 1], minlength=3)
    assert rotations.min() > rotations.max() / 3
