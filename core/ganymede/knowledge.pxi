# Who knows what: blanking for a seat, and drawing a world that fits what the seat knows.

cdef inline bint knows(int knowers, int seat) noexcept nogil:
    return knowers >> seat & 1


cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* state = <state_t*>memory
    cdef int other, i
    state.seed = 0
    for i in range(SHIPS):
        memset(state.pile[i], HIDDEN, state.pile_size[i])
    for i in range(state.pile_size[SHIPS]):
        if not knows(state.pile_known[i], seat):
            state.pile[SHIPS][i] = HIDDEN
    for other in range(t.players):
        if other != seat:
            hide_hand(state, other, seat)
            if state.phase == SETUP:
                hide_choices(&state.board[other])


cdef inline void hide_hand(state_t* state, int owner, int seat) noexcept nogil:
    """Cards the seat does not know leave the hand and are only counted, by who does know them."""
    cdef cards_t hand = state.board[owner].hand
    cdef int ship
    while hand:
        ship = lowest(hand)
        hand &= hand - 1
        if not knows(state.hand_known[ship], seat):
            state.board[owner].hand &= ~bit(ship)
            state.unseen[owner][state.hand_known[ship]] += 1
            state.hand_known[ship] = 0


cdef inline void hide_choices(board_t* board) noexcept nogil:
    cdef int site
    for site in range(2):
        if board.ship[site] != NO_SHIP:
            board.ship[site] = HIDDEN


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    """Every card not in sight goes to a place not in sight, all ways equally likely."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* state = <state_t*>memory
    cdef int deck
    state.seed = rng_next(rng)
    for deck in range(SHIPS):
        fill_pile(t, state, deck, rng)
    fill_ship_places(t, state, rng)


cdef inline int shuffled(cards_t cards, uint8_t* out, rng_t* rng) noexcept nogil:
    """The cards of a set in random order: each goes to a random place among those before it."""
    cdef int count = 0, place
    while cards:
        place = <int>rng_below(rng, <uint32_t>(count + 1))
        out[count] = out[place]
        out[place] = lowest(cards)
        count += 1
        cards &= cards - 1
    return count


cdef inline void fill_pile(const tables_t* t, state_t* state, int deck, rng_t* rng) noexcept nogil:
    """These piles hold exactly the cards that lie nowhere else."""
    cdef cards_t elsewhere = state.row[deck]
    cdef int seat
    if deck == TILES:
        elsewhere |= state.discards
    for seat in range(t.players):
        elsewhere |= state.board[seat].tiles if deck == TILES else state.board[seat].shuttles[deck - 1]
    shuffled(t.all[deck] & ~elsewhere, state.pile[deck], rng)


cdef inline cards_t ship_in_sight(int ship) noexcept nogil:
    """Nothing for a bare site, a hidden ship, or one that a forged view makes up."""
    return bit(ship) if ship < MAX_CARDS else 0


cdef inline cards_t ships_in_sight(const tables_t* t, const state_t* state) noexcept nogil:
    cdef cards_t seen = state.row[SHIPS]
    cdef const board_t* board
    cdef int seat, i
    for seat in range(t.players):
        board = &state.board[seat]
        seen |= board.hand | board.launched | ship_in_sight(board.ship[0]) | ship_in_sight(board.ship[1])
    for i in range(min(state.pile_size[SHIPS], MAX_CARDS)):
        seen |= ship_in_sight(state.pile[SHIPS][i])
    return seen


cdef inline void fill_ship_places(const tables_t* t, state_t* state, rng_t* rng) noexcept nogil:
    cdef pool_t ships
    cdef int seat
    ships.size = shuffled(t.all[SHIPS] & ~ships_in_sight(t, state), ships.cards, rng)
    ships.next = 0
    fill_hidden(state.pile[SHIPS], min(state.pile_size[SHIPS], MAX_CARDS), &ships)
    for seat in range(t.players):
        fill_hidden(state.board[seat].ship, 2, &ships)
        if state.board[seat].hand_size != card_count(state.board[seat].hand):
            fill_hand(state, seat, &ships)


cdef inline void fill_hidden(uint8_t* places, int count, pool_t* ships) noexcept nogil:
    cdef int i
    for i in range(count):
        if places[i] == HIDDEN:
            places[i] = from_pool(ships, 0)


cdef inline void fill_hand(state_t* state, int seat, pool_t* ships) noexcept nogil:
    cdef int knowers, ship
    for knowers in range(16):
        while state.unseen[seat][knowers]:
            state.unseen[seat][knowers] -= 1
            ship = from_pool(ships, 0)
            state.board[seat].hand |= bit(ship)
            state.hand_known[ship] = knowers


cdef void redraw(const void* tables, void* memory, rng_t* rng) noexcept nogil:
    """The piles, but for ships that somebody has put there."""
    cdef state_t* state = <state_t*>memory
    cdef int i
    for i in range(state.pile_size[SHIPS]):
        if state.pile_known[i] == 0:
            state.pile[SHIPS][i] = HIDDEN
    determinize(tables, memory, 0, rng)
