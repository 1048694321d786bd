"""Pictures in a browser: nothing outside the picture, no text over another, out of its card or under a piece."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from core import Game, State
from tests.core.browser import complaints, needs_browser
from tests.core.pictures import drawn, picture_sets
from tests.support import label, load

DECISIONS = 150  # as far as a golden transcript tells the decisions


def golden_positions(game: Game, seed: int = 2026) -> list[State]:
    """The start, the middle and the end of the game that the golden transcript tells."""
    rng, state, states = Random(seed), game.new(seed), []
    for number in range(DECISIONS):
        if number in (0, 20, 75):
            states.append(state.copy())
        if state.is_over:
            break
        state.apply(rng.choice(state.legal()))
    states.append(state.copy())
    state.playout(seed)
    return [*states, state]


@needs_browser
@pytest.mark.parametrize("case", picture_sets(), ids=label)
def test_nothing_is_drawn_outside_or_over_a_text(case: tuple[str, dict[str, Any]], tmp_path: Path) -> None:
    game = load(case)
    states = golden_positions(game)
    svgs = [drawn(game, state, f"p{i}-") for i, state in enumerate(states)]
    svgs += [drawn(game, state.view(game.players - 1), f"v{i}-") for i, state in enumerate(states)]
    assert complaints(svgs, tmp_path) == []


@needs_browser
def test_the_measure_finds_what_is_wrong(tmp_path: Path) -> None:
    bad = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">'
        '<text x="10" y="40">one</text><text x="14" y="40">two</text><rect x="190" y="10" width="30" height="9"/>'
        '<text x="100" y="80">hid</text><circle cx="110" cy="76" r="9"/></svg>'
    )
    told = " ".join(complaints([bad], tmp_path))
    for fault in ("outside the picture: rect", "text over text: text one | text two", "piece over text"):
        assert fault in told
