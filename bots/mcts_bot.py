"""The bot around the tree search: budgets, threads, and the choice at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any, ClassVar

from bots.api import Bot, Clock
from bots.defaults import search_settings
from bots.mcts import POLICIES, UTILITIES, Search
from bots.net import Net
from bots.nets import VALUES, find_net
from core import Game, View
from core.errors import one_of

# What holds where core/<game>/search.toml says nothing.
GENERAL: dict[str, Any] = {
    "c": 0.7,
    "prior": 0.0,
    "playout": "rollout",
    "blend": 0.3,
    "doubt": 0.0,
    "patience": 1,
    "epsilon": 0.1,
    "cutoff": -1,
    "utility": "rank",
    "draws": 2,
}
# What holds with a net where the table `mcts-net` says nothing; the rest is as without.
GUIDED: dict[str, Any] = {"c": 0.5}
BOUNDS = {"c": (0, 100), "prior": (0, 1000), "blend": (0, 1), "doubt": (0, 1), "patience": (0, 1000),
          "epsilon": (0, 1), "cutoff": (-1, 1_000_000), "draws": (1, 100)}
DEFAULT_ITERATIONS = 1000
UNLIMITED = 1 << 62
_SEED_BITS = (1 << 64) - 1


@dataclass(slots=True)
class Move:
    """What all threads together found out about one action at the root."""

    action: int
    visits: int = 0
    total: float = 0.0
    proof: float | None = None

    @property
    def value(self) -> float:
        return self.proof if self.proof is not None else self.total / max(1, self.visits)


def _by_visits(move: Move) -> tuple[float, ...]:
    return (move.visits, move.value)


def _by_value(move: Move) -> tuple[float, ...]:
    return (move.visits > 0, move.value, move.visits)


CHOICES: dict[str, Callable[[Move], tuple[float, ...]]] = {"visits": _by_visits, "value": _by_value}


class MctsBot(Bot):
    """Searches its decisions by information-set Monte Carlo tree search.

    Parameters left out take the values that measured best for the game.
    """

    PLAY_VERSION: ClassVar[dict[str, int]] = {"ganymede": 4, "on_mars": 4, "starfarers": 3}

    def __init__(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        c: float | None = None,
        prior: float | None = None,
        playout: str | None = None,
        blend: float | None = None,
        doubt: float | None = None,
        patience: int | None = None,
        epsilon: float | None = None,
        cutoff: int | None = None,
        utility: str | None = None,
        draws: int | None = None,
        value: str | None = None,
        net: str | None = None,
        choice: str = "visits",
        reuse: bool = True,
        solver: bool = True,
        threads: int = 1,
        memory: int = 128,
    ) -> None:
        given = {
            "c": c, "prior": prior, "playout": playout, "blend": blend, "doubt": doubt, "patience": patience,
            "epsilon": epsilon, "cutoff": cutoff, "utility": utility, "draws": draws,
        }
        _check_budget(iterations, seconds, threads, memory)
        _check_settings(given)
        _one_of("choice", choice, CHOICES)
        _one_of("value", value, VALUES)
        if iterations is None and seconds is None:
            iterations = DEFAULT_ITERATIONS
        self._iterations = UNLIMITED if iterations is None else iterations
        self._seconds = float("inf") if seconds is None else seconds
        self._given = given
        self._value, self._net_file = value, net
        self._key = CHOICES[choice]
        self._reuse, self._solver, self._threads = reuse, solver, threads
        self._memory = memory * 1_000_000 // threads
        self._moves: list[Move] = []

    def start(self, game: Game, seat: int, seed: int) -> None:
        net = self.net(game)
        settings = self.settings(game, net is not None)
        _check_settings(settings)
        compiled = compiled_settings(settings, solver=self._solver)
        self._seed = seed
        self._searches = [Search(game, seat, self._memory, compiled, net) for _ in range(self._threads)]
        self._chosen: int | None = None

    def net(self, game: Game) -> Net | None:
        """The net that judges and guides the search; None: playouts and the game's evaluate judge."""
        return find_net("mcts", game, self._value, self._net_file)

    def settings(self, game: Game, guided: bool) -> dict[str, Any]:
        return mcts_settings(game, guided, self._given)

    def choose(self, view: View, clock: Clock) -> int:
        began = time.monotonic()
        legal = view.legal()
        if len(legal) == 1:
            self._moves = [Move(legal[0])]
            self._view = view
            return legal[0]
        for index, search in enumerate(self._searches):
            search.look_at(view, (self._seed + index) & _SEED_BITS, self._reuse, self._chosen)
        limit = min(self._seconds, _allowed(clock))
        self._run(limit - (time.monotonic() - began))
        self._view = view
        self._moves = self._ranked(legal)
        self._chosen = self._moves[0].action
        return self._chosen

    def _run(self, seconds: float) -> None:
        each, more = divmod(self._iterations, self._threads)
        shares = [max(1, each + (index < more)) for index in range(self._threads)]
        others = [
            Thread(target=search.run, args=(share, seconds))
            for search, share in zip(self._searches[1:], shares[1:], strict=True)
        ]
        for thread in others:
            thread.start()
        self._searches[0].run(shares[0], seconds)
        for thread in others:
            thread.join()

    def _ranked(self, legal: list[int]) -> list[Move]:
        """The moves at the root, the one to play first: a proven win before all, a proven loss only if all lose."""
        moves = {action: Move(action) for action in legal}
        for search in self._searches:
            for action, visits, value, proof in search.rows():
                if action in moves:
                    moves[action].visits += visits
                    moves[action].total += visits * value
                    moves[action].proof = proof if proof is not None else moves[action].proof
        return sorted(moves.values(), key=lambda it: (it.proof == 1, it.proof != 0, *self._key(it)), reverse=True)

    @property
    def moves(self) -> list[Move]:
        """What was found out about every legal action of the last decision, the one played first."""
        return self._moves

    @property
    def iterations(self) -> int:
        """How many were made for the last decision that left a choice, by all threads."""
        return sum(search.iterations for search in self._searches)

    @property
    def memory_used(self) -> int:
        """Bytes of tree, by all threads."""
        return sum(search.memory_used for search in self._searches)

    def explain(self) -> list[dict[str, Any]]:
        """A row for each action of the last decision: its number, name, visits, and value from 0 to 1."""
        return [
            {"action": it.action, "name": self._view.name(it.action), "visits": it.visits, "value": it.value}
            for it in self._moves
        ]


