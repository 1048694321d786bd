"""The golden files still hold, and Connect Four's counts are the published ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import core
from tests.core.golden import perft, perft_text, transcript
from tests.support import label, load, option_sets


def golden(case: tuple[str, dict[str, object]], ending: str) -> str:
    path = Path(core.__path__[0]) / case[0] / "golden" / f"{label(case)}{ending}"
    assert path.exists(), "run: python -m tests.core.golden"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", option_sets(), ids=label)
def test_a_random_game_reads_as_before(case: tuple[str, dict[str, object]]) -> None:
    assert transcript(load(case)) == golden(case, ".txt")


@pytest.mark.parametrize("case", option_sets(), ids=label)
def test_as_many_positions_are_reachable_as_before(case: tuple[str, dict[str, object]]) -> None:
    assert perft_text(load(case)) == golden(case, ".perft.txt")


def test_connect_four_counts_are_the_published_ones() -> None:
    # Positions after k stones: OEIS A212693. Ways: 7**k until the first wins, which come with the seventh stone.
    counts = perft(core.load("connect_four"))
    assert [positions for _, positions in counts] == [7, 49, 238, 1120, 4263, 16422]
    assert [ways for ways, _ in counts] == [7**k for k in range(1, 7)]
