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


# ---- sets of intersections

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long bits) noexcept nogil


cdef inline void add_spot(bits_t* bits, int bit) noexcept nogil:
    bits.w[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline void drop_spot(bits_t* bits, int bit) noexcept nogil:
    bits.w[bit >> 6] &= ~(<uint64_t>1 << (bit & 63))


cdef inline bint has_spot(const bits_t* bits, int bit) noexcept nogil:
    return bits.w[bit >> 6] >> (bit & 63) & 1


cdef inline void join(bits_t* bits, const bits_t* more) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        bits.w[i] |= more.w[i]


cdef inline void spread(const tables_t* t, const bits_t* here, bits_t* there) noexcept nogil:
    """All neighbours of a set."""
    cdef uint64_t up[WORDS]
    cdef uint64_t down[WORDS]
    cdef uint64_t straight
    cdef int i
    for i in range(WORDS):
        # The straight neighbour is 16 bits away; moved by 16, the third is one bit short of or beyond that.
        straight = here.w[i]
        up[i] = straight | (straight & t.third[0].w[i]) >> 1 | (straight & t.third[1].w[i]) << 1
        down[i] = straight | (straight & t.third[2].w[i]) << 1 | (straight & t.third[3].w[i]) >> 1
    for i in range(WORDS):
        there.w[i] = up[i] << COLUMN | down[i] >> COLUMN
        if i > 0:
            there.w[i] |= up[i - 1] >> (64 - COLUMN)
        if i < WORDS - 1:
            there.w[i] |= down[i + 1] << (64 - COLUMN)


# ---- the map as a ship sees it

ctypedef struct chart_t:
    bits_t enter                # where it may fly
    bits_t stops                # where it may end its move
    bits_t triggers             # where arriving explores, discovers, defeats or terraforms (Q5)
    bits_t unknown              # notches and centres of face-down tiles


ctypedef struct flier_t:
    int seat
    int kind
    int origin                  # where it began this flight phase
    int cannons
    int pods


cdef inline flier_t make_flier(const tables_t* t, const state_t* s, int seat, int kind, int origin) noexcept nogil:
    cdef flier_t f
    f.seat = seat
    f.kind = kind
    f.origin = origin
    f.cannons = cannons_of(t, s, seat, t.base_scientists)
    f.pods = s.upgrades[seat][POD]
    return f


cdef inline bint would_fall(const state_t* s, const flier_t* f, int planet) noexcept nogil:
    cdef int special
    if planet == NONE:
        return False
    special = special_on(s, planet)
    return special and (f.cannons if special < ICE else f.pods) >= (special & 0x0F)


cdef void draw_chart(const tables_t* t, const state_t* s, const flier_t* f, chart_t* chart) noexcept nogil:
    cdef int area, seat, i
    chart.enter = t.valid
    chart.stops = t.valid
    memset(&chart.triggers, 0, sizeof(bits_t))
    memset(&chart.unknown, 0, sizeof(bits_t))
    for area in range(AREAS):
        if s.face[area] == FACE_DOWN:
            chart_unknown(t, f, area, chart)
        elif area_kind(t, s, area) == SYSTEM:
            chart_system(t, s, f, area, chart)
        elif area_kind(t, s, area) == OUTPOST and not (f.kind == TRADE_SHIP and may_dock(t, s, f.seat, area)):
            drop_spot(&chart.stops, t.bit_of[t.centre_vertex[area]])        # R58, R59
    for seat in range(t.players):
        for i in range(TRANSPORTS):
            if s.ships[seat][i].kind and (s.ships[seat][i].at != f.origin or seat != f.seat):
                drop_spot(&chart.stops, t.bit_of[s.ships[seat][i].at])


cdef inline void chart_unknown(const tables_t* t, const flier_t* f, int area, chart_t* chart) noexcept nogil:
    """Q6: only a colony ship that jumps may come to a notch of a face-down tile."""
    cdef int place, bit, centre = t.bit_of[t.centre_vertex[area]]
    drop_spot(&chart.enter, centre)
    drop_spot(&chart.stops, centre)
    add_spot(&chart.unknown, centre)
    join(&chart.triggers, &t.ring[area])
    for place in range(3):
        bit = t.bit_of[t.site_vertex[area * 3 + place]]
        add_spot(&chart.unknown, bit)
        if f.kind == TRADE_SHIP:
            drop_spot(&chart.stops, bit)


cdef inline void chart_system(const tables_t* t, const state_t* s, const flier_t* f, int area,
                              chart_t* chart) noexcept nogil:
    cdef int centre = t.bit_of[t.centre_vertex[area]], site, spot
    cdef bint closed = f.kind == TRADE_SHIP or is_closed(t, s, area)
    drop_spot(&chart.enter, centre)
    drop_spot(&chart.stops, centre)
    if s.face[area] == UNEXPLORED:
        join(&chart.triggers, &t.ring[area])
    for site in range(area * 3, area * 3 + 3):
        spot = t.site_vertex[site]
        if closed or s.site[site] or (spot == f.origin and not may_found(t, s, site)):      # R58, R60, Q21
            drop_spot(&chart.stops, t.bit_of[spot])
        if s.site[site] & PORT and is_foreign_port(t, s, f.seat, site):                     # R57
            drop_spot(&chart.stops, t.bit_of[t.site_docks[site][0]])
            drop_spot(&chart.stops, t.bit_of[t.site_docks[site][1]])
        if would_fall(s, f, site):
            join(&chart.triggers, &t.planet_ring[site])


cdef inline bint may_enter(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    cdef int area = t.centre_at[spot]
    return area == NONE or (s.face[area] != FACE_DOWN and area_kind(t, s, area) != SYSTEM)


cdef bint stop_in_reach(const tables_t* t, const chart_t* chart, int start, int steps) noexcept nogil:
    """Is there a place to stop, other than the start, on known ground?"""
    cdef bits_t here, there
    cdef uint64_t seen[WORDS]
    cdef int step, i
    memset(&here, 0, sizeof(here))
    add_spot(&here, t.bit_of[start])
    memcpy(seen, here.w, sizeof(seen))
    for step in range(steps):
        spread(t, &here, &there)
        for i in range(WORDS):
            here.w[i] = there.w[i] & chart.enter.w[i] & ~chart.unknown.w[i] & ~seen[i]
            seen[i] |= here.w[i]
            if here.w[i] & chart.stops.w[i]:
                return True
    return False


cdef int search_targets(const tables_t* t, const chart_t* chart, int start, int steps, int goal,
                        bits_t* found) noexcept nogil:
    """Finds every target of Q5. Returns the cost of the goal, or -1 if it is none or not reached."""
    cdef bits_t here, there
    cdef uint64_t seen[WORDS]
    cdef int step, i, bit = t.bit_of[start]
    memset(found, 0, sizeof(bits_t))
    memset(&here, 0, sizeof(here))
    add_spot(&here, bit)
    memcpy(seen, here.w, sizeof(seen))
    found.w[bit >> 6] = here.w[bit >> 6] & chart.stops.w[bit >> 6]
    if start == goal:
        return 0
    for step in range(1, steps + 1):
        spread(t, &here, &there)
        for i in range(WORDS):
            there.w[i] &= chart.enter.w[i] & ~seen[i]
            seen[i] |= there.w[i]
            found.w[i] |= there.w[i] & chart.stops.w[i]
            here.w[i] = there.w[i] & ~chart.triggers.w[i]
        if goal != NOWHERE and has_spot(&there, t.bit_of[goal]):
            return step
        add_stepping_stones(t, chart, &there, steps - step, found)
    return -1


cdef inline void add_stepping_stones(const tables_t* t, const chart_t* chart, const bits_t* reached, int left,
                                     bits_t* found) noexcept nogil:
    """Triggers where the ship may not stop are targets if a stop is in reach from there."""
    cdef uint64_t stones
    cdef int i, bit
    for i in range(WORDS):
        stones = reached.w[i] & chart.triggers.w[i] & ~chart.stops.w[i]
        while stones:
            bit = 64 * i + lowest_bit(stones)
            stones &= stones - 1
            if stop_in_reach(t, chart, t.spot_of[bit], left):
                add_spot(found, bit)


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
