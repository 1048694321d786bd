"""An exact Connect Four solver for positions with few free cells, written apart from the rules it checks."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from core import Game, State

COLUMNS = 7
ROWS = 6
LINES = [
    sum(1 << ((column + i * dx) * ROWS + row + i * dy) for i in range(4))
    for column in range(COLUMNS)
    for row in range(ROWS)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= column + 3 * dx < COLUMNS and 0 <= row + 3 * dy < ROWS
]
THROUGH = [[line for line in LINES if line >> cell & 1] for cell in range(COLUMNS * ROWS)]


@lru_cache(maxsize=1 << 20)
def value(own: int, other: int, depth: int) -> float | None:
    """1, 0.5 or 0 for the seat to move, None if `depth` decisions do not settle it."""
    best: float | None = 0.0
    options = moves(own, other)
    if not options:
        return 0.5
    if any(wins(own, cell) for _, cell in options):
        return 1.0
    if depth <= 1:
        return None
    for _, cell in options:
        answer = value(other, own | 1 << cell, depth - 1)
        if answer == 0:
            return 1.0
        best = None if answer is None or best is None else max(best, 1 - answer)
    return best


def moves(own: int, other: int) -> list[tuple[int, int]]:
    """(column, cell) of every legal move, the middle first."""
    taken = own | other
    found = []
    for column in (3, 2, 4, 1, 5, 0, 6):
        height = (taken >> column * ROWS & 63).bit_count()
        if height < ROWS:
            found.append((column, column * ROWS + height))
    return found


def wins(own: int, cell: int) -> bool:
    after = own | 1 << cell
    return any(after & line == line for line in THROUGH[cell])


def move_values(state: State, depth: int) -> dict[int, float | None]:
    """What each legal column is worth to the seat to move, as far as `depth` decisions show."""
    own, other = stones(state)
    found: dict[int, float | None] = {}
    for column, cell in moves(own, other):
        if wins(own, cell):
            found[column] = 1.0
        else:
            answer = value(other, own | 1 << cell, depth - 1)
            found[column] = None if answer is None else 1 - answer
    return found


def stones(state: State) -> tuple[int, int]:
    """The cells of the seat to move, and of the other."""
    cells = {"x": 0, "o": 0}
    for row, text in enumerate(reversed(state.to_dict()["board"])):
        for column, stone in enumerate(text):
            if stone != ".":
                cells[stone] |= 1 << column * ROWS + row
    return (cells["x"], cells["o"]) if state.to_move == 0 else (cells["o"], cells["x"])


def random_position(game: Game, seed: int, stones_on_board: int) -> State | None:
    """After so many random stones, or None if the game was over before."""
    rng = Random(seed)
    state = game.new(0)
    for _ in range(stones_on_board):
        if state.is_over:
            return None
        state.apply(rng.choice(state.legal()))
    return None if state.is_over else state
