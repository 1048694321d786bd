"""Bots and Rovers (R81-R91)."""

from __future__ import annotations

import pytest

from tests.core.on_mars.table import at, buildings, can, colony, field, play, seat, store, stored


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


def test_a_rover_that_stays_breaks_nothing_ruling_18() -> None:
    state = at(colony(rover="3,-5", research=["B"]), ground={"3,-5": "research B"})
    play(state, "main control_center", "stop")  # it could not claim the tile it stands on
    assert (seat(state)["rover"], field(state, "ground")["3,-5"]) == ("3,-5", "research B")


def test_a_rover_in_transit_must_go_on_ruling_19() -> None:
    others = [{"bots": ["1,0", "2,0", "1,1", "0,1"]}, {"bots": ["1,-1", "0,-1", "-1,0", "-1,1"]}]
    state = play(at(colony(crystals=1, rover="0,0"), *others), "main control_center", "rover to (1,0)")
    assert not can(state, "stop")
    assert not any(name.startswith("bot") for name in state.names())
