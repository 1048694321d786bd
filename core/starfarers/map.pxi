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


cdef inline int cannons_of(const state_t* s, int seat, bint scientists) noexcept nogil:
    return s.upgrades[seat][CANNON] + (s.derived.borrowed[seat][CANNON] if scientists else 0)


cdef inline int boosters_of(const state_t* s, int seat, bint scientists) noexcept nogil:
    return s.upgrades[seat][BOOSTER] + (s.derived.borrowed[seat][BOOSTER] if scientists else 0)


cdef inline int speed_of(const state_t* s, int seat) noexcept nogil:
    return s.base_speed + boosters_of(s, seat, True)


cdef inline int stations_at(const tables_t* t, const state_t* s, int people) noexcept nogil:
    cdef int seat, sum = 0
    for seat in range(t.players):
        sum += s.stations[seat][people]
    return sum


cdef inline bint may_dock(const tables_t* t, const state_t* s, int seat, int people) noexcept nogil:
    cdef int there = stations_at(t, s, people)
    return there < t.docks and s.upgrades[seat][POD] > there


cdef inline bint is_foreign_port(const tables_t* t, const state_t* s, int seat, int site) noexcept nogil:
    """A spaceport of another player. The unused colour's does not count: R6."""
    cdef int owner = site_owner(s, site)
    return (s.site[site] & PORT) != 0 and owner != seat and owner < t.players


cdef inline bint blocks_port(const tables_t* t, const state_t* s, int seat, int spot) noexcept nogil:
    return t.dock_at[spot] != NONE and is_foreign_port(t, s, seat, t.dock_at[spot])


# ---- sets of intersections

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


cdef inline void part(bits_t* bits, const bits_t* less) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        bits.w[i] &= ~less.w[i]


cdef inline int column_of(int bit) noexcept nogil:
    return (bit & 63) // LANE * WORDS + (bit >> 6)


cdef inline void flood(const bits_t* enter, const bits_t* onward, bits_t* reach) noexcept nogil:
    """Grows a set by the neighbours of those from where one may go on.

    Neighbours lie in the columns left and right: two in the one, a place apart, one in the other, and which is
    which repeats after four columns. Places that do not exist are not entered.
    """
    cdef uint64_t a = reach.w[0] & onward.w[0], b = reach.w[1] & onward.w[1], c = reach.w[2] & onward.w[2]
    cdef uint64_t d = reach.w[3] & onward.w[3], e = reach.w[4] & onward.w[4], f = reach.w[5] & onward.w[5]
    cdef uint64_t g = reach.w[6] & onward.w[6], h = reach.w[7] & onward.w[7]
    reach.w[0] |= (h << LANE | b | b << 1) & enter.w[0]
    reach.w[1] |= (a | a >> 1 | c) & enter.w[1]
    reach.w[2] |= (b | d | d >> 1) & enter.w[2]
    reach.w[3] |= (c | c << 1 | e) & enter.w[3]
    reach.w[4] |= (d | f | f << 1) & enter.w[4]
    reach.w[5] |= (e | e >> 1 | g) & enter.w[5]
    reach.w[6] |= (f | h | h >> 1) & enter.w[6]
    reach.w[7] |= (g | g << 1 | a >> LANE) & enter.w[7]


cdef void reach_from(const bits_t* enter, const bits_t* onward, int bit, int steps, bits_t* reach) noexcept nogil:
    """Everything within so many steps."""
    cdef int step
    memset(reach, 0, sizeof(bits_t))
    add_spot(reach, bit)
    for step in range(steps):
        flood(enter, onward, reach)


# ---- the map as a ship sees it

ctypedef struct chart_t:
    bits_t stops                # where it may end its move
    bits_t triggers             # where arriving explores, discovers, defeats or terraforms (Q5)


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
    f.cannons = cannons_of(s, seat, t.base_scientists)
    f.pods = s.upgrades[seat][POD]
    return f


cdef inline bint would_fall(const state_t* s, const flier_t* f, int planet) noexcept nogil:
    """An open pirate base or ice planet that this player is strong enough for."""
    cdef int disc
    if planet == NONE or not s.derived.specials >> planet & 1:
        return False
    disc = s.disc[planet]
    return (f.cannons if disc < ICE else f.pods) >= (disc & 0x0F)


cdef void draw_chart(const tables_t* t, const state_t* s, const flier_t* f, chart_t* chart) noexcept nogil:
    cdef int seat
    chart.stops = s.derived.stops
    chart.triggers = s.derived.unexplored
    if f.kind == TRADE_SHIP:
        part(&chart.stops, &s.derived.notches)      # R58, Q6
        add_docking_points(t, s, f.seat, &chart.stops)
    part(&chart.stops, &s.derived.ships)            # R56
    for seat in range(SEATS):
        if seat != f.seat:
            part(&chart.stops, &s.derived.docks[seat])      # R57
    if is_system_site(t, s, f.origin) and not may_found(t, s, t.site_at[f.origin]):
        drop_spot(&chart.stops, t.bit_of[f.origin])         # R60
    if s.derived.specials:
        add_weak_specials(t, s, f, &chart.triggers)


