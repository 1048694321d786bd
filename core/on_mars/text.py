"""The board for a person at a terminal."""

from __future__ import annotations

from typing import Any


def board(position: dict[str, Any], totals: list[int], seats: int) -> str:
    return str(position["round"])
