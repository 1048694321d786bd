# The view as numbers, and the features of an action. The names follow the writing, entry for entry.

cdef inline float* put_cells(float* out, uint64_t cells) noexcept nogil:
    """Column by column, the lowest cell first."""
    cdef int column, row
    for column in range(COLUMNS):
        for row in range(ROWS):
            out = put_number(out, cells >> (column * STRIDE + row) & 1)
    return out


cdef list cell_names(str what):
    return each(what, [f"column {column + 1} row {row + 1}" for column in range(COLUMNS) for row in range(ROWS)])


cdef void observe(const void* tables, const void* memory, int seat, float* out) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef uint64_t free = ALL_CELLS & ~(state.stones[0] | state.stones[1])
    cdef int mover = to_move(tables, memory), i
    out = put_one_of(out, seat, 2)
    out = put_number(out, mover == seat)
    out = put_number(out, mover == GAME_OVER)
    out = put_number(out, state.made / <float>(COLUMNS * ROWS))
    for i in range(2):
        out = put_number(out, state.winner == (seat ^ i))
        out = put_cells(out, state.stones[seat ^ i])
        out = put_cells(out, winning_cells(state.stones[seat ^ i], free))


cdef dict observation_slices():
    turn = [*which("own seat", range(2)), "to move", "game over", *scaled("stones", COLUMNS * ROWS)]
    seat = ["has won", *cell_names("stone at"), *cell_names("would win at")]
    return {"turn": turn, "seat 0": seat, "seat 1": seat}


cdef void features(const void* tables, const void* memory, const action_t* actions, int count, float* out) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef uint64_t taken = state.stones[0] | state.stones[1], cell
    cdef uint64_t free = ALL_CELLS & ~taken
    cdef uint64_t wins = winning_cells(state.stones[state.made & 1], free)
    cdef uint64_t threats = winning_cells(state.stones[1 - (state.made & 1)], free)
    cdef int i, column, row
    for i in range(count):
        column = actions[i]
        row = popcount(taken >> (column * STRIDE) & 63)
        cell = <uint64_t>1 << (column * STRIDE + row)
        out = put_one_of(out, column, COLUMNS)
        out = put_one_of(out, row, ROWS)
        out = put_number(out, (wins & cell) != 0)
        out = put_number(out, (threats & cell) != 0)
        out = put_number(out, (threats & (cell << 1)) != 0)


cdef list feature_names():
    return [
        *which("column", range(1, COLUMNS + 1)), *which("row", range(1, ROWS + 1)),
        "wins", "stops a four", "opens a four to the other",
    ]
