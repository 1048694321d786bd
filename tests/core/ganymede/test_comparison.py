"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

import core
from core import Game, State
from tests.core.ganymede import model
from tests.core.ganymede.census import RARE, happened
from tests.core.ganymede.made_up import TEMPERAMENTS, Chooser, random_deck, random_position, random_stack
from tests.core.ganymede.model import Position
from tests.core.ganymede.model_views import Witness

EDITIONS = ("2018", "revised")
TABLES = list(itertools.product(EDITIONS, (2, 3, 4)))


def assert_same(state: State, p: Position) -> list[str]:
    """The answers there are, if engine and model agree about everything."""
    names = model.legal_names(p)
    assert sorted(state.names()) == sorted(names)
    assert state.to_dict() == p
    assert state.scores() == model.scores(p)
    assert state.ranks() == model.ranks(p)
    assert state.to_move == (None if p["phase"] == "over" else p["seat"])
    if len(p["pending"]) > 2:  # the property tests hardly come here
        assert state.game.from_dict(p) == state
    return names


def follow(state: State, p: Position, choose: Chooser, rng: Random, turns: int, seen: Counter[str]) -> None:
    """Plays on for so many turns, comparing at every step; counts what was rare."""
    witness = Witness(p)
    names = assert_same(state, p)
    while names and turns:
        name = choose(rng, p, names)
        before, p = p, model.apply(p, name)
        state.apply(state.parse(name))
        names = assert_same(state, p)
        witness.look(p)
        witness.assert_views(state, p)
        seen.update(happened(before, name, p))
        seen["decisions"] += 1
        turns -= not p["pending"]


def compare_games(edition: str, players: int, seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        game = core.load("ganymede", players=players, edition=edition)
        choose = TEMPERAMENTS[seed % len(TEMPERAMENTS)]
        follow(game.new(seed), model.new(players, game.options, seed), choose, Random(seed), 1000, seen)
    return seen


def compare_positions(game: Game, seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        p = random_position(rng, game.players, game.options)
        p["pending"] = random_stack(rng, p) if rng.random() < 0.25 else []
        state = game.from_dict(p)
        model.settle(p)
        follow(state, p, rng.choice(TEMPERAMENTS), rng, rng.randint(1, 3), seen)
    return seen


def compare_built(edition: str, seeds: range) -> Counter[str]:
    games = [core.load("ganymede", players=players, edition=edition) for players in (2, 3, 4)]
    return sum((compare_positions(game, seeds[i::3]) for i, game in enumerate(games)), Counter())


def compare_decks(edition: str, seeds: range, each: int) -> Counter[str]:
    """Made-up decks, `each` positions per deck."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        players = 2 + seed % 3
        deck = random_deck(Random(seed), players)
        game = core.load("ganymede", players=players, edition=edition, components=deck)
        seen += compare_positions(game, range(seed * each, (seed + 1) * each))
    return seen


def show(edition: str, seen: Counter[str]) -> None:
    print(f"\n{edition}")
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_are_the_same(edition: str, players: int) -> None:
    first = 2 * TABLES.index((edition, players))
    compare_games(edition, players, [first, first + 1])  # so every second table has the same temperaments


@pytest.mark.parametrize("edition", EDITIONS)
def test_built_positions_play_on_the_same(edition: str) -> None:
    """Also under other decks, where every kind of effect stands at every place."""
    seen = compare_built(edition, range(600)) + compare_decks(edition, range(60), each=4)
    show(edition, seen)
    assert sorted(RARE[edition] - set(seen)) == []


def test_ties_are_ranked_the_same() -> None:
    """G31, where nobody has a point: Mars decides, then Earth, then nothing."""
    shared = 0
    for seed in range(300):
        rng = Random(seed)
        game = core.load("ganymede", players=rng.choice([2, 3, 4]), edition=rng.choice(EDITIONS))
        p = without_points(random_position(rng, game.players, game.options))
        assert game.from_dict(p).ranks() == model.ranks(p)
        shared += len(set(model.ranks(p))) < game.players
    assert shared > 10


def without_points(p: Position) -> Position:
    for board in p["boards"]:
        board["reputation"] = 0
        p["piles"]["ships"] += board["launched"]
        p["pile_known_to"] += [[] for _ in board["launched"]]
        board["launched"] = []
        for site in board["sites"].values():
            for colour in model.COLOURS:
                p["supply"][colour] += site["settlers"].pop(colour)
    return p


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_is_the_same_for_long(edition: str) -> None:
    games = sum((compare_games(edition, players, range(100, 112)) for players in (2, 3, 4)), Counter[str]())
    built = compare_built(edition, range(1000, 3000)) + compare_decks(edition, range(1000, 1100), each=8)
    show(edition, games + built)
    assert sorted(RARE[edition] - set(built)) == []
