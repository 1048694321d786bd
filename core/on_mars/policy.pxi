# Judging a position, and the quick policy of playouts.

cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef T t = <T>tables
    cdef C s = <C>memory
    if t.solo:
        return total_points(t, s, 0) - total_points(t, s, LACERDA)
    return total_points(t, s, seat)


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    return actions[rng_below(rng, count)]
