# What a position is worth: points, and what production, ships, upgrades and cards in hand promise.

cdef double IMPATIENCE = 0.15           # a promise one turn away has lost this share
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


cdef double LEFT_OF[16][64]             # of a promise: by boosters, by steps away

for _boosters in range(16):
    for _steps in range(64):
        LEFT_OF[_boosters][_steps] = exp(-IMPATIENCE * _steps / (MEAN_BASE_SPEED + _boosters))


cdef inline const double* prospects(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """What is left of a promise, by the steps to it."""
    return LEFT_OF[min(15, boosters_of(s, seat, True))]


# ---- goals of ships

cdef inline double site_promise(const tables_t* t, const state_t* s, int seat, int site) noexcept nogil:
    """A colony on this site of an explored system would be worth this."""
    cdef int special, strength
    if s.site[site]:
        return 0
    special = special_on(s, site) | special_on(s, site // 3 * 3 + (site + 1) % 3)
    strength = cannons_of(s, seat, t.base_scientists) if special < ICE else s.upgrades[seat][POD]
    if strength < (special & 0x0F):
        return 0.1
    return 1 + PIP * site_pips(t, s, site) + (1 if special else 0)


cdef void promise_sites(const tables_t* t, const state_t* s, int seat, double* promises) noexcept nogil:
    cdef int area, place
    cdef double hidden
    for area in range(VACANT):
        if s.face[area] == OPEN and area_kind(t, s, area) == SYSTEM and not is_closed(t, s, area):
            for place in range(3):
                promises[3 * area + place] = site_promise(t, s, seat, 3 * area + place)
        else:
            hidden = 0.5 if s.face[area] == FACE_DOWN else 1.1 if s.face[area] == UNEXPLORED else 0
            for place in range(3):
                promises[3 * area + place] = hidden


cdef double dock_promise(const tables_t* t, const state_t* s, int seat, int people) noexcept nogil:
    """A trade station with this people: a card, perhaps the marker; every pod still missing makes it less."""
    cdef int there = stations_at(t, s, people), missing, holder = s.marker[people], own = s.stations[seat][people]
    cdef double worth = FRIEND
    if there >= t.docks:
        return 0
    if holder == NONE or (holder != seat and own + 1 > s.stations[holder][people]):
        worth += t.points_marker
    missing = there + 1 - s.upgrades[seat][POD]
    return worth if missing <= 0 else worth * 0.4 / missing


cdef void promise_docks(const tables_t* t, const state_t* s, int seat, double* promises) noexcept nogil:
    cdef int area, people
    for area in range(VACANT):
        promises[area] = 0.4 if s.face[area] == FACE_DOWN else 0
    for people in range(PEOPLES):
        if s.derived.outposts[people] != NONE:
            promises[s.derived.outposts[people]] = dock_promise(t, s, seat, people)


cdef void promise_goals(const tables_t* t, const state_t* s, int seat, int kind, double* promises) noexcept nogil:
    """What the goals of such a ship would be worth to a player."""
    if kind == COLONY_SHIP:
        promise_sites(t, s, seat, promises)
    else:
        promise_docks(t, s, seat, promises)


cdef int best_goal(const tables_t* t, int kind, int spot, const double* left, const double* promises,
                   double* worth) noexcept nogil:
    """The goal a ship should make for."""
    cdef const uint8_t* steps = t.to_site[spot]
    cdef int goal = NOWHERE, i
    cdef double promise
    if kind == TRADE_SHIP:
        steps = t.to_centre[spot]
    worth[0] = 0
    for i in range(3 * VACANT if kind == COLONY_SHIP else VACANT):
        promise = promises[i]
        if promise <= worth[0]:
            continue
        promise *= left[steps[i]]
        if promise > worth[0]:
            worth[0] = promise
            goal = i
    return goal


cdef double ship_worth(const tables_t* t, int kind, int spot, const double* left, double* promises) noexcept nogil:
    """No other ship makes for the same goal."""
    cdef double worth
    cdef int goal = best_goal(t, kind, spot, left, promises, &worth)
    if goal != NOWHERE:
        promises[goal] = 0
    return 0.85 * worth


cdef double ships_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef double promises[2][3 * VACANT]
    cdef const double* left = prospects(t, s, seat)
    cdef double sum = 0
    cdef int i, kind
    for kind in range(COLONY_SHIP, TRADE_SHIP + 1):
        if ships_of(s, seat, kind):
            promise_goals(t, s, seat, kind, promises[kind - 1])
    for i in range(TRANSPORTS):
        kind = s.ships[seat][i].kind
        if kind:
            sum += ship_worth(t, kind, s.ships[seat][i].at, left, promises[kind - 1])
    if seat == s.active and s.flying_kind:
        sum += ship_worth(t, s.flying_kind, s.flying_at, left, promises[s.flying_kind - 1])
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
    return plan + CARD * min(size, 7) + 0.2 * CARD * max(0, size - 7)


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
