# cython: language_level=3, cdivision=True
"""A game written down as a tree, for checking searches by hand. Compiled by the tests that use it.

A node is {"seat": s, "children": [...]}, {"payoffs": [...]}, or {"coin": [heads, tails]}: a coin tossed at the start,
which only the seats in options["knows"] have seen, decides where play goes on. Action i leads to child i.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from core.game cimport GAME_OVER, Game, MAX_SEATS, action_t, rules_t
from core.rng cimport rng_below, rng_t

cdef enum:
    MAX_NODES = 256
    MAX_CHILDREN = 8
    LEAF = 254
    COIN = 255
    UNKNOWN = 255

ctypedef struct node_t:
    uint8_t kind                # the seat to move, LEAF or COIN
    uint8_t count
    uint16_t children[MAX_CHILDREN]
    double payoffs[MAX_SEATS]

ctypedef struct tables_t:
    int players
    uint8_t knows[MAX_SEATS]
    node_t nodes[MAX_NODES]

ctypedef struct state_t:
    uint16_t node
    uint8_t coin


cdef void settle(const tables_t* tables, state_t* state) noexcept nogil:
    while tables.nodes[state.node].kind == COIN and state.coin != UNKNOWN:
        state.node = tables.nodes[state.node].children[state.coin]


cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    (<state_t*>memory).coin = seed & 1
    settle(<const tables_t*>tables, <state_t*>memory)


cdef const node_t* here(const void* tables, const void* memory) noexcept nogil:
    return &(<const tables_t*>tables).nodes[(<const state_t*>memory).node]


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    if here(tables, memory).kind == LEAF:
        return GAME_OVER
    return here(tables, memory).kind


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef int i
    for i in range(here(tables, memory).count):
        actions[i] = i
    return here(tables, memory).count


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    (<state_t*>memory).node = here(tables, memory).children[action]
    settle(<const tables_t*>tables, <state_t*>memory)


cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef int seat
    for seat in range((<const tables_t*>tables).players):
        out[seat] = here(tables, memory).payoffs[seat]


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    cdef const node_t* node = here(tables, memory)
    cdef int seat, rival
    for seat in range((<const tables_t*>tables).players):
        out[seat] = 1
        for rival in range((<const tables_t*>tables).players):
            out[seat] += node.payoffs[rival] > node.payoffs[seat]


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    return here(tables, memory).payoffs[seat]


cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    if not (<const tables_t*>tables).knows[seat]:
        (<state_t*>memory).coin = UNKNOWN


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    if (<state_t*>memory).coin == UNKNOWN:
        (<state_t*>memory).coin = <uint8_t>rng_below(rng, 2)


cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    return NULL


cdef rules_t RULES
RULES.state_size = sizeof(state_t)
RULES.max_actions = MAX_CHILDREN
RULES.score_scale = 1
RULES.deal = deal
RULES.to_move = to_move
RULES.legal = legal
RULES.apply = apply
RULES.rollout = NULL
RULES.scores = scores
RULES.ranks = ranks
RULES.evaluate = evaluate
RULES.hide = hide
RULES.determinize = determinize
RULES.check = check


cdef class PaperGame(Game):
    """A game written down as a tree."""
    cdef tables_t* written

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        self.written = <tables_t*>self.allocate_tables(sizeof(tables_t))
        self.written.players = self.players
        self.max_decisions = 64
        for seat in self.options.get("knows", []):
            self.written.knows[seat] = 1
        self.write(self.options["tree"], 0, 1)
        return 0

    cdef int write(self, dict tree, int index, int used) except -1:
        """Puts the tree at nodes[index] and what is below it at nodes[used] and after; returns the next free one."""
        cdef node_t* node = &self.written.nodes[index]
        children = tree.get("children", tree.get("coin", []))
        node.kind = COIN if "coin" in tree else tree.get("seat", LEAF)
        for seat, payoff in enumerate(tree.get("payoffs", [])):
            node.payoffs[seat] = payoff
        first = used
        used += len(children)
        assert used <= MAX_NODES and len(children) <= MAX_CHILDREN
        node.count = len(children)
        for i, child in enumerate(children):
            node.children[i] = first + i
            used = self.write(child, first + i, used)
        return used

    cdef str action_name(self, const void* memory, action_t action):
        return f"child {action}"

    cdef dict describe(self, const void* memory, int seat):
        return {"node": (<const state_t*>memory).node}
