# evaluate(): points, and what production, ships, upgrades and cards in hand are worth. Below it the rollout policy.

cdef double DISCOUNT = 0.15             # what lies a turn away is worth this share less
cdef double MEAN_BASE_SPEED = 3.6
cdef double PIP = 0.03                  # a pip of 36 on a planet beside an own colony
cdef double CARD = 0.05
cdef double FRIEND = 0.6
cdef double UPGRADE_WORTH[UPGRADES][8]  # of the n-th piece
UPGRADE_WORTH[BOOSTER][:] = [0.24, 0.20, 0.16, 0.12, 0.08, 0.05, 0.0, 0.0]
UPGRADE_WORTH[CANNON][:] = [0.15, 0.14, 0.12, 0.12, 0.10, 0.08, 0.0, 0.0]
UPGRADE_WORTH[POD][:] = [0.32, 0.28, 0.24, 0.20, 0.16, 0.0, 0.0, 0.0]


cdef inline int site_pips(const tables_t* t, const state_t* s, int site) noexcept nogil:
    return t.pips[s.disc[site]] + t.pips[s.disc[site // 3 * 3 + (site + 1) % 3]]


cdef double DISCOUNTED[16][64]          # the share left of a goal's value: by boosters, by steps away

for _boosters in range(16):
    for _steps in range(64):
        DISCOUNTED[_boosters][_steps] = exp(-DISCOUNT * _steps / (MEAN_BASE_SPEED + _boosters))


cdef inline const double* discounts_of(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """The share left of a goal's value, by the steps to it."""
    return DISCOUNTED[min(15, boosters_of(s, seat, True))]


# ---- goals of ships

cdef inline double site_value(const tables_t* t, const state_t* s, int seat, int site) noexcept nogil:
    """A colony on this site of an explored system would be worth this."""
    cdef int special, strength
    if s.site[site]:
        return 0
    special = special_on(s, site) | special_on(s, site // 3 * 3 + (site + 1) % 3)
    strength = cannons_of(s, seat, t.base_scientists) if special < ICE else s.upgrades[seat][POD]
    if strength < (special & 0x0F):
        return 0.1
    return 1 + PIP * site_pips(t, s, site) + (1 if special else 0)


cdef void value_sites(const tables_t* t, const state_t* s, int seat, double* values) noexcept nogil:
    cdef int area, place
    cdef double hidden
    for area in range(VACANT):
        if s.face[area] == OPEN and area_kind(t, s, area) == SYSTEM and not is_closed(t, s, area):
            for place in range(3):
                values[3 * area + place] = site_value(t, s, seat, 3 * area + place)
        else:
            hidden = 0.5 if s.face[area] == FACE_DOWN else 1.1 if s.face[area] == UNEXPLORED else 0
            for place in range(3):
                values[3 * area + place] = hidden


cdef double dock_value(const tables_t* t, const state_t* s, int seat, int people) noexcept nogil:
    """A trade station with this people: a card, perhaps the marker; every pod still missing makes it less."""
    cdef int there = stations_at(t, s, people), missing, holder = s.marker[people], own = s.stations[seat][people]
    cdef double worth = FRIEND
    if there >= t.docks:
        return 0
    if holder == NONE or (holder != seat and own + 1 > s.stations[holder][people]):
        worth += t.points_marker
    missing = there + 1 - s.upgrades[seat][POD]
    return worth if missing <= 0 else worth * 0.4 / missing


cdef void value_docks(const tables_t* t, const state_t* s, int seat, double* values) noexcept nogil:
    cdef int area, people
    for area in range(VACANT):
        values[area] = 0.4 if s.face[area] == FACE_DOWN else 0
    for people in range(PEOPLES):
        if s.derived.outposts[people] != NONE:
            values[s.derived.outposts[people]] = dock_value(t, s, seat, people)


cdef void value_goals(const tables_t* t, const state_t* s, int seat, int kind, double* values) noexcept nogil:
    """What the goals of such a ship would be worth to a player."""
    if kind == COLONY_SHIP:
        value_sites(t, s, seat, values)
    else:
        value_docks(t, s, seat, values)


cdef int best_goal(const tables_t* t, int kind, int spot, const double* left, const double* values,
                   double* worth) noexcept nogil:
    """The goal a ship should make for."""
    cdef const uint8_t* steps = t.to_site[spot]
    cdef int goal = NOWHERE, i
    cdef double value
    if kind == TRADE_SHIP:
        steps = t.to_centre[spot]
    worth[0] = 0
    for i in range(3 * VACANT if kind == COLONY_SHIP else VACANT):
        value = values[i]
        if value <= worth[0]:
            continue
        value *= left[steps[i]]
        if value > worth[0]:
            worth[0] = value
            goal = i
    return goal


cdef double ship_worth(const tables_t* t, int kind, int spot, const double* left, double* values) noexcept nogil:
    """No other ship makes for the same goal."""
    cdef double worth
    cdef int goal = best_goal(t, kind, spot, left, values, &worth)
    if goal != NOWHERE:
        values[goal] = 0
    return 0.85 * worth


cdef double ships_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef double values[2][3 * VACANT]
    cdef const double* left = discounts_of(t, s, seat)
    cdef double sum = 0
    cdef int i, kind
    for kind in range(COLONY_SHIP, TRADE_SHIP + 1):
        if ships_of(s, seat, kind):
            value_goals(t, s, seat, kind, values[kind - 1])
    for i in range(TRANSPORTS):
        kind = s.ships[seat][i].kind
        if kind:
            sum += ship_worth(t, kind, s.ships[seat][i].at, left, values[kind - 1])
    if seat == s.active and s.flying_kind:
        sum += ship_worth(t, s.flying_kind, s.flying_at, left, values[s.flying_kind - 1])
    return sum + 0.5 * s.ship_markers[seat]


# ---- cards in hand

cdef inline double closeness(const state_t* s, int seat, const uint8_t* cost) noexcept nogil:
    """1 if this can be paid, less for every card missing."""
    cdef int kind, missing = 0
    for kind in range(RESOURCES):
        missing += max(0, cost[kind] - s.hand[seat][kind])
    return 1.0 / (1 + missing)


cdef double hand_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef double plan = 0, size = s.hand_size[seat]
    if transports_left(s, seat) > 0:
        if colonies_left(t, s, seat) > 0:
            plan = 0.40 * closeness(s, seat, t.cost[COST_COLONY_SHIP])
        if stations_left(t, s, seat) > 0 and s.upgrades[seat][POD]:
            plan = max(plan, 0.40 * closeness(s, seat, t.cost[COST_TRADE_SHIP]))
    if s.ports[seat] < t.max_ports and s.ports[seat] < s.colonies[seat]:
        plan = max(plan, 0.55 * closeness(s, seat, t.cost[COST_SPACEPORT]))
    return plan + CARD * min(size, t.hand_limit) + 0.2 * CARD * max(0, size - t.hand_limit)


# ---- the whole

cdef double holdings_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef double sum = 0.4 * (s.fame[seat] % t.fame_per_point)
    cdef int i, kind
    for kind in range(UPGRADES):
        for i in range(min(8, s.upgrades[seat][kind])):
            sum += UPGRADE_WORTH[kind][i]
    for i in range(FRIENDS):
        if s.friends[seat][i]:
            sum += FRIEND * s.friends[seat][i]
    return sum


cdef double production_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef uint64_t left = s.derived.bases[seat]
    cdef int pips = 0
    while left:
        pips += site_pips(t, s, lowest_bit(left))
        left &= left - 1
    return PIP * pips


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    if s.over:
        return s.derived.points[seat]
    return (s.derived.points[seat] + 0.12 * s.ports[seat] + production_worth(t, s, seat) + ships_worth(t, s, seat)
            + holdings_worth(t, s, seat) + hand_worth(t, s, seat))


# ---- the rollout policy: build ships, fly them to where they found, make no offers

cdef double build_priority(const tables_t* t, const state_t* s, int seat, action_t action) noexcept nogil:
    """The highest is done; nothing below zero."""
    cdef int kind = verb(action), it = operand(action)
    if kind == A_BUILD_SPACEPORT:
        return 9
    if kind == A_BUILD_COLONY_SHIP:
        return 8
    if kind == A_BUILD_TRADE_SHIP:
        return 7 if s.upgrades[seat][POD] else 1
    if kind == A_BUILD_UPGRADE:
        return upgrade_priority(t, s, seat, it)
    if kind == A_SUPPLY:
        return swap_priority(t, s, seat, it >> 8, it >> 4 & 0x0F, it & 0x0F)
    if kind == A_BUY_FAME or kind == A_HELP:
        return 5
    return -1 if kind == A_OFFER else 0


cdef double upgrade_priority(const tables_t* t, const state_t* s, int seat, int kind) noexcept nogil:
    """Only with cards to spare, or when there is no ship to save for."""
    cdef int paid = FUEL if kind == BOOSTER else CARBON if kind == CANNON else ORE
    if s.hand[seat][paid] < 3 and s.hand_size[seat] < t.hand_limit and transports_left(s, seat) > 0:
        return -1
    return 2 + 10 * UPGRADE_WORTH[kind][min(7, s.upgrades[seat][kind])]


cdef double swap_priority(const tables_t* t, const state_t* s, int seat, int rate, int given, int taken) noexcept nogil:
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


cdef action_t best_build(const tables_t* t, const state_t* s, int seat, const action_t* actions, int count,
                         rng_t* rng) noexcept nogil:
    cdef double priority, best = -1
    cdef int i, chosen = 0, equal = 0
    for i in range(count):
        priority = build_priority(t, s, seat, actions[i])
        if priority > best:
            best = priority
            chosen = i
            equal = 1
        elif priority == best:
            equal += 1
            if rng_below(rng, equal) == 0:
                chosen = i
    return actions[chosen]


cdef action_t nearest_target(const tables_t* t, const state_t* s, int seat, const action_t* actions, int count,
                             rng_t* rng) noexcept nogil:
    """The target nearest to where the ship should go; now and then any."""
    cdef double values[3 * VACANT]
    cdef double worth
    cdef int i, goal, chosen = <int>rng_below(rng, count)
    if rng_below(rng, 16) == 0:
        return actions[chosen]
    value_goals(t, s, seat, s.flying_kind, values)
    goal = best_goal(t, s.flying_kind, s.flying_at, discounts_of(t, s, seat), values, &worth)
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
        return best_build(t, s, top.seat, actions, count, rng)
    if kind == TARGET or kind == JUMP_TARGET:
        return nearest_target(t, s, top.seat, actions, count, rng)
    if kind == OFFER_REPLY:
        return actions[count - 1]
    if kind == FOUND:
        return actions[0]
    if (kind == FLIGHT or kind == RELIEF or kind == HELP_AGAIN) and verb(actions[count - 1]) != A_FLY and count > 1:
        return actions[rng_below(rng, count - 1)]       # all but ending, declining or stopping
    return actions[rng_below(rng, count)]
