"""Single-observer information-set Monte Carlo tree search over the contract; docs/players.md tells how it works.

Every iteration draws a world that fits the observer's view, walks down one tree shared by all worlds along the
actions legal in this one, adds a node, plays on, and credits every edge it came along with the utility of the seat
that chose it. (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012.)
"""
cimport cython
from libc.math cimport log, sqrt
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from bots.clock cimport seconds_now
from bots.net cimport Evaluator, Net
from bots.utility cimport BY_RANK, BY_SCORE, BY_WIN, utilities_now
from core.game cimport (ARENA_DEBUG, GAME_OVER, MAX_ACTIONS, MAX_SEATS, Game, View, action_t, playout, rules_t, step,
                        stop_on_bad_state)
from core.rng cimport mix, rng_below, rng_t, rng_unit

cdef extern from *:
    """
    #include <stdlib.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif

    /* Memory aligned to `line`, a power of two. */
    static void* malloc_aligned(size_t line, size_t size) {
        return aligned_alloc(line, (size + line - 1) & ~(line - 1));
    }

    /* Memory for a tree. In pages of 2 MB where the system has them: a search jumps about in it. */
    static void* malloc_tree(size_t size) {
        const size_t huge = (size_t)1 << 21;
        void* tree = malloc_aligned(size < huge ? 64 : huge, size);
    #ifdef MADV_HUGEPAGE
        if (tree && size >= huge)
            madvise(tree, size, MADV_HUGEPAGE);
    #endif
        return tree;
    }
    """
    void* malloc_aligned(size_t line, size_t size) noexcept nogil
    void* malloc_tree(size_t size) noexcept nogil

cdef enum:
    CACHE_LINE = 64
    MAX_DEPTH = 256         # decisions with a choice that one path in the tree can hold
    MATCH_TRIES = 2000      # decisions tried to find the last tree's node for a new view
    OPENNESS_TRIES = 3      # samples that must leave a view unchanged before it counts as fully open

cdef enum:                  # how playouts choose
    UNIFORM = 0
    PURPOSEFUL = 1          # as the game's rollout
    GREEDY = 2              # the best of a few actions by the game's evaluate
    LEARNT = 3              # of a few actions drawn as the game's rollout, the one that did best in playouts so far

cdef enum:                  # what is proven of an edge, for the seat that chose it
    UNPROVEN = 0
    LOSS = 1
    DRAW = 2
    WIN = 3

POLICIES = {"random": UNIFORM, "rollout": PURPOSEFUL, "greedy": GREEDY, "learnt": LEARNT}
UTILITIES = {"rank": BY_RANK, "score": BY_SCORE, "win": BY_WIN}

cdef enum:
    GREEDY_WIDTH = 8        # a greedy playout judges at most so many actions of a decision
    MERIT_BITS = 13
    MERITS = 1 << MERIT_BITS    # places of merits; actions that share one are taken for the same
    NOTED_MOVES = 512       # moves of one playout that are learnt from

cdef float HOPE = 0.6       # what an action never played is taken for, as if once played
cdef float KEPT_MERIT = 0.1     # of what earlier decisions taught, as most of it was learnt in other circumstances

cdef double CLOCK_STRIDE = 0.0005   # seconds of search between two looks at the clock, about


ctypedef struct edge_t:
    double value            # sum of the mover's utilities over the visits
    uint32_t visits
    uint32_t available      # how often it could have been chosen
    action_t action
    uint32_t first          # its children: index of the first; 0: none yet
    uint16_t count          # children known
    uint16_t room           # children there is memory for
    uint16_t prior          # the mover's utility as evaluate sees it, in 1/65535
    uint8_t mover           # the seat that chose it
    uint8_t proof


ctypedef struct merit_t:
    float value             # sum of the mover's utilities over the playouts that made this move
    float count


