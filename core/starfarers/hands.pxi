# Cards: hands, supply, reserve pile, and what every seat has seen of them.


cdef inline void learn_gain(state_t* s, int owner, int kind, int count) noexcept nogil:
    """Everybody saw these cards come."""
    cdef int observer
    for observer in range(SEATS + 1):
        s.known[observer][owner][kind] += count
    s.known[owner][owner][kind] = 0


cdef inline void learn_loss(state_t* s, int owner, int kind, int count) noexcept nogil:
    """Everybody saw these cards go."""
    cdef int observer
    for observer in range(SEATS + 1):
        s.known[observer][owner][kind] -= min(s.known[observer][owner][kind], count)


cdef inline void learn_holding(state_t* s, int owner, int kind, int count) noexcept nogil:
    """Everybody was shown that the owner holds so many."""
    cdef int observer
    for observer in range(SEATS + 1):
        s.known[observer][owner][kind] = max(s.known[observer][owner][kind], count)
    s.known[owner][owner][kind] = 0


cdef inline void forget_one(state_t* s, int observer, int owner) noexcept nogil:
    """One card went unseen: it may have been of any kind."""
    cdef int kind
    for kind in range(RESOURCES):
        s.known[observer][owner][kind] -= s.known[observer][owner][kind] > 0


cdef inline void add_cards(state_t* s, int seat, int kind, int count) noexcept nogil:
    s.hand[seat][kind] += count
    s.hand_size[seat] += count


cdef inline void drop_cards(state_t* s, int seat, int kind, int count) noexcept nogil:
    s.hand[seat][kind] -= count
    s.hand_size[seat] -= count


cdef inline void take_from_supply(state_t* s, int seat, int kind, int count) noexcept nogil:
    s.supply[kind] -= count
    add_cards(s, seat, kind, count)
    learn_gain(s, seat, kind, count)


cdef inline void pay_to_supply(state_t* s, int seat, int kind, int count) noexcept nogil:
    drop_cards(s, seat, kind, count)
    s.supply[kind] += count
    learn_loss(s, seat, kind, count)


cdef inline void pass_seen(state_t* s, int giver, int taker, int kind, int count) noexcept nogil:
    drop_cards(s, giver, kind, count)
    add_cards(s, taker, kind, count)
    learn_loss(s, giver, kind, count)
    learn_gain(s, taker, kind, count)


cdef void pass_unseen(state_t* s, int giver, int taker, int kind) noexcept nogil:
    """One card that only these two see."""
    cdef int observer
    drop_cards(s, giver, kind, 1)
    add_cards(s, taker, kind, 1)
    for observer in range(SEATS + 1):
        if observer != giver and observer != taker:
            forget_one(s, observer, giver)
    s.known[taker][giver][kind] -= s.known[taker][giver][kind] > 0
    s.known[giver][taker][kind] += 1


cdef void steal(state_t* s, int thief, int victim) noexcept nogil:
    """A random card out of a hidden hand."""
    cdef int place = <int>draw(s.seed, FROM_STEAL, s.steals, s.hand_size[victim])
    cdef int kind = 0
    s.steals += 1
    while place >= s.hand[victim][kind]:
        place -= s.hand[victim][kind]
        kind += 1
    pass_unseen(s, victim, thief, kind)


# Cards of every kind in one word, a byte each: compared all at once. No byte ever exceeds 127.

cdef inline uint64_t packed(const uint8_t* cards) noexcept nogil:
    cdef uint32_t first
    memcpy(&first, cards, sizeof(first))
    return first | <uint64_t>cards[4] << 32


cdef inline uint64_t short_of(uint64_t cards, uint64_t wanted) noexcept nogil:
    """The high bits of the kinds of which there are fewer than wanted."""
    return ~((cards | <uint64_t>0x8080808080) - wanted) & <uint64_t>0x8080808080


cdef inline bint can_pay(const state_t* s, int seat, const uint8_t* cost) noexcept nogil:
    return short_of(packed(s.hand[seat]), packed(cost)) == 0


cdef inline void pay_cost(state_t* s, int seat, const uint8_t* cost) noexcept nogil:
    cdef int kind
    for kind in range(RESOURCES):
        if cost[kind]:
            pay_to_supply(s, seat, kind, cost[kind])


# ---- the reserve pile

cdef void build_pile(const tables_t* t, state_t* s) noexcept nogil:
    """Up to 8 of each kind (Q1). Shuffled as if all were there, so that the order belongs to the deal."""
    cdef uint8_t order[PILE]
    cdef int left[RESOURCES]
    cdef int i, kind, size = t.per_pile * RESOURCES
    cdef rng_t rng = stream(s.seed, FROM_PILE, s.builds)
    memset(s.drawn, 0, sizeof(s.drawn))
    memset(s.drawn_cards, 0, sizeof(s.drawn_cards))
    for kind in range(RESOURCES):
        left[kind] = min(t.per_pile, s.supply[kind])
        s.made[kind] = left[kind]
        s.supply[kind] -= left[kind]
    for i in range(size):
        order[i] = i // t.per_pile
    rng_shuffle(&rng, order, size)
    s.pile_size = 0
    for i in range(size):
        if left[order[i]] > 0:
            left[order[i]] -= 1
            s.pile[s.pile_size] = order[i]
            s.pile_size += 1
    s.builds += s.pile_size > 0


cdef void draw_reserve(const tables_t* t, state_t* s, int seat, int count) noexcept nogil:
    cdef int kind
    while count > 0:
        if s.pile_size == 0:
            build_pile(t, s)
        if s.pile_size == 0:
            return
        s.pile_size -= 1
        kind = s.pile[s.pile_size]
        s.pile[s.pile_size] = NONE
        add_cards(s, seat, kind, 1)
        s.drawn[seat][kind] += 1
        s.drawn_cards[seat] += 1
        if s.pile_size == 0:
            build_pile(t, s)
        count -= 1
