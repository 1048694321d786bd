"""Seeds: every deal, bot and stand-in has its own, derived from what it belongs to.

Deals come from a secret that no bot can know. The seeds of bots come from the same secret under another label, so that
a bot's own seed tells it nothing of the deal.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import blake2b, sha256

SECRET_BYTES = 16


def derive(*parts: int | str) -> int:
    """A seed of 63 bits that belongs to these parts alone."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "little") >> 1


def drawn_seed() -> int:
    """Nobody can guess it, and `--seed` repeats it."""
    return secrets.randbits(64)


@dataclass(frozen=True, slots=True)
class Secret:
    """What all deals of a run follow from: 128 bits."""

    value: bytes = field(repr=False)
    public: bool = False  # known before the first game, by a config or an option: anybody could compute the deals

    @staticmethod
    def draw() -> Secret:
        return Secret(secrets.token_bytes(SECRET_BYTES))

    @staticmethod
    def given(digits: str) -> Secret:
        """The secret that a config names, in hexadecimal digits."""
        return Secret(bytes.fromhex(digits), public=True)

    @staticmethod
    def numbered(seed: int) -> Secret:
        """The secret that `--seed` names."""
        return Secret(seed.to_bytes(SECRET_BYTES, "big"), public=True)

    @property
    def digits(self) -> str:
        return self.value.hex()

    @property
    def commitment(self) -> str:
        """Shown before the first game. Once the secret is published, everybody can check that it is the one."""
        return sha256(self.value).hexdigest()

    def deal_seed(self, event: int, deal: int) -> int:
        return derive("deal", self.digits, event, deal)

    def bot_seed(self, event: int, block: int) -> int:
        """What the seeds of a block's bots come from."""
        return derive("bots", self.digits, event, block)
