"""Planning one turn: best-first search over a seat's own chain of decisions, in several sampled worlds.

In each world the search grows the most valuable position first, and stops at positions where the turn has passed to
another seat or the game is over. An action at the root is worth the best end of the turn found behind it, on average
over the worlds.
"""
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from bots.net cimport Evaluator, Net
from bots.utility cimport BY_RANK, BY_WIN, logistic, utilities_now
from core.game cimport GAME_OVER, MAX_ACTIONS, MAX_SEATS, Game, View, action_t, rules_t, step
from core.rng cimport mix, rng_t

cdef double NOTHING = -1        # below every utility


ctypedef struct node_t:
    double value            # the planner's utility
    uint64_t hash           # of the state, to meet no position twice
    uint16_t origin         # index of the root action it comes from


@cython.final
cdef class Planner:
    """Plans for one seat; looks at `budget` positions in each of `samples` worlds."""
    cdef Game game
    cdef const rules_t* rules
    cdef const void* tables
    cdef int seat
    cdef int samples
    cdef bint rivals                    # whether the others' prospects count, too
    cdef Evaluator evaluator            # a net that judges positions; None: evaluate does
    cdef uint8_t* world                 # the sampled position at the root
    cdef uint8_t* states                # of the nodes
    cdef node_t* nodes
    cdef uint32_t* heap                 # nodes still to be grown, the most valuable on top
    cdef uint32_t* table                # node numbers + 1 by hash; 0: free
    cdef uint32_t budget, looks         # positions that may be looked at, and that were
    cdef uint32_t kept, waiting, mask   # nodes, nodes in the heap, size of the table - 1
    cdef int count
    cdef action_t actions[MAX_ACTIONS]
    cdef double ended[MAX_ACTIONS]      # in this world: the best end of the turn behind each root action
    cdef double reached[MAX_ACTIONS]    # in this world: the best position on the way there
    cdef double totals[MAX_ACTIONS]     # over the worlds
    cdef long long looked[MAX_ACTIONS]  # positions looked at behind each root action
    cdef rng_t rng

    def __cinit__(self, Game game, int seat, int samples, uint32_t budget, bint rivals, Net net=None):
        cdef size_t size = game.rules.state_size
        cdef uint32_t slots = 2
        while slots < 2 * budget:
            slots *= 2
        self.game = game
        self.rules = game.rules
        self.tables = game.tables
        self.seat = seat
        self.samples = samples
        self.rivals = rivals
        self.evaluator = None if net is None else Evaluator(net, game)
        self.budget = budget
        self.mask = slots - 1
        self.world = <uint8_t*>malloc(size)
        self.states = <uint8_t*>malloc(budget * size)
        self.nodes = <node_t*>malloc(budget * sizeof(node_t))
        self.heap = <uint32_t*>malloc(budget * sizeof(uint32_t))
        self.table = <uint32_t*>malloc(slots * sizeof(uint32_t))
        if (self.world == NULL or self.states == NULL or self.nodes == NULL or self.heap == NULL
                or self.table == NULL):
            raise MemoryError()

    def __dealloc__(self):
        free(self.world)
        free(self.states)
        free(self.nodes)
        free(self.heap)
        free(self.table)

    def plan(self, View view, seed):
        """(action, positions looked at, value) of every legal action."""
        cdef int i
        if view.game != self.game or view.observer != self.seat:
            raise ValueError("this planner was made for another game or seat.")
        self.rng.state = mix(mix(<uint64_t>seed) ^ <uint64_t><Py_ssize_t>hash(view))
        self.count = view.legal_now(self.actions)
        with nogil:
            self.plan_worlds(view.memory)
        return [(self.actions[i], self.looked[i], self.totals[i] / self.samples) for i in range(self.count)]

    cdef void plan_worlds(self, const void* view) noexcept nogil:
        cdef int i, sample
        for i in range(self.count):
            self.totals[i] = 0
            self.looked[i] = 0
        for sample in range(self.samples):
            memcpy(self.world, view, self.rules.state_size)
            self.rules.determinize(self.tables, self.world, self.seat, &self.rng)
            if self.evaluator is not None:
                self.evaluator.refer_to(self.world)
            self.plan_world()
            for i in range(self.count):
                self.totals[i] += self.ended[i] if self.ended[i] > NOTHING else self.reached[i]

    cdef void plan_world(self) noexcept nogil:
        cdef int i
        self.kept = 0
        self.waiting = 0
        self.looks = 0
        memset(self.table, 0, (self.mask + 1) * sizeof(uint32_t))
        for i in range(self.count):
            self.ended[i] = NOTHING
            self.reached[i] = NOTHING
        for i in range(self.count):
            self.look(self.world, self.actions[i], i)
        while self.waiting > 0 and self.looks < self.budget:
            self.grow(self.pop())

    cdef void grow(self, uint32_t node) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef const uint8_t* state = self.states + node * <size_t>self.rules.state_size
        cdef int i
        for i in range(self.rules.legal(self.tables, state, actions)):
            if self.looks < self.budget:
                self.look(state, actions[i], self.nodes[node].origin)

    cdef void look(self, const uint8_t* before, action_t action, int origin) noexcept nogil:
        """Makes the action, judges the position, and keeps it for growing unless the turn is over or it is known."""
        cdef uint8_t* state = self.states + self.kept * <size_t>self.rules.state_size
        cdef double value
        self.looks += 1
        self.looked[origin] += 1
        memcpy(state, before, self.rules.state_size)
        step(self.rules, self.tables, state, action)
        value = self.judge(state)
        if self.rules.to_move(self.tables, state) != self.seat:
            self.ended[origin] = max(self.ended[origin], value)
            return
        self.reached[origin] = max(self.reached[origin], value)
        if self.remember(state, origin):
            self.nodes[self.kept].value = value
            self.nodes[self.kept].origin = <uint16_t>origin
            self.push(self.kept)
            self.kept += 1

    cdef double judge(self, const uint8_t* state) noexcept nogil:
        cdef double utilities[MAX_SEATS]
        if self.evaluator is not None:
            return self.judge_by_net(state)
        if not self.rivals or self.game.players == 1:
            return logistic(self.rules.evaluate(self.tables, state, self.seat) / (8 * self.rules.score_scale))
        utilities_now(self.rules, self.tables, state, self.game.players, BY_RANK, 0, utilities)
        return utilities[self.seat]

    cdef double judge_by_net(self, const uint8_t* state) noexcept nogil:
        cdef double utilities[MAX_SEATS]
        if self.rules.to_move(self.tables, state) == GAME_OVER:
            utilities_now(self.rules, self.tables, state, self.game.players, BY_WIN, 0, utilities)
        else:
            self.evaluator.judge(state, utilities)
        return utilities[self.seat]

    # ---- positions met before: they need not be grown again for the same root action

    cdef bint remember(self, const uint8_t* state, int origin) noexcept nogil:
        """Enters the state as the next node; False if it is known."""
        cdef uint64_t hash = state_hash(state, self.rules.state_size) + <uint64_t>origin
        cdef uint32_t slot = <uint32_t>hash & self.mask, node
        while self.table[slot] != 0:
            node = self.table[slot] - 1
            if self.nodes[node].hash == hash and self.nodes[node].origin == origin and memcmp(
                    self.states + node * <size_t>self.rules.state_size, state, self.rules.state_size) == 0:
                return False
            slot = (slot + 1) & self.mask
        self.table[slot] = self.kept + 1
        self.nodes[self.kept].hash = hash
        return True

    # ---- the heap

    cdef void push(self, uint32_t node) noexcept nogil:
        cdef uint32_t i = self.waiting, parent
        self.waiting += 1
        while i > 0:
            parent = (i - 1) // 2
            if self.nodes[self.heap[parent]].value >= self.nodes[node].value:
                break
            self.heap[i] = self.heap[parent]
            i = parent
        self.heap[i] = node

    cdef uint32_t pop(self) noexcept nogil:
        cdef uint32_t top = self.heap[0], last, i = 0, child
        self.waiting -= 1
        last = self.heap[self.waiting]
        while True:
            child = 2 * i + 1
            if child >= self.waiting:
                break
            if child + 1 < self.waiting and (
                    self.nodes[self.heap[child + 1]].value > self.nodes[self.heap[child]].value):
                child += 1
            if self.nodes[self.heap[child]].value <= self.nodes[last].value:
                break
            self.heap[i] = self.heap[child]
            i = child
        self.heap[i] = last
        return top


cdef inline uint64_t state_hash(const uint8_t* state, uint32_t size) noexcept nogil:
    cdef uint64_t value = 0, word
    cdef uint32_t i
    for i in range(0, size & ~<uint32_t>7, 8):
        memcpy(&word, state + i, 8)
        value = (value ^ word) * <uint64_t>0x9E3779B97F4A7C15
        value ^= value >> 32
    for i in range(size & ~<uint32_t>7, size):
        value = (value ^ state[i]) * <uint64_t>0x9E3779B97F4A7C15
    return mix(value)
