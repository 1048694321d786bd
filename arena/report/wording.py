"""Figures and foreign names as text, the same in every format."""

from __future__ import annotations

DETAIL_LINES = 6  # of a bot's own traceback or stderr


def plain(text: str) -> str:
    """On one line and without anything that steers a terminal or a page."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def spreadsheet_safe(text: str) -> str:
    """A spreadsheet would run a cell that starts like a formula."""
    return "'" + plain(text) if text.startswith(("=", "+", "-", "@")) else plain(text)


def count(number: int) -> str:
    return f"{number:,}"


def several(number: int, what: str) -> str:
    return f"{count(number)} {what}{'' if number == 1 else 's'}"


def share(value: float) -> str:
    return f"{value:.0%}"


def ranged(interval: tuple[float, float] | None, form: str, between: str = " to ") -> str:
    """'low to high', or a dash where there is no interval."""
    return "-" if interval is None else between.join(form.format(end) for end in interval)


def fault_lines(kind: str, message: str, detail: str, where: str) -> list[str]:
    """A fault for a terminal: what and where, then the end of what the bot itself said of it."""
    return [f"{where}: {kind}: {plain(message)}", *(f"    | {line}" for line in last_lines(detail))]


def last_lines(detail: str) -> list[str]:
    """The end of what a bot said, fit for a terminal."""
    return [plain(line) for line in detail.splitlines()[-DETAIL_LINES:]]
