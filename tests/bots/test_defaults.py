"""Where a bot's settings come from: what is given, else the game's search.toml, else the general ones."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

import core
from bots.defaults import search_settings
from bots.greedy_bot import GENERAL as GREEDY
from bots.mcts_bot import GENERAL as MCTS

GAME = core.load("connect_four")


def test_given_beats_the_game_beats_the_general() -> None:
    own = tomllib.loads((resources.files("core.connect_four") / "search.toml").read_text())["mcts"]
    general = {"c": -1, "playout": "?", "cutoff": -7, "other": 3}
    assert search_settings(GAME, "mcts", general, {"playout": "greedy", "c": None}) == {
        "c": own["c"],
        "playout": "greedy",
        "cutoff": own["cutoff"],
        "other": 3,
    }


def test_a_setting_no_bot_has_is_refused() -> None:
    with pytest.raises(ValueError, match="mcts has no setting c"):
        search_settings(GAME, "mcts", {"playout": "random"}, {})


@pytest.mark.parametrize("name", core.games())
def test_every_game_names_only_settings_that_exist(name: str) -> None:
    game = core.load(name)
    for bot, general in (("mcts", MCTS), ("mcts-0.1", MCTS), ("greedy", GREEDY)):
        for key, value in search_settings(game, bot, general, {}).items():
            assert type(value) is type(general[key]), key
