"""Rulings that no rule test is named after."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import at, buildings, can, colony, construct, field, play, seat, store, stored
from tests.core.on_mars.test_colony import update
from tests.core.on_mars.test_executive import FREE_SHIPS, GENERATORS, using
from tests.core.on_mars.test_shuttle_end import before_shuttle
from tests.core.on_mars.test_solo import PLAIN, deck, lacerda_moves

CONDENSER = {"shelter": "c2m", "oxygen_condenser": "c1t"}
ICONS = ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser")


def test_lss_comes_after_gains_and_cube_ruling_1() -> None:
    board = colony(bots=["1,-3"], resources=store(plant=1), techs=CONDENSER)
    state = construct(at(board), "oxygen_condenser", "1,-3")
    assert can(state, "benefit crystal")
    assert stored(state) == (0, 0, 0, 0, 2)
    assert seat(state)["progress"] == ["oxygen_condenser"]
    assert field(state, "lss")["oxygen_condenser"] == 2


@pytest.mark.parametrize(("mission", "room"), [("techs", False), ("scientists", True)])
def test_mission_crystals_take_room_at_once_ruling_3(mission: str, room: bool) -> None:
    missions = [{"id": name, "left": 2} for name in (mission, "bots", "contracts")]
    grid = ["ship", "rover", "mine", "generator", "greenhouse", "water_extractor", "upgrade", "oxygen_condenser"]
    state = at({"crystals": 2, "resources": store()}, missions=missions, tech_grid=grid)
    play(state, "main learn_technology", "learn upgrade from 7", "place on c1t")
    assert seat(state)["waiting"] == (0 if room else 1)
    assert can(state, "take crystal") == room
    assert can(state, "take water")


MISSIONS = [{"id": name, "left": 2} for name in ("contracts", "bots", "techs")]


@pytest.mark.parametrize("owner", [0, 1])
def test_a_contract_is_completed_when_its_condition_first_holds_ruling_4(owner: int) -> None:
    water = {"3,-1": "water_extractor", "3,-2": "water_extractor"}
    seats: list[dict[str, Any]] = [
        colony(bots=["4,-2"], resources=store(battery=1), techs={"shelter": "c2m", "water_extractor": "c3t"}),
        {"space": 2},
    ]
    seats[owner] |= {"contracts": {"3": {"completed": False}}, "advanced": [6]}
    state = at(*seats, buildings=buildings(3, **water), markers={"3,-1": f"advanced {owner}"}, missions=MISSIONS)
    assert not seat(state, owner)["contracts"]["3"]["completed"]
    construct(state, "water_extractor", "4,-2")  # the fourth of the Complex
    assert seat(state, owner)["contracts"]["3"]["completed"]
    assert seat(state, owner)["waiting"] == 1  # its owner contributes, in whoever's turn (ruling 32)
    assert field(state, "missions")[0]["left"] == 1


def test_a_delivery_completes_once_ruling_4() -> None:
    contracts = {"9": {"delivered": {"water": 3, "mineral": 1}}, "8": {"delivered": {"battery": 1}}}
    state = at({"contracts": contracts, "resources": store(mineral=2, battery=1)}, missions=MISSIONS)
    play(state, "deliver mineral to contract 9")
    assert seat(state)["contracts"]["9"]["completed"]
    assert field(state, "missions")[0]["left"] == 1
    play(state, "deliver mineral to contract 8")
    assert field(state, "missions")[0]["left"] == 1
    assert seat(state)["waiting"] == 1


def test_one_boost_of_learning_ruling_5() -> None:
    state = at({"quarters": 4, "resources": store(battery=2, mineral=2)})
    free = [name for name in play(state, "main learn_technology").names() if name[-1] in "78"]
    play(state, free[0], "place on c1b", "send colonist", free[1])
    assert not can(state, "send colonist")
    play(state, "stop")
    assert can(state, "end turn")


def test_executive_7_takes_resources_and_crystals_ruling_6() -> None:
    state = play(at({"crystals": 2, "resources": store()}), "executive 7")
    assert state.names() == ["take battery", "take water", "take plant", "take oxygen", "take crystal"]


def test_every_use_has_its_own_choice_ruling_8() -> None:
    uses = [{"owner": 1, "tech": "rover"}, {"owner": 1, "tech": "rover"}]
    menu = [{"kind": "menu", "seat": 0, "flags": 0, "left": 0, "x": [1, 1, 0, 0]}]
    techs = {"shelter": "c2m", "rover": "c1t"}
    state = at(colony(), {"techs": techs, "resources": store()}, uses=uses, stack=menu)
    play(state, "end turn", "take oxygen")
    assert (state.to_move, seat(state, 1)["resources"]["oxygen"]) == (1, 1)
    play(state, "develop rover to c2t")
    assert (seat(state, 1)["techs"]["rover"], seat(state, 1)["resources"]["oxygen"]) == ("c2t", 1)
    assert field(state, "uses") == []


def test_anothers_shelter_tech_ruling_9() -> None:
    state = at(colony(resources=store(oxygen=1)), {"techs": {"shelter": "c1t"}}, {"techs": {"shelter": "c6"}})
    construct(state, "shelter", "-2,-2")
    assert state.names() == ["with tech of 0", "with tech of 1", "with tech of 2"]
    play(state, "with tech of 2")
    assert field(state, "uses") == [{"owner": 2, "tech": "shelter"}]


def test_lacerdas_quarters_are_full_to_their_capacity_ruling_10() -> None:
    human = {"techs": {"shelter": "c1t"}, "quarters": 0}
    his = {**PLAIN, "techs": {"shelter": "c1t"}}
    for more, points in (({}, 3), ({"5,0": "shelter 1"}, 6), ({"5,0": "shelter 1", "5,-2": "shelter 1"}, 10)):
        state = at(human, his, players=1, phase="over", buildings=buildings(1, **more))
        assert state.scores() == [-points]


def test_a_landing_pod_is_a_travel_ruling_11() -> None:
    cards = {"a": [], "b": ["B2"]}
    state = play(at(cards, options={"first_colonists": True}), "main landing_pod", "space 5")
    assert state.names() == ["reveal B2", "keep B2"]


def test_equally_far_hexes_are_drawn_ruling_12() -> None:
    shuttle = {"side": "orbit", "space": 1, "travelled": None}
    drawn = set()
    for seed in range(6):
        state = at(
            {"space": 1, "resources": store()},
            {**PLAIN, "space": 3},
            players=1,
            seed=seed,
            lacerda=deck(2),
            exploration=[7, 12],
            shuttle=shuttle,
        )
        play(state, "main resupply", "take battery", "stop", "end turn", "stay")
        drawn |= {hex_ for hex_, what in field(state, "ground").items() if what == "discovery 7"}
        assert field(state, "lacerda")["ties"] > 0
    assert len(drawn) > 1  # both Rovers count as on the Mine: every hex 3 away is as far


def to_the_colony(**fields: Any) -> State:
    """Seat 2 may ride the Shuttle from Orbit."""
    return before_shuttle(shuttle={"side": "orbit", "space": 1, "travelled": None}, **fields)


def test_an_empty_discovery_stack_ruling_13() -> None:
    gone = [tile for tile in range(1, 20) if tile not in (7, 12)]
    state = play(to_the_colony(exploration=[7, 12], discoveries_gone=gone), "travel", "place tile 7 at (3,0)")
    assert (field(state, "exploration"), field(state, "discovery_deck")) == ([None, 12], [])


def test_a_new_tile_takes_the_vacated_space_ruling_31() -> None:
    state = to_the_colony(exploration=[7, 12])
    following = field(state, "discovery_deck")[0]
    assert field(play(state.copy(), "travel", "place tile 7 at (3,0)"), "exploration") == [following, 12]
    assert field(play(state, "travel", "place tile 12 at (3,0)"), "exploration") == [7, following]


def test_a_radar_tile_is_not_collected_ruling_14() -> None:
    missions = [{"id": name, "left": 3} for name in ("discovery_tiles", "bots", "scientists")]
    state = using(15, "0,2", more=GENERATORS, exploration=[13, 12], missions=missions)
    play(state, "radar tile 13")
    assert (seat(state)["discoveries"], seat(state)["waiting"]) == ([], 3)
    assert field(state, "missions")[0]["left"] == 3


def test_a_bot_bonus_destroys_at_the_end_of_the_travel_ruling_15() -> None:
    own = {"hangar": 1, "ships": [1, 2, 3, 4], "rover": "0,0", "bots": ["-2,-1"]}
    fields = {"phase": "shuttle", "step": 2, "turn": 0, "next": 1, "order": [0, 1, 2]}
    ground = {"-3,-1": "discovery 5", "-4,-1": "crystal"}
    deck = [tile for tile in range(1, 20) if tile not in (5, 7, 12)]
    fields |= {"ground": ground, "exploration": [7, 12], "discovery_deck": deck}
    state = at(own, stack=[{"kind": "travel_choice", "seat": 0}], **fields)
    play(state, "travel", "place tile 7 at (0,3)", "space 7", "bot (-2,-1) to (-3,-1)")
    assert "-3,-1" in field(state, "ground")  # not yet
    play(state, "stop")
    assert "-3,-1" not in field(state, "ground")
    assert 5 in field(state, "discoveries_gone")
    assert field(state, "ground")["-4,-1"] == "crystal"


def test_the_end_of_a_turn_in_its_order_ruling_17() -> None:
    lss = dict.fromkeys(ICONS[1:], 2)
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


def test_a_rover_that_stays_breaks_nothing_ruling_18() -> None:
    state = at(colony(rover="3,-5", research=["B"]), ground={"3,-5": "research B"})
    play(state, "main control_center", "stop")  # it could not claim the tile it stands on
    assert (seat(state)["rover"], field(state, "ground")["3,-5"]) == ("3,-5", "research B")


def test_tech_joins_every_upgrade_effect_ruling_21() -> None:
    techs = {"shelter": "c2m", "upgrade": "c1t"}
    board = colony(**FREE_SHIPS, blueprints=[4, 11], bots=["-2,-1", "0,1"], techs=techs, resources=store(mineral=2))
    state = play(at(board), "executive 4", "upgrade (0,2) with blueprint 4", "use tech of 0")
    assert (seat(state)["advanced"], stored(state)[0]) == ([4, 11], 0)  # that step was compulsory, and paid
    assert not can(state, "use tech of 0")
    poor = {**board, "resources": store(mineral=1)}
    assert not can(play(at(poor), "executive 4", "upgrade (0,2) with blueprint 4"), "use tech of 0")


def test_lacerda_develops_the_tech_the_human_uses_ruling_24() -> None:
    human = colony(bots=["1,-3"], resources=store(plant=1), quarters=1)
    state = at(human, {**PLAIN, "space": 1, "standing": False, "techs": CONDENSER}, players=1, lacerda=deck(6))
    construct(state, "oxygen_condenser", "1,-3")
    play(state, "benefit crystal", "end turn")
    assert seat(state, 1)["techs"]["oxygen_condenser"] == "c2t"
    assert set(seat(state, 1)["resources"].values()) == {0}


def test_the_lacking_colonists_go_with_the_tile_ruling_25() -> None:
    more = {"1,-3": "oxygen_condenser"}
    techs = {"shelter": "c2m", "oxygen_condenser": "c1t"}
    better = {"techs": {"shelter": "c2m", "oxygen_condenser": "c2t"}}
    board = {"bots": ["2,-3"], "resources": store(plant=1), "techs": techs, "quarters": 3}
    state = using(10, "0,-2", board, others=[better, {}], more=more)
    play(state, "at (1,-2)")
    assert state.names() == ["with tech of 0 and 1 colonist", "with tech of 1"]
    play(state, "with tech of 0 and 1 colonist")
    assert (seat(state)["working"], seat(state)["quarters"]) == (1, 2)


@pytest.mark.parametrize(("quarters", "possible"), [(1, False), (2, True)])
def test_a_mine_keeps_its_miner_ruling_25(quarters: int, possible: bool) -> None:
    # Two Mines to connect to, Tech of level 1: one Colonist raises it, another one stays as Miner.
    board = {"bots": ["1,0"], "techs": {"shelter": "c2m", "mine": "c1t"}, "quarters": quarters, "resources": store()}
    state = using(2, "0,0", board, more={"0,1": "mine"})
    assert can(state, "at (1,0)") == possible


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


def test_order_inside_learning_ruling_35() -> None:
    grid = ["ship", "rover", "mine", "generator", "greenhouse", "water_extractor", "upgrade", "oxygen_condenser"]
    state = at({"resources": store(mineral=1, battery=2)}, tech_grid=grid)
    play(state, "main learn_technology", "learn ship from 1")
    assert state.names() == ["pay mineral", "pay battery"]  # the named Resource before the one of choice
    play(state, "pay battery")
    assert state.names() == ["pay mineral", "pay battery"]
    play(state, "pay battery")
    assert state.names() == ["place on c1t", "place on c1b"]


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


@pytest.mark.parametrize("number", range(5))
def test_the_icon_goes_round_r182(number: int) -> None:
    # Developing to c3b gives its Bots benefit: one step of the icon.
    state = lacerda_moves(10, {"space": 3, "techs": {"shelter": "c2b"}}, cards={"bot": ICONS[number]})
    assert field(state, "lacerda")["bot"] == ICONS[(number + 1) % 5]


@pytest.mark.parametrize("card", range(1, 13))
def test_no_card_makes_him_land_or_resupply_r189(card: int) -> None:
    state = lacerda_moves(card, {"space": 3})
    assert seat(state, 1)["space"] == 3
    by_lab = card > 5  # learning ends on c1t, developing on c4b: both give an item of the Warehouse
    assert sum(field(state, "warehouse").values()) == 10 - 1 - by_lab
