"""The end of the game, its points and its ranks (R159-R168)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import core
from core.on_mars.conformance import OPTION_SETS, record
from tests.core.on_mars.table import before_shuttle, buildings, can, colony, field, finished, play, seat, slots, store


def test_one_more_round_without_shuttle_r159() -> None:
    state = before_shuttle({"hangar": 1, "ships": [1, 2, 3, 4]}, remaining_missions=0)
    assert field(state, "end") == "triggered"
    assert field(state, "phase") == "shuttle"
    while not state.is_over and field(state, "end") != "last_round":
        play(state, "stay" if can(state, "stay") else state.names()[0])
    last_round = field(state, "round")
    while not state.is_over:
        for name in ("end turn", "main control_center", "main landing_pod", "stop", "space 5", "space 6", "space 7"):
            if can(state, name):
                play(state, name)
                break
        assert state.is_over or field(state, "phase") == "colonization"
    assert field(state, "round") == last_round == 2


def test_the_round_cap() -> None:
    state = before_shuttle(options={"round_cap": 1})
    assert state.is_over


def test_last_crystals_and_colonists_r160_r163() -> None:
    boards: list[dict[str, Any]] = [
        {"waiting": 2, "crystals": 0, "quarters": 1, "working": 2, "slots": slots(construct=1, obtain_blueprint=1)},
        {"waiting": 9, "crystals": 2},
    ]
    state = before_shuttle(*boards, end="last_round")
    assert state.is_over
    assert (seat(state, 1)["crystals"], seat(state, 1)["waiting"]) == (3, 0)
    own = seat(state)
    assert own["quarters"] == 4
    assert own["slots"] == {
        "obtain_blueprint": 1,
        "research_development": 0,
        "construct": 0,
        "upgrade": 0,
        "hire_or_contract": 0,
    }


BARE: dict[str, Any] = {"techs": {"shelter": "c1t"}, "quarters": 0}  # 1 point


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ({"progress": ["mine"]}, 1),
        ({"progress": ["mine", "generator", "greenhouse"]}, 4),
        ({"progress": ["mine", "generator", "greenhouse", "water_extractor", "oxygen_condenser"]}, 11),
        ({"hangar": 2, "ships": [1]}, 6),
        ({"quarters": 2}, 0),
        ({"quarters": 3}, 3),
        ({"quarters": 4}, 3),
        ({"points": 17}, 17),
        ({"blueprints": [1, 13]}, -8),
        ({"contracts": {"1": {}, "7": {}}}, -10),
    ],
)
def test_points_r161_r162_r163_r165_r135(board: dict[str, Any], points: int) -> None:
    assert finished({**BARE, **board}).scores()[0] == 1 + points


def test_quarters_ladder_r163() -> None:
    shelters = dict.fromkeys(("-5,2", "-6,4", "-5,5", "-4,4"), "shelter 0")
    ladder = [0, 0, 0, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21]
    for colonists, points in enumerate(ladder):
        state = finished({**BARE, "quarters": colonists}, buildings=buildings(2, **shelters))
        assert state.scores()[0] == 1 + points


def test_built_blueprints_and_scientists_r165_r166() -> None:
    three = buildings(2, **{"1,0": "mine", "0,1": "mine"})
    board = {**BARE, "advanced": [1, 13], "scientists": ["systems_engineer"]}
    other = {"advanced": [2]}
    markers = {"0,0": "advanced 0", "1,0": "advanced 0", "0,1": "advanced 1"}
    state = finished(board, other, buildings=three, markers=markers)
    assert state.scores()[0] == 1 + 3 + 5 + 3 * 3


def test_final_deliveries_r167_ruling_22() -> None:
    # Water for one of two Contracts, Crystals only if they buy another Contract.
    boards = [
        {
            **BARE,
            "contracts": {"9": {"delivered": {"water": 1}}, "12": {"delivered": {"crystal": 1}}, "8": {}},
            "resources": store(mineral=2, water=2),
            "crystals": 3,
            "space": 8,
        }
    ]
    state = before_shuttle(*boards, end="last_round")
    own = seat(state)["contracts"]
    assert own["9"]["completed"]
    assert not own["12"]["completed"]
    assert seat(state)["crystals"] == 3  # 2 Minerals serve one Contract: the one without Crystals


def test_tie_break_r168() -> None:
    def ranks(**more: Any) -> list[int]:
        return finished({**BARE, **more}, BARE).ranks()

    assert ranks() == [1, 1]
    assert ranks(crystals=2) == [1, 2]
    assert ranks(crystals=0) == [2, 1]
    markers = {"0,0": "advanced 0"}
    built = finished({**BARE, "advanced": [1], "points": 0}, {**BARE, "points": 3}, markers=markers)
    assert built.scores()[0] == built.scores()[1]
    assert built.ranks() == [1, 2]
    cubes = finished({**BARE, "progress": ["mine"]}, {**BARE, "points": 1})
    assert cubes.ranks() == [1, 2]


# ---- where the points came from


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
