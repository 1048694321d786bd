"""Every seat's chance of finishing first, as a search sees it from what one seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.calibration import Calibration, Chances, calibration_of, in_proportion
from bots.defaults import search_settings
from bots.mcts import Search
from bots.mcts_bot import GENERAL, compiled_settings
from core import Game, View

LEAST_SHARE = 10  # the chosen action gets at least one visit in so many
FIXED = "mcts-0.1"  # settings that stay: the curves of a game were fitted with them
SEARCH_MEMORY = 8_000_000  # bytes of a search's tree


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the search expects after one action."""

    action: int
    visits: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the search expects before a decision, and after the action that was chosen."""

    before: Chances
    after: Prospect
    others: tuple[Prospect, ...]  # the other actions it looked at, most visited first

    @property
    def alternative(self) -> Prospect | None:
        """The other action that the search likes best."""
        return self.others[0] if self.others else None


class Judge:
    """Searches decisions of one seat. Same game, seat, iterations, seed, view and action: same judgement."""

    def __init__(self, game: Game, seat: int, iterations: int, seed: int, *, calibrated: bool = True) -> None:
        """Not `calibrated`, it gives the bare means of the search, as fitting a calibration needs them."""
        settings = search_settings(game, FIXED, GENERAL, {"utility": "win"})
        compiled = compiled_settings(settings, solver=False, tally=True)
        self._search = Search(game, seat, SEARCH_MEMORY, compiled)
        self._calibration: Calibration | None = calibration_of(game) if calibrated else None
        self._seat = seat
        self._iterations = iterations
        self._seed = seed

    def before(self, view: View, last: int | None = None) -> Chances:
        """Of a decision with a choice; `last` is the seat that made the one before."""
        self._search.look_at(view, self._seed, False, None)
        self._search.run(self._iterations, float("inf"))
        return self._before([sums for _, _, sums in self._search.sums()], last)

    def judge(self, view: View, action: int, last: int | None = None) -> Judgement:
        """Of a decision with a choice. `before` is the mean of the search; only then does a neglected action get the
        rest of its tenth of the visits."""
        before = self.before(view, last)
        self._search.visit(action, -(-self._iterations // LEAST_SHARE))
        looked_at = [self._prospect(*row, last) for row in self._search.sums() if row[1] > 0]
        looked_at.sort(key=lambda it: -it.visits)
        others = tuple(it for it in looked_at if it.action != action)
        return Judgement(before, next(it for it in looked_at if it.action == action), others)

    def _before(self, sums: Sequence[Sequence[float]], last: int | None) -> Chances:
        values = in_proportion([sum(seat) for seat in zip(*sums, strict=True)])
        return values if self._calibration is None else self._calibration.before.chances(values, self._seat, last)

    def _prospect(self, action: int, visits: int, sums: Sequence[float], last: int | None) -> Prospect:
        values = in_proportion(sums)
        if self._calibration is not None:
            values = self._calibration.after.chances(values, self._seat, last)
        return Prospect(action, visits, values)
