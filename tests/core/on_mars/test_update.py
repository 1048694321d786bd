"""The Colony update (R110-R117)."""

from __future__ import annotations

import pytest

from tests.core.on_mars.table import at, colony, construct, end_turn, field, play, seat, store, update


def test_update_to_level_2_r110_r111_r113_r114_r117() -> None:
    grid = ["ship", None, "rover", "mine", "generator", None, "greenhouse", None]
    deck = ["upgrade", "water_extractor", "oxygen_condenser", "mine", "generator", "greenhouse", "rover", "ship"]
    techs = [
        {"techs": {"shelter": "c2m", "water_extractor": "c1t", "upgrade": "c1b"}},
        {"techs": {"shelter": "c2m", "oxygen_condenser": "c1t"}},
    ]
    warehouse = {"battery": 0, "water": 1, "plant": 3, "oxygen": 0, "crystal": 0}
    state = update(1, others=techs, tech_grid=grid, tech_deck=deck, warehouse=warehouse)
    assert field(state, "colony_row") == 3
    display = field(state, "blueprint_display")
    assert len(display["bottom"]) == len(display["top"]) == 6
    assert all(card <= 12 for card in display["bottom"])
    assert all(card > 12 for card in display["top"])
    assert field(state, "tech_grid") == [
        "ship",
        "oxygen_condenser",
        "rover",
        "mine",
        "generator",
        "water_extractor",
        "greenhouse",
        "upgrade",
    ]
    assert set(field(state, "warehouse").values()) == {3}


def test_update_to_level_3_r112_r116() -> None:
    display = {"top": [13, 14, 15], "bottom": [1, 2]}
    deck = [16, 17, 18, 19, 20, 21]
    gone = [card for card in range(1, 25) if card not in (13, 14, 15, 1, 2, *deck)]
    state = update(2, blueprint_display=display, blueprint_deck=deck, blueprints_gone=gone)
    assert field(state, "blueprint_display") == {"top": [13, 14, 15], "bottom": deck}
    assert field(state, "remaining_missions") == 2


def test_two_players_never_refill_the_grid_r113_r197() -> None:
    grid = ["ship", None, "rover", "mine", "generator", "oxygen_condenser", "greenhouse", "upgrade"]
    techs = [{"techs": {"shelter": "c2m", "water_extractor": "c1t"}}]
    state = update(1, players=2, others=techs, tech_grid=grid, warehouse=dict.fromkeys(("battery", "crystal"), 0))
    assert field(state, "tech_grid") == grid
    assert set(field(state, "warehouse").values()) == {2}


@pytest.mark.parametrize(("level", "scored"), [(1, 4), (2, 4), (3, 0)])
def test_progress_scores_at_the_first_two_updates_r115(level: int, scored: int) -> None:
    others = [{"progress": ["mine", "generator", "greenhouse"]}, {}]
    state = update(level, others=others)
    assert seat(state, 1)["points"] == scored


def test_the_update_follows_the_owners_choice_r117() -> None:
    techs = {"shelter": "c2m", "generator": "c1t"}
    lss = dict.fromkeys(("water_extractor", "greenhouse", "oxygen_condenser"), 2) | {"generator": 1}
    state = at(colony(bots=["1,1"], resources=store(mineral=1), quarters=1), {"techs": techs}, {}, lss=lss)
    end_turn(construct(state, "generator", "1,1"))
    assert state.to_move == 1
    assert field(state, "colony_row") == 2
    play(state, "take oxygen")
    assert field(state, "colony_row") == 3


def test_updates_chain_ruling_2() -> None:
    row = 2
    lss = dict.fromkeys(("water_extractor", "greenhouse", "oxygen_condenser"), 3) | {"generator": 2}
    state = at(colony(bots=["1,1"], resources=store(mineral=1), quarters=2), lss=lss, colony_row=row)
    end_turn(construct(state, "generator"))
    assert field(state, "colony_row") == 4


def test_rows_of_the_display_ruling_31() -> None:
    display = field(update(1), "blueprint_display")
    assert (len(display["bottom"]), len(display["top"])) == (6, 6)
    assert max(display["bottom"]) <= 12 < min(display["top"])


def test_tech_refill_goes_row_by_row_ruling_31() -> None:
    grid = ["ship", None, "rover", "mine", None, "generator", None, "greenhouse"]
    queue = ["upgrade", "water_extractor", "oxygen_condenser", "mine", "generator", "greenhouse", "rover", "ship"]
    techs = {"shelter": "c2m", "water_extractor": "c1t", "upgrade": "c1b", "oxygen_condenser": "c3t"}
    state = update(1, others=[{"techs": techs}], tech_grid=grid, tech_deck=queue)
    assert field(state, "tech_grid") == [
        *("ship", "oxygen_condenser", "rover"),
        *("mine", "water_extractor", "generator"),
        *("upgrade", "greenhouse"),
    ]
