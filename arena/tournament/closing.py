"""When a ladder closes: a moment as people write it, and whether it is past. All moments are in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from time import time
from typing import Any, Final

WANTED: Final = 'a date or a moment in UTC, such as "2027-03-01" or "2027-03-01 18:00"'
YEARS: Final = range(2000, 9000)


def now() -> float:
    """Seconds since 1970."""
    return time()


def is_moment(value: Any) -> bool:
    return _read(value) is not None


def written(value: Any) -> str:
    """A moment as a ladder's file keeps it; `value` is one that `is_moment` accepts."""
    found = _read(value)
    assert found is not None
    return found.isoformat()


def seconds(moment: str) -> float:
    """Of a moment as `written` gives it, since 1970."""
    return datetime.fromisoformat(moment).timestamp()


def in_words(moment: str) -> str:
    return datetime.fromisoformat(moment).strftime("%Y-%m-%d %H:%M UTC")


def is_past(moment: str | None) -> bool:
    """Never for a ladder that does not close."""
    return moment is not None and now() >= seconds(moment)


def _read(value: Any) -> datetime | None:
    """A text, or what TOML makes of a date; without a time it is the first moment of the day, without a zone UTC."""
    try:
        found = datetime.fromisoformat(value.isoformat() if isinstance(value, date) else value)
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (TypeError, ValueError, OverflowError):
        return None
    return found.replace(microsecond=0) if found.year in YEARS else None
