"""The Python face of the contract: Game, State and View over the flat memory of one state."""

import importlib.util
import json
import struct
import sys
import tomllib
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memcmp, memcpy, memset

from core.rng cimport mix, rng_t

from core import observation
from core.errors import BadAction, BadBytes, BadPlayers, BadPosition, IllegalAction, WrongGame, did_you_mean

# What stands before the memory of a saved state: magic, format, seat (-1: a true state), digest, length, checksum.
HEADER = struct.Struct("<4sHh16sII")
MAGIC = b"ARNA"
FORMAT = 1


cdef void stop_on_bad_state(const char* problem, action_t action) noexcept nogil:
    fprintf(stderr, "arena: after action %u the state is broken: %s\n", action, problem)
    abort()


cdef void stop_on_bad_mover(int mover, action_t action) noexcept nogil:
    fprintf(stderr, "arena: after action %u to_move answers %d, which is neither a seat nor GAME_OVER\n", action, mover)
    abort()


cdef class Game:
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

    SEATS = (2, 2)
    OPTIONS = ()
    RULES_VERSION = 1       # raised with every change of play; the golden transcripts tell when

    def __init__(self, str name, int players, dict options):
        self.name = name
        self.players = players
        self.options = options
        identity = [name, players, options, self.RULES_VERSION, _components_in_use(type(self), options)]
        self.digest = blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=16).hexdigest()
        self.prepare()
        assert self.rules.max_actions <= MAX_ACTIONS and self.players <= MAX_SEATS

    def __dealloc__(self):
        PyMem_Free(self.tables)
        PyMem_Free(self._index.actions)
        PyMem_Free(self._index.places)

    cdef void* allocate_tables(self, size_t size) except NULL:
        self.tables = PyMem_Calloc(1, size)
        if self.tables == NULL:
            raise MemoryError()
        return self.tables

    cdef int prepare(self) except -1:
        raise TypeError("a game is made by core.load.")

    cdef str action_name(self, const void* state, action_t action):
        raise TypeError("a game names its actions.")

    cdef dict describe(self, const void* state, int seat):
        raise TypeError("a game describes its positions.")

    cdef int build(self, dict fields, void* state) except -1:
        raise TypeError("a game builds its positions.")

    cdef str draw(self, const void* state, int seat):
        raise TypeError("a game draws its positions.")

    cdef dict observation_slices(self):
        raise TypeError("a game names what it observes.")

    cdef list feature_names(self):
        raise TypeError("a game names the features of its actions.")

    cdef list every_action(self):
        raise TypeError("a game lists its actions.")

    # ---- the view as numbers, actions as dense numbers

    cdef int sizes(self, int* observation, int* features) except -1:
        """How many numbers an observation and a row of features have."""
        if self._slices is None:
            self._features = self.feature_names()
            slices = self.observation_slices()
            self._observation_size = sum(map(len, slices.values()))
            self._slices = slices
        observation[0] = self._observation_size
        features[0] = len(self._features)
        return 0

    @property
    def observation_size(self):
        """How many numbers view.observation() has."""
        cdef int size, features
        self.sizes(&size, &features)
        return size

    def observation_names(self):
        """The name of every entry of an observation, grouped into slices, in order."""
        self.observation_size
        return {part: list(names) for part, names in self._slices.items()}

    @property
    def observation_version(self):
        """A hash of the names and the version of the rules: weights fit observations of the same version."""
        return observation.version(self.name, getattr(type(self), "RULES_VERSION", 1), self.observation_names())

    def action_feature_names(self):
        """The name of every column of position.action_features()."""
        self.observation_size
        return list(self._features)

    cdef const action_index_t* action_index(self) except NULL:
        if self._index.places == NULL:
            fill_index(&self._index, self.every_action())
        return &self._index

    @property
    def action_count(self):
        """How many different actions can occur: ids are 0 to action_count - 1."""
        return self.action_index().count

    def action_id(self, action):
        """The dense number of an action."""
        cdef int found = NO_ID
        if isinstance(action, int) and 0 <= action <= 0xFFFFFFFF:
            found = id_of(self.action_index(), <action_t>action)
        if found == NO_ID:
            raise BadAction(f"{action!r} is no action of {self.name}: actions are the numbers of legal().")
        return found

    def action_of(self, id):
        """The action with this dense number."""
        cdef const action_index_t* index = self.action_index()
        if not hasattr(id, "__index__") or not 0 <= id < index.count:
            raise BadAction(f"{id!r} is no id of an action: ids are whole numbers from 0 to {index.count - 1}.")
        return index.actions[<int>id]

    @property
    def rules_version(self):
        return self.RULES_VERSION

    cdef dict list_components(self):
        raise TypeError(f"{self.name} has no catalogue.")

    cdef dict action_data(self, const void* state, action_t action):
        raise TypeError(f"{self.name} does not give its actions as data.")

    cdef dict action_seen(self, const void* state, action_t action, int seat):
        return self.action_data(state, action)

    @property
    def state_size(self):
        return self.rules.state_size

    @property
    def max_actions(self):
        return self.rules.max_actions

    @property
    def score_scale(self):
        return self.rules.score_scale

    def catalogue(self):
        """All that never changes during a game, as plain data. The same dict at every call: do not change it."""
        if self._catalogue is None:
            self._catalogue = {"game": self.name, "players": self.players, **self.list_components()}
        return self._catalogue

    def new(self, seed):
        """The start of the deal with this seed, a whole number from 0 to 2**64 - 1.

        >>> import core
        >>> game = core.load("ganymede")
        >>> game.new(seed=7) == game.new(seed=7)
        True
        """
        if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")
        cdef State state = new_state(self)
        memset(state.memory, 0, self.rules.state_size)
        self.rules.deal(self.tables, state.memory, seed)
        return state

    def replay(self, seed, actions):
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
        cdef State state = self.new(seed)
        state.apply_all(actions)
        return state

    def from_dict(self, position):
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
        if not isinstance(position, dict):
            raise BadPosition(f"a position is a dict, not {type(position).__name__}.")
        fields = dict(position)
        self._check_identity(fields)
        cdef State state = new_state(self)
        memset(state.memory, 0, self.rules.state_size)
        self.build(fields, state.memory)
        cdef const char* problem = self.rules.check(self.tables, state.memory)
        if problem != NULL:
            raise BadPosition(f"{problem.decode()}.")
        return state

    def _check_identity(self, dict fields):
        for key, own in (("game", self.name), ("players", self.players), ("options", self.options)):
            given = fields.pop(key, own)
            if type(given) is not type(own) or given != own:
                raise WrongGame(f"{key}: this game has {own!r}, the position {given!r}.")

    def from_bytes(self, data):
        """The state that bytes(state) saved. Damaged, foreign or impossible bytes are refused.

        Bytes are for passing states between processes. To keep a position for years, use to_dict().

        >>> import core
        >>> game = core.load("connect_four")
        >>> state = game.new(seed=1)
        >>> game.from_bytes(bytes(state)) == state
        True
        """
        cdef State state = new_state(self)
        if self._unpack(data, state.memory) != NOBODY:
            raise BadBytes("these bytes hold a view, not a state.")
        cdef const char* problem = self.rules.check(self.tables, state.memory)
        if problem != NULL:
            raise BadBytes(f"these bytes hold no possible position: {problem.decode()}.")
        return state

    def view_from_bytes(self, data):
        """The view that bytes(view) saved. Damaged, foreign or impossible bytes are refused.

        >>> import core
        >>> game = core.load("ganymede")
        >>> view = game.new(seed=1).view(0)
        >>> game.view_from_bytes(bytes(view)) == view
        True
        """
        cdef View view = new_view(self, 0)
        cdef int seat = self._unpack(data, view.memory)
        if seat == NOBODY:
            raise BadBytes("these bytes hold a state, not a view.")
        view.observer = seat
        view._refuse_if_forged()
        return view

    cdef int _unpack(self, data, void* memory) except -2:
        if not isinstance(data, bytes):
            raise BadBytes(f"a saved state is bytes, not {type(data).__name__}.")
        if len(data) < HEADER.size:
            raise BadBytes(f"a saved state has at least {HEADER.size} bytes, these are {len(data)}.")
        magic, version, seat, digest, length, checksum = HEADER.unpack_from(data)
        if magic != MAGIC:
            raise BadBytes("these bytes are not a saved state: they begin wrongly.")
        if version != FORMAT:
            raise BadBytes(f"these bytes are of format {version}, this is format {FORMAT}.")
        if digest != bytes.fromhex(self.digest):
            raise WrongGame("these bytes are of another game, rules version, player count or options than "
                            f"this {self.name}.")
        payload = data[HEADER.size:]
        if length != len(payload) or length != self.rules.state_size:
            raise BadBytes(f"the state should have {self.rules.state_size} bytes, there are {len(payload)}.")
        if checksum != _checksum(data):
            raise BadBytes("these bytes are damaged: the checksum does not fit.")
        if not NOBODY <= seat < self.players:
            raise BadBytes(f"there is no seat {seat}.")
        memcpy(memory, PyBytes_AS_STRING(payload), self.rules.state_size)
        return seat

    def __eq__(self, other):
        return isinstance(other, Game) and self.digest == (<Game>other).digest

    def __hash__(self):
        return hash(self.digest)

    def __repr__(self):
        options = "".join(f", {key}={value!r}" for key, value in self.options.items() if not isinstance(value, dict))
        return f"core.load({self.name!r}, players={self.players}{options})"

    def __reduce__(self):
        return _load_game, (self.name, self.players, self.options)


