"""Bots for the tests: one that plays well-behaved moves from its seed, and one for each way to misbehave."""

import os
import signal
import threading
import time
from random import Random

from bots import Bot, Clock
from core import Game, View

LEFT_BEHIND = []


class Steady(Bot):
    """Random moves from its seed, from a process of its own; `pause` milliseconds for each."""

    def __init__(self, *, pause: float = 0.0) -> None:
        self.pause = pause

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: View, clock: Clock) -> int:
        time.sleep(self.pause / 1000)
        return self.random.choice(view.legal())


class Forgetful(Bot):
    """Would play differently if anything of an earlier game were left."""

    def choose(self, view: View, clock: Clock) -> int:
        LEFT_BEHIND.append(view)
        return view.legal()[len(LEFT_BEHIND) % len(view.legal())]


class RaisesAtOnce(Bot):
    def start(self, game: Game, seat: int, seed: int) -> None:
        raise RuntimeError("not today")


class Raises(Bot):
    """After a few good moves."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.left = 2

    def choose(self, view: View, clock: Clock) -> int:
        self.left -= 1
        if self.left < 0:
            raise ValueError("out of ideas")
        return view.legal()[0]


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class RaisesUnspeakably(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        raise Unspeakable


class QuitsPython(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        raise SystemExit(0)


class Hangs(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass


class Overruns(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        time.sleep(clock.seconds + 0.1)
        return view.legal()[0]


class Illegal(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return 4_000_000_000


class Negative(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return -1


class Huge(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return 10**4000


class Text(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return "column 4"


class Leaks(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        kept = []
        while True:
            kept.append(bytearray(1 << 24))


class KillsItself(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        os.kill(os.getpid(), signal.SIGKILL)


class Exits(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        os._exit(0)


class DiesBetweenMoves(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        threading.Timer(0.05, os._exit, [3]).start()
        return view.legal()[0]


class Scribbles(Bot):
    """Writes into every descriptor it finds."""

    def choose(self, view: View, clock: Clock) -> int:
        for descriptor in range(64):
            try:
                os.write(descriptor, b"\xff" * 1000)
            except OSError:
                continue
        return view.legal()[0]


class FailsAtTheEnd(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return view.legal()[0]

    def end(self, ranks) -> None:
        raise RuntimeError("sore loser")


class Explains(Steady):
    """Says of every decision what it thought, with things in it that are neither text nor number."""

    def explain(self) -> list[dict[str, object]]:
        return [{"name": "a\x1b[31m move", "value": 0.25, "odd": [1, 2], "worse": float("nan")}, {"name": "another"}]


class ExplainsBadly(Steady):
    """Is asked what it thought, and fails."""

    def explain(self) -> list[dict[str, object]]:
        raise RuntimeError("no comment")
