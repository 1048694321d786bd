"""Texts that come from a bot, made safe to print, to store and to read: at the border, once."""

from __future__ import annotations

from typing import Final

MOST_LINES: Final = 12
LONGEST_LINE: Final = 200


def printable(text: str, most: int) -> str:
    """On one line, without what a terminal or a file of texts cannot hold, and not longer than so many characters."""
    text = text[: 4 * most]
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())[:most]


def printable_lines(text: str) -> str:
    """The last lines, each made printable; spaces at their beginning stay."""
    lines = text[-MOST_LINES * LONGEST_LINE :].splitlines()[-MOST_LINES:]
    safe = ["".join(each if each.isprintable() else " " for each in line)[:LONGEST_LINE].rstrip() for line in lines]
    return "\n".join(line for line in safe if line)
