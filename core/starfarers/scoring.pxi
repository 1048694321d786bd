# Points, the win, scores and ranks.


cdef void count_points(const tables_t* t, state_t* s, int seat) noexcept nogil:
    """R105."""
    cdef int i, sum = s.colonies[seat] * t.points_colony + s.ports[seat] * t.points_port
    for i in range(PEOPLES):
        sum += t.points_marker * (s.marker[i] == seat)
    for i in range(TOKENS):
        sum += t.points_token * (s.token[i] == seat)
    s.derived.points[seat] = sum + s.fame[seat] // t.fame_per_point


cdef inline bint is_won(const tables_t* t, const state_t* s) noexcept nogil:
    """R106: 15 points count on one's own turn."""
    return s.turn > 0 and s.derived.points[s.active] >= t.win


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
    cdef int64_t standing[SEATS]
    cdef int seat
    for seat in range(t.players):
        standing[seat] = s.derived.points[seat] + (1000 if s.winner == seat else 0)
    ranks_by(standing, t.players, out)
