"""R38 to R50: offers, the supply, building."""

from __future__ import annotations

import pytest

from tests.core.starfarers.table import QUIET, cards, deciding, play, seat, ship, table


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


def test_r38_no_offers_without_max_offers_or_cards_to_want() -> None:
    state = table(yellow={"hand": "3 ore"}, red={"hand": "1 fuel"}, options=QUIET)
    assert not any(name.startswith("offer") for name in state.names())
    state = table(yellow={"hand": "3 ore"})
    assert not any(name.startswith("offer") for name in state.names())


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


def test_r38_three_offers_a_turn_counted_from_the_first_card() -> None:
    state = table(yellow={"hand": "1 ore 2 fuel"}, red={"hand": "1 food"})
    for made in range(3):
        assert "offer ore" in state.names()
        play(state, "offer ore")
        assert state.to_dict()["offers"] == made + 1
        play(state, "no more", "want food", "decline", "decline", "decline")
    assert state.names() == ["end trade and build", "build booster"]


def test_r38_who_is_not_active_cannot_trade_with_the_supply() -> None:
    """Red could swap three ore on its own turn; on yellow's it is only asked for answers."""
    state = table(yellow={"hand": "1 fuel 1 food"}, red={"hand": "3 ore"})
    play(state, "offer fuel", "no more", "want ore", "no more")
    assert (state.to_move, state.names()) == (1, ["accept", "decline"])
