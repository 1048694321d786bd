"""The boards drawn as text fit the terminal they are meant for, however the game goes."""

from __future__ import annotations

import random

import pytest

import core

COLUMNS = {"ganymede": 120, "starfarers": 100, "on_mars": 120}


@pytest.mark.parametrize(("name", "players"), [(name, seats) for name in COLUMNS for seats in (3, 4)])
def test_a_board_is_no_wider_than_its_terminal(name: str, players: int) -> None:
    state, chooser = core.load(name, players).new(players), random.Random(players)
    pictures = set()
    for number in range(600):
        if state.to_move is None:
            break
        if number % 20 == 0:
            pictures.add(str(state))
        state.apply(chooser.choice(state.legal()))
    assert max(len(line) for picture in pictures for line in picture.splitlines()) <= COLUMNS[name]
    assert len(pictures) > 5
