"""Landing Pod, Blueprints, Technology, Resupply (R54-R80)."""

from __future__ import annotations

from tests.core.on_mars.table import at, buildings, can, colony, construct, field, play, seat, slots, store, stored

GRID = ["ship", "water_extractor", "rover", "mine", "generator", "oxygen_condenser", "greenhouse", "upgrade"]
OTHER_MISSIONS = [{"id": "contracts", "left": 2}, {"id": "bots", "left": 4}, {"id": "scientists", "left": 4}]


# ---- Landing Pod


def test_landing_pod_r54_r55_r153() -> None:
    board = {"working": 1, "slots": slots(construct=1, obtain_blueprint=1), "quarters": 2}
    state = play(at(board), "main landing_pod")
    assert state.names() == [f"space {i}" for i in (5, 6, 7, 8)]  # no Discovery tile
    assert (seat(state)["quarters"], seat(state)["slots"]["obtain_blueprint"]) == (4, 1)
    play(state, "space 5")
    assert state.to_move == 1  # no menu follows
    assert seat(state)["space"] == 5
    assert not seat(state)["standing"]


def test_after_a_landing_pod_one_may_ride_the_shuttle_r56() -> None:
    state = at(
        {},
        {"space": 2, "standing": False},
        {"space": 3, "standing": False},
        shuttle={"side": "colony", "space": 1, "travelled": None},
    )
    play(state, "main landing_pod", "space 5")
    assert state.to_move == 0
    assert state.names() == ["travel", "stay"]


# ---- Blueprints


def test_obtain_blueprint_r57_r59_r61() -> None:
    state = at({"resources": store()}, blueprint_display={"top": [], "bottom": [4, 6, 12]}, missions=OTHER_MISSIONS)
    play(state, "main obtain_blueprint", "blueprint 12")
    assert seat(state)["blueprints"] == [12]
    assert seat(state)["waiting"] == 1  # a Shelter card gives a Crystal
    assert field(state, "blueprint_display")["bottom"] == [4, 6]
    play(state, "send colonist", "blueprint 6", "stop")
    assert stored(state) == (0, 0, 1, 0, 0)
    assert seat(state)["working"] == 1


def test_no_marker_no_blueprint_r58() -> None:
    eight = [1, 2, 3, 5, 7, 8, 9, 10]
    state = at({"blueprints": eight}, blueprint_display={"top": [], "bottom": [4, 6, 12]})
    assert not can(state, "main obtain_blueprint")
    seven = at({"blueprints": eight[:7]}, blueprint_display={"top": [], "bottom": [4, 6, 12]})
    play(seven, "main obtain_blueprint", "blueprint 4")
    assert not can(seven, "send colonist")


def test_an_unbuilt_card_has_no_action_r60_r138() -> None:
    assert not can(at({"blueprints": [11], "crystals": 3}), "executive 8")
    built = buildings()
    state = at({"advanced": [11], "crystals": 3}, buildings=built, markers={"-2,-1": "advanced 0"})
    assert can(state, "executive 8")


# ---- Learn


def test_learn_r62_r63_r65() -> None:
    state = at({"resources": store(battery=1, plant=1)}, tech_grid=GRID)
    play(state, "main learn_technology")
    assert len(state.names()) == 8
    play(state, "learn ship from 1")
    assert stored(state) == (0, 0, 0, 0, 0)  # Battery, then the only Resource left
    play(state, "place on c1b")
    assert seat(state)["waiting"] == 1  # a Crystal alone is taken by itself
    assert field(state, "tech_grid")[0] is None
    free = play(at({"resources": store()}, tech_grid=GRID), "main learn_technology")
    assert free.names() == ["learn greenhouse from 7", "learn upgrade from 8"]


def test_both_first_spaces_taken_r62() -> None:
    techs = {"shelter": "c2m", "mine": "c1t", "rover": "c1b"}
    assert not can(at({"techs": techs}), "main learn_technology")


def test_one_tile_of_a_type_r64() -> None:
    state = at({"techs": {"shelter": "c2m", "upgrade": "c3t"}}, tech_grid=GRID)
    play(state, "main learn_technology")
    assert not can(state, "learn upgrade from 8")
    assert can(state, "learn greenhouse from 7")


def test_a_second_tile_for_a_colonist_r66_r67() -> None:
    state = at({"resources": store(battery=1)}, tech_grid=GRID)
    play(
        state,
        "main learn_technology",
        "learn upgrade from 8",
        "place on c1b",
        "send colonist",
        "learn greenhouse from 7",
    )
    assert seat(state)["techs"] == {"greenhouse": "c1t", "upgrade": "c1b", "shelter": "c2m"}
    assert state.names() == ["take battery", "take water", "take plant", "take oxygen", "take crystal", "stop"]
    play(state, "stop")
    assert not can(state, "send colonist")
    assert field(state, "tech_grid")[6:] == [None, None]


# ---- Develop


def test_research_and_development_r68_r69_r72() -> None:
    techs = {"shelter": "c2m", "mine": "c1t"}
    state = at({"resources": store(mineral=1, water=1, oxygen=2), "techs": techs, "quarters": 2})
    play(state, "main research_development")
    assert can(state, "develop mine to c2t")
    assert not can(state, "develop mine to c2m")  # occupied (R70)
    play(state, "develop shelter to c3b", "pay oxygen", "stop")
    play(state, "develop mine to c2t", "pay water")
    assert seat(state)["techs"] == {"mine": "c2t", "shelter": "c3b"}
    play(state, "send colonist", "develop shelter to c4m", "pay oxygen")
    assert stored(state) == (1, 0, 0, 0, 0)


