# Results: points, ranks, and what a position is worth.


cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int seat
    for seat in range(t.players):
        out[seat] = s.derived.points[seat]


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    """Q25: the winner first whatever others have, the rest by points."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int standing[SEATS]
    cdef int seat, other
    for seat in range(t.players):
        standing[seat] = s.derived.points[seat] + (1000 if s.winner == seat else 0)
    for seat in range(t.players):
        out[seat] = 1
        for other in range(t.players):
            out[seat] += standing[other] > standing[seat]
