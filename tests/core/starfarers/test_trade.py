"""R38 to R50: offers, the supply, building."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from core.errors import BadPosition
from tests.core.starfarers.table import FLIGHT, cards, deciding, play, seat, ship, table, targets

QUIET = {"max_offers": 0}


def test_r38_r39_an_offer_card_by_card() -> None:
    state = table(yellow={"hand": "1 ore 1 goods"}, red={"hand": "2 food"}, white={"hand": "1 food"})
    play(state, "offer ore")
    assert state.names() == ["and goods", "no more"]
    play(state, "no more")
    assert state.names() == ["want fuel", "want carbon", "want food", "want goods"]
    play(state, "want food")
    assert state.names() == ["and food", "and goods", "no more"]
    play(state, "no more")
    assert (state.to_move, deciding(state), state.names()) == (1, "answer", ["accept", "decline"])
    play(state, "accept", "accept")
    assert (state.to_move, state.names()) == (3, ["decline"])  # blue is asked too, and can only decline
    play(state, "decline")
    assert (state.to_move, state.names()) == (0, ["deal with red", "deal with white", "withdraw"])
    play(state, "deal with white")
    assert [cards(state, index) for index in range(3)] == [{"food": 1, "goods": 1}, {"food": 2}, {"ore": 1}]


def test_r39_second_cards_follow_in_order_and_no_kind_is_on_both_sides() -> None:
    state = table(yellow={"hand": "1 ore 2 food 1 goods"}, red={"hand": "2 fuel"})
    play(state, "offer food")
    assert state.names() == ["and food", "and goods", "no more"]
    play(state, "and goods")
    assert state.names() == ["want ore", "want fuel", "want carbon"]


def test_r39_two_cards_are_wanted_only_of_somebody_who_holds_two() -> None:
    state = table(yellow={"hand": "2 ore"}, red={"hand": "1 fuel"})
    play(state, "offer ore", "no more", "want fuel")
    assert deciding(state) == "answer"


def test_r38_three_offers_a_turn_counted_from_the_first_card() -> None:
    state = table(yellow={"hand": "1 ore"}, red={"hand": "1 fuel"})
    for _ in range(3):
        play(state, "offer ore", "want fuel", "decline", "decline", "decline")
    assert state.to_dict()["offers"] == 0 or "offer ore" not in state.names()
    state = table(yellow={"hand": "1 ore 2 fuel"}, red={"hand": "1 fuel"}, offers=3)
    assert not any(name.startswith("offer") for name in state.names())


def test_r38_no_offers_without_max_offers_or_cards_to_want() -> None:
    state = table(yellow={"hand": "3 ore"}, red={"hand": "1 fuel"}, options=QUIET)
    assert not any(name.startswith("offer") for name in state.names())
    state = table(yellow={"hand": "3 ore"})
    assert not any(name.startswith("offer") for name in state.names())


def test_r41_worked_example_two_food_for_one_goods() -> None:
    """The first offer is refused and changes nothing, the second is taken."""
    state = table(yellow={"hand": "2 food"}, red={"hand": "1 fuel"}, white={"hand": "1 goods"})
    play(state, "offer food", "no more", "want goods", "decline", "decline", "decline")
    assert cards(state, 0) == {"food": 2}
    play(state, "offer food", "and food", "want goods", "decline", "accept", "decline", "deal with white")
    assert cards(state, 0) == {"goods": 1}
    assert cards(state, 2) == {"food": 2}


def test_an_offer_may_be_withdrawn_after_an_acceptance() -> None:
    state = table(yellow={"hand": "2 food"}, red={"hand": "1 goods"})
    play(state, "offer food", "no more", "want goods", "accept", "decline", "decline", "withdraw")
    assert cards(state, 0) == {"food": 2}
    assert state.to_dict()["offer"] is None


def test_r40_supply_rates() -> None:
    state = table(yellow={"hand": "3 carbon 2 goods 2 ore"}, options=QUIET)
    assert "trade 3 carbon for food" in state.names()
    assert "trade 2 goods for food" in state.names()
    assert not any("ore for" in name for name in state.names())
    play(state, "trade 3 carbon for food", "trade 2 goods for food")
    assert cards(state, 0) == {"ore": 2, "food": 2}


def test_r40_the_kind_taken_must_be_in_the_supply() -> None:
    state = table(yellow={"hand": "3 carbon"}, red={"hand": "20 food"}, pile=["ore"] * 3, options=QUIET)
    assert "trade 3 carbon for food" not in state.names()
    assert "trade 3 carbon for carbon" not in state.names()
    assert "trade 3 carbon for fuel" in state.names()


COSTS = [
    ("build colony ship at v1_25", "1 ore 1 fuel 1 carbon 1 food"),
    ("build trade ship at v1_25", "1 ore 1 fuel 2 goods"),
    ("build spaceport at v16_28", "3 carbon 2 food"),
    ("build booster", "2 fuel"),
    ("build cannon", "2 carbon"),
    ("build pod", "2 ore"),
]


@pytest.mark.parametrize(("name", "cost"), COSTS)
def test_r42_costs(name: str, cost: str) -> None:
    name = name.replace("v1_25", "v2_28")
    state = table(yellow={"hand": cost, "ships": []}, options=QUIET)
    assert name in state.names()
    play(state, name)
    kept = state.to_dict()["turn"] > 1 or cards(state, 0) == {}
    assert kept
    words = cost.split()
    for index in range(0, len(words), 2):
        fewer = [*words]
        fewer[index] = str(int(words[index]) - 1)
        poorer = table(yellow={"hand": " ".join(fewer), "ships": []}, red={"hand": "1 ore"})
        assert name not in poorer.names()


def test_r42_only_the_active_player_builds() -> None:
    state = table(yellow={"hand": "1 ore"}, red={"hand": "2 fuel"})
    assert state.to_move == 0
    assert "build booster" not in state.names()


def test_r43_r46_ships_are_built_on_free_own_spaceport_sites() -> None:
    rich = {"hand": "3 ore 3 fuel 3 carbon 3 food 4 goods"}
    state = table(yellow={**rich, "ships": []}, options=QUIET)
    sites = {name.split()[-1] for name in state.names() if name.startswith("build colony ship")}
    assert sites == {"v2_26", "v2_28"}
    assert sites == {name.split()[-1] for name in state.names() if name.startswith("build trade ship")}
    state = table(yellow={**rich, "ships": [ship("colony", "v2_26")]}, options=QUIET)
    assert "build colony ship at v2_26" not in state.names()
    state = table(yellow={**rich, "ships": []}, red={"ships": [ship("trade", "v2_28")]}, options=QUIET)
    assert "build colony ship at v2_28" not in state.names()


@pytest.mark.parametrize(
    ("port", "sites"),
    [
        ("v1_27", ["v2_26", "v2_28"]),
        ("v16_28", ["v14_28", "v17_29"]),
        ("v11_19", ["v10_18", "v13_19"]),
        ("v25_19", ["v26_18", "v26_20"]),
    ],
)
def test_r46_a_spaceport_has_two_sites_and_they_are_beside_it(port: str, sites: list[str]) -> None:
    own = {"spaceports": [port], "colonies": ["v23_27"], "ships": [], "hand": "1 ore 1 fuel 2 goods"}
    state = table(yellow=own, options={"max_offers": 0})
    swaps = [f"trade 2 goods for {kind}" for kind in ("ore", "fuel", "carbon", "food")]
    assert state.names() == ["end trade and build", *(f"build trade ship at {site}" for site in sites), *swaps]
    play(state, f"build trade ship at {sites[1]}")
    assert [entry["at"] for entry in seat(state, 0)["ships"]] == [sites[1]]


def test_r46_sites_of_all_own_spaceports_by_intersection() -> None:
    own = {"spaceports": ["v11_19", "v1_27"], "colonies": [], "ships": [], "hand": "1 ore 1 fuel 2 goods"}
    names = table(yellow=own, options={"max_offers": 0}).names()
    assert [name.split()[-1] for name in names if "ship" in name] == ["v2_26", "v2_28", "v10_18", "v13_19"]


def test_r50_a_spaceport_may_be_built_although_a_ship_stands_on_its_site() -> None:
    """Red's ship is beside yellow's colony; now it is in the way, and no ship can be built there."""
    own = {"colonies": ["v11_19"], "ships": [], "hand": "4 carbon 3 food 1 ore 1 fuel"}
    state = table(yellow=own, red={"ships": [ship("trade", "v10_18")]}, options={"max_offers": 0})
    play(state, "build spaceport at v11_19")
    ships = [name for name in state.names() if "ship at" in name and "spaceport" not in name]
    assert ships == [f"build colony ship at {site}" for site in ("v2_26", "v2_28", "v13_19")]
    assert [entry["at"] for entry in seat(state, 1)["ships"]] == ["v10_18"]


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


def test_r43_pieces_must_be_left() -> None:
    rich = "3 ore 3 fuel 3 carbon 3 food 4 goods"
    nine = ["v16_28", "v23_27", "v2_18", "v2_20", "v11_19", "v11_21", "v8_20", "v7_15"]
    state = table(yellow={"hand": rich, "ships": [], "colonies": nine}, options=QUIET)
    assert not any("colony ship" in name for name in state.names())
    assert "build trade ship at v2_26" in state.names()
    docked = {
        "stations": {"merchants": 4, "green_folk": 3},
        "friends": ["mer_ore", "mer_fuel", "mer_food", "mer_carbon", "green_ore", "green_fuel", "green_food"],
    }
    state = table(
        yellow={"hand": rich, "ships": [], **docked}, markers={"merchants": 0, "green_folk": 0}, options=QUIET
    )
    assert not any("trade ship" in name for name in state.names())


def test_r44_three_ships_at_once() -> None:
    ships = [ship("colony", "v4_24"), ship("trade", "v5_23"), ship("trade", "v7_23")]
    state = table(yellow={"hand": "3 ore 3 fuel 3 carbon 3 food 4 goods", "ships": ships}, options=QUIET)
    assert not any(" ship at" in name for name in state.names())


def test_r45_spaceports() -> None:
    state = table(yellow={"hand": "9 carbon 6 food", "ships": []}, pile=["ore"], options=QUIET)
    names = [name for name in state.names() if "spaceport" in name]
    assert names == ["build spaceport at v16_28", "build spaceport at v23_27"]
    play(state, names[0])
    assert state.scores()[0] == 5
    assert seat(state, 0)["spaceports"] == ["v1_27", "v16_28"]
    play(state, names[1])
    assert not any("spaceport" in name for name in state.names())
    full = {
        "spaceports": ["v1_27", "v16_28", "v23_27"],
        "colonies": ["v11_19"],
        "hand": "3 carbon 2 food 3 ore",
        "ships": [],
    }
    assert not any("spaceport" in name for name in table(yellow=full, options=QUIET).names())


def test_r47_a_new_ship_may_move_at_once() -> None:
    state = table(yellow={"hand": "1 ore 1 fuel 1 carbon 1 food", "ships": []}, options=QUIET)
    play(state, "build colony ship at v2_26")
    while deciding(state) not in ("flight", "trade_build"):
        state.apply(state.legal()[0])
    assert state.to_move == 0
    assert "fly v2_26" in state.names()


def test_r48_limits_on_a_mothership_and_in_the_tray() -> None:
    rich = "2 ore 2 fuel 2 carbon"
    state = table(yellow={"hand": rich, "boosters": 6, "cannons": 6, "pods": 4}, options=QUIET)
    assert [name for name in state.names() if name.startswith("build")] == ["build pod"]
    full = {"pods": 5}
    state = table(yellow={"hand": rich, "pods": 4}, red=full, white=full, blue=full, options=QUIET)
    assert "build pod" in state.names()  # 19 of 20 are out
    most = {"boosters": 6}
    state = table(yellow={"hand": rich, "boosters": 5}, red=most, white=most, blue=most, options=QUIET)
    assert "build booster" in state.names()


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


def test_nobody_has_answered_an_offer_that_is_still_being_made() -> None:
    state = table(yellow={"hand": "1 ore"}, red={"hand": "2 food"}, white={"hand": "1 food"})
    play(state, "offer ore")
    position = state.to_dict()
    position["offer"]["answers"][1] = "decline"
    with pytest.raises(BadPosition, match="offer: nobody is asked before it is complete"):
        state.game.from_dict(position)
