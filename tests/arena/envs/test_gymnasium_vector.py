"""Many games for one seat, in each of Gymnasium's autoreset modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import core
from arena.envs.gymnasium_vector import SeatVectorEnv
from core.errors import ArenaError, IllegalAction

SHORT: dict[str, dict[str, Any]] = {"starfarers": {"max_rounds": 3}, "on_mars": {"round_cap": 2}}
SLOTS = 5


def pick(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    picks = (rng.random(SLOTS) * np.maximum(infos["counts"], 1)).astype(int)
    return infos["legal"][np.arange(SLOTS), picks]


def assert_shows_the_seat(envs: SeatVectorEnv, observations: Any, infos: dict[str, Any]) -> None:
    assert envs.observation_space.contains(observations)
    for slot in range(SLOTS):
        state = envs.vector.state(slot)
        assert state.to_move in (envs.seat, None)
        view = state.view(envs.seat)
        assert np.array_equal(observations[slot], view.observation())
        assert infos["legal"][slot, : infos["counts"][slot]].tolist() == view.legal_ids().tolist()


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", core.games())
def test_every_slot_is_the_game_of_one_seat(name: str, mode: AutoresetMode) -> None:
    players = core.game_class(name).SEATS[1]
    envs = SeatVectorEnv(name, SLOTS, players, seat=1, autoreset_mode=mode, **SHORT.get(name, {}))
    assert envs.metadata["autoreset_mode"] == mode
    rng, over, ended = np.random.default_rng(1), np.zeros(SLOTS, bool), 0
    observations, infos = envs.reset(seed=4)
    for _ in range(400):
        assert_shows_the_seat(envs, observations, infos)
        episodes = [envs.vector.episode(i) for i in range(SLOTS)]
        observations, rewards, done, cut, infos = envs.step(pick(infos, rng))
        assert not cut.any()
        assert not (rewards[~done]).any()
        assert (np.abs(rewards) <= 1).all()
        assert not (done & over).any(), "a game ends once"
        begun = over if mode == AutoresetMode.NEXT_STEP else done if mode == AutoresetMode.SAME_STEP else 0 * over
        assert [envs.vector.episode(i) for i in range(SLOTS)] == (np.array(episodes) + begun).tolist()
        if mode == AutoresetMode.SAME_STEP and done.any():
            assert [row is not None for row in infos["final_obs"]] == infos["_final_obs"].tolist() == done.tolist()
            assert not np.array_equal(infos["final_obs"][done.argmax()], observations[done.argmax()])
        over = done if mode == AutoresetMode.NEXT_STEP else over | done if mode == AutoresetMode.DISABLED else 0 * done
        ended += done.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            observations, infos = envs.reset(options={"reset_mask": over})
            over = np.zeros(SLOTS, bool)
        if ended >= 4:
            break
    assert ended >= 4
    envs.close()


def test_a_seed_decides_everything_and_bots_may_be_named() -> None:
    def played() -> list[Any]:
        envs = SeatVectorEnv("ganymede", SLOTS, 3, opponents=["greedy", "random"], max_rounds=5)
        rng = np.random.default_rng(2)
        observations, infos = envs.reset(seed=8)
        rows = [observations]
        for _ in range(25):
            observations, rewards, *_, infos = envs.step(pick(infos, rng))
            rows += [observations, rewards]
        return rows

    assert all(np.array_equal(one, other) for one, other in zip(played(), played(), strict=True))


def test_greedy_beats_random_through_it() -> None:
    envs = RecordEpisodeStatistics(SeatVectorEnv("connect_four", SLOTS, opponents=["greedy"]))  # type: ignore[arg-type]
    rng, returns = np.random.default_rng(3), []
    _, infos = envs.reset(seed=5)
    while len(returns) < 30:
        *_, infos = envs.step(pick(infos, rng))
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert np.mean(returns) < -0.5


def test_an_illegal_action_is_never_replaced() -> None:
    envs = SeatVectorEnv("connect_four", SLOTS)
    _, infos = envs.reset(seed=1)
    before = envs.vector.state(2)
    actions = infos["legal"][:, 0].copy()
    actions[2] = 99
    _, rewards, done, _, infos = envs.step(actions)
    assert (rewards[2], done[2], infos["illegal"][2]) == (-1, True, True)
    assert done.sum() == 1
    assert envs.vector.state(2) == before
    strict = SeatVectorEnv("connect_four", SLOTS, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="slot 2, step 1"):
        strict.step(actions)


def test_bad_input_is_refused() -> None:
    with pytest.raises(ArenaError, match="autoreset_mode: it is one of NextStep, SameStep, Disabled, not 'never'"):
        SeatVectorEnv("connect_four", 2, autoreset_mode="never")
    with pytest.raises(ArenaError, match="batch"):
        SeatVectorEnv("connect_four", 0)
    with pytest.raises(ArenaError, match="there is no seat 2"):
        SeatVectorEnv("connect_four", 2, seat=2)
    envs = SeatVectorEnv("connect_four", 2)
    with pytest.raises(ArenaError, match="seeds"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=[1, 2])
    with pytest.raises(ArenaError, match="actions"):
        envs.step(np.zeros(3, np.int64))
