"""R75 to R87: docks, trade stations, friendship markers and cards."""

from __future__ import annotations

import pytest

from core.starfarers.conformance import record
from tests.core.starfarers.table import (
    ALONE,
    DOCK,
    FLIGHT,
    QUIET,
    cards,
    deciding,
    docking,
    play,
    rolled,
    seat,
    ship,
    table,
    targets,
)


@pytest.mark.parametrize("there", [0, 1, 2, 3, 4])
def test_r75_r76_each_station_needs_one_more_pod(there: int) -> None:
    marker = 1 if there else None
    assert f"to {DOCK}" not in docking(there, {"red": there}, marker=marker).names()
    assert f"to {DOCK}" in docking(there + 1, {"red": there}, marker=marker).names()


def test_r75_five_docks_are_all_there_are() -> None:
    assert DOCK not in targets(docking(5, {"red": 3, "white": 2}, marker=1))


def test_r77_the_station_gives_no_points_itself() -> None:
    state = docking(3, {"red": 2}, marker=1)
    before = state.scores()[0]
    play(state, f"to {DOCK}")
    assert state.scores()[0] == before
    assert seat(state, 0)["stations"]["merchants"] == 1
    assert seat(state, 0)["ships"] == []


def test_r77_the_transport_comes_back_and_the_station_stays() -> None:
    """With three ships there is no transport for the free trade ship; the docking frees one. Points: none by itself."""
    state = docking(3, {"red": 2}, marker=1)
    position = state.game.from_dict(state.to_dict()).to_dict()
    fleet = [ship("trade", "v4_24"), ship("colony", "v5_23")]
    position["seats"][0] |= {"ships": fleet, "ship_markers": 1}
    state = state.game.from_dict(position)
    before = record(state)["points"]
    play(state, f"to {DOCK}", "take mer_goods")
    assert record(state)["points"] == before
    assert deciding(state) == "place_ship"
    play(state, "trade ship at v2_26")
    own = seat(state, 0)
    assert [entry["at"] for entry in own["ships"]] == ["v2_26", "v4_24", "v5_23"]
    assert own["stations"] == {"green_folk": 0, "diplomats": 0, "merchants": 1, "scientists": 0}
    play(state, "end flight")
    assert seat(state, 0)["stations"]["merchants"] == 1


def test_r78_one_of_the_cards_left() -> None:
    state = docking(3, {"red": 2}, marker=1)
    play(state, f"to {DOCK}")
    assert state.names() == ["take mer_carbon", "take mer_food", "take mer_goods"]
    play(state, "take mer_food")
    assert seat(state, 0)["friends"] == ["mer_food"]


def test_r79_the_first_station_takes_the_marker_and_ties_keep_it() -> None:
    state = play(docking(1, {}), f"to {DOCK}")
    assert state.to_dict()["markers"]["merchants"] == 0
    assert state.scores()[0] == 6
    state = play(docking(3, {"red": 1}, own=1, marker=0), f"to {DOCK}")
    assert state.to_dict()["markers"]["merchants"] == 0
    state = play(docking(2, {"red": 1}, marker=1), f"to {DOCK}")
    assert state.to_dict()["markers"]["merchants"] == 1  # one each: red keeps it


@pytest.mark.parametrize(("held", "due"), [(12, 0), (13, 6)])
def test_r81_reduced_tribute(held: int, due: int) -> None:
    friend = {"stations": {"diplomats": 1}, "friends": ["dip_reduced_tribute"]}
    red = {"ships": [], "hand": f"{held} ore", **friend}
    state = rolled(7, red=red, yellow=ALONE, white=ALONE, blue=ALONE, markers={"diplomats": 1}, pile=["food"] * 8)
    assert cards(state, 1) == {"ore": held - due - 1, "food": 1}


