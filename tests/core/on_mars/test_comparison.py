"""The compiled engine against the slow model: the same answers, positions, scores and ranks after every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import core
from core import Game, State
from core.errors import BadPosition
from tests.core.on_mars import model, model_solo
from tests.core.on_mars.census import RARE, happened
from tests.core.on_mars.made_up import random_position
from tests.core.on_mars.model_choosers import TEMPERAMENTS, Chooser
from tests.core.on_mars.model_data import SCIENTIST, SPACE, Position, clone
from tests.core.on_mars.test_solo import WON, ended

TABLES = [(players, length) for players in (2, 3, 4) for length in ("short", "long")]
INNER = ("stack", "step", "order", "next")  # how the engine keeps what is pending
TILES_AND_CARDS = ("blueprints", "advanced", "discoveries", "research", "scientists", "a", "b")
UNORDERED = ("bots", "ships", "progress", "constructed", *TILES_AND_CARDS)
GONE = ("blueprints_gone", "discoveries_gone", "a_gone", "b_gone")


def common(position: Position) -> Position:
    """What both sides tell, lists without an order sorted."""
    p = clone({field: value for field, value in position.items() if field not in INNER})
    p |= {field: sorted(p[field]) for field in GONE}
    if "lacerda" in p:
        p["lacerda"]["seen"].sort()
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
        game = core.load("on_mars", **{"players": 2 + seed % 3, **options})
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


@pytest.mark.parametrize("length", ["short", "long"])
def test_solo_games_are_the_same(length: str) -> None:
    """All that Lacerda does, step by step (R169 to R195)."""
    compare_games(core.load("on_mars", players=1, length=length), range(5))


def test_built_positions_play_on_the_same() -> None:
    compare_built(range(150), 40)
    compare_built(range(200), 40, players=1)
    compare_built(range(150, 170), 20, space_oddity=True)


def before_the_bonus(p: Position) -> Position:
    """A solo deal as it was before Lacerda took the bonus of his space."""
    q = clone(p)
    his = q["boards"][1]
    learnt = [tech for tech in his["techs"] if tech != "shelter"]
    q["tech_grid"] = [tech or learnt[0] for tech in q["tech_grid"]]
    q["blueprint_display"]["bottom"] = his["blueprints"] + q["blueprint_display"]["bottom"]
    for mission in q["missions"]:
        mission["left"] += mission["id"] == "techs" and len(learnt)
        mission["left"] += mission["id"] == "blueprints" and len(his["blueprints"])
    q["warehouse"] = dict.fromkeys(q["warehouse"], 2)
    q["lacerda"] |= {"bot": "mine", "ties": 0}
    his |= {"waiting": 0, "rover": None, "blueprints": [], "techs": {"shelter": "c2m"}}
    return q


def test_lacerda_takes_the_bonus_of_his_space_r170() -> None:
    met = set()
    for seed in range(40):
        dealt = core.load("on_mars", players=1).new(seed).to_dict()
        p = before_the_bonus(dealt)
        space = p["boards"][1]["space"]
        met.add(space)
        assert list(model_solo.benefit(p, SPACE[space]["effect"])) == []
        assert common(p) == common(dealt)
        assert p != before_the_bonus(dealt)
    assert met == {2, 3, 4, 6, 7, 8}


def spoilt(won: Position, ahead: int) -> Iterable[Position]:
    """A won position, and what it would be with something missing."""

    def change(**fields: Any) -> Position:
        p = clone(won)
        p["boards"][0] |= fields
        return p

    own = won["boards"][0]
    yield won
    yield {**won, "colony_row": won["colony_row"] - 1}
    for margin in (-1, 0, 1, 9, 10, 11, 19, 20, 21, 29, 30, 31):
        yield change(points=own["points"] + margin - ahead)
    for number in own["contracts"]:
        yield change(contracts={other: it for other, it in own["contracts"].items() if other != number})
        yield change(contracts={**own["contracts"], number: {"delivered": {}, "completed": False}})
    yield change(goals={"hand": [], "completed": None, "discarded": [1, 2, 7]})
    yield change(research=own["research"][1:])
    yield change(space=5)
    yield change(resources={**own["resources"], "plant": 4})
    yield change(techs={tech: "c5t" if space == "c6" else space for tech, space in own["techs"].items()})
    yield {**change(scientists=[]), "display": [None if isinstance(it, int) else it for it in SCIENTIST]}
    for hex_, marker in won["markers"].items():
        p = change()
        del p["markers"][hex_]
        if marker == "advanced 0":
            p["boards"][0]["blueprints"] = [p["boards"][0]["advanced"].pop()]
        yield p
    for hex_ in [hex_ for hex_, what in won["buildings"].items() if hex_ not in won["markers"]]:
        p = change()
        kind = p["buildings"].pop(hex_)
        if kind in p["stacks"] and len(p["stacks"][kind]) < 6:
            p["stacks"][kind].insert(0, next(tile for tile in range(1, 7) if tile not in p["stacks"][kind]))
        yield p


@pytest.mark.parametrize(("goal", "board", "fields"), WON)
def test_solo_goals_are_judged_the_same(goal: str, board: Position, fields: Position) -> None:
    verdicts: Counter[int] = Counter()
    won = ended(goal, board, fields)
    for p in spoilt(won.to_dict(), int(won.scores()[0])):
        try:
            state = won.game.from_dict(p)
        except BadPosition:
            continue
        p["boards"][0]["contracts"] = {int(card): it for card, it in p["boards"][0]["contracts"].items()}
        assert (state.scores(), state.ranks()) == (model.scores(p), model.ranks(p))
        verdicts[state.ranks()[0]] += 1
    assert verdicts[1] >= 3, verdicts
    assert verdicts[2] >= 7, verdicts


def test_ends_are_scored_the_same() -> None:
    for seed in range(100):
        game = core.load("on_mars", players=1 + seed % 4)
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
    seen += compare_games(core.load("on_mars", players=1), range(100, 140))
    seen += compare_built(range(5000, 5500), 60, players=1)
    show(seen)
    assert len(RARE - set(seen)) < 3, RARE - set(seen)
