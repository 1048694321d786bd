# cython: language_level=3
"""What a position is worth to every seat: a number from 0 (last) to 1 (first).

A utility is the share of rivals a seat is ahead of. With ranks a tie counts half; with scores being ahead is a
matter of degree, and a lead of the game's `score_scale` counts 0.88. By win it is the chance of finishing first:
the seats' chances add up to 1, and a shared first place is divided.
"""
from libc.math cimport exp

from core.game cimport GAME_OVER, MAX_SEATS, rules_t
from core.ranks cimport win_share

cdef enum:
    BY_RANK = 0
    BY_SCORE = 1
    BY_WIN = 2


cdef inline double logistic(double lead) noexcept nogil:
    return 1.0 / (1.0 + exp(-2.0 * lead))


cdef inline void share_ranks(const int* ranks, int players, double* utilities) noexcept nogil:
    cdef int seat, rival, halves
    for seat in range(players):
        halves = 0
        for rival in range(players):
            if rival != seat:
                halves += 2 * (ranks[seat] < ranks[rival]) + (ranks[seat] == ranks[rival])
        utilities[seat] = 0.5 * halves / (players - 1)


cdef inline void share_scores(const double* scores, int players, double scale, double par,
                              double* utilities) noexcept nogil:
    """A single seat has no rival but par."""
    cdef int seat, rival
    cdef double ahead
    if players == 1:
        utilities[0] = logistic((scores[0] - par) / scale)
        return
    for seat in range(players):
        utilities[seat] = 0
    for seat in range(players):
        for rival in range(seat):
            ahead = logistic((scores[seat] - scores[rival]) / scale) / (players - 1)
            utilities[seat] += ahead
            utilities[rival] += 1.0 / (players - 1) - ahead


cdef inline void share_chances(const double* scores, int players, double scale, double* utilities) noexcept nogil:
    """For two seats the same as share_scores."""
    cdef int seat
    cdef double best = scores[0], total = 0
    for seat in range(1, players):
        best = max(best, scores[seat])
    for seat in range(players):
        utilities[seat] = exp(2.0 * (scores[seat] - best) / scale)
        total += utilities[seat]
    for seat in range(players):
        utilities[seat] /= total


cdef inline void utilities_now(const rules_t* rules, const void* tables, const void* state, int players, int kind,
                               double par, double* utilities) noexcept nogil:
    """Of a finished game by its result, of a running one by what evaluate expects."""
    cdef double scores[MAX_SEATS]
    cdef int ranks[MAX_SEATS]
    cdef int seat
    cdef bint over = rules.to_move(tables, state) == GAME_OVER
    if over and kind != BY_SCORE and players > 1:
        rules.ranks(tables, state, ranks)
        if kind == BY_WIN:
            for seat in range(players):
                utilities[seat] = win_share(ranks, players, seat)
        else:
            share_ranks(ranks, players, utilities)
        return
    if over:
        rules.scores(tables, state, scores)
    else:
        for seat in range(players):
            scores[seat] = rules.evaluate(tables, state, seat)
    if kind == BY_WIN and players > 1:
        share_chances(scores, players, rules.score_scale, utilities)
    else:
        share_scores(scores, players, rules.score_scale, par, utilities)
