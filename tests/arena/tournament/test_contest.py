"""Ladders that close: nobody enters any more, and a final round-robin decides."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import pytest

from arena.tournament import closing
from arena.tournament.config import ConfigError
from arena.tournament.contest import contest_sentences, final_path, final_status, play_final_here, prepared
from arena.tournament.ladder import Ladder, open_ladder
from arena.tournament.ladder_run import Goal, play_here
from arena.tournament.ladder_store import LadderError
from arena.tournament.store import Store, is_unwritten
from arena.tournament.verify import verify
from tests.arena.ladders import GIVEN, ladder_config, new_ladder

CLOSES = "2026-01-02 18:00"
BEFORE, AFTER = closing.seconds("2026-01-02T17:59:59+00:00"), closing.seconds("2026-01-02T18:00:00+00:00")


def at(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    monkeypatch.setattr(closing, "now", lambda: moment)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A contest of three bots, the last second before it closes."""
    at(monkeypatch, BEFORE)
    path = tmp_path / "ladders" / "open.db"
    new_ladder(path, name="open", players=2, closes=CLOSES, final_deals=2).close()
    return path


def closed_ladder(path: Path, monkeypatch: pytest.MonkeyPatch) -> Ladder:
    at(monkeypatch, AFTER)
    assert play_here(path, Goal()).closed
    return open_ladder(path, writable=True)


@pytest.mark.parametrize(("given", "kept"), [
    ("2027-03-01", "2027-03-01T00:00:00+00:00"),
    ("2027-03-01 18:00", "2027-03-01T18:00:00+00:00"),
    ("2027-03-01T18:00:30.5+02:00", "2027-03-01T16:00:30+00:00"),
])  # fmt: skip
def test_moments_are_in_utc(given: str, kept: str) -> None:
    assert ladder_config(closes=given).closes == kept
    assert ladder_config(closes=kept).closes == kept


@pytest.mark.parametrize("given", ["", "tomorrow", "2027-13-01", "2027-02-30", 5, True, "1999-01-01",
                                   "9999-12-31T23:00-05:00"])  # fmt: skip
def test_what_is_no_moment_is_refused(given: object) -> None:
    with pytest.raises(ConfigError, match=r"test.toml: closes: .* is not a date or a moment in UTC"):
        ladder_config(closes=given)


def test_a_moment_that_is_past_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LadderError, match="closes: 2020-01-01 00:00 UTC is past"):
        new_ladder(tmp_path / "open.db", closes="2020-01-01")


def test_after_the_moment_nobody_enters_and_no_block_is_chosen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(path, Goal(games=4))
    with open_ladder(path, writable=True) as ladder:
        assert ladder.enter("mcts:iterations=9", name="mcts").label == "mcts@2"
        blocks = ladder.store.count_chosen()
        at(monkeypatch, AFTER)
        with pytest.raises(LadderError, match=r"closed at 2026-01-02 18:00 UTC: nobody enters any more"):
            ladder.enter("mcts:iterations=10", name="mcts")
    outcome = play_here(path, Goal())  # what was chosen is played, and then it ends by itself
    assert outcome.closed
    with open_ladder(path) as ladder:
        assert ladder.store.count_chosen() == blocks
        assert ladder.store.open_blocks() == []
        assert all(epoch.secret for epoch in ladder.epochs())


