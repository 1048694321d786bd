"""The net in C: it computes what numpy does, sees only what the mover may, and loads nothing it cannot trust."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bots
import core
from bots import Clock
from bots.net import Evaluator, Lens, Net
from bots.nets import FOLDER, BadNet, OtherNet, find_net, load_net, save_net, shipped_path
from core import Game, State

GAMES = [core.load(name, players) for name in core.games() for players in range(2, core.game_class(name).SEATS[1] + 1)
         if players >= core.game_class(name).SEATS[0]]


def layers_for(game: Game, hidden: tuple[int, ...] = (24,), seed: int = 0) -> list[tuple[Any, Any]]:
    lot = np.random.default_rng(seed)
    sizes = [Lens(game).size, *hidden, game.players]
    return [
        (lot.normal(0, 0.1, (before, after)).astype(np.float32), lot.normal(0, 0.1, after).astype(np.float32))
        for before, after in pairwise(sizes)
    ]


def some_states(game: Game, count: int, seed: int = 1) -> list[State]:
    lot, found = random.Random(seed), []
    state = game.new(seed)
    while state.to_move is not None and len(found) < count:
        found.append(state.copy())
        for _ in range(3):
            if state.to_move is not None:
                state.apply(lot.choice(state.legal()))
    return found


def by_numpy(layers: list[tuple[Any, Any]], game: Game, state: State) -> list[float]:
    row = np.zeros(Lens(game).size, np.float32)
    Lens(game).numbers(state, row)
    for weights, biases in layers[:-1]:
        row = np.maximum(row @ weights + biases, 0)
    logits = (row @ layers[-1][0] + layers[-1][1]).astype(float)
    shares = np.exp(logits - logits.max())
    assert state.to_move is not None
    return list(np.roll(shares / shares.sum(), state.to_move))


@pytest.mark.parametrize("hidden", [(24,), (5,), (32, 16), (17, 3)])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_computes_what_numpy_does(game: Game, hidden: tuple[int, ...]) -> None:
    layers = layers_for(game, hidden)
    evaluator = Evaluator(Net(layers, {}), game)
    for state in some_states(game, 12):
        assert evaluator.shares(state) == pytest.approx(by_numpy(layers, game, state), abs=1e-4)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_where_it_begins_makes_no_difference(game: Game) -> None:
    """The sums of the reference are a matter of speed alone."""
    net, states = Net(layers_for(game), {}), some_states(game, 10)
    plain, referring = Evaluator(net, game), Evaluator(net, game)
    for state in states:
        referring.begin_at(states[len(states) // 2])
        assert referring.shares(state) == pytest.approx(plain.shares(state), abs=1e-4)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_lens_shows_the_view_and_what_evaluate_expects(game: Game) -> None:
    lens = Lens(game)
    row = np.zeros(lens.size, np.float32)
    for state in some_states(game, 10):
        mover = state.to_move
        assert mover is not None
        lens.numbers(state, row)
        assert np.array_equal(row[: game.observation_size], state.view(mover).observation())
        expected = np.roll([state.evaluate(seat) for seat in range(game.players)], -mover)
        leads = np.clip((expected - expected.mean()) / game.score_scale, -4, 4)
        assert row[game.observation_size :] == pytest.approx(leads, abs=1e-5)


def test_states_of_other_games_are_refused() -> None:
    game, other = core.load("connect_four"), core.load("airlock", 2)
    evaluator = Evaluator(Net(layers_for(game), {}), game)
    with pytest.raises(ValueError, match="another game"):
        evaluator.shares(other.new(1))
    with pytest.raises(ValueError, match="made for another game"):
        Evaluator(Net(layers_for(game), {}), other)
    with pytest.raises(ValueError, match="no room"):
        Lens(game).numbers(game.new(1), np.zeros(3, np.float32))


# ---- files


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "net.npz"
    save_net(path, core.load("connect_four"), layers_for(core.load("connect_four")), {"command": "a test"})
    return path


def changed(path: Path, **arrays: Any) -> Path:
    with np.load(path) as file:
        kept = {key: file[key] for key in file.files}
    kept |= arrays
    with path.open("wb") as out:
        np.savez(out, **{key: value for key, value in kept.items() if value is not None})
    return path


def test_what_was_saved_loads(saved: Path) -> None:
    net = load_net(saved, core.load("connect_four"))
    assert net.hidden == (24,)
    assert net.provenance == {"command": "a test"}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no weights": ({"weights_0": None}, "weights_0 is missing"),
    "format": ({"format": np.array(9)}, "format 9"),
    "shape": ({"weights_0": np.zeros((3, 24), np.float32)}, "layer 0 does not have the shape"),
    "biases": ({"biases_0": np.zeros(7, np.float32)}, "layer 0 does not have the shape"),
    "type": ({"biases_0": np.zeros(24)}, "layer 0 holds numbers that are no weights"),
    "not a number": ({"biases_0": np.full(24, np.nan, np.float32)}, "layer 0 holds numbers that are no weights"),
    "huge": ({"biases_0": np.full(24, 1e9, np.float32)}, "layer 0 holds numbers that are no weights"),
    "outputs": ({"weights_1": np.zeros((24, 3), np.float32), "biases_1": np.zeros(3, np.float32)}, "3 outputs"),
    "provenance": ({"provenance": np.array("[1]")}, "head is damaged"),
    "words": ({"game": np.array([1, 2])}, "head is damaged"),
    "large": ({"more": np.random.default_rng(0).bytes(2_000_000)}, "too large for weights"),
    "bomb": ({"more": np.zeros(20_000_000, np.uint8)}, "too large for weights|unpack to more"),
    "rules": ({"digest": np.array("0" * 32)}, "other rules or options"),
    "observation": ({"observation_version": np.array("0" * 32)}, "another observation"),
    "players": ({"players": np.array(3)}, "with 3 players"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_cannot_be_trusted_is_refused_in_one_sentence(saved: Path, case: str) -> None:
    arrays, message = BAD[case]
    with pytest.raises(BadNet, match=message) as caught:
        load_net(changed(saved, **arrays), core.load("connect_four"))
    assert str(saved) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_damaged_bytes_are_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for damaged in (b"", b"PK", whole[: len(whole) // 2], whole[:200] + b"\0" * 50 + whole[250:]):
        saved.write_bytes(damaged)
        with pytest.raises(BadNet, match=r"damaged|missing"):
            load_net(saved, core.load("connect_four"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match=r"nowhere\.npz: cannot read the weights"):
        load_net(tmp_path / "nowhere.npz", core.load("connect_four"))


def test_without_a_net_evaluate_judges_and_that_is_said(caplog: pytest.LogCaptureFixture) -> None:
    game = core.load("airlock", 3)
    assert not shipped_path("mcts", game).exists()
    assert find_net("mcts", game, None, None) is None
    assert caplog.text == ""
    assert find_net("mcts", game, "net", None) is None
    assert "there is no net for" in caplog.text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda path: path.name)
def test_what_comes_along_loads_and_won_its_test(path: Path) -> None:
    bot, name, players = path.stem.split("-")
    net = load_net(path, core.load(name, int(players)))
    assert net.provenance["command"].startswith(f"arena train {name} --players {players}")
    assert net.provenance["tests"][bot]["accepted"] == "s1"
    json.dumps(net.provenance)


# ---- in a search


@pytest.mark.parametrize("spec", ["mcts:iterations=40,", "mcts:iterations=40,blend=0,", "greedy:budget=1,"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_player_with_a_net_answers_by_the_view_alone(game: Game, spec: str, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save_net(path, game, layers_for(game), {})
    for state in some_states(game, 5):
        mover = state.to_move
        assert mover is not None
        view = state.view(mover)
        answers = set()
        for true_state in (state, view.sample(1), view.sample(2)):
            bot = bots.make(f"{spec}net={path}")
            bot.start(game, mover, 7)
            answers.add(bot.choose(true_state.view(mover), Clock()))
        assert len(answers) == 1


def test_with_a_net_players_play_otherwise(tmp_path: Path) -> None:
    """Else the test above would prove little."""
    game, path = core.load("ganymede", 2), tmp_path / "net.npz"
    save_net(path, game, layers_for(game), {})
    for spec in ("mcts:iterations=40", "greedy:samples=1"):
        answers = []
        for value in ("value=evaluate", f"net={path}"):
            bot = bots.make(f"{spec},{value}")
            bot.start(game, 0, 7)
            answers.append([bot.choose(it.view(0), Clock()) for it in some_states(game, 40) if it.to_move == 0])
        assert answers[0] != answers[1], spec


@pytest.mark.parametrize("bot_name", ["mcts", "greedy"])
def test_an_unknown_value_is_refused(bot_name: str) -> None:
    with pytest.raises(bots.BadSpec, match="value=magic is unknown, it is evaluate or net"):
        bots.make(f"{bot_name}:value=magic")


@pytest.mark.parametrize("bot_name", ["mcts", "greedy"])
def test_a_net_for_another_game_is_refused_at_the_start(saved: Path, bot_name: str) -> None:
    bot = bots.make(f"{bot_name}:net={saved}")
    with pytest.raises(OtherNet, match="for connect_four with 2 players"):
        bot.start(core.load("airlock", 2), 0, 1)
