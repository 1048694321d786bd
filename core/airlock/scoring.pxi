# Points and ranks (L9). Hands count when they are open; until then to be in the game counts one point, so that a view
# and the state it was made from have the same scores.

cdef inline int points(const state_t* s, int seat) noexcept nogil:
    if s.over:
        return s.held[seat]
    return s.alive >> seat & 1


cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef int seat
    for seat in range((<const tables_t*>tables).players):
        out[seat] = points(<const state_t*>memory, seat)


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef int64_t standing[SEATS]
    cdef int seat
    for seat in range(t.players):
        standing[seat] = points(<const state_t*>memory, seat)
    ranks_by(standing, t.players, out)
