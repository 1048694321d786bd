"""Positions as dicts: defaults for who writes one by hand, what is refused, names and the board as text."""

from __future__ import annotations

from typing import Any

import pytest

import core
from core.errors import BadPosition
from tests.core.ganymede.table import COLOURS, board, frames, lay, names, play, settlers


def game(players: int = 2, edition: str = "2018") -> core.Game:
    return core.load("ganymede", players=players, edition=edition)


def test_an_empty_dict_is_a_position() -> None:
    described = game().from_dict({}).to_dict()
    assert (described["phase"], described["round"], described["seat"], described["seed"]) == ("play", 1, 0, 0)
    assert described["rows"] == {
        "tiles": ["T01", "T02", "T03", "T04"],
        "earth": ["E01", "E02", "E03", "E04"],
        "mars": ["M01", "M02", "M03", "M04"],
        "ships": ["S01", "S02", "S03"],
    }
    assert described["piles"]["earth"] == [f"E{i:02}" for i in range(5, 31)]
    assert described["supply"] == dict.fromkeys(COLOURS, 7)
    assert (described["discards"], described["rebuilds"], described["pending"]) == ([], 0, [])
    assert described["pile_known_to"] == [[] for _ in range(27)]
    assert described["boards"][1]["sites"]["A"] == {"ship": None, "settlers": settlers("")}


def test_what_is_placed_elsewhere_is_missing_from_rows_and_piles() -> None:
    state = game().from_dict({"boards": [{"tiles": ["T02"], "hand": ["S02"], "columns": {"blue": ["E01"]}}, {}]})
    described = state.to_dict()
    assert described["rows"]["tiles"] == ["T01", "T03", "T04", "T05"]
    assert described["rows"]["ships"] == ["S01", "S03", "S04"]
    assert described["rows"]["earth"] == ["E02", "E03", "E04", "E05"]
    assert described["boards"][0]["hand_known_to"] == [[0]]


def test_a_row_left_out_beside_a_pile_takes_the_rest() -> None:
    pile = [f"E{i:02}" for i in range(30, 3, -1)]
    described = game().from_dict({"piles": {"earth": pile}}).to_dict()
    assert (described["rows"]["earth"], described["piles"]["earth"]) == (["E01", "E02", "E03"], pile)


def test_settlers_left_out_are_none_and_the_supply_is_the_rest() -> None:
    described = game().from_dict({"boards": [{"earth": {"blue": 2}}, {"mars": {"blue": 1}}]}).to_dict()
    assert described["boards"][0]["earth"] == settlers("bb")
    assert described["supply"]["blue"] == 4


def test_a_turn_may_be_set_up_at_any_frame_and_is_settled() -> None:
    pending = [{"do": "end"}, {"do": "effect", "card": "E20", "left": 2, "part": 0, "stopped": False}]
    mover = board(columns={"purple": ["E20"]}, reputation=4)
    assert names(lay(mover, pending=pending)) == {"reputation", "stop"}
    over = lay(board(columns={"purple": ["E20"]}, reputation=11), pending=pending)
    assert (over.to_move, frames(over)) == (1, [])
    bonus = [*pending, {"do": "bonus"}]
    assert names(lay(mover, pending=bonus)) == {"bonus", "give up"}


