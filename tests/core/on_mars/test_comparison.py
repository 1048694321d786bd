"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from tests.core.on_mars import model
from tests.core.on_mars.built import random_position
from tests.core.on_mars.census import RARE, happened
from tests.core.on_mars.model_data import Position, clone
from tests.core.on_mars.temperaments import TEMPERAMENTS, Chooser

TABLES = [(players, length) for players in (2, 3, 4) for length in ("short", "long")]
INNER = ("stack", "step", "order", "next")  # how the engine keeps what is pending
TILES_AND_CARDS = ("blueprints", "advanced", "discoveries", "research", "scientists", "a", "b")
UNORDERED = ("bots", "ships", "progress", "constructed", *TILES_AND_CARDS)
GONE = ("blueprints_gone", "discoveries_gone", "a_gone", "b_gone")


def common(position: Position) -> Position:
    """What both sides tell, lists without an order sorted."""
    p = clone({field: value for field, value in position.items() if field not in INNER})
    p |= {field: sorted(p[field]) for field in GONE}
    for seat, own in enumerate(p["boards"]):
        own |= {field: sorted(own[field]) for field in UNORDERED}
        own["goals"] |= {field: sorted(own["goals"][field]) for field in ("hand", "discarded")}
        own["contracts"] = {int(number): without_zeros(contract) for number, contract in own["contracts"].items()}
        if p["phase"] != "colonization" or p["turn"] != seat:
            own["gained"] = 0  # means something in the owner's turn only
        if p["phase"] == "over":  # ruling 22 leaves open which of equally good deliveries are made
            own["contracts"] = sum(contract["completed"] for contract in own["contracts"].values())
            del own["resources"]
    return p


def without_zeros(contract: Position) -> Position:
    return {**contract, "delivered": {item: count for item, count in contract["delivered"].items() if count}}


def assert_same(state: State, table: model.Table) -> None:
    assert sorted(state.names()) == sorted(table.names)
    assert state.to_move == table.seat
    assert common(state.to_dict()) == common(table.p)
    if state.is_over:
        assert state.scores() == model.scores(table.p)
        assert state.ranks() == model.ranks(table.p)


def follow(state: State, table: model.Table, choose: Chooser, rng: Random, decisions: int, seen: Counter[str]) -> None:
    """Plays on for so many decisions, comparing after each; counts what was rare."""
    assert_same(state, table)
    while table.names and decisions:
        name, seat, before = choose(rng, table), table.seat, clone(table.p)
        state.apply(state.parse(name))
        table.play(name)
        assert_same(state, table)
        assert seat is not None
        seen.update(happened(before, seat, name, table.p))
        seen["decisions"] += 1
        decisions -= 1


def compare_games(game: Game, seeds: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        state = game.new(seed)
        choose = list(TEMPERAMENTS.values())[seed % len(TEMPERAMENTS)]
        follow(state, model.Table(state.to_dict()), choose, Random(seed), 5000, seen)
    return seen


def built(game: Game, seed: int) -> Position:
    state, rng = game.new(seed), Random(seed)
    while state.to_dict()["phase"] == "setup":
        state.apply(rng.choice(state.legal()))
    return random_position(rng, state.to_dict())


def compare_built(seeds: Iterable[int], decisions: int, **options: Any) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        game = core.load("on_mars", players=2 + seed % 3, **options)
        p = built(game, seed)
        choose = rng.choice(list(TEMPERAMENTS.values()))
        follow(game.from_dict(p), model.Table(p), choose, rng, rng.randint(1, decisions), seen)
    return seen


def finished(p: Position) -> Position:
    """The position as if the game had ended there, and nobody had points but for what is scored now."""
    over = model.Table(p).p
    for own in over["boards"]:
        own["points"] = 0
    model.finish(over)
    return over


def show(seen: Counter[str]) -> None:
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")


@pytest.mark.parametrize(("players", "length"), TABLES)
def test_whole_games_are_the_same(players: int, length: str) -> None:
    game = core.load("on_mars", players=players, length=length, round_cap=20)
    compare_games(game, [TABLES.index((players, length))])


def test_games_with_first_colonists_are_the_same() -> None:
    compare_games(core.load("on_mars", players=3, first_colonists=True, round_cap=20), [3])


def test_built_positions_play_on_the_same() -> None:
    compare_built(range(150), 40)
    compare_built(range(150, 170), 20, space_oddity=True)


def test_ends_are_scored_the_same() -> None:
    for seed in range(100):
        game = core.load("on_mars", players=2 + seed % 3)
        over = finished(built(game, seed))
        state = game.from_dict(written(over))
        assert state.scores() == model.scores(over)
        assert state.ranks() == model.ranks(over)


def written(p: Position) -> Position:
    q = clone(p)
    for own in q["boards"]:
        own["contracts"] = {str(number): contract for number, contract in own["contracts"].items()}
    return q


@pytest.mark.soak
def test_long_comparison() -> None:
    """Meets all that is rare, but for a case or two that the seeds miss."""
    seen = compare_built(range(1000, 1900), 60) + compare_built(range(3000, 3060), 60, first_colonists=True)
    for players, length in TABLES:
        seen += compare_games(core.load("on_mars", players=players, length=length), range(4))
        seen += compare_games(core.load("on_mars", players=players, first_colonists=True), range(2))
    show(seen)
    assert len(RARE - set(seen)) < 3, RARE - set(seen)
