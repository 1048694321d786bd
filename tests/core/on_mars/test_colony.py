"""Upgrades, Ships, Scientists and Contracts (R118-R135)."""

from __future__ import annotations

from tests.core.on_mars.table import (
    FREE_SHIPS,
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
    using,
)

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


def test_tech_joins_every_upgrade_effect_ruling_21() -> None:
    techs = {"shelter": "c2m", "upgrade": "c1t"}
    board = colony(**FREE_SHIPS, blueprints=[4, 11], bots=["-2,-1", "0,1"], techs=techs, resources=store(mineral=2))
    state = play(at(board), "executive 4", "upgrade (0,2) with blueprint 4", "use tech of 0")
    assert (seat(state)["advanced"], stored(state)[0]) == ([4, 11], 0)  # that step was compulsory, and paid
    assert not can(state, "use tech of 0")
    poor = {**board, "resources": store(mineral=1)}
    assert not can(play(at(poor), "executive 4", "upgrade (0,2) with blueprint 4"), "use tech of 0")


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


def test_order_inside_welcoming_ruling_35() -> None:
    state = at(colony(resources=store(mineral=2, plant=1, water=1)))
    play(state, "main welcome_ship", "ship 2")
    assert state.names() == ["pay mineral", "pay plant"]
    play(state, "pay plant")
    assert state.names() == ["pay mineral", "pay water"]
    play(state, "pay water")
    assert state.names() == ["welcome 1 colonist and a bot", "welcome 2 colonists"]
    play(state, "welcome 1 colonist and a bot")
    assert seat(state)["quarters"] == 4
    assert all(name.startswith("bot to") for name in state.names())


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


# ---- retrieving Colonists


def test_retrieval_needs_room_and_leaves_miners_ruling_34() -> None:
    board = colony(bots=["1,1"], resources=store(mineral=1), quarters=5)
    built = buildings(**{"5,0": "shelter 0", "5,-2": "mine"})
    state = construct(at(board, buildings=built, markers={"5,-2": "miner 0"}), "generator")
    play(state, "benefit retrieve")  # the Colonist placed for this very action; no other place has one
    assert (seat(state)["quarters"], seat(state)["slots"]["construct"]) == (5, 0)
    full = using(18, "2,-1", {"working": 2, "quarters": 3}, more={"3,-1": "water_extractor", "3,-2": "water_extractor"})
    assert (seat(full)["quarters"], seat(full)["working"]) == (4, 1)  # room for one only
    assert field(full, "markers") == {"2,-1": "advanced 0"}


def test_no_room_no_retrieval_ruling_34() -> None:
    board = colony(advanced=[18], crystals=2, quarters=4, working=2)
    built = buildings(**{"3,-1": "water_extractor", "3,-2": "water_extractor"})
    assert not can(at(board, buildings=built, markers={"2,-1": "advanced 0"}), "executive 8")
