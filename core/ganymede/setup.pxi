# The deal (G4, G5) and the choice of the first ships (G6), after which seat 0 begins (G7).

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
    state.row_sizes = t.row[TILES] * one_of(TILES)
    build_pile(t, state, TILES, 0, t.all[TILES] & ~t.start_tiles)
    for deck in range(EARTH_DECK, DECKS):
        build_pile(t, state, deck, 0, t.all[deck])
    refill_rows(t, state, t.row[EARTH_DECK] * one_of(EARTH_DECK) + t.row[MARS_DECK] * one_of(MARS_DECK))
    if not t.revised:
        refill_rows(t, state, t.row[SHIPS] * one_of(SHIPS))


cdef inline void deal_ships(const tables_t* t, state_t* state) noexcept nogil:
    cdef int seat, i
    for seat in range(t.players):
        state.seat = seat
        for i in range(t.ships_dealt):
            into_hand(state, turn_up(state, SHIPS), 1 << seat)
    state.seat = 0


# ---- the choice of ships

cdef inline int set_up_site(const state_t* state) noexcept nogil:
    """The site the seat is choosing a ship for."""
    return state.board[state.seat].ship[0] != NO_SHIP


cdef action_t* ask_set_up(const state_t* state, action_t* out) noexcept nogil:
    return write_each(out, DO_SITE, set_up_site(state) << 6, state.board[state.seat].hand)


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
    refill_rows(t, state, t.full_rows - state.row_sizes)
    state.phase = PLAY
    state.seat = 0
