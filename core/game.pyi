from collections.abc import Iterable
from typing import Any, ClassVar, Self

from core.options import Option

class Game:
    """A game with its player count and options settled. Made by core.load."""

    SEATS: ClassVar[tuple[int, int]]
    OPTIONS: ClassVar[tuple[Option, ...]]
    def __init__(self, name: str, players: int, options: dict[str, Any]) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def max_decisions(self) -> int:
        """No game lasts longer."""
    @property
    def digest(self) -> str:
        """Of name, players and options: equal games have equal digests."""
    @property
    def state_size(self) -> int: ...
    @property
    def max_actions(self) -> int: ...
    @property
    def score_scale(self) -> float:
        """The score difference that means 'clearly ahead'."""
    def catalogue(self) -> dict[str, Any]:
        """All that never changes during a game, as plain data. The same dict at every call: do not change it."""
    def new(self, seed: int) -> State:
        """The start of the deal with this seed, a whole number from 0 to 2**64 - 1."""
    def replay(self, seed: int, actions: Iterable[int]) -> State:
        """The state after these actions from the start of a deal."""
    def from_dict(self, position: dict[str, Any]) -> State:
        """The state that to_dict() described, or one written by hand. BadPosition names the field that is wrong."""
    def from_bytes(self, data: bytes) -> State:
        """The state that bytes(state) saved. Damaged, foreign or impossible bytes are refused."""
    def view_from_bytes(self, data: bytes) -> View:
        """The view that bytes(view) saved. Damaged or foreign bytes are refused."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Position:
    """What State and View share: reading."""

    @property
    def game(self) -> Game: ...
    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, or None when the game is over."""
    @property
    def is_over(self) -> bool: ...
    def legal(self) -> list[int]:
        """The legal actions. Empty when the game is over, and in a view while another seat is to move."""
    def name(self, action: int) -> str:
        """A legal action in words; parse() reads it back."""
    def names(self) -> list[str]:
        """The names of all legal actions, in the order of legal()."""
    def parse(self, text: str) -> int:
        """The legal action of that name. Case and spacing do not matter."""
    def action(self, action: int) -> dict[str, Any]:
        """A legal action as plain data: its `kind`, its operands, and its `targets` in the picture."""
    def scores(self) -> list[float]:
        """The points of every seat, as they stand."""
    def ranks(self) -> list[int]:
        """The rank of every seat, as they stand: 1 is best, ties share a rank."""
    def to_dict(self) -> dict[str, Any]:
        """The position as plain data. game.from_dict builds a state from it; in a view what is hidden is None."""
    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the position as a picture, of a view only what its seat may know."""
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State(Position):
    """A position with nothing hidden."""

    def apply(self, action: int) -> None:
        """Makes a decision. IllegalAction, and the state unchanged, if it is not legal."""
    def apply_all(self, actions: Iterable[int]) -> None:
        """Makes many decisions in turn. If one is illegal, IllegalAction says which and the state is unchanged."""
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def view(self, seat: int) -> View:
        """All that this seat may know."""
    def seen(self, action: int, seat: int) -> dict[str, Any]:
        """A legal action as this seat may know it: as action() gives it, what is hidden from the seat None."""
    def evaluate(self, seat: int) -> float:
        """The final score this seat can expect."""
    def playout(self, seed: int) -> int:
        """Plays on with random moves to the end of the game; returns how many were made."""
    def playouts(self, count: int, seed: int) -> int:
        """Plays `count` random games on from here, leaving this state as it is; returns how many decisions they had."""

class View(Position):
    """All that one seat may know of a position: what is hidden from it is not in here."""

    @property
    def seat(self) -> int:
        """The seat that is looking."""
    def sample(self, seed: int) -> State:
        """A state that fits all the seat knows, with the rest drawn anew."""
