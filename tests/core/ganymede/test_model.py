"""The model alone: the worked examples of the rules, and shortcuts of the decision grammar against brute force."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tests.core.chance import GAMMA, MASK, mix
from tests.core.ganymede import model
from tests.core.ganymede.made_up import random_position
from tests.core.ganymede.model import COLOURS, Position


def position(edition: str = "2018", **mine: Any) -> Position:
    """A turn of seat 0 of 2, with ships S01 and S02 on the sites; `mine` are fields of the own board."""
    p = model.new(2, {"edition": edition, "max_rounds": 60, "components": None}, 1)
    p["phase"] = "play"
    for board, ships in zip(p["boards"], (("S01", "S02"), ("S03", "S04")), strict=True):
        board["dealt"] = []
        for site, ship in zip("AB", ships, strict=True):
            board["sites"][site]["ship"] = ship
    p["rows"]["ships"], p["piles"]["ships"] = ["S05", "S06", "S07"], [f"S{n:02}" for n in range(8, 31)]
    p["pile_known_to"] = [[] for _ in p["piles"]["ships"]]
    for field, value in mine.items():
        if field in ("A", "B"):
            settle_on(p, model.mine(p)["sites"][field]["settlers"], value)
        elif field in ("earth", "mars"):
            settle_on(p, model.mine(p)[field], value)
        else:
            model.mine(p)[field] = value
    return p


def settle_on(p: Position, place: dict[str, int], colours: str) -> None:
    for colour in colours.split():
        model.shift(p["supply"], place, colour)


def ship_on(p: Position, site: str, ship: str) -> None:
    """The ship changes places with the one that is there."""
    sites, pile = model.mine(p)["sites"], p["piles"]["ships"]
    pile[pile.index(ship)] = sites[site]["ship"]
    sites[site]["ship"] = ship


def row_has(p: Position, kind: str, name: str) -> None:
    """The card changes places with the first of the row."""
    row, pile = p["rows"][kind], p["piles"][kind]
    if name not in row:
        pile[pile.index(name)] = row[0]
        p["rows"][kind] = model.in_order(p, kind, [name, *row[1:]])


def with_columns(p: Position, *shuttles: str) -> None:
    for shuttle in shuttles:
        row = model.shuttle_row(p, shuttle)
        row_has(p, row, shuttle)
        p["rows"][row].remove(shuttle)
        model.mine(p)["columns"][model.card(p, shuttle)["type"]].append(shuttle)


def with_tiles(p: Position, *tiles: str) -> None:
    for tile in tiles:
        p["piles"]["tiles"].remove(tile)
    model.mine(p)["tiles"] = list(tiles)


def play(p: Position, *names: str) -> Position:
    for name in names:
        assert name in model.legal_names(p)
        p = model.apply(p, name)
    return p


def outcomes(p: Position, see: Callable[[Position], Any]) -> set[Any]:
    """What can be seen at the end of this turn, over all ways to decide."""
    if not p["pending"]:
        return {see(p)}
    return set().union(*(outcomes(model.apply(p, name), see) for name in model.legal_names(p)))


def counts(settlers: dict[str, int]) -> str:
    return " ".join(colour for colour in COLOURS for _ in range(settlers[colour]))


def earth(p: Position) -> str:
    return counts(p["boards"][0]["earth"])


def mars(p: Position) -> str:
    return counts(p["boards"][0]["mars"])


def reputation(p: Position) -> int:
    return int(p["boards"][0]["reputation"])


def asked(p: Position) -> list[str]:
    return sorted(model.legal_names(p))


# --- the worked examples of the rules -------------------------------------------------------------


def test_the_generator_is_splitmix64() -> None:
    assert mix(GAMMA) == 0xE220A8397B1DCDAF
    assert mix(2 * GAMMA & MASK) == 0x6E789E6AA1B965F4


def test_a_second_or_tile_may_be_applied_in_six_ways() -> None:
    p = position(earth="blue blue purple purple")
    with_tiles(p, "T04")
    row_has(p, "tiles", "T05")
    found = outcomes(play(p, "tile T05"), earth)
    added = {"", "red", "yellow", "red red", "red yellow", "yellow yellow"}
    assert found == {" ".join(f"blue blue {more} purple purple".split()) for more in added}


@pytest.mark.parametrize(("column", "purples"), [((), 1), (("E01",), 2)])
def test_an_earth_shuttle_moves_its_payers_and_recruits(column: tuple[str, ...], purples: int) -> None:
    p = position(earth="blue red")
    with_columns(p, *column)
    row_has(p, "earth", "E04")
    after = play(p, "shuttle earth E04")
    assert mars(after) == "blue red"
    assert outcomes(after, earth) == {" ".join(["purple"] * n) for n in range(purples + 1)}


def test_a_shuttle_that_costs_a_tile_needs_one() -> None:
    p = position(mars="blue red", A="blue", B="red")
    row_has(p, "mars", "M29")
    assert "shuttle mars M29" not in model.legal_names(p)
    with_tiles(p, "T05")
    after = play(p, "shuttle mars M29", "move blue mars to A")
    assert mars(after) == ""
    assert after["supply"]["red"] == p["supply"]["red"] + 1
    assert after["discards"] == ["T05"]
    assert "recruit blue" in model.legal_names(after)


def test_payers_may_be_stranded_or_saved() -> None:
    p = position(mars="blue red", B="red")
    row_has(p, "mars", "M04")
    p = play(p, "shuttle mars M04")
    assert asked(p) == ["move blue mars to A", "move blue mars to B", "move red mars to A"]
    boards = outcomes(p, lambda p: tuple(counts(p["boards"][0]["sites"][site]["settlers"]) for site in "AB"))
    assert boards == {("blue", "red"), ("red", "blue red")}


def test_three_points_with_a_bonus_two_spaces_away() -> None:
    first = position(reputation=1)
    with_columns(first, "E19", "E20")
    row_has(first, "earth", "E21")
    settle_on(first, model.mine(first)["earth"], "purple purple")
    p = play(first, "shuttle earth E21", "reputation", "reputation")
    assert asked(p) == ["bonus", "give up"]
    assert reputation(play(p, "bonus", "reputation")) == 4
    assert max(outcomes(play(p, "bonus"), reputation)) == 4
    assert outcomes(play(p, "give up"), reputation) == {3, 4}
    first["options"] = {**first["options"], "edition": "revised"}
    p = play(first, "shuttle earth E21", "reputation", "reputation")
    assert "recruit blue" in model.legal_names(p)
    assert reputation(play(p, "recruit blue", "reputation")) == 4


def test_revised_the_basic_of_space_9_comes_before_the_launch_of_space_11() -> None:
    p = position("revised", reputation=8, earth="purple purple")
    with_columns(p, "E19", "E20")
    row_has(p, "earth", "E21")
    p = play(p, "shuttle earth E21", "reputation")
    assert "recruit blue" in model.legal_names(p)
    p = play(p, "stop", "reputation", "reputation")
    assert asked(p) == ["decline", "launch A", "launch B"]


def test_tiles_and_shuttles_without_effect_may_still_be_taken() -> None:
    p = position()
    p["supply"]["blue"] = p["supply"]["red"] = 0
    row_has(p, "tiles", "T04")
    after = play(p, "tile T04")
    assert not after["pending"]
    assert after["boards"][0]["tiles"] == ["T04"]
    p["boards"][0]["earth"]["blue"] = 1
    row_has(p, "earth", "E01")
    p["boards"][0]["mars"]["yellow"] = 4
    assert not play(p, "shuttle earth E01")["pending"]


def test_two_tiles_for_reputation_are_two_gains_of_one() -> None:
    p = position(reputation=2)
    with_tiles(p, "T05", "T06")
    p = play(p, "discard tiles T05 T06", "reputation")
    assert [frame["do"] for frame in p["pending"]] == ["end", "basic", "basic"]
    assert reputation(play(p, "reputation", "reputation")) == 5


def test_each_basic_of_a_basic_shuttle_is_a_gain_of_its_own() -> None:
    p = position(reputation=2, earth="blue blue")
    with_columns(p, "E29")
    with_tiles(p, "T05")
    row_has(p, "earth", "E30")
    p = play(p, "shuttle earth E30", "reputation")
    assert [frame["do"] for frame in p["pending"]] == ["end", "effect", "basic"]
    assert reputation(play(p, "recruit blue", "reputation")) == 4


def test_a_launch_inside_a_launch_is_resolved_first() -> None:
    p = position(reputation=10, A="red red red")
    ship_on(p, "A", "S30")
    with_tiles(p, "T05")
    p = play(p, "discard tile T05", "stop", "reputation")
    assert [frame["do"] for frame in p["pending"]] == ["end", "take ship", "right"]
    assert asked(p) == ["decline", "launch B"]
    p = play(p, "launch B", "draw S05")
    assert p["boards"][0]["sites"]["B"]["ship"] == "S05"
    assert p["boards"][0]["sites"]["A"]["ship"] is None
    p = play(p, "draw S06")
    assert p["boards"][0]["sites"]["A"]["ship"] == "S06"
    assert p["boards"][0]["launched"] == ["S02", "S30"]


def test_a_ship_filled_by_a_launch_effect_leaves_in_the_same_turn() -> None:
    p = position(A="red red red", B="blue yellow purple", mars="red")
    ship_on(p, "A", "S27")
    with_tiles(p, "T05")
    p = play(p, "discard tile T05", "stop", "move red mars to B", "draw S05")
    assert p["pending"][-1] == {"do": "take ship", "site": "B"}


@pytest.mark.parametrize(("site", "there", "count"), [("A", "red", 3), ("A", "red red", 0), ("B", "red blue", 4)])
def test_free_adapts_on_sites(site: str, there: str, count: int) -> None:
    p = position(**{site: there})
    assert len(model.adapts(p, {"kind": "adapt"})) == count


@pytest.mark.parametrize(("column", "uses"), [(2, {"aaa", "ba", "ab"}), (3, {"aaaa", "baa", "aba", "aab", "bb"})])
def test_revised_adapts_of_one_shuttle_may_become_basics(column: int, uses: set[str]) -> None:
    p = position("revised", earth="red")
    with_columns(p, *["E08", "M07", "M08"][:column])
    row_has(p, "earth", "E07")
    p = play(p, "shuttle earth E07")

    def words(p: Position) -> set[str]:
        if not p["pending"]:
            return {""}
        found = set()
        adapt = next((name for name in model.legal_names(p) if name.startswith("adapt")), None)
        if adapt:
            found |= {"a" + rest for rest in words(model.apply(p, adapt))}
        if "basic" in model.legal_names(p):
            found |= {"b" + rest for rest in words(play(p, "basic", "stop"))}
        return found

    assert words(p) == uses


# --- the shortcuts of the grammar against the rule itself -----------------------------------------


def brute_force(p: Position, source: str, payers: list[str]) -> set[str]:
    """G11 word for word: every order, every site that can take the settler, loss only where none can."""
    found = set()
    targets = ("mars",) if source == "earth" else ("A", "B")
    for order in set(permutations(payers)):
        for wishes in product(targets, repeat=len(order)):
            found.add(json.dumps(moved(p, source, order, wishes)))
    return found


def moved(p: Position, source: str, order: tuple[str, ...], wishes: tuple[str, ...]) -> Any:
    p = json.loads(json.dumps(p))
    for colour, wish in zip(order, wishes, strict=True):
        possible = [place for place in {wish, *("AB" if source == "mars" else ())} if model.fits(p, place, colour)]
        target = wish if wish in possible else next(iter(possible), None)
        model.shift(model.settlers(p, source), model.settlers(p, target) if target else p["supply"], colour)
    return [p["supply"], model.mine(p)]


def decided(p: Position) -> set[str]:
    """The same by the decisions of a `move payers` frame."""
    model.settle(p)
    if p["pending"][-1]["do"] != "move payers":
        return {json.dumps([p["supply"], model.mine(p)])}
    return set().union(*(decided(model.apply(p, name)) for name in model.legal_names(p)))


def test_moving_payers_reaches_exactly_what_the_rule_allows() -> None:
    for seed in range(200):
        rng = Random(seed)
        p = random_position(rng, 2, {"edition": "2018", "max_rounds": 60, "components": None})
        source = rng.choice(["earth", "mars"])
        there = counts(model.settlers(p, source)).split()
        payers = rng.sample(there, min(len(there), rng.choice([1, 2, 3, 4])))
        expected = brute_force(p, source, payers)
        model.push(p, "bonus")  # asks in any case, so that settling stops there
        model.push(p, "move payers", **{"from": source, "payers": {c: payers.count(c) for c in COLOURS}})
        assert decided(p) == expected
