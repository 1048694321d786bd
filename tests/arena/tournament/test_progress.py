"""The progress line, on a terminal and elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from arena.play.records import Fault, GameRecord
from arena.tournament import progress as module
from arena.tournament.progress import Progress, clock
from arena.tournament.tally import Tally, totals_of

GAME = GameRecord(0, 0, ("a", "b"), 0, (1, 2), (1.0, 0.0), 9, (Fault(1, "b", "raised", "x", 3),), (0.1, 0.1), (5, 4))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAIN_SECONDS", 0.0)
    monkeypatch.setattr(module, "LIVE_SECONDS", 0.0)


def shown(terminal: bool) -> str:
    console = Console(file=StringIO(), force_terminal=terminal, width=200)
    with Progress(total=10, done=4, totals={"a": (4, 8), "b": (4, 4)}, console=console) as progress:
        progress.add(Tally(1, 2, 2, 0, totals_of([GAME, GAME])))
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_a_plain_line() -> None:
    line = shown(terminal=False)
    assert line.startswith("6 of 10 games, ")
    assert "games/s, 0:00:0" in line
    assert line.endswith(" left, faults: 2; mean rank: b 1.33, a 1.67\n")


def test_a_live_picture() -> None:
    picture = shown(terminal=True)
    assert "6 of 10 games" in picture
    assert "1. b  mean rank 1.333, games 6" in picture


def test_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAIN_SECONDS", 60.0)
    assert shown(terminal=False) == ""


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00:00"), (59.6, "0:01:00"), (3725, "1:02:05")])
def test_the_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text