cdef int fill_index(action_index_t* index, list actions) except -1:
    cdef int bits = max(4, (2 * len(actions)).bit_length()), i
    cdef uint32_t place
    index.count = len(actions)
    index.shift = 32 - bits
    index.mask = (<uint32_t>1 << bits) - 1
    index.actions = <action_t*>PyMem_Calloc(index.count, sizeof(action_t))
    cdef uint64_t* places = <uint64_t*>PyMem_Malloc(sizeof(uint64_t) << bits)
    if index.actions == NULL or places == NULL:
        PyMem_Free(places)
        raise MemoryError()
    memset(places, 0xFF, sizeof(uint64_t) << bits)
    for i in range(index.count):
        index.actions[i] = actions[i]
        place = <uint32_t>(index.actions[i] * <uint32_t>0x9E3779B1) >> index.shift
        while places[place] != <uint64_t>0xFFFFFFFFFFFFFFFF:
            place = (place + 1) & index.mask
        places[place] = <uint64_t>index.actions[i] << 32 | <uint64_t>i
    index.places = places
    return 0


def _load_game(name, players, options):
    import core
    return core.load(name, players, **options)


def _components_in_use(cls, options):
    """The content of the game's component files, by name; an option of a file's name takes its place."""
    own = _component_files(str(Path(sys.modules[cls.__module__].__file__ or ".").parent))
    return {name: options.get(name) or content for name, content in own.items()}


