"""The tree search where the truth is known."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from typing import Any

import pytest

import bots
import core
from bots import Clock
from bots.mcts_bot import MctsBot
from core import Game, State
from tests.bots import solver
from tests.support import random_play, snapshots

GAME = core.load("connect_four")
MakeGame = Callable[..., Game]


def asked(text: str, state: State, seed: int = 1) -> MctsBot:
    """A bot that has just chosen in this state."""
    bot = bots.make(text)
    assert isinstance(bot, MctsBot)
    assert state.to_move is not None
    bot.start(state.game, state.to_move, seed)
    bot.choose(state.view(state.to_move), Clock())
    return bot


def chosen(bot: MctsBot) -> int:
    action: int = bot.explain()[0]["action"]
    return action


def values(bot: MctsBot) -> dict[int, float]:
    return {row["action"]: row["value"] for row in bot.explain()}


def positions(stones: int, count: int) -> list[State]:
    found = (solver.random_position(GAME, seed, stones) for seed in range(100_000))
    picked: list[State] = []
    for state in found:
        if state is not None and len(state.legal()) > 1:
            picked.append(state)
        if len(picked) == count:
            break
    return picked


# ---- Connect Four against an exact solver


@pytest.mark.parametrize("stones", [14, 18, 22])
def test_finds_every_forced_win_of_seven_stones(stones: int) -> None:
    checked = deep = 0
    for state in positions(stones, 60):
        truth = solver.move_values(state, 7)
        if 1.0 not in truth.values():
            continue
        checked += 1
        deep += 1.0 not in solver.move_values(state, 3).values()
        move = chosen(asked("mcts:iterations=50000", state))
        assert truth[move] == 1.0 or solver.move_values(state, 13)[move] == 1.0, f"{state}\n{truth}"
    assert checked >= 12
    assert deep >= 2


def test_endings_are_played_right() -> None:
    seen = set()
    for state in positions(28, 60):
        truth = solver.move_values(state, 42)
        best = max(value for value in truth.values() if value is not None)
        assert truth[chosen(asked("mcts:iterations=50000", state))] == best, str(state)
        seen.add(best)
    assert seen == {0.0, 0.5, 1.0}


def test_short_endings_are_proven() -> None:
    """A win or a loss surely; a draw needs every line, so it is only near."""
    seen = set()
    for state in positions(32, 60):
        truth = solver.move_values(state, 42)
        best = max(value for value in truth.values() if value is not None)
        bot = asked("mcts:iterations=50000", state)
        assert values(bot)[chosen(bot)] == pytest.approx(best, abs=0.03 if best == 0.5 else 0), str(state)
        assert bot.iterations < 50_000 or best == 0.5
        seen.add(best)
    assert seen == {0.0, 0.5, 1.0}


def test_drawn_endings_are_held_without_proofs_too() -> None:
    checked = 0
    for state in positions(30, 200):
        truth = solver.move_values(state, 42)
        if max(truth.values(), key=lambda it: it or 0) == 0.5 and 0.0 in truth.values():
            checked += 1
            assert truth[chosen(asked("mcts:iterations=20000,solver=false", state))] == 0.5, str(state)
    assert checked >= 4


def test_values_converge_to_the_truth() -> None:
    for state in positions(32, 30):
        truth = solver.move_values(state, 42)
        best = max(value for value in truth.values() if value is not None)
        few, many = (asked(f"mcts:iterations={n},solver=false", state) for n in (100, 100_000))
        assert values(many)[chosen(many)] == pytest.approx(best, abs=0.05), str(state)
        assert abs(values(many)[chosen(many)] - best) <= abs(values(few)[chosen(few)] - best) + 0.02


# ---- trees written by hand


def end(*payoffs: float) -> dict[str, Any]:
    return {"payoffs": list(payoffs)}


def choice(seat: int, *children: dict[str, Any]) -> dict[str, Any]:
    return {"seat": seat, "children": list(children)}


def coin(heads: dict[str, Any], tails: dict[str, Any]) -> dict[str, Any]:
    return {"coin": [heads, tails]}


def test_three_seats_each_look_after_themselves(paper_game: MakeGame) -> None:
    """Behind child 1, seats 1 and 2 could bring seat 0 down to 0, but each only at its own cost: they will not.
    A search that thinks everybody is against seat 0 takes child 0; one that credits only seat 0 sees no difference."""
    tree = choice(
        0,
        choice(1, end(2, 3, 1), end(3, 1, 2)),
        choice(1, choice(2, end(3, 1, 1), end(2, 3, 1)), choice(2, end(1, 0, 2), end(0, 2, 1))),
        choice(2, end(3, 2, 1), end(1, 2, 3)),
    )
    bot = asked("mcts:iterations=20000", paper_game(3, tree).new(0))
    assert chosen(bot) == 1
    found = values(bot)
    assert found[1] == pytest.approx(1.0, abs=0.02)
    assert found[0] == pytest.approx(0.5, abs=0.1)
    assert found[2] < 0.25


def test_ties_share_their_ranks(paper_game: MakeGame) -> None:
    tree = choice(0, end(1, 1, 0), end(1, 1, 1), end(0, 1, 1), end(1, 2, 1))
    bot = asked("mcts:iterations=400", paper_game(3, tree).new(0))
    assert values(bot) == pytest.approx({0: 0.75, 1: 0.5, 2: 0.0, 3: 0.25})


def test_by_win_the_first_place_is_divided(paper_game: MakeGame) -> None:
    tree = choice(0, end(1, 1, 0), end(1, 1, 1), end(0, 1, 1), end(3, 2, 1))
    bot = asked("mcts:iterations=400,utility=win", paper_game(3, tree).new(0))
    assert values(bot) == pytest.approx({0: 1 / 2, 1: 1 / 3, 2: 0.0, 3: 1.0})


def test_what_is_hidden_is_not_guessed_right_every_time(paper_game: MakeGame) -> None:
    """Calling the coin wins or loses; not calling gives a shared first place. Who could see the coin would call it."""
    tree = choice(0, coin(end(3, 2, 1), end(0, 2, 1)), coin(end(0, 2, 1), end(3, 2, 1)), end(2, 2, 1))
    blind, seeing = paper_game(3, tree), paper_game(3, tree, knows=[0])
    for seed in range(4):
        bot = asked("mcts:iterations=20000,c=2", blind.new(seed), seed)
        assert chosen(bot) == 2
        assert values(bot) == pytest.approx({0: 0.5, 1: 0.5, 2: 0.75}, abs=0.15)
        assert chosen(asked("mcts:iterations=4000", seeing.new(seed), seed)) == seed % 2


def test_the_true_state_makes_no_difference(paper_game: MakeGame) -> None:
    call = coin(end(3, 2, 1), end(0, 2, 1)), coin(end(0, 2, 1), end(3, 2, 1))
    tree = choice(0, *call, coin(end(2, 2, 1), end(2, 1, 2)))
    game = paper_game(3, tree)
    heads, tails = game.new(0), game.new(1)
    assert heads != tails
    assert bytes(heads.view(0)) == bytes(tails.view(0))
    for seed in range(5):
        assert asked("mcts:iterations=50", heads, seed).explain() == asked("mcts:iterations=50", tails, seed).explain()


def test_who_is_to_move_may_depend_on_what_is_hidden(paper_game: MakeGame) -> None:
    """After child 0, heads lets seat 1 choose and tails seat 2, by the same action numbers. Each chooses its own good:
    heads ends (1, 2, 0), tails (2, 0, 1), so child 0 is worth (0.5 + 1) / 2 to seat 0."""
    heads = choice(1, end(1, 2, 0), end(2, 1, 0))
    tails = choice(2, end(0, 1, 0), end(2, 0, 1))
    tree = choice(0, coin(heads, tails), end(1, 1, 0))
    bot = asked("mcts:iterations=40000", paper_game(3, tree).new(0))
    assert values(bot) == pytest.approx({0: 0.75, 1: 0.75}, abs=0.03)


def test_proofs_are_not_drawn_from_one_world(paper_game: MakeGame) -> None:
    """Child 0 wins in every second world only; two seats, so that proofs are on."""
    tree = choice(0, coin(end(1, 0), end(0, 1)), choice(1, end(1, 0), end(2, 1)))
    bot = asked("mcts:iterations=4000", paper_game(2, tree).new(0))
    assert chosen(bot) == 1
    assert values(bot)[0] == pytest.approx(0.5, abs=0.1)


def test_a_lone_seat_goes_for_points(paper_game: MakeGame) -> None:
    tree = choice(0, choice(0, end(0.1), end(0.3)), choice(0, end(0), end(0.8)), end(0.6))
    assert chosen(asked("mcts:iterations=2000", paper_game(1, tree).new(0))) == 1


def test_points_count_by_score_where_ranks_are_equal(paper_game: MakeGame) -> None:
    tree = choice(0, end(2, 1), end(9, 1), end(3, 1))
    bot = asked("mcts:iterations=300,utility=score,solver=false", paper_game(2, tree).new(0))
    assert chosen(bot) == 1


# ---- promises of the bot


def test_same_seed_same_moves() -> None:
    state = GAME.new(1)
    for text in ("mcts:iterations=500", "mcts:iterations=501,threads=3"):
        assert asked(text, state, 7).explain() == asked(text, state, 7).explain()
        assert asked(text, state, 7).explain() != asked(text, state, 8).explain()


def test_same_seed_same_games_with_kept_trees() -> None:
    def game(text: str) -> list[int]:
        state, players = GAME.new(1), [bots.make(text), bots.make(text)]
        for seat, bot in enumerate(players):
            bot.start(GAME, seat, seat)
        actions = []
        while state.to_move is not None:
            actions.append(players[state.to_move].choose(state.view(state.to_move), Clock()))
            state.apply(actions[-1])
        return actions

    for text in ("mcts:iterations=300", "mcts:iterations=300,threads=2"):
        assert game(text) == game(text)


def test_a_view_that_went_through_pickle_gives_the_same_answer() -> None:
    view = GAME.new(1).view(0)
    twin = pickle.loads(pickle.dumps(view))
    rows = []
    for it in (view, twin):
        bot = bots.make("mcts:iterations=300")
        bot.start(it.game, 0, 5)
        bot.choose(it, Clock())
        rows.append(bot.explain())
    assert rows[0] == rows[1]


def test_threads_share_the_iterations() -> None:
    bot = asked("mcts:iterations=1001,threads=4", GAME.new(1))
    assert bot.iterations == 1001
    assert sum(row["visits"] for row in bot.explain()) == 1001


def test_memory_is_capped_and_the_search_goes_on() -> None:
    state = GAME.new(1)
    bot = asked("mcts:iterations=300000,memory=1,c=1,cutoff=-1", state)
    assert 900_000 < bot.memory_used <= 1_000_000
    assert bot.iterations == 300_000
    assert chosen(bot) == 3
    assert asked("mcts:iterations=100000,memory=2,threads=2", state).memory_used <= 2_000_000


def test_the_tree_is_kept_while_moves_match() -> None:
    state, bot = GAME.new(1), bots.make("mcts:iterations=2000")
    bot.start(GAME, 0, 1)
    state.apply(bot.choose(state.view(0), Clock()))
    state.apply(3)
    bot.choose(state.view(0), Clock())
    assert sum(row["visits"] for row in bot.explain()) > 2000 + 100
    elsewhere = GAME.replay(1, [0, 1, 2, 3])
    bot.choose(elsewhere.view(0), Clock())
    assert sum(row["visits"] for row in bot.explain()) == 2000


def test_one_legal_action_is_answered_at_once() -> None:
    state = next(it for seed in range(1000) for it in random_play(GAME, seed) if len(it.legal()) == 1)
    (only,) = state.legal()
    began = time.perf_counter()
    bot = asked("mcts:seconds=5", state)
    assert time.perf_counter() - began < 4
    assert bot.explain() == [{"action": only, "name": state.name(only), "visits": 0, "value": 0.0}]


@pytest.mark.parametrize("seconds", [0.005, 0.05, 0.3])
@pytest.mark.parametrize("extra", ["", ",threads=2"])
def test_keeps_to_its_seconds(seconds: float, extra: str) -> None:
    state, bot = GAME.new(1), bots.make(f"mcts:seconds={seconds}{extra}")
    bot.start(GAME, 0, 1)
    began = time.perf_counter()
    bot.choose(state.view(0), Clock())
    # That it stops at all; `make bench` measures by how many milliseconds it is late.
    assert 0.8 * seconds < time.perf_counter() - began < seconds + 5


def test_obeys_the_clock_whatever_its_budget() -> None:
    state, bot = GAME.new(1), bots.make("mcts:iterations=100000000")
    bot.start(GAME, 0, 1)
    began = time.perf_counter()
    bot.choose(state.view(0), Clock(seconds=0.1))
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcts:iterations=0", "iterations=0 is too few"),
        ("mcts:seconds=0", "seconds=0.0 is too short"),
        ("mcts:playout=clever", "playout=clever is unknown, it is greedy, learnt, random or rollout"),
        ("mcts:utility=fame", "utility=fame is unknown, it is rank, score or win"),
        ("mcts:choice=luck", "choice=luck is unknown, it is value or visits"),
        ("mcts:epsilon=1.5", "epsilon=1.5 is not between 0 and 1"),
        ("mcts:threads=0", "threads=0 is not between 1 and 64"),
        ("mcts:memory=0", "memory=0 is not between 1"),
        ("mcts:cutoff=-2", "cutoff=-2 is not between -1"),
    ],
)
def test_a_bad_parameter_is_named(text: str, words: str) -> None:
    with pytest.raises(bots.BadSpec, match=words):
        bots.make(text)


# ---- every game


@pytest.mark.parametrize("text", ["mcts:iterations=60", "mcts:iterations=60,threads=2", "greedy:samples=2,budget=64"])
@pytest.mark.parametrize("name", core.games())
def test_true_states_with_one_view_get_one_answer(name: str, text: str) -> None:
    game = core.load(name, core.game_class(name).SEATS[1])
    for state in snapshots(game, seed=5, count=8)[1:-1]:
        if state.to_move is None or len(state.legal()) < 2:
            continue
        worlds = [state.view(state.to_move).sample(seed) for seed in (1, 2)]
        assert worlds[0] != worlds[1] or name == "connect_four"
        views = [pickle.dumps(world.view(state.to_move)) for world in worlds]
        assert views[0] == views[1]
        answers = []
        for view in views:
            bot = bots.make(text)
            bot.start(game, state.to_move, 9)
            bot.choose(pickle.loads(view), Clock())
            answers.append(bot.explain())
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", ["ganymede", "on_mars", "starfarers"])
def test_a_learnt_playout_with_one_draw_is_the_games_own(name: str) -> None:
    state = core.load(name, 3).new(3)
    plain, one, several = (
        asked(f"mcts:iterations=200,playout={words}", state).explain()
        for words in ("rollout", "learnt,draws=1", "learnt,draws=4")
    )
    assert plain == one != several


@pytest.mark.parametrize("playout", ["random", "rollout", "greedy", "learnt"])
@pytest.mark.parametrize("name", core.games())
def test_every_game_can_be_searched(name: str, playout: str) -> None:
    low, high = core.game_class(name).SEATS
    for players in range(low, high + 1):
        state = core.load(name, players).new(3)
        for settings in ("", ",cutoff=4,prior=1,utility=score,choice=value", ",cutoff=4,utility=win"):
            assert chosen(asked(f"mcts:iterations=20,playout={playout}{settings}", state)) in state.legal()