ctypedef struct settings_t:
    double c                # weight of exploration
    double prior            # visits that evaluate's opinion of a new edge counts for
    double doubt            # with a learned prior: how much less an edge never taken is worth than its siblings
    double blend            # with a net: the share of the playout in what a new edge is worth
    uint32_t patience       # visits by playouts alone before the net is asked about a leaf
    double epsilon          # share of uniform moves in playouts that are not uniform
    int cutoff              # decisions after which a playout is judged by evaluate
    int policy
    int draws               # how many actions a learnt playout draws for each move
    int utility
    bint solver
    bint tally              # keep what every seat got of every move at the root


@cython.final
cdef class Search:
    """One tree, one thread. Not for use from two threads at a time."""
    cdef Game game
    cdef const rules_t* rules
    cdef const void* tables
    cdef settings_t settings
    cdef Evaluator evaluator        # a net that judges leaves and guides the search; None: playouts do
    cdef bint guided                # there is such a net
    cdef double by_net[MAX_SEATS]   # what the net said of the leaf
    cdef bint judged                # it was asked about this leaf
    cdef int players
    cdef int seat                   # the observer
    cdef uint8_t* root              # the view's memory
    cdef uint8_t* world             # where an iteration plays
    cdef uint8_t* trial             # for looking one step ahead
    cdef bint rooted                # the tree belongs to `root`
    cdef bint proving               # nothing is hidden: ends of the game prove something
    cdef double par
    cdef rng_t rng
    cdef edge_t* edges              # the block; edges[0] stands for the root
    cdef uint32_t size, used        # in edges
    cdef edge_t* path[MAX_DEPTH]
    cdef int depth
    cdef merit_t* merits            # by mover and action, of LEARNT playouts; NULL: not asked for
    cdef uint32_t noted[NOTED_MOVES]    # the places of the moves of this playout, the mover in the highest bits
    cdef int moves_noted
    cdef int forced                 # the slot at the root that every iteration takes; -1: the search chooses
    cdef double* tallies            # by slot at the root: the sums of all seats' utilities; NULL: not asked for
    cdef readonly long long iterations      # made for the last view
    cdef uint32_t logged            # the number whose logarithm is kept
    cdef double logarithm
    cdef char apart[CACHE_LINE]     # what another thread's search writes is on another line of the cache

    def __cinit__(self, Game game, int seat, long long memory, dict settings, Net net=None):
        cdef size_t state_size = game.rules.state_size
        self.game = game
        self.rules = game.rules
        self.tables = game.tables
        self.players = game.players
        self.seat = seat
        self.settings = settings
        if net is not None and net.choices == 0:
            raise ValueError("a search needs a net with a prior.")
        self.evaluator = None if net is None else Evaluator(net, game)
        self.guided = net is not None
        if self.settings.policy in (PURPOSEFUL, LEARNT) and game.rules.rollout == NULL:
            self.settings.policy = UNIFORM
        if self.settings.cutoff < 0:
            self.settings.cutoff = game.max_decisions
        self.size = <uint32_t>min(memory // <long long>sizeof(edge_t), 0xFFFFFFFF)
        self.root = <uint8_t*>malloc_aligned(CACHE_LINE, state_size)
        self.world = <uint8_t*>malloc_aligned(CACHE_LINE, state_size)
        self.trial = <uint8_t*>malloc_aligned(CACHE_LINE, state_size)
        self.edges = <edge_t*>malloc_tree(self.size * sizeof(edge_t))
        if self.root == NULL or self.world == NULL or self.trial == NULL or self.edges == NULL or self.size == 0:
            raise MemoryError()
        self.forced = -1
        if self.settings.policy == LEARNT:
            self.merits = <merit_t*>malloc_aligned(CACHE_LINE, MERITS * sizeof(merit_t))
            if self.merits == NULL:
                raise MemoryError()
            memset(self.merits, 0, MERITS * sizeof(merit_t))
        if self.settings.tally:
            self.tallies = <double*>malloc_aligned(CACHE_LINE, self.tally_size())
            if self.tallies == NULL:
                raise MemoryError()

    def __dealloc__(self):
        free(self.root)
        free(self.world)
        free(self.trial)
        free(self.edges)
        free(self.tallies)
        free(self.merits)

    # ---- from Python

    def look_at(self, View view, seed, bint reuse, chosen):
        """Makes the view the root. With `reuse`, keeps what the last tree knows of it after the action `chosen`."""
        if view.game != self.game or view.observer != self.seat:
            raise ValueError("this search was made for another game or seat.")
        self.rng.state = mix(mix(<uint64_t>seed) ^ <uint64_t><Py_ssize_t>hash(view))
        self.iterations = 0
        cdef uint32_t kept = 0
        if reuse and self.rooted and self.used <= self.size // 2:
            kept = self.find(view, chosen)
        memcpy(self.root, view.memory, self.rules.state_size)
        if kept:
            self.edges[0] = self.edges[kept]
        else:
            self.clear()
        self.rooted = True
        self.edges[0].proof = UNPROVEN
        self.edges[0].mover = <uint8_t>self.seat
        self.forget()
        self.survey()
        if kept and self.proving:
            self.conclude(self.edges)
        if self.tallies != NULL:
            memset(self.tallies, 0, self.tally_size())

    def run(self, long long iterations, double seconds):
        """Searches until either is used up, or the root's value is proven."""
        with nogil:
            self.search(iterations, seconds_now() + seconds)

    def rows(self):
        """(action, visits, value, proof) of every move at the root; proof is None or the utility that is certain."""
        cdef const edge_t* edge
        cdef uint32_t i
        found = []
        for i in range(self.edges[0].count):
            edge = &self.edges[self.edges[0].first + i]
            proof = None if edge.proof == UNPROVEN else 0.5 * (edge.proof - LOSS)
            found.append((edge.action, edge.visits, edge.value / max(1, edge.visits), proof))
        return found

    def visit(self, action, long long visits):
        """Searches on behind this move at the root alone, until it has so many visits."""
        cdef int slot = self.slot_of(self.edges, <action_t>action, self.seat, 0)
        if slot < 0:
            raise ValueError(f"action {action} is no move at the root.")
        self.forced = slot
        with nogil:
            while self.edges[self.edges[0].first + <uint32_t>slot].visits < visits:
                self.iterate()
        self.forced = -1

    def sums(self):
        """(action, visits, sums) of every move at the root: what each seat got, added up over the visits. Needs the
        setting `tally`, and a tree that was not kept from another view."""
        cdef const edge_t* edge
        cdef uint32_t i
        found = []
        for i in range(self.edges[0].count):
            edge = &self.edges[self.edges[0].first + i]
            found.append((edge.action, edge.visits, [self.tallies[i * MAX_SEATS + k] for k in range(self.players)]))
        return found

    def draw_worlds(self, long long count):
        """Draws worlds of the last view and does nothing with them: what an iteration begins with, for measuring."""
        cdef long long i
        with nogil:
            for i in range(count):
                self.draw_world()

    @property
    def memory_used(self):
        """Bytes of the block that hold edges."""
        return self.used * sizeof(edge_t)

    # ---- the search

    cdef void search(self, long long iterations, double deadline) noexcept nogil:
        cdef long long stride = 1, until_look = 1
        cdef double now = seconds_now(), before
        while self.iterations < iterations and self.edges[0].proof == UNPROVEN:
            self.iterate()
            self.iterations += 1
            until_look -= 1
            if until_look == 0:
                before = now
                now = seconds_now()
                if now + (now - before) / <double>stride >= deadline:
                    return
                stride = next_stride(stride, now - before, deadline - now)
                until_look = stride

    cdef void iterate(self) noexcept nogil:
        cdef double utilities[MAX_SEATS]
        cdef edge_t* leaf
        self.draw_world()
        self.depth = self.moves_noted = 0
        self.judged = False
        leaf = self.descend()
        if leaf.proof != UNPROVEN:
            self.certain(leaf, utilities)
        else:
            self.look_ahead(leaf, utilities)
        self.back_up(utilities)
        self.learn(utilities)
        if self.proving:
            self.prove()

    cdef void look_ahead(self, edge_t* leaf, double* utilities) noexcept nogil:
        """What the world is worth to every seat: by a playout, by the net, or by both."""
        cdef int seat
        if not self.guided or leaf.visits < self.settings.patience or \
                self.rules.to_move(self.tables, self.world) == GAME_OVER:
            self.play_on(leaf)
            self.judge(utilities)
            return
        if not self.judged:
            self.evaluator.judge(self.world, self.by_net)
        memcpy(utilities, self.by_net, self.players * sizeof(double))
        if self.settings.blend > 0:
            self.play_moves(self.settings.cutoff)
            self.judge(utilities)
            for seat in range(self.players):
                utilities[seat] += (1 - self.settings.blend) * (self.by_net[seat] - utilities[seat])

    cdef void judge(self, double* utilities) noexcept nogil:
        utilities_now(self.rules, self.tables, self.world, self.players, self.settings.utility, self.par, utilities)

    cdef void draw_world(self) noexcept nogil:
        cdef const char* problem
        memcpy(self.world, self.root, self.rules.state_size)
        self.rules.determinize(self.tables, self.world, self.seat, &self.rng)
        if ARENA_DEBUG:
            problem = self.rules.check(self.tables, self.world)
            if problem != NULL:
                stop_on_bad_state(problem, 0)

    cdef edge_t* descend(self) noexcept nogil:
        """Follows the tree to an edge never taken, one whose value is proven, the end of the game or of the memory."""
        cdef action_t actions[MAX_ACTIONS]
        cdef edge_t* edge = self.edges
        cdef edge_t* chosen
        cdef int count
        while self.depth < MAX_DEPTH:
            count = self.next_choice(self.world, actions)
            if count == 0:
                break
            if self.guided and edge.count == 0:
                if edge.visits >= self.settings.patience or self.depth == 0:
                    self.expand(edge, actions, count)
                break
            if self.depth == 0 and self.forced >= 0:
                chosen = self.edges + edge.first + self.forced
            else:
                chosen = self.select(edge, actions, count)
            if chosen == NULL:
                break
            edge = chosen
            step(self.rules, self.tables, self.world, edge.action)
            self.path[self.depth] = edge
            self.depth += 1
            if edge.visits == 0 and not self.guided or edge.proof != UNPROVEN:
                break
        return edge

    cdef void expand_root(self) noexcept nogil:
        """So that the first iteration already follows the prior."""
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.next_choice(self.world, actions)
        if count > 0 and self.edges[0].count == 0:
            self.expand(self.edges, actions, count)

    cdef void expand(self, edge_t* edge, const action_t* actions, int count) noexcept nogil:
        """Asks the net about the leaf, and makes its children as the prior holds them likely."""
        cdef uint16_t slots[MAX_ACTIONS]
        cdef int fresh
        self.judged = self.match(edge, actions, count, slots, &fresh) > 0

    cdef int next_choice(self, void* state, action_t* actions) noexcept nogil:
        """Plays the decisions that leave no choice; returns how many actions the next one has, 0 at the end."""
        cdef int count
        while self.rules.to_move(self.tables, state) != GAME_OVER:
            count = self.rules.legal(self.tables, state, actions)
            if count > 1:
                return count
            step(self.rules, self.tables, state, actions[0])
        return 0

    cdef void back_up(self, const double* utilities) noexcept nogil:
        cdef int i
        self.edges[0].visits += 1
        for i in range(self.depth):
            self.path[i].visits += 1
            self.path[i].value += utilities[self.path[i].mover]
        if self.tallies != NULL and self.depth > 0:
            self.tally(<int>(self.path[0] - (self.edges + self.edges[0].first)), utilities)

    cdef void tally(self, int slot, const double* utilities) noexcept nogil:
        cdef int seat
        for seat in range(self.players):
            self.tallies[slot * MAX_SEATS + seat] += utilities[seat]

    cdef size_t tally_size(self) noexcept nogil:
        return self.rules.max_actions * MAX_SEATS * sizeof(double)

    # ---- choosing inside the tree

    cdef edge_t* select(self, edge_t* parent, const action_t* actions, int count) noexcept nogil:
        """The child to follow out of those legal in this world; NULL if there is no memory for any."""
        cdef uint16_t slots[MAX_ACTIONS]
        cdef int fresh
        cdef int known = self.match(parent, actions, count, slots, &fresh)
        if self.guided:
            return self.best_guided(self.edges + parent.first, slots, known)
        if fresh > 0 and self.settings.prior == 0:
            return self.any_fresh(self.edges + parent.first, slots, known, fresh)
        return self.most_promising(self.edges + parent.first, slots, known)

    cdef int match(self, edge_t* parent, const action_t* actions, int count, uint16_t* slots,
                   int* fresh) noexcept nogil:
        """Finds or makes the child of every legal action; counts them as available; returns how many there are."""
        cdef int mover = self.rules.to_move(self.tables, self.world)
        cdef int i, slot, known = 0, cursor = 0
        cdef edge_t* child
        cdef double shares[MAX_ACTIONS]
        cdef bint asked = False
        fresh[0] = 0
        if not self.make_room(parent, count):
            return 0
        for i in range(count):
            slot = self.slot_of(parent, actions[i], mover, cursor)
            if slot < 0:
                if self.guided and not asked:
                    self.evaluator.judge(self.world, self.by_net)
                    self.evaluator.expect(actions, count, shares)
                    asked = True
                slot = self.add_child(parent, actions[i], mover)
                if slot < 0:
                    continue
                if self.guided:
                    self.edges[parent.first + slot].prior = <uint16_t>(shares[i] * 65535)
            cursor = slot + 1
            child = self.edges + parent.first + slot
            child.available += 1
            fresh[0] += child.visits == 0
            slots[known] = <uint16_t>slot
            known += 1
        return known

    cdef int slot_of(self, const edge_t* parent, action_t action, int mover, int cursor) noexcept nogil:
        """Where the child is, or -1. Legal actions come in a fixed order, so it is mostly the one after the last."""
        cdef const edge_t* children = self.edges + parent.first
        cdef int i
        for i in range(cursor, parent.count):
            if children[i].action == action and children[i].mover == mover:
                return i
        for i in range(min(cursor, <int>parent.count)):
            if children[i].action == action and children[i].mover == mover:
                return i
        return -1

    cdef edge_t* any_fresh(self, edge_t* children, const uint16_t* slots, int known, int fresh) noexcept nogil:
        cdef int i, skip = <int>rng_below(&self.rng, <uint32_t>fresh)
        for i in range(known):
            if children[slots[i]].visits == 0:
                if skip == 0:
                    return children + slots[i]
                skip -= 1
        return NULL

    cdef edge_t* most_promising(self, edge_t* children, const uint16_t* slots, int known) noexcept nogil:
        cdef edge_t* best = NULL
        cdef double best_bound = -1, bound
        cdef int i
        for i in range(known):
            bound = self.upper_bound(children + slots[i])
            if bound > best_bound:
                best = children + slots[i]
                best_bound = bound
        return best

    cdef edge_t* best_guided(self, edge_t* children, const uint16_t* slots, int known) noexcept nogil:
        """PUCT: the prior says where to look first. An edge never taken is taken for a little worse than its siblings."""
        cdef edge_t* best = NULL
        cdef edge_t* child
        cdef double best_bound = -1e9, bound, value = 0, visits = 0, prior = 1e-9
        cdef int i
        for i in range(known):
            child = children + slots[i]
            value += child.value
            visits += child.visits
            prior += child.prior
        value = value / visits - self.settings.doubt if visits > 0 else 0.5
        for i in range(known):
            child = children + slots[i]
            bound = self.settings.c * child.prior / prior * sqrt(<double>child.available) / (1.0 + child.visits)
            if child.proof == LOSS:
                bound -= 1000
            bound += child.value / child.visits if child.visits else value
            if bound > best_bound:
                best = child
                best_bound = bound
        return best

    cdef double upper_bound(self, const edge_t* edge) noexcept nogil:
        """UCB1 with the edge's own availability in place of the parent's visits."""
        cdef double visits = edge.visits + self.settings.prior
        cdef double value = edge.value + self.settings.prior * edge.prior * (1.0 / 65535)
        if edge.proof == LOSS:
            return -0.5
        if edge.available != self.logged:
            self.logged = edge.available
            self.logarithm = log(<double>edge.available)
        return value / visits + self.settings.c * sqrt(self.logarithm / visits)

    # ---- memory

    cdef bint make_room(self, edge_t* parent, int count) noexcept nogil:
        """Sees that the parent has children; False if it has none and the block is full."""
        if parent.first == 0:
            if <uint32_t>count > self.size - self.used:
                return False
            parent.first = self.used
            parent.room = <uint16_t>count
            self.used += <uint32_t>count
        return True

    cdef int add_child(self, edge_t* parent, action_t action, int mover) noexcept nogil:
        """The slot of a new child, or -1 if the block is full."""
        cdef edge_t* child
        if parent.count == parent.room and not self.move_children(parent):
            return -1
        child = self.edges + parent.first + parent.count
        memset(child, 0, sizeof(edge_t))
        child.action = action
        child.mover = <uint8_t>mover
        if self.settings.prior > 0 and not self.guided:
            child.prior = self.opinion(action, mover)
        parent.count += 1
        return parent.count - 1

    cdef bint move_children(self, edge_t* parent) noexcept nogil:
        """Gives the children twice the room, at the end of the block."""
        cdef uint32_t room = 2 * <uint32_t>parent.room
        if room > 0xFFFF or room > self.size - self.used:
            return False
        memcpy(self.edges + self.used, self.edges + parent.first, parent.count * sizeof(edge_t))
        parent.first = self.used
        parent.room = <uint16_t>room
        self.used += room
        return True

    cdef uint16_t opinion(self, action_t action, int mover) noexcept nogil:
        """The mover's utility after the action, as evaluate sees it."""
        cdef double utilities[MAX_SEATS]
        memcpy(self.trial, self.world, self.rules.state_size)
        step(self.rules, self.tables, self.trial, action)
        utilities_now(self.rules, self.tables, self.trial, self.players, self.settings.utility, self.par, utilities)
        return <uint16_t>(utilities[mover] * 65535)

    cdef void clear(self) noexcept nogil:
        memset(self.edges, 0, sizeof(edge_t))
        self.used = 1

    # ---- playouts

    cdef void play_on(self, edge_t* leaf) noexcept nogil:
        """Plays the world to its end, or for `cutoff` decisions."""
        if self.proving and self.rules.to_move(self.tables, self.world) == GAME_OVER:
            leaf.proof = self.result(leaf.mover)
        else:
            self.play_moves(self.settings.cutoff)

    cdef void play_moves(self, int most) noexcept nogil:
        """Plays by the playouts' policy, to the end or for so many decisions."""
        cdef action_t actions[MAX_ACTIONS]
        cdef int count, made = 0
        if self.settings.policy == UNIFORM:
            playout(self.rules, self.tables, self.world, &self.rng, most)
            return
        while made < most and self.rules.to_move(self.tables, self.world) != GAME_OVER:
            count = self.rules.legal(self.tables, self.world, actions)
            step(self.rules, self.tables, self.world, self.playout_move(actions, count))
            made += 1

    cdef action_t playout_move(self, action_t* actions, int count) noexcept nogil:
        if count == 1:
            return actions[0]
        if self.settings.epsilon > 0 and rng_unit(&self.rng) < self.settings.epsilon:
            return actions[rng_below(&self.rng, <uint32_t>count)]
        if self.settings.policy == PURPOSEFUL:
            return self.rules.rollout(self.tables, self.world, actions, count, &self.rng)
        if self.settings.policy == LEARNT:
            return self.learnt_move(actions, count)
        return self.greedy_move(actions, count)

    cdef action_t learnt_move(self, const action_t* actions, int count) noexcept nogil:
        """Of a few drawn by the game's rollout, the one that did best."""
        cdef int mover = self.rules.to_move(self.tables, self.world), i
        cdef action_t best = 0, drawn
        cdef uint32_t place, best_place = 0
        cdef float value, best_value = 0
        for i in range(self.settings.draws):
            drawn = self.rules.rollout(self.tables, self.world, actions, count, &self.rng)
            if i > 0 and drawn == best:
                continue
            place = merit_place(drawn, mover)
            value = (self.merits[place].value + HOPE) / (self.merits[place].count + 1)
            if i == 0 or value > best_value:
                best, best_place, best_value = drawn, place, value
        if self.moves_noted < NOTED_MOVES:
            self.noted[self.moves_noted] = best_place | <uint32_t>mover << MERIT_BITS
            self.moves_noted += 1
        return best

    cdef void learn(self, const double* utilities) noexcept nogil:
        """Credits the moves of the playout with what came of it. (Finnsson & Björnsson 2008: move-average sampling.)"""
        cdef merit_t* merit
        cdef int i
        for i in range(self.moves_noted):
            merit = &self.merits[self.noted[i] & (MERITS - 1)]
            merit.value += <float>utilities[self.noted[i] >> MERIT_BITS]
            merit.count += 1

    cdef void forget(self) noexcept nogil:
        """Before another decision."""
        cdef int i
        if self.merits != NULL:
            for i in range(MERITS):
                self.merits[i].value *= KEPT_MERIT
                self.merits[i].count *= KEPT_MERIT

    cdef action_t greedy_move(self, action_t* actions, int count) noexcept nogil:
        """The best by evaluate out of a few drawn at random."""
        cdef int mover = self.rules.to_move(self.tables, self.world)
        cdef int i, j, best = 0
        cdef double value, best_value = 0
        for i in range(min(count, GREEDY_WIDTH)):
            j = i + <int>rng_below(&self.rng, <uint32_t>(count - i))
            actions[i], actions[j] = actions[j], actions[i]
            memcpy(self.trial, self.world, self.rules.state_size)
            step(self.rules, self.tables, self.trial, actions[i])
            value = self.rules.evaluate(self.tables, self.trial, mover)
            if i == 0 or value > best_value:
                best = i
                best_value = value
        return actions[best]

    # ---- proofs, for two seats with nothing hidden

    cdef void survey(self) noexcept nogil:
        """Notes what holds for the whole search: whether nothing is hidden, and what par is for a lone seat."""
        cdef int i
        cdef bint hidden = False
        for i in range(OPENNESS_TRIES):
            self.draw_world()
            hidden |= memcmp(self.world, self.root, self.rules.state_size) != 0
        self.proving = self.settings.solver and not hidden and self.players == 2
        self.par = self.rules.evaluate(self.tables, self.world, self.seat)
        if self.guided:
            self.evaluator.refer_to(self.world)
            self.expand_root()

    cdef uint8_t result(self, int seat) noexcept nogil:
        cdef int ranks[MAX_SEATS]
        self.rules.ranks(self.tables, self.world, ranks)
        if ranks[0] == ranks[1]:
            return DRAW
        return WIN if ranks[seat] == 1 else LOSS

    cdef void certain(self, const edge_t* edge, double* utilities) noexcept nogil:
        utilities[edge.mover] = 0.5 * (edge.proof - LOSS)
        utilities[1 - edge.mover] = 1 - utilities[edge.mover]

    cdef void prove(self) noexcept nogil:
        """Carries what the last edge of the path proves up as far as it goes. (Winands: Monte-Carlo Tree Search Solver.)"""
        cdef int i = self.depth - 1
        while i >= 0 and self.path[i].proof != UNPROVEN:
            self.conclude(self.path[i - 1] if i > 0 else self.edges)
            i -= 1

    cdef void conclude(self, edge_t* parent) noexcept nogil:
        """The best its children offer, if one wins or all are proven."""
        cdef edge_t* children = self.edges + parent.first
        cdef uint8_t best = LOSS
        cdef bint complete = parent.count == parent.room
        cdef int i
        for i in range(parent.count):
            best = max(best, children[i].proof)
            complete &= children[i].proof != UNPROVEN
        if complete or best == WIN:
            parent.proof = best if children[0].mover == parent.mover else LOSS + WIN - best

    # ---- keeping the tree from one decision to the next

    cdef uint32_t find(self, View view, chosen) except? 0:
        """The edge of the last tree that leads to this view, or 0. Tried in one world: chance that came out
        otherwise than there does not match, and so nothing is kept that was learnt under other circumstances."""
        cdef int tries = MATCH_TRIES
        cdef int slot = -1 if chosen is None else self.slot_of(self.edges, <action_t>chosen, self.seat, 0)
        if slot < 0:
            return 0
        self.draw_world()
        return self.find_below(self.edges[0].first + <uint32_t>slot, self.world, view.memory, &tries)

    cdef uint32_t find_below(self, uint32_t index, const void* before, const void* wanted,
                             int* tries) except? 0:
        """Looks through the answers of other seats; where the observer has a choice, it must be the wanted view."""
        cdef size_t size = self.rules.state_size
        cdef bytearray memory = bytearray(size)
        cdef char* state = memory
        cdef action_t actions[MAX_ACTIONS]
        cdef edge_t* edge = self.edges + index
        cdef uint32_t i, found
        memcpy(state, before, size)
        step(self.rules, self.tables, state, edge.action)
        tries[0] -= 1
        if self.next_choice(state, actions) == 0 or edge.first == 0:
            return 0
        if self.rules.to_move(self.tables, state) == self.seat:
            self.rules.hide(self.tables, state, self.seat)
            return index if memcmp(state, wanted, size) == 0 else 0
        for i in range(edge.first, edge.first + edge.count):
            if tries[0] > 0 and self.edges[i].visits > 0 and self.can_happen(state, actions, &self.edges[i]):
                found = self.find_below(i, state, wanted, tries)
                if found:
                    return found
        return 0

    cdef bint can_happen(self, const void* state, action_t* actions, const edge_t* edge) noexcept nogil:
        cdef int i, count = self.rules.legal(self.tables, state, actions)
        if self.rules.to_move(self.tables, state) != edge.mover:
            return False
        for i in range(count):
            if actions[i] == edge.action:
                return True
        return False


cdef inline uint32_t merit_place(action_t action, int mover) noexcept nogil:
    return (<uint32_t>(action * <uint32_t>0x9E3779B1) >> (32 - MERIT_BITS)) ^ <uint32_t>mover << (MERIT_BITS - 2)


cdef inline long long next_stride(long long stride, double took, double left) noexcept nogil:
    """Iterations until the next look at the clock: twice as many while that is soon enough, else fewer."""
    if took < CLOCK_STRIDE and took < 0.25 * left:
        return 2 * stride
    return max(1, stride // 4) if took > 4 * CLOCK_STRIDE or took > 0.5 * left else stride
