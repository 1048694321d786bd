"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from tests.core.ganymede import model
from tests.core.ganymede.census import happened
from tests.core.ganymede.knowledge import Witness
from tests.core.ganymede.model import Position
from tests.core.ganymede.table import TEMPERAMENTS, Chooser, random_deck, random_position

EDITIONS = ("2018", "revised")
TABLES = list(itertools.product(EDITIONS, (2, 3, 4)))

IN_EVERY_GAME = {"G8 fourth tile", "G4 tile pile rebuilt", "G11 choice of payers from mars", "G9 choice of payer"}


def assert_same(state: State, p: Position) -> None:
    assert sorted(state.names()) == sorted(model.legal_names(p))
    assert state.to_dict() == p
    assert state.scores() == model.scores(p)
    assert state.ranks() == model.ranks(p)
    assert state.to_move == (None if p["phase"] == "over" else p["seat"])


def follow(state: State, p: Position, choose: Chooser, rng: Random, turns: int, seen: Counter[str]) -> Witness:
    """Plays on for so many turns, comparing at every step; counts what was rare."""
    witness = Witness(p)
    assert_same(state, p)
    while p["phase"] != "over" and turns:
        name = choose(rng, p, model.legal_names(p))
        before, p = p, model.apply(p, name)
        state.apply(state.parse(name))
        assert_same(state, p)
        witness.look(p)
        witness.assert_views(state, p)
        seen.update(happened(before, name, p))
        seen["decisions"] += 1
        turns -= not p["pending"]
    return witness


def compare_games(edition: str, players: int, seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        game = core.load("ganymede", players=players, edition=edition)
        choose = TEMPERAMENTS[seed % len(TEMPERAMENTS)]
        follow(game.new(seed), model.new(players, game.options, seed), choose, Random(seed), 1000, seen)
    return seen


def compare_positions(seeds: Iterable[int], edition: str, own_deck: bool) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        game = random_game(rng, edition, own_deck)
        p = random_position(rng, game.players, game.options)
        follow(game.from_dict(p), p, rng.choice(TEMPERAMENTS), rng, rng.randint(1, 3), seen)
    return seen


def random_game(rng: Random, edition: str, own_deck: bool) -> Game:
    players = rng.choice([2, 3, 4])
    options: dict[str, Any] = {"components": random_deck(rng, players)} if own_deck else {}
    return core.load("ganymede", players=players, edition=edition, **options)


def show(title: str, seen: Counter[str]) -> None:
    print(f"\n{title}")
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_are_the_same(edition: str, players: int) -> None:
    seen = compare_games(edition, players, range(3))
    assert set(seen) >= IN_EVERY_GAME


@pytest.mark.parametrize("edition", EDITIONS)
def test_built_positions_play_on_the_same(edition: str) -> None:
    seen = compare_positions(range(400), edition, own_deck=False)
    show(f"built positions, {edition}", seen)


@pytest.mark.parametrize("edition", EDITIONS)
def test_other_decks_play_the_same(edition: str) -> None:
    seen = compare_positions(range(150), edition, own_deck=True)
    show(f"other decks, {edition}", seen)
