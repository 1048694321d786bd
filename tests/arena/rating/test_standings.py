"""From records to standings: what is counted, what is said about it, and what it must not depend on."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.play.records import Fault, GameRecord
from arena.rating.intervals import MIN_DEALS
from arena.rating.scale import Anchor
from arena.rating.standings import Estimate, NoGames, Standings, examine, lengths
from tests.arena.simulated import simulate
from tests.arena.tables import play, tournament


@pytest.fixture(scope="module")
def standings() -> Standings:
    return examine(simulate([0.8, 0.3, 0, -0.5, -1], 100, 4, seed=1, ties=0.3, first_seat=0.6)).standings


def test_the_lines_are_sorted_by_rating_and_centred(standings: Standings) -> None:
    ratings = [line.rating.value for line in standings.lines]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) / len(ratings) == pytest.approx(1500)
    assert [line.name for line in standings.lines] == ["bot0", "bot1", "bot2", "bot3", "bot4"]


def test_sums_that_must_hold(standings: Standings) -> None:
    assert standings.games == 400
    assert standings.deals == 100
    assert sum(line.wins for line in standings.lines) == pytest.approx(400)
    assert sum(line.games for line in standings.lines) == 4 * 400
    weighted = sum(line.mean_rank.value * line.games for line in standings.lines)
    assert weighted == pytest.approx(2.5 * 4 * 400)
    assert sum(seat.win_share.value for seat in standings.seat_lines) == pytest.approx(1)
    assert sum(games for *_, games in standings.lengths.histogram) == 400


def test_every_estimate_lies_in_its_interval(standings: Standings) -> None:
    estimates = [line.rating for line in standings.lines] + [line.mean_rank for line in standings.lines]
    estimates += [cell for row in standings.pairs for cell in row if cell is not None]
    estimates += [line.behind for line in standings.lines if line.behind is not None]
    assert len(estimates) == 5 + 5 + 20 + 4
    for estimate in estimates:
        assert estimate.interval is not None
        assert estimate.interval[0] < estimate.value < estimate.interval[1]


def test_pairs_mirror_each_other(standings: Standings) -> None:
    for i, row in enumerate(standings.pairs):
        assert row[i] is None
        for j, cell in enumerate(row):
            mirror = standings.pairs[j][i]
            if cell is not None and mirror is not None:
                assert cell.value + mirror.value == pytest.approx(1)


def test_the_better_seat_is_found(standings: Standings) -> None:
    first = standings.seat_lines[0].win_share
    assert first.interval is not None
    assert first.interval[0] > 0.25
    assert standings.seat_lines[0].mean_rank.value < 2.5


def test_ranks_follow_the_evidence() -> None:
    close = examine(simulate([0.05, 0, -0.05], 20, 3, seed=2)).standings
    assert [line.rank for line in close.lines] == [1, 1, 1]
    apart = examine(simulate([2, 0, -2], 60, 3, seed=2)).standings
    assert [line.rank for line in apart.lines] == [1, 2, 3]


def test_one_block_says_so_and_claims_nothing() -> None:
    standings = examine(simulate([3, -3], 1, 2, seed=3)).standings
    assert [line.rank for line in standings.lines] == [1, 1]
    assert all(line.rating is None and line.mean_rank.interval is None for line in standings.lines)
    assert [line.place for line in standings.lines] == [(1, 2), (1, 2)]
    assert all(seat.win_share.interval is None for seat in standings.seat_lines)
    assert standings.notes[0].startswith("Only 1 deal: no intervals")
    assert str(MIN_DEALS) in standings.notes[0]


def test_intervals_start_with_the_sixth_block() -> None:
    assert examine(simulate([0, 0], MIN_DEALS - 1, 2, seed=4)).standings.lines[0].rating.interval is None
    assert examine(simulate([0, 0], MIN_DEALS, 2, seed=4)).standings.lines[0].rating.interval is not None


def test_no_games() -> None:
    with pytest.raises(NoGames, match="no finished games"):
        examine([])


def test_an_unbeaten_bot_is_named() -> None:
    standings = examine(simulate([50, 0, 0], 20, 3, seed=5)).standings
    assert any(note.startswith("bot0 finished ahead of the rated bots in all 60 games") for note in standings.notes)
    assert standings.lines[0].rating is None
    assert standings.lines[0].place == (1, 1)
    assert standings.lines[0].mean_rank.interval == (1, pytest.approx(1 + 2 * (1 - 0.025 ** (1 / 20))))


def test_bots_that_never_met_are_named() -> None:
    one = list(simulate([0, 0], 10, 2, seed=6))
    other = [replace(r, block=r.block + 10, lineup=tuple("x" + name for name in r.lineup)) for r in one]
    notes = examine([*one, *other]).standings.notes
    assert any("never met" in note and "bot0, bot1; xbot0, xbot1" in note for note in notes)


def test_a_single_bot_against_itself() -> None:
    standings = examine(simulate([0], 10, 2, seed=7)).standings
    (line,) = standings.lines
    assert line.rating.value == 1500
    assert line.games == 20
    assert line.wins == 20
    assert line.skill.mu == 25
    assert standings.pairs == ((None,),)


def test_two_bots_on_four_seats() -> None:
    standings = examine(simulate([1, 0], 40, 4, seed=8)).standings
    assert [line.name for line in standings.lines] == ["bot0", "bot1"]
    assert [line.games for line in standings.lines] == [160, 160]
    assert [line.rank for line in standings.lines] == [1, 2]


def test_faults_are_counted_by_kind_and_message() -> None:
    report = examine(simulate([0, 0, 0], 50, 3, seed=9, faulty="bot1"))
    by_name = {line.name: line.faults for line in report.standings.lines}
    assert by_name["bot0"] == by_name["bot2"] == {}
    (note,) = report.fault_notes
    assert by_name["bot1"] == {"raised": note.count}
    assert (note.name, note.kind, note.message) == ("bot1", "raised", "ZeroDivisionError: division by zero")


def disturbed(record: GameRecord) -> GameRecord:
    """The same game on a slower machine, with an address in the message."""
    faults = tuple(replace(fault, message=fault.message + " at 0x7f") for fault in record.faults)
    return replace(record, think=tuple(3 * t + 1 for t in record.think), faults=faults)


def test_standings_do_not_depend_on_time_or_arrival() -> None:
    records = list(simulate([0.4, 0, -0.4], 40, 3, seed=10, faulty="bot2"))
    first = examine(records)
    later = [disturbed(record) for record in records]
    random.Random(0).shuffle(later)
    second = examine(later)
    assert first.standings == second.standings
    assert first.timings != second.timings
    assert first.fault_notes != second.fault_notes


def test_milliseconds_per_move() -> None:
    records = [
        GameRecord(b, 0, ("a", "b"), 0, (1, 2), (1, 0), 10, (), (0.05 if b else 0.15, 0.5), (5, 5)) for b in range(2)
    ]
    a, b = examine(records).timings
    assert (a.name, a.moves, a.mean_ms, a.slow_ms) == ("a", 10, pytest.approx(20), pytest.approx(30))
    assert b.mean_ms == pytest.approx(100)


def test_a_bot_that_never_moved() -> None:
    died = Fault(1, "b", "died", "gone", 0)
    records = [GameRecord(0, 0, ("a", "b"), 0, (1, 2), (1, 0), 5, (died,), (0.1, 0.0), (5, 0))]
    assert examine(records).timings[1].moves == 0


def test_lengths() -> None:
    found = lengths(np.array([7, 7, 8, 10]), bins=2)
    assert found.histogram == ((7, 8, 3), (9, 10, 1))
    assert found.quartiles == (7, 7.5, 8.5)
    assert lengths(np.array([42])).histogram == ((42, 42, 1),)


# ---- who is compared with whom


def test_an_always_loser_blurs_nobody() -> None:
    """Its games change neither the ratings of the others nor their intervals by much."""
    with_it = examine(simulate([0.4, 0, -0.4, -60], 60, 4, seed=11)).standings
    without = examine(without_bot("bot3", simulate([0.4, 0, -0.4, -60], 60, 4, seed=11))).standings
    for line, alone in zip(with_it.lines, without.lines, strict=False):
        assert line.rating is not None
        assert alone.rating is not None
        assert line.rating.value == pytest.approx(alone.rating.value, abs=3)
        assert width(line.rating) == pytest.approx(width(alone.rating), rel=0.1)
    last = with_it.lines[3]
    assert (last.name, last.rating, last.place) == ("bot3", None, (4, 4))
    assert last.bound is not None
    assert "at least" in last.bound


def without_bot(name: str, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    for record in records:
        kept = [seat for seat, who in enumerate(record.lineup) if who != name]
        yield replace(
            record,
            lineup=tuple(record.lineup[seat] for seat in kept),
            ranks=tuple(record.ranks[seat] for seat in kept),
            think=tuple(record.think[seat] for seat in kept),
            moves=tuple(record.moves[seat] for seat in kept),
        )


def width(estimate: Estimate) -> float:
    assert estimate.interval is not None
    return estimate.interval[1] - estimate.interval[0]


def test_two_groups_of_which_one_always_wins() -> None:
    standings = examine(simulate([60, 60.2, 0.2, 0], 60, 2, seed=12)).standings
    assert [line.group for line in standings.lines] == [0, 0, 1, 1]
    assert [line.rating is None for line in standings.lines] == [False, False, True, True]
    assert any("How far apart they are is not measured" in note for note in standings.notes)
    assert standings.leads[0][2] is None
    assert standings.leads[2][3] is not None


def test_an_anchor_fixes_the_scale() -> None:
    records = list(simulate([0.4, 0, -0.4], 40, 3, seed=13))
    free = {line.name: line.rating for line in examine(records).standings.lines}
    fixed = {line.name: line.rating for line in examine(records, anchor=Anchor("bot2", 1000)).standings.lines}
    assert fixed["bot2"] == Estimate(1000, None)
    shift = 1000 - free["bot2"].value  # type: ignore[union-attr]
    assert fixed["bot0"].value == pytest.approx(free["bot0"].value + shift)  # type: ignore[union-attr]


def test_an_anchor_without_a_rating_is_said() -> None:
    standings = examine(simulate([0, 0, -60], 30, 3, seed=14), anchor=Anchor("bot2", 1000)).standings
    assert standings.notes[-1].startswith("bot2 has no rating here and cannot fix the scale")


def test_places_ascend_and_letters_agree_with_them(standings: Standings) -> None:
    firsts = [line.rank for line in standings.lines]
    assert firsts == sorted(firsts)
    for line in standings.lines:
        assert line.place[0] == line.rank <= line.place[1]
    assert {line for alike in standings.alike for line in alike} == set(range(5))
    for i, a in enumerate(standings.lines):
        for b in standings.lines[i + 1 :]:
            told_apart = not set(a.letters) & set(b.letters)
            assert told_apart == (a.place[1] < b.place[0]) or not told_apart


def test_finishes_and_lottery_are_shares(standings: Standings) -> None:
    for line in standings.lines:
        assert sum(line.finishes) == pytest.approx(1)
        assert line.finishes[0] == pytest.approx(line.wins / line.games)
    assert sum(line.lottery for line in standings.lines) == pytest.approx(1)
    assert standings.lines[0].lottery == pytest.approx(1)


# ---- real games


def played(seed: int, deals: int, **bots: str) -> Standings:
    blocks = play(tournament(seed=seed, deals=deals, bots=bots))
    return examine(game.record for _, games in blocks for game in games).standings


def test_the_same_bot_twice_is_not_told_apart() -> None:
    """Of twenty tournaments at most three may tell a bot from itself."""
    covered = 0
    for seed in range(20):
        lead = played(seed, 30, a="random", b="random").lines[1].behind
        assert lead is not None
        assert lead.interval is not None
        covered += lead.interval[0] <= 0 <= lead.interval[1]
    assert covered >= 17


def test_a_better_bot_is_found_better() -> None:
    central = str(Path(__file__).parents[1] / "central_bot.py")
    first, second = played(1, 40, central=central, chance="random").lines
    assert (first.name, first.rank) == ("central", 1)
    assert (second.name, second.rank) == ("chance", 2)
    assert first.skill.mu > second.skill.mu
