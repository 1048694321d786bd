# Judging a position, and the quick policy of playouts.

cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    return total_points(<T>tables, <C>memory, seat)


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    return actions[rng_below(rng, count)]
