# Missions, Contracts, Private Goals, First Colonist cards.

cdef void contribute(const tables_t* t, state_t* s, int seat, int mission) noexcept nogil:
    """Crystals for the contributor, the cube down by 1; a completed Mission gives nothing more (R142, R143)."""
    cdef int i
    for i in range(3):
        if s.mission[i] == mission and s.mission_left[i]:
            gain_crystals(s, seat, t.mission_crystals[mission])
            lower_mission(s, i)


cdef void lower_mission(state_t* s, int slot) noexcept nogil:
    s.mission_left[slot] -= 1
    if s.mission_left[slot] == 0 and s.remaining:
        s.remaining -= 1


# ---- Contracts (R133-R135, rulings 4 and 36)

cdef bint marker_in_complex(const tables_t* t, const state_t* s, int seat, int type_, int size) noexcept nogil:
    cdef hexset_t kind = of_type(s, type_, seat)
    cdef hexset_t own = kind & hs_load(s.advanced[seat])
    while own:
        if complex_size(t, kind, hs_first(own)) >= size:
            return True
        own &= own - 1
    return False


cdef bint contract_holds(const tables_t* t, const state_t* s, int contract) noexcept nogil:
    cdef const contract_t* it = &t.contract[contract]
    cdef int owner = s.contract_owner[contract]
    if is_lacerda(t, owner):
        return True         # R192
    if it.building != NONE:
        return marker_in_complex(t, s, owner, it.building, it.complex)
    return s.delivered[contract][0] == it.count and s.delivered[contract][1] == it.minerals


cdef void note_contracts(const tables_t* t, state_t* s) noexcept nogil:
    """Marks and counts Contracts whose condition holds for the first time, clockwise from the player in turn."""
    cdef int first = 0 if s.turn == NONE else s.turn, fresh = 0, i, seat, contract
    for contract in range(1, 13):
        if s.contract_owner[contract] != NONE and not s.contracts_done >> contract & 1:
            fresh |= contract_holds(t, s, contract) << contract
    if not fresh:
        return
    s.contracts_done |= fresh
    for i in range(t.boards):
        seat = (first + i) % t.boards
        for contract in range(1, 13):
            if fresh >> contract & 1 and s.contract_owner[contract] == seat:
                contribute(t, s, seat, M_CONTRACTS)


cdef int contracts_completed(const state_t* s, int seat) noexcept nogil:
    cdef int count = 0, contract
    for contract in range(1, 13):
        if s.contract_owner[contract] == seat:
            count += s.contracts_done >> contract & 1
    return count


# ---- Private Goals (R145-R147)

cdef int scientists_of(const state_t* s, int seat) noexcept nogil:
    cdef int count = 0, i
    for i in range(6):
        count += s.scientist_owner[i] == seat
    return count


cdef int techs_of(const state_t* s, int seat) noexcept nogil:
    return popcount(s.boards[seat].lab)


cdef int complexes_with_marker(const tables_t* t, const state_t* s, int seat, int size) noexcept nogil:
    """Different Complexes of at least this size that hold an own marker."""
    cdef int count = 0, type_
    cdef hexset_t kind, own, it
    for type_ in range(6):
        kind = of_type(s, type_, seat)
        own = kind & hs_load(s.advanced[seat])
        while own:
            it = connected(t, kind, hs_bit(hs_first(own)))
            own &= ~it
            count += hs_count(it) >= size
    return count


cdef bint has_marker_in_any(const tables_t* t, const state_t* s, int seat, int size) noexcept nogil:
    return complexes_with_marker(t, s, seat, size) > 0


cdef int most_of_one_resource(const state_t* s, int seat) noexcept nogil:
    cdef int most = 0, item
    for item in range(BATTERY, CRYSTAL):
        most = max(most, s.boards[seat].resources[item])
    return most


cdef bint goal_holds(const tables_t* t, const state_t* s, int seat, int goal) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int kind = t.goal_condition[goal], need = t.goal_count[goal]
    if kind == G_BLUEPRINTS:
        return cards_owned(s, seat) >= need
    if kind == G_ADVANCED:
        return hs_count(hs_load(s.advanced[seat])) >= need
    if kind == G_MINES:
        return own_mines(s, seat) >= need
    if kind == G_DISCOVERIES:
        return popcount(board.discoveries) >= need
    if kind == G_MARKER_IN_COMPLEX:
        return has_marker_in_any(t, s, seat, need)
    if kind == G_ONE_RESOURCE:
        return most_of_one_resource(s, seat) >= need
    if kind == G_SHELTERS:
        return board.shelters >= need
    if kind == G_COLONY_LEVEL:
        return colony_level(s) >= need
    if kind == G_QUARTERS:
        return board.quarters >= need
    if kind == G_TECHS:
        return techs_of(s, seat) >= need
    if kind == G_HANGAR:
        return board.hangar >= need
    if kind == G_RESEARCH:
        return popcount(board.research) >= need
    if kind == G_SCIENTIST_AND_CONTRACT:
        return scientists_of(s, seat) >= need and contracts_completed(s, seat) >= need
    if kind == G_MARKED_SPACES:
        return popcount(board.lab & t.lab_marked) >= need
    if kind == G_PROGRESS:
        return popcount(board.progress) >= need
    return complexes_with_marker(t, s, seat, 3) >= need


