"""Seeds: every deal, bot and stand-in has its own, derived from what it belongs to."""

from __future__ import annotations

from hashlib import blake2b


def derive(*parts: int | str) -> int:
    """A seed of 63 bits that belongs to these parts alone."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "little") >> 1
