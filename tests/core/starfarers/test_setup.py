"""R1 to R19: the beginner set-up, the set-up phase, the variable set-ups."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import core
from core.errors import BadPlayers
from tests.core.starfarers.model_base import START, chance
from tests.core.starfarers.table import KINDS, deciding, game, play

BEGINNER = {"yellow": "v1_27", "red": "v8_26", "white": "v16_26", "blue": "v26_26"}


def through_setup(players: int, setup: str, seed: int) -> list[tuple[int, str, Any]]:
    """(seat, decision, state after it) until the first turn."""
    state, rng, steps = game(players, setup=setup).new(seed), Random(seed), []
    while state.to_dict()["turn"] == 0:
        mover, kind = state.to_move, deciding(state)
        state.apply(rng.choice(state.legal()))
        steps.append((mover, kind, state.copy()))
    return steps


def test_r1_three_or_four_players() -> None:
    for players in (2, 5):
        with pytest.raises(BadPlayers):
            core.load("starfarers", players=players)
    assert game(3).new(1).to_dict()["players"] == 3


def test_r2_supply_and_reserve_pile() -> None:
    """12 of each stay open, 40 go into the pile, of which every player draws 3."""
    position = game(4, setup="strategic").new(5).to_dict()
    assert set(position["supply"].values()) == {12}
    assert Counter(position["pile"]) == dict.fromkeys(KINDS, 8)


def test_r4_everybody_starts_with_four_points() -> None:
    for players in (3, 4):
        assert game(players).new(1).scores() == [4.0] * players


def test_r5_beginner_pieces_and_hands() -> None:
    state = game(4).new(7)
    position = state.to_dict()
    for index, (colour, port) in enumerate(BEGINNER.items()):
        own = position["seats"][index]
        assert own["spaceports"] == [port], colour
        assert len(own["colonies"]) == 2
        assert [ship["kind"] for ship in own["ships"]] == ["colony"]
        assert (own["boosters"], own["cannons"], own["pods"], own["fame"]) == (1, 0, 0, 1)
    assert position["systems"] == {
        "alpha": ["11", "4", "8"],
        "beta": ["10", "3/12", "8"],
        "gamma": ["5", "6", "3"],
        "delta": ["2/11", "9", "6"],
    }
    assert {area: tile["sector"] for area, tile in position["tiles"].items()}["a06"] == "out_merchants"
    assert all(tile["face"] == "up" for tile in position["tiles"].values() if tile["sector"].startswith("sys"))


def test_r5_discs_match_the_icons_and_differ_between_deals() -> None:
    seen = set()
    for seed in range(20):
        tiles = game(4).new(seed).to_dict()["tiles"]
        assert tiles["a01"]["discs"][1] in ("10", "pirate 4", "pirate 5", "ice 3")  # sys2: tri1, hex1, sq1
        assert tiles["a01"]["discs"][0] in ("3", "4", "11", "12")
        assert tiles["a12"]["discs"][0] in ("10", "pirate 6", "ice 4")
        seen.add(tuple(tiles["a01"]["discs"]))
    assert len(seen) > 5


def test_r5_r8_every_seat_starts_sometimes() -> None:
    assert {game(4).new(seed).to_dict()["starter"] for seed in range(60)} == {0, 1, 2, 3}
    assert {game(3).new(seed).to_dict()["starter"] for seed in range(60)} == {0, 1, 2}


def start_roll(players: int, seed: int, again: int) -> list[int]:
    """What every seat would roll, with two dice, when rolling for the start for the first, second, ... time."""
    deal = {"seed": seed}
    return [sum(1 + chance(deal, START, 8 * again + 2 * seat + die, 6) for die in (0, 1)) for seat in range(players)]


@pytest.mark.parametrize(
    ("seed", "rolls", "starter"),
    [
        (0, [[7, 7, 12, 8]], 2),
        (9, [[4, 8, 3, 8], [8, 10, 11, 5]], 1),  # white rolls no second time
        (4, [[8, 8, 4, 8], [7, 7, 10, 12]], 3),  # three tie
        (94, [[10, 4, 10, 10], [9, 8, 6, 9], [9, 7, 5, 6]], 0),  # of three two tie again
        (298, [[9, 6, 7, 9], [5, 6, 7, 5], [7, 4, 7, 7], [8, 4, 10, 11]], 3),
    ],
)
def test_r8_q16_the_highest_roll_starts_and_only_those_who_tie_roll_again(
    seed: int, rolls: list[list[int]], starter: int
) -> None:
    assert [start_roll(4, seed, again) for again in range(len(rolls))] == rolls
    assert game(4).new(seed).to_dict()["starter"] == starter
    assert game(4, setup="strategic").new(seed).to_move == starter


def test_r6_the_unused_colour_blocks_its_sites_and_nothing_else() -> None:
    position = game(3).new(1).to_dict()
    assert position["dummy"] == {"colonies": ["v5_27", "v19_27"], "spaceports": ["v26_26"]}
    assert len(position["seats"]) == 3
    assert game(4).new(1).to_dict()["dummy"] is None


def test_r7_reserve_discs() -> None:
    orders = {tuple(game(4).new(seed).to_dict()["reserve_discs"]) for seed in range(30)}
    assert {tuple(sorted(order)) for order in orders} == {("10", "11", "11", "3", "9")}
    assert len(orders) > 5


@pytest.mark.parametrize("players", [3, 4])
def test_r9_r10_r11_order_of_the_set_up_phase(players: int) -> None:
    steps = through_setup(players, "strategic", 3)
    starter = steps[0][0]
    clockwise = [(starter + i) % players for i in range(players)]
    colonies = [mover for mover, kind, _ in steps if kind == "setup_colony"]
    forced = 3 * players - len(colonies)  # with one site left there is nothing to choose
    assert colonies == (clockwise + clockwise[::-1] + clockwise)[: 3 * players - forced]
    ports = [mover for mover, kind, _ in steps if kind == "setup_spaceport"]
    assert ports == clockwise[::-1]
    kinds = [kind for _, kind, _ in steps if kind != "setup_colony"]
    assert kinds[:3] == ["setup_spaceport", "setup_ship", "setup_upgrade"]


def test_r11_ship_beside_the_new_spaceport_and_one_upgrade_from_the_pool() -> None:
    steps = through_setup(4, "strategic", 4)
    taken = Counter(
        upgrade
        for own in steps[-1][2].to_dict()["seats"]
        for upgrade in ("boosters", "cannons", "pods")
        for _ in range(own[upgrade])
    )
    assert taken == {"boosters": 2, "cannons": 1, "pods": 1}
    for _, kind, state in steps:
        if kind == "setup_spaceport":
            assert len(state.legal()) == 4
            assert sum(name.startswith("colony ship at") for name in state.names()) == 2


def test_r12_cards_and_fame_after_the_set_up_phase() -> None:
    state = through_setup(4, "explorer", 5)[-1][2]
    position = state.to_dict()
    assert [own["fame"] for own in position["seats"]] == [1, 1, 1, 1]
    assert all(own["drawn_cards"] >= 3 for own in position["seats"])
    assert position["active"] == position["starter"]


def test_r13_three_players_leave_three_sites_and_one_upgrade() -> None:
    position = through_setup(3, "strategic", 6)[-1][2].to_dict()
    assert sum(len(own["colonies"]) + len(own["spaceports"]) for own in position["seats"]) == 9
    assert position["dummy"] is None
    assert sum(own[kind] for own in position["seats"] for kind in ("boosters", "cannons", "pods")) == 3
    assert position["bonus"] == {"booster": 0, "cannon": 0, "pod": 0}


def test_r14_strategic_keeps_stars_apart() -> None:
    layouts = set()
    for seed in range(20):
        position = game(4, setup="strategic").new(seed).to_dict()
        stars = [tile["stars"] for tile in position["tiles"].values()]
        assert stars == [1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 2]
        assert position["box"] == "empty2"
        assert all(tile["face"] != "down" for tile in position["tiles"].values())
        layouts.add(tuple(tile["sector"] for tile in position["tiles"].values()))
    assert len(layouts) == 20


def test_r15_greek_discs_are_shuffled_within_their_letter() -> None:
    found = {tuple(game(4, setup="strategic").new(seed).to_dict()["systems"]["delta"]) for seed in range(60)}
    assert len(found) == 6
    assert {tuple(sorted(discs)) for discs in found} == {("2/11", "6", "9")}


def test_r16_strategic_discs_lie_face_down_on_their_icons() -> None:
    position = game(4, setup="strategic").new(1).to_dict()
    systems = [tile for tile in position["tiles"].values() if tile["sector"].startswith("sys")]
    assert len(systems) == 8
    assert all(tile["face"] == "up" and None not in tile["discs"] for tile in systems)
    assert not any(position["stacks"].values())


def test_r17_explorer_tiles_are_face_down_and_discs_beside_the_board() -> None:
    position = game(4, setup="explorer").new(1).to_dict()
    assert all(tile["face"] == "down" and tile["discs"] == [None] * 3 for tile in position["tiles"].values())
    assert {icon: len(stack) for icon, stack in position["stacks"].items()} == {
        "triangle1": 5, "square1": 5, "hexagon1": 5, "triangle2": 3, "square2": 3, "hexagon2": 3}  # fmt: skip
    assert [tile["stars"] for tile in position["tiles"].values()].count(1) == 8


def test_r18_wild_mixes_all_sixteen() -> None:
    boxes = {game(4, setup="wild").new(seed).to_dict()["box"] for seed in range(80)}
    assert len(boxes) > 10
    near = {game(4, setup="wild").new(seed).to_dict()["tiles"]["a01"]["stars"] for seed in range(20)}
    assert near == {1, 2}


def test_r19_variable_set_ups_begin_with_the_set_up_phase() -> None:
    for setup in ("strategic", "explorer", "wild"):
        state = game(3, setup=setup).new(1)
        assert deciding(state) == "setup_colony"
        assert len(state.legal()) == 12
    assert game(3).new(1).to_dict()["turn"] == 1


def test_q18_rotations_are_spread_and_keep_the_clockwise_order() -> None:
    deals = [game(4, setup="explorer").new(seed).to_dict()["tiles"] for seed in range(40)]
    tiles = [tile for deal in deals for tile in deal.values() if tile["sector"].startswith("sys")]
    found = Counter(tile["rotation"] for tile in tiles)
    assert set(found) == {0, 1, 2}
    assert min(found.values()) > 70


def test_r13_three_players_may_use_all_three_sites_of_a_system_in_set_up() -> None:
    state = game(3, setup="strategic").new(6)
    play(state, "colony at v-2_26", "colony at v-2_28", "colony at v1_27")
    assert not any(name in state.names() for name in ("colony at v-2_26", "colony at v-2_28", "colony at v1_27"))
    assert len(state.names()) == 9


def test_r7_r64_all_tokens_lie_ready() -> None:
    tokens = game(4).new(1).to_dict()["tokens"]
    assert tokens == dict.fromkeys(("pirate 4", "pirate 5", "pirate 6", "ice 3", "ice 4"))
