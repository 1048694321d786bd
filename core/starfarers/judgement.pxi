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

cdef double site_promise(const tables_t* t, const state_t* s, int seat, int site) noexcept nogil:
    """A colony here would be worth this."""
    cdef int area = site // 3, special, strength
    if s.site[site] or is_closed(t, s, area) or area >= VACANT:
        return 0
    if s.face[area] == FACE_DOWN:
        return 0.5
    if area_kind(t, s, area) != SYSTEM:
        return 0
    if s.face[area] == UNEXPLORED:
        return 1.1
    special = special_on(s, site) | special_on(s, area * 3 + (site + 1) % 3)
    strength = cannons_of(s, seat, t.base_scientists) if special < ICE else s.upgrades[seat][POD]
    if strength < (special & 0x0F):
        return 0.1
    return 1 + PIP * site_pips(t, s, site) + (1 if special else 0)


cdef double dock_promise(const tables_t* t, const state_t* s, int seat, int area) noexcept nogil:
    """A trade station here: a card, perhaps the marker; every pod still missing makes it less."""
    cdef int people, there, missing, holder, own
    cdef double worth = FRIEND
    if s.face[area] == FACE_DOWN:
        return 0.4
    if area_kind(t, s, area) != OUTPOST:
        return 0
    people = t.sector_people[s.tile[area]]
    there = stations_at(t, s, people)
    if there >= t.docks:
        return 0
    own = s.stations[seat][people]
    holder = s.marker[people]
    if holder == NONE or (holder != seat and own + 1 > s.stations[holder][people]):
        worth += t.points_marker
    missing = there + 1 - s.upgrades[seat][POD]
    return worth if missing <= 0 else worth * 0.4 / missing


cdef int best_goal(const tables_t* t, const state_t* s, int seat, int kind, int spot, const double* left,
                   uint32_t* used, double* worth) noexcept nogil:
    """The intersection this ship should make for; goals already used by another ship are left out."""
    cdef int goal = NOWHERE, i, target
    cdef double promise
    worth[0] = 0
    for i in range(3 * VACANT if kind == COLONY_SHIP else VACANT):
        if used[i >> 5] >> (i & 31) & 1:
            continue
        promise = site_promise(t, s, seat, i) if kind == COLONY_SHIP else dock_promise(t, s, seat, i)
        if promise <= worth[0]:
            continue
        target = t.site_vertex[i] if kind == COLONY_SHIP else t.centre_vertex[i]
        promise *= left[min(63, t.distance[spot][target])]
        if promise > worth[0]:
            worth[0] = promise
            goal = i
    if goal == NOWHERE:
        return NOWHERE
    used[goal >> 5] |= <uint32_t>1 << (goal & 31)
    return t.site_vertex[goal] if kind == COLONY_SHIP else t.centre_vertex[goal]


cdef double ships_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef uint32_t used[2][2]
    cdef const double* left = prospects(t, s, seat)
    cdef double worth, sum = 0
    cdef int i, kind
    memset(used, 0, sizeof(used))
    for i in range(TRANSPORTS):
        kind = s.ships[seat][i].kind
        if kind:
            best_goal(t, s, seat, kind, s.ships[seat][i].at, left, used[kind - 1], &worth)
            sum += 0.85 * worth
    if seat == s.active and s.flying_kind:
        best_goal(t, s, seat, s.flying_kind, s.flying_at, left, used[s.flying_kind - 1], &worth)
        sum += 0.85 * worth
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
        sum += FRIEND * s.friends[seat][i]
    return sum


cdef double production_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int site, pips = 0
    for site in range(SITES):
        if s.site[site] and site_owner(s, site) == seat:
            pips += site_pips(t, s, site)
    return PIP * pips


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    if s.over:
        return s.derived.points[seat]
    return (s.derived.points[seat] + 0.12 * s.ports[seat] + production_worth(t, s, seat) + ships_worth(t, s, seat)
            + holdings_worth(t, s, seat) + hand_worth(t, s, seat))
