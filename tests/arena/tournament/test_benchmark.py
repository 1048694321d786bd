"""The tournament benchmark compares versions of the arena: its games may not depend on anything but the burner."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from arena.play.seeds import Secret
from arena.tournament.config import build_config, find_entrants
from arena.tournament.schedule import Schedule
from arena.tournament.worker import BlockPlayer, PlayJob
from benchmarks.tournament import BURNER, GAME_DECISIONS


@pytest.mark.parametrize("secret", [1, 2])
def test_all_its_games_take_the_same_course(secret: int) -> None:
    bots = [{"name": name, "spec": f"{BURNER}:Burner:steps=1"} for name in ("a", "b")]
    config = build_config({"name": "bench", "game": "connect_four", "deals": 3, "bots": bots}, "bench")
    worker = BlockPlayer(PlayJob.of(config, find_entrants(config, Path())))
    try:
        batch = worker.play(list(islice(Schedule(config, Secret.numbered(secret)), 3)))
    finally:
        worker.close()
    assert [game.record.decisions for _, games in batch.blocks for game in games] == [GAME_DECISIONS] * 6
