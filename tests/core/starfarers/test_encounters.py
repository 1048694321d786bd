"""R88 to R103 and D1 to D3: every encounter card, and how cards are read."""

from __future__ import annotations

from typing import Any

import pytest

from core import State
from tests.core.starfarers.table import (
    QUIET,
    TWO_SHIPS,
    cards,
    deciding,
    encounter,
    fame,
    give,
    meet,
    play,
    seat,
    ship,
    showing,
    showing_balls,
    table,
)

FULL = {"boosters": 6, "cannons": 6, "pods": 5}


# ---- merchants


def test_card_1() -> None:
    state = give(meet(1, red={"hand": "1 ore 1 food"}, white={"hand": "1 goods"}), 0)
    assert (state.to_move, state.names()) == (1, ["give ore", "give food"])
    play(state, "give food")
    assert cards(state, 0) == {"ore": 3, "food": 1, "goods": 1}  # white had nothing to choose, blue nothing to give
    assert fame(state) == 2
    state = give(meet(1), 1)
    assert (cards(state, 0), fame(state)) == ({"ore": 2, "food": 1}, 3)
    state = play(give(meet(1), 2), "take goods")
    assert (cards(state, 0), fame(state)) == ({"ore": 1, "goods": 1}, 5)
    state = play(give(meet(1), 3), "take goods", "take fuel")
    assert (cards(state, 0), fame(state)) == ({"fuel": 1, "goods": 1}, 5)


def test_q12_card_1_who_has_no_cards_gives_none() -> None:
    state = give(meet(1), 0)
    assert (cards(state, 0), fame(state)) == ({"ore": 3}, 2)
    assert [cards(state, index) for index in (1, 2, 3)] == [{}, {}, {}]
    state = give(meet(1, white={"hand": "2 fuel"}), 0)  # two of a kind: nothing to choose
    assert (cards(state, 0), cards(state, 2)) == ({"ore": 3, "fuel": 1}, {"fuel": 1})


def test_card_2() -> None:
    assert fame(give(meet(2), 0)) == 3
    state = play(give(meet(2), 1), "take food")
    assert (cards(state, 0), fame(state)) == ({"ore": 2, "food": 1}, 4)
    assert fame(play(give(meet(2), 2), "take food")) == 5
    state = play(give(meet(2), 3), "add cannon")
    assert (seat(state, 0)["cannons"], fame(state)) == (1, 5)


def test_card_3() -> None:
    assert fame(give(meet(3), 0)) == 3
    assert fame(give(meet(3), 1)) == 4
    assert fame(give(meet(3), 2)) == 5
    state = give(meet(3), 3)
    assert (cards(state, 0), fame(state)) == ({"goods": 1}, 5)


def test_card_4_and_r102_worked_example() -> None:
    assert cards(give(meet(4), 0), 0) == {"ore": 3, "goods": 1}
    assert fame(play(give(meet(4), 1), "take food")) == 5
    state = play(give(meet(4), 2), "take food", "take food")
    assert (cards(state, 0), fame(state)) == ({"ore": 1, "food": 2}, 5)
    assert (cards(give(meet(4), 3), 0), fame(give(meet(4), 3))) == ({"ore": 3}, 4)


@pytest.mark.parametrize("card", [5, 6])
def test_cards_5_and_6(card: int) -> None:
    state = give(meet(card), 0)
    assert state.names() == ["lock v5_25", "lock v11_25"]
    play(state, "lock v5_25")
    assert fame(state) == 3
    assert state.names() == ["fly v11_25", "end flight"]  # R94
    assert fame(give(meet(card), 1)) == 3
    assert fame(play(give(meet(card), 2), "take fuel")) == 5
    state = give(meet(card), 3)
    assert deciding(state) == "place_ship"
    play(state, "trade ship at v2_26")
    assert "fly v2_26" in state.names()  # R98: it may move this turn


