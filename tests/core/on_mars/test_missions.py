"""Missions and Private Goals (R142-R147)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.on_mars.table import at, buildings, can, colony, construct, field, play, seat, slots, store, stored

FIRST = [{"id": "blueprints", "left": 1}, {"id": "bots", "left": 4}, {"id": "techs", "left": 11}]


def test_the_last_contribution_completes_r142_r143_r144() -> None:
    state = at({}, missions=FIRST, blueprint_display={"top": [], "bottom": [4, 6]})
    play(state, "main obtain_blueprint", "blueprint 4")
    assert field(state, "remaining_missions") == 2
    play(state, "send colonist")
    assert seat(state)["waiting"] == 1  # nothing more
    assert field(state, "remaining_missions") == 2


@pytest.mark.parametrize(
    ("mission", "crystals"),
    [
        ("research_tiles", 2),
        ("discovery_tiles", 1),
        ("advanced_buildings", 1),
        ("bots", 2),
        ("techs", 1),
        ("progress_cubes", 1),
        ("scientists", 2),
        ("contracts", 1),
        ("blueprints", 1),
    ],
)
def test_what_counts_for_each_mission(mission: str, crystals: int) -> None:
    missions = [{"id": mission, "left": 2}, {"id": mission, "left": 0}, {"id": mission, "left": 0}]
    if mission in ("research_tiles", "discovery_tiles"):
        what = "research A" if mission == "research_tiles" else "discovery 18"
        state = at(colony(rover="1,0", resources=store()), ground={"1,0": what}, missions=missions)
        play(state, "main control_center", "stop", "claim")
    elif mission == "advanced_buildings":
        state = play(
            at(colony(blueprints=[4], bots=["0,1"], resources=store(mineral=1)), missions=missions), "main upgrade"
        )
    elif mission == "bots":
        state = at(colony(resources=store(water=1, plant=1)), missions=missions)
        play(state, "main welcome_ship", "ship 1", "welcome 1 colonist and a bot", "bot to (-3,-1)")
    elif mission == "techs":
        state = at({"resources": store()}, missions=missions)
        play(state, "main learn_technology", "learn upgrade from 8", "place on c1t", "stop")
    elif mission == "progress_cubes":
        board = colony(
            bots=["1,-3"], resources=store(plant=1), quarters=1, techs={"shelter": "c2m", "oxygen_condenser": "c1t"}
        )
        state = construct(at(board, missions=missions), "oxygen_condenser", "1,-3")
    elif mission == "scientists":
        state = play(
            at(colony(resources=store(mineral=2)), missions=missions), "main hire_or_contract", "hire rd_engineer"
        )
    elif mission == "contracts":
        board = {"contracts": {"7": {"delivered": {"mineral": 3}}}, "resources": store(mineral=1)}
        state = play(at(board, missions=missions), "deliver mineral to contract 7")
        assert seat(state)["contracts"]["7"]["completed"]
    else:
        state = at({}, missions=missions, blueprint_display={"top": [], "bottom": [4, 6]})
        play(state, "main obtain_blueprint", "blueprint 4")
    assert seat(state)["waiting"] == crystals
    assert field(state, "missions")[0]["left"] == 1


def holding(*cards: int) -> dict[str, Any]:
    rest = [card for card in range(16, 0, -1) if card not in cards][: 3 - len(cards)]
    return {"hand": list(cards), "discarded": rest}


SHELTER_3 = {"-5,2": "shelter 0", "-6,4": "shelter 0"}
FOUR_MINES = {"1,0": "mine", "0,1": "mine", "1,1": "mine"}
THREE_EACH = {"1,0": "mine", "0,1": "mine", "-3,1": "greenhouse", "-3,2": "greenhouse"}


@pytest.mark.parametrize(
    ("goal", "board", "fields"),
    [
        (1, {"blueprints": [1, 2, 3], "advanced": [4]}, {"markers": {"0,2": "advanced 0"}}),
        (2, {"advanced": [2, 4, 6]}, {"markers": {"0,0": "advanced 0", "0,2": "advanced 0", "2,-1": "advanced 0"}}),
        (
            3,
            {"advanced": [2], "quarters": 1},
            {
                "more": {"5,0": "mine", "5,-2": "mine"},
                "markers": {"0,0": "advanced 0", "5,0": "miner 0", "5,-2": "miner 0"},
            },
        ),
        (4, {"discoveries": [1, 2, 3]}, {}),
        (5, {"advanced": [2]}, {"more": FOUR_MINES, "markers": {"0,0": "advanced 0"}}),
        (6, {"resources": store(water=4)}, {"more": SHELTER_3}),
        (7, {}, {"more": SHELTER_3}),
        (8, {}, {"colony_row": 4}),
        (9, {"quarters": 7}, {"more": SHELTER_3}),
        (10, {"techs": {"shelter": "c2m", "mine": "c3t", "rover": "c4t", "ship": "c5t", "upgrade": "c1b"}}, {}),
        (11, {"hangar": 3, "ships": [1, 2]}, {}),
        (12, {"research": ["A", "B"]}, {"ground": {}}),
        (13, {"scientists": ["geologist"], "contracts": {"7": {"delivered": {"mineral": 4}, "completed": True}}}, {}),
        (14, {"techs": {"shelter": "c4t", "mine": "c4m", "rover": "c4b"}}, {}),
        (15, {"progress": ["mine", "generator", "greenhouse"]}, {}),
        (16, {"advanced": [2, 8]}, {"more": THREE_EACH, "markers": {"0,0": "advanced 0", "-2,1": "advanced 0"}}),
    ],
)
def test_goals_and_their_conditions_r145(goal: int, board: dict[str, Any], fields: dict[str, Any]) -> None:
    more = fields.pop("more", {}) if "more" in fields else {}
    state = at({**board, "goals": holding(goal)}, buildings=buildings(**more), **fields)
    assert can(state, f"goal {goal}")
    assert not can(at({"goals": holding(goal)}), f"goal {goal}")
    play(state, f"goal {goal}")
    assert seat(state)["goals"]["completed"] == goal
    assert not any(name.startswith("goal") for name in state.names())


def rewarded(goal: int, board: dict[str, Any], **fields: Any) -> Any:
    fields["buildings"] = buildings(**fields.pop("more", {}))
    state = at({**board, "goals": holding(goal)}, **fields)
    return play(state, f"goal {goal}", "reward special")


def test_rewards_r145() -> None:
    state = rewarded(8, {}, colony_row=4)
    assert can(state, "rover to (1,0)")
    assert (
        stored(
            rewarded(
                3,
                {"advanced": [2], "quarters": 1, "resources": store()},
                more={"5,0": "mine", "5,-2": "mine"},
                markers={"0,0": "advanced 0", "5,0": "miner 0", "5,-2": "miner 0"},
            )
        )[0]
        == 2
    )
    assert seat(rewarded(7, {"quarters": 3}, more=SHELTER_3))["quarters"] == 5
    assert seat(rewarded(14, {"techs": {"shelter": "c4t", "mine": "c4m", "rover": "c4b"}}))["waiting"] == 3
    choose = rewarded(
        2,
        {"advanced": [2, 4, 6], "resources": store()},
        markers={"0,0": "advanced 0", "0,2": "advanced 0", "2,-1": "advanced 0"},
    )
    play(choose, "gain water", "gain water", "gain oxygen")
    assert stored(choose) == (0, 0, 2, 0, 1)
    home = rewarded(
        15, {"progress": ["mine", "generator", "greenhouse"], "quarters": 1, "working": 1, "slots": slots(construct=1)}
    )
    play(home, "retrieve from construct", "retrieve from working area")
    assert seat(home)["quarters"] == 3
    travel = rewarded(11, {"hangar": 3, "ships": [1, 2]})
    assert travel.names()[0].startswith("place tile")
    ship = rewarded(9, {"quarters": 7, "resources": store()}, more=SHELTER_3)
    play(ship, "ship 1", "welcome 2 colonists")
    assert seat(ship)["hangar"] == 1
    free = rewarded(1, {"blueprints": [10, 2, 3, 11], "resources": store(), "bots": ["-1,-1"]})
    play(free, "upgrade (-2,-1) with blueprint 11")
    assert seat(free)["advanced"] == [11]
    scientist = rewarded(12, {"research": ["A", "B"], "resources": store()}, ground={})
    play(scientist, "hire geochemist")
    assert seat(scientist)["scientists"] == ["geochemist"]


def test_the_other_reward_develops_twice_free_r145() -> None:
    state = at({"goals": holding(8), "resources": store()}, colony_row=4)
    play(state, "goal 8", "reward develop", "develop shelter to c3b", "stop", "develop shelter to c4m")
    assert seat(state)["techs"]["shelter"] == "c4m"


def test_one_goal_a_game_r146() -> None:
    goals = {"hand": [8, 7], "completed": 4}
    state = at({"goals": goals}, colony_row=4, buildings=buildings(**SHELTER_3))
    assert not any(name.startswith("goal") for name in state.names())
    # Unfinished ones still count as Crystals (R147).
    assert can(at({"goals": goals, "crystals": 0}, colony_row=4), "executive 7")


def test_a_goal_may_be_completed_without_reward_ruling_30() -> None:
    board = {"goals": holding(7), "techs": {"shelter": "c6"}, "quarters": 8}
    state = play(at(board, buildings=buildings(**SHELTER_3)), "goal 7")
    assert seat(state)["goals"]["completed"] == 7
    assert state.names()[0].startswith("main")


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
