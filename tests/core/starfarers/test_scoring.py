"""R104 to R106 and Q25: fame, points, winning, ranks, the cap."""

from __future__ import annotations

from random import Random

import pytest

from core.starfarers.conformance import record
from tests.core.starfarers.table import ALONE, QUIET, encounter, game, play, ship, table


@pytest.mark.parametrize(("pieces", "points"), [(0, 4), (1, 4), (2, 5), (3, 5), (4, 6)])
def test_r104_two_fame_pieces_make_a_point(pieces: int, points: int) -> None:
    assert table(yellow={"fame": pieces, "hand": "2 ore"}, options=QUIET).scores()[0] == points


def test_r104_losing_a_piece_may_cost_a_point_at_once() -> None:
    state = encounter(3, yellow={"fame": 2, "ships": [ship("trade", "v5_25")], "hand": "1 ore"})
    assert state.scores()[0] == 5
    play(state, "give 0")
    assert state.scores()[0] == 4


def test_r105_points() -> None:
    own = {
        "colonies": ["v16_28", "v23_27", "v11_19"],
        "fame": 3,
        "stations": {"merchants": 1},
        "friends": ["mer_ore"],
        "hand": "2 ore",
    }
    tiles = {"reserve_discs": ["9", "10", "11", "11"], "tokens": {"pirate 4": 0}}
    layout = table().to_dict()["tiles"]
    layout["a03"]["discs"] = ["2", "r3", "4"]
    state = table(yellow=own, markers={"merchants": 0}, options=QUIET, **{**tiles, "tiles": layout})
    assert state.scores()[0] == 3 + 2 + 1 + 2 + 1


def test_r105_the_record_of_a_game_tells_where_the_points_come_from() -> None:
    """At every step of games that end by 15 points and by the cap the sources add up to the scores."""
    for rounds, ends_by_rules in ((200, True), (3, False)):
        state, rng = game(3, max_rounds=rounds, max_offers=0).new(5), Random(5)
        while not state.is_over:
            assert [sum(seat.values()) for seat in record(state)["points"]] == state.scores()
            assert record(state)["rounds"] == (state.to_dict()["turn"] + 2) // 3
            state.apply(rng.choice(state.legal()))
        told = record(state)
        assert [sum(seat.values()) for seat in told["points"]] == state.scores()
        assert told["by_rules"] is ends_by_rules is (max(state.scores()) >= 15)
        assert told["rounds"] == 3 or ends_by_rules


def test_r105_the_record_of_a_position() -> None:
    own = {"fame": 5, "stations": {"merchants": 1}, "friends": ["mer_ore"], "hand": "2 ore"}
    layout = table().to_dict()["tiles"]
    layout["a03"]["discs"] = ["2", "r3", "4"]
    state = table(yellow=own, markers={"merchants": 0}, options=QUIET, reserve_discs=["9", "10", "11", "11"],
                  tokens={"pirate 4": 0}, tiles=layout, turn=6)  # fmt: skip
    told = record(state)
    assert told["points"][0] == {"colonies": 2, "spaceports": 2, "markers": 2, "tokens": 1, "fame": 2}
    assert (told["rounds"], told["by_rules"]) == (2, False)


def test_r106_fifteen_on_ones_own_turn_wins_at_once() -> None:
    own = {"fame": 20, "hand": "3 carbon 2 food", "ships": []}
    state = table(yellow=own, options=QUIET)
    play(state, "build spaceport at v16_28")
    assert state.is_over
    assert state.to_dict()["winner"] == 0
    assert state.scores()[0] == 15


def test_r106_fifteen_on_anothers_turn_counts_when_ones_own_begins() -> None:
    state = table(
        pending=["end_turn"], turn=3, yellow={"fame": 22, **ALONE}, red=ALONE, white=ALONE, blue=ALONE, active=2
    )
    while not state.is_over:
        assert state.to_dict()["active"] == 3
        state.apply(
            state.legal()[-1] if "end trade and build" not in state.names() else state.parse("end trade and build")
        )
    assert state.to_dict()["winner"] == 0
    assert state.to_dict()["dice"] is None  # before the dice


def test_q25_the_winner_is_first_whatever_others_have() -> None:
    own = {"fame": 20, "hand": "3 carbon 2 food", "ships": []}
    red = {
        "fame": 0,
        "colonies": ["v-2_28", "v26_28", "v11_19", "v11_21", "v2_18", "v2_20"],
        "stations": {"merchants": 1, "green_folk": 1, "scientists": 1, "diplomats": 1},
        "friends": ["mer_ore", "green_ore", "sci_both", "dip_fame_for_sale"],
    }
    markers = dict.fromkeys(("merchants", "green_folk", "scientists", "diplomats"), 1)
    state = table(yellow=own, red=red, markers=markers, options=QUIET)
    assert state.scores()[1] == 16
    play(state, "build spaceport at v16_28")
    assert state.ranks() == [1, 2, 3, 3]
    assert state.scores()[:2] == [15, 16]


def test_q25_after_the_last_round_points_decide_and_ties_share() -> None:
    last = game(4, max_rounds=2, max_offers=0)
    position = {
        "active": 3,
        "starter": 0,
        "turn": 8,
        "pending": ["end_turn"],
        "seats": [{"fame": 2}, {"fame": 2}, {}, {}],
    }
    state = last.from_dict(position)
    assert state.is_over
    assert state.to_dict()["winner"] is None
    assert state.ranks() == [1, 1, 3, 3]