@pytest.mark.parametrize(("card", "rival"), [(7, "blue"), (8, "red")])
def test_cards_7_and_8(card: int, rival: str) -> None:
    state = give(meet(card), 2)
    assert (deciding(state), state.names()) == ("question", ["yes", "no"])
    assert state.to_dict()["encounters"]["family"] == "false_merchant"
    play(state, "no")
    assert (cards(state, 0), fame(state)) == ({"ore": 1}, 4)
    won = play(give(meet(card, yellow={"cannons": 6}), 2), "yes")
    assert (cards(won, 0), fame(won)) == ({"ore": 3}, 5)
    lost = play(give(meet(card, **{rival: {"cannons": 6}}), 2), "yes")
    assert deciding(lost) == "lock"
    assert cards(lost, 0) == {"ore": 1}


# ---- pirates who want cards


def test_card_9() -> None:
    assert cards(play(meet(9), "yes"), 0) == {"ore": 1}
    assert deciding(play(meet(9, yellow={"cannons": 6}), "no")) == "place_ship"
    lost = play(meet(9, yellow={"pods": 1}, blue={"cannons": 6}), "no")
    assert lost.names() == ["remove booster", "remove pod"]
    assert fame(play(lost, "remove pod")) == 5


def test_card_10_and_r91_worked_example() -> None:
    """The named player is two seats to the right; defeat locks a ship but brings fame."""
    won = play(meet(10, yellow={"cannons": 6}), "no")
    assert (cards(won, 0), fame(won)) == ({"ore": 3, "carbon": 2}, 5)
    lost = play(meet(10, white={"cannons": 6}), "no")
    assert deciding(lost) == "lock"
    assert fame(play(lost, "lock v5_25")) == 5


@pytest.mark.parametrize("own", [2, 3])
def test_r90_r91_six_against_six_or_more_is_a_win(own: int) -> None:
    white = {"shakes": showing(3, 2), "cannons": 3}
    state = play(meet(10, yellow={"shakes": showing(4, 0), "cannons": own}, white=white), "no")
    assert (cards(state, 0), fame(state)) == ({"ore": 3, "carbon": 2}, 5)


def test_card_11() -> None:
    paid = play(meet(11), "yes")
    assert (cards(paid, 0), deciding(paid)) == ({"ore": 1}, "lock")
    won = play(meet(11, yellow={"cannons": 6}), "no")
    assert (cards(won, 0), fame(won)) == ({"ore": 5}, 5)
    lost = play(meet(11, red={"cannons": 6}), "no")
    assert (seat(lost, 0)["boosters"], fame(lost)) == (0, 4)


def test_q10_who_cannot_pay_fights_or_refuses() -> None:
    state = meet(9, hand="1 ore", pending=None)
    assert state.names() == ["no"]
    assert meet(12, hand="").names() == ["no"]
    assert meet(14, hand="").names() == ["no"]


# ---- swaps and raids


def swapped(card: int, shakes: int) -> State:
    return play(meet(card, yellow={"shakes": shakes}), "yes", "take food", "take goods")


def outcome(state: State) -> tuple[dict[str, int], int]:
    return cards(state, 0), fame(state)


@pytest.mark.parametrize(("card", "low", "high"), [(12, 3, 4), (13, 4, 3)])
def test_cards_12_and_13_and_q11(card: int, low: int, high: int) -> None:
    """Ball totals 1-2, 3 and 4-5; a 3 takes the two cards back. The kind paid is not among the choices: Q11."""
    asked = play(meet(card), "yes")
    assert asked.names() == ["take fuel", "take carbon", "take food", "take goods"]
    found = {str(outcome(swapped(card, k))) for k in range(60)}
    kept, lost = {"ore": 2, "food": 1, "goods": 1}, {"ore": 2}
    assert found == {str((kept, low)), str((lost, 3)), str((kept, high))}
    refused = play(meet(card), "no")
    assert fame(refused) == (5 if card == 12 else 4)


def raid(card: int, shakes: int, **options: str) -> State:
    return play(
        meet(card, yellow={"shakes": shakes}, red={"hand": "1 food"}, white={"hand": "1 food"}, options=options), "yes"
    )


def raids(card: int, **options: str) -> list[tuple[bool, int]]:
    """(robbed, fame) for each of the ten pairs as often as it shows in 200 shakes."""
    return [("food" in cards(state, 0), fame(state)) for state in (raid(card, k, **options) for k in range(200))]


