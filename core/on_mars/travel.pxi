# Set-up choices, travel, the Shuttle phase, and the order in which everything happens.

# ---- travel (R148-R158)

cdef void travel(S s, int seat, bint landing_pod) noexcept nogil:
    """To the other side. A Landing Pod brings no Discovery tile (R54)."""
    cdef int side = COLONY if side_of(s, seat) == ORBIT else ORBIT
    push(s, K_TRAVEL_HOME, seat).x[0] = side
    if side == COLONY and not landing_pod:
        push(s, K_PLACE_TILE, seat)


cdef void run_travel(T t, S s) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    travel(s, seat, False)


cdef inline hexset_t tile_places(T t, C s, int seat) noexcept nogil:
    """Empty hexes exactly 3 from one's Rover (R152)."""
    return empty_hexes(t, s) & t.at_distance[rover_hex(t, s, seat)][3]


cdef int list_place_tile(T t, C s, F f, action_t* out) noexcept nogil:
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


cdef void do_place_tile(T t, S s, action_t action) noexcept nogil:
    pop(s)
    lay(s, arg_b(action), DISCOVERY_THERE + arg_a(action))
    refill_exploration(s, arg_c(action))


cdef void colonists_return(S s, int seat, int side) noexcept nogil:
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


cdef void run_travel_home(T t, S s) noexcept nogil:
    cdef frame_t* f = top(s)
    if f.x[0] == ORBIT:
        produce_all(t, s, f.seat)
    colonists_return(s, f.seat, f.x[0])
    f.kind = K_SPACE


cdef inline int taken_spaces(T t, C s) noexcept nogil:
    """A mask; bit 0 stands for no space yet."""
    cdef int mask = 0, seat
    for seat in range(t.boards):
        mask |= 1 << s.boards[seat].space
    return mask


cdef int list_space(T t, C s, F f, action_t* out) noexcept nogil:
    """Empty spaces of the new side; in set-up (NONE) of both."""
    cdef int count = 0, space, taken = taken_spaces(t, s)
    cdef int first = 5 if f.x[0] == COLONY else 1, last = 4 if f.x[0] == ORBIT else 8
    for space in range(first, last + 1):
        out[count] = act(A_SPACE, space, 0, 0)
        count += not taken >> space & 1
    return count


cdef void do_space(T t, S s, action_t action) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    s.boards[f.seat].space = arg_a(action)
    start(s, f.seat, &t.space_effect[arg_a(action)], F_OPTIONAL)
    if f.x[0] != NONE:
        offer_task(t, s, f.seat, T_TRAVEL)


# ---- the Shuttle phase

cdef int next_standing(T t, C s) noexcept nogil:
    """The standing marker on the lowest space (ruling 29), or NONE."""
    cdef int best = NONE, seat
    for seat in range(t.boards):
        best = min(best, (s.boards[seat].space << 2 | seat) + (NONE if not s.boards[seat].standing else 0))
    return best & 3 if best < NONE else NONE


cdef void turn_order(T t, S s) noexcept nogil:
    cdef int seat, other, before
    for seat in range(t.boards):
        before = 0
        for other in range(t.boards):
            before += s.boards[other].space < s.boards[seat].space
        s.order[before] = seat


cdef void move_shuttle(T t, S s) noexcept nogil:
    s.travelled = NONE
    if s.shuttle_space > 1:
        s.shuttle_space -= 1
        return
    s.travelled = s.shuttle_side
    s.shuttle_side = COLONY if s.shuttle_side == ORBIT else ORBIT
    s.shuttle_space = t.landing[colony_level(s)]


cdef int list_travel_choice(T t, C s, F f, action_t* out) noexcept nogil:
    out[0] = act(A_TRAVEL, 0, 0, 0)
    out[1] = act(A_STAY, 0, 0, 0)
    return 2


