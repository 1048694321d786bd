"""Games for the tests of replays and analyses, and what is in a page."""

from __future__ import annotations

import base64
import json
import re
import zlib
from functools import cache
from typing import Any

import core
from arena.play.match import play_game
from arena.play.players import make_player
from arena.play.records import BotIdentity, PlayedGame, Seating
from arena.process.limits import Limits
from arena.report.replay import Replay, game_facts
from core import Game

SEED = 20_261_118_000_777


@cache
def played_game(name: str, players: int, *specs: str) -> tuple[Game, PlayedGame]:
    """A game of these bots, or of greedy ones."""
    game = core.load(name, players)
    lineup = tuple(specs or ("greedy",) * players)
    table = {spec: [make_player(spec, Limits()) for _ in range(players)] for spec in lineup}
    return game, play_game(game, Seating(SEED, 0, 0, lineup), table)


def replay_of(game: Game, played: PlayedGame, **more: Any) -> Replay:
    bots = [BotIdentity(name, name, "play 1") for name in played.record.lineup]
    secrets = {"seed of the deal": str(played.record.seed)}
    return Replay(game, played, "a game", bots, game_facts(game), secrets, **more)


def unpacked(page: str) -> dict[str, Any]:
    """The data in a page."""
    found = re.search(r'id="data">([^<]*)<', page)
    assert found is not None
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


def strings(value: Any) -> set[str]:
    """All strings anywhere in plain data, keys apart."""
    if isinstance(value, dict):
        return set().union(*map(strings, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(strings, value))
    return {value} if isinstance(value, str) else set()