def test_cards_14_and_15() -> None:
    for card in (14, 15):
        found = set(raids(card))
        assert found == {(False, 3), (True, 3), (True, 4)}
    assert fame(play(meet(14), "no")) == 5
    assert fame(play(meet(15), "no")) == 4


def test_d3_refusing_card_15() -> None:
    assert fame(play(meet(15, options={"d3": "alternative"}), "no")) == 5


# ---- pirates who attack


@pytest.mark.parametrize(("card", "rival"), [(16, "blue"), (17, "white"), (18, "red")])
def test_cards_16_to_18(card: int, rival: str) -> None:
    away = play(meet(card, yellow={"boosters": 2}), "yes")
    assert (fame(away), deciding(away)) == (4, "flight")
    caught = play(meet(card, yellow={"boosters": 0, "cannons": 6}, **{rival: {"boosters": 3}}), "yes")
    fought = play(meet(card, yellow={"cannons": 6}), "no")
    beaten = play(meet(card, yellow={"pods": 1}, **{rival: {"cannons": 6}}), "no")
    if card == 16:
        assert deciding(caught) == deciding(fought) == "upgrade"
        assert fame(play(beaten, "remove pod")) == 4
    elif card == 17:
        assert outcome(caught) == outcome(fought) == ({"ore": 5}, 5)
        assert fame(play(beaten, "remove pod")) == 5
    else:
        assert deciding(caught) == deciding(fought) == "place_ship"
        assert deciding(beaten) == "lock"


def test_d2_escaping_on_card_18() -> None:
    assert fame(play(meet(18, yellow={"boosters": 2}), "yes")) == 4
    assert fame(play(meet(18, yellow={"boosters": 2}, options={"d2": "alternative"}), "yes")) == 3


def test_q7_scientists_boosters_when_fleeing() -> None:
    own = {"boosters": 0, "stations": {"scientists": 1}, "friends": ["sci_boosters"], "cannons": 6}
    state = play(meet(16, yellow=own, blue={"boosters": 2}, markers={"scientists": 0}), "yes")
    assert deciding(state) == "flight"
    state = play(
        meet(16, yellow=own, blue={"boosters": 2}, markers={"scientists": 0}, options={"flee_scientists": False}), "yes"
    )
    assert deciding(state) == "upgrade"


def test_q9_scientists_cannons_of_the_named_player() -> None:
    rival = {"cannons": 4, "stations": {"scientists": 1}, "friends": ["sci_cannons"]}

    def fight(shakes: int, counts: bool) -> str | None:
        state = meet(
            16, yellow={"shakes": shakes}, blue=rival, markers={"scientists": 3}, options={"pirate_scientists": counts}
        )
        return deciding(play(state, "no"))

    with_cards = [fight(k, True) for k in range(60)].count("upgrade")
    without = [fight(k, False) for k in range(60)].count("upgrade")
    assert with_cards == 0  # at best 5 against 1 + 6
    assert without > 0


# ---- distress calls, rescues, wormholes


def test_cards_19_to_21() -> None:
    fast = {"boosters": 6}
    assert deciding(play(meet(19, yellow=fast), "yes")) == "place_ship"
    assert fame(play(meet(19), "no")) == 4
    robbed = play(meet(20, yellow=fast, red={"hand": "1 food"}, blue={"hand": "1 goods"}), "yes")
    assert outcome(robbed) == ({"ore": 3, "food": 1, "goods": 1}, 5)
    assert fame(play(meet(20), "no")) == 3
    assert deciding(play(meet(21, yellow={"boosters": 5}), "yes")) == "upgrade"
    assert fame(play(meet(21), "no")) == 3
    slow = play(meet(19, yellow={"boosters": 1, "cannons": 1}, white=fast), "yes")
    assert deciding(slow) == "downgrade"
    slow = play(meet(20, yellow={"boosters": 0, "cannons": 1}, red=fast), "yes")
    assert (seat(slow, 0)["cannons"], fame(slow)) == (0, 5)
    slow = play(meet(21, yellow={"boosters": 0, "cannons": 1}, blue=fast), "yes")
    assert (seat(slow, 0)["cannons"], fame(slow)) == (0, 4)


