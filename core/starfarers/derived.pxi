# What follows from the rest of the state and is kept up to date with it.


cdef void derive(const tables_t* t, state_t* s) noexcept nogil:
    """Everything, from the beginning."""
    cdef int seat, i
    memset(&s.derived, 0, sizeof(derived_t))
    memset(s.derived.outposts, NONE, PEOPLES)
    s.derived.enter = t.valid
    s.derived.stops = t.valid
    for i in range(AREAS):
        chart_area(t, s, i)
    for i in range(SITES):
        if s.site[i]:
            s.derived.bases[site_owner(s, i)] |= <uint64_t>1 << i
        if s.site[i] & PORT:
            open_docks(t, s, site_owner(s, i), i)
    for seat in range(SEATS):
        count_points(t, s, seat)
        read_friends(t, s, seat)
        for i in range(TRANSPORTS):
            if s.ships[seat][i].kind:
                add_spot(&s.derived.ships, t.bit_of[s.ships[seat][i].at])


cdef inline void set_spot(bits_t* bits, int bit, bint there) noexcept nogil:
    if there:
        add_spot(bits, bit)
    else:
        drop_spot(bits, bit)


cdef void chart_area(const tables_t* t, state_t* s, int area) noexcept nogil:
    """After a tile was turned, its discs were, or a colony was founded there."""
    cdef derived_t* d = &s.derived
    cdef int site, bit, centre = t.bit_of[t.centre_vertex[area]]
    cdef bint known = s.face[area] != FACE_DOWN
    cdef bint system = known and area_kind(t, s, area) == SYSTEM
    cdef bint closed = system and is_closed(t, s, area)
    set_spot(&d.enter, centre, known and not system)
    set_spot(&d.stops, centre, known and area_kind(t, s, area) == EMPTY)
    set_spot(&d.unknown, centre, not known)
    for site in range(area * 3, area * 3 + 3):
        bit = t.bit_of[t.site_vertex[site]]
        set_spot(&d.stops, bit, not closed and not s.site[site])        # Q21
        set_spot(&d.notches, bit, system or not known)
        set_spot(&d.unknown, bit, not known)
        chart_planet(t, s, site)
    if s.face[area] == OPEN:
        part(&d.unexplored, &t.ring[area])
    else:
        join(&d.unexplored, &t.ring[area])
    if known and area_kind(t, s, area) == OUTPOST:
        d.outposts[t.sector_people[s.tile[area]]] = area


cdef void chart_planet(const tables_t* t, state_t* s, int planet) noexcept nogil:
    """R24, R25: what its disc, if it lies open, is good for."""
    cdef uint64_t bit = <uint64_t>1 << planet
    cdef int roll, rolls = t.rolls[s.disc[planet]] if s.face[planet // 3] == OPEN else 0
    s.derived.specials &= ~bit
    if special_on(s, planet):
        s.derived.specials |= bit
    for roll in range(ROLLS):
        s.derived.yields[roll] &= ~bit
        if rolls >> roll & 1:
            s.derived.yields[roll] |= bit


cdef inline void open_docks(const tables_t* t, state_t* s, int seat, int site) noexcept nogil:
    """The unused colour's spaceport keeps nobody away: R6."""
    if seat < t.players:
        add_spot(&s.derived.docks[seat], t.bit_of[t.site_docks[site][0]])
        add_spot(&s.derived.docks[seat], t.bit_of[t.site_docks[site][1]])


cdef void read_friends(const tables_t* t, state_t* s, int seat) noexcept nogil:
    """What the Scientists and Merchants cards of a player come to."""
    cdef int i
    s.derived.borrowed[seat][BOOSTER] = 0
    s.derived.borrowed[seat][CANNON] = 0
    for i in range(FRIENDS):
        s.derived.borrowed[seat][BOOSTER] += s.friends[seat][i] * t.friend_boosters[i]
        s.derived.borrowed[seat][CANNON] += s.friends[seat][i] * t.friend_cannons[i]
    s.derived.single[seat] = 0
    for i in range(RESOURCES):
        s.derived.rates[seat][i] = t.rate[i]
        if s.friends[seat][t.rate_card[i]]:
            if t.rate_once[i]:
                s.derived.single[seat] |= 1 << i
            else:
                s.derived.rates[seat][i] = t.rate_cards[i]
