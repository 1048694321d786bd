# The action of a turn and paying for it (G8 to G11): the first frames of the pending stack, as in decisions.pxi.

# ---- the action of the turn (empty stack)

cdef inline cards_t payable(const tables_t* t, const board_t* board, int deck) noexcept nogil:
    """Shuttles for which there are enough settlers, the printed colours among them, and a tile if one is part of the
    cost (G9)."""
    cdef int place = deck - 1
    cdef settlers_t there = board.place[place]
    cdef cards_t found = t.paid_by_all[place][heads(there)]
    found &= t.paid_by[place][0][there & 0xFF] & t.paid_by[place][1][there >> 8 & 0xFF]
    found &= t.paid_by[place][2][there >> 16 & 0xFF] & t.paid_by[place][3][there >> 24]
    if board.tiles == 0:
        found &= t.paid_without_tile[place]
    return found


cdef inline action_t discard_alone(int tile) noexcept nogil:
    """Four places of six bits; those not needed repeat the lowest tile."""
    return act(DO_DISCARD, tile * 0x41041)


cdef inline action_t discard_also(action_t discard, int higher) noexcept nogil:
    """With a tile that comes later in the deck, in the lowest place."""
    return act(DO_DISCARD, (discard << 6 & 0xFFFFFF) | higher)


cdef inline cards_t discarded(action_t action) noexcept nogil:
    return bit(action & 63) | bit(action >> 6 & 63) | bit(action >> 12 & 63) | bit(action >> 18 & 63)


cdef inline action_t* write_discards(const board_t* board, action_t* out) noexcept nogil:
    """Every set of tiles that is not empty. Up to three tiles all seven sets are written and those that are meant
    counted, which is quicker than guessing when to stop."""
    cdef cards_t tiles = board.tiles
    cdef int sets = 0
    sets = write_sets_with(out, sets, &tiles)
    sets = write_sets_with(out, sets, &tiles)
    sets = write_sets_with(out, sets, &tiles)
    if tiles:
        write_sets_with(out, sets, &tiles)
    return out + (1 << board.tile_count) - 1


cdef inline int write_sets_with(action_t* out, int sets, cards_t* tiles) noexcept nogil:
    """Takes out the lowest tile, and adds it alone and together with each of the sets there are."""
    cdef int tile = lowest(tiles[0] | bit(MAX_CARDS - 1)), i
    tiles[0] &= tiles[0] - 1
    out[sets] = discard_alone(tile)
    for i in range(sets):
        out[sets + 1 + i] = discard_also(out[i], tile)
    return 2 * sets + 1


cdef inline action_t* write_shuttles(const tables_t* t, const state_t* state, const board_t* board, int deck,
                                     action_t* out) noexcept nogil:
    """Goes through the whole row, whose length is easier to guess than how much of it can be paid."""
    cdef cards_t row = state.row[deck], can_be_paid = payable(t, board, deck)
    while row:
        out = write_if(out, act(DO_SHUTTLE, deck << 6 | lowest(row)), can_be_paid >> lowest(row) & 1)
        row &= row - 1
    return out


