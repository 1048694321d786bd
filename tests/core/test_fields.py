"""The reader of plain data: one wording per kind of error, the field first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.errors import BadComponents, BadPosition
from core.fields import Field

POSITION = {"round": 3, "over": False, "deck": ["ace", "king"], "boards": [{"id": "S01", "hand": {"ace": 1}}]}
BOARD = r"boards\[0\] \(S01\)"


def test_what_fits_is_read() -> None:
    position = Field(POSITION).table(("round", "over", "deck", "boards"))
    board = position["boards"].entries(1, 4)[0]
    assert position["round"].number(1, 3) == 3
    assert position["over"].flag() is False
    assert [card.index(("king", "ace")) for card in position["deck"].entries(2, 2)] == [1, 0]
    assert board["hand"].counts(("king", "ace"), 1) == [0, 1]
    assert board.over({"id": "", "hand": {}, "tiles": 2}) == {"id": "S01", "hand": {"ace": 1}, "tiles": 2}
    assert position.get("seed", 7).number(0, 9) == 7
    assert "seed" not in position


REFUSED: list[tuple[str, Callable[[Field], Any]]] = [
    (r"round: 3 is not a whole number from 4 to 9", lambda it: it["round"].number(4, 9)),
    (r"over: False is not a whole number from 0 to 1", lambda it: it["over"].number(0, 1)),
    (r"round: 3 is not true or false", lambda it: it["round"].flag()),
    (r"round: 3 is not a text", lambda it: it["round"].text()),
    (r"deck\[1\]: 'king' is not ace or queen", lambda it: it["deck"].entries()[1].choice(("queen", "ace"))),
    (r"deck: 2 entries, there should be 3", lambda it: it["deck"].entries(3, 3)),
    (r"deck: 2 entries, there should be 0 to 1", lambda it: it["deck"].entries(0, 1)),
    (r"deck: 2 entries, there should be at least 3", lambda it: it["deck"].entries(3)),
    (r"round: 3 is not a list of 1 to 4 entries", lambda it: it["round"].entries(1, 4)),
    (r"round: 3 is not a list", lambda it: it["round"].entries()),
    (r"round: 3 is not a table", lambda it: it["round"].table()),
    (r"round: there is no such field, only deck, over", lambda it: it.table(("deck", "over"))),
    (r"seed: missing", lambda it: it["seed"]),
    (rf"{BOARD}.tiles: missing", lambda it: it["boards"].entries()[0]["tiles"]),
    (rf"{BOARD}.hand.ace: 1 is not a whole number from 0 to 0",
     lambda it: it["boards"].entries()[0]["hand"].counts(("ace",), 0)),
    (rf"{BOARD}: there is no room", lambda it: it["boards"].entries()[0].require(False, "there is no room")),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "read"), REFUSED)
def test_what_is_wrong_is_said_in_one_sentence(problem: str, read: Callable[[Field], Any]) -> None:
    with pytest.raises(BadPosition, match=rf"^{problem}.*\.$"):
        read(Field(POSITION))


def test_what_is_no_table_at_all_has_a_name() -> None:
    with pytest.raises(BadPosition, match=r"^position: 5 is not a table\.$"):
        Field(5).table()


def test_the_error_is_the_one_asked_for_and_long_values_are_cut() -> None:
    with pytest.raises(BadComponents, match=r"^cards.name: 'x{56}\.\.\. is not true or false\.$"):
        Field({"name": "x" * 500}, "cards", BadComponents)["name"].flag()