def test_cards_22_to_24() -> None:
    strong = {"cannons": 6}
    assert outcome(play(meet(22, yellow=strong), "yes")) == ({"ore": 3, "goods": 2}, 5)
    assert deciding(play(meet(22, white=strong), "yes")) == "lock"
    assert fame(play(meet(22), "no")) == 4
    won = play(meet(23, yellow=strong), "yes", "take ore", "take food")
    assert outcome(won) == ({"ore": 4, "food": 1}, 5)
    lost = play(meet(23, blue=strong), "yes")
    assert (seat(lost, 0)["boosters"], fame(lost)) == (0, 5)
    assert fame(play(meet(23), "no")) == 3
    won = play(meet(24, yellow=strong), "yes")
    assert (won.to_dict()["jump"], fame(won)) == (True, 5)
    assert fame(play(meet(24, red=strong), "yes", "lock v5_25")) == 5
    assert fame(play(meet(24), "no")) == 3


def test_cards_25_to_27_and_r103() -> None:
    fast = {"boosters": 6}
    for card, rival in ((25, "red"), (26, "blue"), (27, "white")):
        assert play(meet(card, yellow=fast), "yes").to_dict()["jump"] is True
        slow = play(meet(card, yellow={"boosters": 1, "cannons": 1}, **{rival: fast}), "yes")
        assert deciding(slow) == ("downgrade" if card == 27 else "lock")
        refused = play(meet(card), "no").to_dict()["encounters"]
        assert refused["discard"] == [card]
        assert refused["card"] == 2


# ---- Travelers, wear and tear


def test_cards_28_to_30() -> None:
    state = give(meet(28), 0)
    assert (seat(state, 0)["boosters"], fame(state)) == (0, 3)
    assert fame(give(meet(28), 1)) == 5
    for amount in (2, 3):
        assert give(meet(28), amount).to_dict()["jump"] is True
    assert fame(give(meet(29), 0)) == 4
    assert fame(give(meet(29), 1)) == fame(give(meet(29), 2)) == 5
    assert deciding(give(meet(29), 3)) == "place_ship"
    assert fame(give(meet(30), 0)) == fame(give(meet(30), 1)) == 3
    assert fame(give(meet(30), 2)) == 5
    state = give(meet(30), 3)
    assert (state.to_dict()["jump"], fame(state)) == (True, 5)


def wear(card: int, **seats: Any) -> State:
    yellow = {**TWO_SHIPS, "hand": "3 ore", "fame": 0, **seats.pop("yellow", {})}
    return encounter(card, [{"do": "branch"}], yellow=yellow, **seats)


def test_card_31_r100_q8() -> None:
    """More than eight pieces lose one, active player first, then clockwise; cards of the Scientists do not count."""
    nine = {"boosters": 6, "cannons": 3, "pods": 0}
    eight = {"boosters": 6, "cannons": 2, "stations": {"scientists": 1}, "friends": ["sci_both"]}
    state = wear(31, yellow=nine, red=eight, blue=nine, markers={"scientists": 1})
    assert (state.to_move, deciding(state)) == (0, "downgrade")
    play(state, "remove booster")
    assert (state.to_move, deciding(state)) == (3, "downgrade")
    play(state, "remove cannon")
    found = state.to_dict()["encounters"]
    assert found["shuffles"] == 2
    assert len(found["deck"]) + len(found["discard"]) + (found["family"] is not None) == 32  # Q13: all of them


def test_card_32_r100() -> None:
    """The most pods are counted after the removals; nobody gains if the most is none."""
    seven = {"boosters": 3, "cannons": 2, "pods": 2}
    state = wear(32, yellow=seven, red={"pods": 2}, white={"fame": 0}, blue={"fame": 0})
    play(state, "remove pod")
    assert [seat(state, index)["fame"] for index in (1, 2)] == [2, 0]
    assert seat(wear(32, yellow={"boosters": 1}, red={"fame": 0}), 1)["fame"] == 0


# ---- how cards are read