def test_no_passing_r70() -> None:
    techs = {"shelter": "c3t", "mine": "c2t", "rover": "c4t", "ship": "c4m"}
    state = at({"resources": store(oxygen=2), "techs": techs})
    play(state, "main research_development")
    names = state.names()
    assert not any("mine" in name or "shelter" in name for name in names)


def test_a_benefit_may_pay_the_next_development_r71() -> None:
    state = at({"resources": store(oxygen=1), "techs": {"shelter": "c2m"}})
    play(state, "main research_development", "develop shelter to c3t")
    assert stored(state)[0] == 1  # the Mineral of c3t
    play(state, "develop shelter to c4m")
    assert stored(state)[0] == 0


def test_the_last_column_costs_a_crystal_r69() -> None:
    board = {"resources": store(oxygen=1), "techs": {"shelter": "c5t"}}
    assert not can(at({**board, "crystals": 0}), "main research_development")
    state = play(at({**board, "crystals": 1}), "main research_development")
    assert seat(state)["techs"] == {"shelter": "c6"}
    assert seat(state)["crystals"] == 0


def test_tech_level_is_the_column_r73_r164() -> None:
    for space, points in (("c1t", 1), ("c2m", 2), ("c3b", 3), ("c4t", 4), ("c5b", 5), ("c6", 9)):
        state = at({"techs": {"shelter": space}, "quarters": 0}, {}, players=2, phase="over")
        assert state.scores()[0] == points


# ---- using Tech


def test_using_anothers_tech_gives_its_owner_the_choice_r74_r75_r77() -> None:
    techs = {"shelter": "c2m", "oxygen_condenser": "c1t"}
    state = at(colony(bots=["1,-3"], resources=store(plant=1)), {"techs": techs, "resources": store()}, {})
    construct(state, "oxygen_condenser", "1,-3")
    assert field(state, "uses") == [{"owner": 1, "tech": "oxygen_condenser"}]
    play(state, "benefit crystal")
    play(state, "end turn")
    assert state.to_move == 1
    assert state.names() == ["develop oxygen_condenser to c2t", "take oxygen"]
    other = state.copy()
    play(state, "take oxygen")
    assert seat(state, 1)["resources"]["oxygen"] == 1
    play(other, "develop oxygen_condenser to c2t")
    assert seat(other, 1)["resources"]["oxygen"] == 0
    assert seat(other, 1)["techs"]["oxygen_condenser"] == "c2t"


def test_a_tile_that_cannot_move_gives_oxygen_r76() -> None:
    techs = {"shelter": "c2t", "oxygen_condenser": "c1t", "mine": "c2m"}
    state = at(colony(bots=["1,-3"], resources=store(plant=1)), {"techs": techs, "resources": store(oxygen=1)}, {})
    construct(state, "oxygen_condenser", "1,-3")
    play(state, "benefit crystal", "end turn")
    assert seat(state, 1)["resources"]["oxygen"] == 2


def test_the_user_chooses_the_tile_ruling_7() -> None:
    techs = {"shelter": "c2m", "oxygen_condenser": "c1t"}
    board = colony(bots=["1,-3"], resources=store(plant=1), techs=techs)
    state = at(board, {"techs": techs}, {}, players=3)
    construct(state, "oxygen_condenser", "1,-3")
    assert state.names() == ["with tech of 0", "with tech of 1"]
    play(state, "with tech of 0")
    assert field(state, "uses") == []  # R77


# ---- Resupply


def test_resupply_needs_room_r78_r80() -> None:
    state = at({"resources": store(battery=2, water=2, plant=2, oxygen=2), "crystals": 2, "waiting": 0})
    play(state, "main resupply")
    assert seat(state)["waiting"] == 1  # only a Crystal had room
    assert not can(state, "send colonist")  # 2 in the Depot and 1 waiting fill three slots
    full = at({"resources": store(battery=2, water=2, plant=2, oxygen=2), "crystals": 3})
    assert not can(full, "main resupply")
    on_contract = at({"resources": store(battery=2, water=2, plant=2, oxygen=2), "crystals": 3, "contracts": {"9": {}}})
    play(on_contract, "main resupply")
    assert seat(on_contract)["contracts"]["9"]["delivered"] == {"water": 1, "mineral": 0}


def test_one_boost_of_learning_ruling_5() -> None:
    state = at({"quarters": 4, "resources": store(battery=2, mineral=2)})
    free = [name for name in play(state, "main learn_technology").names() if name[-1] in "78"]
    play(state, free[0], "place on c1b", "send colonist", free[1])
    assert not can(state, "send colonist")
    play(state, "stop")
    assert can(state, "end turn")


def test_order_inside_learning_ruling_35() -> None:
    grid = ["ship", "rover", "mine", "generator", "greenhouse", "water_extractor", "upgrade", "oxygen_condenser"]
    state = at({"resources": store(mineral=1, battery=2)}, tech_grid=grid)
    play(state, "main learn_technology", "learn ship from 1")
    assert state.names() == ["pay mineral", "pay battery"]  # the named Resource before the one of choice
    play(state, "pay battery")
    assert state.names() == ["pay mineral", "pay battery"]
    play(state, "pay battery")
    assert state.names() == ["place on c1t", "place on c1b"]


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
