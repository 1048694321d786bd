# cython: language_level=3
"""Sets of up to 64 things as bits: counting, walking, testing; and whether memory is all zero."""
from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifdef __POPCNT__
    #define arena_popcount(bits) __builtin_popcountll(bits)
    #else                       /* the compiler would call a function */
    static inline int arena_popcount(uint64_t bits) {
        bits -= (bits >> 1) & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
        return (int)((((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u) >> 56);
    }
    #endif
    """
    int popcount "arena_popcount"(uint64_t bits) noexcept nogil
    # the number of the lowest bit that is set; undefined for 0. Walk a set: `while bits: ...; bits &= bits - 1`
    int lowest_bit "__builtin_ctzll"(unsigned long long bits) noexcept nogil


cdef inline bint has_bit(uint64_t bits, int number) noexcept nogil:
    """For check(), where the number may be anything: `bits >> number & 1` is not 0 for numbers that are too large."""
    return 0 <= number < 64 and bits >> number & 1


cdef inline bint all_zero(const void* memory, size_t size) noexcept nogil:
    """For check(): padding, and what belongs to seats that are not at the table."""
    cdef size_t i
    for i in range(size):
        if (<const uint8_t*>memory)[i]:
            return False
    return True
