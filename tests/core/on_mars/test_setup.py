"""Set-up (R1-R27)."""

from __future__ import annotations

from collections import Counter

import pytest

from core import State
from core.errors import BadPosition
from tests.core.on_mars.table import at, can, colony, field, game, play, seat, store, stored


@pytest.fixture(params=[2, 3, 4])
def fresh(request: pytest.FixtureRequest) -> State:
    return game(request.param).new(7)


def test_discovery_tiles_r2(fresh: State) -> None:
    position = fresh.to_dict()
    assert len(position["discovery_deck"]) == 17
    assert sorted(position["discovery_deck"] + position["exploration"]) == list(range(1, 20))


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 3), (4, 3)])
def test_warehouse_r3_r196(players: int, each: int) -> None:
    assert field(game(players).new(1), "warehouse") == dict.fromkeys(
        ("battery", "water", "plant", "oxygen", "crystal"), each
    )


@pytest.mark.parametrize(("players", "deck"), [(1, 0), (2, 0), (3, 8), (4, 8)])
def test_techs_r4_r5_r197(players: int, deck: int) -> None:
    position = game(players).new(1).to_dict()
    techs = Counter(tech for tech in position["tech_grid"] if tech)
    if players > 1:
        assert set(techs.values()) == {1}
        assert "shelter" not in techs
        assert len(techs) == 8
    assert len(position["tech_deck"]) == deck


def test_blueprints_r6(fresh: State) -> None:
    position = fresh.to_dict()
    assert position["blueprint_display"]["top"] == []
    assert all(card <= 12 for card in position["blueprint_display"]["bottom"])
    assert all(card <= 12 for card in position["blueprint_deck"][:6])
    assert all(card > 12 for card in position["blueprint_deck"][6:])


def test_scientists_and_contracts_r7_r8(fresh: State) -> None:
    assert field(fresh, "display") == [
        "geologist",
        "rd_engineer",
        "hydrologist",
        "biochemist",
        "geochemist",
        "systems_engineer",
    ]
    assert all(not board["contracts"] for board in field(fresh, "boards"))


def test_starting_buildings_r9_r10() -> None:
    dealt: Counter[str] = Counter()
    for seed in range(60):
        built = field(game(2).new(seed), "buildings")
        assert built["0,0"] == "mine"
        four = tuple(built[hex_] for hex_ in ("0,-2", "2,-1", "0,2", "-2,1"))
        assert sorted(four) == ["generator", "greenhouse", "oxygen_condenser", "water_extractor"]
        dealt[four[0]] += 1
    assert len(dealt) == 4


def test_arrows_do_not_turn_r11_r12_r99() -> None:
    # Tile 3 points north-east and south-west wherever it lies.
    stacks = {
        kind: [3, 1, 2, 4, 5, 6] for kind in ("mine", "generator", "water_extractor", "greenhouse", "oxygen_condenser")
    }
    state = at(colony(bots=["0,-3"], resources=store(plant=1)), stacks=stacks)
    play(state, "main construct", "at (-1,-3)")
    assert field(state, "ground").get("0,-4") == "crystal"
    assert field(state, "ground").get("-2,-2") == "crystal"
    view = game(2).new(3).view(0).to_dict()["stacks"]["mine"]
    assert view[0] is not None
    assert view[1:] == [None] * 5


def test_research_tiles_r13(fresh: State) -> None:
    ground = field(fresh, "ground")
    assert Counter(ground.values()) == {f"research {letter}": 2 for letter in "ABCD"}
    assert ground["-4,-1"] == ground["-3,-2"] == "research A"


@pytest.mark.parametrize(("length", "short"), [("short", 2), ("long", 1)])
def test_missions_r14_r15_r200(length: str, short: int) -> None:
    short_ones = {"research_tiles", "blueprints", "bots", "discovery_tiles", "scientists"}
    need = {
        "research_tiles": 5,
        "blueprints": 10,
        "bots": 3,
        "discovery_tiles": 5,
        "scientists": 4,
        "advanced_buildings": 8,
        "techs": 7,
        "progress_cubes": 8,
        "contracts": 2,
    }
    for seed in range(12):
        missions = field(game(2, length=length).new(seed), "missions")
        assert sum(mission["id"] in short_ones for mission in missions) == short
        assert all(mission["left"] == need[mission["id"]] for mission in missions)


def test_tracks_r16_r17_r18(fresh: State) -> None:
    position = fresh.to_dict()
    assert position["remaining_missions"] == 3
    assert position["colony_row"] == 2
    assert set(position["lss"].values()) == {1}
    assert len(set(position["rewards"].values())) == 4


