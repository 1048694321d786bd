# The map: who stands where, where a ship may stop, how far it can go.


cdef inline int area_kind(const tables_t* t, const state_t* s, int area) noexcept nogil:
    """SYSTEM, OUTPOST or EMPTY, for a tile that is face up."""
    return SYSTEM if area >= VACANT else t.sector_kind[s.tile[area]]


cdef inline int planet_resource(const tables_t* t, const state_t* s, int planet) noexcept nogil:
    if planet >= 3 * VACANT:
        return t.greek_resource[planet - 3 * VACANT]
    return t.sector_resource[s.tile[planet // 3]][(planet % 3 + s.rotation[planet // 3]) % 3]


cdef inline int special_on(const state_t* s, int planet) noexcept nogil:
    """The pirate or ice token lying on a planet, or 0."""
    cdef int disc = s.disc[planet]
    return disc if PIRATE <= disc < FROM_RESERVE and s.face[planet // 3] == OPEN else 0


cdef inline int site_owner(const state_t* s, int site) noexcept nogil:
    return (s.site[site] & 0x0F) - 1


cdef inline int colonies_in(const state_t* s, int area) noexcept nogil:
    return (s.site[area * 3] != 0) + (s.site[area * 3 + 1] != 0) + (s.site[area * 3 + 2] != 0)


cdef inline bint is_closed(const tables_t* t, const state_t* s, int area) noexcept nogil:
    """No further colony may ever stand here: R13, R68."""
    return t.players == 3 and (area >= VACANT or colonies_in(s, area) >= 2)


cdef inline bint may_found(const tables_t* t, const state_t* s, int site) noexcept nogil:
    cdef int area = site // 3
    if s.site[site] or s.face[area] != OPEN or area_kind(t, s, area) != SYSTEM or is_closed(t, s, area):
        return False
    return not special_on(s, site) and not special_on(s, area * 3 + (site + 1) % 3)


cdef inline int cannons_of(const tables_t* t, const state_t* s, int seat, bint scientists) noexcept nogil:
    cdef int card, sum = s.upgrades[seat][CANNON]
    if scientists:
        for card in range(FRIENDS):
            sum += s.friends[seat][card] * t.friend_cannons[card]
    return sum


cdef inline int boosters_of(const tables_t* t, const state_t* s, int seat, bint scientists) noexcept nogil:
    cdef int card, sum = s.upgrades[seat][BOOSTER]
    if scientists:
        for card in range(FRIENDS):
            sum += s.friends[seat][card] * t.friend_boosters[card]
    return sum


cdef inline int speed_of(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return s.base_speed + boosters_of(t, s, seat, True)


cdef inline int stations_at(const tables_t* t, const state_t* s, int people) noexcept nogil:
    cdef int seat, sum = 0
    for seat in range(t.players):
        sum += s.stations[seat][people]
    return sum


cdef inline bint may_dock(const tables_t* t, const state_t* s, int seat, int area) noexcept nogil:
    cdef int there = stations_at(t, s, t.sector_people[s.tile[area]])
    return there < t.docks and s.upgrades[seat][POD] > there


cdef inline bint is_foreign_port(const tables_t* t, const state_t* s, int seat, int site) noexcept nogil:
    """A spaceport of another player. The unused colour's does not count: R6."""
    cdef int owner = site_owner(s, site)
    return (s.site[site] & PORT) != 0 and owner != seat and owner < t.players


cdef inline bint blocks_port(const tables_t* t, const state_t* s, int seat, int spot) noexcept nogil:
    return t.dock_at[spot] != NONE and is_foreign_port(t, s, seat, t.dock_at[spot])


# ---- ships

ctypedef struct flier_t:        # a ship looking for a place to go
    int seat
    int kind
    int origin                  # where it began this flight phase
    int cannons
    int pods
    uint8_t taken[INTERSECTIONS]        # by ships


cdef void prepare_flier(const tables_t* t, const state_t* s, int seat, int kind, int origin, flier_t* f) noexcept nogil:
    cdef int other, i
    f.seat = seat
    f.kind = kind
    f.origin = origin
    f.cannons = cannons_of(t, s, seat, t.base_scientists)
    f.pods = s.upgrades[seat][POD]
    memset(f.taken, 0, sizeof(f.taken))
    for other in range(t.players):
        for i in range(TRANSPORTS):
            if s.ships[other][i].kind:
                f.taken[s.ships[other][i].at] = 1


cdef inline bint may_stop_on_site(const tables_t* t, const state_t* s, const flier_t* f, int site, int spot) noexcept nogil:
    cdef int area = site // 3
    if s.site[site]:
        return False
    if s.face[area] == FACE_DOWN:
        return f.kind == COLONY_SHIP            # only a jump comes here; Q6
    if area_kind(t, s, area) != SYSTEM:
        return True
    if f.kind == TRADE_SHIP or is_closed(t, s, area):
        return False
    return spot != f.origin or may_found(t, s, site)


cdef inline bint may_stop_in_centre(const tables_t* t, const state_t* s, const flier_t* f, int area) noexcept nogil:
    if s.face[area] == FACE_DOWN or area_kind(t, s, area) == SYSTEM:
        return False
    return area_kind(t, s, area) == EMPTY or (f.kind == TRADE_SHIP and may_dock(t, s, f.seat, area))


cdef inline bint may_stop(const tables_t* t, const state_t* s, const flier_t* f, int spot) noexcept nogil:
    if f.taken[spot] or blocks_port(t, s, f.seat, spot):
        return False
    if t.site_at[spot] != NONE:
        return may_stop_on_site(t, s, f, t.site_at[spot], spot)
    return t.centre_at[spot] == NONE or may_stop_in_centre(t, s, f, t.centre_at[spot])


cdef inline bint may_enter(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    cdef int area = t.centre_at[spot]
    return area == NONE or (s.face[area] != FACE_DOWN and area_kind(t, s, area) != SYSTEM)


cdef inline bint would_fall(const state_t* s, const flier_t* f, int planet) noexcept nogil:
    cdef int special
    if planet == NONE:
        return False
    special = special_on(s, planet)
    return special and (f.cannons if special < ICE else f.pods) >= (special & 0x0F)


cdef inline bint triggers(const tables_t* t, const state_t* s, const flier_t* f, int spot) noexcept nogil:
    """Does arriving here explore, discover, defeat or terraform something (Q5)?"""
    cdef int area = t.area_at[spot]
    if area == NONE:
        return False
    if s.face[area] != OPEN:
        return True
    return would_fall(s, f, t.planets_at[spot][0]) or would_fall(s, f, t.planets_at[spot][1])


cdef inline bint is_unknown_ground(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    """A notch or centre of a face-down tile."""
    cdef int area = t.centre_at[spot]
    if t.site_at[spot] != NONE:
        area = t.site_at[spot] // 3
    return area != NONE and s.face[area] == FACE_DOWN


cdef bint stop_in_reach(const tables_t* t, const state_t* s, const flier_t* f, int start, int steps) noexcept nogil:
    """Is there a place to stop, other than the start, on known ground?"""
    cdef uint8_t seen[INTERSECTIONS]
    cdef uint16_t queue[INTERSECTIONS]
    cdef uint8_t far[INTERSECTIONS]
    cdef int head = 0, tail = 1, here, there, i
    memset(seen, 0, sizeof(seen))
    queue[0] = start
    far[0] = 0
    seen[start] = 1
    while head < tail:
        here = queue[head]
        if far[head] == steps:
            return False
        for i in range(t.degree[here]):
            there = t.neighbours[here][i]
            if seen[there] or not may_enter(t, s, there) or is_unknown_ground(t, s, there):
                continue
            if may_stop(t, s, f, there):
                return True
            seen[there] = 1
            queue[tail] = there
            far[tail] = far[head] + 1
            tail += 1
        head += 1
    return False


cdef int search_targets(const tables_t* t, const state_t* s, const flier_t* f, int start, int steps, int goal,
                        uint8_t* found) noexcept nogil:
    """Marks every target of Q5. Returns the cost of the goal, or -1 if it is none or not reached."""
    cdef uint8_t seen[INTERSECTIONS]
    cdef uint8_t far[INTERSECTIONS]
    cdef uint16_t queue[INTERSECTIONS]
    cdef int head = 0, tail = 1, here, there, i, step
    cdef bint stops
    memset(seen, 0, sizeof(seen))
    found[start] = may_stop(t, s, f, start)
    if start == goal:
        return 0
    queue[0] = start
    far[0] = 0
    seen[start] = 1
    while head < tail and far[head] < steps:
        here = queue[head]
        step = far[head] + 1
        head += 1
        for i in range(t.degree[here]):
            there = t.neighbours[here][i]
            if seen[there] or not may_enter(t, s, there):
                continue
            if there == goal:
                return step
            seen[there] = 1
            stops = may_stop(t, s, f, there)
            if triggers(t, s, f, there):
                found[there] = stops or stop_in_reach(t, s, f, there, steps - step)
                continue
            found[there] = stops
            queue[tail] = there
            far[tail] = step
            tail += 1
    return -1


# ---- pieces of a player

cdef inline int ships_of(const state_t* s, int seat, int kind) noexcept nogil:
    cdef int i, count = seat == s.active and s.flying_kind == kind
    for i in range(TRANSPORTS):
        count += s.ships[seat][i].kind == kind
    return count


cdef inline int transports_left(const state_t* s, int seat) noexcept nogil:
    return TRANSPORTS - ships_of(s, seat, COLONY_SHIP) - ships_of(s, seat, TRADE_SHIP)


cdef inline int colonies_left(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return t.max_colonies - s.colonies[seat] - ships_of(s, seat, COLONY_SHIP)


cdef inline int stations_left(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int people, left = t.max_stations - ships_of(s, seat, TRADE_SHIP)
    for people in range(PEOPLES):
        left -= s.stations[seat][people]
    return left


cdef inline bint ship_stands(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    cdef int seat, i
    for seat in range(t.players):
        for i in range(TRANSPORTS):
            if s.ships[seat][i].at == spot and s.ships[seat][i].kind:
                return True
    return False


cdef void add_ship(state_t* s, int seat, int kind, int spot, int flags) noexcept nogil:
    """Ships stand in the order of their intersections, so that equal positions are equal bytes."""
    cdef int i = TRANSPORTS - 1
    while i > 0 and (s.ships[seat][i - 1].kind == NO_SHIP or s.ships[seat][i - 1].at > spot):
        s.ships[seat][i] = s.ships[seat][i - 1]
        i -= 1
    s.ships[seat][i].at = spot
    s.ships[seat][i].kind = kind
    s.ships[seat][i].flags = flags


cdef void remove_ship(state_t* s, int seat, int index) noexcept nogil:
    cdef int i
    for i in range(index, TRANSPORTS - 1):
        s.ships[seat][i] = s.ships[seat][i + 1]
    s.ships[seat][TRANSPORTS - 1].at = NOWHERE
    s.ships[seat][TRANSPORTS - 1].kind = NO_SHIP
    s.ships[seat][TRANSPORTS - 1].flags = 0


cdef inline int ship_at(const state_t* s, int seat, int spot) noexcept nogil:
    cdef int i
    for i in range(TRANSPORTS):
        if s.ships[seat][i].kind and s.ships[seat][i].at == spot:
            return i
    return -1


cdef int free_docks(const tables_t* t, const state_t* s, int seat, uint16_t* docks) noexcept nogil:
    """The free spaceport sites of a player, by intersection."""
    cdef int site, k, i, spot, count = 0
    for site in range(SITES):
        if s.site[site] != (PORT | (seat + 1)):
            continue
        for k in range(2):
            spot = t.site_docks[site][k]
            if ship_stands(t, s, spot):
                continue
            i = count
            while i > 0 and docks[i - 1] > spot:
                docks[i] = docks[i - 1]
                i -= 1
            docks[i] = spot
            count += 1
    return count