def test_r88_only_the_reader_sees_the_card() -> None:
    state = meet(4)
    assert [state.view(index).to_dict()["encounters"]["card"] for index in range(4)] == [None, 4, None, None]
    assert state.view(0).to_dict()["encounters"]["family"] == "merchant"
    seen = {state.view(0).sample(seed).to_dict()["encounters"]["card"] for seed in range(60)}
    assert seen == set(range(1, 9))
    play(state, "give 2")
    assert state.view(0).to_dict()["encounters"]["card"] == 4


def test_r88_cards_7_and_8_narrow_at_the_second_question() -> None:
    state = give(meet(7), 1)
    assert state.view(2).to_dict()["encounters"]["card"] is None
    seen = {state.view(2).sample(seed).to_dict()["encounters"]["card"] for seed in range(30)}
    assert seen == {7, 8}


def test_r89_gifts_are_paid_before_the_result_is_read() -> None:
    state = meet(4, hand="1 ore 1 food")
    assert state.names() == ["give 0", "give 1", "give 2"]  # at most what one holds
    play(state, "give 1")
    assert state.names() == ["pay ore", "pay food"]
    assert state.view(0).to_dict()["encounters"]["card"] is None
    play(state, "pay food")
    assert state.view(0).to_dict()["encounters"]["card"] == 4
    assert meet(4, hand="").names() == ["give 0"]


def test_r90_ties_win() -> None:
    """Equal cannons: over all shakes the active player wins more often than not."""
    won = [deciding(play(meet(16, yellow={"shakes": k}, blue={"shakes": 3 * k + 1}), "no")) for k in range(200)].count(
        "upgrade"
    )
    assert 108 < won < 150  # 61 pairs of ten times ten are ties or better


def test_r93_the_named_player_is_untouched() -> None:
    state = meet(9, yellow={"pods": 1}, blue={"cannons": 6, "hand": "1 food"})
    before = seat(state, 3)
    play(state, "no", "remove pod")
    after = seat(state, 3)
    assert {key: after[key] for key in ("hand", "fame", "cannons", "boosters")} == {
        key: before[key] for key in ("hand", "fame", "cannons", "boosters")
    }
    assert cards(play(meet(9), "yes"), 3) == {}


def test_r94_with_one_ship_it_is_that_one_with_none_nothing() -> None:
    state = give(meet(5, yellow={"ships": [ship("trade", "v5_25")]}), 0)
    assert state.to_dict()["active"] == 1  # locked at once, and then there is nothing to do
    none = give(meet(5, yellow={"ships": []}), 0)
    assert none.to_dict()["active"] == 1


def test_r95_nothing_to_remove_and_fame_never_below_zero() -> None:
    state = give(meet(28, yellow={"boosters": 0, "fame": 0}), 0)
    assert fame(state) == 0


def test_r96_q3_named_gains_are_what_the_supply_has() -> None:
    """Two goods won, but the supply has one."""
    state = play(meet(22, yellow={"cannons": 6}, red={"hand": "19 goods"}, pile=["ore"] * 3), "yes")
    assert cards(state, 0)["goods"] == 1


def test_r97_only_upgrades_with_room() -> None:
    state = give(meet(2, yellow={"boosters": 6, "cannons": 5, "pods": 5}), 3)
    assert seat(state, 0)["cannons"] == 6  # a single choice is none


def test_r98_a_marker_until_a_transport_is_free() -> None:
    three = {"ships": [ship("trade", "v5_25"), ship("trade", "v11_25"), ship("colony", "v10_18")]}
    state = give(meet(29, yellow=three), 3)
    assert seat(state, 0)["ship_markers"] == 1
    play(state, "fly v10_18", "to v11_19", "found colony")
    assert deciding(state) == "place_ship"
    play(state, "trade ship at v2_28")
    assert seat(state, 0)["ship_markers"] == 0
    assert "fly v2_28" in state.names()


def test_r98_no_free_site_then_the_next_one() -> None:
    own = {"ships": [ship("trade", "v2_26"), ship("trade", "v2_28")]}
    state = give(meet(29, yellow=own), 3)
    assert seat(state, 0)["ship_markers"] == 1
    play(state, "fly v2_26", "to v4_24")
    assert [entry["at"] for entry in seat(state, 0)["ships"]] == ["v2_26", "v2_28", "v4_24"]


