# The start: tiles, discs, the beginner's pieces, or the set-up phase of R8 to R13.

cdef enum: BEGINNER, STRATEGIC, EXPLORER, WILD


cdef int roll_for_start(const tables_t* t, uint64_t seed) noexcept nogil:
    """The highest roll of two dice begins; those who tie roll again (Q16)."""
    cdef int in_play[SEATS]
    cdef int seat, die, roll, best, count = t.players, index = 0, first = 0
    for seat in range(t.players):
        in_play[seat] = 1
    while count > 1:
        best = 0
        count = 0
        for seat in range(t.players):
            if not in_play[seat]:
                continue
            die = index * 8 + 2 * seat
            roll = 2 + <int>draw(seed, FROM_START, die, 6) + <int>draw(seed, FROM_START, die + 1, 6)
            in_play[seat] = roll + 1
            if roll > best:
                best = roll
                first = seat
        for seat in range(t.players):
            in_play[seat] = in_play[seat] == best + 1
            count += in_play[seat]
        index += 1
    return first


cdef void lay_tiles(const tables_t* t, state_t* s) noexcept nogil:
    cdef uint8_t bag[SECTORS]
    cdef int area, sector
    cdef rng_t rng = stream(s.seed, FROM_TILES, 0)
    s.box = t.box
    if t.setup == BEGINNER:
        memcpy(s.tile, t.beginner_sector, VACANT)
    elif t.setup == WILD:
        for sector in range(SECTORS):
            bag[sector] = sector
        rng_shuffle(&rng, bag, SECTORS)
        memcpy(s.tile, bag, VACANT)
        s.box = bag[VACANT]
    else:
        lay_by_stars(t, s, &rng)
    for area in range(VACANT):
        s.stars[area] = t.sector_stars[s.tile[area]]
        s.rotation[area] = 0
        if t.setup != BEGINNER and t.sector_kind[s.tile[area]] == SYSTEM:
            s.rotation[area] = draw(s.seed, FROM_ROTATION, area, 3)


