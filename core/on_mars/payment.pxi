# Paying: what a player can pay with, unit by unit (R28, ruling 23).

cdef inline bint own_turn(const state_t* s, int seat) noexcept nogil:
    return s.phase == COLONIZATION and s.turn == seat


cdef inline int goals_in_hand(const state_t* s, int seat) noexcept nogil:
    cdef int count = 0, i
    for i in range(3):
        count += s.boards[seat].goal_status[i] == IN_HAND
    return count


cdef inline means_t means_of(const state_t* s, int seat) noexcept nogil:
    cdef means_t means
    memcpy(&means, s.boards[seat].resources, sizeof(means_t))
    means.goals = goals_in_hand(s, seat) if own_turn(s, seat) else 0       # R147, ruling 23
    means.purse += means.goals
    return means


cdef inline int resources_in(const means_t* means) noexcept nogil:
    return (means.resources[0] + means.resources[1] + means.resources[2] + means.resources[3]
            + means.resources[4])


cdef inline bint unit_payable(const means_t* means, int unit) noexcept nogil:
    if unit < CRYSTAL:
        return means.resources[unit] + means.resources[MINERAL] > 0
    if unit == CRYSTAL:
        return means.purse > 0
    if unit == COLONIST:
        return means.quarters > 0
    if unit == EXTRA:
        return means.purse + means.quarters > 0
    return resources_in(means) > 0


cdef inline bint payable(const means_t* means, const uint8_t* units, int count) noexcept nogil:
    """Whether all the units can be paid together."""
    if count <= 1:
        return count == 0 or unit_payable(means, units[0])
    return several_payable(means, units, count)


cdef bint several_payable(const means_t* means, const uint8_t* units, int count) noexcept nogil:
    """A Mineral stands in for any other Resource (R28)."""
    cdef means_t left = means[0]
    cdef int any_resource = 0, extra = 0, i, unit
    for i in range(count):
        unit = units[i]
        if unit < CRYSTAL:
            left.resources[unit if left.resources[unit] else MINERAL] -= 1
        elif unit == CRYSTAL:
            left.purse -= 1
        elif unit == COLONIST:
            left.quarters -= 1
        elif unit == ANY:
            any_resource += 1
        else:
            extra += 1
    if left.resources[MINERAL] < 0 or left.purse < 0 or left.quarters < 0:
        return False
    return any_resource <= resources_in(&left) and extra <= left.purse + left.quarters


cdef inline bint cost_payable(const means_t* means, const cost_t* cost) noexcept nogil:
    return payable(means, cost.units, cost.count)


cdef void push_cost(state_t* s, int seat, const cost_t* cost) noexcept nogil:
    cdef frame_t* frame
    cdef int i
    if cost.count == 0:
        return
    frame = push(s, K_PAY, seat)
    frame.left = cost.count
    for i in range(cost.count):
        frame.x[i] = cost.units[i]


cdef void push_crystals(state_t* s, int seat, int count) noexcept nogil:
    """Crystals for the effect that is now on top."""
    cdef frame_t* frame = push(s, K_PAY, seat)
    cdef int i
    frame.flags = FOR_EFFECT
    frame.left = count
    for i in range(count):
        frame.x[i] = CRYSTAL