def test_q22_without_a_station_the_gift_lapses() -> None:
    friends = ["mer_ore", "mer_fuel", "mer_food", "mer_carbon", "green_ore", "green_fuel", "green_food"]
    own = {
        "stations": {"merchants": 4, "green_folk": 3},
        "friends": friends,
        "ships": [ship("colony", "v5_25")],
        "fame": 0,
    }
    state = give(meet(29, yellow=own, markers={"merchants": 0, "green_folk": 0}), 3)
    assert seat(state, 0)["ship_markers"] == 0
    assert len(seat(state, 0)["ships"]) == 1


def test_r101_resolved_cards_are_discarded_and_the_speed_is_three() -> None:
    state = give(meet(3), 1)
    found = state.to_dict()
    assert found["encounters"]["discard"] == [3]
    assert found["encounters"]["family"] is None
    assert found["base_speed"] == 3


def test_q17_lock_spares_the_ship_that_blocks_a_spaceport() -> None:
    own = {"ships": [ship("trade", "v5_25"), ship("trade", "v10_26")]}
    state = give(meet(5, yellow=own, red={"ships": []}), 0)
    assert [(entry["at"], entry["locked"]) for entry in seat(state, 0)["ships"]] == [("v5_25", True)]
    assert state.to_dict()["flying"]["at"] == "v10_26"  # the only thing left to do: it must go


def test_q14_two_seats_over_with_three_players() -> None:
    """The second to the right is the left neighbour, the second to the left the right one."""
    fields = {"players": 3, "yellow": {"hand": "3 ore", "fame": 4, **TWO_SHIPS}}
    strong = {"cannons": 6}
    assert deciding(play(encounter(10, red=strong, **fields), "no")) == "lock"
    assert (
        deciding(
            play(
                encounter(17, white=strong, **{**fields, "yellow": {**fields["yellow"], "pods": 1, "boosters": 1}}),
                "no",
            )
        )
        == "downgrade"
    )


@pytest.mark.parametrize(("black", "own", "rival", "boosters", "wins"), [
    (3, ["blue", "black"], ["yellow", "blue"], 0, True),  # 3 against 3: a tie wins
    (0, ["blue", "black"], ["yellow", "blue"], 0, False),  # 0 against 3: the blue ball does not count
    (3, ["yellow", "blue"], ["red", "black"], 0, True),  # 3 against 3: the red ball does not count
    (3, ["yellow", "blue"], ["red", "black"], 1, False),  # 3 against 3 and a booster
    (0, ["yellow", "blue"], ["red", "black"], 3, True),  # 3 against 0 and three boosters
    (3, ["red", "blue"], ["yellow", "red"], 0, False),  # 4 against 5
])  # fmt: skip
def test_r92_speeds_are_compared(black: int, own: list[str], rival: list[str], boosters: int, wins: bool) -> None:
    """Card 25: both shake; a black ball makes the balls count 3, or 0; no second encounter, and base 3 afterwards."""
    yellow = {"shakes": showing_balls(own, 0), "boosters": 0}
    red = {"shakes": showing_balls(rival, 1), "boosters": boosters}
    state = play(meet(25, yellow=yellow, red=red, options={"speed_black": black}), "yes")
    assert (state.to_dict()["jump"], deciding(state)) == ((True, "flight") if wins else (False, "lock"))
    assert state.to_dict()["base_speed"] == 3


@pytest.mark.parametrize(("card", "ranges", "outcomes"), [
    (14, "taken", [(False, 3), (False, 3), (True, 3), (True, 3), (True, 4)]),
    (14, "alternative", [(False, 3), (False, 3), (True, 3), (True, 4), (True, 4)]),
    (15, "taken", [(True, 4), (True, 3), (True, 3), (False, 3), (False, 3)]),
    (15, "alternative", [(True, 4), (True, 4), (True, 3), (False, 3), (False, 3)]),
])  # fmt: skip
def test_d1_the_ranges_of_cards_14_and_15(card: int, ranges: str, outcomes: list[tuple[bool, int]]) -> None:
    """Whether the others are robbed, and the fame left of 4, by the ball totals 1 to 5."""
    states = [raid(card, showing(balls, 0), d1=ranges) for balls in range(1, 6)]
    assert [("food" in cards(state, 0), fame(state)) for state in states] == outcomes


