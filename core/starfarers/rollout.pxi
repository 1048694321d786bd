# Purposeful moves for playouts: build ships, fly them to where they found, make no offers.


cdef double urge_to_build(const tables_t* t, const state_t* s, int seat, action_t action) noexcept nogil:
    """The most urgent is done; nothing below zero."""
    cdef int kind = verb(action), it = operand(action)
    if kind == A_BUILD_SPACEPORT:
        return 9
    if kind == A_BUILD_COLONY_SHIP:
        return 8
    if kind == A_BUILD_TRADE_SHIP:
        return 7 if s.upgrades[seat][POD] else 1
    if kind == A_BUILD_UPGRADE:
        return urge_to_upgrade(t, s, seat, it)
    if kind == A_SUPPLY:
        return urge_to_swap(t, s, seat, it >> 8, it >> 4 & 0x0F, it & 0x0F)
    if kind == A_BUY_FAME or kind == A_HELP:
        return 5
    return -1 if kind == A_OFFER else 0


cdef double urge_to_upgrade(const tables_t* t, const state_t* s, int seat, int kind) noexcept nogil:
    """Only with cards to spare, or when there is no ship to save for."""
    cdef int paid = FUEL if kind == BOOSTER else CARBON if kind == CANNON else ORE
    if s.hand[seat][paid] < 3 and s.hand_size[seat] < 7 and transports_left(s, seat) > 0:
        return -1
    return 2 + 10 * UPGRADE_WORTH[kind][min(7, s.upgrades[seat][kind])]


cdef double urge_to_swap(const tables_t* t, const state_t* s, int seat, int rate, int given, int taken) noexcept nogil:
    """For the last card of a ship or spaceport, out of what it does not need; or to get below eight cards."""
    cdef int wanted
    for wanted in range(COST_COLONY_SHIP, COST_SPACEPORT + 1):
        if closeness(s, seat, t.cost[wanted]) == 0.5 and s.hand[seat][taken] < t.cost[wanted][taken] \
                and s.hand[seat][given] - rate >= t.cost[wanted][given] and is_wanted(t, s, seat, wanted):
            return 6
    return 0.5 if s.hand_size[seat] > 9 else -1


cdef bint is_wanted(const tables_t* t, const state_t* s, int seat, int wanted) noexcept nogil:
    if wanted == COST_SPACEPORT:
        return s.ports[seat] < t.max_ports and s.ports[seat] < s.colonies[seat]
    if transports_left(s, seat) <= 0:
        return False
    if wanted == COST_COLONY_SHIP:
        return colonies_left(t, s, seat) > 0
    return stations_left(t, s, seat) > 0 and s.upgrades[seat][POD] > 0


cdef action_t most_urgent(const tables_t* t, const state_t* s, int seat, const action_t* actions, int count,
                          rng_t* rng) noexcept nogil:
    cdef double urge, best = -1
    cdef int i, chosen = 0, equal = 0
    for i in range(count):
        urge = urge_to_build(t, s, seat, actions[i])
        if urge > best:
            best = urge
            chosen = i
            equal = 1
        elif urge == best:
            equal += 1
            if rng_below(rng, equal) == 0:
                chosen = i
    return actions[chosen]


cdef action_t nearest_target(const tables_t* t, const state_t* s, int seat, const action_t* actions, int count,
                             rng_t* rng) noexcept nogil:
    """The target nearest to where the ship should go; now and then any."""
    cdef double promises[3 * VACANT]
    cdef double worth
    cdef int i, goal, chosen = <int>rng_below(rng, count)
    if rng_below(rng, 16) == 0:
        return actions[chosen]
    promise_goals(t, s, seat, s.flying_kind, promises)
    goal = best_goal(t, s.flying_kind, s.flying_at, prospects(t, s, seat), promises, &worth)
    if goal == NOWHERE:
        return actions[chosen]
    goal = t.site_vertex[goal] if s.flying_kind == COLONY_SHIP else t.centre_vertex[goal]
    for i in range(count):
        if t.distance[operand(actions[i])][goal] < t.distance[operand(actions[chosen])][goal]:
            chosen = i
    return actions[chosen]


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef const frame_t* top = &s.frames[s.depth - 1]
    cdef int kind = top.kind
    if kind == TRADE_BUILD:
        return most_urgent(t, s, top.seat, actions, count, rng)
    if kind == TARGET or kind == JUMP_TARGET:
        return nearest_target(t, s, top.seat, actions, count, rng)
    if kind == ANSWER:
        return actions[count - 1]
    if kind == FOUND:
        return actions[0]
    if (kind == FLIGHT or kind == RELIEF or kind == HELP_AGAIN) and verb(actions[count - 1]) != A_FLY and count > 1:
        return actions[rng_below(rng, count - 1)]       # all but ending, declining or stopping
    return actions[rng_below(rng, count)]
