"""The built-in bots play as their PLAY_VERSION says."""

from __future__ import annotations

import pytest

import bots
import core
from tests.bots.golden import FOLDER, SPECS, file_name, golden_text, play_version, where_to_raise
from tests.golden_ledger import problems, read_ledger


def test_every_built_in_bot_has_golden_games() -> None:
    assert sorted(SPECS) == bots.built_in()


@pytest.mark.parametrize("name", core.games())
@pytest.mark.parametrize("bot", SPECS)
def test_a_bot_plays_as_its_version_says(bot: str, name: str) -> None:
    version, text = play_version(bot, name), golden_text(bot, name)
    assert problems(FOLDER, version, {file_name(bot, name): text}, where_to_raise(bot, name)) == []
    assert (FOLDER / file_name(bot, name)).read_text(encoding="utf-8") == text, "run: python -m tests.bots.golden"
    assert (version, file_name(bot, name)) in read_ledger(FOLDER)