def test_q3_gains_of_choice_come_one_by_one_from_what_the_supply_has() -> None:
    """Card 4, two given, two of choice: one fuel is in the supply and the two ore just paid, nothing else."""
    hoard = {"hand": "17 ore 18 fuel 20 carbon 20 food 20 goods"}
    state = give(meet(4, hand="2 ore", red=hoard, pile=["ore", "fuel"]), 2)
    assert state.names() == ["take ore", "take fuel"]
    play(state, "take fuel")
    assert (cards(state, 0), fame(state)) == ({"ore": 1, "fuel": 1}, 5)  # only ore was left: no choice


def test_q3_q26_nothing_is_gained_from_an_empty_supply() -> None:
    """Card 23, won: any two cards, but the supply has none. The fame comes all the same."""
    hoard = {"hand": "16 ore 20 fuel 20 carbon 20 food 20 goods"}
    state = play(meet(23, hand="3 ore", yellow={"cannons": 6}, red=hoard, pile=["ore"]), "yes")
    assert (deciding(state), cards(state, 0), fame(state)) == ("flight", {"ore": 3}, 5)


@pytest.mark.parametrize("card", [12, 13])
def test_q3_losing_the_two_returns_what_was_gained(card: int) -> None:
    """One ore paid for a food and a goods; the balls show 3: both go back, another food stays, the ore stays lost."""
    state = meet(card, hand="3 ore 1 food", yellow={"shakes": showing(3, 0)})
    play(state, "yes", "pay ore", "take food", "take goods")
    assert (cards(state, 0), fame(state)) == ({"ore": 2, "food": 1}, 3)


def test_q13_everything_is_shuffled_on_31_and_32() -> None:
    """Five cards lie on the discard pile and 31 is being read: afterwards a card of 32 is drawn, and 31 are left."""
    drawn = {"deck": [32, *range(6, 31)], "discard": [1, 2, 3, 4, 5], "card": 31, "family": "wear_and_tear",
             "public": False, "shuffles": 1}  # fmt: skip
    state = table(pending=["end_turn", "flight", "encounter_over", {"do": "branch"}], base_speed=3, encounters=drawn,
                  yellow={**TWO_SHIPS, "hand": "3 ore"})  # fmt: skip
    found = state.to_dict()["encounters"]
    assert (found["shuffles"], found["discard"], len(found["deck"])) == (2, [], 31)
    assert sorted([*found["deck"], found["card"]]) == list(range(1, 33))


def test_q19_no_fame_is_gained_from_an_empty_tray() -> None:
    """Card 29, one given: a fame piece, but all 40 are out."""
    ten = {"fame": 10}
    assert fame(give(meet(29, yellow=ten, red=ten, white=ten, blue=ten), 1)) == 10
    assert fame(give(meet(29, yellow=ten, red=ten, white=ten, blue={"fame": 9}), 1)) == 11


def test_q26_a_free_upgrade_without_room_is_skipped() -> None:
    state = give(meet(2, yellow=FULL), 3)
    assert (deciding(state), fame(state)) == ("flight", 5)
    assert [seat(state, 0)[kind] for kind in ("boosters", "cannons", "pods")] == [6, 6, 5]


def test_r98_a_free_ship_comes_before_a_bought_one() -> None:
    """A marker from earlier, and cards for a ship: the free one is placed when trade and build begins."""
    own = {"ship_markers": 1, "hand": "1 ore 1 fuel 2 goods", "ships": [], "fame": 12}
    state = table(pending=["end_turn", "flight", "shake", "trade_build", "free_ships"], yellow=own, options=QUIET)
    assert (deciding(state), state.names()) == ("place_ship", ["trade ship at v2_26", "trade ship at v2_28"])
    play(state, "trade ship at v2_26")
    assert [name for name in state.names() if "ship" in name] == ["build trade ship at v2_28"]
