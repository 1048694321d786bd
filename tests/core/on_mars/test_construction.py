"""Construction, displacement and the Life Support System (R92-R109)."""

from __future__ import annotations

import pytest

from tests.core.on_mars.table import (
    KINDS,
    at,
    buildings,
    can,
    colony,
    construct,
    field,
    play,
    seat,
    store,
    stored,
    using,
)

PLAIN = {kind: [1, 2, 3, 4, 5, 6] for kind in KINDS}


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


CONDENSER = {"shelter": "c2m", "oxygen_condenser": "c1t"}


def test_lss_comes_after_gains_and_cube_ruling_1() -> None:
    board = colony(bots=["1,-3"], resources=store(plant=1), techs=CONDENSER)
    state = construct(at(board), "oxygen_condenser", "1,-3")
    assert can(state, "benefit crystal")
    assert stored(state) == (0, 0, 0, 0, 2)
    assert seat(state)["progress"] == ["oxygen_condenser"]
    assert field(state, "lss")["oxygen_condenser"] == 2


def test_anothers_shelter_tech_ruling_9() -> None:
    state = at(colony(resources=store(oxygen=1)), {"techs": {"shelter": "c1t"}}, {"techs": {"shelter": "c6"}})
    construct(state, "shelter", "-2,-2")
    assert state.names() == ["with tech of 0", "with tech of 1", "with tech of 2"]
    play(state, "with tech of 2")
    assert field(state, "uses") == [{"owner": 2, "tech": "shelter"}]


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
