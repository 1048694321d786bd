"""Fields made to mislead a board: cycles, clones, groups that never meet, bots that met only through a third."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.play.records import GameRecord
from arena.rating.plackett_luce import ELO
from arena.rating.standings import Standings, examine
from tests.arena.simulated import game


def board(chances: dict[tuple[str, str], float], deals: int = 60, seed: int = 1) -> Standings:
    """Each two bots play every deal from both seats; the chance is that of the first."""
    rng = np.random.default_rng(seed)
    records: list[GameRecord] = []
    for deal in range(deals):
        for (one, other), chance in chances.items():
            for lineup in ((one, other), (other, one)):
                wins = rng.random() < (chance if lineup[0] == one else 1 - chance)
                played = game(len(records), lineup, (1, 2) if wins else (2, 1))
                records.append(replace(played, seed=deal))
    return examine(records).standings


def places(standings: Standings) -> dict[str, tuple[int, int]]:
    return {line.name: line.place for line in standings.lines}


def test_a_cycle_has_no_best_bot() -> None:
    cycle = {("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "a"): 0.9}
    found = board({**cycle, ("a", "z"): 0.95, ("b", "z"): 0.95, ("c", "z"): 0.95})
    assert places(found) == {"a": (1, 3), "b": (1, 3), "c": (1, 3), "z": (4, 4)}
    assert all(line.lottery > 0.2 for line in found.lines if line.name != "z")


def test_clones_share_their_places_and_take_none_from_others() -> None:
    clones = {("a1", "a2"): 0.5, ("a1", "a3"): 0.5, ("a2", "a3"): 0.5}
    found = board({**clones, ("a1", "b"): 0.7, ("a2", "b"): 0.7, ("a3", "b"): 0.7})
    assert places(found) == {"a1": (1, 3), "a2": (1, 3), "a3": (1, 3), "b": (4, 4)}


def test_groups_that_never_met_are_not_ranked_against_each_other() -> None:
    found = board({("a", "b"): 0.7, ("x", "y"): 0.9})
    assert places(found) == {"a": (1, 3), "x": (1, 3), "b": (2, 4), "y": (2, 4)}
    assert {line.name for line in found.lines if line.rating is None} == {"x", "y"}
    assert any("never met" in note for note in found.notes)
    assert any(note.startswith("x, y have met no rated bot") for note in found.notes)


def test_bots_that_met_only_a_loser_are_not_told_apart() -> None:
    found = board({("a", "low"): 1.0, ("b", "low"): 1.0})
    assert places(found) == {"a": (1, 2), "b": (1, 2), "low": (3, 3)}
    assert all(line.rating is None for line in found.lines)


def drawn_deals(deals: int, won: int) -> Standings:
    """On every deal each bot wins a game, but for so many that bot a wins whole."""
    games = [game(deal, ("a", "b") if seating == 0 else ("b", "a"), (1, 2) if seating == 0 or deal >= won else (2, 1),
                  seating) for deal in range(deals) for seating in range(2)]  # fmt: skip
    return examine(games).standings


@pytest.mark.parametrize("won", [0, 1, 3])
def test_deals_that_all_say_the_same_do_not_make_certain(won: int) -> None:
    found = drawn_deals(24, won)
    assert places(found) == {"a": (1, 2), "b": (1, 2)}
    unseen = 1 - 0.025 ** (1 / 24)
    wholly = ELO * np.log((1 + unseen) / (1 - unseen))  # the lead if all deals that may be unseen went to one bot
    estimates = {"lead": found.leads[0][1], "rating": found.lines[0].rating}
    for what, estimate in estimates.items():
        assert estimate is not None
        assert estimate.interval is not None
        low, high = estimate.interval
        least = 0.95 * wholly if what == "lead" else 0.45 * wholly
        assert high - estimate.value > least
        assert estimate.value - low > least
    share = found.pairs[0][1]
    assert share is not None
    assert share.interval is not None
    assert share.value - share.interval[0] > 0.05
    assert share.interval[1] - share.value > 0.05


def test_a_lead_that_is_claimed_has_an_interval_above_zero() -> None:
    games = [replace(game(4 * deal + number, ("a", "b"), (1, 2) if number else (2, 1)), seed=deal)
             for deal in range(8) for number in range(4)]  # fmt: skip
    found = examine(games).standings
    assert places(found) == {"a": (1, 1), "b": (2, 2)}
    lead = found.leads[0][1]
    assert lead is not None
    assert lead.interval == (0, pytest.approx(2 * lead.value))
