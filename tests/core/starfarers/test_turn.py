"""R20 to R37: the turn, production, the reserve, the seven; Q26, Q28: choices of one."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.starfarers.table import ALONE, KINDS, NO_SHIPS, QUIET, cards, deciding, game, play, rolled, seat, table


def test_r20_r21_production_and_reserve_come_before_trade_and_build() -> None:
    state = rolled(6, yellow={"hand": ""}, **{key: value for key, value in NO_SHIPS.items() if key != "yellow"})
    assert seat(state, 0)["cards"] == 3  # one fuel on the 6, two reserve cards
    assert deciding(state) == "trade_build"
    assert state.to_move == 0


def relieved(**fields: object) -> dict[str, object]:
    """Somebody who is helped when a roll brings nothing."""
    return {"ships": [], "stations": {"diplomats": 1}, "friends": ["dip_relief_fund"], **fields}


def test_r21_who_still_produces_does_not_build_or_trade() -> None:
    """Red rolls a 4, which brings it nothing: first its relief card, then two reserve cards, only then its booster."""
    red = relieved(hand="2 fuel")
    state = rolled(4, active=0, yellow=ALONE, red=red, white={"ships": [], "hand": "1 ore"}, blue=ALONE,
                   markers={"diplomats": 1}, pile=["goods", "food", "ore"])  # fmt: skip
    assert (state.to_move, deciding(state)) == (1, "relief")
    assert state.names() == ["take ore", "take fuel", "take carbon", "take food", "take goods", "decline"]
    assert cards(state, 1) == {"fuel": 2}
    play(state, "decline")
    assert (state.to_move, deciding(state)) == (1, "trade_build")
    assert cards(state, 1) == {"fuel": 2, "food": 1, "goods": 1}
    assert state.names() == ["end trade and build", "build booster", "offer fuel", "offer food", "offer goods"]


def test_r21_on_a_seven_nobody_builds_or_trades_before_the_last_card_is_drawn() -> None:
    rich = {"ships": [], "hand": "4 ore 4 fuel"}
    state = rolled(7, active=0, yellow=rich, red=rich, white=ALONE, blue=ALONE, pile=["food"] * 8)
    steps = []
    while deciding(state) != "trade_build":
        steps.append((state.to_move, state.names()))
        state.apply(state.legal()[0])
    discards = ["discard ore", "discard fuel"]
    assert steps == [(1, discards)] * 4 + [(0, discards)] * 4
    assert cards(state, 1) == {"fuel": 5, "food": 2}  # four left, one robbed of yellow, two reserve cards


def test_r20_the_dice_go_to_the_left() -> None:
    state = table(**NO_SHIPS, pending=["end_turn"], turn=5)
    assert state.to_dict()["active"] == 1
    assert state.to_dict()["turn"] == 6


def test_r22_no_ship_no_shake() -> None:
    state = table(yellow={"ships": [], "hand": "2 fuel"}, options={"max_offers": 0})
    play(state, "end trade and build")
    assert seat(state, 0)["shakes"] == 0
    assert state.to_dict()["active"] == 1


def test_r22_with_a_ship_one_must_shake() -> None:
    state = table(yellow={"hand": "2 fuel"}, options={"max_offers": 0})
    play(state, "end trade and build")
    assert seat(state, 0)["shakes"] >= 1


def test_r23_a_spaceport_gives_one_card_too() -> None:
    state = rolled(4, **NO_SHIPS)
    assert "fuel" in cards(state, 0)  # yellow's spaceport on alpha fuel 4
    state = rolled(4, **NO_SHIPS, active=1)
    assert cards(state, 0) == {"fuel": 1}
    assert cards(state, 3) == {}


def test_r24_a_double_disc_produces_on_both_numbers() -> None:
    for roll in (3, 12):
        state = rolled(roll, **NO_SHIPS, active=0)
        assert cards(state, 2).get("goods") == 1  # white on beta goods 3/12
    assert cards(rolled(2, **NO_SHIPS, active=0), 3) == {"goods": 1}  # blue on delta goods 2/11
    assert cards(rolled(11, **NO_SHIPS, active=0), 3) == {"goods": 1}


def test_r25_face_down_discs_and_specials_do_not_produce() -> None:
    colony = {"ships": [], "colonies": ["v16_28", "v23_27", "v11_19"]}
    closed = rolled(3, yellow=colony, active=0, explored=("all",))
    assert cards(closed, 0) == {"food": 2}  # gamma food 3 and sys1 food 3
    position = closed.to_dict()
    assert position["tiles"]["a03"]["discs"][1] == "pirate 4"
    beside_pirate = {"ships": [], "colonies": ["v16_28", "v23_27", "v25_19"]}  # goods 4 and carbon with the pirates
    state = rolled(4, yellow=beside_pirate, active=0)
    assert cards(state, 0) == {"fuel": 1, "goods": 1}


def test_r26_a_new_colony_produces_from_the_next_roll_on() -> None:
    ships = [{"kind": "colony", "at": "v10_18"}, {"kind": "trade", "at": "v2_26"}]
    state = table(pending=["end_turn", "flight"], base_speed=3, dice=[2, 3], yellow={"ships": ships})
    play(state, "fly v10_18", "to v11_19", "found colony")
    assert "v11_19" in seat(state, 0)["colonies"]
    assert cards(state, 0) == {}
    later = rolled(5, active=0, yellow={"ships": [], "colonies": ["v16_28", "v23_27", "v11_19"]})
    assert cards(later, 0) == {"ore": 1, "carbon": 1}


def test_r27_a_kind_that_cannot_be_paid_in_full_is_paid_to_nobody() -> None:
    """A roll of 6 gives yellow and red a fuel each, white and blue a carbon each; there is one fuel left."""
    hoard = {"ships": [], "hand": "19 fuel"}
    pile = ["ore", "food"] * 4
    state = rolled(6, red=hoard, white=ALONE, blue=ALONE, yellow=ALONE, pile=pile, active=0)
    assert state.to_dict()["active"] == 1
    assert cards(state, 0) == {}
    assert cards(state, 2) == {"carbon": 1}
    assert cards(state, 3) == {"carbon": 1}


@pytest.mark.parametrize(("fame", "drawn"), [(1, 2), (7, 2), (8, 1), (11, 1), (12, 0), (14, 0)])
def test_r28_reserve_cards_by_points(fame: int, drawn: int) -> None:
    """4 points of colonies and a spaceport, and one for two fame pieces."""
    state = rolled(
        9, active=0, red={"ships": [], "fame": fame}, yellow={"ships": [], "hand": "1 ore"}, white=ALONE, blue=ALONE
    )
    assert seat(state, 1)["cards"] == drawn + 1  # red's ore 9
    assert seat(state, 0)["cards"] == 1


def test_r29_reserve_cards_come_without_being_asked_for() -> None:
    """Red rolls a 9 with four points: ore for it and blue, then at once the two top cards of the pile."""
    pile = ["goods", "food", "carbon", "fuel"]
    state = rolled(9, active=0, yellow=ALONE, red=ALONE, white=ALONE, blue=ALONE, pile=pile)
    assert (state.to_move, deciding(state)) == (1, "trade_build")
    assert [cards(state, index) for index in range(4)] == [{}, {"ore": 1, "food": 1, "goods": 1}, {}, {"ore": 1}]
    position = state.to_dict()
    assert position["pile"] == ["carbon", "fuel"]
    assert [own["drawn_cards"] for own in position["seats"]] == [0, 2, 0, 0]


def test_r29_ten_points_draw_nothing_and_nothing_is_asked() -> None:
    pile = ["goods", "food", "carbon", "fuel"]
    state = rolled(9, active=0, yellow={"ships": [], "hand": "1 goods"}, red={"ships": [], "fame": 12}, white=ALONE,
                   blue=ALONE, pile=pile)  # fmt: skip
    assert (state.to_move, deciding(state)) == (1, "trade_build")
    assert cards(state, 1) == {"ore": 1}
    assert state.to_dict()["pile"] == pile


def test_r29_r30_q1_an_empty_pile_is_rebuilt_at_once() -> None:
    state = rolled(9, active=0, red=ALONE, yellow=ALONE, white=ALONE, blue=ALONE, pile=["goods"])
    position = state.to_dict()
    assert cards(state, 1)["goods"] >= 1
    assert position["pile_made"] == dict.fromkeys(KINDS, 8)
    assert len(position["pile"]) == 39
    assert position["pile_builds"] == 2


def test_q1_a_short_supply_makes_a_short_pile_and_an_empty_one_none() -> None:
    rich = {"ships": [], "hand": "20 ore 20 fuel 20 carbon 20 food 13 goods"}
    state = rolled(9, active=0, yellow=ALONE, red=ALONE, white=rich, blue=ALONE, pile=["goods"])
    position = state.to_dict()
    # seven goods are left in all: red drew the pile's only card, then one of the six rebuilt
    assert cards(state, 1) == {"goods": 2}
    assert position["pile_made"]["goods"] == 6
    assert position["pile"] == ["goods"] * 5
    rich = {"ships": [], "hand": "20 ore 20 fuel 20 carbon 20 food 19 goods"}
    state = rolled(9, active=0, yellow=ALONE, red=ALONE, white=rich, blue=ALONE, pile=["goods"])
    assert cards(state, 1) == {"goods": 1}
    assert state.to_dict()["pile"] == []


def test_r32_nothing_is_produced_on_a_seven() -> None:
    state = rolled(7, **NO_SHIPS)
    assert seat(state, 1)["cards"] == 1  # only its reserve card
    assert seat(state, 0)["cards"] == 2


@pytest.mark.parametrize(("held", "due"), [(9, 4), (8, 4), (7, 0), (11, 5)])
def test_r33_half_of_more_than_seven_is_returned(held: int, due: int) -> None:
    state = rolled(7, red={"ships": [], "hand": f"{held} ore"}, yellow=ALONE, white=ALONE, blue=ALONE)
    # one card was stolen by yellow, one drawn from the reserve
    assert seat(state, 1)["cards"] == held - due - 1 + 1
    assert seat(state, 0)["cards"] == 3


def test_r33_q24_discards_go_by_kind_and_never_back() -> None:
    state = rolled(7, yellow={"ships": [], "hand": "3 ore 3 carbon 3 goods"}, red=ALONE, white=ALONE, blue=ALONE,
                   pile=["food"] * 8)  # fmt: skip
    assert (state.to_move, deciding(state)) == (0, "discard")
    assert state.names() == ["discard ore", "discard carbon"]  # four are due, goods alone are three
    play(state, "discard carbon")
    assert state.names() == ["discard carbon", "discard goods"]
    play(state, "discard goods")
    assert cards(state, 0)["ore"] == 3
    assert cards(state, 0)["carbon"] == 2


def test_r34_r36_discards_then_the_robbery_then_reserve_cards() -> None:
    state = rolled(
        7, yellow=ALONE, red={"ships": [], "hand": "4 ore 4 food"}, white={"ships": [], "hand": "1 goods"}, blue=ALONE
    )
    assert (state.to_move, deciding(state)) == (1, "discard")
    play(state, "discard ore", "discard ore", "discard ore", "discard ore")
    assert (state.to_move, deciding(state)) == (0, "rob")
    assert state.names() == ["rob red", "rob white"]  # Q15: blue holds no card
    play(state, "rob white")
    assert cards(state, 0)["goods"] >= 1
    assert [seat(state, index)["cards"] for index in range(4)] == [3, 5, 1, 1]


def test_r36_discards_robbery_and_reserve_cards_are_strictly_one_after_another() -> None:
    """Red rolls. Who has seven cards keeps them, though a reserve card makes them eight; who has none cannot be robbed,
    though a reserve card is to come; what was discarded cannot be robbed; the roller draws last."""
    pile = ["carbon", "goods", "ore", "ore", "fuel"]
    state = rolled(
        7,
        active=0,
        yellow={"ships": [], "hand": "8 ore"},
        red={"ships": [], "hand": "9 fuel"},
        white=ALONE,
        blue={"ships": [], "hand": "7 food"},
        pile=pile,
    )
    assert (state.to_move, deciding(state)) == (1, "rob")
    assert [cards(state, index) for index in range(4)] == [{"ore": 4}, {"fuel": 5}, {}, {"food": 7}]
    assert state.to_dict()["pile"] == pile
    assert state.names() == ["rob yellow", "rob blue"]
    play(state, "rob blue")
    assert (state.to_move, deciding(state)) == (1, "trade_build")
    drawn = [{"ore": 5}, {"fuel": 6, "ore": 1, "food": 1}, {"carbon": 1}, {"food": 6, "goods": 1}]
    assert [cards(state, index) for index in range(4)] == drawn


def test_r35_opponents_draw_from_the_left_then_the_roller() -> None:
    pile = ["ore", "fuel", "carbon", "food", "goods", "ore"]
    state = rolled(7, active=0, yellow=ALONE, red=ALONE, white=ALONE, blue=ALONE, pile=pile)
    assert state.to_dict()["active"] == 1
    assert [cards(state, index) for index in (2, 3, 0)] == [{"ore": 1}, {"fuel": 1}, {"carbon": 1}]
    assert cards(state, 1) == {"food": 1, "goods": 1}


def test_q15_a_seven_without_a_victim() -> None:
    state = rolled(7, **NO_SHIPS)
    assert state.to_dict()["steals"] == 0


def test_q24_several_discard_clockwise_from_the_roller() -> None:
    many = {"ships": [], "hand": "2 ore 2 fuel 2 carbon 2 food"}
    state = rolled(7, yellow=many, red=ALONE, white=many, blue=ALONE)
    assert state.to_move == 0
    play(state, "discard ore", "discard ore", "discard fuel", "discard fuel")
    assert state.to_move == 2


def test_r37_other_hands_are_hidden_but_their_sizes_are_not() -> None:
    state = table(red={"hand": "3 ore 2 food"})
    view = state.view(0).to_dict()
    assert view["seats"][1]["hand"] is None
    assert view["seats"][1]["cards"] == 5
    assert view["seats"][0]["hand"] is not None


def test_r20_dice_are_spread_as_two_dice_are() -> None:
    """A first turn that ends without a decision shows the dice of the second; every roll is a fair one all the same."""
    found = Counter(sum(game(4).new(seed).to_dict()["dice"]) for seed in range(900))
    assert 100 < found[7] < 210
    assert found[2] < 60
    assert set(found) == set(range(2, 13))


def test_q28_an_answer_is_asked_even_if_there_is_only_one() -> None:
    state = table(yellow={"hand": "1 ore"}, red={"hand": "1 fuel"})
    play(state, "offer ore", "want carbon")
    assert (state.to_move, state.names()) == (1, ["decline"])
    assert seat(state, 1)["cards"] == 1


def test_q28_a_turn_without_a_choice_passes_by_itself() -> None:
    """Yellow has ten points, so it draws nothing; no cards, no ships: it is not asked, and red's turn begins."""
    pending = ["end_turn", "flight", "shake", "trade_build", "reserve_draw"]
    state = table(pending=pending, yellow={"ships": [], "fame": 12}, red={"hand": "2 fuel"}, options=QUIET)
    assert (state.to_dict()["active"], state.to_dict()["turn"], state.to_move) == (1, 2, 1)


def test_q26_trade_and_build_can_always_be_ended() -> None:
    for hand in ("2 fuel", "3 ore 3 fuel 3 carbon 3 food 4 goods"):
        assert table(yellow={"hand": hand}, red={"hand": "1 ore"}).names()[0] == "end trade and build"


def test_r6_the_unused_colour_gets_no_cards() -> None:
    """A 6 is on the carbon beside white's spaceport and a colony of blue, who does not play. One carbon is left in the
    supply: were blue paid too, there would not be enough for both (R27)."""
    hoard = {"ships": [], "hand": "19 carbon"}
    state = rolled(6, 3, active=0, yellow=hoard, red=ALONE, white=ALONE, pile=["food"] * 8)
    assert cards(state, 2) == {"carbon": 1}


def test_r6_the_unused_colour_is_no_victim_of_a_seven() -> None:
    hand = {"ships": [], "hand": "1 ore"}
    state = rolled(7, 3, yellow=ALONE, red=hand, white=hand)
    assert state.names() == ["rob red", "rob white"]