def test_r82_fame_for_sale_once_a_turn_even_with_two_copies() -> None:
    friend = {"stations": {"diplomats": 2}, "friends": ["dip_fame_for_sale", "dip_fame_for_sale"]}
    state = table(yellow={"hand": "3 goods", "fame": 1, **friend}, markers={"diplomats": 0}, options=QUIET)
    play(state, "buy fame")
    assert seat(state, 0)["fame"] == 2
    assert cards(state, 0) == {"goods": 2}
    assert "buy fame" not in state.names()


def test_q19_no_fame_can_be_bought_from_an_empty_tray() -> None:
    friend = {"stations": {"diplomats": 1}, "friends": ["dip_fame_for_sale"]}
    state = table(
        yellow={"hand": "3 goods", "fame": 10, **friend},
        red={"fame": 12},
        white={"fame": 17},
        markers={"diplomats": 0},
        options=QUIET,
    )
    assert "buy fame" not in state.names()


def test_r83_helping_hand() -> None:
    friend = {"stations": {"diplomats": 1}, "friends": ["dip_helping_hand"]}
    ahead = {"fame": 5, "hand": "1 ore 1 fuel"}
    state = table(
        yellow={"hand": "3 goods", "fame": 0, **friend},
        red=ahead,
        white=ahead,
        blue={"hand": "1 food", "fame": 0},
        markers={"diplomats": 0},
        options=QUIET,
    )
    assert not any(
        "help" in name for name in state.names()
    )  # yellow's own marker puts it at 6, as many as red and white
    ahead = {"fame": 8, "hand": "1 ore 1 fuel"}
    state = table(
        yellow={"hand": "3 goods", "fame": 0, **friend},
        red=ahead,
        white=ahead,
        blue={"hand": "1 food", "fame": 0},
        markers={"diplomats": 0},
        options=QUIET,
    )
    assert [name for name in state.names() if "help" in name] == ["help from red", "help from white"]
    play(state, "help from white")
    assert state.names() == ["help from red", "stop"]
    assert seat(state, 2)["cards"] == 1
    play(state, "stop")
    assert not any("help" in name for name in state.names())
    assert seat(state, 0)["cards"] == 4


def test_r83_one_opponent_ahead_is_not_enough() -> None:
    friend = {"stations": {"diplomats": 1}, "friends": ["dip_helping_hand"]}
    state = table(
        yellow={"hand": "3 goods", "fame": 0, **friend},
        red={"fame": 8, "hand": "1 ore"},
        markers={"diplomats": 0},
        options=QUIET,
    )
    assert not any("help" in name for name in state.names())


def relief(**fields: object) -> dict[str, object]:
    return {"ships": [], "stations": {"diplomats": 1}, "friends": ["dip_relief_fund"], **fields}


def test_r84_relief_fund_when_a_roll_gives_nothing() -> None:
    state = rolled(4, active=0, blue=relief(), yellow=ALONE, red=ALONE, white=ALONE, markers={"diplomats": 3})
    assert (state.to_move, deciding(state)) == (3, "relief")
    assert state.names() == ["take ore", "take fuel", "take carbon", "take food", "take goods", "decline"]
    assert seat(state, 1)["cards"] == 0  # the roller's reserve cards come later
    play(state, "take goods")
    assert cards(state, 3) == {"goods": 1}


def test_r84_no_relief_with_a_card_or_on_a_seven() -> None:
    fields = {"yellow": ALONE, "red": ALONE, "white": ALONE, "markers": {"diplomats": 3}}
    assert deciding(rolled(6, active=0, blue=relief(), **fields)) != "relief"  # blue gets carbon
    assert deciding(rolled(7, active=0, blue=relief(), **fields)) != "relief"


def test_r84_a_shortage_counts_as_nothing() -> None:
    """A 9 gives blue ore, but the supply has only one for red and blue."""
    white = {"ships": [], "hand": "19 ore"}
    state = rolled(
        9, active=0, blue=relief(), yellow=ALONE, red=ALONE, white=white, markers={"diplomats": 3}, pile=["food"] * 8
    )
    assert (state.to_move, deciding(state)) == (3, "relief")


