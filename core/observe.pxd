# cython: language_level=3
"""How a game writes numbers for learning: each writer fills the next entries and returns where to go on.

The memory arrives zeroed. core/observation.py names the entries in the same words. Sets and thresholds are copied from
small tables instead of being looped over: what is set differs from state to state, and no processor guesses it.
"""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <string.h>
    static const float LEARN_STEPS[128] = {     /* 64 ones, then zeros */
        1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,
        1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1};
    static const float LEARN_NIBBLES[16][4] = {
        {0,0,0,0}, {1,0,0,0}, {0,1,0,0}, {1,1,0,0}, {0,0,1,0}, {1,0,1,0}, {0,1,1,0}, {1,1,1,0},
        {0,0,0,1}, {1,0,0,1}, {0,1,0,1}, {1,1,0,1}, {0,0,1,1}, {1,0,1,1}, {0,1,1,1}, {1,1,1,1}};
    static inline void learn_steps(float* out, int value, int high) {
        const float* from = LEARN_STEPS + 64 - value;
        for (; high >= 4; high -= 4, out += 4, from += 4) memcpy(out, from, 4 * sizeof(float));
        for (; high > 0; high--) *out++ = *from++;
    }
    static inline void learn_bits(float* out, unsigned long long bits, int count) {
        for (; count >= 4; count -= 4, out += 4, bits >>= 4) memcpy(out, LEARN_NIBBLES[bits & 15], 4 * sizeof(float));
        for (; count > 0; count--, bits >>= 1) *out++ = (float)(int)(bits & 1);
    }
    """
    void copy_steps "learn_steps"(float* out, int value, int high) noexcept nogil
    void copy_bits "learn_bits"(float* out, unsigned long long bits, int count) noexcept nogil


cdef inline float* put_number(float* out, float value) noexcept nogil:
    out[0] = value
    return out + 1


cdef inline float* put_one_of(float* out, int which, int count) noexcept nogil:
    """1 at `which`; a number outside 0 .. count - 1 leaves all zero."""
    if 0 <= which < count:
        out[which] = 1
    return out + count


cdef inline float* put_at_least(float* out, int value, int high) noexcept nogil:
    """A 1 for each of 1 .. high that the value reaches; high is at most 64."""
    copy_steps(out, max(0, min(value, high)), high)
    return out + high


cdef inline float* put_bits(float* out, uint64_t bits, int count) noexcept nogil:
    """A 1 for each of the lowest `count` bits that is set."""
    copy_bits(out, bits, count)
    return out + count
