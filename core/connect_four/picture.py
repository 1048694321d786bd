"""The board as a picture: a standing grid, x stones with a cross, o stones with a ring, the four that won outlined."""

from __future__ import annotations

from typing import Any

from core.picture import Pen, marked, seat_mark, words

CELL, LEFT, TOP = 70, 25, 60
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
LOOK = """
.a-four-grid{fill:#4a5468}.a-four-hole{fill:var(--paper)}
.a-four-cut{fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round}
.a-four-won{fill:none;stroke:var(--glow);stroke-width:6}.a-four-number{font-size:18px}
@media(prefers-color-scheme:dark){.a-four-grid{fill:#39415a}.a-four-cut{stroke:#12151c}}
"""
SYMBOLS = {
    "x": '<circle r="28" class="a-s0"/><path d="M-11-11 11 11M11-11-11 11" class="a-four-cut"/>',
    "o": '<circle r="28" class="a-s1"/><circle r="12" class="a-four-cut"/>',
}


def picture(position: dict[str, Any], catalogue: dict[str, Any], *, id_prefix: str = "") -> str:
    """An SVG of the to_dict() of a state or view."""
    pen, board = Pen(id_prefix), position["board"]
    columns, rows = catalogue["columns"], catalogue["rows"]
    four = winning_four(board, catalogue["to_win"])
    size = (2 * LEFT + columns * CELL, TOP + rows * CELL + 70)
    note = outcome(board, four, catalogue["stones"])
    body = [
        f'<rect x="{LEFT}" y="{TOP}" width="{columns * CELL}" height="{rows * CELL}" rx="14" class="a-four-grid"/>',
        *(pen.region(f"column-{i + 1}", column(pen, board, i, four)) for i in range(columns)),
        pen.region("note", note_line(note, board, four, size)),
    ]
    return pen.document("connect_four", size, f"Connect Four: {note}", LOOK, SYMBOLS, body)


def column(pen: Pen, board: list[str], index: int, four: set[tuple[int, int]]) -> str:
    x = LEFT + index * CELL + CELL / 2
    cells = [words(x, TOP - 14, index + 1, "mid four-number")]
    for row, line in enumerate(board):
        y = TOP + row * CELL + CELL / 2
        cells.append(f'<circle cx="{x:g}" cy="{y:g}" r="30" class="a-four-hole"/>')
        if line[index] != ".":
            cells.append(pen.use(line[index], x, y))
        if (row, index) in four:
            cells.append(f'<circle cx="{x:g}" cy="{y:g}" r="31" class="a-ring a-four-won"/>')
    return marked("".join(cells), f"column-{index + 1}", f"column {index + 1}")


def note_line(note: str, board: list[str], four: set[tuple[int, int]], size: tuple[float, float]) -> str:
    seat = shown_seat(board, four)
    mark = "" if seat is None else seat_mark(seat, LEFT + 14, size[1] - 34)
    return mark + words(LEFT + 36, size[1] - 28, note, "four-number")


def shown_seat(board: list[str], four: set[tuple[int, int]]) -> int | None:
    """The seat the note is about: the winner or the one to move."""
    made = sum(cell != "." for row in board for cell in row)
    if four:
        return 1 - made % 2
    return None if made == len(board) * len(board[0]) else made % 2


def outcome(board: list[str], four: set[tuple[int, int]], stones: list[str]) -> str:
    seat = shown_seat(board, four)
    if seat is None:
        return "drawn"
    return f"seat {seat} ({stones[seat]}) {'has won' if four else 'to move'}"


def winning_four(board: list[str], length: int) -> set[tuple[int, int]]:
    """The cells of every line that won."""
    cells: set[tuple[int, int]] = set()
    for row in range(len(board)):
        for column_ in range(len(board[0])):
            for down, right in STEPS:
                line = [(row + i * down, column_ + i * right) for i in range(length)]
                if is_four(board, line):
                    cells.update(line)
    return cells


def is_four(board: list[str], line: list[tuple[int, int]]) -> bool:
    row, column_ = line[-1]
    if not (0 <= row < len(board) and 0 <= column_ < len(board[0])):
        return False
    stones = {board[y][x] for y, x in line}
    return len(stones) == 1 and "." not in stones
