"""R50 to R74: speed, flight, exploring, founding, pirate bases and ice planets; R99: space jumps."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from core.starfarers.components import Board, own_file
from tests.core.starfarers.table import (
    FLIGHT,
    cards,
    centre_of,
    deciding,
    distance,
    flying,
    game,
    give,
    meet,
    picked,
    play,
    reach,
    rolled,
    seat,
    shaken,
    ship,
    table,
    targets,
    tiles,
)


def test_r51_r53_speed_without_a_black_ball() -> None:
    state = shaken({"yellow", "red"}, yellow={"ships": [ship("trade", "v2_26")], "boosters": 1})
    assert state.to_dict()["base_speed"] == 5
    play(state, "fly v2_26")
    assert state.to_dict()["flying"]["steps"] == 6
    state = shaken({"red", "blue"}, yellow={"ships": [ship("trade", "v2_26")], "boosters": 1})
    assert state.to_dict()["base_speed"] == 4
    play(state, "fly v2_26")
    assert state.to_dict()["flying"]["steps"] == 5  # R53: base 4 and a booster


def test_r53_scientists_boosters_count() -> None:
    """Base 3, one booster, two on a Scientists card: 6."""
    own = {"boosters": 1, "stations": {"scientists": 1}, "friends": ["sci_boosters"]}
    state = flying(ship("trade", "v2_26"), yellow=own, markers={"scientists": 0})
    picked(state, "v2_26")
    assert state.to_dict()["flying"]["steps"] == 6


def test_r52_a_black_ball_means_an_encounter_and_base_three() -> None:
    state = shaken({"red", "black"}, yellow={"ships": [ship("trade", "v2_26")], "hand": "2 ore"})
    assert state.to_dict()["base_speed"] == 3
    assert state.to_dict()["encounters"]["family"] is not None


def test_r54_fewer_steps_or_none_are_allowed() -> None:
    state = picked(flying(ship("trade", "v5_25"), speed=2), "v5_25")
    assert "v5_25" in targets(state)
    assert targets(state) >= {"v4_24", "v5_23"}


def test_r55_system_centres_are_closed_and_others_open() -> None:
    state = picked(flying(ship("trade", "v10_16"), speed=5), "v10_16")
    assert "v14_16" in targets(state)  # the middle of the empty sector a05
    state = picked(flying(ship("trade", "v2_18"), ship("colony", "v5_23"), speed=2), "v5_23")
    assert "v1_19" not in targets(state)
    state = picked(flying(ship("colony", "v20_14"), speed=5, yellow={"pods": 3}), "v20_14")
    assert "v22_14" not in targets(state)  # a docking point is no place for a colony ship,
    assert "v26_14" in targets(state) or "v25_13" in targets(state)  # but one may fly through it


def test_r56_occupied_places_are_passed_and_counted_but_are_no_stop() -> None:
    blocker = {"ships": [ship("trade", "v4_24")]}
    state = picked(flying(ship("trade", "v5_25"), speed=2, red=blocker), "v5_25")
    assert "v4_24" not in targets(state)
    assert "v2_24" in targets(state)


def test_r57_no_stop_on_a_foreign_spaceport_site() -> None:
    state = picked(flying(ship("trade", "v11_25"), speed=3), "v11_25")
    assert "v10_26" not in targets(state)
    assert "v7_25" not in targets(state)


def test_r57_r6_the_unused_colours_spaceport_sites_are_plain() -> None:
    state = table(3, pending=FLIGHT, base_speed=3, yellow={"ships": [ship("trade", "v22_24")]})
    picked(state, "v22_24")
    assert "v25_25" in targets(state)


def test_r58_where_ships_never_end() -> None:
    colony = picked(flying(ship("colony", "v20_14"), speed=3, yellow={"pods": 5}), "v20_14")
    assert centre_of("a06") not in targets(colony)
    trade = picked(flying(ship("trade", "v10_18"), speed=3), "v10_18")
    assert not targets(trade) & {"v11_19", "v11_21", "v8_20"}


def test_r59_r76_docking_needs_pods_and_founds_at_once() -> None:
    near = "v20_14"
    state = picked(flying(ship("trade", near), speed=4), near)
    assert centre_of("a06") not in targets(state)
    state = picked(flying(ship("trade", near), speed=4, yellow={"pods": 1}), near)
    assert centre_of("a06") in targets(state)
    play(state, f"to {centre_of('a06')}")
    assert deciding(state) == "friendship"
    assert seat(state, 0)["stations"]["merchants"] == 1
    assert seat(state, 0)["ships"] == []


def test_r60_q23_parking_on_a_site_and_what_it_costs_next_turn() -> None:
    state = picked(flying(ship("colony", "v10_18"), speed=3), "v10_18")
    play(state, "to v11_19", "do not found")
    assert "v11_19" not in seat(state, 0)["colonies"]
    # next turn: it must found or leave; coming back means founding
    state = flying(ship("colony", "v11_19"), speed=3)
    assert "end flight" not in state.names()
    picked(state, "v11_19")
    assert "v11_19" in targets(state)
    play(state, "to v11_19")
    assert "v11_19" in seat(state, 0)["colonies"]


def test_r60_a_parked_ship_that_cannot_found_must_leave_and_not_come_back() -> None:
    """Its site in a03 touches the pirates of strength 4."""
    state = picked(flying(ship("colony", "v25_19"), speed=3), "v25_19")
    assert "v25_19" not in targets(state)
    assert "v26_18" in targets(state)


def test_r62_q5_exploring_stops_the_search_at_the_first_corner() -> None:
    state = picked(flying(ship("colony", "v11_23"), speed=5, explored=()), "v11_23")
    assert "v10_22" in targets(state)
    assert "v11_21" not in targets(state)  # a site behind unexplored corners
    play(state, "to v10_22")
    assert {"v11_21", "v10_22"} <= targets(state)


def test_r63_discovering_a_face_down_tile_lays_its_discs() -> None:
    world = game(4, setup="explorer")
    for seed in range(40):
        start = world.new(seed).to_dict()
        if start["tiles"]["a02"]["sector"].startswith("sys"):
            break
    seats = [{"ships": [ship("trade", "v11_23")] if i == 0 else [], "colonies": [], "spaceports": []} for i in range(4)]
    state = world.from_dict({"seed": seed, "active": 0, "turn": 1, "base_speed": 3, "pending": FLIGHT, "seats": seats})
    picked(state, "v11_23")
    play(state, "to v10_22")
    tile = state.to_dict()["tiles"]["a02"]
    assert tile["face"] == "open"
    assert all(tile["discs"])
    assert sum(map(len, state.to_dict()["stacks"].values())) == 21


def test_r63_the_rotation_decides_which_planet_lies_where() -> None:
    """sys1 clockwise is carbon, food, fuel; turned by one, the first hex of a02 shows food with a triangle disc."""
    turned = {"a02": {"rotation": 1, "discs": ["3", "10", "5"], "sector": "sys1", "face": "open"}}
    colony = {"ships": [], "colonies": ["v16_28", "v23_27", "v11_19"]}  # between the first and the second hex
    state = rolled(10, tiles={**tiles("all"), **turned}, yellow=colony, red={"ships": []}, active=0)
    assert cards(state, 0) == {"fuel": 1}


def test_r64_a_special_disc_stays_as_a_token_until_it_falls() -> None:
    state = picked(flying(ship("trade", "v20_22"), speed=3, explored=()), "v20_22")
    play(state, "to v20_20")
    assert state.to_dict()["tiles"]["a03"]["discs"][1] == "pirate 4"
    assert state.to_dict()["tiles"]["a03"]["face"] == "open"


def test_r65_nine_corners_and_three_notches_trigger() -> None:
    board = Board(own_file("board"))
    tables = board.tables()
    for area in range(19):
        assert tables["area_at"].count(area) == 12
        assert (
            len({spot for spot, at in enumerate(tables["area_at"]) if at == area and tables["site_at"][spot] != 255})
            == 3
        )


def test_r66_founding_returns_the_transport_and_scores() -> None:
    state = picked(flying(ship("colony", "v10_18"), speed=3), "v10_18")
    before = state.scores()[0]
    play(state, "to v11_19", "found colony")
    assert state.scores()[0] == before + 1
    assert seat(state, 0)["ships"] == []


def test_r67_r69_beside_a_special_only_the_third_site_is_free() -> None:
    """a03: carbon (place 2 of the tile) is a pirate base; sites v22_18 and v25_19 touch it, v22_20 does not."""
    found = []
    for site, start in (("v22_18", "v20_18"), ("v25_19", "v25_17"), ("v22_20", "v20_20")):
        state = picked(flying(ship("colony", start), speed=3), start)
        play(state, f"to {site}")
        found.append(deciding(state) == "found")
    assert found == [False, False, True]


def test_r68_q20_q21_three_players_two_colonies_a_system() -> None:
    red = {"colonies": ["v-2_28", "v26_28", "v11_19", "v11_21"]}
    state = table(3, pending=FLIGHT, base_speed=3, yellow={"ships": [ship("colony", "v7_21")]}, red=red)
    picked(state, "v7_21")
    assert "v8_20" not in targets(state)
    assert {"v8_18", "v7_19"} & targets(state)
    state = flying(ship("colony", "v7_21"), red=red)  # with four the third is open
    picked(state, "v7_21")
    assert "v8_20" in targets(state)


def test_r13_q21_catanian_sites_are_closed_to_three_players_after_set_up() -> None:
    world = game(3, setup="strategic")
    seats = [{"ships": [ship("colony", "v7_25")] if i == 0 else [], "colonies": [], "spaceports": []} for i in range(3)]
    state = world.from_dict({"active": 0, "turn": 1, "base_speed": 3, "pending": FLIGHT, "seats": seats})
    picked(state, "v7_25")
    assert "v8_26" not in targets(state)
    assert "v8_24" in targets(state)


@pytest.mark.parametrize(("cannons", "falls"), [(3, False), (4, True), (6, True)])
def test_r70_r74_pirate_base(cannons: int, falls: bool) -> None:
    state = picked(flying(ship("trade", "v25_15"), speed=5, yellow={"cannons": cannons}), "v25_15")
    play(state, "to v25_17")
    assert (state.to_dict()["tokens"]["pirate 4"] == 0) == falls


@pytest.mark.parametrize(("counts", "falls"), [(True, True), (False, False)])
def test_r70_r87_scientists_cannons_against_a_base(counts: bool, falls: bool) -> None:
    own = {"cannons": 2, "stations": {"scientists": 1}, "friends": ["sci_cannons"]}
    options = {"base_scientists": counts}
    state = picked(flying(ship("trade", "v25_15"), yellow=own, markers={"scientists": 0}, options=options), "v25_15")
    play(state, "to v25_17")
    assert (state.to_dict()["tokens"]["pirate 4"] == 0) == falls


def test_r71_r72_r74_ice_planet() -> None:
    """Four pods terraform the ice planet of value 3: token, a point, a reserve disc; three of five steps are left."""
    state = flying(ship("colony", "v5_19"), speed=5, yellow={"pods": 4}, reserve_discs=["3", "9", "10", "11", "11"])
    picked(state, "v5_19")
    before = state.scores()[0]
    play(state, "to v5_17")
    position = state.to_dict()
    assert position["tokens"]["ice 3"] == 0
    assert position["tiles"]["a04"]["discs"][2] == "r3"
    assert position["reserve_discs"] == ["9", "10", "11", "11"]
    assert state.scores()[0] == before + 1
    assert position["flying"]["steps"] == 5 - distance("v5_19", "v5_17")
    assert deciding(state) == "target"
    play(state, "to v4_16")
    assert deciding(state) == "found"  # R73: it goes on, and founds on the site that has become free


def test_r73_a_trade_ship_defeats_a_base_and_flies_on() -> None:
    """Speed 5, two steps to the planet of the pirates, three left: it may stop anywhere within three steps."""
    state = flying(ship("trade", "v25_15"), speed=5, yellow={"cannons": 4})
    picked(state, "v25_15")
    play(state, "to v25_17")
    position = state.to_dict()
    assert position["tokens"]["pirate 4"] == 0
    assert position["flying"] == {"kind": "trade", "at": "v25_17", "origin": "v25_15", "steps": 5 - 2}
    assert targets(state) == reach("v25_17", 3) - {"v22_18", "v25_19", "v23_19"}  # R58, R55
    play(state, "to v26_20")
    assert [(entry["kind"], entry["at"]) for entry in seat(state, 0)["ships"]] == [("trade", "v26_20")]


def test_r73_a_colony_ship_defeats_a_base_and_founds_at_once() -> None:
    """From v26_20, which touches only the goods planet, straight to the site that also touches the base."""
    state = flying(ship("colony", "v26_20"), speed=3, yellow={"cannons": 4})
    before = state.scores()[0]
    picked(state, "v26_20")
    play(state, "to v25_19")
    assert state.to_dict()["tokens"]["pirate 4"] == 0
    assert deciding(state) == "target"
    play(state, "to v25_19")
    assert state.names() == ["found colony", "do not found"]
    play(state, "found colony")
    assert "v25_19" in seat(state, 0)["colonies"]
    assert state.scores()[0] == before + 2


def test_q4_a_special_falls_when_the_upgrade_is_built_beside_it() -> None:
    own = {"cannons": 3, "hand": "2 carbon", "ships": [ship("trade", "v25_17")]}
    state = table(yellow=own, options={"max_offers": 0})
    play(state, "build cannon")
    assert state.to_dict()["tokens"]["pirate 4"] == 0


def test_q23_a_parked_ship_may_found_when_the_special_falls() -> None:
    own = {"cannons": 3, "hand": "2 carbon", "ships": [ship("colony", "v25_19")]}
    state = table(yellow=own, options={"max_offers": 0})
    play(state, "build cannon")
    assert (deciding(state), state.names()) == ("found", ["found colony", "do not found"])
    play(state, "found colony")
    assert "v25_19" in seat(state, 0)["colonies"]
    declined = play(table(yellow=own, options={"max_offers": 0}), "build cannon", "do not found")
    assert "v25_19" not in seat(declined, 0)["colonies"]


def test_q23_another_ships_arrival_frees_the_parked_one() -> None:
    state = flying(ship("colony", "v25_19"), ship("trade", "v25_15"), yellow={"cannons": 0}, speed=3)
    assert state.to_dict()["tokens"]["pirate 4"] is None
    state = flying(ship("trade", "v25_15"), ship("colony", "v22_18"), yellow={"cannons": 3}, speed=3)
    assert "end flight" not in state.names()  # Q17: the parked ship has somewhere to go


def test_q5_a_ship_moves_once_and_one_after_another() -> None:
    state = flying(ship("trade", "v5_25"), ship("trade", "v11_25"))
    play(state, "fly v5_25", "to v4_24")
    assert state.names() == ["fly v11_25", "end flight"]
    moved = [entry["moved"] for entry in seat(state, 0)["ships"]]
    assert sorted(moved) == [False, True]


def test_q5_a_trigger_where_one_may_not_stop_needs_a_stop_in_reach() -> None:
    """The first corner of unexplored a02 is taken by red; with one step more there is a free corner."""
    red = {"ships": [ship("trade", "v10_22")]}
    state = picked(flying(ship("trade", "v11_23"), ship("trade", "v25_15"), speed=1, explored=(), red=red), "v11_23")
    assert "v10_22" not in targets(state)
    state = picked(flying(ship("trade", "v11_23"), ship("trade", "v25_15"), speed=2, explored=(), red=red), "v11_23")
    assert "v10_22" in targets(state)
    play(state, "to v10_22")
    assert "v10_22" not in targets(state)


def test_q17_r50_a_ship_on_a_foreign_spaceport_site_must_leave() -> None:
    state = flying(ship("trade", "v10_26"), ship("trade", "v25_15"), red={"ships": []})
    assert "end flight" not in state.names()
    picked(state, "v10_26")
    assert "v10_26" not in targets(state)


def test_q17_a_locked_ship_need_not_leave() -> None:
    state = flying(ship("trade", "v10_26", locked=True), ship("trade", "v25_15"), red={"ships": []})
    assert "end flight" in state.names()
    assert "fly v10_26" not in state.names()


def test_q5_a_locked_colony_ship_may_found_where_it_stands() -> None:
    state = flying(ship("colony", "v11_19", locked=True), ship("trade", "v25_15"))
    assert "fly v11_19" in state.names()
    play(state, "fly v11_19")
    assert "v11_19" in seat(state, 0)["colonies"]


def test_r99_q6_space_jump() -> None:
    state = flying(ship("trade", "v5_25"), jump=True)
    play(state, "jump v5_25")
    found = targets(state)
    assert "v5_25" not in found
    assert not found & {"v11_19", "v2_18", "v22_14"}  # colony sites; a dock without pods
    assert len(found) > 200
    state = flying(ship("trade", "v5_25"), jump=True, yellow={"pods": 1})
    play(state, "jump v5_25", "to v22_14")
    assert deciding(state) == "friendship"


def test_r99_a_jump_explores_and_founds_on_landing() -> None:
    state = flying(ship("colony", "v5_25"), jump=True, explored=())
    play(state, "jump v5_25", "to v11_19")
    assert state.to_dict()["tiles"]["a02"]["face"] == "open"
    assert deciding(state) == "found"
    assert state.to_dict()["jump"] is False


def test_r99_a_jump_may_be_left_unused_and_counts_as_the_move() -> None:
    state = flying(ship("trade", "v5_25"), ship("trade", "v11_25"), jump=True)
    assert state.names() == ["fly v5_25", "fly v11_25", "jump v5_25", "jump v11_25", "end flight"]
    play(state, "jump v5_25", "to v4_24")
    assert state.names() == ["fly v11_25", "end flight"]


def test_q6_jumps_and_face_down_tiles() -> None:
    world = game(4, setup="explorer")

    def jumper(kind: str) -> set[str]:
        seats = [
            {"ships": [ship(kind, "v11_25")] if i == 0 else [], "colonies": [], "spaceports": []} for i in range(4)
        ]
        state = world.from_dict(
            {"active": 0, "turn": 1, "base_speed": 3, "pending": FLIGHT, "seats": seats, "jump": True}
        )
        return targets(play(state, "jump v11_25"))

    assert "v11_19" in jumper("colony")  # a notch
    assert "v11_19" not in jumper("trade")
    assert "v10_20" not in jumper("colony") | jumper("trade")  # the centre


def test_q25_a_win_in_mid_move_ends_the_game_at_once() -> None:
    own = {"pods": 4, "fame": 20}
    state = flying(ship("colony", "v5_19"), speed=5, yellow=own)
    assert state.scores()[0] == 14
    picked(state, "v5_19")
    play(state, "to v5_17")
    assert state.is_over
    assert state.ranks()[0] == 1
    assert state.to_dict()["flying"]["at"] == "v5_17"


def test_r49_the_mothership_serves_every_own_ship() -> None:
    state = flying(ship("trade", "v5_25"), ship("colony", "v13_23"), speed=3, yellow={"boosters": 2})
    play(state, "fly v5_25")
    assert state.to_dict()["flying"]["steps"] == 5
    play(state, "to v4_24", "fly v13_23")
    assert state.to_dict()["flying"]["steps"] == 5


def test_q27_specials_fall_without_being_asked() -> None:
    state = flying(ship("trade", "v25_15"), ship("trade", "v5_25"), yellow={"cannons": 4})
    play(state, "fly v25_15", "to v25_17")
    assert state.to_dict()["tokens"]["pirate 4"] == 0
    assert deciding(state) == "target"


def in_the_way(*ships: dict[str, Any], **fields: Any) -> State:
    """Red's flight phase, with yellow's spaceport at v11_19."""
    fleet = {"ships": list(ships), "boosters": 0}
    return table(pending=FLIGHT, active=1, base_speed=3, yellow={"spaceports": ["v11_19"], "colonies": []}, red=fleet,
                 **fields)  # fmt: skip


def test_r50_the_ship_must_leave_on_its_owners_next_turn() -> None:
    state = in_the_way(ship("trade", "v10_18"), ship("trade", "v5_25"))
    assert state.names() == ["fly v5_25", "fly v10_18"]
    play(state, "fly v10_18")
    assert not targets(state) & {"v10_18", "v13_19"}
    assert {"v8_18", "v11_17"} <= targets(state)
    play(state, "to v8_18")
    assert state.names() == ["fly v5_25", "end flight"]


def test_r50_a_ship_that_cannot_leave_stays() -> None:
    """Locked, it stays; the other ship may fly, and the phase may end."""
    state = in_the_way(ship("trade", "v10_18", locked=True), ship("trade", "v5_25"))
    assert state.names() == ["fly v5_25", "end flight"]


@pytest.mark.parametrize(
    ("fleet", "locks"),
    [
        (["v10_18", "v5_25"], []),  # v5_25 it is: no choice
        (["v10_18", "v5_25", "v7_23"], ["lock v5_25", "lock v7_23"]),
        (["v10_18", "v13_19"], ["lock v10_18", "lock v13_19"]),  # both are in the way
    ],
)
def test_r50_the_lock_of_an_encounter_goes_to_another_ship(fleet: list[str], locks: list[str]) -> None:
    """Card 5, nothing given."""
    drawn = {"deck": [*range(6, 33), *range(1, 5)], "discard": [], "card": 5, "family": "merchant", "public": False}
    red = {"ships": [ship("trade", at) for at in fleet], "boosters": 0, "hand": "1 ore"}
    state = table(pending=["end_turn", "flight", "encounter_over", "gift"], active=1, base_speed=3, encounters=drawn,
                  yellow={"spaceports": ["v11_19"], "colonies": []}, red=red)  # fmt: skip
    play(state, "give 0")
    if locks:
        assert state.names() == locks
    else:
        assert state.to_dict()["flying"]["at"] == "v10_18"  # which must leave: no choice either
        assert [entry["at"] for entry in seat(state, 1)["ships"] if entry["locked"]] == ["v5_25"]


def test_r51_a_card_gained_in_flight_serves_the_ships_picked_later() -> None:
    """The first ship docks at the Scientists; their two boosters count for the second."""
    state = flying(ship("trade", "v2_0"), ship("colony", "v5_25"), speed=3, yellow={"pods": 1})
    play(state, "fly v2_0", f"to {centre_of('a13')}", "take sci_boosters", "fly v5_25")
    assert state.to_dict()["flying"]["steps"] == 3 + 2


def test_r52_a_booster_lost_in_the_encounter_does_not_count() -> None:
    """Card 28, nothing given: the booster goes, and the ship flies with base 3 alone; with a second one, with 4."""
    for boosters, steps in ((1, 3), (2, 4)):
        state = give(meet(28, yellow={"boosters": boosters}), 0)
        play(state, "fly v5_25")
        assert state.to_dict()["flying"]["steps"] == steps


def test_r60_a_locked_ship_may_stay_parked() -> None:
    """Its site touches the pirates, so it cannot found; unlocked it would have to leave."""
    parked = flying(ship("colony", "v25_19"), ship("trade", "v5_25"))
    assert parked.names() == ["fly v5_25", "fly v25_19"]
    locked = flying(ship("colony", "v25_19", locked=True), ship("trade", "v5_25"))
    assert locked.names() == ["fly v5_25", "end flight"]


def test_q20_the_third_site_may_be_flown_through() -> None:
    """Three players, two colonies in a02: from one side of the third site to the other in two steps."""
    red = {"colonies": ["v-2_28", "v26_28", "v11_19", "v11_21"]}
    state = table(3, pending=FLIGHT, base_speed=2, yellow={"ships": [ship("colony", "v7_21")], "boosters": 0}, red=red)
    assert (distance("v7_21", "v8_20"), distance("v8_20", "v7_19")) == (1, 1)
    assert targets(picked(state, "v7_21")) & {"v8_20", "v7_19"} == {"v7_19"}
