"""The rulebook's worked examples, E1 to E28, on exact positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.on_mars.table import (
    at,
    buildings,
    can,
    colony,
    construct,
    field,
    finished,
    game,
    play,
    seat,
    slots,
    store,
    stored,
)

GRID = ["ship", "generator", "rover", "mine", "water_extractor", "oxygen_condenser", "greenhouse", "upgrade"]


def test_e1_one_shelter_holds_two_of_each() -> None:
    state = at({"resources": store(water=1)}, blueprint_display={"top": [], "bottom": [5, 6]})
    play(state, "main obtain_blueprint", "blueprint 5", "send colonist")
    assert stored(state)[2] == 2  # the second card's Water is lost


def test_e2_resupply_with_two_colonists() -> None:
    state = at({"resources": store()})
    play(state, "main resupply", "take water", "send colonist", "take water", "send colonist", "take crystal", "stop")
    assert stored(state)[2] == 2
    assert (seat(state)["waiting"], seat(state)["working"]) == (1, 2)


@pytest.mark.parametrize(
    "payment", [("pay crystal", "pay crystal"), ("pay colonist", "pay colonist"), ("pay crystal", "pay colonist")]
)
def test_e3_two_colours_cost_two(payment: tuple[str, str]) -> None:
    state = at({"crystals": 3}, {"slots": slots(obtain_blueprint=1)}, {"slots": slots(obtain_blueprint=1)})
    play(state, "main obtain_blueprint", *payment)
    assert state.names()[0].startswith("blueprint")
    assert 3 - seat(state)["crystals"] == payment.count("pay crystal")


def test_e4_full_with_one_each() -> None:
    rest = [{"slots": slots(construct=1)}, {"slots": slots(construct=1)}, {}]
    state = play(at(colony(slots=slots(construct=1), quarters=2, crystals=0), *rest, players=4), "main construct")
    assert state.names()[0].startswith("construct")  # nothing to pay
    assert [seat(state, i)["slots"]["construct"] for i in range(4)] == [1, 0, 0, 0]


def test_e5_full_with_two_and_one() -> None:
    board = colony(slots=slots(upgrade=1), quarters=2, crystals=0, blueprints=[11, 12], resources=store(mineral=1))
    state = play(at(board, {"slots": slots(upgrade=2), "quarters": 1}, {}), "main upgrade")
    assert state.names()[0].startswith("upgrade")
    assert (seat(state)["slots"]["upgrade"], seat(state, 1)["slots"]["upgrade"]) == (2, 0)
    assert seat(state, 1)["working"] == 2


def test_e6_metal_deposit_for_a_colonist() -> None:
    state = at(
        {"crystals": 1, "resources": store(), "quarters": 3},
        {"slots": slots(obtain_blueprint=1)},
        {},
        blueprint_display={"top": [], "bottom": [2, 4, 6]},
    )
    play(state, "main obtain_blueprint", "pay colonist", "blueprint 2")
    assert stored(state)[0] == 1
    assert seat(state)["quarters"] == 1
    assert state.names() == ["send colonist", "stop"]


def test_e7_water_tech_from_the_middle_row() -> None:
    state = at({"resources": store(battery=1)}, tech_grid=GRID)
    play(state, "main learn_technology", "learn water_extractor from 5", "place on c1b", "stop")
    assert stored(state)[1] == 0
    assert seat(state)["waiting"] == 1
    assert seat(state)["techs"]["water_extractor"] == "c1b"


def test_e8_a_benefit_pays_the_next_development() -> None:
    techs = {"water_extractor": "c2t", "generator": "c4m", "shelter": "c4t"}
    state = at({"resources": store(oxygen=1, plant=1), "techs": techs, "quarters": 3})
    play(state, "main research_development", "develop water_extractor to c3t")
    assert stored(state) == (1, 0, 0, 1, 0)  # Oxygen paid, Mineral gained
    assert not any("water_extractor" in name for name in state.names())  # both right neighbours occupied
    play(state, "develop generator to c5t")
    assert stored(state) == (0, 0, 0, 0, 0)  # Mineral for Oxygen, and the Plant
    assert can(state, "blueprint 6")
    play(state, "blueprint 6")
    assert can(state, "send colonist")


def test_e9_resupply_and_the_storage_limit() -> None:
    state = at({"resources": store(water=1), "crystals": 1})
    play(state, "main resupply", "take crystal", "send colonist", "take crystal", "send colonist", "take water", "stop")
    assert seat(state)["waiting"] == 2
    full = play(at({"resources": store(water=2)}), "main resupply")
    assert not can(full, "take water")


def test_e10_five_hexes_a_crystal_and_a_tile() -> None:
    ground = {"0,3": "crystal", "1,3": "discovery 18"}
    state = at(colony(techs={"shelter": "c2m", "rover": "c3t"}, resources=store(), crystals=0), ground=ground)
    play(state, "main control_center", "use tech of 0")
    for step in ("(0,1)", "(-1,2)", "(-1,3)", "(0,3)", "(1,2)"):
        play(state, f"rover to {step}")
    assert seat(state)["waiting"] == 1
    assert not any(name.startswith("rover") for name in state.names())
    direct = at(colony(techs={"shelter": "c2m", "rover": "c3t"}, resources=store(), rover="-2,4"), ground=ground)
    play(
        direct,
        "main control_center",
        "use tech of 0",
        "rover to (-1,4)",
        "rover to (0,3)",
        "rover to (0,4)",
        "rover to (1,3)",
    )
    play(direct, "stop", "claim")
    assert seat(direct)["discoveries"] == [18]
    assert stored(direct)[4] == 2


def test_e11_condenser_complex() -> None:
    # The Bot on its Shelter, two columns beside the Condenser: four legal hexes, two adjacent, two at distance 2.
    rewards = {"generator": 3, "water_extractor": 1, "greenhouse": 2, "oxygen_condenser": 7}
    techs = {"shelter": "c2m", "oxygen_condenser": "c1t"}
    board = colony(resources=store(plant=1, oxygen=1), quarters=1, techs=techs)
    missions = [{"id": "progress_cubes", "left": 11}, {"id": "bots", "left": 0}, {"id": "techs", "left": 0}]
    state = at(board, rewards=rewards, missions=missions)
    play(state, "main construct", "construct oxygen_condenser")
    assert state.names() == ["at (-2,-2)", "at (-2,0)", "at (-1,-2)", "at (-1,-1)"]
    play(state, "at (-1,-2)")
    assert stored(state)[3:] == (0, 2)  # two gained, one of them lost to Storage
    assert seat(state)["progress"] == ["oxygen_condenser"]
    assert field(state, "lss")["oxygen_condenser"] == 2
    assert seat(state)["points"] == 2 + 2
    assert can(state, "benefit crystal")
    no_tech = at(colony(resources=store(plant=1), quarters=1))
    play(no_tech, "main construct")
    assert no_tech.names() == ["at (-2,-2)", "at (-2,0)"]


@pytest.mark.parametrize(
    ("others", "hex_", "level"),
    [
        ({}, "3,-2", 1),
        ({"4,-2": "water_extractor", "5,-2": "water_extractor"}, "3,-1", 3),
        ({"2,0": "water_extractor", "1,0": "water_extractor"}, "3,-1", 3),
    ],
)
def test_e12_the_tech_level_needed(others: dict[str, str], hex_: str, level: int) -> None:
    for space, column in (("c1t", 1), ("c2t", 2), ("c3t", 3)):
        board = colony(
            bots=["3,-2"], resources=store(battery=1), quarters=1, techs={"shelter": "c5t", "water_extractor": space}
        )
        state = play(at(board, buildings=buildings(**others)), "main construct")
        if can(state, "construct water_extractor"):
            play(state, "construct water_extractor")
        assert can(state, f"at ({hex_})") == (column >= level)


def test_e13_a_standalone_mine() -> None:
    state = at(colony(bots=["1,1"], resources=store(), quarters=2))
    play(state, "main construct")
    assert not can(state, "at (1,0)")  # beside the starting Mine: no Mine Tech in play
    play(state, "at (1,1)")
    assert state.names()[0].startswith("move to")  # the Bot is displaced
    state.apply(state.legal()[0])
    assert stored(state)[0] == 1
    assert field(state, "markers") == {"1,1": "miner 0"}
    assert seat(state)["quarters"] == 0


def test_e14_second_generator_rewards_third_does_not() -> None:
    rewards = {"generator": 7, "water_extractor": 1, "greenhouse": 2, "oxygen_condenser": 4}
    board = colony(bots=["1,1"], resources=store(mineral=1), quarters=1)
    second = construct(at(board, rewards=rewards), "generator")
    assert seat(second)["points"] == 4
    lss = {"generator": 2, "water_extractor": 1, "greenhouse": 1, "oxygen_condenser": 1}
    third = construct(
        at(board, rewards=rewards, lss=lss, buildings=buildings(**{"-4,5": "generator"}), ground={}), "generator"
    )
    assert seat(third)["points"] == 0
    assert field(third, "lss")["generator"] == 3


def test_e15_e16_level_two_and_progress_points() -> None:
    lss = {"generator": 2, "water_extractor": 2, "greenhouse": 1, "oxygen_condenser": 2}
    cubes = [["mine", "generator", "water_extractor"], ["mine"], ["mine"], []]
    boards = [{"progress": own} for own in cubes]
    boards[0] |= colony(resources=store(water=1), quarters=1)
    state = construct(at(*boards, players=4, lss=lss), "greenhouse")
    play(state, "benefit crystal", "end turn")
    assert field(state, "colony_row") == 3
    scored = [seat(state, i)["points"] for i in range(4)]
    assert scored[1:] == [1, 1, 0]
    assert scored[0] >= 4


def test_e17_private_ship() -> None:
    state = play(at(colony(blueprints=[5], bots=["1,-1"], resources=store(mineral=1))), "main upgrade")
    assert seat(state)["advanced"] == [5]
    assert stored(state)[0] == 0


def test_e18_upgrade_tech_level_two() -> None:
    board = colony(
        blueprints=[1, 4, 5, 7],
        bots=["1,-1", "-1,1", "0,1"],
        techs={"shelter": "c3t", "upgrade": "c2m"},
        resources=store(mineral=4),
    )
    shelters = {"-5,2": "shelter 0", "-6,4": "shelter 0"}
    state = play(
        at(board, buildings=buildings(**shelters)), "main upgrade", "upgrade (2,-1) with blueprint 5", "use tech of 0"
    )
    play(state, "upgrade (0,2) with blueprint 4", "upgrade (0,0) with blueprint 1")
    assert len(seat(state)["advanced"]) == 3
    assert not any(name.startswith("upgrade") for name in state.names())


def test_e19_one_more_ship_at_level_three() -> None:
    board = colony(ships=[1, 2, 3], hangar=1, resources=store(water=2, plant=2), quarters=3)
    state = at(board, colony_row=4)
    play(state, "main welcome_ship", "ship 1", "welcome 2 colonists")
    assert not can(state, "send colonist")
    assert can(state, "end turn")


def test_e20_one_ship_four_executive_actions() -> None:
    board = {"ships": [1, 2, 3, 4], "hangar": 1, "crystals": 4, "advanced": [11]}
    state = at(board, markers={"-2,-1": "advanced 0"})
    assert [name for name in state.names() if name.startswith("exec")] == [f"executive {i}" for i in (5, 6, 7, 8)]


def test_e21_concentrator_with_a_colonist() -> None:
    more = {"1,-3": "oxygen_condenser", "1,-4": "oxygen_condenser"}
    board = colony(
        bots=["1,-2"],
        resources=store(plant=1),
        techs={"shelter": "c3t", "oxygen_condenser": "c2m"},
        advanced=[10],
        crystals=2,
        quarters=1,
    )
    state = at(board, buildings=buildings(**more), markers={"0,-2": "advanced 0"})
    play(state, "executive 8", "at (1,-2)")
    while state.names()[0].startswith("move to"):
        state.apply(state.legal()[0])
    assert seat(state)["working"] == 1
    assert seat(state)["progress"] == ["oxygen_condenser"]


def test_e22_the_hydrologist_on_greens_private_ship() -> None:
    fields: dict[str, Any] = {"markers": {"2,-1": "advanced 1"}}
    blue = at(
        colony(scientists=["hydrologist"], crystals=0, resources=store(plant=1, water=1)),
        {"advanced": [5], "crystals": 0, "resources": store(plant=1, water=1)},
        {},
        **fields,
    )
    play(blue, "executive 8", "ship 5", "welcome 3 colonists")
    assert seat(blue)["hangar"] == 1
    green = at(
        colony(scientists=["hydrologist"]),
        {"advanced": [5], "crystals": 0, "resources": store(plant=1, water=1)},
        {},
        scientists_at={"hydrologist": 5},
        turn=1,
        **fields,
    )
    play(green, "executive 8", "ship 5", "welcome 3 colonists")
    assert seat(green, 1)["hangar"] == 1


def test_e23_the_shuttle_lands_on_two() -> None:
    rest = [{"space": 6, "standing": False}, {"space": 7, "standing": False}]
    state = at(colony(hangar=1, ships=[1, 2, 3, 4]), *rest, colony_row=3)
    play(state, "main control_center", "stop", "end turn")
    assert field(state, "shuttle") == {"side": "colony", "space": 2, "travelled": "orbit"}


def test_e24_a_tile_three_hexes_from_the_rover() -> None:
    state = at(
        {"rover": "1,-1", "hangar": 1, "ships": [1, 2, 3, 4]},
        phase="shuttle",
        step=2,
        turn=0,
        next=1,
        stack=[{"kind": "travel_choice", "seat": 0}],
    )
    play(state, "travel")
    for name in state.names():
        q, r = (int(part) for part in name.split("(")[1][:-1].split(","))
        assert max(abs(q - 1), abs(r + 1), abs(q - 1 + r + 1)) == 3


def test_e25_production_on_the_way_to_orbit() -> None:
    state = at(
        colony(advanced=[4], resources=store(), quarters=2, hangar=1, ships=[1, 2, 3, 4]),
        phase="shuttle",
        step=2,
        turn=0,
        next=1,
        markers={"0,2": "advanced 0", "5,0": "miner 0"},
        buildings=buildings(**{"5,0": "mine"}),
        stack=[{"kind": "travel_choice", "seat": 0}],
    )
    play(state, "travel")
    assert stored(state) == (1, 1, 0, 0, 0)


def test_e26_the_scoring_example() -> None:
    # Tech 1+4+4+9, Advanced 3+3-3+5, Colonists 10, Contract -4, Hydrologist with two Greenhouses 6.
    more = {"-3,1": "greenhouse", "-3,2": "greenhouse", "-5,5": "shelter 0", "-2,5": "shelter 0"}
    board = {
        "techs": {"mine": "c1t", "generator": "c4t", "rover": "c4b", "shelter": "c6"},
        "advanced": [7, 8, 19],
        "blueprints": [1],
        "quarters": 7,
        "scientists": ["hydrologist"],
        "contracts": {"9": {"delivered": {"water": 2, "mineral": 2}}},
        "resources": store(),
        "points": 0,
    }
    markers = {"-2,1": "advanced 0", "-3,1": "advanced 0", "-3,2": "advanced 0"}
    state = finished(board, buildings=buildings(2, **more), markers=markers)
    # Three own Greenhouses here instead of the two of the picture: 9 for the Hydrologist.
    assert state.scores()[0] == 18 + 8 + 10 - 4 + 9
    two = {**board, "advanced": [7, 8, 17], "scientists": ["hydrologist"]}
    water = {**more, "3,-1": "water_extractor", "3,-2": "water_extractor"}
    marks = {"-2,1": "advanced 0", "-3,1": "advanced 0", "3,-1": "advanced 0"}
    exact = finished(two, buildings=buildings(2, **water), markers=marks)
    assert exact.scores()[0] == 18 + 8 + 10 - 4 + 6


def test_e27_lacerda_builds_a_mine() -> None:
    lss = {"generator": 1, "water_extractor": 1, "greenhouse": 2, "oxygen_condenser": 2}
    built = buildings(1, **{"-4,2": "greenhouse", "0,-4": "oxygen_condenser"})
    lacerda = {"bot": "greenhouse", "deck": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "seen": []}
    plain: dict[str, Any] = {"blueprints": [], "techs": {"shelter": "c2m"}, "waiting": 0, "space": 8}
    state = at(
        {"resources": store()},
        plain,
        players=1,
        lss=lss,
        buildings=built,
        lacerda=lacerda,
        shuttle={"side": "orbit", "space": 3, "travelled": None},
    )
    play(state, "main resupply", "take battery", "stop", "end turn")
    assert seat(state, 1)["constructed"] == ["mine"]
    assert field(state, "lacerda")["bot"] == "generator"


def test_the_worked_turn_of_the_rule_list() -> None:
    """Step by step as docs/rules/on_mars.md tells it."""
    state = game(2).new(11)
    play(state, "space 8", "blueprint 8", "space 1", "shuttle colony")
    assert (seat(state)["resources"]["plant"], seat(state)["waiting"]) == (2, 1)
    play(state, "main learn_technology", "learn oxygen_condenser from 8", "place on c1b", "stop", "end turn")
    assert (state.to_move, seat(state)["crystals"]) == (0, 2)
    play(state, "main construct", "construct greenhouse", "at (-2,-2)", "pay water")
    assert (seat(state)["quarters"], stored(state)) == (2, (1, 1, 0, 2, 1))
    assert (field(state, "lss")["greenhouse"], seat(state)["points"]) == (2, 4)
    play(
        state,
        "benefit crystal",
        "executive 6",
        "pay crystal",
        "pay crystal",
        "bot (-2,-1) to (-2,0)",
        "stop",
        "end turn",
    )
    assert (seat(state)["crystals"], seat(state)["waiting"], seat(state)["bots"]) == (0, 1, ["-2,0"])
    assert field(state, "shuttle") == {"side": "orbit", "space": 1, "travelled": "colony"}
    assert (state.to_move, state.names()) == (0, ["travel", "stay"])
