"""Many games side by side: every slot is the game that Python would have played."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest

import core
from core import Game, State
from core.errors import ArenaError, BadBuffer, BadOption, IllegalAction, WrongGame
from core.vector import VectorGame, episode_seed
from tests.support import label, load, option_sets

ARRAYS = ("observations", "movers", "legal", "counts", "rewards", "dones", "features")


@pytest.fixture(params=option_sets(), ids=label, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture
def small() -> Game:
    return core.load("connect_four")


def choose(vector: VectorGame, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int32]]:
    """A random legal id for every slot, -1 where there is none."""
    picks = (rng.random(vector.batch) * np.maximum(vector.counts, 1)).astype(np.int64)
    return vector.legal[np.arange(vector.batch), picks]


def snapshot(vector: VectorGame) -> dict[str, Any]:
    arrays = {name: getattr(vector, name) for name in ARRAYS}
    return {name: array.copy() for name, array in arrays.items() if array is not None}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name in one:
        assert np.array_equal(one[name], other[name]), name


def assert_slot_shows(vector: VectorGame, i: int, state: State, last_mover: int) -> None:
    assert vector.state(i) == state
    mover = state.to_move
    assert vector.movers[i] == (-1 if mover is None else mover)
    view = state.view(last_mover if mover is None else mover)
    assert np.array_equal(vector.observations[i], view.observation())
    ids = [state.game.action_id(action) for action in state.legal()]
    assert vector.counts[i] == len(ids)
    assert vector.legal[i].tolist() == ids + [-1] * (state.game.max_actions - len(ids))
    if vector.features is not None:
        assert np.array_equal(vector.features[i, : len(ids)], state.action_features())
        assert not vector.features[i, len(ids) :].any()


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_every_slot_is_the_game_python_plays(game: Game, autoreset: Any) -> None:
    seeds = [5, 6, 1 << 63]
    vector = VectorGame(game, 3, seeds, autoreset=autoreset, features=True)
    states = [game.new(seed) for seed in seeds]
    rng, episodes, ended = np.random.default_rng(1), [0] * 3, 0
    for step in range(12_000):
        ids = choose(vector, rng)
        vector.step(ids)
        for i, state in enumerate(states):
            mover = state.to_move
            if mover is None and autoreset == "disabled":
                continue
            if mover is None:
                episodes[i] += 1
                states[i] = game.new(episode_seed(seeds[i], episodes[i]))
                assert not vector.rewards[i].any()
                assert not vector.dones[i]
                assert_slot_shows(vector, i, states[i], 0)
                continue
            state.apply(game.action_of(ids[i]))
            assert vector.dones[i] == state.is_over
            assert vector.rewards[i].any() == (state.is_over and (game.players == 1 or len(set(state.ranks())) > 1))
            ended += state.is_over
            if state.is_over and autoreset == "same_step":
                episodes[i] += 1
                states[i] = game.new(episode_seed(seeds[i], episodes[i]))
            if step % 7 == 0 or states[i].is_over:
                assert_slot_shows(vector, i, states[i], mover)
        if autoreset == "disabled" and vector.dones.all():
            before = snapshot(vector)
            vector.reset(np.array([True, False, True]))
            assert [vector.episode(i) for i in range(3)] == [1, 0, 1]
            assert vector.state(0) == game.new(episode_seed(5, 1))
            assert np.array_equal(vector.observations[1], before["observations"][1])
            break
        if ended > 5:
            break
    assert ended >= 3


def test_numbers_stay_within_about_1_over_long_games(game: Game) -> None:
    vector = VectorGame(game, 32, range(32), features=True)
    rng, most = np.random.default_rng(6), 0.0
    for _ in range(600):
        vector.step(choose(vector, rng))
        most = max(most, float(np.abs(vector.observations).max()))
    assert most <= 2
    assert np.abs(vector.features).max() <= 2


def test_two_threads_play_what_one_plays(game: Game) -> None:
    one = VectorGame(game, 9, range(9))
    two = VectorGame(game, 9, range(9), threads=2)
    rng = np.random.default_rng(2)
    for _ in range(300):
        ids = choose(one, rng)
        one.step(ids)
        two.step(ids)
        assert_same(snapshot(one), snapshot(two))
    two.close()


def test_the_same_ids_replay_the_same_games(game: Game) -> None:
    vector = VectorGame(game, 4, [3, 1, 4, 1])
    first, rng, history = snapshot(vector), np.random.default_rng(3), []
    for _ in range(400):
        history.append(choose(vector, rng))
        vector.step(history[-1])
    last = snapshot(vector)
    vector.reset()
    assert_same(snapshot(vector), first)
    for ids in history:
        vector.step(ids)
    assert_same(snapshot(vector), last)


def test_an_illegal_id_names_slot_and_step_and_changes_nothing(game: Game) -> None:
    vector = VectorGame(game, 5, range(5))
    rng = np.random.default_rng(4)
    for _ in range(3):
        vector.step(choose(vector, rng))
    before, states = snapshot(vector), [vector.state(i) for i in range(5)]
    never_now = [i for i in range(game.action_count) if i not in vector.legal[3]][:2]
    for wrong in (-1, game.action_count, 1 << 30, *never_now):
        ids = choose(vector, rng)
        ids[3] = wrong
        with pytest.raises(IllegalAction, match="slot 3, step 4: "):
            vector.step(ids)
        assert_same(snapshot(vector), before)
        assert [vector.state(i) for i in range(5)] == states


def test_what_is_legal_cannot_be_talked_into_by_the_shown_list(small: Game) -> None:
    vector = VectorGame(small, 1, [1])
    for _ in range(6):
        vector.step(np.array([0 if vector.steps % 2 else 1], np.int32))
    full = np.array([3], np.int32)
    for _ in range(3):
        vector.load(0, small.from_dict({"board": ["...x...", "...o...", "...x...", "...o...", "...x...", "...o..."]}))
        vector.legal[0, 0] = 3
        with pytest.raises(IllegalAction):
            vector.step(full)


def test_rewards(small: Game) -> None:
    won = {"board": ["......."] * 5 + ["xxx.ooo"]}
    for reward, paid in (("rank", [1, -1]), ("win", [1, 0]), ("score", [2, 0])):
        vector = VectorGame(small, 1, [1], reward=reward)  # type: ignore[arg-type]
        vector.load(0, small.from_dict(won))
        vector.step(np.array([3], np.int32))
        assert vector.dones[0]
        assert vector.movers[0] == -1
        assert vector.rewards[0].tolist() == paid
        vector.step(np.array([-1], np.int32))
        assert vector.rewards[0].tolist() == [0, 0]
        assert not vector.dones[0]
        assert vector.state(0) == small.new(episode_seed(1, 1))


def test_ranks_pay_by_how_many_are_beaten() -> None:
    game = core.load("ganymede", players=4)
    vector = VectorGame(game, 16, range(16), autoreset="disabled")
    rng, seen = np.random.default_rng(5), 0
    while not vector.dones.all():
        running = ~vector.dones
        vector.step(choose(vector, rng))
        for i in np.flatnonzero(vector.dones & running):
            ranks = np.array(vector.state(int(i)).ranks())
            expected = [(np.sum(ranks > rank) - np.sum(ranks < rank)) / 3 for rank in ranks]
            assert vector.rewards[i] == pytest.approx(expected)
            assert vector.rewards[i].sum() == pytest.approx(0, abs=1e-6)
            seen += 1
    assert seen == 16


def test_arrays_may_be_the_callers(small: Game) -> None:
    given = {
        "observations": np.empty((2, small.observation_size), np.float32),
        "legal": np.empty((2, small.max_actions), np.int32),
        "dones": np.empty(2, bool),
    }
    vector = VectorGame(small, 2, [1, 2], buffers=given)
    assert vector.observations is given["observations"]
    vector.step(np.array([0, 1], np.int32))
    assert_same(snapshot(vector), snapshot_after(VectorGame(small, 2, [1, 2]), [0, 1]))
    wrong: Any
    for name, wrong in (
        ("observations", np.empty((2, 3), np.float32)),
        ("observations", np.empty((2, small.observation_size))),
        ("legal", np.empty((small.max_actions, 2), np.int32).T),
        ("dones", np.empty(2, np.uint8)),
        ("dones", [False, False]),
        ("nothing", np.empty(2)),
        ("features", np.empty(2)),
    ):
        with pytest.raises(BadBuffer):
            VectorGame(small, 2, [1, 2], buffers={name: wrong})


def snapshot_after(vector: VectorGame, ids: list[int]) -> dict[str, Any]:
    vector.step(np.array(ids, np.int32))
    return snapshot(vector)


def test_a_refused_array_leaves_the_others_alone(small: Game) -> None:
    mine = np.full((2, small.max_actions), 9, np.int32)
    with pytest.raises(BadBuffer):
        VectorGame(small, 2, [1, 2], buffers={"legal": mine, "movers": np.zeros(3, np.int8)})
    assert (mine == 9).all()


def test_bad_input_is_one_sentence(small: Game) -> None:
    bad: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
        ((0, []), {}, "batch: it is a whole number from 1"),
        ((-1, []), {}, "batch"),
        ((1.5, []), {}, "batch"),
        ((2, [1]), {}, "seeds: there is one for each of the 2 slots, not 1."),
        ((2, [1, 2, 3]), {}, "seeds: there is one"),
        ((2, [1, -1]), {}, r"seeds\[1\]"),
        ((2, [1, 1 << 64]), {}, r"seeds\[1\]"),
        ((1, ["1"]), {}, r"seeds\[0\]"),
        ((1, 5), {}, "seeds: it is a list"),
        ((1, [1]), {"threads": 0}, "threads"),
        ((1, [1]), {"reward": "gold"}, "reward: it is rank, score or win, not 'gold'."),
        ((1, [1]), {"autoreset": "later"}, "autoreset"),
        ((1, [1]), {"buffers": [1]}, "buffers"),
    ]
    for given, named, message in bad:
        with pytest.raises((BadOption, BadBuffer), match=message) as caught:
            VectorGame(small, *given, **named)
        assert "\n" not in str(caught.value)


def test_bad_ids_masks_and_states_are_refused(small: Game) -> None:
    vector = VectorGame(small, 2, [1, 2])
    before = snapshot(vector)
    wrong: Any
    for wrong in (np.zeros(2), np.zeros(3, np.int32), np.zeros(4, np.int32)[::2], [0, 0], None, np.zeros(2, np.int64)):
        with pytest.raises(BadBuffer, match="ids: it is a contiguous numpy array of int32"):
            vector.step(wrong)
    for wrong in (np.zeros(2), [True, False], np.zeros(3, bool)):
        with pytest.raises(BadBuffer, match="mask"):
            vector.reset(wrong)
    for wrong in (-1, 2, "x", None):
        with pytest.raises(ArenaError, match="there is no slot"):
            vector.state(wrong)
    with pytest.raises(WrongGame):
        vector.load(0, core.load("ganymede").new(1))
    assert_same(snapshot(vector), before)
    finished = VectorGame(small, 1, [1], autoreset="disabled")
    finished.load(0, small.from_dict({"board": ["......."] * 4 + ["ooo....", "xxxx..."]}))
    with pytest.raises(IllegalAction, match="the game there is over"):
        finished.step(np.array([0], np.int32))
    finished.step(np.array([-1], np.int32))


def test_only_the_slots_of_a_mask_move(small: Game) -> None:
    vector = VectorGame(small, 3, range(3), threads=2)
    other = VectorGame(small, 3, range(3))
    before = snapshot(vector)
    vector.step(np.array([99, 2, -1], np.int32), np.array([False, True, False]))
    after, all_moved = snapshot(vector), snapshot_after(other, [2, 2, 2])
    for name in before:
        for i, expected in enumerate((before, all_moved, before)):
            assert np.array_equal(after[name][i], expected[name][i]), name
    for wrong in (np.array([True, False]), [True] * 3, np.ones(3)):
        with pytest.raises(BadBuffer, match="mask"):
            vector.step(np.zeros(3, np.int32), wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="slot 0, step 2"):
        vector.step(np.array([99, 2, 2], np.int32), np.array([True, True, False]))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_steps_on_without_the_threads(small: Game) -> None:
    for _ in range(100):  # now and then a thread holds the lock while the process forks
        vector = VectorGame(small, 40, range(40), threads=3)
        vector.step(np.zeros(40, np.int32))
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            vector.step(np.ones(40, np.int32))
            vector.close()
            os._exit(0 if (vector.steps, vector.movers[39]) == (2, 0) else 1)
        assert os.waitpid(child, 0)[1] == 0
        vector.step(np.ones(40, np.int32))
        assert vector.movers[39] == 0


def test_steps_go_on_after_close(small: Game) -> None:
    vector = VectorGame(small, 3, range(3), threads=2)
    vector.close()
    vector.close()
    assert_same(snapshot_after(vector, [0, 1, 2]), snapshot_after(VectorGame(small, 3, range(3)), [0, 1, 2]))
