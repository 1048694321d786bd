from typing import Any

from core import Game, State

class Net:
    """Weights, read-only once loaded: searches share one."""

    inputs: int
    outputs: int
    hidden: tuple[int, ...]
    provenance: dict[str, Any]
    choices: int
    def __init__(
        self, layers: list[tuple[Any, Any]], provenance: dict[str, Any], prior: tuple[Any, Any] | None = None
    ) -> None:
        """`layers` are pairs of float32 arrays: weights with a row for each input, and biases. `prior` is such a pair
        with a row for each action, `choices` of them; without one `choices` is 0."""

class Lens:
    """How a net sees a state: the observation of the seat to move, and what `evaluate` expects for every seat."""

    game: Game
    size: int
    def __init__(self, game: Game) -> None: ...
    def numbers(self, state: State, out: Any) -> None:
        """Writes what a net sees of a game that is not over, as its mover."""

class Evaluator:
    """A net at work for one search: it sees states as the seat to move may, and remembers where it began."""

    net: Net
    def __init__(self, net: Net, game: Game) -> None: ...
    def begin_at(self, state: State) -> None:
        """Makes the state the reference: what is judged after it costs the less the more it has in common with it."""
    def shares(self, state: State) -> list[float]:
        """Each seat's chance of the first place in a game that is not over."""
    def expected(self, state: State) -> list[float]:
        """The prior: for each legal action, in the order of `state.legal()`, the share of a search's visits that the
        net expects it to get. Adds up to 1. It follows from the mover's view and from what `evaluate` expects of the
        state. For a net with a prior only."""
    def time_evaluating(self, state: State, count: int) -> None:
        """Judges the state so many times: for measuring."""
