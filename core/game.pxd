# cython: language_level=3
"""The contract between a game and everything that plays it.

A game is a flat state struct, read-only tables, and one `rules_t`: a struct of `noexcept nogil` functions over
them. Searches, playouts and matches see nothing else, so none of them touches Python while it runs.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from core.rng cimport rng_below, rng_t

ctypedef uint32_t action_t

cdef enum:
    MAX_SEATS = 4
    MAX_ACTIONS = 1024      # no decision of any game has more legal actions
    GAME_OVER = -1          # what to_move answers when nobody is
    NOBODY = -1             # the "seat" of a true state, from which nothing is hidden


ctypedef struct rules_t:
    # ---- sizes
    uint32_t state_size     # bytes of the state struct: no pointers inside, padding zeroed
    uint32_t max_actions    # the most actions legal() ever writes, at most MAX_ACTIONS
    double score_scale      # score difference that means "clearly ahead"; turns scores into utilities

    # ---- set-up: the state arrives zeroed; fill it for this deal
    void (*deal)(const void* tables, void* state, uint64_t seed) noexcept nogil

    # ---- play
    # whose decision it is, or GAME_OVER
    int (*to_move)(const void* tables, const void* state) noexcept nogil
    # writes every legal action once, in a fixed order, and returns how many; never 0 before the end
    int (*legal)(const void* tables, const void* state, action_t* actions) noexcept nogil
    # the action is legal: the caller has checked
    void (*apply)(const void* tables, void* state, action_t action) noexcept nogil
    # a purposeful move for playouts, out of the legal ones given; NULL: uniform
    action_t (*rollout)(const void* tables, const void* state, const action_t* actions, int count,
                        rng_t* rng) noexcept nogil

    # ---- results: one entry per seat; also defined before the end (the standing so far)
    void (*scores)(const void* tables, const void* state, double* scores) noexcept nogil
    # 1 is best; ties share a rank: 1 + the number of seats strictly ahead
    void (*ranks)(const void* tables, const void* state, int* ranks) noexcept nogil
    # the final score this seat can expect, judged from the state as it stands
    double (*evaluate)(const void* tables, const void* state, int seat) noexcept nogil

    # ---- who knows what
    # blanks, in one canonical way, everything the seat may not know, the deal's seed included
    void (*hide)(const void* tables, void* state, int seat) noexcept nogil
    # fills what hide() blanked for this seat with a fresh world that fits all the seat knows. Any bytes may come: a
    # forged view is refused by what check() says of its sample
    void (*determinize)(const void* tables, void* state, int seat, rng_t* rng) noexcept nogil
    # draws anew what no seat knows: piles, the seed of dice. What somebody knows stays. NULL: there is nothing of the kind
    void (*redraw)(const void* tables, void* state, rng_t* rng) noexcept nogil

    # ---- learning: the numbers arrive zeroed; their names are Game.observation_slices and Game.feature_names
    # what the seat may know, its own things first, then the others' in turn order; the state is blanked for the seat
    void (*observe)(const void* tables, const void* view, int seat, float* out) noexcept nogil
    # a row for each of these legal actions; the state is blanked for the seat to move
    void (*features)(const void* tables, const void* view, const action_t* actions, int count,
                     float* out) noexcept nogil

    # ---- trust: NULL for a state that can be played on safely, else what is wrong, field first
    const char* (*check)(const void* tables, const void* state) noexcept nogil


ctypedef struct action_index_t:     # every action that can occur, and the way from an action to its place here
    action_t* actions
    int count
    uint64_t* places        # open addressing: action << 32 | id, or NO_ACTION
    int shift               # the hash is the highest bits of a product
    uint32_t mask

cdef enum:
    NO_ID = -1

cdef inline int id_of(const action_index_t* index, action_t action) noexcept nogil:
    """The dense number of an action, NO_ID if it can never occur."""
    cdef uint32_t place = <uint32_t>(action * <uint32_t>0x9E3779B1) >> index.shift
    while index.places[place] != <uint64_t>0xFFFFFFFFFFFFFFFF:
        if index.places[place] >> 32 == action:
            return <int><uint32_t>index.places[place]
        place = (place + 1) & index.mask
    return NO_ID


cdef class Game:
    """One game with its player count and options settled. A game's own class fills in the cdef methods."""
    cdef const rules_t* rules           # set by the subclass's __cinit__
    cdef void* tables                   # from allocate_tables(); NULL for a game without
    cdef readonly str name              # as in core.games()
    cdef readonly int players
    cdef readonly dict options          # every option with its value, file contents included
    cdef readonly object max_decisions  # no game lasts longer; set by prepare()
    cdef readonly str digest            # of name, players, options, components in use and RULES_VERSION
    cdef dict _catalogue                # made when first asked for

    # ---- what a game's own class provides
    # fills the tables for self.players and self.options, and sets max_decisions; raises BadOption
    cdef int prepare(self) except -1
    # the action in words; unique among the legal actions of the state. The action is legal.
    cdef str action_name(self, const void* state, action_t action)
    # the position as plain dicts, lists, numbers and strings; for a view (seat >= 0) what is hidden is None
    cdef dict describe(self, const void* state, int seat)
    # fills the zeroed state from describe()'s fields; raises BadPosition naming the field
    cdef int build(self, dict fields, void* state) except -1
    # the position for a person at a terminal
    cdef str draw(self, const void* state, int seat)
    # all that never changes during a game, as plain data: cards with their effects, the map, costs, names
    cdef dict list_components(self)
    # the action as plain data: `kind`, its operands, and `targets`, the data-target attributes of what it names in
    # the picture. The action is legal.
    cdef dict action_data(self, const void* state, action_t action)
    # the same as a seat may know it: hidden operands are None, hidden targets left out. Games that play openly keep it.
    cdef dict action_seen(self, const void* state, action_t action, int seat)

    # what observe() writes: a name for each entry, grouped into named slices; "seat k" is what is open of the k-th seat
    # from the observer, counted in turn order, and the same for every observer
    cdef dict observation_slices(self)
    # what features() writes: a name for each entry of a row
    cdef list feature_names(self)
    # every action that can occur in a game with these options, once, in an order that stays
    cdef list every_action(self)

    # ---- worked out when first asked for
    cdef action_index_t _index
    cdef dict _slices
    cdef list _features
    cdef int _observation_size
    cdef const action_index_t* action_index(self) except NULL
    cdef int sizes(self, int* observation, int* features) except -1

    # ---- what it can use
    # zeroed memory for the tables, kept in self.tables and freed with the game
    cdef void* allocate_tables(self, size_t size) except NULL

    cdef int _unpack(self, data, void* memory) except -2


