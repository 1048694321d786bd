"""Which games a tournament has."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.play.seeds import Secret
from arena.tournament.balanced_lineups import balanced_orbits
from arena.tournament.config import GAUNTLET, PERMUTATIONS, ROTATIONS, BotEntry, Config, ConfigError, Event
from arena.tournament.schedule import Schedule, filled_up
from tests.arena.tables import SECRET


def schedule(bots: int, players: int, **keys: object) -> Schedule:
    """A schedule needs no game: any number of bots and seats will do."""
    entries = tuple(BotEntry(f"b{number}", "random") for number in range(bots))
    config = Config(**{"name": "s", "events": (Event("any", players),), "deals": 2, "bots": entries, **keys})
    return Schedule(config, SECRET)


def pairs(lineups: list[tuple[str, ...]]) -> Counter[tuple[str, str]]:
    return Counter(pair for lineup in lineups for pair in combinations(sorted(lineup), 2))


def test_every_subset_of_the_bots_is_a_lineup() -> None:
    assert set(schedule(5, 3).events[0].lineups) == set(combinations([f"b{number}" for number in range(5)], 3))


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 40), st.integers(3, 4), st.integers(30, 3000))
def test_a_sample_lets_every_pair_meet_equally_often(bots: int, players: int, limit: int) -> None:
    chosen = balanced_orbits(bots, players, limit)
    met = Counter(pair for lineup in chosen for pair in combinations(sorted(lineup), 2))
    assert len(chosen) <= limit
    assert len(set(chosen)) == len(chosen)
    assert not chosen or (len(met) == comb(bots, 2) and len(set(met.values())) == 1)


@pytest.mark.parametrize("bots", [7, 8, 13, 16, 20, 25, 40, 64])
@pytest.mark.parametrize("players", [3, 4])
def test_a_sample_is_found(bots: int, players: int) -> None:
    found = schedule(bots, players, max_lineups=min(bots * bots, comb(bots, players))).events[0].lineups
    assert len(set(pairs(list(found)).values())) == 1


def test_where_no_sample_is_small_enough_the_limit_is_named() -> None:
    with pytest.raises(ConfigError, match=r"max_lineups: .* 5 line-ups are too few .* there are 10 in all\."):
        _ = schedule(5, 2, max_lineups=5).events[0].lineups


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (2, 4), (3, 4)])
def test_fewer_bots_than_seats_fill_up_evenly(bots: int, players: int) -> None:
    lineups = schedule(bots, players).events[0].lineups
    seats = Counter(name for lineup in lineups for name in lineup)
    assert len(set(seats.values())) == 1
    assert all(max(Counter(lineup).values()) - min(Counter(lineup).values()) <= 1 for lineup in lineups)
    assert filled_up(["x", "y"], 3) == [("x", "x", "y"), ("x", "y", "y")]


@pytest.mark.parametrize(
    ("bots", "players", "limit"), [(5, 3, 1000), (9, 4, 20), (12, 3, 30), (3, 4, 1000), (9, 2, 1000)]
)
def test_a_gauntlet_seats_the_newcomer_always_and_all_others_equally(bots: int, players: int, limit: int) -> None:
    lineups = schedule(bots, players, format=GAUNTLET, newcomer="b1", max_lineups=limit).events[0].lineups
    assert 0 < len(lineups) <= limit
    assert all(lineup.count("b1") == 1 for lineup in lineups)
    met = Counter(name for lineup in lineups for name in lineup if name != "b1")
    assert len(met) == bots - 1
    assert len(set(met.values())) == 1


@pytest.mark.parametrize("seatings", [ROTATIONS, PERMUTATIONS])
@pytest.mark.parametrize(("bots", "players"), [(4, 2), (5, 3), (4, 4), (2, 4), (3, 4)])
def test_in_every_block_every_bot_has_every_seat_equally_often(bots: int, players: int, seatings: str) -> None:
    for block in schedule(bots, players, seatings=seatings, deals=3):
        seats = Counter((name, seat) for game in block.seatings for seat, name in enumerate(game.lineup))
        for name in {name for name, _ in seats}:
            assert len({seats[name, seat] for seat in range(players)}) == 1
        assert len({game.lineup for game in block.seatings}) == len(block.seatings)
        assert [game.rotation for game in block.seatings] == list(range(len(block.seatings)))


def test_who_sits_behind_whom_takes_turns() -> None:
    seen = {block.seatings[0].lineup for block in schedule(4, 4, deals=6)}
    assert len(seen) == 6


def test_all_lineups_of_a_deal_share_its_seed_and_no_other_deal_has_it() -> None:
    seeds: dict[int, set[int]] = {}
    for block in schedule(5, 2, deals=50):
        seeds.setdefault(block.deal, set()).add(block.seed)
    assert all(len(shared) == 1 for shared in seeds.values())
    assert len(set.union(*seeds.values())) == 50
    assert next(iter(schedule(5, 2))).seed == next(iter(schedule(5, 2, seed=1))).seed  # the seed of the analysis
    assert next(iter(Schedule(schedule(5, 2).config, Secret.draw()))).seed != next(iter(schedule(5, 2))).seed
    assert next(iter(schedule(5, 2))).seed == next(iter(schedule(3, 3))).seed


@given(st.sets(st.tuples(st.integers(0, 29), st.integers(0, 2))))
def test_what_remains_and_what_is_finished_make_up_the_whole(finished: set[tuple[int, int]]) -> None:
    whole = schedule(5, 3, deals=3)
    left = [(game.block, game.rotation) for block in whole.remaining(finished) for game in block.seatings]
    every = [(game.block, game.rotation) for block in whole for game in block.seatings]
    assert left == [key for key in every if key not in finished]
    assert whole.games == len(every)


@pytest.mark.parametrize(("bots", "players"), [(2, 4), (3, 4), (5, 3), (2, 2)])
@pytest.mark.parametrize("deals", [1, 5, 7, 13])
def test_the_number_of_games_is_known_beforehand(bots: int, players: int, deals: int) -> None:
    whole = schedule(bots, players, deals=deals)
    assert whole.games == sum(len(block.seatings) for block in whole)
    numbers = [whole.game_number(game.block, game.rotation) for block in whole for game in block.seatings]
    assert numbers == sorted(set(numbers))


def test_a_large_schedule_starts_at_once() -> None:
    huge = schedule(40, 4, deals=1_000_000)
    assert [block.index for block in islice(huge, 3)] == [0, 1, 2]
    assert huge.games == len(huge) * 4