@cache
def _component_files(folder):
    """Every TOML file of a game's folder but search.toml, which tells bots how to search and changes no rule."""
    files = [path for path in sorted(Path(folder).glob("*.toml")) if path.stem != "search"]
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def _checksum(data):
    """Over everything but the checksum itself."""
    return zlib.crc32(data[HEADER.size:], zlib.crc32(data[:HEADER.size - 4]))


cdef class Position:
    """What State and View share: reading."""

    def __init__(self):
        raise TypeError("a state comes from game.new, a view from state.view.")

    def __dealloc__(self):
        PyMem_Free(self.memory)

    cdef int _mover(self) except -2:
        """Whose decision it is, or GAME_OVER. A game whose to_move answers anything else is refused."""
        cdef int mover = self.game.rules.to_move(self.game.tables, self.memory)
        if not GAME_OVER <= mover < self.game.players:
            raise RuntimeError(f"{self.game.name}: to_move() answered {mover}: a seat from 0 to "
                               f"{self.game.players - 1} or GAME_OVER ({GAME_OVER}) is right.")
        return mover

    cdef int legal_now(self, action_t* actions) noexcept nogil:
        cdef int mover = self.game.rules.to_move(self.game.tables, self.memory)
        if mover == GAME_OVER or (self.observer != NOBODY and self.observer != mover):
            return 0
        return self.game.rules.legal(self.game.tables, self.memory, actions)

    @property
    def to_move(self):
        """The seat whose decision it is, or None when the game is over."""
        cdef int mover = self._mover()
        return None if mover == GAME_OVER else mover

    @property
    def is_over(self):
        return self._mover() == GAME_OVER

    def legal(self):
        """The legal actions. Empty when the game is over, and in a view while another seat is to move.

        >>> import core
        >>> core.load("connect_four").new(seed=1).legal()
        [0, 1, 2, 3, 4, 5, 6]
        """
        cdef action_t actions[MAX_ACTIONS]
        self._mover()
        cdef int count = self.legal_now(actions), i
        return [actions[i] for i in range(count)]

    cdef bint _is_legal(self, action_t action) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.legal_now(actions), i
        for i in range(count):
            if actions[i] == action:
                return True
        return False

    cdef action_t _legal_action(self, action) except? 0xFFFFFFFF:
        """The action as a C number, or IllegalAction."""
        if isinstance(action, int) and 0 <= action <= 0xFFFFFFFF and self._is_legal(<action_t>action):
            return <action_t>action
        if self.is_over:
            raise IllegalAction("the game is over: no action is legal.")
        if not isinstance(action, int):
            raise IllegalAction(f"an action is one of the numbers of legal(), not {type(action).__name__}.")
        raise IllegalAction(f"action {action} is not legal now: there are {len(self.legal())} others to choose from.")

    def name(self, action):
        """A legal action in words; parse() reads it back.

        >>> import core
        >>> core.load("connect_four").new(seed=1).name(3)
        'column 4'
        """
        return self.game.action_name(self.memory, self._legal_action(action))

    def names(self):
        """The names of all legal actions, in the order of legal()."""
        return [self.game.action_name(self.memory, action) for action in self.legal()]

    def parse(self, text):
        """The legal action of that name. Case and spacing do not matter.

        >>> import core
        >>> core.load("connect_four").new(seed=1).parse("Column  4")
        3
        """
        if not isinstance(text, str):
            raise BadAction(f"the name of an action is a text, not {type(text).__name__}.")
        wanted = " ".join(text.lower().split())
        names = self.names()
        for action, name in zip(self.legal(), names):
            if name.lower() == wanted:
                return action
        if not names:
            raise BadAction(f"'{text}' is no legal action: nothing is to be decided here.")
        raise BadAction(f"'{text}' is no legal action now: {did_you_mean(text, names)}")

    # ---- for learning

    def legal_ids(self, out=None):
        """The ids of the legal actions, in the order of legal(), as an int32 array; `out` is padded with -1."""
        cdef const action_index_t* index = self.game.action_index()
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.legal_now(actions), i
        out = observation.room(out, "out", (count if out is None else self.game.rules.max_actions,), "int32")
        cdef int32_t[::1] ids = out
        for i in range(ids.shape[0]):
            ids[i] = id_of(index, actions[i]) if i < count else -1
        return out

    def action_mask(self, out=None):
        """For every id whether its action is legal now, as an array of bools."""
        cdef const action_index_t* index = self.game.action_index()
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.legal_now(actions), i
        out = observation.room(out, "out", (index.count,), "bool")
        out.fill(False)
        cdef uint8_t[::1] mask = out.view("uint8")
        for i in range(count):
            mask[id_of(index, actions[i])] = 1
        return out

    cdef int _blank_for_mover(self, void* scratch) noexcept nogil:
        cdef const rules_t* rules = self.game.rules
        memcpy(scratch, self.memory, rules.state_size)
        if self.observer == NOBODY:
            rules.hide(self.game.tables, scratch, rules.to_move(self.game.tables, scratch))
        return 0

    def action_features(self, out=None):
        """A row of numbers for each legal action, in the order of legal(), from what the seat to move may know.

        `out`, if given, has game.max_actions rows; those behind the last legal action become zero.
        """
        cdef int size, width
        self.game.sizes(&size, &width)
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.legal_now(actions)
        out = observation.room(out, "out", (count if out is None else self.game.rules.max_actions, width), "float32")
        out.fill(0)
        if count == 0:
            return out
        cdef float[:, ::1] rows = out
        cdef void* scratch = PyMem_Malloc(self.game.rules.state_size)
        if scratch == NULL:
            raise MemoryError()
        self._blank_for_mover(scratch)
        self.game.rules.features(self.game.tables, scratch, actions, count, &rows[0, 0])
        PyMem_Free(scratch)
        return out

    def action(self, action):
        """A legal action as plain data: its `kind`, its operands, and its `targets` in the picture."""
        return self.game.action_data(self.memory, self._legal_action(action))

    def scores(self):
        """The points of every seat, as they stand."""
        cdef double scores[MAX_SEATS]
        self.game.rules.scores(self.game.tables, self.memory, scores)
        return [scores[seat] for seat in range(self.game.players)]

    def ranks(self):
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
        cdef int ranks[MAX_SEATS]
        self.game.rules.ranks(self.game.tables, self.memory, ranks)
        return [ranks[seat] for seat in range(self.game.players)]

    def digest(self):
        """16 bytes that stand for this position's memory alone, to compare a replay with what was played."""
        memory = PyBytes_FromStringAndSize(<char*>self.memory, self.game.rules.state_size)
        return blake2b(memory, digest_size=16).digest()

    def to_dict(self):
        """The position as plain data. game.from_dict builds a state from it; in a view what is hidden is None.

        >>> import core
        >>> core.load("connect_four").new(seed=1).to_dict()["board"][0]
        '.......'
        >>> core.load("ganymede").new(seed=1).view(0).to_dict()["seed"] is None
        True
        """
        described = {"game": self.game.name, "players": self.game.players, "options": dict(self.game.options)}
        described.update(self.game.describe(self.memory, self.observer))
        return described

    def __str__(self):
        return self.game.draw(self.memory, self.observer)

    def picture(self, id_prefix=""):
        """The position as an SVG, of a view only what its seat may know; None: the game has no picture.

        All ids in it begin with the prefix, so that it does not clash with what else is on a page.

        >>> import core
        >>> core.load("connect_four").new(seed=1).picture()[:4]
        '<svg'
        """
        name = f"core.{self.game.name}.picture"
        if importlib.util.find_spec(name) is None:
            return None
        return importlib.import_module(name).picture(self.to_dict(), self.game.catalogue(), id_prefix=id_prefix)

    def _repr_svg_(self):
        """What a notebook shows. None: the game has no picture, and the notebook shows the repr.

        Its ids begin with a name of the position, so that the pictures on one page do not clash.
        """
        return self.picture(f"{self.game.name}-{self.observer + 1}-{self.digest().hex()[:12]}-")

    def __bytes__(self):
        payload = PyBytes_FromStringAndSize(<char*>self.memory, self.game.rules.state_size)
        digest = bytes.fromhex(self.game.digest)
        head = HEADER.pack(MAGIC, FORMAT, self.observer, digest, len(payload), 0)
        return HEADER.pack(MAGIC, FORMAT, self.observer, digest, len(payload), _checksum(head + payload)) + payload

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef Position it = <Position>other
        return (self.observer == it.observer and (self.game is it.game or self.game == it.game)
                and memcmp(self.memory, it.memory, self.game.rules.state_size) == 0)

    def __hash__(self):
        cdef const uint8_t* memory = <const uint8_t*>self.memory
        cdef uint64_t value = <uint64_t>(self.observer + 1)
        cdef uint64_t word = 0
        cdef uint32_t i
        for i in range(0, self.game.rules.state_size & ~<uint32_t>7, 8):
            memcpy(&word, memory + i, 8)
            value = mix(value ^ word) + <uint64_t>0x9E3779B97F4A7C15
        for i in range(self.game.rules.state_size & ~<uint32_t>7, self.game.rules.state_size):
            value = mix(value ^ memory[i])
        return <Py_ssize_t>value


