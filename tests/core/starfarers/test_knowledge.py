"""Who knows what: lower bounds on hands, and samples that keep them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core import State
from core.starfarers.conformance import RESOURCES, without_knowledge
from tests.core.starfarers.table import ALONE, deciding, encounter, game, play, rolled, seat, ship, table


def knows(state: State, observer: int, owner: int) -> dict[str, int]:
    found = seat(state, observer)["knows"][owner]
    return {kind: count for kind, count in found.items() if count}


def test_production_is_seen_by_all_and_reserve_draws_by_the_drawer() -> None:
    state = rolled(6, active=0, yellow=ALONE, red=ALONE, white=ALONE, blue=ALONE)
    assert knows(state, 3, 2) == {"carbon": 1}
    assert knows(state, 0, 1) == {"fuel": 1}  # red's two reserve cards are not known
    assert seat(state, 1)["cards"] == 3
    assert seat(state, 1)["drawn_cards"] == 3 + 2


def test_payments_are_seen() -> None:
    state = table(yellow={"hand": "3 carbon 1 fuel"}, red={"hand": "1 ore"})
    play(state, "trade 3 carbon for food")
    assert knows(state, 1, 0) == {"food": 1}
    assert state.to_dict()["public"][0]["food"] == 1


def test_a_stolen_card_is_seen_by_two() -> None:
    state = rolled(
        7, yellow=ALONE, red={"ships": [], "hand": "2 ore"}, white={"ships": [], "hand": "1 food"}, blue=ALONE
    )
    position = state.to_dict()
    for observer in (0, 2, 3):
        position["seats"][observer]["knows"][1] = {"ore": 2}
    position["public"][1] = {"ore": 1}
    state = play(game().from_dict(position), "rob red")
    assert knows(state, 0, 1) == {"ore": 1}
    assert knows(state, 1, 0) == {"ore": 1}
    assert knows(state, 2, 1) == {"ore": 1}
    assert knows(state, 2, 0) == {}


def test_an_unseen_loss_lowers_every_bound() -> None:
    state = encounter(1, yellow={"hand": "1 ore", "ships": [ship("trade", "v5_25")]}, red={"hand": "1 ore 2 food"})
    position = state.to_dict()
    for observer in (0, 2, 3):
        position["seats"][observer]["knows"][1] = {"ore": 1, "food": 2}
    state = play(game().from_dict(position), "give 0", "give food")
    assert knows(state, 2, 1) == {"food": 1}  # either ore or food went
    assert knows(state, 0, 1) == {"ore": 1, "food": 1}
    assert knows(state, 1, 0) == {"food": 1}


def test_offers_and_acceptances_show_cards() -> None:
    state = table(yellow={"hand": "2 ore"}, red={"hand": "2 fuel"})
    play(state, "offer ore", "and ore")
    assert knows(state, 3, 0) == {"ore": 2}
    play(state, "want fuel", "no more", "accept")
    assert knows(state, 3, 1) == {"fuel": 1}


def test_q28_who_is_asked_sees_of_an_offer_only_the_cards_it_names() -> None:
    """One goods or two: with one, yellow is not asked for a second card. At their own decisions others cannot tell."""
    one = table(yellow={"hand": "2 ore 1 goods"}, red={"hand": "1 fuel"}, white={"hand": "1 goods"})
    two = table(yellow={"hand": "1 ore 2 goods"}, red={"hand": "1 fuel"}, white={"hand": "1 ore"})
    assert one.view(1) == two.view(1)
    play(one, "offer goods", "want fuel")
    play(two, "offer goods", "no more", "want fuel")
    assert deciding(one) == deciding(two) == "answer"
    assert one.view(1) == two.view(1)
    assert one.view(3) == two.view(3)


def test_q28_who_is_asked_does_not_see_whether_there_was_more_to_build() -> None:
    """With two fuel yellow could still build a booster and ends; with ore and food it cannot, and the turn goes on."""
    worlds = [table(options={"max_offers": 0}, yellow={"hand": f"3 carbon {own}"}, white={"hand": other})
              for own, other in (("2 fuel", "1 ore 1 food"), ("1 ore 1 food", "2 fuel"))]  # fmt: skip
    assert worlds[0].view(1) == worlds[1].view(1)
    for state in worlds:
        play(state, "trade 3 carbon for goods")
    play(worlds[0], "end trade and build")
    assert deciding(worlds[0]) == deciding(worlds[1]) != "trade_build"
    assert worlds[0].view(1) == worlds[1].view(1)


def test_what_another_seat_saw_is_not_in_a_view() -> None:
    state = rolled(
        7, yellow=ALONE, red={"ships": [], "hand": "1 ore 1 fuel"}, white={"ships": [], "hand": "1 food"}, blue=ALONE
    )
    play(state, "rob red")
    for observer in (2, 3):
        view = state.view(observer).to_dict()
        assert view["seats"][0]["knows"] is None
        assert view["seats"][1]["knows"] is None


def sampled(state: State, observer: int, count: int = 400) -> list[dict[str, Any]]:
    return [state.view(observer).sample(seed).to_dict() for seed in range(count)]


def test_samples_keep_bounds_sizes_and_the_supply() -> None:
    base = game().new(1).to_dict()
    hands = [{"ore": 2}, {"ore": 2, "fuel": 2, "food": 1}, {"goods": 2}, {"carbon": 1}]
    changes = without_knowledge(base, hands)
    changes["seats"][0]["knows"][1] = {"ore": 1, "food": 1}
    state = game().from_dict(
        {**base, "active": 0, "pending": ["end_turn", "flight", "shake", "trade_build"], **changes}
    )
    for sample in sampled(state, 0):
        assert sample["supply"] == state.to_dict()["supply"]
        assert sample["seats"][0]["hand"] == state.to_dict()["seats"][0]["hand"]
        other = sample["seats"][1]["hand"]
        assert other["ore"] >= 1
        assert other["food"] >= 1
        assert sum(other.values()) == 5
        assert Counter(sample["pile"]) == Counter(RESOURCES)  # one of each was put in


def test_a_seat_knows_what_it_drew_itself() -> None:
    """The pile was two ore and a food; the seat drew one ore, so one ore at most is left in it."""
    base = game().new(1).to_dict()
    changes = without_knowledge(base, [{"ore": 1}, {"ore": 2, "food": 2}, {}, {}])
    changes |= {"pile": ["ore", "food"], "pile_made": {"ore": 2, "food": 1}}
    changes["supply"] = {"ore": 16, "fuel": 20, "carbon": 20, "food": 17, "goods": 20}
    changes["seats"][0] |= {"drawn": {"ore": 1}, "drawn_cards": 1}
    state = game().from_dict(
        {**base, "active": 0, "pending": ["end_turn", "flight", "shake", "trade_build"], **changes}
    )
    piles = Counter(tuple(sorted(sample["pile"])) for sample in sampled(state, 0))
    assert set(piles) == {("food", "ore")}


def test_the_seat_to_move_can_pay_in_every_sample() -> None:
    """Red has passed ore in its discards: in no sample does it hold fewer later cards than are still due."""
    state = rolled(
        7,
        yellow=ALONE,
        red={"ships": [], "hand": "5 ore 3 fuel 2 goods"},
        white=ALONE,
        blue={"ships": [], "hand": "4 ore"},
    )
    assert (state.to_move, deciding(state)) == (1, "discard")
    play(state, "discard ore", "discard fuel")
    pending = state.to_dict()["pending"][-1]
    assert (pending["a"], pending["b"]) == (2, 1)
    for sample in sampled(state, 2, 200):
        hand = sample["seats"][1]["hand"]
        assert sum(hand.values()) - hand["ore"] >= 2
        assert game().from_dict(sample).legal()


def test_a_debtor_gets_no_card_from_the_pile_that_cannot_be_missing_there() -> None:
    """Yellow owes eight food or goods; red knows three goods of its hand, and that the pile is eight goods and a food.
    So nearly every deal fails; but in every sample yellow can pay and the pile is what it is."""
    base = game(3).new(1).to_dict()
    hands = [
        {"ore": 5, "carbon": 7, "food": 1, "goods": 8},
        {"ore": 1, "fuel": 1},
        {"ore": 3, "fuel": 4, "food": 1},
    ]
    changes = without_knowledge(base, hands)
    changes |= {"pile": ["goods"] * 8 + ["food"], "pile_made": {"goods": 8, "food": 1}}
    changes["supply"] = {"ore": 11, "fuel": 15, "carbon": 13, "food": 17, "goods": 4}
    changes["seats"][1]["knows"][0] = {"ore": 3, "carbon": 7, "goods": 3}
    changes["seats"][1]["knows"][2] = {"fuel": 2, "food": 1}
    due = {"do": "discard", "seat": 0, "a": 8, "b": 3}
    pending = ["end_turn", "flight", "shake", "trade_build", "reserve_draw", "opponents_draw", "rob", due]
    state = game(3).from_dict({**base, "active": 0, "dice": [3, 4], "pending": pending, **changes})
    for sample in sampled(state, 1, 60):
        assert sorted(sample["pile"]) == ["food"] + ["goods"] * 8
        assert sample["seats"][0]["hand"]["food"] + sample["seats"][0]["hand"]["goods"] >= 8
