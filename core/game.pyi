from collections.abc import Iterable
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.options import Option

class Game:
    """A game with its player count and options settled. Made by core.load.

    It holds no position: new(), replay() and from_dict() make those. One Game can make any number of them.

    >>> import core
    >>> game = core.load("connect_four")
    >>> game.name, game.players, game.max_decisions
    ('connect_four', 2, 42)
    >>> state = game.new(seed=1)
    >>> state
    <State of connect_four, seat 0 to move>

    Games are equal if their name, players and options are.

    >>> game == core.load("connect_four", players=2)
    True
    """

    RULES_VERSION: ClassVar[int]
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
        """Of name, players, options, the components in use and the rules version: equal games have equal digests."""
    @property
    def rules_version(self) -> int:
        """Raised with every change of play."""
    @property
    def state_size(self) -> int: ...
    @property
    def max_actions(self) -> int: ...
    @property
    def score_scale(self) -> float:
        """The score difference that means 'clearly ahead'."""
    @property
    def observation_size(self) -> int:
        """How many numbers view.observation() has."""
    def observation_names(self) -> dict[str, list[str]]:
        """The name of every entry of an observation, grouped into slices, in order."""
    @property
    def observation_version(self) -> str:
        """A hash of the names and the version of the rules: weights fit observations of the same version."""
    def action_feature_names(self) -> list[str]:
        """The name of every column of position.action_features()."""
    @property
    def action_count(self) -> int:
        """How many different actions can occur: ids are 0 to action_count - 1."""
    def action_id(self, action: int) -> int:
        """The dense number of an action."""
    def action_of(self, id: int) -> int:
        """The action with this dense number."""
    def catalogue(self) -> dict[str, Any]:
        """All that never changes during a game, as plain data. The same dict at every call: do not change it."""
    def new(self, seed: int) -> State:
        """The start of the deal with this seed, a whole number from 0 to 2**64 - 1.

        >>> import core
        >>> game = core.load("ganymede")
        >>> game.new(seed=7) == game.new(seed=7)
        True
        """
    def replay(self, seed: int, actions: Iterable[int]) -> State:
        """The state after these actions from the start of a deal.

        >>> import core
        >>> print(core.load("connect_four").replay(seed=1, actions=[3, 2, 3]))
        1 2 3 4 5 6 7
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . x . . .
        . . o x . . .
        o (seat 1) to move
        """
    def from_dict(self, position: dict[str, Any]) -> State:
        """The state that to_dict() described, or one written by hand. BadPosition names the field that is wrong.

        What is left out has the value that the game's page names. A view's dict has None for what is hidden: use
        view.sample() to get a state from a view.

        >>> import core
        >>> game = core.load("connect_four")
        >>> state = game.from_dict({"board": [".......", ".......", ".......", "...o...", "..ox...", ".oxxx.."]})
        >>> state.to_move
        1
        >>> game.from_dict({"bord": []})
        Traceback (most recent call last):
        core.errors.BadPosition: bord: there is no such field, only board.
        """
    def from_bytes(self, data: bytes) -> State:
        """The state that bytes(state) saved. Damaged, foreign or impossible bytes are refused.

        Bytes are for passing states between processes. To keep a position for years, use to_dict().

        >>> import core
        >>> game = core.load("connect_four")
        >>> state = game.new(seed=1)
        >>> game.from_bytes(bytes(state)) == state
        True
        """
    def view_from_bytes(self, data: bytes) -> View:
        """The view that bytes(view) saved. Damaged, foreign or impossible bytes are refused.

        >>> import core
        >>> game = core.load("ganymede")
        >>> view = game.new(seed=1).view(0)
        >>> game.view_from_bytes(bytes(view)) == view
        True
        """
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
        """The legal actions. Empty when the game is over, and in a view while another seat is to move.

        >>> import core
        >>> core.load("connect_four").new(seed=1).legal()
        [0, 1, 2, 3, 4, 5, 6]
        """
    def name(self, action: int) -> str:
        """A legal action in words; parse() reads it back.

        >>> import core
        >>> core.load("connect_four").new(seed=1).name(3)
        'column 4'
        """
    def names(self) -> list[str]:
        """The names of all legal actions, in the order of legal()."""
    def parse(self, text: str) -> int:
        """The legal action of that name. Case and spacing do not matter.

        >>> import core
        >>> core.load("connect_four").new(seed=1).parse("Column  4")
        3
        """
    def legal_ids(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """The ids of the legal actions, in the order of legal(), as an int32 array; `out` is padded with -1."""
    def action_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """For every id whether its action is legal now, as an array of bools."""
    def action_features(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """A row of numbers for each legal action, in the order of legal(), from what the seat to move may know.

        `out`, if given, has game.max_actions rows; those behind the last legal action become zero.
        """
    def action(self, action: int) -> dict[str, Any]:
        """A legal action as plain data: its `kind`, its operands, and its `targets` in the picture."""
    def scores(self) -> list[float]:
        """The points of every seat, as they stand."""
    def ranks(self) -> list[int]:
        """The rank of every seat, as they stand: 1 is best, ties share a rank.

        Before the end of the game this is the standing so far, not the result.

        >>> import core
        >>> state = core.load("connect_four").replay(seed=1, actions=[3, 2, 3, 2, 3, 2])
        >>> state.ranks()
        [1, 1]
        >>> state.apply(3)
        >>> state.is_over, state.ranks(), state.scores()
        (True, [1, 2], [1.0, 0.0])
        """
    def digest(self) -> bytes:
        """16 bytes that stand for this position's memory alone, to compare a replay with what was played."""
    def to_dict(self) -> dict[str, Any]:
        """The position as plain data. game.from_dict builds a state from it; in a view what is hidden is None.

        >>> import core
        >>> core.load("connect_four").new(seed=1).to_dict()["board"][0]
        '.......'
        >>> core.load("ganymede").new(seed=1).view(0).to_dict()["seed"] is None
        True
        """
    def picture(self, id_prefix: str = "") -> str | None:
        """The position as an SVG, of a view only what its seat may know; None: the game has no picture.

        All ids in it begin with the prefix, so that it does not clash with what else is on a page.

        >>> import core
        >>> core.load("connect_four").new(seed=1).picture()[:4]
        '<svg'
        """
    def _repr_svg_(self) -> str | None:
        """What a notebook shows. None: the game has no picture, and the notebook shows the repr.

        Its ids begin with a name of the position, so that the pictures on one page do not clash.
        """
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State(Position):
    """A position with nothing hidden.

    >>> import core
    >>> state = core.load("connect_four").new(seed=1)
    >>> state.to_move, state.legal()
    (0, [0, 1, 2, 3, 4, 5, 6])
    >>> state.apply(state.parse("column 4"))
    >>> state.to_move, state.is_over
    (1, False)

    apply() changes the state itself. Make a copy first if you need the old one.

    >>> before = state.copy()
    >>> state.apply(0)
    >>> before == state
    False

    Warning: a state knows everything, the hidden cards and the seed too. A bot is given a View instead.
    """

    def apply(self, action: int) -> None:
        """Makes a decision. IllegalAction, and the state unchanged, if it is not legal.

        >>> import core
        >>> state = core.load("connect_four").new(seed=1)
        >>> state.apply(3)
        >>> state.apply(7)
        Traceback (most recent call last):
        core.errors.IllegalAction: action 7 is not legal now: there are 7 others to choose from.
        """
    def apply_all(self, actions: Iterable[int]) -> None:
        """Makes many decisions in turn. If one is illegal, IllegalAction says which and the state is unchanged."""
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def view(self, seat: int) -> View:
        """All that this seat may know.

        >>> import core
        >>> core.load("ganymede").new(seed=1).view(0)
        <View of ganymede from seat 0>
        """
    def redrawn(self, seed: int) -> State:
        """A state with the same past and another future: what no seat knows yet is drawn anew, piles and dice to come.

        >>> import core
        >>> state = core.load("ganymede").new(seed=1)
        >>> other = state.redrawn(seed=3)
        >>> other == state, all(other.view(seat) == state.view(seat) for seat in range(2))
        (False, True)
        """
    def seen(self, action: int, seat: int) -> dict[str, Any]:
        """A legal action as this seat may know it: as action() gives it, what is hidden from the seat None."""
    def evaluate(self, seat: int) -> float:
        """The final score this seat can expect.

        Warning: this is an estimate that looks at the whole state, what is hidden too. A bot calls it on the states
        of view.sample(), and on more than one of them.

        >>> import core
        >>> core.load("connect_four").replay(seed=1, actions=[3]).evaluate(0)
        0.51
        """
    def playout(self, seed: int) -> int:
        """Plays on with random moves to the end of the game; returns how many were made.

        Warning: this state is changed. playouts() leaves it as it is.

        >>> import core
        >>> state = core.load("connect_four").new(seed=1)
        >>> moves = state.playout(seed=5)
        >>> state.is_over, 7 <= moves <= 42
        (True, True)
        """
    def playouts(self, count: int, seed: int) -> int:
        """Plays `count` random games on from here, leaving this state as it is; returns how many decisions they had."""

class View(Position):
    """All that one seat may know of a position: what is hidden from it is not in here.

    >>> import core
    >>> state = core.load("ganymede").new(seed=1)
    >>> view = state.view(0)
    >>> view.seat, view.names()
    (0, ['site A S07', 'site A S08', 'site A S12', 'site A S20'])

    The seat sees the ships it was dealt. Those of its rival are not in the view.

    >>> [board["dealt"] for board in view.to_dict()["boards"]]
    [['S07', 'S08', 'S12', 'S20'], [None, None, None, None]]

    A view cannot be played on. A sample of it can.

    >>> world = view.sample(seed=3)
    >>> world.apply(view.legal()[0])
    >>> world.to_move
    0
    """

    @property
    def seat(self) -> int:
        """The seat that is looking."""
    def observation(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The view as numbers: game.observation_size of them, float32, named by game.observation_names()."""
    def sample(self, seed: int) -> State:
        """A state that fits all the seat knows, with the rest drawn anew.

        Warning: what is hidden in it is a guess, the same one for the same seed. Look at several samples before you
        decide.

        >>> import core
        >>> state = core.load("ganymede").new(seed=1)
        >>> view = state.view(0)
        >>> world = view.sample(seed=3)
        >>> world == state, world.view(0) == view
        (False, True)
        """