REFUSED: list[tuple[str, dict[str, Any]]] = [
    (r"colour: there is no such field, only phase, round", {"colour": 1}),
    (r"phase: 'later' is not over, play or setup", {"phase": "later"}),
    (r"round: 0 is not a whole number from 1 to 1000", {"round": 0}),
    (r"round: it is at least 1 and at most max_rounds", {"round": 61}),
    (r"seat: 2 is not a whole number from 0 to 1", {"seat": 2}),
    (r"seat: True is not a whole number", {"seat": True}),
    (r"seat: the game ends after the last seat's turn", {"phase": "over"}),
    (r"seed: -1 is not a whole number", {"seed": -1}),
    (r"boards: 1 boards for 2 players", {"boards": [{}]}),
    (r"boards\[1\]: 5 is not a table", {"boards": [{}, 5]}),
    (r"boards\[0\].ships: there is no such field", {"boards": [{"ships": []}, {}]}),
    (r"boards\[0\].earth.green: there is no such field", {"boards": [{"earth": {"green": 1}}, {}]}),
    (r"boards\[0\].earth.blue: -1 is not a whole number from 0 to 7", {"boards": [{"earth": {"blue": -1}}, {}]}),
    (r"boards\[0\].tiles\[0\]: there is no card 'T31' in tiles", {"boards": [{"tiles": ["T31"]}, {}]}),
    (r"boards\[0\].tiles\[0\]: there is no card 'S01' in tiles", {"boards": [{"tiles": ["S01"]}, {}]}),
    (r"boards\[1\].tiles\[0\]: T02 is in boards\[0\].tiles\[0\] already",
     {"boards": [{"tiles": ["T02"]}, {"tiles": ["T02"]}]}),
    (r"boards\[0\].columns.red\[0\]: E01 is of type blue", {"boards": [{"columns": {"red": ["E01"]}}, {}]}),
    (r"boards\[0\].sites.A.settlers: 1 settlers, at most 0 fit",
     {"boards": [{"sites": {"A": {"settlers": {"blue": 1}}}}, {}]}),
    (r"boards\[0\].hand_known_to: 0 lists of seats for 1 ships",
     {"boards": [{"hand": ["S01"], "hand_known_to": []}, {}]}),
    (r"hand_known_to: every ship in a hand is known to its owner",
     {"boards": [{"hand": ["S01"], "hand_known_to": [[1]]}, {}]}),
    (r"boards\[0\].dealt: only in set-up", {"boards": [{"dealt": ["S01"]}, {}]}),
    (r"boards.dealt: in set-up every seat has the ships it was dealt", {"phase": "setup"}),
    (r"boards: 8 blue settlers, there are only 7", {"boards": [{"earth": {"blue": 4}}, {"earth": {"blue": 4}}]}),
    (r"supply: the boards leave", {"supply": {"blue": 3}}),
    (r"rows.tiles: 5 cards, at most 4 fit", {"rows": {"tiles": ["T01", "T02", "T03", "T04", "T05"]}}),
    (r"rows.tiles: a turn begins with a tile in the row", {"rows": {"tiles": []}}),
    (r"piles.earth: E02 is nowhere", {"rows": {"earth": ["E01"]}, "piles": {"earth": []}}),
    (r"pile_known_to: 1 lists of seats for 27 ships", {"pile_known_to": [[0]]}),
    (r"pending\[0\].do: 'wait' is not", {"pending": [{"do": "wait"}]}),
    (r"pending\[0\].left: missing", {"pending": [{"do": "basic"}]}),
    (r"pending\[0\].site: there is no such field", {"pending": [{"do": "basic", "left": 1, "site": "A"}]}),
    (r"pending: this frame cannot lie there", {"pending": [{"do": "basic", "left": 1}]}),
    (r"pending: this frame does not fit the position",
     {"pending": [{"do": "end"}, {"do": "effect", "card": "E01", "left": 1, "part": 0, "stopped": False}]}),
    (r"pending: 9 frames, at most 6 can be pending", {"pending": [{"do": "end"}] * 9}),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "position"), REFUSED)
def test_what_is_wrong_is_said_with_its_field(problem: str, position: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=f"^{problem}"):
        game().from_dict(position)


def test_the_state_is_small() -> None:
    assert game(4).state_size <= 1024


def test_the_board_is_one_a_player_recognises() -> None:
    mover = board(earth="bbr", mars="y", a=("S28", "bb"), tiles=["T02"], reputation=4, hand=["S01"])
    text = str(lay(mover, rows={"tiles": ["T01"], "earth": ["E25"], "mars": ["M29"], "ships": ["S27"]}))
    for line in (
        "Ganymede (2018), round 1, seat 0: tile, shuttle or discard.   Supply: blue 3 red 6 yellow 6 purple 7",
        "   T01 blue: recruit b & draw",
        "   E25 white: bw -> draw",
        "   M29 white: ww+tile -> basic",
        "   S27: 4 VP, move, move",
        "*Seat 0   3 points   reputation 4/11   launched 0",
        "   Earth [bbr...]   Mars [y....]   shuttles: blue 0  red 0  yellow 0  purple 0  white 0",
        "   Site A (identical): [bb]  S28: 4 VP, 1 settler less",
        "   Site B (different): [....]  S26: 5 VP",
        "   Tiles: T02 blue: recruit y | reputation",
        "   Hand: S01: 2 per blue shuttle",
        " Seat 1   0 points   reputation 0/11   launched 0",
        "   Site A (identical): bare",
    ):
        assert line in text.splitlines(), line


def test_a_view_does_not_draw_what_it_does_not_show() -> None:
    state = play(lay(board(tiles=["T02"])), "discard tile T02", "draw pile")
    assert "   Hand: 1 unseen" in str(state.view(1)).splitlines()
    setup = game().new(1)
    ships = setup.to_dict()["boards"][0]["dealt"]
    assert not any(ship in str(setup.view(1)) for ship in ships)
