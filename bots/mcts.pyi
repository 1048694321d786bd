from typing import Any

from bots.net import Net
from core import Game, View

POLICIES: dict[str, int]
UTILITIES: dict[str, int]

class Search:
    """One tree, one thread. Not for use from two threads at a time."""

    def __init__(
        self, game: Game, seat: int, memory: int, settings: dict[str, Any], net: Net | None = None
    ) -> None:
        """A `net` judges leaves and guides the search, so it must have a prior; without one playouts alone judge."""
    @property
    def iterations(self) -> int:
        """Made for the last view."""
    @property
    def memory_used(self) -> int:
        """Bytes of the block that hold edges."""
    def look_at(self, view: View, seed: int, reuse: bool, chosen: int | None) -> None:
        """Makes the view the root. With `reuse`, keeps what the last tree knows of it after the action `chosen`."""
    def run(self, iterations: int, seconds: float) -> None:
        """Searches until either is used up, or the root's value is proven."""
    def visit(self, action: int, visits: int) -> None:
        """Searches on behind this move at the root alone, until it has so many visits."""
    def sums(self) -> list[tuple[int, int, list[float]]]:
        """(action, visits, sums) of every move at the root: what each seat got, added up over the visits. Needs the
        setting `tally`, and a tree that was not kept from another view."""
    def draw_worlds(self, count: int) -> None:
        """Draws worlds of the last view and does nothing with them: what an iteration begins with, for measuring."""
    def rows(self) -> list[tuple[int, int, float, float | None]]:
        """(action, visits, value, proof) of every move at the root; proof is None or the utility that is certain."""
