# Set-up of a deal: every deck is shuffled from its own stream.

cdef enum:                  # sources of chance
    SRC_DISCOVERY = 1
    SRC_TECH_GRID, SRC_TECH_DECK, SRC_BLUEPRINTS_1, SRC_BLUEPRINTS_3, SRC_START, SRC_SHORT, SRC_LONG, SRC_SLOTS
    SRC_REWARDS, SRC_GOALS, SRC_A, SRC_B, SRC_SPACES, SRC_SOLO, SRC_TIES
    SRC_TILES = 32          # + type


cdef void shuffled(uint64_t seed, int source, uint8_t* cards, int first, int count) noexcept nogil:
    """The numbers first .. first + count - 1 in the order of a stream."""
    cdef rng_t rng = stream(seed, source, 0)
    cdef int i
    for i in range(count):
        cards[i] = first + i
    rng_shuffle(&rng, cards, count)


cdef void deal_map(const tables_t* t, state_t* s) noexcept nogil:
    cdef uint8_t types[4]
    cdef int i
    shuffled(s.seed, SRC_START, types, GENERATOR, 4)
    add_building(t, s, MINE, t.mine_hex)
    for i in range(4):
        add_building(t, s, types[i], t.start_hexes[i])
    for i in range(8):
        lay(s, t.research_hexes[i], RESEARCH_THERE + i // 2)
    for i in range(5):
        shuffled(s.seed, SRC_TILES + i, s.tiles[i], 1, 6)


cdef void deal_discoveries(state_t* s) noexcept nogil:
    shuffled(s.seed, SRC_DISCOVERY, s.discovery, 1, 19)
    refill_exploration(s, 0)
    refill_exploration(s, 1)


cdef void deal_techs(const tables_t* t, state_t* s) noexcept nogil:
    """Types + 1; the Shelter Tech (SHELTER + 1) is set aside, so the tail of the types is shifted by one."""
    cdef int i
    shuffled(s.seed, SRC_TECH_GRID, s.grid, 1, 8)
    shuffled(s.seed, SRC_TECH_DECK, s.tech_deck, 1, 8)
    for i in range(8):
        s.grid[i] += s.grid[i] > SHELTER
        s.tech_deck[i] += s.tech_deck[i] > SHELTER
    if t.boards == 2:
        memset(s.tech_deck, 0, 8)
        s.tech_next = 8


cdef void deal_blueprints(const tables_t* t, state_t* s) noexcept nogil:
    """Twelve shuffled level-1 cards on top of twelve level-3 cards; six are displayed (R6)."""
    shuffled(s.seed, SRC_BLUEPRINTS_1, s.deck, 1, 12)
    shuffled(s.seed, SRC_BLUEPRINTS_3, s.deck + 12, 13, 12)
    display_cards(s, 1, 6)


cdef void deal_missions(const tables_t* t, state_t* s) noexcept nogil:
    cdef uint8_t cards[9]
    cdef rng_t rng = stream(s.seed, SRC_SLOTS, 0)
    cdef int i
    if t.first_colonists:
        memcpy(s.mission, t.first_missions, 3)
    else:
        draw_missions(t, s, SRC_SHORT, 1, 0, t.short_missions)
        draw_missions(t, s, SRC_LONG, 0, t.short_missions, 3 - t.short_missions)
        rng_shuffle(&rng, s.mission, 3)
    for i in range(3):
        s.mission_left[i] = t.mission_need[s.mission[i]]


cdef void draw_missions(const tables_t* t, state_t* s, int source, int short, int at, int count) noexcept nogil:
    cdef uint8_t cards[9]
    cdef rng_t rng = stream(s.seed, source, 0)
    cdef int i, n = 0
    for i in range(MISSIONS):
        if t.mission_short[i] == short:
            cards[n] = i
            n += 1
    rng_shuffle(&rng, cards, n)
    memcpy(s.mission + at, cards, count)


cdef void deal_goals(const tables_t* t, state_t* s) noexcept nogil:
    cdef uint8_t cards[16]
    cdef int seat, i
    shuffled(s.seed, SRC_GOALS, cards, 1, 16)
    for seat in range(t.seats):
        for i in range(3):
            s.boards[seat].goal[i] = cards[3 * seat + i]
            s.boards[seat].goal_status[i] = IN_HAND
        sort_goals(&s.boards[seat])


cdef void deal_rewards(state_t* s) noexcept nogil:
    cdef uint8_t tiles[8]
    shuffled(s.seed, SRC_REWARDS, tiles, 1, 8)
    memcpy(s.rewards, tiles, 4)


cdef void deal_board(const tables_t* t, state_t* s, int seat) noexcept nogil:
    """R19-R24."""
    cdef board_t* board = &s.boards[seat]
    cdef int i
    memset(board.tech, NONE, 9)
    memset(board.bots, NONE, 4)
    board.rover = NONE
    if seat >= t.boards:
        return
    board.crystals = 1
    board.ships = 31
    board.shelters = 1
    board.markers = MARKERS
    add_building(t, s, SHELTER + seat, t.shelter_hexes[seat])
    put_tech(s, seat, SHELTER, t.shelter_tech_space)
    if is_lacerda(t, seat):
        return
    for i in range(5):
        board.resources[i] = 1
    board.quarters = 3
    board.supply = 9
    board.bots[0] = t.shelter_hexes[seat]


cdef void deal_first_colonists(const tables_t* t, state_t* s) noexcept nogil:
    """R202, R203."""
    cdef uint8_t spaces[6]
    cdef uint8_t cards[4]
    cdef rng_t rng = stream(s.seed, SRC_SPACES, 0)
    cdef int seat
    memcpy(spaces, t.first_spaces, 6)
    rng_shuffle(&rng, spaces, 6)
    shuffled(s.seed, SRC_A, cards, 1, 4)
    shuffled(s.seed, SRC_B, s.b_deck, 1, 8)
    for seat in range(t.seats):
        s.boards[seat].space = spaces[seat]
        s.boards[seat].a_card = cards[seat]


cdef void deal_lacerda(const tables_t* t, state_t* s) noexcept nogil:
    """R169-R170: a random space, the Shuttle on his side, the bonus of his space."""
    cdef uint8_t spaces[6]
    cdef rng_t rng = stream(s.seed, SRC_SPACES, 0)
    memcpy(spaces, t.first_spaces, 6)
    rng_shuffle(&rng, spaces, 6)
    shuffled(s.seed, SRC_SOLO, s.solo_deck, 1, 12)
    s.boards[LACERDA].space = spaces[0]
    s.shuttle_side = side_of(s, LACERDA)
    s.shuttle_space = 1
    lacerda_benefit(t, s, &t.space_effect[spaces[0]])


cdef void deal_common(const tables_t* t, state_t* s) noexcept nogil:
    cdef int i
    s.remaining = 3
    s.colony_row = 2
    s.travelled = NONE
    s.turn = NONE
    for i in range(4):
        s.lss[i] = 1
    for i in range(6):
        s.slots[i] = i + 1
        s.scientist_owner[i] = NONE
    memset(s.contract_owner, NONE, 13)
    refill_warehouse(t, s)


cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef int seat
    s.seed = seed
    deal_common(t, s)
    for seat in range(BOARDS):
        deal_board(t, s, seat)
    deal_map(t, s)
    note_pieces(t, s)
    deal_discoveries(s)
    deal_techs(t, s)
    deal_blueprints(t, s)
    deal_missions(t, s)
    deal_goals(t, s)
    deal_rewards(s)
    if t.first_colonists:
        deal_first_colonists(t, s)
    if t.solo:
        deal_lacerda(t, s)
    settle(t, s)


# ---- what players choose in it (R26, R27)

cdef void setup_step(const tables_t* t, state_t* s) noexcept nogil:
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


cdef void setup_seat(const tables_t* t, state_t* s, int seat) noexcept nogil:
    s.turn = seat
    s.step = AFTER
    if t.first_colonists:
        start(s, seat, &t.space_effect[s.boards[seat].space], F_OPTIONAL)
    else:
        push(s, K_SPACE, seat).x[0] = NONE


cdef int last_in_order(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int last = 0, seat
    for seat in range(t.boards):
        if s.boards[seat].space > s.boards[last].space:
            last = seat
    return last


cdef int ask_shuttle_side(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    out[0] = act(A_SHUTTLE, ORBIT, 0, 0)
    out[1] = act(A_SHUTTLE, COLONY, 0, 0)
    return 2


cdef void answer_shuttle_side(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    pop(s)
    s.shuttle_side = arg_a(action)
    s.shuttle_space = 1
