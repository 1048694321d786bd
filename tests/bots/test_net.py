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
from bots.mcts import Search
from bots.mcts_bot import GENERAL, compiled_settings
from bots.net import Evaluator, Lens, Net
from bots.nets import FOLDER, BadNet, OtherNet, find_net, load_net, save_net, save_net_again, shipped_path
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


def prior_for(game: Game, hidden: tuple[int, ...] = (24,), seed: int = 1) -> tuple[Any, Any]:
    lot = np.random.default_rng(seed)
    shape = game.action_count, hidden[-1]
    return lot.normal(0, 0.3, shape).astype(np.float32), lot.normal(0, 0.3, shape[:1]).astype(np.float32)


def some_states(game: Game, count: int, seed: int = 1) -> list[State]:
    lot, found = random.Random(seed), []
    state = game.new(seed)
    while state.to_move is not None and len(found) < count:
        found.append(state.copy())
        for _ in range(3):
            if state.to_move is not None:
                state.apply(lot.choice(state.legal()))
    return found


def neurons_by_numpy(layers: list[tuple[Any, Any]], game: Game, state: State) -> Any:
    row = np.zeros(Lens(game).size, np.float32)
    Lens(game).numbers(state, row)
    for weights, biases in layers[:-1]:
        row = np.maximum(row @ weights + biases, 0)
    return row


def softmax(logits: Any) -> Any:
    powers = np.exp(logits.astype(float) - logits.max())
    return powers / powers.sum()


def by_numpy(layers: list[tuple[Any, Any]], game: Game, state: State) -> list[float]:
    assert state.to_move is not None
    return list(np.roll(softmax(neurons_by_numpy(layers, game, state) @ layers[-1][0] + layers[-1][1]), state.to_move))


def prior_by_numpy(layers: list[tuple[Any, Any]], prior: tuple[Any, Any], game: Game, state: State) -> list[float]:
    ids = [game.action_id(action) for action in state.legal()]
    return list(softmax(prior[0][ids] @ neurons_by_numpy(layers, game, state) + prior[1][ids]))


@pytest.mark.parametrize("hidden", [(24,), (5,), (32, 16), (17, 3)])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_computes_what_numpy_does(game: Game, hidden: tuple[int, ...]) -> None:
    layers = layers_for(game, hidden)
    evaluator = Evaluator(Net(layers, {}), game)
    for state in some_states(game, 12):
        assert evaluator.shares(state) == pytest.approx(by_numpy(layers, game, state), abs=1e-4)


@pytest.mark.parametrize("hidden", [(24,), (5,), (32, 16), (17, 3)])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_prior_is_what_numpy_makes_of_it(game: Game, hidden: tuple[int, ...]) -> None:
    layers, prior = layers_for(game, hidden), prior_for(game, hidden)
    evaluator = Evaluator(Net(layers, {}, prior), game)
    for state in some_states(game, 12):
        expected = evaluator.expected(state)
        assert sum(expected) == pytest.approx(1)
        assert expected == pytest.approx(prior_by_numpy(layers, prior, game, state), abs=1e-4)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_prior_sees_no_more_than_the_view_and_what_evaluate_expects(game: Game) -> None:
    """What evaluate expects differs between true states that share a view, so its inputs count nothing here."""
    layers = layers_for(game)
    layers[0][0][game.observation_size :] = 0
    evaluator = Evaluator(Net(layers, {}, prior_for(game)), game)
    for state in some_states(game, 8):
        assert state.to_move is not None
        view = state.view(state.to_move)
        assert evaluator.expected(state) == evaluator.expected(view.sample(1)) == evaluator.expected(view.sample(2))


def test_a_net_without_a_prior_expects_nothing() -> None:
    game = core.load("connect_four")
    net = Net(layers_for(game), {})
    assert net.choices == 0
    with pytest.raises(ValueError, match="no prior"):
        Evaluator(net, game).expected(game.new(1))
    with pytest.raises(ValueError, match="needs a net with a prior"):
        Search(game, 0, 1_000_000, compiled_settings(GENERAL, solver=True), net)


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
    game = core.load("connect_four")
    save_net(path, game, layers_for(game), {"command": "a test"}, prior_for(game))
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
    assert (net.hidden, net.choices) == ((24,), 7)
    assert net.provenance == {"command": "a test"}


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("hidden", [(24,), (20, 6)])
def test_files_of_half_and_of_single_precision_load(tmp_path: Path, hidden: tuple[int, ...], kind: Any) -> None:
    game, path = core.load("connect_four"), tmp_path / "net.npz"
    layers, prior = layers_for(game, hidden), prior_for(game, hidden)
    save_net(path, game, layers, {}, prior)
    named = dict(enumerate(layers)) | {"prior": prior}
    arrays = {f"{what}_{key}": pair[i].astype(kind) for key, pair in named.items()
              for i, what in enumerate(("weights", "biases"))}
    net = load_net(changed(path, **arrays), game)
    assert (net.hidden, net.choices) == (hidden, 7)
    evaluator, state = Evaluator(net, game), game.new(1)
    assert evaluator.shares(state) == pytest.approx(by_numpy(layers, game, state), abs=2e-3)
    assert evaluator.expected(state) == pytest.approx(prior_by_numpy(layers, prior, game, state), abs=2e-3)


