"""What the board of a ladder shows: who plays now, what was shown, ratings over time, versions, epochs."""

from __future__ import annotations

import json
import re
import sqlite3
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import core
from arena.rating.anytime import Claims
from arena.rating.ladder_standings import placed
from arena.report.ladder import in_order
from arena.report.ladder_status import print_status
from arena.report.publish import publish
from arena.tournament.ladder import open_ladder
from arena.tournament.ladder_run import Goal, play_here
from arena.tournament.verify import verify
from bots.luck import value_name
from tests.arena.ladders import GIVEN, played_ladder
from tests.arena.tables import strange

BOTS = ("random", "greedy", "mcts:iterations=60", strange("Raises"))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of four bots one is set aside, one gets a second version and one is disqualified in the end."""
    path = played_ladder(tmp_path_factory.mktemp("ladders") / "open.db", 120, BOTS, name="open", secret=GIVEN)
    with open_ladder(path, writable=True) as ladder:
        ladder.enter("mcts:iterations=90", name="mcts", author="<b>Ada</b>")
    play_here(path, Goal(games=150))
    return path


def board(path: Path, folder: Path) -> dict:
    with open_ladder(path) as ladder:
        publish(ladder.store, folder)
    found: dict = json.loads((folder / "leaderboard.json").read_text())
    return found


def test_the_board_ranks_the_bots_that_play_now(path: Path, tmp_path: Path) -> None:
    found = board(path, tmp_path)
    assert {line["name"] for line in found["lines"]} == {"random@1", "greedy@1", "mcts@2"}
    claims = found["ladder"]["claims"]
    for line in found["lines"]:
        row = claims["bots"].index(line["name"])
        weaker = sum(claims["stronger"][row])
        stronger = sum(other[row] for other in claims["stronger"])
        assert line["place"] == [1 + stronger, 3 - weaker]
    assert len(found["pairs"]) == len(found["leads"]) == 3
    assert abs(sum(line["lottery"] for line in found["lines"]) - 1) < 1e-4
    assert found["scale"].endswith("those that have left included")


def test_ratings_over_time_are_on_the_page_and_data(path: Path, tmp_path: Path) -> None:
    found = board(path, tmp_path)
    periods = found["ladder"]["history"]
    assert {"random@1", "greedy@1", "mcts@1", "mcts@2"} <= set(periods)
    for name, stretches in periods.items():
        blocks = [stretch["first_block"] for stretch in stretches]
        assert blocks == sorted(blocks), name
        for stretch in stretches:
            low, high = stretch["rating"]["interval"]
            assert low < stretch["rating"]["value"] < high
    page = (tmp_path / "leaderboard.html").read_text()
    assert "Rating over time" in page
    assert re.search(r'<polyline class="c0" points="[\d., ]+">', page)


def test_versions_states_and_reasons_are_told_in_all_formats(path: Path, tmp_path: Path) -> None:
    found = board(path, tmp_path)
    states = {entry["label"]: (entry["state"], entry["reason"]) for entry in found["ladder"]["entries"]}
    assert states["mcts@1"] == ("replaced", "version 2 entered")
    assert states["strange_bots@1"][0] == "set aside"
    assert "ValueError: out of ideas" in states["strange_bots@1"][1]
    page, written = ((tmp_path / f"leaderboard.{kind}").read_text() for kind in ("html", "md"))
    for text in (page, written):
        assert "Bots and versions" in text
        assert "out of ideas" in text
        assert "<b>Ada</b>" not in text
    assert "&lt;b&gt;Ada" in page
    with open_ladder(path) as ladder:
        for epoch in ladder.epochs():
            assert epoch.sha256 in page


def test_the_board_of_a_disqualified_bot_s_games_is_made_without_them(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    before = board(copy, tmp_path / "a")
    with open_ladder(copy, writable=True) as ladder:
        ladder.disqualify("greedy", "two names")
    after = board(copy, tmp_path / "b")
    assert after["games"] < before["games"]
    assert {line["name"] for line in after["lines"]} == {"random@1"}  # mcts@2 has not met anybody else
    assert "greedy@1" not in after["ladder"]["history"]
    assert after["games_digest"] == before["games_digest"]


def test_the_status_on_a_terminal(path: Path) -> None:
    with open_ladder(path) as ladder:
        printed = StringIO()
        print_status(ladder.status(), Console(file=printed, width=80))
    text = printed.getvalue()
    assert "strange_bots@1 is set aside: it failed in" in text
    assert "mcts@1 is replaced: version 2 entered" in text
    assert "Bots and versions" not in text
    assert "nobody plays it now" in text


def test_places_come_from_the_claims_alone(path: Path) -> None:
    with open_ladder(path) as ladder:
        standings, bots = ladder.standings(), ("greedy@1", "mcts@2", "random@1")
    shown = np.array([[False, False, True], [False, False, True], [False, False, False]])
    found = placed(standings, Claims(bots, np.zeros((3, 3)), np.zeros((3, 3), dtype=np.int64), shown))
    assert {line.name: line.place for line in found.lines} == {"greedy@1": (1, 2), "mcts@2": (1, 2), "random@1": (3, 3)}
    assert [line.letters for line in found.lines] == ["a", "a", "b"]
    assert found.lines[2].name == "random@1"
    assert in_order(Claims(bots[::-1], np.zeros((3, 3)), np.zeros((3, 3)), shown[::-1, ::-1])).bots == bots


def test_luck_is_taken_out_beside_the_plain_shares(tmp_path: Path) -> None:
    path = played_ladder(tmp_path / "lucky.db", games=72, luck=True, secret=GIVEN)
    found = board(path, tmp_path)["ladder"]["adjusted"]
    assert found["value"] == value_name([core.load("airlock", 3)])
    assert -1 < found["removed"] < 1
    assert found["removed"] != 0
    assert {line["bot"] for line in found["lines"]} == {"random@1", "greedy@1", "mcts@1"}
    assert any(abs(line["plain"] - line["adjusted"]) > 0.001 for line in found["lines"])
    page, written = ((tmp_path / f"leaderboard.{kind}").read_text() for kind in ("html", "md"))
    for text in (page, written):
        assert "Luck taken out" in text
        assert "named before the first game" in text


def test_luck_that_was_changed_is_noticed(tmp_path: Path) -> None:
    path = played_ladder(tmp_path / "lucky.db", games=6, luck=True)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE luck SET luck = '[0.5,-0.5,0]' WHERE game = 4")
    with open_ladder(path) as ladder:
        difference = verify(ladder.store).difference
        assert difference is not None
        assert (difference.game, difference.message) == (4, "its luck has been changed")
