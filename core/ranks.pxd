# cython: language_level=3
"""The ranks of a finished game: how they follow from what the seats have, and what they are worth."""
from libc.stdint cimport int64_t


cdef inline void ranks_by(const int64_t* standing, int players, int* ranks) noexcept nogil:
    """1 + the number of seats strictly ahead. Put tie-breaks into the lower digits of the standing."""
    cdef int seat, other
    for seat in range(players):
        ranks[seat] = 1
        for other in range(players):
            ranks[seat] += standing[other] > standing[seat]


cdef inline double win_share(const int* ranks, int players, int seat) noexcept nogil:
    """1 for the winner; several winners share it."""
    cdef int each, winners = 0
    if ranks[seat] != 1:
        return 0
    for each in range(players):
        winners += ranks[each] == 1
    return 1 / <double>winners
