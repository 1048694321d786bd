# cython: language_level=3
"""What the ranks of a finished game are worth."""


cdef inline double win_share(const int* ranks, int players, int seat) noexcept nogil:
    """1 for the winner; several winners share it."""
    cdef int each, winners = 0
    if ranks[seat] != 1:
        return 0
    for each in range(players):
        winners += ranks[each] == 1
    return 1 / <double>winners
