from bots.net import Net
from core import Game, View

class Planner:
    """Plans for one seat; looks at `budget` positions in each of `samples` worlds."""

    def __init__(
        self, game: Game, seat: int, samples: int, budget: int, rivals: bool, net: Net | None = None
    ) -> None: ...
    def plan(self, view: View, seed: int) -> list[tuple[int, int, float]]:
        """(action, positions looked at, value) of every legal action."""
