"""How a server is run: where its files are, who may reach it, and how much it takes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from arena.web.accounts import Quota

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """What one client may ask for. Each test of a limit sets its own."""

    form_bytes: int = 65_536  # of a form or a JSON body without a file
    upload_bytes: int = 10_000_000  # of a bot handed in, packed
    body_seconds: float = 30.0  # until a body has arrived
    posts_per_minute: int = 60
    moves_per_minute: int = 600  # of people who play
    games_per_hour: int = 120  # that people of one address begin
    reads_per_second: int = 300  # of one address; behind it may be a class full of people
    guesses_per_minute: int = 10  # of tokens that are none
    watchers: int = 1000  # live pages open at a time
    watchers_of_one: int = 300  # of these, from one address
    head_seconds: float = 20.0  # until the head of a request has arrived
    read_seconds: float = 30.0  # in which a client reads nothing of its answer


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything `arena serve` decides before it starts."""

    home: Path
    hosts: tuple[str, ...] = LOOPBACK  # names under which it answers; empty: any
    https: bool = False  # what browsers see: cookies are then sent over TLS only
    play: bool = False  # whether it plays the ladders in its folder
    check_seconds: float = 20.0  # of games that a bot plays before it enters a ladder
    quota: Quota = field(default_factory=Quota)  # of each account
    limits: ClientLimits = field(default_factory=ClientLimits)