cdef class State(Position):
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

    def apply(self, action):
        """Makes a decision. IllegalAction, and the state unchanged, if it is not legal.

        >>> import core
        >>> state = core.load("connect_four").new(seed=1)
        >>> state.apply(3)
        >>> state.apply(7)
        Traceback (most recent call last):
        core.errors.IllegalAction: action 7 is not legal now: there are 7 others to choose from.
        """
        cdef action_t checked = self._legal_action(action)
        self.game.rules.apply(self.game.tables, self.memory, checked)
        if ARENA_DEBUG:
            self._check(checked)

    def _check(self, action):
        cdef const char* problem = self.game.rules.check(self.game.tables, self.memory)
        if problem != NULL:
            raise AssertionError(f"after action {action} the state is broken: {problem.decode()}")

    def apply_all(self, actions):
        """Makes many decisions in turn. If one is illegal, IllegalAction says which and the state is unchanged."""
        cdef State ahead = self.copy()
        for index, action in enumerate(actions):
            try:
                ahead.apply(action)
            except IllegalAction as error:
                raise IllegalAction(f"action {index + 1} of the list: {error}") from None
        memcpy(self.memory, ahead.memory, self.game.rules.state_size)

    def copy(self):
        cdef State twin = new_state(self.game)
        memcpy(twin.memory, self.memory, self.game.rules.state_size)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def view(self, seat):
        """All that this seat may know.

        >>> import core
        >>> core.load("ganymede").new(seed=1).view(0)
        <View of ganymede from seat 0>
        """
        if not isinstance(seat, int) or not 0 <= seat < self.game.players:
            raise BadPlayers(f"there is no seat {seat!r}: seats are 0 to {self.game.players - 1}.")
        cdef View view = new_view(self.game, seat)
        memcpy(view.memory, self.memory, self.game.rules.state_size)
        self.game.rules.hide(self.game.tables, view.memory, seat)
        return view

    def redrawn(self, seed):
        """A state with the same past and another future: what no seat knows yet is drawn anew, piles and dice to come.

        >>> import core
        >>> state = core.load("ganymede").new(seed=1)
        >>> other = state.redrawn(seed=3)
        >>> other == state, all(other.view(seat) == state.view(seat) for seat in range(2))
        (False, True)
        """
        cdef State state = self.copy()
        cdef rng_t rng
        rng.state = mix(<uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        if self.game.rules.redraw != NULL:
            self.game.rules.redraw(self.game.tables, state.memory, &rng)
        if ARENA_DEBUG:
            state._check("'redrawn'")
        return state

    def seen(self, action, seat):
        """A legal action as this seat may know it: as action() gives it, what is hidden from the seat None."""
        if not isinstance(seat, int) or not 0 <= seat < self.game.players:
            raise BadPlayers(f"there is no seat {seat!r}: seats are 0 to {self.game.players - 1}.")
        return self.game.action_seen(self.memory, self._legal_action(action), seat)

    def evaluate(self, seat):
        """The final score this seat can expect.

        Warning: this is an estimate that looks at the whole state, what is hidden too. A bot calls it on the states
        of view.sample(), and on more than one of them.

        >>> import core
        >>> core.load("connect_four").replay(seed=1, actions=[3]).evaluate(0)
        0.51
        """
        if not isinstance(seat, int) or not 0 <= seat < self.game.players:
            raise BadPlayers(f"there is no seat {seat!r}: seats are 0 to {self.game.players - 1}.")
        return self.game.rules.evaluate(self.game.tables, self.memory, seat)

    def playout(self, seed):
        """Plays on with random moves to the end of the game; returns how many were made.

        Warning: this state is changed. playouts() leaves it as it is.

        >>> import core
        >>> state = core.load("connect_four").new(seed=1)
        >>> moves = state.playout(seed=5)
        >>> state.is_over, 7 <= moves <= 42
        (True, True)
        """
        cdef rng_t rng
        rng.state = mix(<uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        cdef int limit = self.game.max_decisions
        cdef int made
        with nogil:
            made = playout(self.game.rules, self.game.tables, self.memory, &rng, limit)
        return made

    def playouts(self, long long count, seed):
        """Plays `count` random games on from here, leaving this state as it is; returns how many decisions they had."""
        cdef State scratch = self.copy()
        cdef rng_t rng
        rng.state = mix(<uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        cdef int limit = self.game.max_decisions
        cdef long long made = 0, i
        with nogil:
            for i in range(count):
                memcpy(scratch.memory, self.memory, self.game.rules.state_size)
                made += playout(self.game.rules, self.game.tables, scratch.memory, &rng, limit)
        return made

    def __repr__(self):
        return f"<State of {self.game.name}, {'over' if self.is_over else f'seat {self.to_move} to move'}>"

    def __reduce__(self):
        return _load_state, (self.game, bytes(self))


def _load_state(Game game, data):
    return game.from_bytes(data)


cdef class View(Position):
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
    def seat(self):
        """The seat that is looking."""
        return self.observer

    def observation(self, out=None):
        """The view as numbers: game.observation_size of them, float32, named by game.observation_names()."""
        cdef int size, width
        self.game.sizes(&size, &width)
        out = observation.room(out, "out", (size,), "float32")
        out.fill(0)
        cdef float[::1] numbers = out
        self.game.rules.observe(self.game.tables, self.memory, self.observer, &numbers[0])
        return out

    def sample(self, seed):
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
        cdef State state = self._sampled(<uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        if ARENA_DEBUG:
            state._check("'sample'")
        return state

    cdef State _sampled(self, uint64_t seed):
        cdef State state = new_state(self.game)
        cdef rng_t rng
        rng.state = mix(seed)
        memcpy(state.memory, self.memory, self.game.rules.state_size)
        self.game.rules.determinize(self.game.tables, state.memory, self.observer, &rng)
        return state

    cdef int _refuse_if_forged(self) except -1:
        """BadBytes unless this is what the seat sees of a possible position: the one that a sample gives."""
        cdef State state = self._sampled(0)
        cdef const char* problem = self.game.rules.check(self.game.tables, state.memory)
        if problem != NULL:
            raise BadBytes(f"these bytes hold no possible view: {problem.decode()}.")
        if state.view(self.observer) != self:
            raise BadBytes(f"these bytes hold no view of seat {self.observer}: they show what is hidden from it.")
        return 0

    def __repr__(self):
        return f"<View of {self.game.name} from seat {self.observer}>"

    def __reduce__(self):
        return _load_view, (self.game, bytes(self))


def _load_view(Game game, data):
    return game.view_from_bytes(data)


cdef State new_state(Game game):
    """A state whose memory is still to be filled."""
    cdef State state = State.__new__(State)
    adopt(state, game, NOBODY)
    return state


cdef View new_view(Game game, int seat):
    """A view whose memory is still to be filled."""
    cdef View view = View.__new__(View)
    adopt(view, game, seat)
    return view


cdef inline int adopt(Position position, Game game, int seat) except -1:
    position.game = game
    position.observer = seat
    position.memory = PyMem_Malloc(game.rules.state_size)
    if position.memory == NULL:
        raise MemoryError()
    return 0
