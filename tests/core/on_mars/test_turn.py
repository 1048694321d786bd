"""Terms, turns, Action slots (R28-R53) and payments."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.on_mars.table import KINDS, at, buildings, can, colony, field, game, play, seat, slots, store, stored


def test_a_mineral_pays_for_any_resource_but_no_crystal_r28() -> None:
    grid = ["ship", "water_extractor", "rover", "mine", "generator", "oxygen_condenser", "greenhouse", "upgrade"]
    state = at({"resources": store(mineral=1)}, tech_grid=grid)
    play(state, "main learn_technology", "learn mine from 4", "place on c1t")
    assert stored(state)[0] == 0
    # Column 6 costs Oxygen and a Crystal: Minerals alone do not pay it.
    techs = {"shelter": "c5b"}
    assert not can(at({"resources": store(mineral=2), "crystals": 0, "techs": techs}), "main research_development")
    assert can(at({"resources": store(mineral=2), "crystals": 1, "techs": techs}), "main research_development")


def test_a_mineral_is_only_a_mineral_on_a_contract_r29() -> None:
    state = at({"resources": store(mineral=2), "contracts": {"9": {}}})
    assert can(state, "deliver mineral to contract 9")
    assert not can(state, "deliver water to contract 9")
    play(state, "deliver mineral to contract 9")
    assert seat(state)["contracts"]["9"]["delivered"] == {"water": 0, "mineral": 1}


def test_gains_come_from_the_supply_r30() -> None:
    state = at({}, blueprint_display={"top": [], "bottom": [4, 6]})
    before = field(state, "warehouse")
    play(state, "main obtain_blueprint", "blueprint 4")
    assert stored(state)[1] == 2
    assert field(state, "warehouse") == before


def test_storage_r31() -> None:
    state = at({"resources": store(battery=2)}, blueprint_display={"top": [], "bottom": [4]})
    play(state, "main obtain_blueprint")
    assert stored(state)[1] == 2  # one Shelter: two of each


def test_quarters_r32_r158() -> None:
    # One Shelter: 4 fit. Two come home from Orbit slots, three from the Working Area: the rest goes to the supply.
    board = {
        "space": 5,
        "quarters": 2,
        "working": 3,
        "slots": slots(obtain_blueprint=2),
        "hangar": 1,
        "ships": [1, 2, 3, 4],
    }
    state = at(
        board, phase="shuttle", step=2, turn=0, order=[0, 1, 2], next=1, stack=[{"kind": "travel_choice", "seat": 0}]
    )
    play(state, "travel")
    assert seat(state)["quarters"] == 4
    assert seat(state)["working"] == 0
    assert seat(state)["slots"]["obtain_blueprint"] == 0


def test_crystals_wait_until_the_next_turn_r33_r34() -> None:
    # Three free slots: of 1 + 4 Crystals 3 stay.
    state = at({"space": 5}, {"space": 6, "crystals": 1, "waiting": 4}, {"space": 7})
    play(state, "main control_center", "stop", "end turn")
    assert state.to_move == 1
    assert (seat(state, 1)["crystals"], seat(state, 1)["waiting"]) == (3, 0)
    more = at({"space": 5}, {"space": 6, "crystals": 1, "waiting": 4, "ships": [1, 2, 3], "hangar": 1}, {"space": 7})
    play(more, "main control_center", "stop", "end turn")
    assert seat(more, 1)["crystals"] == 5


def test_a_lone_building_is_no_complex_r35() -> None:
    lone = at(colony(blueprints=[13], bots=["0,0"], resources=store(mineral=1)))
    assert not can(lone, "main upgrade")
    grown = buildings(**{"1,0": "mine", "0,1": "mine"})
    assert can(at(colony(blueprints=[13], bots=["1,1"], resources=store(mineral=1)), buildings=grown), "main upgrade")


def test_turn_order_r36_r43() -> None:
    state = at({"space": 7}, {"space": 3}, {"space": 5}, turn=1)
    play(state, "main resupply", "take water", "stop", "end turn")
    assert state.to_move == 2
    assert not seat(state, 1)["standing"]
    play(state, "main control_center", "stop", "end turn")
    assert state.to_move == 0


def test_one_main_and_one_executive_action_r39_r40() -> None:
    state = at({"crystals": 3})
    assert can(state, "executive 7")
    assert not can(state, "end turn")
    play(state, "executive 7", "take battery")
    assert not any(name.startswith("executive") for name in state.names())
    play(state, "main resupply", "take water", "stop")
    assert state.names() == ["end turn"]


def test_only_main_actions_of_the_own_side_r41_r52() -> None:
    orbit = {name for name in at({}).names() if name.startswith("main")}
    assert orbit == {
        "main landing_pod",
        "main obtain_blueprint",
        "main learn_technology",
        "main research_development",
        "main resupply",
    }
    assert all(name not in orbit for name in at(colony()).names())


def test_contributions_pay_crystals_r42() -> None:
    missions = [{"id": "blueprints", "left": 10}, {"id": "bots", "left": 4}, {"id": "techs", "left": 11}]
    state = at({}, missions=missions, blueprint_display={"top": [], "bottom": [4, 5]})
    play(state, "main obtain_blueprint", "blueprint 4", "stop")
    assert seat(state)["waiting"] == 1
    assert field(state, "missions")[0]["left"] == 9


def test_teal_boosts_one_step_per_colonist_r44_r45_r79() -> None:
    state = play(at({"resources": store()}), "main resupply", "take water")
    assert state.names() == ["send colonist", "stop"]
    play(state, "send colonist")
    assert not can(state, "stop")  # the step he was sent for is compulsory
    play(state, "take plant")
    assert (seat(state)["quarters"], seat(state)["working"]) == (2, 1)


def test_crystals_boost_movement_r46_r82() -> None:
    state = play(at(colony(crystals=1)), "main control_center", "bot (-2,-1) to (-2,-2)", "bot (-2,-2) to (-2,-3)")
    assert can(state, "buy bot point")
    play(state, "buy bot point", "bot (-2,-3) to (-3,-2)")
    assert seat(state)["crystals"] == 0
    assert not can(state, "buy bot point")


def test_red_needs_a_colonist_r47() -> None:
    assert not can(at({"quarters": 0}), "main obtain_blueprint")
    state = play(at({"quarters": 1}), "main obtain_blueprint", "blueprint 6")
    assert seat(state)["slots"]["obtain_blueprint"] == 1
    assert seat(state)["quarters"] == 0


@pytest.mark.parametrize(("others", "cost"), [((0, 0), 0), ((1, 0), 1), ((2, 0), 1), ((1, 1), 2)])
def test_extra_cost_counts_other_colours_r48(others: tuple[int, int], cost: int) -> None:
    rest = [{"slots": slots(construct=count)} for count in others]
    state = play(at(colony(crystals=3), *rest), "main construct")
    while can(state, "pay crystal"):
        play(state, "pay crystal")
    assert seat(state)["crystals"] == 3 - cost
    own = play(at(colony(crystals=3, slots=slots(construct=2), quarters=2)), "main construct")
    assert seat(own)["crystals"] == 3  # own Colonists cost nothing


@pytest.mark.parametrize(("own", "other", "cost"), [(0, 0, 0), (1, 0, 1), (1, 1, 2), (0, 2, 2)])
def test_extra_cost_with_two_players_counts_every_colonist_r49_r199(own: int, other: int, cost: int) -> None:
    board = colony(crystals=3, slots=slots(construct=own), quarters=3)
    state = play(at(board, {"slots": slots(construct=other)}, players=2), "main construct")
    while can(state, "pay crystal"):
        play(state, "pay crystal")
    assert seat(state)["crystals"] == 3 - cost


def test_extra_cost_is_crystals_and_colonists_freely_mixed_r48_ruling_23() -> None:
    rest = [{"slots": slots(obtain_blueprint=1)}] * 2
    state = play(at({"crystals": 2}, *rest), "main obtain_blueprint")
    assert state.names() == ["pay crystal", "pay colonist"]
    play(state, "pay colonist", "pay crystal")
    assert (seat(state)["crystals"], seat(state)["working"], seat(state)["quarters"]) == (1, 1, 1)


def test_the_minimum_stays_payable_ruling_20() -> None:
    # Only a Mine can be built; it needs its Colonist, so the extra cost must be the Crystal.
    rest = [{"slots": slots(construct=1)}, {}]
    state = at(colony(bots=["1,1"], resources=store(), crystals=1, quarters=2), *rest)
    play(state, "main construct")
    assert seat(state)["crystals"] == 0
    assert not can(at(colony(bots=["1,1"], resources=store(), crystals=0, quarters=2), *rest), "main construct")


def test_full_slots_are_cleared_of_those_with_most_r50_r51() -> None:
    rest = [{"slots": slots(construct=1)}, {"slots": slots(construct=1)}]
    state = play(at(colony(slots=slots(construct=1), quarters=2), *rest), "main construct")
    assert [seat(state, i)["working"] for i in range(3)] == [1, 1, 1]
    assert [seat(state, i)["slots"]["construct"] for i in range(3)] == [1, 0, 0]


def test_slots_r53_r129() -> None:
    taken = colony(slots=slots(hire_or_contract=1), quarters=3, resources=store(mineral=2))
    assert not can(at(taken), "main hire_or_contract")
    free = at(
        colony(resources=store(mineral=2)), {"slots": slots(hire_or_contract=1)}, {"slots": slots(hire_or_contract=1)}
    )
    play(free, "main hire_or_contract", "pay colonist", "pay crystal", "hire rd_engineer")
    assert seat(free, 1)["slots"]["hire_or_contract"] == 1  # never cleared


def test_no_hex_holds_two_pieces_at_the_end_of_a_turn_r38_r84() -> None:
    state = at(colony(bots=["-2,-1", "-2,-2"]))
    play(state, "main control_center", "bot (-2,-1) to (-2,-2)")
    assert not can(state, "stop")  # in transit
    assert all(name.startswith("bot (-2,-2) to") for name in state.names())


def test_a_goal_card_pays_for_a_crystal_r147() -> None:
    state = at({"goals": {"hand": [1, 2, 16]}, "crystals": 1})
    play(state, "executive 7")
    assert state.names() == ["pay crystal", "pay goal 1", "pay goal 2", "pay goal 16"]
    play(state, "pay goal 2", "pay goal 1", "take water")
    goals = seat(state)["goals"]
    assert goals["hand"] == [16]
    assert goals["discarded"] == [1, 2]
    # Not outside the own Colonization turn (ruling 23).
    setup = at(
        {"goals": {"hand": [1, 2, 16]}, "crystals": 0},
        phase="shuttle",
        step=2,
        turn=0,
        next=1,
        stack=[{"kind": "move", "seat": 0, "flags": 1, "x": [0, 255, 0, 0]}, {"kind": "shuttle_side", "seat": 0}],
    )
    play(setup, "shuttle orbit")
    assert not can(setup, "buy bot point")


def test_crystals_are_laid_on_empty_hexes_only_r37_r99() -> None:
    kinds = ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser")
    stacks = {kind: [3, 1, 2, 4, 5, 6] for kind in kinds}  # north-east and south-west
    board = colony(bots=["0,-3"], resources=store(plant=1))
    state = at(board, {"rover": "0,-4"}, stacks=stacks, ground={"-2,-2": "discovery 17"})
    play(state, "main construct", "at (-1,-3)")
    assert field(state, "ground") == {"-2,-2": "discovery 17"}


def test_the_end_of_a_turn_in_its_order_ruling_17() -> None:
    lss = dict.fromkeys(KINDS[1:], 2)
    uses = [{"owner": 1, "tech": "rover"}, {"owner": 2, "tech": "shelter"}]
    menu = [{"kind": "menu", "seat": 0, "flags": 0, "left": 0, "x": [1, 1, 0, 0]}]
    techs = {"shelter": "c2m", "rover": "c1t"}
    state = at(
        colony(bots=["3,0"], scientists=["geologist"]),
        {"techs": techs, "resources": store()},
        {"resources": store()},
        display=[None, "rd_engineer", "hydrologist", "biochemist", "geochemist", "systems_engineer"],
        refills=[1],
        uses=uses,
        stack=menu,
        lss=lss,
        ground={"3,0": "crystal"},
    )
    play(state, "end turn")
    assert "3,0" not in field(state, "ground")  # (a)
    assert all(name.startswith("display contract") for name in state.names())  # (b)
    play(state, "display contract 3")
    assert state.to_move == 1  # (c), in order of use
    assert state.names() == ["develop rover to c2t", "take oxygen"]  # the Shelter Tech is on c2m
    play(state, "take oxygen")
    assert (state.to_move, field(state, "colony_row")) == (2, 2)
    assert seat(state)["standing"]
    play(state, "take oxygen")
    assert field(state, "colony_row") == 3  # (d)
    assert not seat(state)["standing"]  # (e)


def test_there_is_always_a_main_action_ruling_18() -> None:
    bare = {"resources": store(), "crystals": 0, "quarters": 0}
    nothing = dict.fromkeys(("battery", "water", "plant", "oxygen", "crystal"), 0)
    learnt = {"shelter": "c2m", "mine": "c1t", "rover": "c1b"}
    assert at({**bare, "techs": learnt}, warehouse=nothing).names() == ["main landing_pod"]
    state = at(colony(**bare))
    assert state.names() == ["main control_center"]
    play(state, "main control_center", "stop")
    assert state.names() == ["end turn"]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_stack_stays_shallow(players: int) -> None:
    deepest = 0
    for seed in range(6):
        state, rng = game(players).new(seed), Random(seed)
        while not state.is_over:
            deepest = max(deepest, len(field(state, "stack")))
            state.apply(rng.choice(state.legal()))
    assert 3 <= deepest <= 16  # it holds 32


def test_benefits_nest_depth_first_ruling_16() -> None:
    # Control Center -> Research tile -> development -> Blueprint: each is finished before the one below goes on.
    board = colony(rover="1,0", techs={"shelter": "c4t"}, resources=store(), quarters=2)
    state = at(board, ground={"1,0": "research A"}, blueprint_display={"top": [], "bottom": [4, 6, 8]})
    play(state, "main control_center", "stop", "claim")
    assert [frame["kind"] for frame in field(state, "stack")][-2:] == ["develop", "blueprint"]
    play(state, "blueprint 4", "send colonist", "blueprint 6", "stop", "develop shelter to c6")
    assert seat(state)["blueprints"] == [4, 6]
    assert seat(state)["techs"] == {"shelter": "c6"}
    assert can(state, "end turn")
