"""Control Center, construction, LSS, updates, upgrades, Ships, hiring (R81-R135)."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import (
    at,
    buildings,
    can,
    colony,
    construct,
    field,
    play,
    seat,
    slots,
    store,
    stored,
)

KINDS = ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser")
PLAIN = {kind: [1, 2, 3, 4, 5, 6] for kind in KINDS}


def end(state: State) -> State:
    """Through the rest of the turn, taking the first choice."""
    while not can(state, "end turn"):
        state.apply(state.legal()[0])
    return play(state, "end turn")


# ---- movement


def test_two_points_each_in_any_order_r81() -> None:
    state = play(at(colony(crystals=0)), "main control_center")
    play(state, "bot (-2,-1) to (-3,-1)", "rover to (-1,0)", "bot (-3,-1) to (-4,0)", "rover to (-1,-1)")
    assert state.names() == ["end turn"]


def test_rover_tech_adds_its_level_r83() -> None:
    state = at(colony(crystals=0), {"techs": {"shelter": "c2m", "rover": "c4m"}})
    play(state, "main control_center", "use tech of 1")
    assert not can(state, "use tech of 1")
    for step in ("(1,-1)", "(1,0)", "(1,1)", "(1,2)", "(1,3)", "(0,3)"):
        play(state, f"rover to {step}")
    assert not any(name.startswith("rover") for name in state.names())
    assert field(state, "uses") == [{"owner": 1, "tech": "rover"}]


@pytest.mark.parametrize("piece", ["miner", "advanced", "bot", "rover"])
def test_no_stop_on_an_occupied_hex_r84(piece: str) -> None:
    boards = [colony(crystals=0), {"space": 6, "quarters": 2}, {"space": 7}]
    markers: dict[str, str] = {}
    if piece in ("miner", "advanced"):
        built = buildings(**{"1,0": "mine"})
        markers = {"1,0": f"{piece} 1"}
        boards[1]["advanced"] = [1] if piece == "advanced" else []
    else:
        built = buildings()
        boards[1] |= {"bots": ["1,0"]} if piece == "bot" else {"rover": "1,0"}
    state = play(at(*boards, buildings=built, markers=markers), "main control_center", "rover to (1,0)")
    assert not can(state, "stop")
    assert not any(name.startswith("bot") for name in state.names())  # only the piece in transit moves (ruling 19)
    play(state, "rover to (1,1)")
    assert can(state, "stop")
    # With one point left there is no way on: the step is not offered.
    last = play(at(*boards, buildings=built, markers=markers), "main control_center", "rover to (0,1)")
    assert not can(last, "rover to (1,0)")


def test_bots_destroy_what_they_stand_on_r85() -> None:
    ground = {"-3,-1": "crystal", "-2,-2": "discovery 17", "-1,-2": "research A"}
    for target in ground:
        state = play(at(colony(crystals=0), ground=ground), "main control_center")
        play(state, f"bot (-2,-1) to ({target})", "stop", "end turn")
        assert target not in field(state, "ground")
    passed = play(at(colony(crystals=0), ground=ground), "main control_center")
    play(passed, "bot (-2,-1) to (-3,-1)", "bot (-3,-1) to (-3,0)", "stop", "end turn")
    assert field(passed, "ground") == ground
    assert seat(passed)["waiting"] == 0


def test_building_zone_r86_r94() -> None:
    # From (-2,-1) the zone reaches (-1,-2), two from the Condenser at (0,-2)... but adjacent needs a Tech.
    state = play(at(colony(resources=store(plant=1))), "main construct", "construct oxygen_condenser")
    assert set(state.names()) <= {f"at ({hex_})" for hex_ in ("-3,-1", "-3,0", "-2,-2", "-2,0", "-1,-2", "-1,-1")}
    assert not can(state, "at (-2,-1)")  # a Building is there


def test_a_rover_collects_crystals_r87() -> None:
    state = at(colony(), ground={"1,0": "crystal", "1,1": "crystal"})
    play(state, "main control_center", "rover to (1,0)", "rover to (1,1)")
    assert seat(state)["waiting"] == 2
    assert field(state, "ground") == {}


def test_claiming_a_tile_r88_r91() -> None:
    state = at(
        colony(),
        ground={"1,0": "discovery 13"},
        missions=[{"id": "discovery_tiles", "left": 7}, {"id": "bots", "left": 4}, {"id": "techs", "left": 11}],
    )
    play(state, "main control_center", "rover to (1,0)", "stop")
    assert state.names() == ["claim", "leave"]
    play(state, "claim")
    assert seat(state)["waiting"] == 4  # 3 Crystals and 1 for the Mission
    assert seat(state)["discoveries"] == [13]


def test_a_declined_tile_may_be_claimed_later_r89() -> None:
    state = at(colony(rover="1,0"), ground={"1,0": "discovery 13"})
    play(state, "main control_center", "stop")
    play(state, "leave")
    assert field(state, "ground") == {"1,0": "discovery 13"}
    again = at(colony(rover="1,0"), ground={"1,0": "discovery 13"})
    play(again, "main control_center", "stop", "claim")
    assert seat(again)["discoveries"] == [13]


def test_no_stop_on_a_tile_without_benefit_r89() -> None:
    full = colony(resources=store(plant=2))
    state = play(at(full, ground={"1,0": "discovery 17"}), "main control_center", "rover to (1,0)")
    assert not can(state, "stop")
    free = play(
        at(colony(resources=store(plant=1)), ground={"1,0": "discovery 17"}), "main control_center", "rover to (1,0)"
    )
    play(free, "stop", "claim")
    assert stored(free)[3] == 2


def test_one_research_tile_of_a_type_r90() -> None:
    ground = {"1,0": "research A", "0,1": "research B"}
    state = play(at(colony(research=["A"]), ground=ground), "main control_center", "rover to (1,0)")
    assert not can(state, "stop")
    other = play(at(colony(research=["A"]), ground=ground), "main control_center", "rover to (0,1)", "stop", "claim")
    assert seat(other)["research"] == ["A", "B"]
    assert can(other, "develop shelter to c3t")


# ---- construction


@pytest.mark.parametrize(
    ("kind", "bot", "cost"),
    [
        ("generator", "1,1", "mineral"),
        ("water_extractor", "1,-2", "battery"),
        ("greenhouse", "-2,-1", "water"),
        ("oxygen_condenser", "-2,-1", "plant"),
    ],
)
def test_costs_r92_r93(kind: str, bot: str, cost: str) -> None:
    state = at(colony(bots=[bot], resources={cost: 1}, quarters=1), lss=dict.fromkeys(KINDS[1:], 2))
    construct(state, kind)
    assert seat(state)["constructed"] == [kind]
    assert seat(state)["resources"][cost] == 0


def test_a_shelter_costs_oxygen_and_gives_crystals_r93_r100() -> None:
    state = construct(at(colony(resources=store(oxygen=1), quarters=1)), "shelter", "-2,-2")
    if can(state, "with tech of 0"):
        play(state, "with tech of 0")  # a Complex of two
    assert stored(state)[4] == 0
    assert seat(state)["waiting"] == 2
    assert seat(state)["progress"] == []  # R101


def test_distance_rules_r95_r96_r97() -> None:
    state = play(
        at(colony(bots=["1,1"], resources=store(mineral=1), quarters=1)), "main construct", "construct generator"
    )
    # The Generator stands on (0,2): standalone at distance 2 exactly, and without Tech never beside it.
    assert not can(state, "at (1,1)")
    assert not can(state, "at (0,1)")
    for name in state.names():
        q, r = (int(part) for part in name[4:-1].split(","))
        assert max(abs(q), abs(r - 2), abs(q + r - 2)) == 2


def test_shelters_of_others_are_another_type_r98() -> None:
    built = {**buildings(), "-2,-3": "shelter 1"}
    state = play(
        at(colony(resources=store(oxygen=1), quarters=1, techs={"shelter": "c1t"}), buildings=built), "main construct"
    )
    assert can(state, "at (-2,-2)")  # beside one own Shelter (level 1 suffices) and one of another


def test_gain_is_the_size_of_the_complex_r100() -> None:
    built = buildings(**{"1,-3": "oxygen_condenser"})
    shelters = {"-5,2": "shelter 0", "-5,4": "shelter 0"}
    board = colony(
        bots=["1,-2"], resources=store(plant=1), quarters=1, techs={"shelter": "c2m", "oxygen_condenser": "c3t"}
    )
    state = construct(at(board, buildings={**built, **shelters}), "oxygen_condenser", "1,-2")
    assert stored(state)[4] == 3


def test_progress_cubes_r101() -> None:
    techs = {"shelter": "c2m", "oxygen_condenser": "c3t"}
    missions = [{"id": "progress_cubes", "left": 11}, {"id": "bots", "left": 4}, {"id": "techs", "left": 11}]
    board = colony(bots=["1,-3"], resources=store(plant=1), quarters=1, techs=techs)
    state = construct(at(board, missions=missions), "oxygen_condenser", "1,-3")
    assert seat(state)["progress"] == ["oxygen_condenser"]
    assert seat(state)["waiting"] == 1
    alone = play(at(colony(resources=store(plant=1), quarters=1), missions=missions), "main construct")
    alone.apply(alone.legal()[0])
    assert seat(alone)["progress"] == []


def test_a_mine_needs_its_miner_r102_r105() -> None:
    assert not can(at(colony(bots=["1,1"], resources=store(), quarters=1)), "main construct")
    state = construct(at(colony(bots=["1,1"], resources=store(), quarters=2)), "mine", "1,1")
    assert field(state, "markers") == {"1,1": "miner 0"}
    assert seat(state)["quarters"] == 0
    # Anybody may upgrade it; the Miner goes home.
    built = buildings(**{"-2,0": "mine"})
    upgrade = at(
        colony(blueprints=[1], resources=store(mineral=1)),
        {"quarters": 2},
        {},
        buildings=built,
        markers={"-2,0": "miner 1"},
    )
    play(upgrade, "main upgrade")
    assert field(upgrade, "markers") == {"-2,0": "advanced 0"}
    assert seat(upgrade, 1)["quarters"] == 3


def test_lss_marker_stops_at_the_top_r103_r107() -> None:
    lss = {"generator": 5, "water_extractor": 1, "greenhouse": 1, "oxygen_condenser": 1}
    state = construct(at(colony(bots=["1,1"], resources=store(mineral=1), quarters=1), lss=lss), "generator")
    assert field(state, "lss")["generator"] == 5
    assert not can(state, "benefit crystal")
    assert seat(state)["points"] == 0


def test_displacement_r104() -> None:
    board = colony(bots=["-2,-1", "-3,-1"], resources=store(plant=1), quarters=1)
    ground = {"-2,-2": "crystal"}
    state = play(at(board, ground=ground), "main construct")
    play(state, "at (-2,-2)")
    assert "-2,-2" not in field(state, "ground")
    # Building under one's own Bot: it goes to the closest free hex, its owner choosing.
    under = play(at(colony(bots=["-1,-3"], resources=store(plant=1), quarters=1), stacks=PLAIN), "main construct")
    play(under, "at (-1,-3)")
    assert all(name.startswith("move to") for name in under.names())
    play(under, under.names()[0])
    assert seat(under)["bots"] != ["-1,-3"]


def test_a_displaced_piece_is_moved_by_its_owner_r104() -> None:
    board = colony(bots=["-2,-1"], resources=store(plant=1), quarters=1)
    state = play(at(board, {"rover": "-2,-2"}, stacks=PLAIN), "main construct", "at (-2,-2)")
    assert state.to_move == 1
    assert can(state, "move to (-2,-3)")
    assert not can(state, "move to (-2,-1)")  # a Bot is there


# ---- LSS


def test_first_building_scores_two_r106_r107_r109() -> None:
    rewards = {"generator": 7, "water_extractor": 1, "greenhouse": 2, "oxygen_condenser": 4}  # 2 per Shelter
    state = construct(at(colony(bots=["1,1"], resources=store(mineral=1), quarters=1), rewards=rewards), "generator")
    assert seat(state)["points"] == 2 + 2
    assert state.names() == ["benefit bots", "benefit retrieve", "benefit crystal", "benefit mineral"]
    for benefit in ("benefit crystal", "benefit mineral", "benefit retrieve"):
        play(state.copy(), benefit)
    play(state, "benefit retrieve")
    assert seat(state)["quarters"] == 1


def test_no_reward_above_the_colony_level_r108() -> None:
    lss = {"generator": 2, "water_extractor": 1, "greenhouse": 1, "oxygen_condenser": 1}
    state = construct(at(colony(bots=["1,1"], resources=store(mineral=1), quarters=1), lss=lss), "generator")
    assert field(state, "lss")["generator"] == 3
    assert seat(state)["points"] == 0


@pytest.mark.parametrize(
    ("tile", "points"),
    [(1, 4), (2, 6), (3, 2), (4, 4), (5, 4), (6, 4), (7, 4), (8, 3)],
)
def test_reward_tiles(tile: int, points: int) -> None:
    built = buildings(**{"-5,2": "shelter 0", "5,-2": "mine", "5,0": "mine"})
    board = colony(
        bots=["1,1", "-6,3"],
        resources=store(mineral=1),
        quarters=4,
        techs={"shelter": "c4m"},
        hangar=3,
        ships=[1, 2],
        advanced=[13],
        discoveries=[17, 18],
        space=5,
    )
    rewards = {"generator": tile, "water_extractor": 1, "greenhouse": 2, "oxygen_condenser": 4}
    markers = {"5,-2": "advanced 0", "5,0": "miner 0"}
    lss = {"generator": 2, "water_extractor": 2, "greenhouse": 1, "oxygen_condenser": 1}
    state = at(board, buildings=built, markers=markers, rewards=rewards, lss=lss, colony_row=3, ground={})
    construct(state, "generator")
    assert seat(state)["points"] == points


# ---- Colony Status Update


def update(level: int, players: int = 3, **fields: Any) -> State:
    row = level + 1
    lss = dict.fromkeys(("water_extractor", "greenhouse", "oxygen_condenser"), row) | {"generator": row - 1}
    state = at(
        colony(bots=["1,1"], resources=store(mineral=1), quarters=2, **fields.pop("board", {})),
        *fields.pop("others", ()),
        players=players,
        lss=lss,
        colony_row=row,
        **fields,
    )
    return end(construct(state, "generator"))


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
    end(construct(state, "generator", "1,1"))
    assert state.to_move == 1
    assert field(state, "colony_row") == 2
    play(state, "take oxygen")
    assert field(state, "colony_row") == 3


def test_updates_chain_ruling_2() -> None:
    row = 2
    lss = dict.fromkeys(("water_extractor", "greenhouse", "oxygen_condenser"), 3) | {"generator": 2}
    state = at(colony(bots=["1,1"], resources=store(mineral=1), quarters=2), lss=lss, colony_row=row)
    end(construct(state, "generator"))
    assert field(state, "colony_row") == 4


# ---- Upgrade


def test_upgrade_r118_r123() -> None:
    state = at(colony(blueprints=[5], bots=["1,-1"], resources=store(mineral=1)))
    play(state, "main upgrade")
    assert field(state, "markers") == {"2,-1": "advanced 0"}
    assert seat(state)["advanced"] == [5]
    assert stored(state)[0] == 0
    assert not can(at(colony(blueprints=[5], bots=["-2,-1"], resources=store(mineral=1))), "main upgrade")
    assert not can(at(colony(blueprints=[5], bots=["1,-1"], resources=store(battery=1))), "main upgrade")
    taken = at(
        colony(blueprints=[5], bots=["1,-1"], resources=store(mineral=1)),
        {"advanced": [6]},
        {},
        markers={"2,-1": "advanced 1"},
    )
    assert not can(taken, "main upgrade")


def test_level_3_needs_a_complex_of_three_r119() -> None:
    for others, possible in (
        ({"3,-1": "water_extractor"}, False),
        ({"3,-1": "water_extractor", "3,-2": "water_extractor"}, True),
    ):
        state = at(colony(blueprints=[17], bots=["1,-1"], resources=store(mineral=1)), buildings=buildings(**others))
        assert can(state, "main upgrade") == possible


def test_own_shelters_only_r120() -> None:
    state = at(colony(blueprints=[11], bots=["2,-2"], resources=store(mineral=1)))
    assert not can(state, "main upgrade")
    assert can(at(colony(blueprints=[11], bots=["-2,-1"], resources=store(mineral=1))), "main upgrade")


def test_an_upgrade_displaces_r121() -> None:
    state = at(colony(blueprints=[5], bots=["2,-1"], resources=store(mineral=1)))
    play(state, "main upgrade")
    assert all(name.startswith("move to") for name in state.names())


def test_upgrade_tech_r122() -> None:
    built = buildings(**{"1,0": "mine"})
    board = colony(
        blueprints=[5, 1, 2], bots=["1,-1"], resources=store(mineral=2), techs={"shelter": "c3t", "upgrade": "c2m"}
    )
    state = play(at(board, buildings=built), "main upgrade", "upgrade (2,-1) with blueprint 5")
    assert state.names() == ["use tech of 0", "stop"]
    play(state, "use tech of 0")
    assert not can(state, "stop")
    play(state, "upgrade (0,0) with blueprint 1")
    assert len(seat(state)["advanced"]) == 2  # no Mineral for a third


# ---- Ships


def test_welcome_a_ship_r124_r128() -> None:
    state = play(at(colony(resources=store(water=1, plant=1), crystals=3), colony_row=2), "main welcome_ship", "ship 5")
    assert stored(state) == (0, 0, 0, 0, 0)
    assert state.names() == ["welcome 1 colonist and a bot", "welcome 2 colonists"]
    assert seat(state)["ships"] == [1, 2, 3, 4]
    play(state, "welcome 2 colonists")
    assert seat(state)["quarters"] == 4  # capacity 4: one of two is lost
    assert can(state, "executive 5")


def test_ships_are_capped_by_the_colony_level_r125() -> None:
    board = colony(resources=store(water=1, plant=1), ships=[1, 2, 3, 4], hangar=1)
    assert not can(at(board, colony_row=2), "main welcome_ship")
    assert can(at(board, colony_row=3), "main welcome_ship")


def test_new_bots_r126() -> None:
    missions = [{"id": "bots", "left": 4}, {"id": "blueprints", "left": 10}, {"id": "techs", "left": 11}]
    built = buildings(**{"-5,2": "shelter 0"})
    state = at(colony(resources=store(water=1, plant=1)), buildings=built, missions=missions)
    play(state, "main welcome_ship", "ship 1", "welcome 1 colonist and a bot")
    assert seat(state)["bots"] == ["-5,2", "-2,-1"]
    assert seat(state)["waiting"] == 2
    beside = at(colony(resources=store(water=1, plant=1)))
    play(beside, "main welcome_ship", "ship 1", "welcome 1 colonist and a bot")
    assert set(beside.names()) == {f"bot to ({hex_})" for hex_ in ("-3,-1", "-3,0", "-2,-2", "-2,0", "-1,-2", "-1,-1")}
    full = at(colony(resources=store(water=1, plant=1), bots=["-2,-1", "1,1", "1,2", "3,0"]))
    play(full, "main welcome_ship", "ship 1", "welcome 1 colonist and a bot")
    assert len(seat(full)["bots"]) == 4
    assert seat(full)["quarters"] == 4


def test_new_colonists_do_not_boost_r127() -> None:
    built = buildings(**{"-5,2": "shelter 0"})
    board = colony(resources=store(water=2, plant=2), quarters=0)
    state = at(board, buildings=built, colony_row=4)
    play(state, "main welcome_ship", "ship 1", "welcome 2 colonists")
    assert not can(state, "send colonist")
    older = at({**board, "quarters": 1}, buildings=built, colony_row=4)
    play(older, "main welcome_ship", "ship 1", "welcome 2 colonists", "send colonist", "ship 2", "welcome 2 colonists")
    assert len(seat(older)["ships"]) == 3


# ---- hiring


def test_hire_and_contract_r130_r131_r132() -> None:
    state = at(colony(resources=store(battery=2)))
    play(state, "main hire_or_contract", "hire hydrologist")
    assert seat(state)["scientists"] == ["hydrologist"]
    assert stored(state)[1] == 0
    play(state, "end turn")
    assert state.names() == [f"display contract {i}" for i in range(1, 13)]
    play(state, "display contract 9")
    assert field(state, "display")[2] == 9
    geologist = play(at(colony(quarters=3, resources=store())), "main hire_or_contract")
    assert seat(geologist)["working"] == 2
    assert not can(at(colony(quarters=2, resources=store())), "main hire_or_contract")
    display = [1, None, None, None, None, None]
    scientists = ["geologist", "rd_engineer", "hydrologist", "biochemist", "geochemist", "systems_engineer"]
    contract = at(colony(resources=store(), crystals=1), {"scientists": scientists}, {}, display=display)
    play(contract, "main hire_or_contract")
    assert list(seat(contract)["contracts"]) == ["1"]
    assert seat(contract)["crystals"] == 0


def test_delivery_contracts_r133_ruling_22() -> None:
    board = {"contracts": {"12": {}}, "crystals": 2, "waiting": 1, "resources": store(mineral=2)}
    state = at(board)
    play(state, "deliver crystal to contract 12", "deliver waiting crystal to contract 12")
    assert (seat(state)["crystals"], seat(state)["waiting"]) == (1, 0)
    # What Storage does not hold goes onto the lowest Contract that lacks it.
    gain = at(
        {"contracts": {"8": {}, "9": {}}, "resources": store(battery=2)}, blueprint_display={"top": [], "bottom": [4]}
    )
    play(gain, "main obtain_blueprint")
    assert seat(gain)["contracts"]["8"]["delivered"]["battery"] == 1


def test_upgrade_contracts_r134_r135() -> None:
    four = buildings(2, **dict.fromkeys(("1,0", "0,1", "1,1"), "mine"))
    missions = [{"id": "contracts", "left": 2}, {"id": "blueprints", "left": 10}, {"id": "techs", "left": 7}]
    state = at(
        colony(contracts={"1": {}}, blueprints=[1], resources=store(mineral=1), bots=["0,0"]),
        players=2,
        buildings=four,
        missions=missions,
    )
    play(state, "main upgrade", "upgrade (0,0) with blueprint 1")
    while not can(state, "end turn"):
        state.apply(state.legal()[0])
    assert seat(state)["contracts"]["1"]["completed"]
    assert field(state, "missions")[0]["left"] == 1


def test_slots_are_paid_for_in_full_r48_hire() -> None:
    rest = [{"slots": slots(hire_or_contract=1)}, {}]
    state = at(colony(resources=store(mineral=2), crystals=1), *rest)
    play(state, "main hire_or_contract", "pay crystal", "hire rd_engineer")
    assert seat(state)["crystals"] == 0
