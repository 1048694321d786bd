# Effects of the Orbit side: Warehouse, Blueprints, Technology.

# ---- Warehouse (R78-R80)

cdef inline bint crystal_room(const state_t* s, int seat, const means_t* means) noexcept nogil:
    """R80, after a payment that took Depot Crystals before Goal cards."""
    return depot_limit(s, seat) - max(0, means.purse - means.goals) - s.boards[seat].waiting > 0


cdef inline bint warehouse_room(const tables_t* t, const state_t* s, int seat, int item,
                                const means_t* means) noexcept nogil:
    if s.warehouse[item] == 0:
        return False
    return crystal_room(s, seat, means) if item == CRYSTAL else has_room(t, s, seat, item, means.resources[item])


cdef bint can_warehouse(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int item
    for item in range(BATTERY, CRYSTAL + 1):
        if warehouse_room(t, s, f.seat, item, means):
            return True
    return False


cdef int ask_warehouse(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, item
    cdef means_t means
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    means = means_of(s, f.seat)
    for item in range(BATTERY, CRYSTAL + 1):
        if warehouse_room(t, s, f.seat, item, &means):
            out[count] = act(A_TAKE, item, 0, 0)
            count += 1
    return write_stop(f, out, count)


cdef void answer_warehouse(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int item = arg_a(action)
    if answer_common(t, s, action):
        return
    step_made(top(s))
    s.warehouse[item] -= 1
    if item == CRYSTAL:
        gain_crystals(s, top(s).seat, 1)
    else:
        gain_resource(t, s, top(s).seat, item, 1)


# ---- Blueprints (R57-R61)

cdef inline int cards_owned(const state_t* s, int seat) noexcept nogil:
    """Each holds an Advanced Building marker, or has put it on the map."""
    return MARKERS - s.boards[seat].markers


cdef inline bint blueprint_free(const state_t* s, int seat) noexcept nogil:
    return (s.display[0][0] or s.display[1][0]) and s.boards[seat].markers > 0


cdef bint can_blueprint(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return blueprint_free(s, f.seat)


cdef int ask_blueprint(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, row, i
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    if s.boards[f.seat].markers:
        for row in range(2):
            for i in range(6):
                if s.display[row][i]:
                    out[count] = act(A_BLUEPRINT, s.display[row][i], 0, 0)
                    count += 1
    return write_stop(f, out, count)


cdef void leave_display(state_t* s, int card) noexcept nogil:
    cdef int row, i, j = 0
    for row in range(2):
        j = 0
        for i in range(6):
            if s.display[row][i] != card:
                s.display[row][j] = s.display[row][i]
                j += 1
        while j < 6:
            s.display[row][j] = 0
            j += 1


cdef void take_blueprint(const tables_t* t, state_t* s, int seat, int card) noexcept nogil:
    """Card, marker, gain, Mission (ruling 35)."""
    leave_display(s, card)
    s.card[card] = OWNED + seat
    s.boards[seat].markers -= 1
    if t.card_type[card] == SHELTER:
        gain_crystals(s, seat, 1)
    else:
        gain_resource(t, s, seat, t.card_type[card], 1)
    contribute(t, s, seat, M_BLUEPRINTS)
    offer_task(t, s, seat, T_BLUEPRINT)


cdef void answer_blueprint(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    if answer_common(t, s, action):
        return
    step_made(top(s))
    take_blueprint(t, s, top(s).seat, arg_a(action))


# ---- Learn a Technology (R62-R67)

cdef inline bint grid_open(const tables_t* t, const state_t* s, int seat, int space,
                           const means_t* means) noexcept nogil:
    """A tile is there, of a type not owned (R64), and its cost can be paid."""
    cdef int tech = s.grid[space]
    return tech != 0 and s.boards[seat].tech[tech - 1] == NONE and cost_payable(means, &t.grid_cost[space])


cdef inline bint lab_open(const state_t* s, int seat) noexcept nogil:
    return s.boards[seat].lab & 3 != 3


cdef bint can_learn(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int space
    if not lab_open(s, f.seat):
        return False
    for space in range(8):
        if grid_open(t, s, f.seat, space, means):
            return True
    return False


cdef int ask_learn(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, space
    cdef means_t means
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    means = means_of(s, f.seat)
    if lab_open(s, f.seat):
        for space in range(8):
            if grid_open(t, s, f.seat, space, &means):
                out[count] = act(A_LEARN, s.grid[space] - 1, space, 0)
                count += 1
    return write_stop(f, out, count)


cdef void answer_learn(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    if answer_common(t, s, action):
        return
    step_made(top(s))
    push(s, K_PLACE_TECH, seat).x[0] = arg_b(action)
    push_cost(s, seat, &t.grid_cost[arg_b(action)])


cdef int ask_place_tech(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, space
    if s.grid[f.x[0]] == 0 or s.boards[f.seat].tech[s.grid[f.x[0]] - 1] != NONE:
        return 0
    for space in range(2):
        if not s.boards[f.seat].lab >> space & 1:
            out[count] = act(A_PLACE, space, 0, 0)
            count += 1
    return count


cdef inline void put_tech(state_t* s, int seat, int tech, int space) noexcept nogil:
    cdef board_t* board = &s.boards[seat]
    if board.tech[tech] != NONE:
        board.lab &= ~(1 << board.tech[tech])
    board.tech[tech] = space
    board.lab |= 1 << space


cdef void answer_place_tech(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    """Lab space, Mission, benefit (ruling 35)."""
    cdef frame_t f = top(s)[0]
    pop(s)
    learn(t, s, f.seat, f.x[0], arg_a(action))
    start(s, f.seat, &t.lab_effect[arg_a(action)], F_OPTIONAL)
    offer_task(t, s, f.seat, T_LEARN)


cdef void learn(const tables_t* t, state_t* s, int seat, int grid_space, int lab_space) noexcept nogil:
    put_tech(s, seat, s.grid[grid_space] - 1, lab_space)
    s.grid[grid_space] = 0
    contribute(t, s, seat, M_TECHS)


# ---- Develop (R68-R73)

cdef inline uint16_t destinations(const tables_t* t, const state_t* s, int seat, int tech) noexcept nogil:
    """Empty spaces to the right of a tile (R69, R70)."""
    return t.lab_right[s.boards[seat].tech[tech]] & ~s.boards[seat].lab


cdef inline const cost_t* develop_cost(const tables_t* t, const state_t* s, int seat, int tech) noexcept nogil:
    return &t.lab_cost[t.lab_column[s.boards[seat].tech[tech]] + 1]


cdef bint can_develop(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int tech
    for tech in range(TECHS):
        if destinations(t, s, f.seat, tech):
            if f.flags & F_FREE or cost_payable(means, develop_cost(t, s, f.seat, tech)):
                return True
    return False


cdef int write_tile_moves(const tables_t* t, const state_t* s, int seat, int tech, action_t* out,
                          int count) noexcept nogil:
    cdef hexset_t spaces = destinations(t, s, seat, tech)
    while spaces:
        out[count] = act(A_DEVELOP, tech, hs_first(spaces), 0)
        count += 1
        spaces &= spaces - 1
    return count


cdef int ask_develop(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, tech
    cdef means_t means
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    means = means_of(s, f.seat)
    for tech in range(TECHS):
        if destinations(t, s, f.seat, tech):
            if f.flags & F_FREE or cost_payable(&means, develop_cost(t, s, f.seat, tech)):
                count = write_tile_moves(t, s, f.seat, tech, out, count)
    return write_stop(f, out, count)


cdef void push_develop(state_t* s, int seat, int tech, int space) noexcept nogil:
    cdef frame_t* frame = push(s, K_DO_DEVELOP, seat)
    frame.x[0] = tech
    frame.x[1] = space


cdef void answer_develop(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int tech = arg_a(action), seat = f.seat
    cdef bint free = f.flags & F_FREE != 0
    if answer_common(t, s, action):
        return
    step_made(f)
    push_develop(s, seat, tech, arg_b(action))
    if not free:
        push_cost(s, seat, develop_cost(t, s, seat, tech))


cdef void settle_do_develop(const tables_t* t, state_t* s) noexcept nogil:
    """Move, benefit (ruling 35); a Lab benefit of only a Crystal or Mineral is taken by itself."""
    cdef frame_t f = top(s)[0]
    pop(s)
    if s.boards[f.seat].tech[f.x[0]] == NONE or s.boards[f.seat].lab >> f.x[1] & 1:
        return
    put_tech(s, f.seat, f.x[0], f.x[1])
    start(s, f.seat, &t.lab_effect[f.x[1]], F_OPTIONAL)
