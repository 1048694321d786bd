# Who knows what (L8): a seat sees its own cards, those it has been shown, and everything that lies face up. At the end
# all hands are open; the deck never is.

cdef enum:
    TRIES = 100000              # a deal fits the exclusions of a true view far sooner


cdef inline bint sees(const state_t* s, int seat, int owner) noexcept nogil:
    return seat == owner or s.over or s.known[owner] >> seat & 1


cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef int owner
    memset(s.deck, 0, sizeof(s.deck))
    if s.turn != seat:
        s.drawn = 0
    for owner in range(t.players):
        if not sees(s, seat, owner):
            s.held[owner] = 0
        # What others know of a card tells whether it has been played since they saw it.
        s.known[owner] &= 1 << seat


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    """Uniform over all ways to put the unseen cards into the hidden places that fit the exclusions."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef pool_t pool
    cdef int i
    fill_pool(t, s, &pool)
    for i in range(TRIES):
        shuffle_pool(&pool, rng)
        if deal_hands(t, s, seat, &pool):
            break
    if s.turn != seat and s.asked == PLAY and not s.over:
        s.drawn = from_pool(&pool, 1)
    for i in range(s.next, t.cards):
        s.deck[i] = from_pool(&pool, 1)


cdef void fill_pool(const tables_t* t, const state_t* s, pool_t* pool) noexcept nogil:
    """The cards that the view does not show."""
    cdef int kind
    pool.size = 0
    for kind in range(1, t.kinds + 1):
        add_to_pool(pool, kind, unseen(t, s, kind))


cdef inline int unseen(const tables_t* t, const state_t* s, int kind) noexcept nogil:
    """How many cards of this kind the view does not show."""
    cdef int owner, left = t.count[kind] - s.played[kind] - (s.drawn == kind)
    for owner in range(t.players):
        left -= s.held[owner] == kind
    return left


cdef bint deal_hands(const tables_t* t, state_t* s, int seat, pool_t* pool) noexcept nogil:
    """A card for each hidden hand; false if an exclusion forbids one."""
    cdef int owner
    for owner in range(t.players):
        if s.alive >> owner & 1 and not sees(s, seat, owner):
            s.held[owner] = from_pool(pool, 1)
            if s.excluded[owner] >> s.held[owner] & 1:
                return False
    return True


cdef void redraw(const void* tables, void* memory, rng_t* rng) noexcept nogil:
    """The deck; every hand is known to its owner."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef pool_t pool
    fill_pool(t, s, &pool)
    shuffle_pool(&pool, rng)
    deal_from_pool(&pool, s.deck, s.next, t.cards)