cdef bint goal_completed(const state_t* s, int seat) noexcept nogil:
    cdef int i
    for i in range(3):
        if s.boards[seat].goal_status[i] == COMPLETED:
            return True
    return False


cdef int write_goals(const tables_t* t, const state_t* s, int seat, action_t* out, int count) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    if board.goal_status[0] != IN_HAND or goal_completed(s, seat):      # sorted by status
        return count
    for i in range(3):
        if board.goal_status[i] == IN_HAND and goal_holds(t, s, seat, board.goal[i]):
            out[count] = act(A_GOAL, board.goal[i], 0, 0)
            count += 1
    return count


cdef void complete_goal(state_t* s, int seat, int goal) noexcept nogil:
    cdef int i
    for i in range(3):
        if s.boards[seat].goal[i] == goal and s.boards[seat].goal_status[i] == IN_HAND:
            s.boards[seat].goal_status[i] = COMPLETED
    sort_goals(&s.boards[seat])
    push(s, K_GOAL_REWARD, seat).x[0] = goal


cdef int ask_goal_reward(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    """Rewards that can be taken in part (ruling 30)."""
    cdef means_t means = means_of(s, f.seat)
    cdef int count = 0
    if can_effect(t, s, f.seat, &t.goal_develop, &means):
        out[count] = act(A_REWARD, 0, f.x[0], 0)
        count += 1
    if can_effect(t, s, f.seat, &t.goal_effect[f.x[0]], &means):
        out[count] = act(A_REWARD, 1, f.x[0], 0)
        count += 1
    return count


cdef void answer_goal_reward(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    start(s, seat, &t.goal_effect[arg_b(action)] if arg_a(action) else &t.goal_develop, 0)


# ---- First Colonist cards (R203, R204, ruling 33)

cdef void reveal_a(const tables_t* t, state_t* s, int seat, int type_) noexcept nogil:
    """Constructing a type it shows reveals the A card: two B cards are drawn."""
    cdef board_t* board = &s.boards[seat]
    cdef int i
    if board.a_card == 0 or not t.a_types[board.a_card] >> type_ & 1:
        return
    s.a_gone |= 1 << (board.a_card - 1)
    board.a_card = 0
    for i in range(2):
        if s.b_next < 8:
            board.b_cards[i] = s.b_deck[s.b_next]
            s.b_deck[s.b_next] = 0
            s.b_next += 1
    sort_b(board)


cdef void sort_b(board_t* board) noexcept nogil:
    """Ascending, no card (0) last."""
    cdef uint8_t first = board.b_cards[0], second = board.b_cards[1]
    if first == 0 or (second != 0 and second < first):
        board.b_cards[0], board.b_cards[1] = second, first


cdef void offer_task(const tables_t* t, state_t* s, int seat, int task) noexcept nogil:
    """A B card whose task was just done, at most one per player in each turn, if its reward can arrive."""
    cdef int i, card
    cdef means_t means
    if not t.first_colonists or s.boards[seat].b_done:
        return
    for i in range(2):
        card = s.boards[seat].b_cards[i]
        if card and t.b_task[card] == task:
            means = means_of(s, seat)
            if can_effect(t, s, seat, &t.b_effect[card], &means):
                push(s, K_TASK, seat).x[0] = card


cdef int ask_task(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    out[0] = act(A_REVEAL, f.x[0], 0, 0)
    out[1] = act(A_KEEP, f.x[0], 0, 0)
    return 2


cdef void answer_task(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat, i
    cdef board_t* board = &s.boards[seat]
    pop(s)
    if kind_of(action) == A_KEEP:
        return
    for i in range(2):
        if board.b_cards[i] == arg_a(action):
            board.b_cards[i] = 0
    sort_b(board)
    board.b_done = 1
    s.b_gone |= 1 << (arg_a(action) - 1)
    start(s, seat, &t.b_effect[arg_a(action)], 0)
