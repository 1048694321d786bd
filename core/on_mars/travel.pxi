# Travel and the Shuttle phase.

# ---- travel (R148-R158)

cdef void travel(state_t* s, int seat, bint landing_pod) noexcept nogil:
    """To the other side. A Landing Pod brings no Discovery tile (R54)."""
    cdef int side = COLONY if side_of(s, seat) == ORBIT else ORBIT
    push(s, K_TRAVEL_HOME, seat).x[0] = side
    if side == COLONY and not landing_pod:
        push(s, K_PLACE_TILE, seat)


cdef void settle_travel(const tables_t* t, state_t* s) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    travel(s, seat, False)


cdef inline hexset_t tile_places(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Empty hexes exactly 3 from one's Rover (R152)."""
    return empty_hexes(t, s) & t.at_distance[rover_hex(t, s, seat)][3]


cdef int ask_place_tile(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    """Either face-up tile."""
    cdef hexset_t places = tile_places(t, s, f.seat), hexes
    cdef int count = 0, i
    for i in range(2):
        if s.exploration[i]:
            hexes = places
            while hexes:
                out[count] = act(A_TILE, s.exploration[i], hs_first(hexes), i)
                count += 1
                hexes &= hexes - 1
    return count


cdef void answer_place_tile(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    pop(s)
    lay(s, arg_b(action), DISCOVERY_THERE + arg_a(action))
    refill_exploration(s, arg_c(action))


cdef void colonists_return(state_t* s, int seat, int side) noexcept nogil:
    """From the slots of one side and the Working Area (R153, R155)."""
    cdef board_t* board = &s.boards[seat]
    cdef int first = BLUEPRINT_SLOT if side == ORBIT else CONSTRUCT_SLOT
    cdef int last = RND_SLOT if side == ORBIT else HIRE_SLOT
    cdef int slot
    for slot in range(first, last + 1):
        while board.slots[slot]:
            board.slots[slot] -= 1
            colonist_home(s, seat)
    while board.working:
        board.working -= 1
        colonist_home(s, seat)


cdef void settle_travel_home(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t* f = top(s)
    if f.x[0] == ORBIT:
        produce_all(t, s, f.seat)
    colonists_return(s, f.seat, f.x[0])
    f.kind = K_SPACE


cdef inline int taken_spaces(const tables_t* t, const state_t* s) noexcept nogil:
    """A mask; bit 0 stands for no space yet."""
    cdef int mask = 0, seat
    for seat in range(t.boards):
        mask |= 1 << s.boards[seat].space
    return mask


cdef int ask_space(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    """Empty spaces of the new side; in set-up (NONE) of both."""
    cdef int count = 0, space, taken = taken_spaces(t, s)
    cdef int first = 5 if f.x[0] == COLONY else 1, last = 4 if f.x[0] == ORBIT else 8
    for space in range(first, last + 1):
        out[count] = act(A_SPACE, space, 0, 0)
        count += not taken >> space & 1
    return count


cdef void answer_space(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    s.boards[f.seat].space = arg_a(action)
    start(s, f.seat, &t.space_effect[arg_a(action)], F_OPTIONAL)
    if f.x[0] != NONE:
        offer_task(t, s, f.seat, T_TRAVEL)


# ---- the Shuttle phase

cdef int next_standing(const tables_t* t, const state_t* s) noexcept nogil:
    """The standing marker on the lowest space (ruling 29), or NONE."""
    cdef int best = NONE, seat
    for seat in range(t.boards):
        best = min(best, (s.boards[seat].space << 2 | seat) + (NONE if not s.boards[seat].standing else 0))
    return best & 3 if best < NONE else NONE


cdef void turn_order(const tables_t* t, state_t* s) noexcept nogil:
    cdef int seat, other, before
    for seat in range(t.boards):
        before = 0
        for other in range(t.boards):
            before += s.boards[other].space < s.boards[seat].space
        s.order[before] = seat


cdef void move_shuttle(const tables_t* t, state_t* s) noexcept nogil:
    s.travelled = NONE
    if s.shuttle_space > 1:
        s.shuttle_space -= 1
        return
    s.travelled = s.shuttle_side
    s.shuttle_side = COLONY if s.shuttle_side == ORBIT else ORBIT
    s.shuttle_space = t.landing[colony_level(s)]


cdef int ask_travel_choice(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    out[0] = act(A_TRAVEL, 0, 0, 0)
    out[1] = act(A_STAY, 0, 0, 0)
    return 2


cdef void answer_travel_choice(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_TRAVEL:
        if s.travelled != side_of(s, seat):
            s.boards[seat].hangar -= 1      # R150
        travel(s, seat, False)


cdef void start_shuttle_phase(const tables_t* t, state_t* s) noexcept nogil:
    s.phase = SHUTTLE
    s.step = NEXT
    s.next = 0
    new_turn(t, s)
    turn_order(t, s)
    move_shuttle(t, s)


cdef void next_traveller(const tables_t* t, state_t* s) noexcept nogil:
    cdef int seat
    if s.next == t.boards:
        start_round(t, s)
        return
    seat = s.order[s.next]
    s.next += 1
    s.turn = seat
    s.step = AFTER
    if is_lacerda(t, seat):
        lacerda_travels(t, s)
    elif s.travelled == side_of(s, seat) or s.boards[seat].hangar:
        push(s, K_TRAVEL_CHOICE, seat)
