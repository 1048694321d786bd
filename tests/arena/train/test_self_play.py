"""Recorded self-play: the same plan gives the same games, and a shard gives back what was played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import arena.train.positions as reading
import bots
import core
from arena.play.seeds import derive
from arena.rating.means import win_shares
from arena.train.positions import Drawing, Positions, mixed_returns, read_positions
from arena.train.rounds import prior_bounds, search_loss
from arena.train.self_play import GAMES_PER_SHARD, VISITS, Plan, play_episode, play_shard, read_shard, write_shard
from bots import Clock
from bots.net import Lens
from core.errors import ArenaError

PLAN = Plan("airlock", 3, "", iterations=20, seed=5, blunders=0.2)
DEEP = replace(PLAN, deep=0.3, deep_iterations=60)
ALL = Drawing(share=1.0)


def test_a_game_is_legal_and_told_in_full() -> None:
    game = PLAN.load_game()
    episode = play_episode(PLAN, game, 11)
    state = game.new(11)
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        assert searched == (len(state.legal()) > 1)
        state.apply(action)
    assert state.ranks() == episode.ranks
    assert len(episode.values) == len(episode.visits) == sum(episode.searched)
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
    assert (again.actions, again.ranks, again.visits) == (
        episodes[7].actions, episodes[7].ranks, episodes[7].visits)
    positions = read_positions([path], game, ALL)
    assert len(positions) == sum(len(episode.values) for episode in episodes)
    assert positions.width == Lens(game).size
    assert positions.outcomes.sum(axis=1) == pytest.approx(np.ones(len(positions)))


def test_positions_are_what_the_lens_sees(tmp_path: Path) -> None:
    game, path = PLAN.load_game(), tmp_path / "games-00000.npz"
    write_shard(path, play_shard(PLAN, 0))
    positions = read_positions([path], game, ALL)
    episode = next(read_shard(path, game))
    state, row, decision = game.new(episode.deal), np.zeros(positions.width, np.float32), 0
    for action, searched in zip(episode.actions, episode.searched, strict=True):
        if searched:
            Lens(game).numbers(state, row)
            assert positions.dense(np.array([decision]))[0] == pytest.approx(row, rel=1e-3), "kept in half precision"
            decision += 1
        state.apply(action)


def test_greedy_plays_its_share_and_only_outcomes_are_learnt_from_it(tmp_path: Path) -> None:
    plan = replace(PLAN, greedy=0.5)
    game, path = plan.load_game(), tmp_path / "games-00000.npz"
    write_shard(path, play_shard(plan, 0))
    episodes = list(read_shard(path, game))
    by_greedy = [bool(np.isnan(episode.values).all()) for episode in episodes]
    assert 0 < sum(by_greedy) < len(episodes)
    episode = episodes[by_greedy.index(True)]
    assert mixed_returns(episode, 0.5) == pytest.approx(np.tile(win_shares(episode.ranks), (len(episode.values), 1)))
    positions = read_positions([path], game, ALL)
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


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """Of games of which three decisions in ten were searched deep."""
    paths = [tmp_path / "round-1" / f"games-{number:05d}.npz" for number in range(3)]
    paths[0].parent.mkdir()
    for number, path in enumerate(paths):
        write_shard(path, play_shard(DEEP, number))
    return paths


def test_deep_decisions_keep_their_visits(shards: list[Path]) -> None:
    game = DEEP.load_game()
    episodes = [episode for path in shards for episode in read_shard(path, game)]
    visits = [each for episode in episodes for each in episode.visits]
    deep = [each for each in visits if each]
    assert len(visits) == sum(len(episode.values) for episode in episodes)
    assert 0.2 < len(deep) / len(visits) < 0.4
    assert all(sum(each.values()) == DEEP.deep_iterations for each in deep)


def test_deep_decisions_are_all_drawn_and_teach_where_the_search_looked(shards: list[Path]) -> None:
    game = DEEP.load_game()
    positions = read_positions(shards, game, Drawing(share=0.0))
    wanted = []
    for episode in (each for path in shards for each in read_shard(path, game)):
        for state, visits in zip(reading.decisions(episode, game), episode.visits, strict=True):
            if visits:
                wanted.append({game.action_id(it): visits.get(it, 0) / sum(visits.values()) for it in state.legal()})
    found = []
    for row in range(len(positions)):
        choices = positions.choices(np.array([row]))
        found.append(dict(zip(choices.ids.tolist(), choices.shares.tolist(), strict=True)))
    assert [list(each) for each in found] == [list(each) for each in wanted]
    assert all(ours == pytest.approx(theirs) for ours, theirs in zip(found, wanted, strict=True))
    entropy, alike = prior_bounds(positions)
    assert 0 < entropy < alike == pytest.approx(np.mean([np.log(len(each)) for each in wanted]))
    assert prior_bounds(read_positions(shards, game, Drawing(share=0.0, sharpen=3)))[0] < entropy


def same(ours: Positions, theirs: Positions) -> bool:
    names = Positions.__dataclass_fields__
    return all(np.array_equal(getattr(ours, it), getattr(theirs, it), equal_nan=True) for it in names)


def test_what_is_drawn_follows_from_the_shard_alone(shards: list[Path]) -> None:
    game, drawing = DEEP.load_game(), Drawing(share=0.3, seed=4)
    alone = [read_positions([path], game, drawing) for path in shards]
    together = read_positions(shards[::-1], game, drawing)
    assert len(together) == sum(map(len, alone))
    assert np.array_equal(together.targets[: len(alone[2])], alone[2].targets)
    assert len(read_positions(shards, game, replace(drawing, seed=5))) != len(together)


def test_more_processes_read_the_same(shards: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    game, drawing = DEEP.load_game(), Drawing(share=0.3, seed=4)
    monkeypatch.setattr(reading.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(reading, "AT_A_TIME", 1)
    told: list[tuple[int, int]] = []
    by_two = read_positions(shards, game, drawing, 2, lambda done, count: told.append((done, count)))
    assert same(by_two, read_positions(shards, game, drawing))
    assert told == [(1, 3), (2, 3), (3, 3)]
    shards[1].write_bytes(b"PK")
    with pytest.raises(ArenaError, match="cannot be read"):
        read_positions(shards, game, drawing, 2)


def test_shards_from_before_there_were_visits_can_still_be_read(shards: list[Path]) -> None:
    game = DEEP.load_game()
    with np.load(shards[0]) as file:
        arrays = {key: file[key] for key in file.files if key not in VISITS}
    episodes = list(read_shard(shards[0], game))
    write_shard(shards[0], arrays)
    older = list(read_shard(shards[0], game))
    assert [each.values for each in older] == [each.values for each in episodes]
    assert not any(visits for each in older for visits in each.visits)
    positions = read_positions(shards[:1], game, ALL)
    assert len(positions.choices(np.arange(len(positions)))) == 0
    assert prior_bounds(positions) is None


def test_foreign_and_damaged_shards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games-00000.npz"
    write_shard(path, play_shard(PLAN, 0))
    with pytest.raises(ArenaError, match="other rules"):
        read_shard(path, core.load("airlock", 2))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ArenaError, match="cannot be read"):
        read_shard(path, PLAN.load_game())
