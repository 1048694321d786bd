cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    return points(<const tables_t*>tables, &(<const state_t*>memory).board[seat])

cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count, rng_t* rng) noexcept nogil:
    return actions[rng_below(rng, <uint32_t>count)]