def test_r85_merchants_rates() -> None:
    friend = {"stations": {"merchants": 2}, "friends": ["mer_carbon", "mer_goods"]}
    state = table(yellow={"hand": "4 carbon 3 goods 2 ore", **friend}, markers={"merchants": 0}, options=QUIET)
    assert "trade 2 carbon for food" in state.names()
    assert "trade 3 carbon for food" not in state.names()
    assert "trade 2 ore for food" not in state.names()
    assert "trade 2 goods for food" in state.names()
    play(state, "trade 1 goods for food")
    assert cards(state, 0) == {"carbon": 4, "goods": 2, "ore": 2, "food": 1}
    assert "trade 1 goods for food" not in state.names()
    play(state, "trade 2 goods for food", "trade 2 carbon for goods", "trade 2 carbon for goods")
    assert cards(state, 0) == {"goods": 2, "ore": 2, "food": 2}


def test_r86_green_folk_give_one_more_of_what_a_roll_gave() -> None:
    friend = {"stations": {"green_folk": 1}, "friends": ["green_ore"], "ships": []}
    state = rolled(5, active=0, yellow=friend, red=ALONE, white=ALONE, blue=ALONE, markers={"green_folk": 0})
    assert cards(state, 0) == {"ore": 2}
    two = {**friend, "colonies": ["v16_28", "v19_27"]}
    blue = {"ships": [], "colonies": ["v5_27", "v23_27"]}
    assert cards(rolled(3, active=0, yellow=two, red=ALONE, white=ALONE, blue=blue, markers={"green_folk": 0}), 0) == {
        "food": 2
    }


def test_r86_two_ore_become_three() -> None:
    friend = {
        "stations": {"green_folk": 1},
        "friends": ["green_ore"],
        "ships": [],
        "colonies": ["v16_28", "v-2_26"],
        "spaceports": ["v16_26"],
    }
    white = {"ships": [], "colonies": ["v23_27", "v8_28"], "spaceports": ["v1_27"]}
    state = rolled(5, active=0, yellow=friend, red=ALONE, white=white, blue=ALONE, markers={"green_folk": 0})
    assert cards(state, 0) == {"ore": 3}


def test_q2_the_bonus_counts_for_a_shortage() -> None:
    """A 5 gives yellow and white an ore each; with the bonus three are due, the supply has two: nobody gets any."""
    friend = {"stations": {"green_folk": 1}, "friends": ["green_ore"], "ships": []}
    blue = {"ships": [], "hand": "18 ore"}
    state = rolled(
        5, active=0, yellow=friend, red=ALONE, white=ALONE, blue=blue, markers={"green_folk": 0}, pile=["food"] * 8
    )
    assert "ore" not in cards(state, 0)
    assert "ore" not in cards(state, 2)


def test_r87_scientists_cards_are_no_pieces() -> None:
    own = {
        "boosters": 6,
        "cannons": 6,
        "stations": {"scientists": 3},
        "friends": ["sci_cannons", "sci_boosters", "sci_both"],
        "hand": "2 ore 2 fuel",
    }
    state = table(yellow=own, markers={"scientists": 0}, options={"max_offers": 0})
    assert "build booster" not in state.names()
    own = {**own, "boosters": 5}
    state = table(yellow=own, markers={"scientists": 0}, options={"max_offers": 0})
    assert "build booster" in state.names()
    flight = table(
        pending=FLIGHT, base_speed=3, yellow={**own, "ships": [ship("trade", "v2_26")]}, markers={"scientists": 0}
    )
    play(flight, "fly v2_26")
    assert flight.to_dict()["flying"]["steps"] == 3 + 5 + 3


def test_q25_a_marker_may_win_before_the_card_is_chosen() -> None:
    state = docking(1, {})
    position = state.to_dict()
    position["seats"][0]["fame"] = 19
    state = play(state.game.from_dict(position), f"to {DOCK}")
    assert state.is_over
    assert state.to_dict()["winner"] == 0
    assert seat(state, 0)["friends"] == []
    assert state.game.from_bytes(bytes(state)) == state.game.from_dict(state.to_dict()) == state
