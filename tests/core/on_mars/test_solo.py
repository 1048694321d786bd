"""The solo game (R169-R195). Seat 0 is the human; the second board is the automatic opponent's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core import State
from tests.core.on_mars.table import KINDS, at, buildings, colony, construct, field, game, play, seat, store

PLAIN: dict[str, Any] = {"blueprints": [], "techs": {"shelter": "c2m"}, "waiting": 0, "rover": None}


def deck(first: int, **more: Any) -> dict[str, Any]:
    rest = [card for card in range(1, 13) if card != first]
    return {"deck": [first, *rest], "seen": [], **more}


def lacerda_moves(
    card: int, board: dict[str, Any] | None = None, own: dict[str, Any] | None = None, **fields: Any
) -> State:
    """The human in Orbit does nothing but Resupply; then Lacerda, in the given place, takes his turn with this card."""
    his = {**PLAIN, "space": 8, "crystals": 2, **(board or {})}
    human = {"space": 1, "resources": store(), **(own or {})}
    fields.setdefault("lacerda", deck(card, **fields.pop("cards", {})))
    fields.setdefault(
        "missions", [{"id": "contracts", "left": 2}, {"id": "techs", "left": 7}, {"id": "bots", "left": 3}]
    )
    fields.setdefault("shuttle", {"side": "orbit", "space": 3, "travelled": None})
    state = at(human, his, players=1, **fields)
    play(state, "main resupply", "take battery", "stop", "end turn")
    while field(state, "phase") == "colonization" and not state.is_over and field(state, "round") == 1:
        state.apply(state.legal()[0])
    return state


def test_set_up_r169_r170() -> None:
    for seed in range(8):
        state = game(1).new(seed)
        position = state.to_dict()
        his = position["boards"][1]
        assert his["goals"]["hand"] == []
        assert his["bots"] == []
        assert his["space"] in (2, 3, 4, 6, 7, 8)
        assert position["shuttle"]["side"] == ("orbit" if his["space"] <= 4 else "colony")
        assert set(position["warehouse"].values()) <= {1, 2}
        assert position["tech_deck"] == []
        assert state.to_move == 0
        assert len(state.names()) == 7  # his space is taken


def test_cards_r171() -> None:
    state = lacerda_moves(6)
    assert field(state, "lacerda")["seen"] == [6]
    assert len(field(state, "lacerda")["deck"]) == 11
    empty = {"deck": [], "seen": list(range(1, 13)), "passes": 0}
    again = lacerda_moves(1, lacerda=empty)
    assert field(again, "lacerda")["passes"] == 1
    assert len(field(again, "lacerda")["deck"]) == 11


def test_from_the_second_pass_cards_lower_missions_r172() -> None:
    missions = [{"id": "bots", "left": 3}, {"id": "techs", "left": 7}, {"id": "contracts", "left": 2}]
    first = lacerda_moves(6, missions=missions)  # card 6: action 2, Mission A
    assert field(first, "missions")[0]["left"] == 3
    later = lacerda_moves(6, missions=missions, cards={"passes": 1})
    assert field(later, "missions")[0]["left"] == 2
    assert seat(later, 1)["waiting"] - seat(first, 1)["waiting"] == 2


@pytest.mark.parametrize(("card", "travels"), [(6, True), (7, False)])
def test_he_travels_unless_the_card_forbids_r173_r174_r175(card: int, travels: bool) -> None:
    state = lacerda_moves(card, shuttle={"side": "colony", "space": 1, "travelled": None})
    assert (seat(state, 1)["space"] <= 4) == travels
    stays = lacerda_moves(card, {"hangar": 2, "ships": [1, 2, 3]})
    assert seat(stays, 1)["space"] == 8
    assert seat(stays, 1)["hangar"] == 2


def test_to_the_colony_r176() -> None:
    fields: dict[str, Any] = {"exploration": [7, 12], "shuttle": {"side": "orbit", "space": 1, "travelled": None}}
    human = {"space": 1, "rover": "3,0", "resources": store()}
    start = at(human, {**PLAIN, "space": 3}, players=1, lacerda=deck(2), **fields)
    play(start, "main resupply", "take battery", "stop", "end turn")
    play(start, "stay")
    placed = [hex_ for hex_, what in field(start, "ground").items() if what == "discovery 7"]
    assert len(placed) == 1
    q, r = (int(part) for part in placed[0].split(","))
    assert max(abs(q), abs(r), abs(q + r)) == 3  # from his Rover, on the Mine
    assert q == -3  # as far as possible from the human Rover
    assert len(seat(start, 1)["constructed"]) == 1


def test_no_resources_and_capped_crystals_r177_r178() -> None:
    state = lacerda_moves(6, {"waiting": 9, "crystals": 1}, ground={})
    assert seat(state, 1)["crystals"] == 3
    assert set(seat(state, 1)["resources"].values()) == {0}


def test_full_quarters_score_r179() -> None:
    state = at(
        {"techs": {"shelter": "c1t"}, "quarters": 0}, {**PLAIN, "techs": {"shelter": "c1t"}}, players=1, phase="over"
    )
    assert state.scores() == [-3]  # one Shelter: 4 Colonists count 3


def test_lss_benefit_r180() -> None:
    # Card 1 in the Colony constructs; his Bot on the Generator.
    fields: dict[str, Any] = {"cards": {"bot": "generator"}}
    hired = lacerda_moves(1, {"slots": {"hire_or_contract": 1}}, **fields)
    assert seat(hired, 1)["slots"]["hire_or_contract"] == 0
    plain = lacerda_moves(1, **fields)
    assert seat(plain, 1)["waiting"] == 1


def test_he_uses_the_humans_tech_r181() -> None:
    state = at(
        {"space": 1, "resources": store(), "techs": {"shelter": "c2m", "generator": "c1t"}},
        {"space": 8},
        players=1,
        lacerda=deck(1, bot="generator"),
        shuttle={"side": "orbit", "space": 3, "travelled": None},
    )
    play(state, "main resupply", "take battery", "stop", "end turn")
    assert state.names() == ["develop generator to c2t", "take oxygen"]
    assert seat(state, 1)["progress"] == ["generator"]


def test_warehouse_r183() -> None:
    # Learning puts the tile on c1t: the Warehouse benefit takes what there is most of.
    warehouse = {"battery": 1, "water": 2, "plant": 2, "oxygen": 1, "crystal": 1}
    state = lacerda_moves(8, {"space": 3}, warehouse=warehouse)
    assert field(state, "warehouse") == {"battery": 0, "water": 1, "plant": 2, "oxygen": 1, "crystal": 1}
    assert seat(state, 1)["techs"] != {"shelter": "c2m"}


def test_red_actions_need_crystals_r184() -> None:
    rich = lacerda_moves(1, {"space": 3, "crystals": 2}, {"slots": {"obtain_blueprint": 2}})
    assert len(seat(rich, 1)["blueprints"]) == 1
    assert seat(rich, 1)["crystals"] == 0
    moved = lacerda_moves(
        1, {"space": 3, "crystals": 1}, {"slots": {"obtain_blueprint": 2}}, ground={"1,1": "discovery 13"}
    )
    assert seat(moved, 1)["blueprints"] == []
    assert seat(moved, 1)["rover"] == "1,1"  # two hexes away
    assert seat(moved, 1)["discoveries"] == [13]


def test_the_rover_heads_for_the_closest_tile_r185() -> None:
    # No Blueprint to take, so the Rover moves; resource tiles do not attract it.
    none: dict[str, Any] = {"blueprint_display": {"top": [], "bottom": []}}
    ground = {"1,0": "discovery 17", "0,3": "discovery 13"}
    state = lacerda_moves(1, {"space": 3, "crystals": 0}, ground=ground, **none)
    assert seat(state, 1)["rover"] == "0,2"
    bought = lacerda_moves(1, {"space": 3, "crystals": 1}, ground=ground, **none)
    assert seat(bought, 1)["discoveries"] == [13]
    assert seat(bought, 1)["crystals"] == 0
    empty = lacerda_moves(1, {"space": 3, "crystals": 0}, ground={}, **none)
    assert seat(empty, 1)["rover"] is None


def test_blueprint_choice_r186() -> None:
    display = {"top": [13, 15], "bottom": [2, 4, 6]}
    plain = lacerda_moves(1, {"space": 3}, blueprint_display=display)
    assert seat(plain, 1)["blueprints"] == [2]  # leftmost of the longer row
    scoring = lacerda_moves(1, {"space": 3, "scientists": ["rd_engineer"]}, blueprint_display=display)
    assert seat(scoring, 1)["blueprints"] == [6]


def test_tech_choice_r187() -> None:
    grid: list[Any] = ["ship", "water_extractor", "rover", "mine", "generator", "oxygen_condenser"]
    grid += ["greenhouse", "upgrade"]
    state = lacerda_moves(8, {"space": 3}, tech_grid=grid)
    assert seat(state, 1)["techs"] == {"greenhouse": "c1t", "shelter": "c2m"}
    grid[6:] = [None, None]
    middle = lacerda_moves(
        8, {"space": 3, "techs": {"shelter": "c2m", "greenhouse": "c3t", "upgrade": "c3b"}}, tech_grid=grid
    )
    assert seat(middle, 1)["techs"]["mine"] == "c1t"


def test_development_choice_r188() -> None:
    techs = {"shelter": "c4m", "mine": "c2t", "rover": "c2b"}
    state = lacerda_moves(10, {"space": 3, "techs": techs})
    found = seat(state, 1)["techs"]
    assert found["shelter"] in ("c5t", "c5b")
    assert found["mine"] == "c2t"
    assert found["rover"] == "c3b"  # of two least developed the bottom one


def test_construction_choice_r190() -> None:
    lss = {"generator": 2, "water_extractor": 1, "greenhouse": 1, "oxygen_condenser": 1}
    built = buildings(1, **{"5,-2": "generator"})
    state = lacerda_moves(1, cards={"bot": "generator"}, lss=lss, buildings=built)
    assert seat(state, 1)["constructed"] == ["water_extractor"]
    assert field(state, "lacerda")["bot"] == "greenhouse"


def test_the_largest_complex_r190() -> None:
    built = buildings(1, **{"1,1": "generator"})
    techs = {"shelter": "c2m", "generator": "c3t"}
    state = lacerda_moves(1, {"techs": techs}, cards={"bot": "generator"}, buildings=built)
    assert seat(state, 1)["progress"] == ["generator"]
    assert field(state, "uses") == []


def test_upgrades_r191() -> None:
    state = lacerda_moves(6, {"blueprints": [4, 6]})
    assert len(seat(state, 1)["advanced"]) == 1
    scoring = lacerda_moves(6, {"blueprints": [4, 6], "scientists": ["rd_engineer"]})
    assert seat(scoring, 1)["advanced"] == [6]
    more = lacerda_moves(6, {"blueprints": [4, 6], "techs": {"shelter": "c2m", "upgrade": "c1t"}})
    assert seat(more, 1)["advanced"] == [4, 6]


def test_blueprint_and_building_are_one_draw_r191_r194() -> None:
    # One Generator and three Water Extractors: each of the four upgrades is as likely.
    more = {"3,-1": "water_extractor", "3,-2": "water_extractor"}
    found: Counter[int] = Counter()
    for ties in range(300):
        state = lacerda_moves(6, {"blueprints": [4, 6]}, buildings=buildings(1, **more), cards={"ties": ties})
        found[seat(state, 1)["advanced"][0]] += 1
    assert 45 < found[4] < 105  # a quarter of 300


def test_the_humans_upgrade_tech_where_his_own_does_not_suffice_r191() -> None:
    own, better = {"shelter": "c2m", "upgrade": "c1t"}, {"shelter": "c2m", "upgrade": "c3t"}
    state = lacerda_moves(6, {"blueprints": [2, 4, 6, 8], "techs": own}, tech_grid=grid_without("upgrade"))
    assert len(seat(state, 1)["advanced"]) == 2
    state = lacerda_moves(6, {"blueprints": [2, 4, 6, 8]}, {"techs": better}, tech_grid=grid_without("upgrade"))
    assert len(seat(state, 1)["advanced"]) == 4


def grid_without(*techs: str) -> list[str | None]:
    grid = ["mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser", "rover", "upgrade", "ship"]
    return [None if tech in techs else tech for tech in grid]


def test_what_the_extra_cost_leaves_undone_is_a_rover_move_r184() -> None:
    # Only the step to level 6 is left, which takes a Crystal; the human's Colonist on R&D takes his only one.
    techs = {"shelter": "c5t"}
    orbit = {"space": 3, "techs": techs, "crystals": 1}
    free = lacerda_moves(10, orbit)
    assert (seat(free, 1)["techs"]["shelter"], seat(free, 1)["crystals"]) == ("c6", 0)
    taken = lacerda_moves(10, orbit, {"slots": {"research_development": 1}, "quarters": 2})
    assert seat(taken, 1)["techs"]["shelter"] == "c5t"
    assert seat(taken, 1)["slots"]["research_development"] == 0
    assert seat(taken, 1)["rover"] is not None


def test_a_route_is_drawn_among_the_best_r185_r194() -> None:
    # Three shortest ways lead to the tile; those over (0,1) pass the Crystal, so he takes one of them.
    ground = {"1,2": "discovery 9", "0,1": "crystal"}
    deck_left = [tile for tile in range(1, 20) if tile not in (9, 1, 2)]
    crowded = {"ground": ground, "exploration": [1, 2], "discovery_deck": deck_left}
    for ties in range(8):
        state = lacerda_moves(6, {"rover": "0,0"}, cards={"ties": ties}, **crowded)
        assert "0,1" not in field(state, "ground")


def test_scientists_then_contracts_r192() -> None:
    state = lacerda_moves(10, own={"blueprints": [5, 6]})
    assert seat(state, 1)["scientists"] == ["rd_engineer"]  # Water Extractors score for him
    shown = field(state, "display")
    assert isinstance(shown[1], int)
    display = [7, 2, None, "biochemist", "geochemist", "systems_engineer"]
    two = {"scientists": ["geologist", "rd_engineer"], "crystals": 1}
    contract = lacerda_moves(10, two, {"scientists": ["hydrologist"]}, display=display)
    assert seat(contract, 1)["contracts"]["2"]["completed"]
    assert seat(contract, 1)["crystals"] == 0
    assert field(contract, "missions")[0]["left"] == 1


def test_level_up_r193() -> None:
    lss = {"generator": 1, "water_extractor": 2, "greenhouse": 2, "oxygen_condenser": 2}
    state = lacerda_moves(1, cards={"bot": "generator"}, lss=lss)
    assert field(state, "colony_row") == 3
    his = seat(state, 1)
    assert his["hangar"] == 1
    assert field(state, "lacerda")["bots"] == 1
    assert list(field(state, "buildings").values()).count("shelter 1") == 2
    assert his["waiting"] >= 2  # a Complex of two Shelters


def test_ties_have_their_own_stream_r194() -> None:
    state = lacerda_moves(1, cards={"bot": "generator"})
    assert field(state, "lacerda")["ties"] > 0
    assert lacerda_moves(1, cards={"bot": "generator"}) == state


def test_a_bots_bonus_moves_the_icon_one_step_r182_r183() -> None:
    bonus = game(1)
    for seed in range(12):
        state = bonus.new(seed)
        if seat(state, 1)["space"] == 7:
            assert field(state, "lacerda")["bot"] == "generator"  # the Bots bonus moves the icon one step
            break
    else:
        raise AssertionError("no deal with space 7")


WIN = {"points": 90, "goals": {"hand": [], "completed": 7, "discarded": [1, 2]}}
DELIVERED = {"delivered": {"mineral": 4}, "completed": True}


WON = [
    ("first_colonists", {"contracts": {"7": DELIVERED}, "techs": {"shelter": "c6"}}, {}),
    (
        "next_generation",
        {"contracts": {"7": DELIVERED, "1": {"completed": True}}, "research": ["A", "B"]},
        {"more": {"-5,2": "shelter 0", "-6,4": "shelter 0", "-5,5": "shelter 0"}, "ground": {}},
    ),
    (
        "hunky_dory",
        {"contracts": {"7": DELIVERED, "1": {"completed": True}}, "advanced": [1, 2, 4, 6, 8], "quarters": 1},
        {
            "colony_row": 5,
            "more": {"5,0": "mine", "5,-2": "mine"},
            "markers": {
                "0,0": "advanced 0",
                "5,0": "advanced 0",
                "5,-2": "miner 0",
                "0,2": "advanced 0",
                "2,-1": "advanced 0",
                "-2,1": "advanced 0",
            },
        },
    ),
    (
        "martian_potato",
        {
            "contracts": {
                "4": {"completed": True},
                "11": {"delivered": {"plant": 3, "mineral": 2}, "completed": True},
            },
            "scientists": ["biochemist"],
            "advanced": [7, 8, 19],
            "resources": store(plant=5),
            "research": ["A", "B"],
            "techs": {"shelter": "c2m", "greenhouse": "c6"},
            "space": 1,
        },
        {
            "more": {
                **dict.fromkeys(("-3,1", "-3,2", "-4,2", "-4,3"), "greenhouse"),
                "-5,5": "shelter 0",
                "-6,4": "shelter 0",
                "-2,5": "shelter 0",
            },
            "ground": {},
            "markers": {"-2,1": "advanced 0", "-3,1": "advanced 0", "-3,2": "advanced 0"},
        },
    ),
]


def ended(goal: str, board: dict[str, Any], fields: dict[str, Any]) -> State:
    rest = {"colony_row": 4, **fields}
    built = buildings(1, **rest.pop("more", {}))
    options = {"solo_goal": goal}
    return at({**WIN, **board}, {}, players=1, options=options, phase="over", buildings=built, **rest)


@pytest.mark.parametrize(("goal", "board", "fields"), WON)
def test_goals_r195(goal: str, board: dict[str, Any], fields: dict[str, Any]) -> None:
    assert ended(goal, board, fields).ranks() == [1]
    assert ended(goal, board, fields).scores()[0] > 30
    assert ended(goal, {**board, "points": -90}, fields).ranks() == [2]
    assert ended(goal, board, {**fields, "colony_row": 3}).ranks() == [2]
    assert ended(goal, {**board, "contracts": {}}, fields).ranks() == [2]


def test_only_the_human_decides() -> None:
    state = game(1).new(3)
    while not state.is_over:
        assert state.to_move == 0
        state.apply(state.legal()[-1])


def test_lacerdas_quarters_are_full_to_their_capacity_ruling_10() -> None:
    human = {"techs": {"shelter": "c1t"}, "quarters": 0}
    his = {**PLAIN, "techs": {"shelter": "c1t"}}
    for more, points in (({}, 3), ({"5,0": "shelter 1"}, 6), ({"5,0": "shelter 1", "5,-2": "shelter 1"}, 10)):
        state = at(human, his, players=1, phase="over", buildings=buildings(1, **more))
        assert state.scores() == [-points]


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


def test_lacerda_develops_the_tech_the_human_uses_ruling_24() -> None:
    human = colony(bots=["1,-3"], resources=store(plant=1), quarters=1)
    state = at(
        human,
        {**PLAIN, "space": 1, "standing": False, "techs": {"shelter": "c2m", "oxygen_condenser": "c1t"}},
        players=1,
        lacerda=deck(6),
    )
    construct(state, "oxygen_condenser", "1,-3")
    play(state, "benefit crystal", "end turn")
    assert seat(state, 1)["techs"]["oxygen_condenser"] == "c2t"
    assert set(seat(state, 1)["resources"].values()) == {0}


@pytest.mark.parametrize("number", range(5))
def test_the_icon_goes_round_r182(number: int) -> None:
    # Developing to c3b gives its Bots benefit: one step of the icon.
    state = lacerda_moves(10, {"space": 3, "techs": {"shelter": "c2b"}}, cards={"bot": KINDS[number]})
    assert field(state, "lacerda")["bot"] == KINDS[(number + 1) % 5]


@pytest.mark.parametrize("card", range(1, 13))
def test_no_card_makes_him_land_or_resupply_r189(card: int) -> None:
    state = lacerda_moves(card, {"space": 3})
    assert seat(state, 1)["space"] == 3
    by_lab = card > 5  # learning ends on c1t, developing on c4b: both give an item of the Warehouse
    assert sum(field(state, "warehouse").values()) == 10 - 1 - by_lab
