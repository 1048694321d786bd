"""Executive actions, Scientists, and the actions of the 24 Blueprints (R136-R141)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.on_mars.table import (
    FREE_SHIPS,
    at,
    buildings,
    can,
    colony,
    field,
    play,
    seat,
    slots,
    store,
    stored,
    using,
)

WATER = {"3,-1": "water_extractor", "3,-2": "water_extractor"}
GENERATORS = {"1,2": "generator", "1,1": "generator"}


def test_open_actions_r136_r137() -> None:
    state = at({"crystals": 3})
    assert {name for name in state.names() if name.startswith("exec")} == {"executive 6", "executive 7"}
    assert not any(name.startswith("exec") for name in at({"crystals": 1}).names())
    one = at({"crystals": 3, "ships": [1, 2, 3, 4], "hangar": 1})
    assert can(one, "executive 5")


def test_1_develop_free() -> None:
    state = at({**FREE_SHIPS, "resources": store()})
    play(state, "executive 1", "develop shelter to c3b", "stop")
    assert (seat(state)["techs"]["shelter"], seat(state)["crystals"]) == ("c3b", 4)


def test_2_rover() -> None:
    state = play(
        at({**FREE_SHIPS}),
        "executive 2",
        "rover to (1,0)",
        "rover to (1,1)",
        "buy rover point",
        "rover to (0,1)",
        "stop",
    )
    assert (seat(state)["rover"], seat(state)["crystals"]) == ("0,1", 3)


def test_3_blueprint_and_4_upgrade_and_5_mineral() -> None:
    state = at({**FREE_SHIPS}, blueprint_display={"top": [], "bottom": [4, 6]})
    play(state, "executive 3", "blueprint 4")
    assert (seat(state)["blueprints"], seat(state)["crystals"]) == ([4], 5)
    upgrade = at({**FREE_SHIPS, "blueprints": [11]})
    play(upgrade, "executive 4")
    assert seat(upgrade)["advanced"] == [11]
    mineral = play(at({**FREE_SHIPS, "resources": store()}), "executive 5")
    assert stored(mineral)[0] == 1
    assert not can(at({**FREE_SHIPS, "resources": store(mineral=2)}), "executive 5")


def test_6_bots_and_7_warehouse() -> None:
    state = play(at({"crystals": 2}), "executive 6", "bot (-2,-1) to (-2,-2)", "bot (-2,-2) to (-2,-3)")
    assert seat(state)["bots"] == ["-2,-3"]
    item = play(at({"crystals": 2}), "executive 7", "take crystal")
    assert (seat(item)["crystals"], seat(item)["waiting"]) == (0, 1)


FULL = {"resources": store(battery=2, water=2, plant=2, oxygen=2), "crystals": 3}


def test_the_payment_makes_room_for_a_warehouse_crystal_r80_r136() -> None:
    state = play(at(FULL), "executive 7")
    assert (seat(state)["crystals"], seat(state)["waiting"], field(state, "warehouse")["crystal"]) == (1, 1, 2)
    assert not can(at(FULL, warehouse={"battery": 3, "water": 3, "plant": 3, "oxygen": 3, "crystal": 0}), "executive 7")


def test_goal_cards_make_no_room_in_the_depot_r80_ruling_23() -> None:
    state = play(at({**FULL, "goals": {"hand": [4, 9, 14]}}), "executive 7", "pay goal 9")
    # The second unit has to be a Crystal: only that leaves the Depot a free slot.
    assert (seat(state)["crystals"], seat(state)["waiting"]) == (2, 1)
    assert seat(state)["goals"]["hand"] == [4, 14]
    assert not can(at({**FULL, "waiting": 2}), "executive 7")


def test_paid_buildings_make_room_too_r80_r138() -> None:
    market = using(7, "-2,1", FULL)
    assert (seat(market)["crystals"], seat(market)["waiting"]) == (1, 1)
    radar = using(15, "0,2", FULL, more=GENERATORS, radar=12)
    assert (seat(radar)["waiting"], radar.names()) == (1, ["take crystal", "stop"])


# ---- Scientists


def test_own_building_costs_two_r138() -> None:
    state = using(11, "-2,-1")
    assert seat(state)["crystals"] == 1
    assert seat(state)["waiting"] == 2


def test_scientists_work_anywhere_r139_r140() -> None:
    others = [{"advanced": [11]}, {}]
    markers = {"2,-3": "advanced 1"}
    state = at({"scientists": ["systems_engineer"]}, *others, markers=markers)
    play(state, "executive 8")
    assert field(state, "scientists_at") == {"systems_engineer": 11}
    assert seat(state)["waiting"] == 2
    # The owner of the Building uses it free while the Scientist stays.
    owner = at(
        {"scientists": ["systems_engineer"], "space": 8},
        {"advanced": [11], "crystals": 0},
        {},
        markers=markers,
        scientists_at={"systems_engineer": 11},
        turn=1,
    )
    play(owner, "executive 8")
    assert seat(owner, 1)["waiting"] == 2
    # A third player has no use of it.
    third = at(
        {"scientists": ["systems_engineer"]},
        {"advanced": [11]},
        {"crystals": 3},
        markers=markers,
        scientists_at={"systems_engineer": 11},
        turn=2,
    )
    assert not can(third, "executive 8")


def test_paying_or_moving_r139() -> None:
    state = at({"scientists": ["systems_engineer"], "advanced": [11], "crystals": 3}, markers={"-2,-1": "advanced 0"})
    play(state, "executive 8")
    assert state.names() == ["use blueprint 11 for 2 crystals", "use blueprint 11 moving systems_engineer"]


def test_colonists_raise_the_tech_level_r141() -> None:
    more = {"1,-3": "oxygen_condenser"}
    board = {"bots": ["1,-2"], "resources": store(plant=1), "techs": {"shelter": "c2m", "oxygen_condenser": "c1t"}}
    state = using(10, "0,-2", board, more=more)
    play(state, "at (1,-2)")
    assert seat(state)["working"] == 1


# ---- the 24 cards


def test_card_1_construction_yard() -> None:
    board = {"resources": store(mineral=2), "blueprints": [4, 5], "bots": ["1,0"], "techs": {"shelter": "c2m"}}
    state = using(1, "0,0", board, more={"0,1": "generator"})
    play(state, "upgrade (0,1) with blueprint 4", "send colonist")
    assert sorted(seat(state)["advanced"]) == [1, 4, 5]


@pytest.mark.parametrize(
    ("card", "on", "bot", "pay"),
    [
        (2, "0,0", "1,1", {}),
        (4, "0,2", "1,1", {"mineral": 1}),
        (6, "2,-1", "1,-2", {"battery": 1}),
        (8, "-2,1", "-2,-1", {"water": 1}),
        (10, "0,-2", "-2,-1", {"plant": 1}),
        (12, "-2,-1", "-2,-2", {"oxygen": 1}),
    ],
)
def test_cards_that_construct(card: int, on: str, bot: str, pay: dict[str, int]) -> None:
    kind = {2: "mine", 4: "generator", 6: "water_extractor", 8: "greenhouse", 10: "oxygen_condenser", 12: "shelter"}[
        card
    ]
    state = using(card, on, {"bots": [bot], "resources": pay})
    assert all(name.startswith("at ") for name in state.names())
    state.apply(state.legal()[0])
    while state.names()[0].startswith("move to"):
        state.apply(state.legal()[0])
    assert kind in seat(state)["constructed"]


def test_card_3_automated_production() -> None:
    state = using(3, "0,2", {"resources": store()}, more={"5,0": "mine"}, markers={"5,0": "miner 0"})
    assert stored(state) == (1, 1, 0, 0, 0)
    play(state, "send colonist", "produce mineral")
    assert stored(state)[0] == 2


def test_card_5_private_ship() -> None:
    state = using(5, "2,-1", {"resources": store(plant=1, water=1)})
    play(state, "ship 1")
    assert state.names() == ["welcome 2 colonists and a bot", "welcome 3 colonists"]


def test_card_7_biomarket() -> None:
    state = using(7, "-2,1", {"resources": store()})
    play(state, "take water", "send colonist", "take oxygen")
    assert stored(state) == (0, 0, 1, 0, 1)


def test_card_9_oxygen_tank() -> None:
    grid = [None, None, None, None, None, "generator", "greenhouse", "upgrade"]
    others = [{"techs": {"shelter": "c2m", "ship": "c1t", "rover": "c1b"}}, {}]
    deck = ["generator", "ship", "mine", "water_extractor", "oxygen_condenser", "rover", "greenhouse", "upgrade"]
    own = {"techs": {"shelter": "c2m", "mine": "c4t", "water_extractor": "c4m", "oxygen_condenser": "c4b"}}
    state = using(9, "0,-2", own, others=others, tech_grid=grid, tech_deck=deck)
    play(state, "learn upgrade from 8", "place on c1b", "send colonist", "learn greenhouse from 7", "stop")
    assert {"upgrade", "greenhouse"} <= set(seat(state)["techs"])


def test_card_11_casino() -> None:
    state = play(using(11, "-2,-1"), "send colonist", "stop")
    assert seat(state)["waiting"] == 3


def test_card_13_mineral_mine() -> None:
    state = using(13, "0,0", more={"1,0": "mine", "0,1": "mine"})
    assert seat(state)["points"] == 2


def test_card_14_biolab() -> None:
    scientists = ["geologist", "rd_engineer", "hydrologist", "biochemist", "geochemist", "systems_engineer"]
    fields: dict[str, Any] = {"more": {"1,0": "mine", "0,1": "mine"}, "others": [{"scientists": scientists}, {}]}
    display = [3, 7, None, None, None, None]
    state = using(14, "0,0", display=display, **fields)
    play(state, "contract 7")
    assert (list(seat(state)["contracts"]), seat(state)["crystals"]) == (["7"], 0)
    poor = at(
        colony(crystals=2, advanced=[14]),
        *fields["others"],
        display=display,
        buildings=buildings(**fields["more"]),
        markers={"0,0": "advanced 0"},
    )
    assert not can(poor, "executive 8")  # 2 for the use, 1 for the Contract


def test_card_15_radar_ruling_26() -> None:
    state = using(15, "0,2", more=GENERATORS, exploration=[13, 12])
    play(state, "radar tile 13")
    assert field(state, "radar") == 13
    assert seat(state)["waiting"] == 3
    assert seat(state)["discoveries"] == []
    assert field(state, "exploration")[0] is not None
    again = using(15, "0,2", more=GENERATORS, radar=13)
    assert seat(again)["waiting"] == 3


def test_card_16_builder_drone() -> None:
    state = using(16, "0,2", {"resources": store(mineral=1), "blueprints": [5]}, more=GENERATORS)
    assert field(state, "markers")["2,-1"] == "advanced 0"  # no Bot near


def test_card_17_research_lab() -> None:
    state = using(17, "2,-1", {"resources": store(oxygen=2)}, more=WATER)
    play(state, "develop shelter to c3b", "stop", "develop shelter to c4m")
    assert stored(state)[4] == 0


def test_card_18_aqueduct() -> None:
    state = using(18, "2,-1", {"working": 3, "quarters": 1}, more=WATER)
    play(state, "retrieve from working area")  # the first was compulsory
    assert (seat(state)["quarters"], seat(state)["working"]) == (3, 1)


def test_card_19_eco_resort() -> None:
    more = {"-3,1": "greenhouse", "-3,2": "greenhouse"}
    state = using(19, "-2,1", {"quarters": 1, "slots": slots(obtain_blueprint=1, construct=1), "working": 1}, more=more)
    assert not can(state, "retrieve from working area")
    play(state, "retrieve from construct", "retrieve from obtain_blueprint")
    assert seat(state)["quarters"] == 3


def test_card_20_trade_market() -> None:
    more = {"-3,1": "greenhouse", "-3,2": "greenhouse"}
    state = using(20, "-2,1", {"resources": store(mineral=1, battery=1)}, more=more)
    play(state, "pay mineral", "gain water", "gain plant", "send colonist", "gain plant", "stop")
    assert stored(state) == (0, 1, 1, 2, 0)


def test_card_21_recycling_bots_ruling_27() -> None:
    more = {"1,-3": "oxygen_condenser", "1,-2": "oxygen_condenser"}
    ground = {"-2,-2": "crystal", "-2,-3": "discovery 13"}
    state = using(21, "0,-2", more=more, ground=ground)
    play(state, "bot (-2,-1) to (-2,-2)", "bot (-2,-2) to (-2,-3)", "stop", "claim (-2,-3)")
    assert seat(state)["waiting"] == 1 + 3 + 1  # Crystal, tile, Mission
    assert seat(state)["discoveries"] == [13]


def test_card_22_aerial_elevator_ruling_29() -> None:
    more = {"1,-3": "oxygen_condenser", "1,-2": "oxygen_condenser"}
    state = using(22, "0,-2", {"resources": store(), "slots": slots(research_development=1)}, more=more)
    assert stored(state)[4] == 1  # production on the way (R154)
    play(state, "space 1") if can(state, "space 1") else play(state, "space 4", "stop")
    assert can(state, "main landing_pod")
    orbit = at({"crystals": 3, "advanced": [22]}, buildings=buildings(**more), markers={"0,-2": "advanced 0"})
    assert not can(orbit, "executive 8")


def test_card_23_library() -> None:
    more = {"-2,-2": "shelter 0", "-3,-1": "shelter 0"}
    state = using(23, "-2,-1", more=more, blueprint_display={"top": [], "bottom": [4, 6]})
    play(state, "blueprint 4", "send colonist")
    assert seat(state)["blueprints"] == [4, 6]


def test_card_24_command_center_ruling_28() -> None:
    more = {"-2,-2": "shelter 0", "-3,-1": "shelter 0"}
    others = [{"techs": {"shelter": "c2m", "rover": "c3t"}}, {}]
    state = using(24, "-2,-1", more=more, others=others)
    assert not can(state, "use tech of 1")
    play(state, "rover to (1,0)", "rover to (1,1)", "rover to (0,1)")
    assert can(state, "buy rover point")
    assert field(state, "uses") == []


def test_the_use_acts_for_the_users_own_pieces_r139() -> None:
    state = at(
        {"space": 5, "scientists": ["geochemist"], "resources": store(plant=1), "bots": ["-2,-1"]},
        {"advanced": [10]},
        {},
        markers={"0,-2": "advanced 1"},
    )
    play(state, "executive 8")
    state.apply(state.legal()[0])
    assert "oxygen_condenser" in seat(state, 0)["constructed"]


def test_executive_7_takes_resources_and_crystals_ruling_6() -> None:
    state = play(at({"crystals": 2, "resources": store()}), "executive 7")
    assert state.names() == ["take battery", "take water", "take plant", "take oxygen", "take crystal"]


def test_a_radar_tile_is_not_collected_ruling_14() -> None:
    missions = [{"id": name, "left": 3} for name in ("discovery_tiles", "bots", "scientists")]
    state = using(15, "0,2", more=GENERATORS, exploration=[13, 12], missions=missions)
    play(state, "radar tile 13")
    assert (seat(state)["discoveries"], seat(state)["waiting"]) == ([], 3)
    assert field(state, "missions")[0]["left"] == 3
