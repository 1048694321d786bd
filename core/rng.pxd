# cython: language_level=3
"""The one random generator: SplitMix64.

Output k of a stream is a hash of (stream start + k * odd constant), so the same few lines serve both needs:
a fast sequential generator for playouts, and chance that is addressed instead of consumed. A deal's chance is
always `stream(seed, source)` or `draw(seed, source, index)`: the dice of turn 7 are the same dice whatever was
rolled, drawn or shuffled before.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

ctypedef struct rng_t:
    uint64_t state


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t rng_next(rng_t* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mix(rng.state)


cdef inline uint32_t rng_below(rng_t* rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1; n must be positive. The bias is below n / 2**32."""
    return <uint32_t>(((rng_next(rng) >> 32) * n) >> 32)


cdef inline double rng_unit(rng_t* rng) noexcept nogil:
    """A number in [0, 1)."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void rng_shuffle(rng_t* rng, uint8_t* cards, int count) noexcept nogil:
    cdef int i, j
    cdef uint8_t card
    for i in range(count - 1, 0, -1):
        j = <int>rng_below(rng, <uint32_t>(i + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef inline rng_t stream(uint64_t seed, uint32_t source, uint32_t index) noexcept nogil:
    """The generator of one event of a deal, e.g. (seed, ENCOUNTER_SHUFFLE, second reshuffle)."""
    cdef rng_t rng
    rng.state = mix(mix(seed + <uint64_t>0x9E3779B97F4A7C15) ^ ((<uint64_t>source << 32) | index))
    return rng


cdef inline uint32_t draw(uint64_t seed, uint32_t source, uint32_t index, uint32_t n) noexcept nogil:
    """One number in 0..n-1 that belongs to (seed, source, index) alone."""
    cdef rng_t rng = stream(seed, source, index)
    return rng_below(&rng, n)
