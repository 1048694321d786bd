# Set-up, refilling, and the passing of turns (G4 to G7, G28, G29).

cdef inline void build_pile(const tables_t* t, state_t* state, int deck, int index, cards_t cards) noexcept nogil:
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


# ---- set-up

cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* state = <state_t*>memory
    cdef int seat
    state.seed = seed
    state.round = 1
    state.phase = SETUP
    state.supply = t.supply
    for seat in range(t.players):
        state.board[seat].ship[0] = NO_SHIP
        state.board[seat].ship[1] = NO_SHIP
        state.board[seat].reputation = t.start
    lay_out(t, state)
    deal_ships(t, state)


cdef inline void lay_out(const tables_t* t, state_t* state) noexcept nogil:
    """Piles and rows; the ship row of the revised edition comes after the choices (G6)."""
    cdef int deck
    state.row[TILES] = t.start_tiles
    state.row_size[TILES] = t.row[TILES]
    build_pile(t, state, TILES, 0, t.all[TILES] & ~t.start_tiles)
    for deck in range(EARTH_DECK, DECKS):
        build_pile(t, state, deck, 0, t.all[deck])
        if deck != SHIPS or not t.revised:
            refill(t, state, deck)


cdef inline void deal_ships(const tables_t* t, state_t* state) noexcept nogil:
    cdef int seat, i
    for seat in range(t.players):
        state.seat = seat
        for i in range(t.ships_dealt):
            into_hand(state, turn_up(state, SHIPS), 1 << seat)
    state.seat = 0


cdef inline int set_up_site(const state_t* state) noexcept nogil:
    """The site the seat is choosing a ship for."""
    return state.board[state.seat].ship[0] != NO_SHIP


cdef int ask_set_up(const state_t* state, action_t* actions) noexcept nogil:
    return write_each(actions, 0, DO_SITE, set_up_site(state) << 6, state.board[state.seat].hand)


cdef void answer_set_up(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    put_ship(state, action >> 6 & 1, action & 63)
    if mover(state).hand_size == 1 and set_up_site(state) and mover(state).ship[1] == NO_SHIP:
        put_ship(state, 1, lowest(mover(state).hand))
    if mover(state).ship[1] == NO_SHIP:
        return
    state.seat += 1
    if state.seat == t.players:
        finish_set_up(t, state)


cdef void finish_set_up(const tables_t* t, state_t* state) noexcept nogil:
    """The ships not kept go back and the pile is shuffled (G6)."""
    cdef cards_t back = t.all[SHIPS] & ~state.row[SHIPS]
    cdef int seat
    for seat in range(t.players):
        back &= ~(bit(state.board[seat].ship[0]) | bit(state.board[seat].ship[1]))
        state.board[seat].hand = 0
        state.board[seat].hand_size = 0
    memset(state.hand_known, 0, sizeof(state.hand_known))
    memset(state.pile[SHIPS], 0, MAX_CARDS)
    build_pile(t, state, SHIPS, 1, back)
    refill(t, state, SHIPS)
    state.phase = PLAY
    state.seat = 0


# ---- between turns

cdef inline void into_row(state_t* state, int deck, int card) noexcept nogil:
    state.row[deck] |= bit(card)
    state.row_size[deck] += 1


cdef inline void refill(const tables_t* t, state_t* state, int deck) noexcept nogil:
    while state.row_size[deck] < t.row[deck] and state.pile_size[deck]:
        into_row(state, deck, turn_up(state, deck))


cdef inline void rebuild_if_empty(const tables_t* t, state_t* state) noexcept nogil:
    if state.pile_size[TILES] == 0 and state.discards:
        state.rebuilds += 1
        build_pile(t, state, TILES, state.rebuilds, state.discards)
        state.discards = 0


cdef inline void refill_tiles(const tables_t* t, state_t* state) noexcept nogil:
    """The pile is rebuilt before the first and after each tile, whether or not another is needed (G4)."""
    rebuild_if_empty(t, state)
    while state.row_size[TILES] < t.row[TILES] and state.pile_size[TILES]:
        into_row(state, TILES, turn_up(state, TILES))
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
    refill_tiles(t, state)
    refill(t, state, EARTH_DECK)
    refill(t, state, MARS_DECK)
    refill(t, state, SHIPS)
    if state.seat + 1 < t.players:
        state.seat += 1
    elif state.round >= t.max_rounds or end_is_near(t, state):
        state.phase = OVER
    else:
        state.seat = 0
        state.round += 1