def mcts_settings(game: Game, guided: bool, given: dict[str, Any]) -> dict[str, Any]:
    """What is given, else what measured best for the game, with a net or without."""
    settings = search_settings(game, "mcts", GENERAL, {} if guided else given)
    if not guided:
        return settings
    # A net gives chances to win.
    return search_settings(game, "mcts-net", settings | GUIDED, given) | {"utility": "win"}


def compiled_settings(settings: dict[str, Any], *, solver: bool, tally: bool = False) -> dict[str, Any]:
    """Settings as bots.mcts.Search takes them. With `tally`, it keeps what every seat got of every move."""
    return {
        "c": settings["c"],
        "prior": settings["prior"],
        "blend": settings["blend"],
        "doubt": settings["doubt"],
        "patience": settings["patience"],
        "epsilon": settings["epsilon"],
        "cutoff": settings["cutoff"],
        "draws": settings["draws"],
        "policy": POLICIES[settings["playout"]],
        "utility": UTILITIES[settings["utility"]],
        "solver": solver,
        "tally": tally,
    }


def _allowed(clock: Clock) -> float:
    """What a decision may use of the time given, leaving some to hand the answer over."""
    return float("inf") if clock.seconds is None else clock.seconds - min(0.02, 0.2 * clock.seconds)


def _check_budget(iterations: int | None, seconds: float | None, threads: int, memory: int) -> None:
    if iterations is not None and iterations < 1:
        raise ValueError(f"iterations={iterations} is too few: use at least 1.")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds={seconds} is too short: use more than 0.")
    if not 1 <= threads <= 64:
        raise ValueError(f"threads={threads} is not between 1 and 64.")
    if not threads <= memory <= 100_000:
        raise ValueError(f"memory={memory} is not between {threads} (1 MB for each thread) and 100000.")


def _check_settings(settings: dict[str, Any]) -> None:
    for key, (low, high) in BOUNDS.items():
        value = settings[key]
        if value is not None and not low <= value <= high:
            raise ValueError(f"{key}={value} is not between {low} and {high}.")
    _one_of("playout", settings["playout"], POLICIES)
    _one_of("utility", settings["utility"], UTILITIES)


def _one_of(key: str, value: str | None, known: dict[str, Any]) -> None:
    if value is not None and value not in known:
        raise ValueError(f"{key}={value} is unknown, it is {one_of(known)}.")
