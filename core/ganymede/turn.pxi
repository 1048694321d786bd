# Piles and rows, and the passing of turns (G4, G28, G29).

cdef void build_pile(const tables_t* t, state_t* state, int deck, int index, cards_t cards) noexcept nogil:
    """Shuffles these cards by an order of the whole deck, so that the same deal has the same piles."""
    cdef uint8_t order[MAX_CARDS]
    cdef rng_t rng = stream(state.seed, deck + 1, index)
    cdef int i, size = 0
    for i in range(t.size[deck]):
        order[i] = i
    rng_shuffle(&rng, order, t.size[deck])
    for i in range(t.size[deck] - 1, -1, -1):
        if cards >> order[i] & 1:
            state.pile[deck][size] = order[i]
            size += 1
    state.pile_size[deck] = size


cdef inline void rebuild_if_empty(const tables_t* t, state_t* state) noexcept nogil:
    """Before the first and after each tile, whether or not another is needed (G4)."""
    if state.pile_size[TILES] == 0 and state.discards:
        state.rebuilds += 1
        build_pile(t, state, TILES, state.rebuilds, state.discards)
        state.discards = 0


cdef inline void refill_rows(const tables_t* t, state_t* state, uint32_t gaps) noexcept nogil:
    """`gaps`: how many cards each row needs, a byte for each deck. Most turns leave a single one."""
    cdef int deck
    while gaps:
        deck = lowest_colour(gaps) >> 3
        gaps -= one_of(deck)
        if state.pile_size[deck]:
            state.row[deck] |= bit(turn_up(state, deck))
            state.row_sizes += one_of(deck)
        if deck == TILES:
            rebuild_if_empty(t, state)


cdef inline bint end_is_near(const tables_t* t, const state_t* state) noexcept nogil:
    """G29. None of this is ever undone, so it need not be remembered until the round ends."""
    cdef int seat
    if state.pile_size[EARTH_DECK] == 0 or state.pile_size[MARS_DECK] == 0:
        return True
    for seat in range(t.players):
        if state.board[seat].launched_count >= t.end_ships:
            return True
    return False


cdef inline void end_turn(const tables_t* t, state_t* state) noexcept nogil:
    rebuild_if_empty(t, state)
    refill_rows(t, state, t.full_rows - state.row_sizes)
    if state.seat + 1 < t.players:
        state.seat += 1
    elif state.round >= t.max_rounds or end_is_near(t, state):
        state.phase = OVER
    else:
        state.seat = 0
        state.round += 1
