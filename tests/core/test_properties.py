"""What every game must keep, whatever its rules. Games and their option sets are found, not listed."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from core.errors import BadAction, BadBytes, BadPlayers, IllegalAction, WrongGame
from tests.support import (
    chi_square_is_plausible,
    conformance,
    decisions,
    label,
    leaves,
    load,
    option_sets,
    random_play,
    snapshots,
)

SAMPLES = 3000


@pytest.fixture(params=option_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_a_copy_is_equal_and_independent(game: Game) -> None:
    for state in snapshots(game, 1, 8):
        before = bytes(state)
        twin = state.copy()
        assert twin == state
        assert hash(twin) == hash(state)
        twin.playout(5)
        assert bytes(state) == before
        assert state.is_over or twin != state


def test_playouts_leave_the_state_alone(game: Game) -> None:
    state = game.new(3)
    before = bytes(state)
    assert state.playouts(2, 7) > 0
    assert bytes(state) == before


def test_bytes_and_dicts_restore_every_state_of_a_game(game: Game) -> None:
    for step, state in enumerate(random_play(game, 2)):
        assert game.from_bytes(bytes(state)) == state
        if step % 3 == 0 or state.is_over:
            described = json.loads(json.dumps(state.to_dict()))
            assert described == state.to_dict()
            assert game.from_dict(described) == state


def test_pickles_restore_games_states_and_views(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) == game
    for state in snapshots(game, 4, 5):
        assert pickle.loads(pickle.dumps(state)) == state
        for seat in range(game.players):
            view = state.view(seat)
            assert pickle.loads(pickle.dumps(view)) == view


def test_names_parse_back_and_are_unique(game: Game) -> None:
    for state in random_play(game, 5):
        legal, names = state.legal(), state.names()
        assert len({name.lower() for name in names}) == len(legal)
        assert names == [" ".join(name.split()) for name in names]
        for action, name in zip(legal[:20], names[:20], strict=True):
            assert state.name(action) == name
            assert state.parse(f"  {name.upper()} ") == action
    with pytest.raises(BadAction):
        game.new(1).parse("no such thing")


def test_legal_actions_are_distinct_and_there_until_the_end(game: Game) -> None:
    for seed in range(3):
        decisions = -1
        for state in random_play(game, seed):
            decisions += 1
            legal = state.legal()
            assert len(set(legal)) == len(legal) <= game.max_actions
            assert bool(legal) != state.is_over
        assert decisions <= game.max_decisions


def test_a_finished_game_stays_finished(game: Game) -> None:
    state = game.new(6)
    state.playout(6)
    assert state.is_over
    assert state.to_move is None
    assert state.legal() == []
    with pytest.raises(IllegalAction):
        state.apply(0)


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Game) -> None:
    rng = Random(8)
    for state in snapshots(game, 8, 12):
        legal, before = set(state.legal()), bytes(state)
        tries = {rng.getrandbits(32) for _ in range(10)} | {0, 1, 0xFFFFFFFF, 1 << 32, -1}
        tries |= {action ^ (1 << bit) for action in list(legal)[:6] for bit in range(32)}
        for action in tries - legal:
            with pytest.raises(IllegalAction):
                state.apply(action)
        for thing in (None, "0", 1.5):
            with pytest.raises(IllegalAction):
                state.apply(thing)  # type: ignore[arg-type]
        assert bytes(state) == before


def test_a_list_of_actions_is_applied_whole_or_not_at_all(game: Game) -> None:
    state, actions, rng = game.new(9), [], Random(9)
    for _ in range(6):
        actions.append(rng.choice(state.legal()))
        state.apply(actions[-1])
        if state.is_over:
            break
    again = game.new(9)
    again.apply_all(actions)
    assert again == state == game.replay(9, actions)
    with pytest.raises(IllegalAction, match=f"action {len(actions) + 1} of the list"):
        game.replay(9, [*actions, 0xFFFFFFFF])
    start = game.new(9)
    with pytest.raises(IllegalAction):
        start.apply_all([*actions, 0xFFFFFFFF])
    assert start == game.new(9)


REPLAY = """
import json, sys, core
for name, options, seed, actions in json.load(sys.stdin):
    print(bytes(core.load(name, **options).replay(seed, actions)).hex())
