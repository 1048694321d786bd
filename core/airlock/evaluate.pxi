# What a seat can expect.

cdef enum:
    SECRET = 6                  # in tenths: a card that nobody else has seen is likely to be kept to the end
    SEEN = 3                    # one that somebody has seen is likely to be named


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    cdef int best = s.held[seat]
    if s.over or not s.alive >> seat & 1:
        return points(s, seat)
    if s.turn == seat and s.drawn > best:
        best = s.drawn
    return 0.1 * (SEEN if s.known[seat] else SECRET) * best + 1.0 / popcount(s.alive)