cdef void do_travel_choice(T t, S s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_TRAVEL:
        if s.travelled != side_of(s, seat):
            s.boards[seat].hangar -= 1      # R150
        travel(s, seat, False)


cdef void start_shuttle_phase(T t, S s) noexcept nogil:
    s.phase = SHUTTLE
    s.step = NEXT
    s.next = 0
    new_turn(t, s)
    turn_order(t, s)
    move_shuttle(t, s)


cdef void next_traveller(T t, S s) noexcept nogil:
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


# ---- rounds and turns

cdef void new_turn(T t, S s) noexcept nogil:
    """What is counted per turn starts anew."""
    cdef int seat
    for seat in range(t.boards):
        s.boards[seat].gained = 0
        s.boards[seat].b_done = 0


cdef void start_round(T t, S s) noexcept nogil:
    cdef int seat
    s.round += 1
    s.phase = COLONIZATION
    s.step = NEXT
    s.turn = NONE
    s.next = 0
    s.travelled = NONE
    memset(s.order, 0, 4)
    if s.end == TRIGGERED:
        s.end = LAST_ROUND
    for seat in range(t.boards):
        s.boards[seat].standing = 1


cdef void next_turn(T t, S s) noexcept nogil:
    cdef int seat = next_standing(t, s)
    if seat == NONE:
        end_colonization(t, s)
        return
    s.turn = seat
    s.step = ACTING
    new_turn(t, s)
    store_waiting(s, seat)
    if is_lacerda(t, seat):
        lacerda_turn(t, s)
    else:
        push(s, K_MENU, seat)


cdef void end_colonization(T t, S s) noexcept nogil:
    """R159, R205, and the cap on rounds."""
    s.turn = NONE
    if s.end == LAST_ROUND or s.round >= t.round_cap or (t.space_oddity and s.remaining == 0):
        finish(t, s)
        return
    if s.remaining == 0:
        s.end = TRIGGERED
    start_shuttle_phase(t, s)


cdef void after_turn(T t, S s) noexcept nogil:
    """Ruling 17 (a) and (b): Bots destroy, emptied display slots are refilled in the order emptied."""
    cdef int i
    cdef frame_t* f
    sweep(s, s.turn)
    s.step = OWNERS
    for i in range(s.refill_count - 1, -1, -1):
        if is_lacerda(t, s.turn):
            continue
        f = push(s, K_REFILL, s.turn)
        f.x[0] = s.refills[i]
    if is_lacerda(t, s.turn):
        lacerda_refills(t, s)
    s.refill_count = 0
    memset(s.refills, 0, 6)


cdef void next_owner(T t, S s) noexcept nogil:
    """Ruling 17 (c): one choice per use, in order of use."""
    cdef int owner, tech
    if s.use_count == 0:
        s.step = UPDATE
        return
    owner, tech = s.uses[0][0], s.uses[0][1]
    s.use_count -= 1
    memmove(s.uses[0], s.uses[1], 2 * s.use_count)
    s.uses[s.use_count][0] = 0
    s.uses[s.use_count][1] = 0
    if is_lacerda(t, owner):
        lacerda_owner(t, s, tech)
    else:
        push(s, K_OWNER, owner).x[0] = tech


cdef void update_or_finish_turn(T t, S s) noexcept nogil:
    """Ruling 17 (d) and (e)."""
    if s.use_count:
        s.step = OWNERS
    elif update_due(s):
        colony_update(t, s)
    else:
        if s.phase == COLONIZATION:
            s.boards[s.turn].standing = 0
        s.turn = NONE
        s.step = NEXT


# ---- set-up (R26, R27)

cdef void setup_step(T t, S s) noexcept nogil:
    if s.step == AFTER:             # a Bots bonus destroys as at the end of a turn (ruling 36)
        sweep(s, s.turn)
        s.turn = NONE
        s.step = NEXT
    elif s.next < t.seats:
        setup_seat(t, s, s.next)
        s.next += 1
    elif s.shuttle_space == 0:
        push(s, K_SHUTTLE_SIDE, last_in_order(t, s))
    else:
        start_round(t, s)


cdef void setup_seat(T t, S s, int seat) noexcept nogil:
    s.turn = seat
    s.step = AFTER
    if t.first_colonists:
        start(s, seat, &t.space_effect[s.boards[seat].space], F_OPTIONAL)
    else:
        push(s, K_SPACE, seat).x[0] = NONE


cdef int last_in_order(T t, C s) noexcept nogil:
    cdef int last = 0, seat
    for seat in range(t.boards):
        if s.boards[seat].space > s.boards[last].space:
            last = seat
    return last


cdef int list_shuttle_side(T t, C s, F f, action_t* out) noexcept nogil:
    out[0] = act(A_SHUTTLE, ORBIT, 0, 0)
    out[1] = act(A_SHUTTLE, COLONY, 0, 0)
    return 2


cdef void do_shuttle_side(T t, S s, action_t action) noexcept nogil:
    pop(s)
    s.shuttle_side = arg_a(action)
    s.shuttle_space = 1


# ---- what happens when nothing is pending

cdef void advance(T t, S s) noexcept nogil:
    if s.phase == SETUP:
        setup_step(t, s)
        return
    if s.step == ACTING or s.step == AFTER:
        after_turn(t, s)
    if s.step == OWNERS and s.depth == 0:
        next_owner(t, s)
    if s.step == UPDATE and s.depth == 0:
        update_or_finish_turn(t, s)
    if s.step == NEXT and s.depth == 0:
        if s.phase == COLONIZATION:
            next_turn(t, s)
        else:
            next_traveller(t, s)