cdef void lay_by_stars(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """R14: one-star tiles into the near areas, two-star tiles into the far ones."""
    cdef uint8_t bag[SECTORS]
    cdef int stars, sector, area, count
    for stars in range(1, 3):
        count = 0
        for sector in range(SECTORS):
            if t.sector_stars[sector] == stars and sector != t.box:
                bag[count] = sector
                count += 1
        rng_shuffle(rng, bag, count)
        for area in range(VACANT):
            if t.area_stars[area] == stars:
                count -= 1
                s.tile[area] = bag[count]


cdef void shuffle_discs(const tables_t* t, state_t* s) noexcept nogil:
    cdef rng_t rng
    cdef int group
    for group in range(ICONS + 1):
        rng = stream(s.seed, FROM_DISCS + group, 0)
        memcpy(s.stack[group], t.fronts[group], GROUP)
        rng_shuffle(&rng, s.stack[group], t.front_count[group])
        s.stack_size[group] = t.front_count[group]


cdef inline int next_disc(state_t* s, int group) noexcept nogil:
    cdef int disc
    s.stack_size[group] -= 1
    disc = s.stack[group][s.stack_size[group]]
    s.stack[group][s.stack_size[group]] = NONE
    return disc


cdef inline int planet_icon(const tables_t* t, const state_t* s, int planet) noexcept nogil:
    return t.sector_icon[s.tile[planet // 3]][(planet % 3 + s.rotation[planet // 3]) % 3]


cdef void lay_discs(const tables_t* t, state_t* s, int area) noexcept nogil:
    """A disc with the right icon on each planet of a system."""
    cdef int planet
    for planet in range(area * 3, area * 3 + 3):
        s.disc[planet] = next_disc(s, planet_icon(t, s, planet))


cdef void turn_tiles(const tables_t* t, state_t* s) noexcept nogil:
    """Explorer and Wild leave them face down; else systems get their discs, face down."""
    cdef int area
    memset(s.disc, NONE, sizeof(s.disc))
    for area in range(VACANT):
        s.face[area] = FACE_DOWN
        if t.setup < EXPLORER:
            s.face[area] = OPEN
            if t.sector_kind[s.tile[area]] == SYSTEM:
                s.face[area] = UNEXPLORED
                lay_discs(t, s, area)


cdef void lay_greek_discs(const tables_t* t, state_t* s) noexcept nogil:
    cdef int system
    cdef rng_t rng
    cdef uint8_t* discs = &s.disc[3 * VACANT]
    memcpy(discs, t.greek_disc, SITES - 3 * VACANT)
    if t.setup == BEGINNER:
        memcpy(discs, t.greek_beginner, SITES - 3 * VACANT)
    for system in range(AREAS - VACANT):
        s.face[VACANT + system] = OPEN
        if t.setup != BEGINNER:
            rng = stream(s.seed, FROM_GREEK, system)
            rng_shuffle(&rng, discs + 3 * system, 3)


cdef void shuffle_encounters(state_t* s) noexcept nogil:
    cdef int card
    cdef rng_t rng = stream(s.seed, FROM_ENCOUNTERS, s.shuffles)
    for card in range(CARDS):
        s.deck[card] = card
    rng_shuffle(&rng, s.deck, CARDS)
    s.deck_next = 0
    s.shuffles += 1


cdef void place_colony(const tables_t* t, state_t* s, int seat, int site) noexcept nogil:
    s.site[site] = seat + 1
    s.colonies[seat] += 1
    s.derived.bases[seat] |= <uint64_t>1 << site
    chart_area(t, s, site // 3)
    count_points(t, s, seat)


cdef void place_port(const tables_t* t, state_t* s, int seat, int site) noexcept nogil:
    s.site[site] |= PORT
    s.ports[seat] += 1
    open_docks(t, s, seat, site)
    count_points(t, s, seat)


cdef void place_beginner_pieces(const tables_t* t, state_t* s) noexcept nogil:
    """The unused colour's colonies and spaceport stand too, but not its ship: R6."""
    cdef int seat
    for seat in range(SEATS):
        place_colony(t, s, seat, t.start_port[seat])
        place_port(t, s, seat, t.start_port[seat])
        place_colony(t, s, seat, t.start_colony[seat][0])
        place_colony(t, s, seat, t.start_colony[seat][1])
        if seat < t.players:
            add_ship(t, s, seat, COLONY_SHIP, t.start_ship[seat], 0)
            s.upgrades[seat][BOOSTER] = 1


cdef void begin_play(const tables_t* t, state_t* s) noexcept nogil:
    """R12: fame and reserve cards, the starter first; then the first turn."""
    cdef int i, seat
    for i in range(t.players):
        seat = (s.starter + i) % t.players
        s.fame[seat] = t.starting_fame
        count_points(t, s, seat)
        draw_reserve(t, s, seat, t.starting_cards)
    s.turn = 1
    push(s, START_TURN, s.active, 0, 0)


cdef void clear_state(const tables_t* t, state_t* s, uint64_t seed) noexcept nogil:
    memset(s, 0, sizeof(state_t))
    s.seed = seed
    s.winner = NONE
    s.card = NONE
    s.family = NONE
    s.flying_at = NOWHERE
    s.flying_from = NOWHERE
    memset(s.ships, 0, sizeof(s.ships))
    for seat in range(SEATS):
        for i in range(TRANSPORTS):
            s.ships[seat][i].at = NOWHERE
    memset(s.marker, NONE, sizeof(s.marker))
    memset(s.token, NONE, sizeof(s.token))
    memset(s.pile, NONE, sizeof(s.pile))
    memset(s.supply, t.per_resource, sizeof(s.supply))


cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    clear_state(t, s, seed)
    s.starter = roll_for_start(t, seed)
    s.active = s.starter
    lay_tiles(t, s)
    shuffle_discs(t, s)
    turn_tiles(t, s)
    lay_greek_discs(t, s)
    derive(t, s)
    shuffle_encounters(s)
    build_pile(t, s)
    if t.setup == BEGINNER:
        place_beginner_pieces(t, s)
        begin_play(t, s)
    else:
        memcpy(s.bonus, t.bonus, UPGRADES)
        push(s, SETUP, s.starter, 0, 0)
    settle(t, s)


# ---- the set-up phase

cdef inline int setup_seat(const tables_t* t, const state_t* s, int step) noexcept nogil:
    """R9: rounds 1 and 3 clockwise from the starter, 2 and 4 back again."""
    cdef int turn = step % t.players
    if step // t.players % 2:
        turn = t.players - 1 - turn
    return (s.starter + turn) % t.players


cdef void settle_setup(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef int seat = setup_seat(t, s, frame.a)
    if frame.a == 4 * t.players:
        memset(s.bonus, 0, sizeof(s.bonus))
        begin_play(t, s)
        return
    push(s, SETUP, s.starter, frame.a + 1, 0)
    if frame.a < 3 * t.players:
        push(s, SETUP_COLONY, seat, 0, 0)
    else:
        push(s, SETUP_UPGRADE, seat, 0, 0)
        push(s, SETUP_SPACEPORT, seat, 0, 0)


cdef int list_sites(const tables_t* t, int kind, const uint8_t* chosen, action_t* actions) noexcept nogil:
    """One action for every chosen site, by intersection."""
    cdef int site, i, spot, count = 0
    for site in range(SITES):
        if not chosen[site]:
            continue
        spot = t.site_vertex[site]
        i = count
        while i > 0 and operand(actions[i - 1]) > spot:
            actions[i] = actions[i - 1]
            i -= 1
        actions[i] = act(kind, spot)
        count += 1
    return count


cdef int ask_setup_colony(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef uint8_t chosen[SITES]
    cdef int site
    for site in range(SITES):
        chosen[site] = site >= 3 * VACANT and s.site[site] == 0 and colonies_left(t, s, frame.seat) > 0
    return list_sites(t, A_COLONY_AT, chosen, actions)


cdef void answer_setup_colony(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    place_colony(t, s, frame.seat, t.site_at[operand(action)])


cdef int own_plain_colonies(const tables_t* t, const state_t* s, int seat, int kind, action_t* actions) noexcept nogil:
    cdef uint8_t chosen[SITES]
    cdef int site
    for site in range(SITES):
        chosen[site] = s.site[site] == seat + 1
    return list_sites(t, kind, chosen, actions)


cdef int ask_setup_spaceport(const tables_t* t, const state_t* s, const frame_t* frame,
                             action_t* actions) noexcept nogil:
    if s.ports[frame.seat] >= t.max_ports:
        return 0
    return own_plain_colonies(t, s, frame.seat, A_SPACEPORT_AT, actions)


cdef void answer_setup_spaceport(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int site = t.site_at[operand(action)]
    place_port(t, s, frame.seat, site)
    push(s, SETUP_SHIP, frame.seat, site, 0)


cdef int ask_setup_ship(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef uint16_t docks[2 * SITES]
    cdef int i, kind, count = 0, free = free_docks(t, s, frame.seat, docks)
    if transports_left(s, frame.seat) <= 0:
        return 0
    for kind in range(COLONY_SHIP, TRADE_SHIP + 1):
        if (colonies_left(t, s, frame.seat) if kind == COLONY_SHIP else stations_left(t, s, frame.seat)) <= 0:
            continue
        for i in range(free):
            if t.dock_at[docks[i]] == frame.a:
                actions[count] = act(A_COLONY_SHIP_AT if kind == COLONY_SHIP else A_TRADE_SHIP_AT, docks[i])
                count += 1
    return count


cdef void answer_setup_ship(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    add_ship(t, s, frame.seat, COLONY_SHIP if verb(action) == A_COLONY_SHIP_AT else TRADE_SHIP, operand(action), 0)


cdef int ask_setup_upgrade(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(UPGRADES):
        if s.bonus[kind] and has_room(t, s, frame.seat, kind):
            actions[count] = act(A_TAKE_UPGRADE, kind)
            count += 1
    return count


cdef void answer_setup_upgrade(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.bonus[operand(action)] -= 1
    s.upgrades[frame.seat][operand(action)] += 1
