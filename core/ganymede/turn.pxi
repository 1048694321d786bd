# Set-up, refilling, and the passing of turns (G4 to G7, G28, G29).

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


# ---- between turns

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
