"""`mcts-0.1` plays as version 0.1.0 did.

mcts-0.1.json was written by `record` below, run with the sources of 0.1.0 and
`mcts:iterations=120`: games in which the search makes two decisions of three.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import bots
import core
from bots import Clock

RECORDS: dict[str, Any] = json.loads(Path(__file__).with_name("mcts-0.1.json").read_text(encoding="utf-8"))
SEED = 2026


def record(spec: str, name: str, players: int, decisions: int) -> list[int]:
    """The actions of a game; every third is drawn by lot, so that trees are kept and dropped."""
    game = core.load(name, players)
    lot = random.Random(f"{name} {players}")
    line_up = [bots.make(spec) for _ in range(players)]
    for seat, bot in enumerate(line_up):
        bot.start(game, seat, SEED + seat)
    state, actions = game.new(SEED), []
    while (mover := state.to_move) is not None and len(actions) < decisions:
        legal = state.legal()
        by_lot = legal[lot.randrange(len(legal))]
        actions.append(by_lot if len(actions) % 3 == 2 else line_up[mover].choose(state.view(mover), Clock()))
        state.apply(actions[-1])
    return actions


@pytest.mark.parametrize("setting", RECORDS)
def test_it_makes_the_moves_that_0_1_0_made(setting: str) -> None:
    name, players = setting.split()
    actions = RECORDS[setting]
    assert record("mcts-0.1:iterations=120", name, int(players), len(actions)) == actions


@pytest.mark.parametrize("setting", [setting for setting in RECORDS if len(RECORDS[setting]) > 20])
def test_other_settings_would_play_otherwise(setting: str) -> None:
    """Else the test above would prove little."""
    name, players = setting.split()
    actions = RECORDS[setting]
    assert record("mcts:iterations=120,cutoff=4", name, int(players), len(actions)) != actions
