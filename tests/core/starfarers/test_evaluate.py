"""evaluate() leads to good play: the greedy bot beats random ones and finishes games."""

from __future__ import annotations

from random import Random

import pytest

from bots.api import Clock
from bots.greedy_bot import GreedyBot
from core import Game, State
from tests.core.starfarers.table import FLIGHT, game, picked_target, play, ship, table


def value(state: State) -> float:
    return state.evaluate(0)


def test_a_ship_is_worth_more_the_nearer_it_is_to_a_site() -> None:
    far, near = (table(yellow={"hand": "1 ore", "ships": [ship("colony", spot)]}) for spot in ("v2_26", "v8_22"))
    assert value(near) > value(far)


def test_founding_is_worth_more_than_parking() -> None:
    def arrived() -> State:
        own = {"ships": [ship("colony", "v10_18"), ship("trade", "v2_26")]}
        return picked_target(table(pending=FLIGHT, base_speed=3, yellow=own), "v10_18", "v11_19")

    assert value(play(arrived(), "found colony")) > value(play(arrived(), "do not found"))


def test_what_can_be_built_is_worth_building() -> None:
    for cost, name in (
        ("1 ore 1 fuel 1 carbon 1 food", "build colony ship at v2_28"),
        ("3 carbon 2 food", "build spaceport at v16_28"),
    ):
        state = table(yellow={"hand": f"{cost} 1 goods"}, red={"hand": "1 ore"})
        assert value(play(state.copy(), name)) > value(state)


def play_out(world: Game, greedy: set[int], seed: int) -> State:
    state, rng = world.new(seed), Random(seed)
    bots = {seat: GreedyBot(samples=2) for seat in greedy}
    for seat, bot in bots.items():
        bot.start(world, seat, seed)
    while not state.is_over:
        mover = state.to_move
        assert mover is not None
        state.apply(bots[mover].choose(state.view(mover), Clock()) if mover in bots else rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_greedy_beats_random(seat: int) -> None:
    assert play_out(game(3), {seat}, 40 + seat).ranks()[seat] == 1


def test_greedy_players_finish_their_games() -> None:
    state = play_out(game(3), {0, 1, 2}, 50)
    assert state.to_dict()["winner"] is not None
    assert state.to_dict()["turn"] <= 3 * 30