cdef class Position:
    """What State and View share: a game, and the memory of one state."""
    cdef readonly Game game
    cdef void* memory
    cdef int observer                   # the seat that looks; NOBODY for a true state
    cdef int _mover(self) except -2
    cdef int legal_now(self, action_t* actions) noexcept nogil
    cdef bint _is_legal(self, action_t action) noexcept nogil
    cdef action_t _legal_action(self, action) except? 0xFFFFFFFF


    cdef int _blank_for_mover(self, void* scratch) noexcept nogil


cdef class State(Position):
    pass


cdef class View(Position):
    cdef State _sampled(self, uint64_t seed)
    cdef int _refuse_if_forged(self) except -1


cdef State new_state(Game game)
cdef View new_view(Game game, int seat)

# ---- for every search and playout

cdef extern from *:
    """
    #ifndef ARENA_DEBUG
    #define ARENA_DEBUG 0
    #endif
    """
    const bint ARENA_DEBUG          # built with ARENA_DEBUG=1: states are checked after every apply

cdef void stop_on_bad_state(const char* problem, action_t action) noexcept nogil
cdef void stop_on_bad_mover(int mover, action_t action) noexcept nogil


cdef inline void step(const rules_t* rules, const void* tables, void* state, action_t action) noexcept nogil:
    """One decision. The action must be one of legal()'s."""
    cdef const char* problem
    cdef int mover
    rules.apply(tables, state, action)
    if ARENA_DEBUG:
        problem = rules.check(tables, state)
        if problem != NULL:
            stop_on_bad_state(problem, action)
        mover = rules.to_move(tables, state)
        if not GAME_OVER <= mover < MAX_SEATS:
            stop_on_bad_mover(mover, action)


cdef inline int playout(const rules_t* rules, const void* tables, void* state, rng_t* rng,
                        int limit) noexcept nogil:
    """Plays uniformly random legal moves to the end, or `limit` decisions; returns how many were made."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int made = 0, count
    while made < limit and rules.to_move(tables, state) != GAME_OVER:
        count = rules.legal(tables, state, actions)
        if count <= 0:      # a broken game: better not over than a jump into nowhere
            break
        step(rules, tables, state, actions[rng_below(rng, <uint32_t>count)])
        made += 1
    return made
