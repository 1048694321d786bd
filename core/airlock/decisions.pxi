# What is asked, what is legal, and what an answer does.

cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    if s.over:
        return GAME_OVER
    return s.turn


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int i, count = 0
    if s.asked == PLAY:
        actions[0] = s.held[s.turn]
        actions[1] = s.drawn
        return 1 + (s.drawn != s.held[s.turn])
    if s.asked == TARGET:
        for i in range(t.players):                      # L4, L5, L6
            if i != s.turn and s.alive >> i & 1:
                actions[count] = TO_SEAT + i
                count += 1
        return count
    for i in range(1, t.kinds + 1):
        if i != s.card:                                 # L4
            actions[count] = NAMED + i
            count += 1
    return count


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    if s.asked == PLAY:
        play_card(t, s, action)
    elif s.asked == NAME:
        guess(s, s.target - 1, action - NAMED)
        end_turn(t, s)
    elif t.effect[s.card] == GUESS:
        s.target = action - TO_SEAT + 1
        s.asked = NAME
    else:
        if t.effect[s.card] == PEEK:
            learn(s, s.turn, action - TO_SEAT)
        else:
            swap(s, s.turn, action - TO_SEAT)
        end_turn(t, s)


cdef void play_card(const tables_t* t, state_t* s, int kind) noexcept nogil:
    """L3. Who knew the card that was held loses track of it if a card of its kind is played (L8)."""
    cdef int seat = s.turn
    if kind == s.held[seat]:
        s.held[seat] = s.drawn
        s.known[seat] = 0
    if not s.excluded[seat] >> kind & 1:                # it may have been the card held: nothing is excluded now
        s.excluded[seat] = 0
    s.drawn = 0
    s.played[kind] += 1
    if t.effect[kind] == NO_EFFECT:
        end_turn(t, s)
    else:
        s.card = kind
        s.asked = TARGET


cdef inline void learn(state_t* s, int seat, int other) noexcept nogil:
    """L5: the seat knows from now on what the other holds."""
    s.known[other] |= 1 << seat


cdef void swap(state_t* s, int seat, int other) noexcept nogil:
    """L6: what others know of a card goes with the card."""
    s.held[seat], s.held[other] = s.held[other], s.held[seat]
    s.known[seat], s.known[other] = s.known[other] & ~(1 << seat), s.known[seat] & ~(1 << other)
    s.excluded[seat], s.excluded[other] = s.excluded[other], s.excluded[seat]
    learn(s, seat, other)
    learn(s, other, seat)


cdef void guess(state_t* s, int seat, int kind) noexcept nogil:
    """L4: right, and the seat is out; wrong, and everybody knows what it does not hold."""
    if s.held[seat] != kind:
        s.excluded[seat] |= 1 << kind
        return
    s.played[kind] += 1
    s.held[seat] = s.known[seat] = s.excluded[seat] = 0
    s.alive &= ~(1 << seat)


cdef void end_turn(const tables_t* t, state_t* s) noexcept nogil:
    s.asked = PLAY
    s.card = s.target = 0
    if popcount(s.alive) == 1 or t.cards - s.next <= t.set_aside:      # L7
        s.over = 1
        return
    s.turn = (s.turn + 1) % t.players
    while not s.alive >> s.turn & 1:
        s.turn = (s.turn + 1) % t.players
    s.drawn = take_card(s)
