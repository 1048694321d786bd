"""A bot that plays its own turn as well as it can see, and thinks no further."""

from __future__ import annotations

from typing import Any, ClassVar

from bots.api import Bot, Clock
from bots.defaults import search_settings
from bots.greedy import Planner
from bots.nets import VALUES, find_net
from core import Game, View
from core.errors import one_of

# What holds where core/<game>/search.toml says nothing.
GENERAL: dict[str, Any] = {"samples": 4, "budget": 256, "rivals": True}
_SEED_BITS = (1 << 64) - 1


class GreedyBot(Bot):
    """Plans its whole turn, best position first, and thinks no further.

    Parameters left out take the values that measured best for the game.
    """

    PLAY_VERSION: ClassVar[dict[str, int]] = {"ganymede": 5, "on_mars": 4, "starfarers": 3}

    def __init__(
        self,
        *,
        samples: int | None = None,
        budget: int | None = None,
        rivals: bool | None = None,
        value: str | None = None,
        net: str | None = None,
    ) -> None:
        if samples is not None and not 1 <= samples <= 1000:
            raise ValueError(f"samples={samples} is not between 1 and 1000.")
        if budget is not None and not 1 <= budget <= 1_000_000:
            raise ValueError(f"budget={budget} is not between 1 and 1000000.")
        if value is not None and value not in VALUES:
            raise ValueError(f"value={value} is unknown, it is {one_of(VALUES)}.")
        self._value, self._net_file = value, net
        self._given = {"samples": samples, "budget": budget, "rivals": rivals}
        self._rows: list[tuple[int, int, float]] = []

    def start(self, game: Game, seat: int, seed: int) -> None:
        settings = search_settings(game, "greedy", GENERAL, self._given)
        net = find_net("greedy", game, self._value, self._net_file)
        budget = max(settings["budget"], game.max_actions)
        self._planner = Planner(game, seat, settings["samples"], budget, settings["rivals"], net)
        self._seed = seed & _SEED_BITS

    def choose(self, view: View, clock: Clock) -> int:
        self._view = view
        legal = view.legal()
        if len(legal) == 1:
            self._rows = [(legal[0], 0, 0.0)]
            return legal[0]
        # Sorting is stable: of equally good actions the first in legal order is played.
        self._rows = sorted(self._planner.plan(view, self._seed), key=lambda row: row[2], reverse=True)
        return self._rows[0][0]

    def explain(self) -> list[dict[str, Any]]:
        """A row for each action of the last decision: its number, name, positions looked at, and value from 0 to 1."""
        return [
            {"action": action, "name": self._view.name(action), "visits": looked, "value": value}
            for action, looked, value in self._rows
        ]
