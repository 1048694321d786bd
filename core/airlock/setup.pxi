# The deal.

cdef enum:
    DECK                        # the sources of chance: one stream for each


cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    """L2."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef rng_t rng = stream(seed, DECK, 0)
    cdef int kind, i, size = 0
    for kind in range(1, t.kinds + 1):
        for i in range(t.count[kind]):
            s.deck[size] = kind
            size += 1
    rng_shuffle(&rng, s.deck, size)
    for i in range(t.players):
        s.held[i] = take_card(s)
    s.alive = (1 << t.players) - 1
    s.drawn = take_card(s)


cdef inline int take_card(state_t* s) noexcept nogil:
    cdef int card = s.deck[s.next]
    s.deck[s.next] = 0
    s.next += 1
    return card
