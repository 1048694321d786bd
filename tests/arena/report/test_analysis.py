"""Where a game was won: the sums, exactly."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import core
from arena.play.records import PlayedGame
from arena.report.analysis import ONE, NoRivals, analyse, first_places, millionths
from tests.arena.report.games import played_game
from tests.arena.tables import strange

SOME = 60  # iterations: the sums do not depend on them


@pytest.mark.parametrize(("name", "players"), [("airlock", 4), ("connect_four", 2), ("ganymede", 4)])
def test_choices_and_luck_add_up_to_the_result_exactly(name: str, players: int) -> None:
    game, played = played_game(name, players)
    found = analyse(game, played, SOME)
    for it in found.balances():
        assert it.start + it.own + it.others + it.luck + it.faults == it.result
    assert sum(found.result) == ONE
    assert found.result == first_places(played.record.ranks)
    for decision in found.decisions:
        assert sum(decision.before) == sum(decision.after) == ONE
        assert sum(decision.choice) == sum(decision.luck) == 0


def test_the_chain_goes_from_each_decision_to_the_next_one_with_a_choice() -> None:
    game, played = played_game("airlock", 3)
    found = analyse(game, played, SOME).decisions
    for it, following in pairwise(found):
        assert tuple(a + b for a, b in zip(it.after, it.luck, strict=True)) == following.before
    state, choices = game.new(played.record.seed), []
    for number, action in enumerate(played.actions):
        choices += [(number, state.to_move, state.name(action))] if len(state.legal()) > 1 else []
        state.apply(action)
    assert [(it.decision, it.seat, it.words) for it in found] == choices


def test_the_same_game_gives_the_same_analysis_and_tells_how_far_it_is() -> None:
    game, played = played_game("connect_four", 2)
    heard: list[tuple[int, int]] = []
    first = analyse(game, played, SOME, lambda done, of: heard.append((done, of)))
    assert first == analyse(game, played, SOME)
    assert heard[-1] == (len(first.decisions), len(first.decisions))


def test_what_a_fault_did_is_counted_by_itself() -> None:
    game, played = played_game("airlock", 2, strange("Raises"), "random")
    won = replace(played.record, ranks=(2, 1) if played.record.faults[0].seat == 0 else (1, 2))
    found = analyse(game, PlayedGame(won, played.actions, played.final), SOME)
    by_the_game = first_places(game.replay(won.seed, played.actions).ranks())
    assert [it.faults for it in found.balances()] == [a - b for a, b in zip(found.result, by_the_game, strict=True)]
    for it in found.balances():
        assert it.start + it.own + it.others + it.luck + it.faults == it.result


def test_a_blunder_is_a_mistake() -> None:
    """Seat 0 could win at once with column 4, plays elsewhere, and seat 1 wins."""
    game = core.load("connect_four")
    actions = (3, 0, 3, 0, 3, 0, 6, 0)
    end = game.replay(1, actions)
    assert end.is_over
    _, any_game = played_game("connect_four", 2)
    record = replace(any_game.record, seed=1, ranks=tuple(end.ranks()), decisions=len(actions))
    found = analyse(game, PlayedGame(record, actions, b""), 2000)
    worst = found.mistakes()[0]
    assert (worst.decision, worst.seat, worst.words) == (6, 0, "column 7")
    assert worst.alternative is not None
    assert worst.alternative.words == "column 4"
    assert worst.lost > 0.3 * ONE


def test_millionths_add_up() -> None:
    assert sum(millionths([1 / 3, 1 / 3, 1 / 3])) == ONE
    assert first_places([1, 1, 3]) == (500_000, 500_000, 0)


def test_one_seat_has_no_rivals() -> None:
    game = core.load("on_mars", 1)
    _, played = played_game("connect_four", 2)
    with pytest.raises(NoRivals, match="no rivals"):
        analyse(game, played, SOME)
