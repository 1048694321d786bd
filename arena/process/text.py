"""Texts that come from a bot, made safe to print, to store and to read: at the border, once."""

from __future__ import annotations

from arena.process.inside.lengths import FAULT_LINE, FAULT_LINES


def printable(text: str, most: int) -> str:
    """On one line, without what a terminal or a file of texts cannot hold, and not longer than so many characters."""
    text = text[: 4 * most]
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())[:most]


def printable_lines(text: str) -> str:
    """The last lines, each made printable; spaces at their beginning stay."""
    lines = text[-FAULT_LINES * FAULT_LINE :].splitlines()[-FAULT_LINES:]
    safe = ["".join(each if each.isprintable() else " " for each in line)[:FAULT_LINE].rstrip() for line in lines]
    return "\n".join(line for line in safe if line)
