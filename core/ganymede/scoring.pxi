# Points and ranks (G30, G31).

cdef inline int sets_of_five(const board_t* board) noexcept nogil:
    cdef int type, fewest = board.column[0]
    for type in range(1, TYPES):
        fewest = min(fewest, <int>board.column[type])
    return fewest


cdef inline int symbols_on(const tables_t* t, int deck, cards_t shuttles, int colour) noexcept nogil:
    cdef int found = 0
    while shuttles:
        found += of_colour(t.card[deck][lowest(shuttles)].cost, colour)
        shuttles &= shuttles - 1
    return found


cdef inline int counted_by(const tables_t* t, const board_t* board, const ship_t* ship) noexcept nogil:
    """How many of what this ship counts the board has."""
    if ship.scoring == PER_SHUTTLE:
        return board.column[ship.of]
    elif ship.scoring == PER_SYMBOL:
        return (symbols_on(t, EARTH_DECK, board.shuttles[0], ship.of)
                + symbols_on(t, MARS_DECK, board.shuttles[1], ship.of))
    elif ship.scoring == REPUTATION_AGAIN:
        return t.track_points[board.reputation]
    elif ship.scoring == PER_TILE:
        return board.tile_count
    elif ship.scoring == PER_SET:
        return sets_of_five(board)
    return 1


cdef inline int ship_points(const tables_t* t, const board_t* board, int card) noexcept nogil:
    cdef const ship_t* ship = &t.ship[card]
    return ship.worth * min(<int>ship.times, counted_by(t, board, ship))


cdef inline int points(const tables_t* t, const board_t* board) noexcept nogil:
    cdef cards_t launched = board.launched
    cdef int total = t.track_points[board.reputation] + heads(board.place[SITE_A]) + heads(board.place[SITE_B])
    while launched:
        total += ship_points(t, board, lowest(launched))
        launched &= launched - 1
    return total


cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef int seat
    for seat in range(t.players):
        out[seat] = points(t, &state.board[seat])


cdef inline int64_t standing(const tables_t* t, const board_t* board) noexcept nogil:
    """Orders the players: points, then settlers on Mars, then on Earth (G31)."""
    return points(t, board) << 16 | heads(board.place[MARS]) << 8 | heads(board.place[EARTH])


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef int64_t standings[4]
    cdef int seat
    for seat in range(t.players):
        standings[seat] = standing(t, &state.board[seat])
    ranks_by(standings, t.players, out)
