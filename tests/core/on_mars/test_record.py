"""What conformance.record tells of a game."""

from __future__ import annotations

from random import Random

import pytest

import core
from core.on_mars.conformance import OPTION_SETS, record
from tests.core.on_mars.table import buildings, colony, finished


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_points_by_source_add_up_to_the_scores(options: dict[str, object]) -> None:
    for seed in range(3):
        state, rng = core.load("on_mars", **options).new(seed), Random(seed)
        while legal := state.legal():
            if rng.random() < 0.1:
                assert [sum(seat.values()) for seat in record(state)["points"]] == state.scores()
            state.apply(rng.choice(legal))
        told = record(state)
        assert [sum(seat.values()) for seat in told["points"]] == state.scores()
        assert told["rounds"] == state.to_dict()["round"]


def test_the_sources_of_points_r161_to_r167() -> None:
    techs = {"mine": "c1t", "water_extractor": "c4t", "generator": "c4m", "shelter": "c6"}
    built = {"advanced": [1, 3, 13], "blueprints": [5], "techs": techs, "quarters": 8, "points": 2, "hangar": 1}
    more = {"0,1": "mine", "1,0": "mine", "2,0": "shelter 0", "3,0": "shelter 0"}
    markers = {"0,0": "advanced 0", "0,1": "advanced 0", "0,2": "advanced 0"}
    board = colony(**built, contracts={"9": {"delivered": {"water": 2, "mineral": 2}}}, scientists=["geologist"])
    board["ships"] = [1, 2, 3, 4]
    state = finished(board, buildings=buildings(2, **more), markers=markers)
    assert record(state)["points"][0] == {
        "scored during play": 2,
        "Progress cubes": 0,
        "Ships in the Hangar": 3,
        "Colonists in Living Quarters": 10,
        "Technologies": 18,
        "Blueprints": 3 + 3 - 3 + 5,
        "Scientists": 3,
        "Contracts": -4,
    }
    assert not record(state)["by_rules"]


def test_by_rules_tells_the_cap_from_an_end() -> None:
    assert record(finished({}, end="last_round"))["by_rules"]
    assert not record(finished({}, end="triggered", remaining_missions=0))["by_rules"]
    assert not record(core.load("on_mars", players=2).new(1))["by_rules"]
