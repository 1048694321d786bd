"""G1 to G7: pieces, rows and set-up."""

from __future__ import annotations

import pytest

import core
from core import Game, State
from core.errors import BadPosition
from tests.core.ganymede.table import COLOURS, board, lay, own, play

SEATS = pytest.mark.parametrize("players", [2, 3, 4])
EDITIONS = pytest.mark.parametrize("edition", ["2018", "revised"])


def load(players: int = 2, edition: str = "2018") -> Game:
    return core.load("ganymede", players=players, edition=edition)


def set_up(state: State) -> State:
    while state.to_dict()["phase"] == "setup":
        state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize(("players", "supply"), [(2, 7), (3, 10), (4, 13)])
def test_g2_supply_by_players(players: int, supply: int) -> None:
    assert load(players).new(1).to_dict()["supply"] == dict.fromkeys(COLOURS, supply)


@pytest.mark.parametrize(
    ("problem", "fields"),
    [
        (r"boards\[0\].earth: 7 settlers, at most 6 fit", board(earth="bbbrrry")),
        (r"boards\[0\].mars: 6 settlers, at most 5 fit", board(mars="bbbrrr")),
        (r"boards\[0\].sites.A.settlers: 4 settlers, at most 3 fit", board(a=("S25", "bbbb"))),
        (r"boards\[0\].sites.A.settlers: settlers on site A are all of one colour", board(a=("S25", "br"))),
        (r"boards\[0\].sites.B.settlers: settlers on site B are all of different", board(b=("S26", "bb"))),
        (r"boards\[0\].tiles: 4 cards, at most 3 fit", board(tiles=["T02", "T03", "T04", "T05"])),
        (r"boards\[0\].reputation: 12 is not a whole number from 0 to 11", board(reputation=12)),
        (r"boards.hand: more ships than the limit", board(hand=["S01", "S02", "S03", "S04", "S05"])),
    ],
)
def test_g3_a_board_holds_so_much(problem: str, fields: dict[str, object]) -> None:
    with pytest.raises(BadPosition, match=problem):
        lay(fields)


def test_g3_the_start_of_a_board() -> None:
    mine = own(set_up(load().new(1)))
    assert (mine["reputation"], mine["tiles"], mine["hand"], mine["launched"]) == (0, [], [], [])
    assert mine["columns"] == {"blue": [], "red": [], "yellow": [], "purple": [], "white": []}


@EDITIONS
def test_g4_rows(edition: str) -> None:
    described = set_up(load(3, edition).new(1)).to_dict()
    assert {deck: len(row) for deck, row in described["rows"].items()} == {
        "tiles": 4, "earth": 4, "mars": 4, "ships": 3,
    }  # fmt: skip
    assert {deck: len(pile) for deck, pile in described["piles"].items()} == {
        "tiles": 26, "earth": 26, "mars": 26, "ships": 30 - 3 - 6,
    }  # fmt: skip


def test_g4_the_tile_pile_is_rebuilt_after_its_last_tile_even_if_the_row_is_full() -> None:
    discards = [f"T{i:02}" for i in range(10, 31)]
    rest = {"tiles": ["T09"]}
    state = lay(board(tiles=["T05", "T06"]), board(a=(None, ""), b=(None, ""), tiles=["T07", "T08"]),
                rows={"tiles": ["T01", "T02", "T03", "T04"]}, piles=rest, discards=discards)  # fmt: skip
    done = play(state, "tile T04", "stop").to_dict()
    assert done["rows"]["tiles"] == ["T01", "T02", "T03", "T09"]
    assert sorted(done["piles"]["tiles"]) == discards
    assert (done["discards"], done["rebuilds"]) == ([], 1)


def test_g4_an_empty_tile_pile_is_rebuilt_before_the_first_even_if_no_tile_is_needed() -> None:
    held = [["T05", "T06"], ["T07", "T08", "T09"]]
    discards = [f"T{i:02}" for i in range(10, 31)]
    boards = [board(earth="b", tiles=held[0]), board(a=(None, ""), b=(None, ""), tiles=held[1])]
    rows = {"tiles": ["T01", "T02", "T03", "T04"], "earth": ["E01"]}
    state = lay(*boards, rows=rows, piles={"tiles": []}, discards=discards)
    done = play(state, "shuttle earth E01", "stop").to_dict()
    assert done["rows"]["tiles"] == rows["tiles"]
    assert sorted(done["piles"]["tiles"]) == discards
    assert done["rebuilds"] == 1


