# cython: language_level=3
"""Hands in one order, and pools of cards that nobody has seen, for `determinize`."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from core.bits cimport lowest_bit
from core.rng cimport rng_shuffle, rng_t


cdef inline void sort_cards(uint8_t* cards, int count) noexcept nogil:
    """Ascending. A hand has no order, so equal positions must be equal bytes."""
    cdef int i, j
    cdef uint8_t card
    for i in range(1, count):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


# ---- a pool of cards nobody has seen, for determinize

ctypedef struct pool_t:
    uint8_t cards[255]
    int size
    int next


cdef inline void add_to_pool(pool_t* pool, int card, int copies) noexcept nogil:
    """So many copies; none if the number is negative, as it can be for a forged view."""
    copies = min(copies, 255 - pool.size)
    if copies > 0:
        memset(pool.cards + pool.size, card, copies)
        pool.size += copies


cdef inline void pool_of(uint64_t cards, pool_t* pool) noexcept nogil:
    """The cards of a set, one each, the lowest first."""
    pool.size = 0
    while cards:
        pool.cards[pool.size] = lowest_bit(cards)
        pool.size += 1
        cards &= cards - 1


cdef inline void shuffle_pool(pool_t* pool, rng_t* rng) noexcept nogil:
    rng_shuffle(rng, pool.cards, pool.size)
    pool.next = 0


cdef inline int from_pool(pool_t* pool, int otherwise) noexcept nogil:
    """The next card. A pool of a true view never runs out; one of a forged view may, and gives `otherwise`."""
    if pool.next >= pool.size:
        return otherwise
    pool.next += 1
    return pool.cards[pool.next - 1]


cdef inline void deal_from_pool(pool_t* pool, uint8_t* places, int first, int end) noexcept nogil:
    """A card to each of the places from `first` up to `end`, 0 where the pool has run out."""
    cdef int wanted = end - first, there = min(wanted, pool.size - pool.next)
    if wanted > 0:
        memcpy(places + first, pool.cards + pool.next, there)
        memset(places + first + there, 0, wanted - there)
        pool.next += there
