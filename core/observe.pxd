# cython: language_level=3
"""How a game writes numbers for learning: each writer fills the next entries and returns where to go on.

The memory arrives zeroed, so only what is not zero is written. core/observation.py names the entries in the same words.
"""
from libc.stdint cimport uint64_t

cdef extern from *:
    int lowest_bit_of "__builtin_ctzll"(unsigned long long bits) noexcept nogil


cdef inline float* put_number(float* out, float value) noexcept nogil:
    out[0] = value
    return out + 1


cdef inline float* put_one_of(float* out, int which, int count) noexcept nogil:
    """1 at `which`; a number outside 0 .. count - 1 leaves all zero."""
    if 0 <= which < count:
        out[which] = 1
    return out + count


cdef inline float* put_at_least(float* out, int value, int high) noexcept nogil:
    """A 1 for each of 1 .. high that the value reaches."""
    cdef int i
    for i in range(min(value, high)):
        out[i] = 1
    return out + high


cdef inline float* put_bits(float* out, uint64_t bits, int count) noexcept nogil:
    """A 1 for each of the lowest `count` bits that is set."""
    if count < 64:
        bits &= (<uint64_t>1 << count) - 1
    while bits:
        out[lowest_bit_of(bits)] = 1
        bits &= bits - 1
    return out + count