def test_g4_a_rebuilt_pile_goes_on_filling_the_row() -> None:
    discards = [f"T{i:02}" for i in range(8, 31)]
    state = lay(board(tiles=["T04", "T05", "T06"]), board(a=(None, ""), b=(None, "")),
                rows={"tiles": ["T01", "T02", "T03"]}, piles={"tiles": ["T07"]}, discards=discards)  # fmt: skip
    done = play(state, "tile T01", "discard tile T04", *["decline"] * 6).to_dict()
    assert len(done["rows"]["tiles"]) == 4
    assert {"T02", "T03", "T07"} < set(done["rows"]["tiles"])
    assert sorted([*done["rows"]["tiles"], *done["piles"]["tiles"]]) == ["T02", "T03", "T04", "T07", *discards]
    assert done["rebuilds"] == 1


def test_g4_the_same_deal_rebuilds_in_the_same_order() -> None:
    """Whatever else was discarded, two tiles of a deal come up in the same order."""
    rows, piles = {"tiles": ["T01", "T02", "T03", "T04"]}, {"tiles": []}
    orders = []
    for extra in ([], ["T05", "T06"]):
        held = [["T05", "T06", "T07"], ["T08", "T09", "T10"]]
        discards = [f"T{i:02}" for i in range(11, 31)] + extra
        held[0] = [tile for tile in held[0] if tile not in extra]
        boards = [board(earth="b", tiles=held[0]), board(a=(None, ""), b=(None, ""), tiles=held[1])]
        state = lay(*boards, rows={**rows, "earth": ["E01"]}, piles=piles, discards=discards, seed=77)
        orders.append(play(state, "shuttle earth E01", "stop").to_dict()["piles"]["tiles"])
    assert orders[0] == [tile for tile in orders[1] if tile not in ("T05", "T06")]
    assert orders[0] != sorted(orders[0])


@SEATS
def test_g5_the_first_tile_row_is_the_start_tiles(players: int) -> None:
    for seed in range(5):
        assert load(players).new(seed).to_dict()["rows"]["tiles"] == ["T01", "T07", "T13", "T19"]


@EDITIONS
@SEATS
def test_g6_each_seat_keeps_two_of_four_ships(edition: str, players: int) -> None:
    state = load(players, edition).new(3)
    dealt = [mine["dealt"] for mine in state.to_dict()["boards"]]
    row = state.to_dict()["rows"]["ships"]
    assert len(row) == (3 if edition == "2018" else 0)
    for seat in range(players):
        assert state.to_move == seat
        assert state.names() == [f"site A {ship}" for ship in dealt[seat]]
        state.apply(state.parse(f"site A {dealt[seat][2]}"))
        assert state.names() == [f"site B {ship}" for ship in dealt[seat] if ship != dealt[seat][2]]
        state.apply(state.parse(f"site B {dealt[seat][0]}"))
    described = state.to_dict()
    assert described["phase"] == "play"
    for seat in range(players):
        mine = own(state, seat)
        assert (mine["ship A"], mine["ship B"], mine["hand"]) == (dealt[seat][2], dealt[seat][0], [])
        assert (mine["dealt"], mine["kept"]) == ([], [])
        back = {dealt[seat][1], dealt[seat][3]}
        assert back <= set(described["piles"]["ships"]) | set(described["rows"]["ships"])
    if edition == "2018":
        assert described["rows"]["ships"] == row


def test_g6_the_pile_is_shuffled_again() -> None:
    state = load().new(3)
    before = state.to_dict()["piles"]["ships"]
    after = set_up(state).to_dict()["piles"]["ships"]
    assert [ship for ship in after if ship in before] != before


def test_g7_seat_0_starts_and_a_round_is_one_turn_of_each_seat() -> None:
    state = set_up(load(3).new(1))
    order = []
    for _ in range(7):
        described = state.to_dict()
        order.append((described["round"], described["seat"]))
        while (state.to_dict()["round"], state.to_dict()["seat"]) == order[-1]:
            tiles = [name for name in state.names() if name.startswith("tile")]
            state.apply(state.parse(tiles[0] if tiles else state.names()[-1]))
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)]
