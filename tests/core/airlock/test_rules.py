"""The rules of docs/rules/airlock.md, each with a position, a move and what must hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import core
from core.airlock.components import own_components, read_cards
from core.airlock.conformance import after, seats, table
from core.errors import BadComponents, BadPosition


def game(players: int = 3, set_aside: int = 1) -> core.Game:
    return core.load("airlock", players=players, set_aside=set_aside)


def names(state: core.State) -> set[str]:
    return set(state.names())


def test_l1_the_deck_has_sixteen_cards() -> None:
    counts = {card["name"]: card["count"] for card in own_components()["card"]}
    assert counts == {"inspector": 5, "scanner": 3, "shuttle": 3, "pilot": 2, "engineer": 2, "captain": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l2_everybody_holds_a_card_and_seat_0_has_drawn_one(players: int) -> None:
    position = game(players).new(1).to_dict()
    assert all(position["held"])
    assert position["drawn"]
    assert (position["turn"], len(position["deck"])) == (0, 16 - players - 1)
    tops = Counter(game(players).new(seed).to_dict()["held"][0] for seed in range(400))
    assert tops["inspector"] > tops["captain"] > 5


def test_l3_a_turn_is_to_play_one_of_two_cards() -> None:
    state = table(game(), ["pilot"], "engineer")
    assert names(state) == {"play pilot", "play engineer"}
    played = after(state, "play pilot").to_dict()
    assert (played["held"][0], played["played"]["pilot"], played["turn"]) == ("engineer", 1, 1)
    assert names(table(game(), ["pilot"], "pilot")) == {"play pilot"}


def test_l3_who_is_out_has_no_turn() -> None:
    state = after(table(game(), ["pilot", "captain"], "inspector"), "play inspector", "seat 1", "name captain")
    assert state.to_move == 2


def test_l4_a_right_guess_puts_a_seat_out() -> None:
    state = after(table(game(), ["pilot", "captain"], "inspector"), "play inspector")
    assert names(state) == {"seat 1", "seat 2"}
    asked = after(state, "seat 1")
    assert names(asked) == {"name scanner", "name shuttle", "name pilot", "name engineer", "name captain"}
    position = after(asked, "name captain").to_dict()
    assert position["alive"] == [0, 2]
    assert (position["held"][1], position["played"]["captain"]) == (None, 1)


def test_l4_a_wrong_guess_tells_everybody() -> None:
    state = after(table(game(), ["pilot", "captain"], "inspector"), "play inspector", "seat 1", "name pilot")
    assert all(state.view(seat).to_dict()["excluded"][1] == ["pilot"] for seat in range(3))
    assert {state.view(2).sample(seed).to_dict()["held"][1] for seed in range(300)} >= {"captain", "engineer"}
    assert all(state.view(2).sample(seed).to_dict()["held"][1] != "pilot" for seed in range(300))


def test_l5_a_scanner_shows_a_card_to_who_played_it() -> None:
    state = after(table(game(), ["pilot", "captain"], "scanner"), "play scanner", "seat 1")
    assert [state.view(seat).to_dict()["held"][1] for seat in range(3)] == ["captain", "captain", None]


def test_l6_a_shuttle_swaps_hands() -> None:
    state = after(table(game(), ["pilot", "captain"], "shuttle"), "play shuttle", "seat 1")
    assert state.to_dict()["held"][:2] == ["captain", "pilot"]
    assert [state.view(seat).to_dict()["held"][:2] for seat in (0, 1)] == [["captain", "pilot"]] * 2
    assert state.view(2).to_dict()["held"][:2] == [None, None]


def test_l7_the_last_seat_ends_the_game() -> None:
    state = after(table(game(2), ["pilot", "captain"], "inspector"), "play inspector", "seat 1", "name captain")
    assert state.is_over
    assert (state.scores(), state.ranks()) == ([4, 0], [1, 2])


@pytest.mark.parametrize("set_aside", [0, 1, 3])
def test_l7_the_deck_ends_the_game_and_all_hands_are_open(set_aside: int) -> None:
    ends = []
    for seed in range(40):
        state = game(3, set_aside).new(seed)
        state.playout(seed)
        position = state.view(0).to_dict()
        ends.append(len(position["deck"]))
        assert [card is not None for card in position["held"]] == [seat in position["alive"] for seat in range(3)]
        assert position["deck"] == [None] * len(position["deck"])
    assert min(ends) == set_aside


def test_l8_knowledge_stays_with_a_card_until_its_kind_is_played() -> None:
    known = seats(game(), of_0=[1])
    kept = after(table(game(), ["engineer"], "pilot", known=known), "play pilot")
    gone = after(table(game(), ["engineer"], "pilot", known=known), "play engineer")
    assert [state.view(1).to_dict()["held"][0] for state in (kept, gone)] == ["engineer", None]


def test_l8_an_exclusion_stays_while_only_excluded_kinds_are_played() -> None:
    excluded = seats(game(), of_0=["pilot"])
    kept = after(table(game(), ["engineer"], "pilot", excluded=excluded), "play pilot")
    gone = after(table(game(), ["engineer"], "pilot", excluded=excluded), "play engineer")
    assert [state.to_dict()["excluded"][0] for state in (kept, gone)] == [["pilot"], []]


def test_l9_points_are_the_card_and_ties_share_a_rank() -> None:
    state = table(game(3, 3), ["pilot", "pilot", "captain"], "scanner")
    assert (state.scores(), state.ranks()) == ([1, 1, 1], [1, 1, 1])
    position = state.to_dict() | {"over": True, "drawn": None}
    played = Counter(position["deck"][3:]) + Counter(["scanner"])
    over = game(3, 3).from_dict(position | {"deck": position["deck"][:3], "played": dict(played)})
    assert (over.scores(), over.ranks()) == ([4, 4, 6], [2, 2, 1])


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hat": 1}, "hat: there is no such field"),
        ({"held": ["pilot"]}, "held: 1 entries, there should be 3"),
        ({"held": ["pilot", "cook", "pilot"]}, r"held\[1\]: 'cook' is not captain, engineer"),
        ({"alive": [0, 1]}, "held: a card for every seat that is not out"),
        ({"known": [[0], [], []]}, "known: other seats at the table"),
        ({"excluded": [["pilot"], [], []]}, "excluded: the seat holds that card"),
        ({"turn": 3}, "turn: 3 is not a whole number from 0 to 2"),
        ({"drawn": None}, "drawn: the seat to move has a second card"),
        ({"over": True, "drawn": None}, "over: when one seat is left"),
        ({"asked": "name"}, "drawn: the seat to move"),
        ({"played": {"captain": 1}}, "deck: with hands and played cards it is the whole deck"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition, match=f"^{problem}"):
        game().from_dict(table(game(), ["pilot"], "engineer").to_dict() | fields)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"name": "cook"}, r"components.card\[0\].effect: missing"),
        ({"name": "cook", "effect": "cook", "count": 1}, r"components.card\[0\].effect: 'cook' is not guess, none"),
        ({"name": "cook", "effect": "none", "count": 3}, "components.card: 3 cards, there should be 4 to 24"),
    ],
)
def test_l1_what_is_wrong_with_a_deck_is_said(row: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadComponents, match=f"^{problem}"):
        read_cards({"card": [row]}, 4)


def test_l8_only_its_owner_is_told_which_of_two_cards_was_played() -> None:
    state = table(game(), ["pilot"], "engineer")
    held, drawn = state.parse("play pilot"), state.parse("play engineer")
    assert state.seen(held, 0) == state.action(held) == {"kind": "play", "card": "pilot", "targets": ["held-0"]}
    assert state.action(drawn)["targets"] == ["drawn"]
    for seat in (1, 2):
        assert state.seen(held, seat) == {"kind": "play", "card": "pilot", "targets": []}
        assert state.seen(drawn, seat) == {"kind": "play", "card": "engineer", "targets": []}


def test_l8_everybody_sees_who_is_pointed_at_and_what_is_named() -> None:
    pointing = after(table(game(), ["pilot"], "inspector"), "play inspector")
    naming = after(pointing, "seat 2")
    for seat in range(3):
        assert pointing.seen(pointing.parse("seat 2"), seat) == {"kind": "seat", "seat": 2, "targets": ["seat-2"]}
        told = naming.seen(naming.parse("name captain"), seat)
        assert told == {"kind": "name", "card": "captain", "targets": ["kind-captain"]}


def test_the_catalogue_tells_the_cards() -> None:
    cards = game().catalogue()["cards"]
    assert list(cards) == [card["name"] for card in own_components()["card"]]
    assert cards["scanner"] == {"points": 2, "effect": "peek", "count": 3}


def test_the_picture_shows_a_card_to_who_knows_it_only() -> None:
    state = after(table(game(), ["pilot", "captain"], "scanner"), "play scanner", "seat 1")
    told = "<title>captain</title>"
    assert told in state._repr_svg_()
    assert [told in state.view(seat)._repr_svg_() for seat in range(3)] == [True, True, False]