cdef action_t* ask_action(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    out = write_each(out, DO_TILE, 0, state.row[TILES])
    out = write_shuttles(t, state, board, EARTH_DECK, out)
    out = write_shuttles(t, state, board, MARS_DECK, out)
    return write_discards(board, out)


cdef bint settle_action(const tables_t* t, state_t* state) noexcept nogil:
    return True


cdef void answer_action(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int kind = action >> 24
    push(state, END)
    if kind == DO_TILE:
        choose_tile(t, state, action & 63)
    elif kind == DO_SHUTTLE:
        choose_shuttle(t, state, action >> 6 & 3, action & 63)
    else:
        push(state, BASIC).left = discard_tiles(t, state, discarded(action))


cdef inline void choose_tile(const tables_t* t, state_t* state, int tile) noexcept nogil:
    if mover(state).tile_count >= t.tile_slots:
        push(state, TAKE_TILE).card = tile
    else:
        take_tile(t, state, tile)


cdef inline void take_tile(const tables_t* t, state_t* state, int tile) noexcept nogil:
    cdef board_t* board = mover(state)
    cdef int type = t.card[TILES][tile].type
    out_of_row(state, TILES, tile)
    board.tiles |= bit(tile)
    board.tile_count += 1
    board.tiles_of[type] += 1
    push_effect(state, TILES, tile, board.tiles_of[type])


cdef inline void choose_shuttle(const tables_t* t, state_t* state, int deck, int card) noexcept nogil:
    cdef frame_t* frame = push(state, PAY)
    frame.deck = deck
    frame.card = card
    frame.payers = t.card[deck][card].cost


cdef inline int discard_tiles(const tables_t* t, state_t* state, cards_t tiles) noexcept nogil:
    """Returns how many."""
    cdef board_t* board = mover(state)
    cdef int count = 0
    board.tiles &= ~tiles
    state.discards |= tiles
    while tiles:
        board.tiles_of[t.card[TILES][lowest(tiles)].type] -= 1
        tiles &= tiles - 1
        count += 1
    board.tile_count -= count
    return count


cdef inline action_t* write_each_tile(cards_t tiles, action_t* out) noexcept nogil:
    while tiles:
        out[0] = discard_alone(lowest(tiles))
        out += 1
        tiles &= tiles - 1
    return out


# ---- take tile: all places are taken, one tile has to go first (G8)

cdef bint settle_take_tile(const tables_t* t, state_t* state) noexcept nogil:
    if mover(state).tile_count > 1:
        return True
    answer_take_tile(t, state, discard_alone(lowest(mover(state).tiles)))
    return False


cdef action_t* ask_take_tile(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    return write_each_tile(state.board[state.seat].tiles, out)


cdef void answer_take_tile(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int tile = top(state).card
    discard_tiles(t, state, discarded(action))
    pop(state)
    take_tile(t, state, tile)


# ---- pay: who pays the white symbols, and with which tile (G9)

cdef inline settlers_t free_to_pay(const state_t* state, const frame_t* frame) noexcept nogil:
    return state.board[state.seat].place[frame.deck - 1] - frame.payers


cdef inline int unpaid(const tables_t* t, const frame_t* frame) noexcept nogil:
    return t.card[frame.deck][frame.card].symbols - heads(frame.payers)


cdef bint settle_pay(const tables_t* t, state_t* state) noexcept nogil:
    cdef frame_t* frame = top(state)
    cdef settlers_t free = free_to_pay(state, frame)
    cdef int colours = colours_in(free), open = unpaid(t, frame)
    cdef cards_t tiles = mover(state).tiles
    if open and colours & (colours - 1) and heads(free) > open:
        return True
    if open:
        frame.payers += free if heads(free) == open else open * settler(lowest_colour(colours))
    if t.card[frame.deck][frame.card].discards:
        if tiles & (tiles - 1):
            return True
        discard_tiles(t, state, tiles)
    use_shuttle(t, state)
    return False


cdef action_t* ask_pay(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef const frame_t* frame = &state.stack[state.depth]
    if unpaid(t, frame):
        return write_each(out, DO_PAY, 0, colours_in(free_to_pay(state, frame)))
    return write_each_tile(state.board[state.seat].tiles, out)


cdef void answer_pay(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    if action >> 24 == DO_PAY:
        top(state).payers += settler(action & 3)
    else:
        discard_tiles(t, state, discarded(action))
        use_shuttle(t, state)


cdef inline bint all_reach(const board_t* board, int count) noexcept nogil:
    """Whether every column has at least so many shuttles."""
    cdef int type, short = 0
    for type in range(TYPES):
        short |= board.column[type] < count
    return not short


cdef void use_shuttle(const tables_t* t, state_t* state) noexcept nogil:
    """Everything is paid: the card goes to its column; payers move, then the effect, then the set bonus."""
    cdef frame_t paid = top(state)[0]
    cdef board_t* board = mover(state)
    cdef int type = t.card[paid.deck][paid.card].type
    cdef int count
    cdef frame_t* frame
    pop(state)
    out_of_row(state, paid.deck, paid.card)
    board.shuttles[paid.deck - 1] |= bit(paid.card)
    board.column[type] += 1
    count = board.column[type]
    if all_reach(board, count):             # this one was the last to have so many (G25)
        push(state, RIGHT)
    push_effect(state, paid.deck, paid.card, count)
    frame = push(state, MOVE_PAYERS)
    frame.deck = paid.deck
    frame.payers = paid.payers


# ---- move payers (G11)

cdef bint settle_move_payers(const tables_t* t, state_t* state) noexcept nogil:
    cdef bint asks
    if top(state).deck == EARTH_DECK:
        asks = settle_leaving_earth(t, state, mover(state))
    else:
        asks = settle_leaving_mars(t, state, mover(state))
    if not asks:
        pop(state)
    return asks


cdef action_t* ask_move_payers(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef uint32_t ways = payer_moves(t, &state.board[state.seat], &state.stack[state.depth])
    return write_moves(out, ways)


cdef void answer_move_payers(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    move_payer(mover(state), top(state), action & 0xFF)


cdef inline bint settle_leaving_earth(const tables_t* t, state_t* state, board_t* board) noexcept nogil:
    """The order matters only if Mars has room for some of them, but not for all."""
    cdef settlers_t payers = top(state).payers, going = payers
    cdef int room = t.capacity[MARS] - heads(board.place[MARS])
    cdef int colours = colours_in(payers)
    if heads(payers) > room:
        if room > 0 and colours & (colours - 1):
            return True
        going = <settlers_t>max(room, 0) * settler(lowest_colour(colours))
    board.place[EARTH] -= payers
    board.place[MARS] += going
    state.supply += payers - going
    return False


cdef inline bint settle_leaving_mars(const tables_t* t, state_t* state, board_t* board) noexcept nogil:
    """Whom no site can take now none can take later: he is lost at once. A single way is taken."""
    cdef frame_t* frame = top(state)
    cdef uint32_t ways
    while frame.payers:
        lose_payers(state, board, frame, colours_in(frame.payers) & ~(taken_by_a(t, board) | taken_by_b(t, board)))
        ways = payer_moves(t, board, frame)
        if ways & (ways - 1):
            return True
        if ways:
            move_payer(board, frame, lowest(ways))
    return False


cdef inline void lose_payers(state_t* state, board_t* board, frame_t* frame, int colours) noexcept nogil:
    cdef settlers_t lost
    while colours:
        lost = frame.payers & (<settlers_t>0xFF << (8 * lowest_colour(colours)))
        frame.payers -= lost
        board.place[MARS] -= lost
        state.supply += lost
        colours &= colours - 1


cdef inline uint32_t payer_moves(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    cdef int colours = colours_in(frame.payers)
    if frame.deck == EARTH_DECK:
        return colours
    return (colours & taken_by_a(t, board)) << 4 | (colours & taken_by_b(t, board)) << 8


cdef inline void move_payer(board_t* board, frame_t* frame, int move) noexcept nogil:
    frame.payers -= settler(move & 3)
    take_route(board, move)
