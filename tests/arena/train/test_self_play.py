"""Recorded self-play: the same plan gives the same games, and a shard gives back what was played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import bots
import core
from arena.play.seeds import derive
from arena.rating.means import win_shares
from arena.train.positions import mixed_returns, read_positions
from arena.train.rounds import search_loss
from arena.train.self_play import GAMES_PER_SHARD, Plan, play_episode, play_shard, read_shard, write_shard
from bots import Clock
from bots.net import Lens
from core.errors import ArenaError

PLAN = Plan("airlock", 3, "", iterations=20, seed=5, blunders=0.2)


def test_a_game_is_legal_and_told_in_full() -> None:
    game = PLAN.load_game()
    episode = play_episode(PLAN, game, 11)
    state = game.new(11)
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        assert searched == (len(state.legal()) > 1)
        state.apply(action)
    assert state.ranks() == episode.ranks
    assert len(episode.values) == len(episode.blunder) == sum(episode.searched)
    assert all(sum(chances) == pytest.approx(1) for chances in episode.values)


def test_the_same_plan_gives_the_same_shard_and_others_give_others() -> None:
    first, again, other = play_shard(PLAN, 3), play_shard(PLAN, 3), play_shard(PLAN, 4)
    assert all(np.array_equal(first[key], again[key]) for key in first)
    assert not np.array_equal(first["deals"], other["deals"])


def test_a_shard_gives_back_what_was_played(tmp_path: Path) -> None:
    game, path = PLAN.load_game(), tmp_path / "games-00000.npz"
    write_shard(path, play_shard(PLAN, 0))
    episodes = list(read_shard(path, game))
    assert len(episodes) == GAMES_PER_SHARD
    again = play_episode(PLAN, game, episodes[7].deal)
    assert (again.actions, again.ranks, again.blunder) == (
        episodes[7].actions, episodes[7].ranks, episodes[7].blunder)
    positions = read_positions([path], game, 0.1, 1.0, 1)
    assert len(positions) == sum(len(episode.values) for episode in episodes)
    assert positions.width == Lens(game).size
    assert positions.outcomes.sum(axis=1) == pytest.approx(np.ones(len(positions)))


def test_positions_are_what_the_lens_sees(tmp_path: Path) -> None:
    game, path = PLAN.load_game(), tmp_path / "games-00000.npz"
    write_shard(path, play_shard(PLAN, 0))
    positions = read_positions([path], game, 0.1, 1.0, 1)
    episode = next(read_shard(path, game))
    state, row, decision = game.new(episode.deal), np.zeros(positions.width, np.float32), 0
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        if searched:
            Lens(game).numbers(state, row)
            assert np.array_equal(positions.dense(np.array([decision]))[0], row)
            decision += 1
        state.apply(action)


def test_greedy_plays_its_share_and_only_outcomes_are_learnt_from_it(tmp_path: Path) -> None:
    plan = replace(PLAN, greedy=0.5)
    game, path = plan.load_game(), tmp_path / "games-00000.npz"
    write_shard(path, play_shard(plan, 0))
    episodes = list(read_shard(path, game))
    by_greedy = [bool(np.isnan(episode.values).all()) for episode in episodes]
    assert 0 < sum(by_greedy) < len(episodes)
    assert not any(any(it.blunder) for it, greedy in zip(episodes, by_greedy, strict=True) if greedy)
    episode = episodes[by_greedy.index(True)]
    assert mixed_returns(episode, 0.5) == pytest.approx(np.tile(win_shares(episode.ranks), (len(episode.values), 1)))
    positions = read_positions([path], game, 0.1, 1.0, 1)
    assert not np.isnan(positions.targets).any()
    assert 0 < search_loss(positions) < 3


def test_greedy_plays_the_moves_of_the_bot() -> None:
    game, plan = PLAN.load_game(), replace(PLAN, greedy=1.0)
    episode = play_episode(plan, game, 11, greedy=True)
    line_up = [bots.make("greedy:value=evaluate") for _ in range(3)]
    state = game.new(11)
    for seat, bot in enumerate(line_up):
        bot.start(game, seat, derive("greedy", 11, seat))
    for action in episode.actions:
        assert state.to_move is not None
        assert line_up[state.to_move].choose(state.view(state.to_move), Clock()) == action
        state.apply(action)


def test_foreign_and_damaged_shards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games-00000.npz"
    write_shard(path, play_shard(PLAN, 0))
    with pytest.raises(ArenaError, match="other rules"):
        read_shard(path, core.load("airlock", 2))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ArenaError, match="cannot be read"):
        read_shard(path, PLAN.load_game())