cdef void add_docking_points(const tables_t* t, const state_t* s, int seat, bits_t* stops) noexcept nogil:
    """R59."""
    cdef int people, area
    if s.upgrades[seat][POD] == 0:
        return
    for people in range(PEOPLES):
        area = s.derived.outposts[people]
        if area != NONE and may_dock(t, s, seat, people):
            add_spot(stops, t.bit_of[t.centre_vertex[area]])


cdef void add_weak_specials(const tables_t* t, const state_t* s, const flier_t* f, bits_t* triggers) noexcept nogil:
    cdef uint64_t left = s.derived.specials
    cdef int planet
    while left:
        planet = lowest_bit(left)
        left &= left - 1
        if would_fall(s, f, planet):
            join(triggers, &t.planet_ring[planet])


cdef inline bint may_enter(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    cdef int area = t.centre_at[spot]
    return area == NONE or (s.face[area] != FACE_DOWN and area_kind(t, s, area) != SYSTEM)


cdef bint stop_in_reach(const tables_t* t, const state_t* s, const chart_t* chart, int start,
                        int steps) noexcept nogil:
    """Is there a place to stop, other than the start, on known ground?"""
    cdef bits_t known = s.derived.enter, reach
    cdef int i
    part(&known, &s.derived.unknown)
    reach_from(&known, &t.valid, t.bit_of[start], steps, &reach)
    drop_spot(&reach, t.bit_of[start])
    for i in range(WORDS):
        if reach.w[i] & chart.stops.w[i]:
            return True
    return False


cdef inline bits_t places_to_go_on(const tables_t* t, const state_t* s, const chart_t* chart) noexcept nogil:
    """Where nothing is triggered, and where the ship is now."""
    cdef bits_t onward = t.valid
    part(&onward, &chart.triggers)
    add_spot(&onward, t.bit_of[s.flying_at])
    return onward


cdef void search_targets(const tables_t* t, const state_t* s, const chart_t* chart, bits_t* found) noexcept nogil:
    """Every target of Q5: the stops in reach, and stepping stones."""
    cdef bits_t onward = places_to_go_on(t, s, chart), stones
    cdef uint64_t any_stone = 0
    cdef int i
    reach_from(&s.derived.enter, &onward, t.bit_of[s.flying_at], s.flying_steps, found)
    for i in range(WORDS):
        stones.w[i] = found.w[i] & ~onward.w[i] & ~chart.stops.w[i]
        any_stone |= stones.w[i]
        found.w[i] &= chart.stops.w[i]
    if any_stone:
        add_stepping_stones(t, s, chart, &stones, found)


cdef int steps_to(const tables_t* t, const state_t* s, const chart_t* chart, int goal) noexcept nogil:
    """On the shortest way whose inner intersections trigger nothing; the goal is in reach."""
    cdef bits_t onward = places_to_go_on(t, s, chart), reach
    cdef int steps = 0
    memset(&reach, 0, sizeof(reach))
    add_spot(&reach, t.bit_of[s.flying_at])
    while steps < s.flying_steps and not has_spot(&reach, t.bit_of[goal]):
        flood(&s.derived.enter, &onward, &reach)
        steps += 1
    return steps


cdef void add_stepping_stones(const tables_t* t, const state_t* s, const chart_t* chart, const bits_t* stones,
                              bits_t* found) noexcept nogil:
    """Triggers where the ship may not stop are targets if a stop is in reach from there."""
    cdef uint64_t left
    cdef int i, bit, stone
    for i in range(WORDS):
        left = stones.w[i]
        while left:
            bit = 64 * i + lowest_bit(left)
            left &= left - 1
            stone = t.spot_of[bit]
            if stop_in_reach(t, s, chart, stone, s.flying_steps - steps_to(t, s, chart, stone)):
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


cdef void add_ship(const tables_t* t, state_t* s, int seat, int kind, int spot, int flags) noexcept nogil:
    insert_ship(s, seat, kind, spot, flags)
    add_spot(&s.derived.ships, t.bit_of[spot])


cdef void insert_ship(state_t* s, int seat, int kind, int spot, int flags) noexcept nogil:
    """Ships stand in the order of their intersections, so that equal positions are equal bytes."""
    cdef int i = TRANSPORTS - 1
    while i > 0 and (s.ships[seat][i - 1].kind == NO_SHIP or s.ships[seat][i - 1].at > spot):
        s.ships[seat][i] = s.ships[seat][i - 1]
        i -= 1
    s.ships[seat][i].at = spot
    s.ships[seat][i].kind = kind
    s.ships[seat][i].flags = flags


cdef void remove_ship(const tables_t* t, state_t* s, int seat, int index) noexcept nogil:
    cdef int i
    drop_spot(&s.derived.ships, t.bit_of[s.ships[seat][index].at])
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
    cdef uint64_t left
    cdef int i, word, spot, count = 0
    for word in range(WORDS):
        left = s.derived.docks[seat].w[word] & ~s.derived.ships.w[word]
        while left:
            spot = t.spot_of[64 * word + lowest_bit(left)]
            left &= left - 1
            i = count
            while i > 0 and docks[i - 1] > spot:
                docks[i] = docks[i - 1]
                i -= 1
            docks[i] = spot
            count += 1
    return count