def test_the_clock_may_strike_while_a_bot_enters(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is looked at before anything is written, which may take a while."""
    moments = iter([BEFORE, AFTER])
    monkeypatch.setattr(closing, "now", lambda: next(moments, AFTER))
    with open_ladder(path, writable=True) as ladder:
        with pytest.raises(LadderError, match="nobody enters any more"):
            ladder.enter("mcts:iterations=9", name="late")
        assert "late" not in {entry.name for entry in ladder.entries()}


def test_the_final_is_of_the_latest_versions_of_those_who_play(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_ladder(path, writable=True) as ladder:
        ladder.enter("mcts:iterations=9", name="mcts")
        for name in ("gone", "cheat"):
            ladder.enter("random", name=name)
        ladder.retire("gone")
        ladder.disqualify("cheat")
        committed = final_status(ladder)
    assert committed is not None
    assert (committed.secret, committed.total) == (None, None)
    closed_ladder(path, monkeypatch).close()
    play_final_here(path)
    assert final_path(path) == path.parent.parent / "runs" / "open-final.db"
    with Store.open(final_path(path)) as final, open_ladder(path) as ladder:
        assert [bot.name for bot in final.bots()] == ["random@1", "greedy@1", "mcts@2"]
        assert len(final) == final.schedule.games == 3 * 2 * 2  # pairs, deals, seatings
        assert verify(final).difference is None
        told = final_status(ladder)
        assert told is not None
        assert told.complete
        assert told.secret is not None
        assert sha256(bytes.fromhex(told.secret)).hexdigest() == told.sha256 == committed.sha256
        assert f"12 of 12 games are in {final.path}" in contest_sentences(ladder)[0]
        assert told.secret in contest_sentences(ladder)[0]


def test_the_final_stays_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed_ladder(path, monkeypatch).close()
    play_final_here(path)
    before = final_path(path).read_bytes()
    with open_ladder(path, writable=True) as ladder:
        ladder.retire("greedy")
    play_final_here(path)
    assert final_path(path).read_bytes() == before


def test_before_the_moment_there_is_no_final(path: Path) -> None:
    with open_ladder(path, writable=True) as ladder:
        assert prepared(ladder) is None
        assert contest_sentences(ladder)[0].startswith("closes at 2026-01-02 18:00 UTC, then a final decides")
    assert not final_path(path).exists()


def test_a_contest_with_one_bot_has_no_final(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_ladder(path, writable=True) as ladder:
        for name in ("random", "greedy"):
            ladder.retire(name)
    with closed_ladder(path, monkeypatch) as ladder:
        assert prepared(ladder) is None
        assert "with fewer than two bots, so there is no final" in contest_sentences(ladder)[0]


def test_another_run_in_the_place_of_the_final_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed_ladder(path, monkeypatch).close()
    play_final_here(path)
    other = path.with_name("other.db")
    at(monkeypatch, BEFORE)
    new_ladder(other, name="other", players=2, closes=CLOSES, final_deals=2).close()
    final_path(path).rename(final_path(other))
    closed_ladder(other, monkeypatch).close()
    with pytest.raises(LadderError, match="is another run, and the final of other should be there"):
        play_final_here(other)


def test_names_leave_room_for_the_final(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, BEFORE)
    with pytest.raises(LadderError, match="in a contest a name has at most 58 signs"):
        new_ladder(tmp_path / "a.db", name="x" * 59, closes=CLOSES)
    ladder = new_ladder(tmp_path / "b.db", name="x" * 58, closes=CLOSES, players=2, final_deals=1)
    with pytest.raises(LadderError, match="in a contest a name has at most 58 signs"):
        ladder.enter("greedy", name="y" * 59)
    ladder.enter("mcts:iterations=4", name="y" * 58)
    ladder.close()
    closed_ladder(tmp_path / "b.db", monkeypatch).close()
    play_final_here(tmp_path / "b.db")


def test_a_killed_final_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a process of its own, killed again and again; its clock is the real one, and the moment is past."""
    at(monkeypatch, BEFORE)
    path = path.with_name("long.db")
    new_ladder(path, name="long", players=2, closes=CLOSES, final_deals=60, secret=GIVEN).close()
    for games in (1, 80, 200):
        player = subprocess.Popen([sys.executable, "-m", "arena.web.ladder_player", str(path)], stdin=subprocess.PIPE)
        wait_for_games(final_path(path), games, player)
        os.kill(player.pid, signal.SIGKILL)
        player.wait()
    at(monkeypatch, AFTER)
    play_final_here(path)
    with Store.open(final_path(path)) as final:
        assert len(final) == final.schedule.games == 360
        assert verify(final).difference is None


def wait_for_games(path: Path, games: int, player: subprocess.Popen[bytes]) -> None:
    end = monotonic() + 60
    while player.poll() is None:
        assert monotonic() < end, "the final is not played"
        if not is_unwritten(path):
            with Store.open(path) as final:
                if len(final) >= games:
                    return
        sleep(0.02)
