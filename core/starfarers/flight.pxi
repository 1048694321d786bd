# The flight phase: shake, fly, jump, explore, found.


cdef inline int shake_ship(state_t* s, int seat) noexcept nogil:
    """The two balls that show: one of ten pairs."""
    s.shakes[seat] += 1
    return <int>draw(s.seed, FROM_SHAKE, <uint32_t>seat << 16 | s.shakes[seat], PAIRS)


cdef void settle_shake(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef int pair
    if s.ships[frame.seat][0].kind == NO_SHIP:      # R22
        if s.depth and s.frames[s.depth - 1].kind == FLIGHT:
            pop(s)
        return
    pair = shake_ship(s, frame.seat)
    s.pair = t.pair_looks[pair] + 1
    s.base_speed = t.encounter_speed if t.pair_black[pair] else t.pair_total[pair]
    if t.pair_black[pair]:
        push(s, ENCOUNTER_OVER, frame.seat, 0, 0)
        draw_encounter(t, s)


# ---- which ship

cdef inline bint stays_to_found(const tables_t* t, const state_t* s, const ship_t* ship) noexcept nogil:
    """A colony ship on a site where it may found."""
    return ship.kind == COLONY_SHIP and t.site_at[ship.at] != NONE and may_found(t, s, t.site_at[ship.at])


cdef bint may_stay(const tables_t* t, const state_t* s, int seat, const ship_t* ship) noexcept nogil:
    """May it end its move where it began it?"""
    if blocks_port(t, s, seat, ship.at):
        return False
    return not is_system_site(t, s, ship.at) or stays_to_found(t, s, ship)


cdef bint may_leave(const tables_t* t, const state_t* s, int seat, const ship_t* ship) noexcept nogil:
    """Is there a stop elsewhere within its speed?"""
    cdef flier_t f = make_flier(t, s, seat, ship.kind, ship.at)
    cdef chart_t chart
    draw_chart(t, s, &f, &chart)
    return stop_in_reach(t, s, &chart, ship.at, speed_of(s, seat))


cdef bint may_fly(const tables_t* t, const state_t* s, int seat, const ship_t* ship) noexcept nogil:
    if ship.kind == NO_SHIP or ship.flags & MOVED:
        return False
    if ship.flags & LOCKED:
        return stays_to_found(t, s, ship)
    return may_stay(t, s, seat, ship) or may_leave(t, s, seat, ship)


cdef bint must_go(const tables_t* t, const state_t* s, int seat, const ship_t* ship) noexcept nogil:
    """Q17: it blocks a spaceport site or is parked on a colony site, and can do something about it."""
    cdef bint parked
    if ship.kind == NO_SHIP or ship.flags:
        return False
    parked = ship.kind == COLONY_SHIP and is_system_site(t, s, ship.at)
    if not parked and not blocks_port(t, s, seat, ship.at):
        return False
    return (parked and stays_to_found(t, s, ship)) or may_leave(t, s, seat, ship)


cdef inline bint is_system_site(const tables_t* t, const state_t* s, int spot) noexcept nogil:
    cdef int bit = t.bit_of[spot]
    return has_spot(&s.derived.notches, bit) and not has_spot(&s.derived.unknown, bit)


cdef bint has_choice_of_ships(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """A quick yes for the common case that a ship may fly and none must; False proves nothing."""
    cdef int i
    cdef const ship_t* ship
    cdef bint ready = False
    for i in range(TRANSPORTS):
        ship = &s.ships[seat][i]
        if ship.kind == NO_SHIP or ship.flags:
            continue
        if blocks_port(t, s, seat, ship.at) or is_system_site(t, s, ship.at):
            return False
        ready = True
    return ready


cdef int ask_flight(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int i, count = 0, seat = frame.seat
    cdef bint may_end = True
    for i in range(TRANSPORTS):
        if may_fly(t, s, seat, &s.ships[seat][i]):
            actions[count] = act(A_FLY, s.ships[seat][i].at)
            count += 1
        may_end = may_end and not must_go(t, s, seat, &s.ships[seat][i])
    if s.jump:
        for i in range(TRANSPORTS):
            if s.ships[seat][i].kind and not s.ships[seat][i].flags:
                actions[count] = act(A_JUMP, s.ships[seat][i].at)
                count += 1
    if may_end or count == 0:
        actions[count] = act(A_END_FLIGHT, 0)
        count += 1
    return count


cdef void answer_flight(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int index
    if verb(action) == A_END_FLIGHT:
        return
    push_back(s, frame)
    index = ship_at(s, frame.seat, operand(action))
    take_off(t, s, frame.seat, index)
    if verb(action) == A_JUMP:
        s.jump = 0
        push(s, JUMP_TARGET, frame.seat, 0, 0)
    elif s.flying_steps == 0:
        finish_move(t, s)
    else:
        push(s, TARGET, frame.seat, 0, 0)


cdef void take_off(const tables_t* t, state_t* s, int seat, int index) noexcept nogil:
    """The ship in mid-move is off the map until it lands. A locked one has no steps."""
    cdef ship_t ship = s.ships[seat][index]
    remove_ship(t, s, seat, index)
    s.flying_kind = ship.kind
    s.flying_at = ship.at
    s.flying_from = ship.at
    s.flying_steps = 0 if ship.flags & LOCKED else speed_of(s, seat)


# ---- where to

cdef inline action_t* list_four(const tables_t* t, int quarter, int four, uint32_t first,
                                action_t* actions) noexcept nogil:
    """Always writes four flights, of which the first so many count: there is room for all intersections."""
    cdef uint32_t flights[4]
    cdef int i
    for i in range(4):
        flights[i] = first + t.bits_of[quarter][four][i]
    memcpy(actions, flights, sizeof(flights))
    return actions + t.bit_count[four]


cdef int list_spots(const tables_t* t, const bits_t* found, action_t* actions) noexcept nogil:
    cdef action_t* end = actions
    cdef uint32_t first
    cdef int column
    cdef unsigned int places
    for column in range(COLUMNS):
        places = found.w[column % WORDS] >> column // WORDS * LANE & 0xFFFF
        if places == 0:
            continue
        first = t.fly_to[column]
        end = list_four(t, 0, places & 0x0F, first, end)
        end = list_four(t, 1, places >> 4 & 0x0F, first, end)
        end = list_four(t, 2, places >> 8 & 0x0F, first, end)
        end = list_four(t, 3, places >> 12, first, end)
    return <int>(end - actions)


cdef inline void chart_flight(const tables_t* t, const state_t* s, int seat, chart_t* chart) noexcept nogil:
    cdef flier_t f = make_flier(t, s, seat, s.flying_kind, s.flying_from)
    draw_chart(t, s, &f, chart)


cdef int ask_target(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef chart_t chart
    cdef bits_t found
    chart_flight(t, s, frame.seat, &chart)
    search_targets(t, s, &chart, &found)
    return list_spots(t, &found, actions)


cdef bint has_choice_to_fly(const tables_t* t, const state_t* s) noexcept nogil:
    """A quick yes for the common case of two plain free neighbours; False proves nothing."""
    cdef int i, spot, free = 0
    if s.flying_steps == 0:
        return False
    for i in range(t.degree[s.flying_at]):
        spot = t.neighbours[s.flying_at][i]
        free += (t.centre_at[spot] == NONE and t.site_at[spot] == NONE and t.dock_at[spot] == NONE
                 and not has_spot(&s.derived.ships, t.bit_of[spot]))
    return free >= 2


cdef inline bint is_trigger(const tables_t* t, const state_t* s, const flier_t* f, int spot) noexcept nogil:
    cdef int area = t.area_at[spot]
    return area != NONE and (s.face[area] != OPEN or weak_special_near(t, s, f, spot) != NONE)


cdef int cost_of(const tables_t* t, const state_t* s, const flier_t* f, int target) noexcept nogil:
    cdef chart_t chart
    draw_chart(t, s, f, &chart)
    return steps_to(t, s, &chart, target)


cdef void answer_target(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    """Without a trigger the move ends here, whatever it cost."""
    cdef flier_t f = make_flier(t, s, frame.seat, s.flying_kind, s.flying_from)
    cdef int target = operand(action)
    if target == s.flying_at or not is_trigger(t, s, &f, target):
        s.flying_at = target
        finish_move(t, s)
        return
    s.flying_steps -= cost_of(t, s, &f, target)
    s.flying_at = target
    push_back(s, frame)
    arrive(t, s)


cdef int ask_jump_target(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef chart_t chart
    chart_flight(t, s, frame.seat, &chart)
    drop_spot(&chart.stops, t.bit_of[s.flying_at])
    return list_spots(t, &chart.stops, actions)


cdef void answer_jump_target(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.flying_at = operand(action)
    s.flying_steps = 0
    push(s, TARGET, frame.seat, 0, 0)       # with no steps left it can only stop
    arrive(t, s)


# ---- what happens on arrival

cdef void arrive(const tables_t* t, state_t* s) noexcept nogil:
    if has_spot(&s.derived.unexplored, t.bit_of[s.flying_at]):
        explore(t, s, t.area_at[s.flying_at])
    conquer_specials(t, s)


cdef void explore(const tables_t* t, state_t* s, int area) noexcept nogil:
    """R62, R63: turns the tile and all its discs up."""
    if s.face[area] == FACE_DOWN and area_kind(t, s, area) == SYSTEM:
        lay_discs(t, s, area)
    s.face[area] = OPEN
    chart_area(t, s, area)


cdef int weak_special_near(const tables_t* t, const state_t* s, const flier_t* f, int spot) noexcept nogil:
    cdef int k
    if s.derived.specials and t.area_at[spot] != NONE:
        for k in range(2):
            if would_fall(s, f, t.planets_at[spot][k]):
                return t.planets_at[spot][k]
    return NONE


cdef void conquer_specials(const tables_t* t, state_t* s) noexcept nogil:
    """Q4, Q27: whatever the active player can defeat or terraform falls, by area, until it has won (Q25)."""
    cdef int i, first = 0, count = 0
    cdef int fallen[TOKENS]
    cdef flier_t f
    if not s.derived.specials:
        return
    f.cannons = cannons_of(s, s.active, t.base_scientists)
    f.pods = s.upgrades[s.active][POD]
    while first != NONE and not is_won(t, s):
        first = NONE
        if s.flying_kind:
            first = weak_special_near(t, s, &f, s.flying_at)
        for i in range(TRANSPORTS):
            if s.ships[s.active][i].kind:
                first = min(first, weak_special_near(t, s, &f, s.ships[s.active][i].at))
        if first != NONE:
            conquer(t, s, first)
            fallen[count] = first
            count += 1
    for i in range(count - 1, -1, -1):
        offer_founding(t, s, fallen[i])


cdef void conquer(const tables_t* t, state_t* s, int planet) noexcept nogil:
    """R72: the token, and a reserve disc."""
    cdef int token
    for token in range(TOKENS):
        if t.token_disc[token] == s.disc[planet]:
            s.token[token] = s.active
    s.disc[planet] = FROM_RESERVE | next_disc(s, RESERVE_GROUP)
    chart_planet(t, s, planet)
    count_points(t, s, s.active)


cdef void offer_founding(const tables_t* t, state_t* s, int planet) noexcept nogil:
    """Q23: colony ships parked there, in the order of the sites."""
    cdef int k, site
    for k in range(2, -1, -1):
        site = planet // 3 * 3 + k
        if touches(site, planet) and parked_ship(t, s, site) >= 0 and may_found(t, s, site):
            push(s, FOUND, s.active, site, 1)


cdef inline bint touches(int site, int planet) noexcept nogil:
    return site == planet or site // 3 * 3 + (site + 1) % 3 == planet


cdef inline int parked_ship(const tables_t* t, const state_t* s, int site) noexcept nogil:
    cdef int index = ship_at(s, s.active, t.site_vertex[site])
    return index if index >= 0 and s.ships[s.active][index].kind == COLONY_SHIP else -1


# ---- the end of a move

cdef void finish_move(const tables_t* t, state_t* s) noexcept nogil:
    cdef int spot = s.flying_at, site = t.site_at[spot], centre = t.centre_at[spot]
    s.flying_steps = 0
    push(s, FREE_SHIPS, s.active, 0, 0)
    if s.flying_kind == COLONY_SHIP and site != NONE and may_found(t, s, site):
        if spot == s.flying_from:
            found_colony(t, s, site)
        else:
            push(s, FOUND, s.active, site, 0)
    elif s.flying_kind == TRADE_SHIP and centre != NONE and area_kind(t, s, centre) == OUTPOST:
        found_station(t, s, t.sector_people[s.tile[centre]])
    else:
        land(t, s)


cdef void stop_flying(state_t* s) noexcept nogil:
    s.flying_kind = NO_SHIP
    s.flying_at = NOWHERE
    s.flying_from = NOWHERE
    s.flying_steps = 0


cdef void land(const tables_t* t, state_t* s) noexcept nogil:
    add_ship(t, s, s.active, s.flying_kind, s.flying_at, MOVED)
    stop_flying(s)


cdef int ask_found(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    if frame.b and (parked_ship(t, s, frame.a) < 0 or not may_found(t, s, frame.a)):
        return 0
    actions[0] = act(A_FOUND, 0)
    actions[1] = act(A_NOT_FOUND, 0)
    return 2


cdef void answer_found(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    if verb(action) == A_NOT_FOUND:
        if not frame.b:
            land(t, s)
    elif frame.b:
        remove_ship(t, s, frame.seat, parked_ship(t, s, frame.a))
        place_colony(t, s, frame.seat, frame.a)
        push(s, FREE_SHIPS, frame.seat, 0, 0)
    else:
        found_colony(t, s, frame.a)


cdef void found_colony(const tables_t* t, state_t* s, int site) noexcept nogil:
    stop_flying(s)
    place_colony(t, s, s.active, site)


cdef void found_station(const tables_t* t, state_t* s, int people) noexcept nogil:
    """R78, R79: the marker goes to whoever first has more stations than its holder."""
    cdef int seat = s.active, holder = s.marker[people]
    stop_flying(s)
    s.stations[seat][people] += 1
    if holder == NONE or s.stations[seat][people] > s.stations[holder][people]:
        s.marker[people] = seat
        count_points(t, s, seat)
        if holder != NONE:
            count_points(t, s, holder)
    push(s, FRIENDSHIP, seat, people, 0)


cdef inline int friends_left(const tables_t* t, const state_t* s, int card) noexcept nogil:
    cdef int seat, left = t.friend_copies[card]
    for seat in range(t.players):
        left -= s.friends[seat][card]
    return left


cdef int ask_friendship(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int card, count = 0
    for card in range(FRIENDS):
        if t.friend_people[card] == frame.a and friends_left(t, s, card) > 0:
            actions[count] = act(A_FRIEND, card)
            count += 1
    return count


cdef void answer_friendship(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.friends[frame.seat][operand(action)] += 1
    read_friends(t, s, frame.seat)
    conquer_specials(t, s)