def test_player_boards_r19_to_r25(fresh: State) -> None:
    for number, board in enumerate(field(fresh, "boards")):
        assert board["points"] == 0
        assert set(board["resources"].values()) == {1}
        assert board["crystals"] == 1
        assert board["techs"] == {"shelter": "c2m"}
        assert board["ships"] == [1, 2, 3, 4, 5]
        assert board["quarters"] == 3
        assert board["rover"] is None
        assert len(board["goals"]["hand"]) == 3
        assert len(board["bots"]) == 1
        assert field(fresh, "buildings")[board["bots"][0]] == f"shelter {number}"


def test_the_shelter_tech_starts_without_a_benefit_r20(fresh: State) -> None:
    for board in field(fresh, "boards"):
        assert board["techs"]["shelter"] == "c2m"
        assert (board["waiting"], board["gained"], board["discoveries"]) == (0, 0, [])
    assert list(at().to_dict()["boards"][0]["techs"]) == ["shelter"]


def test_five_ships_leave_three_depot_slots_r21() -> None:
    assert seat(at({"crystals": 3}))["ships"] == [1, 2, 3, 4, 5]
    rich = at(colony(crystals=3, resources=store(), quarters=0, waiting=5))
    assert [name for name in rich.names() if name.startswith("executive")] == ["executive 6", "executive 7"]
    with pytest.raises(BadPosition, match="crystals"):
        at({"crystals": 4})


def test_nine_colonists_eight_markers_no_cube_r23(fresh: State) -> None:
    for board in field(fresh, "boards"):
        away = board["working"] + sum(board["slots"].values())
        assert 12 - board["quarters"] - away == 9
        assert (board["progress"], board["blueprints"], board["advanced"]) == ([], [], [])
    cards = [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(BadPosition, match="blueprints"):
        at({"blueprints": cards[:5], "advanced": [9, 10, 11, 12]})
    assert not can(at({"blueprints": cards}), "main obtain_blueprint")
    assert can(at({"blueprints": cards[:7]}), "main obtain_blueprint")


def test_shelter_layouts_r22_r198() -> None:
    places = {2: ["-2,-1", "2,1"], 3: ["-2,-1", "2,-3", "2,1"], 4: ["-2,-1", "2,-3", "2,1", "-2,3"]}
    for players, hexes in places.items():
        assert [seat(game(players).new(1), i)["bots"][0] for i in range(players)] == hexes


def test_first_rover_move_starts_at_the_mine_r24() -> None:
    state = play(at(colony()), "main control_center")
    assert can(state, "rover to (0,-1)")
    assert not can(state, "rover to (0,-2)")
    play(state, "rover to (0,-1)")
    assert seat(state)["rover"] == "0,-1"


def test_spaces_in_clockwise_order_with_their_bonus_r26_r27() -> None:
    state = game(3).new(5)
    assert state.to_move == 0
    assert state.names() == [f"space {i}" for i in range(1, 9)]
    play(state, "space 8")
    assert state.to_move == 0  # the bonus of space 8 is a Blueprint
    play(state, "stop")
    assert state.to_move == 1
    assert not can(state, "space 8")
    play(state, "space 1", "space 5")
    assert state.to_move == 0  # the highest number
    assert state.names() == ["shuttle orbit", "shuttle colony"]
    play(state, "shuttle colony")
    assert field(state, "shuttle") == {"side": "colony", "space": 1, "travelled": None}
    assert state.to_move == 1  # the lowest number begins


def test_space_4_sells_a_colonist() -> None:
    state = play(game(2).new(5), "space 4")
    assert state.names() == ["pay water", "pay plant", "pay mineral", "stop"]
    play(state, "pay plant")
    assert seat(state)["quarters"] == 4
    assert stored(state) == (1, 1, 1, 0, 1)


def test_components_are_limits_r1() -> None:
    # All seven Mines are on the map: none can be made_up.
    mines = dict.fromkeys(("0,0", "5,0", "5,-2", "-5,5", "-5,3", "-6,4", "6,-4"), "mine")
    state = at(colony(bots=["1,1"], resources=store()), buildings={**at().to_dict()["buildings"], **mines})
    assert not can(state, "main construct")


def test_a_bot_bonus_in_the_set_up_destroys_ruling_36() -> None:
    state = play(game(2).new(5), "space 7")
    play(state, "bot (-2,-1) to (-3,-1)", "bot (-3,-1) to (-3,-2)")
    assert field(state, "ground")["-3,-2"] == "research A"
    play(state, "stop")
    assert "-3,-2" not in field(state, "ground")