def test_a_file_saved_again_says_more_and_plays_the_same(saved: Path, tmp_path: Path) -> None:
    game, again = core.load("connect_four"), tmp_path / "again.npz"
    save_net_again(again, saved, game, {"tests": "won"})
    net = load_net(again, game)
    assert net.provenance == {"command": "a test", "tests": "won"}
    ours, theirs = Evaluator(net, game), Evaluator(load_net(saved, game), game)
    assert ours.expected(game.new(1)) == theirs.expected(game.new(1))
    assert ours.shares(game.new(1)) == theirs.shares(game.new(1))


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
    "prior shape": ({"weights_prior": np.zeros((7, 23), np.float16)}, "a row for each of the game's 7 actions"),
    "prior actions": ({"weights_prior": np.zeros((8, 24), np.float16), "biases_prior": np.zeros(8, np.float16)},
                      "a row for each of the game's 7 actions"),
    "prior biases": ({"biases_prior": np.zeros((7, 1), np.float16)}, "a row for each of the game's 7 actions"),
    "prior without weights": ({"weights_prior": None}, "a row for each of the game's 7 actions"),
    "prior without biases": ({"biases_prior": None}, "a row for each of the game's 7 actions"),
    "prior type": ({"biases_prior": np.zeros(7)}, "layer prior holds numbers that are no weights"),
    "prior not a number": ({"weights_prior": np.full((7, 24), np.nan, np.float16)}, "layer prior holds numbers"),
    "prior endless": ({"weights_prior": np.full((7, 24), np.inf, np.float16)}, "layer prior holds numbers"),
    "prior huge": ({"biases_prior": np.full(7, 2000, np.float16)}, "layer prior holds numbers"),
    "large": ({"more": np.random.default_rng(0).bytes(9_000_000)}, "too large for weights"),
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
    save_net(path, game, layers_for(game), {}, prior_for(game))
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
    save_net(path, game, layers_for(game), {}, prior_for(game))
    for spec in ("mcts:iterations=40", "greedy:samples=1"):
        answers = []
        for value in ("value=evaluate", f"net={path}"):
            bot = bots.make(f"{spec},{value}")
            bot.start(game, 0, 7)
            answers.append([bot.choose(it.view(0), Clock()) for it in some_states(game, 40) if it.to_move == 0])
        assert answers[0] != answers[1], spec


@pytest.mark.parametrize("spec", ["mcts:iterations=300,", "mcts:iterations=60,blend=0,doubt=0.2,threads=2,"])
def test_the_prior_drives_the_search_and_the_same_seed_gives_the_same_move(spec: str, tmp_path: Path) -> None:
    game, path = core.load("ganymede", 2), tmp_path / "net.npz"
    found: dict[int, list[Any]] = {}
    for seed in (1, 1, 2):
        save_net(path, game, layers_for(game), {}, prior_for(game, seed=seed))
        bot = bots.make(f"{spec}net={path}")
        bot.start(game, 0, 7)
        rows = []
        for state in some_states(game, 20):
            if state.to_move == 0:
                bot.choose(state.view(0), Clock())
                rows.append(bot.explain())
        assert found.setdefault(seed, rows) == rows
    assert found[1] != found[2]


def test_visits_go_where_the_prior_points(tmp_path: Path) -> None:
    game, path = core.load("connect_four"), tmp_path / "net.npz"
    for column in (0, 6):
        biases = np.where(np.arange(7) == game.action_id(game.new(1).legal()[column]), 4, 0).astype(np.float32)
        save_net(path, game, layers_for(game), {}, (np.zeros((7, 24), np.float32), biases))
        bot = bots.make(f"mcts:iterations=100,c=10,blend=0,net={path}")
        bot.start(game, 0, 7)
        assert bot.choose(game.new(1).view(0), Clock()) == game.new(1).legal()[column]


def test_the_net_is_not_asked_about_a_leaf_before_its_patience_is_over(tmp_path: Path) -> None:
    """Two nets with the same prior and opposite values search alike where playouts judge every leaf."""
    game, path = core.load("connect_four"), tmp_path / "net.npz"
    layers, prior = layers_for(game), prior_for(game)
    found: dict[int, list[Any]] = {0: [], 3: [], 1000: []}
    for biases in ((2, -2), (-2, 2)):
        last = (np.zeros_like(layers[-1][0]), np.array(biases, np.float32))
        save_net(path, game, [*layers[:-1], last], {}, prior)
        for patience, rows in found.items():
            bot = bots.make(f"mcts:iterations=500,blend=0,patience={patience},net={path}")
            bot.start(game, 0, 7)
            bot.choose(game.new(1).view(0), Clock())
            rows.append(bot.explain())
    assert found[1000][0] == found[1000][1]
    assert found[0][0] != found[0][1]
    assert found[3][0] != found[3][1]


def test_mcts_needs_a_prior_and_greedy_does_not(tmp_path: Path) -> None:
    game, path = core.load("connect_four"), tmp_path / "net.npz"
    save_net(path, game, layers_for(game), {})
    bots.make(f"greedy:net={path}").start(game, 0, 1)
    with pytest.raises(BadNet, match="no prior over actions, so mcts cannot use them; greedy can") as caught:
        bots.make(f"mcts:net={path}").start(game, 0, 1)
    assert str(path) in str(caught.value)
    save_net(path, game, layers_for(game), {}, prior_for(game))
    for bot in ("greedy", "mcts"):
        bots.make(f"{bot}:net={path}").start(game, 0, 1)


@pytest.mark.parametrize("bot_name", ["mcts", "greedy"])
def test_an_unknown_value_is_refused(bot_name: str) -> None:
    with pytest.raises(bots.BadSpec, match="value=magic is unknown, it is evaluate or net"):
        bots.make(f"{bot_name}:value=magic")


@pytest.mark.parametrize("bot_name", ["mcts", "greedy"])
def test_a_net_for_another_game_is_refused_at_the_start(saved: Path, bot_name: str) -> None:
    bot = bots.make(f"{bot_name}:net={saved}")
    with pytest.raises(OtherNet, match="for connect_four with 2 players"):
        bot.start(core.load("airlock", 2), 0, 1)