cdef bint effect_remains(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    """Whether the effect below a payment can be had once its other units, all of them Crystals, are paid too."""
    cdef means_t after = means[0]
    after.purse -= f.left - 1
    return s.depth < 2 or can_step(t, s, &s.frames[s.depth - 2], &after)


cdef bint rest_payable(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    """After one unit: whether the other units, and the effect they are paid for, can still be had."""
    if not payable(means, f.x + 1, f.left - 1):
        return False
    if f.flags == FOR_EFFECT:
        return effect_remains(t, s, f, means)
    if f.flags:
        return main_possible(t, s, f.seat, f.flags - 1, means, f.left - 1)
    return True


cdef int write_crystal_payment(const tables_t* t, const state_t* s, const frame_t* f, means_t means, action_t* out,
                               int count) noexcept nogil:
    means.purse -= 1
    if s.boards[f.seat].crystals and rest_payable(t, s, f, &means):
        out[count] = act(A_PAY, CRYSTAL, 0, 0)
        count += 1
    return count


cdef int write_goal_payments(const tables_t* t, const state_t* s, const frame_t* f, means_t means, action_t* out,
                             int count) noexcept nogil:
    cdef int i
    if means.goals == 0:
        return count
    means.purse -= 1
    means.goals -= 1
    if rest_payable(t, s, f, &means):
        for i in range(3):
            if s.boards[f.seat].goal_status[i] == IN_HAND:
                out[count] = act(A_PAY_GOAL, s.boards[f.seat].goal[i], 0, 0)
                count += 1
    return count


cdef int write_colonist_payment(const tables_t* t, const state_t* s, const frame_t* f, means_t means, action_t* out,
                                int count) noexcept nogil:
    means.quarters -= 1
    if means.quarters >= 0 and rest_payable(t, s, f, &means):
        out[count] = act(A_PAY, COLONIST, 0, 0)
        count += 1
    return count


cdef int write_resource_payment(const tables_t* t, const state_t* s, const frame_t* f, means_t means, int item,
                                action_t* out, int count) noexcept nogil:
    means.resources[item] -= 1
    if means.resources[item] >= 0 and rest_payable(t, s, f, &means):
        out[count] = act(A_PAY, item, 0, 0)
        count += 1
    return count


cdef int ask_pay(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef means_t means = means_of(s, f.seat)
    cdef int unit = f.x[0], count = 0, item
    if unit == CRYSTAL or unit == EXTRA:
        count = write_crystal_payment(t, s, f, means, out, count)
        count = write_goal_payments(t, s, f, means, out, count)
    if unit == COLONIST or unit == EXTRA:
        count = write_colonist_payment(t, s, f, means, out, count)
    if unit == ANY:
        for item in range(5):
            count = write_resource_payment(t, s, f, means, item, out, count)
    elif unit < CRYSTAL:
        count = write_resource_payment(t, s, f, means, MINERAL, out, count)
        if unit != MINERAL:
            count = write_resource_payment(t, s, f, means, unit, out, count)
    return count


cdef void discard_goal(state_t* s, int seat, int goal) noexcept nogil:
    cdef int i
    for i in range(3):
        if s.boards[seat].goal[i] == goal and s.boards[seat].goal_status[i] == IN_HAND:
            s.boards[seat].goal_status[i] = DISCARDED
    sort_goals(&s.boards[seat])


cdef void pay_item(state_t* s, int seat, int item) noexcept nogil:
    if item < CRYSTAL:
        s.boards[seat].resources[item] -= 1
    elif item == CRYSTAL:
        s.boards[seat].crystals -= 1
    else:
        s.boards[seat].quarters -= 1
        s.boards[seat].working += 1


cdef void answer_pay(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int i
    if kind_of(action) == A_PAY_GOAL:
        discard_goal(s, f.seat, arg_a(action))
    else:
        pay_item(s, f.seat, arg_a(action))
    f.left -= 1
    for i in range(3):
        f.x[i] = f.x[i + 1]
    f.x[3] = 0
    if f.left == 0:
        pop(s)


cdef void sort_goals(board_t* board) noexcept nogil:
    """By status, then number: a hand has no order."""
    cdef int i, j
    cdef uint8_t goal, status
    for i in range(1, 3):
        goal, status = board.goal[i], board.goal_status[i]
        j = i
        while j > 0 and (board.goal_status[j - 1] > status
                         or (board.goal_status[j - 1] == status and board.goal[j - 1] > goal)):
            board.goal[j], board.goal_status[j] = board.goal[j - 1], board.goal_status[j - 1]
            j -= 1
        board.goal[j], board.goal_status[j] = goal, status