"""


def test_a_replay_is_bit_identical_in_another_process() -> None:
    jobs, expected = [], []
    for name, options in option_sets():
        game, rng, actions = core.load(name, **options), Random(11), []
        state = game.new(11)
        for _ in decisions(state):
            actions.append(rng.choice(state.legal()))
            state.apply(actions[-1])
        jobs.append((name, options, 11, actions))
        expected.append(bytes(state).hex())
    answer = subprocess.run(
        [sys.executable, "-c", REPLAY], input=json.dumps(jobs), capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == expected


def test_ranks_agree_with_scores(game: Game) -> None:
    for seed in range(20):
        state = game.new(seed)
        state.playout(seed)
        scores, ranks = state.scores(), state.ranks()
        assert len(scores) == len(ranks) == game.players
        if game.players == 1:  # won or lost
            assert ranks[0] in (1, 2)
            continue
        assert min(ranks) == 1
        for rank in ranks:
            assert rank == 1 + sum(other < rank for other in ranks)
        standing = list(zip(scores, ranks, strict=True))
        if getattr(conformance(game.name), "WINNER_MAY_TRAIL", False) and ranks.count(1) == 1:
            standing.pop(ranks.index(1))
        for mine, my_rank in standing:
            assert all(my_rank < rank for score, rank in standing if mine > score)


def test_nothing_is_lost_or_doubled(game: Game) -> None:
    conserved = conformance(game.name).conserved
    for seed in (12, 13):
        start = conserved(game.new(seed).to_dict())
        for step, state in enumerate(random_play(game, seed)):
            if step % 5 == 0 or state.is_over:
                assert conserved(state.to_dict()) == start


def test_a_view_shows_only_what_the_seat_may_know(game: Game) -> None:
    for state in snapshots(game, 14, 12):
        for seat in range(game.players):
            view = state.view(seat)
            assert view.seat == seat
            assert view.legal() == (state.legal() if state.to_move == seat else [])
            assert view.to_move == state.to_move
            for seed in range(4):
                other = view.sample(seed).view(seat)
                assert other == view
                assert pickle.dumps(other) == pickle.dumps(view)
                assert other.to_dict() == view.to_dict()
                assert str(other) == str(view)
                assert other.names() == view.names()
    with pytest.raises(BadPlayers):
        game.new(1).view(game.players)


def test_a_sample_is_a_state_that_keeps_what_is_known(game: Game) -> None:
    for state in snapshots(game, 15, 12):
        for seat in range(game.players):
            for seed in range(3):
                sample = state.view(seat).sample(seed)
                assert game.from_bytes(bytes(sample)) == sample
                assert sample.to_move == state.to_move
                if state.to_move == seat:
                    assert sample.legal() == state.legal()
                assert sample == state.view(seat).sample(seed)
                sample.playout(seed)
                assert sample.is_over


def test_samples_have_the_right_frequencies(game: Game) -> None:
    for name, view, category, expected in conformance(game.name).chances(game):
        counts = Counter(category(view.sample(seed)) for seed in range(SAMPLES))
        assert chi_square_is_plausible(counts, expected), f"{name}: {counts} against {expected}"


def test_the_same_deal_stays_the_same_deal(game: Game) -> None:
    """Whoever draws it, the k-th card of a pile is its k-th card: two games of one deal never see different orders."""
    piles = conformance(game.name).piles
    for seed in (16, 17):
        longest: dict[str, list[Any]] = {}
        for moves in range(3):
            state, rng = game.new(seed), Random(moves)
            for _ in decisions(state):
                for name, pile in piles(state.to_dict()).items():
                    known = longest.setdefault(name, pile)
                    if len(pile) > len(known):
                        known, pile = pile, known
                        longest[name] = known
                    assert known[len(known) - len(pile) :] == pile, name
                state.apply(rng.choice(state.legal()))


def test_a_seed_decides_the_deal(game: Game) -> None:
    assert game.new(1) == game.new(1)
    if conformance(game.name).piles(game.new(1).to_dict()):
        assert game.new(1) != game.new(2)
    for seed in (-1, 1 << 64, "1", None):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            game.new(seed)  # type: ignore[arg-type]


def test_bytes_of_something_else_are_refused(game: Game) -> None:
    state = game.new(1)
    saved = bytes(state)
    for damaged in (b"", b"ARNA", saved[:-1], saved + b"\0", b"x" + saved[1:], saved[:-1] + bytes([saved[-1] ^ 1])):
        with pytest.raises(BadBytes):
            game.from_bytes(damaged)
    with pytest.raises(BadBytes, match="a view"):
        game.from_bytes(bytes(state.view(0)))
    with pytest.raises(BadBytes, match="a state"):
        game.view_from_bytes(saved)
    assert game.view_from_bytes(bytes(state.view(0))) == state.view(0)
    with pytest.raises(BadBytes, match="not str"):
        game.from_bytes("x")  # type: ignore[arg-type]


def test_states_of_different_games_do_not_mix() -> None:
    states = [load(case).new(1) for case in option_sets()]
    for one in states:
        for other in states:
            if one is other:
                continue
            assert one != other
            with pytest.raises(WrongGame):
                one.game.from_bytes(bytes(other))
            with pytest.raises(WrongGame):
                one.game.from_dict(other.to_dict())


def test_the_board_is_text_for_a_terminal(game: Game) -> None:
    for state in snapshots(game, 18, 4):
        for shown in (str(state), *(str(state.view(seat)) for seat in range(game.players))):
            assert shown.strip()
            assert max(len(line) for line in shown.splitlines()) <= 120
            assert all(char.isprintable() for char in shown.replace("\n", ""))


def test_evaluate_expects_what_has_been_scored_at_the_end(game: Game) -> None:
    state: State = game.new(19)
    state.playout(19)
    for seat in range(game.players):
        assert state.evaluate(seat) == pytest.approx(state.scores()[seat])


def test_evaluate_tells_actions_apart(game: Game) -> None:
    """A player that looks one action ahead must find something to choose by."""
    chosen = [state for seed in (20, 21) for state in snapshots(game, seed, 25) if len(state.legal()) > 1]
    telling = [state for state in chosen if len(worths(state)) > 1]
    assert len(telling) >= len(chosen) / 4, f"evaluate is the same after every action in most positions of {game.name}"


def worths(state: State) -> set[float]:
    """What the position is worth to the mover after each of the legal actions that do not end the game."""
    assert state.to_move is not None
    found = set()
    for action in state.legal():
        following = state.copy()
        following.apply(action)
        if not following.is_over:
            found.add(following.evaluate(state.to_move))
    return found


def test_chance_does_not_repeat_itself(game: Game) -> None:
    """Dice that fall alike in every round: one value in a place of the view where each time others were likely."""
    constant: dict[Any, Any] = {}
    likelihood: dict[Any, float] = {}
    for truth, others in outcomes(game, 22):
        for path in set(truth).union(*others):
            value = truth.get(path)
            alike = sum(other.get(path) == value for other in others)
            if alike < len(others):
                expected = (1 + alike) / (1 + len(others)) if constant.setdefault(path, value) == value else math.inf
                likelihood[path] = likelihood.get(path, 1.0) * expected
    assert all(chance > 1e-7 for chance in likelihood.values()), {
        path: constant[path] for path, chance in likelihood.items() if chance <= 1e-7
    }


def outcomes(game: Game, seed: int) -> Iterator[tuple[dict[Any, Any], list[dict[Any, Any]]]]:
    """What the mover sees after each of the first decisions of a random game, and what it might have seen instead."""
    state, rng = game.new(seed), Random(seed)
    for _ in islice(decisions(state), 200):
        mover, action = state.to_move, rng.choice(state.legal())
        assert mover is not None
        samples = [state.view(mover).sample(number) for number in range(5)]
        seen = []
        for world in (state, *samples):
            world.apply(action)
            seen.append(leaves(world.view(mover).to_dict()))
        yield seen[0], seen[1:]
