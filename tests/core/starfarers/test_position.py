"""Positions as dicts: what is left out, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import BadPosition
from tests.core.starfarers.table import TRADE, cards, deciding, game, play, ship, table


def test_nobody_has_answered_an_offer_that_is_still_being_made() -> None:
    state = table(yellow={"hand": "1 ore"}, red={"hand": "2 food"}, white={"hand": "1 food"})
    play(state, "offer ore")
    position = state.to_dict()
    position["offer"]["answers"][1] = "decline"
    with pytest.raises(BadPosition, match="offer: nobody is asked before it is complete"):
        state.game.from_dict(position)


def test_left_out_hands_are_those_of_the_deal_and_given_ones_are_all_that_is_known() -> None:
    world = game()
    dealt = world.new(0).to_dict()
    left_out = world.from_dict({"pending": TRADE, "dice": [1, 2], "active": dealt["active"]}).to_dict()
    assert left_out["tiles"] == dealt["tiles"]
    assert [own["spaceports"] for own in left_out["seats"]] == [own["spaceports"] for own in dealt["seats"]]
    state = table(yellow={"hand": "3 ore"}, red={"hand": "2 food"}).to_dict()
    assert state["seats"][0]["cards"] == 3
    assert not any(any(bounds.values()) for bounds in state["public"])
    assert not any(any(bounds.values()) for own in state["seats"] for bounds in own["knows"] if bounds)


def test_the_supply_is_what_hands_and_pile_leave() -> None:
    state = table(yellow={"hand": "3 ore"}, red={"hand": "2 food"}, pile=["ore", "goods"]).to_dict()
    assert state["supply"] == {"ore": 16, "fuel": 20, "carbon": 20, "food": 18, "goods": 19}
    assert state["pile_made"] == {"ore": 1, "fuel": 0, "carbon": 0, "food": 0, "goods": 1}


def test_pending_entries_may_be_plain_texts() -> None:
    plain = table(active=2, pending=["end_turn", "flight", "shake", "trade_build"], white={"hand": "2 ore"}).to_dict()
    entries = [{"do": entry, "seat": 2} for entry in ("end_turn", "flight", "shake", "trade_build")]
    assert table(active=2, pending=entries, white={"hand": "2 ore"}).to_dict() == plain
    assert plain["pending"][-1]["seat"] == 2


def test_what_needs_no_decision_is_played_on() -> None:
    """The reserve draw is carried out, so the position that comes back is the next decision."""
    state = table(pending=[*TRADE, "reserve_draw"], pile=["ore", "ore", "food"])
    assert (deciding(state), cards(state, 0)) == ("trade_build", {"ore": 2})


@pytest.mark.parametrize(("field", "position"), [
    ("supply", {"supply": {"ore": 3}}),
    ("pending", {"pending": ["end_turn"] * 40}),
    ("active", {"active": 4}),
    ("ships", {"yellow": {"ships": [ship("colony", "v2_26"), ship("trade", "v2_26")]}}),
    ("boosters", {"yellow": {"boosters": 7}}),
    ("seats", {"yellow": {"ships": [ship("colony", "v99_1")]}}),
    ("tokens", {"tokens": {"pirate 4": 0}}),
])  # fmt: skip
def test_what_is_wrong_is_said_with_its_field(field: str, position: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=field):
        table(**position)
