# Production: what a roll brings, the seven, reserve cards.


cdef void count_yield(const tables_t* t, const state_t* s, int roll, int* gain) noexcept nogil:
    """What each seat should get of each kind: R23 to R25."""
    cdef uint64_t left = s.derived.yields[roll]
    cdef int planet, kind, k, owner
    while left:
        planet = lowest_bit(left)
        left &= left - 1
        kind = planet_resource(t, s, planet)
        for k in range(2):
            owner = site_owner(s, planet if k == 0 else planet // 3 * 3 + (planet + 2) % 3)
            if 0 <= owner < t.players:
                gain[owner * RESOURCES + kind] += 1


cdef void produce(const tables_t* t, state_t* s, int roll) noexcept nogil:
    cdef int gain[SEATS * RESOURCES]
    cdef int got[SEATS]
    cdef int kind, seat, sum
    memset(gain, 0, sizeof(gain))
    memset(got, 0, sizeof(got))
    count_yield(t, s, roll, gain)
    for kind in range(RESOURCES):
        sum = 0
        for seat in range(t.players):
            if gain[seat * RESOURCES + kind]:
                gain[seat * RESOURCES + kind] += s.friends[seat][t.more_card[kind]] > 0      # R86, Q2
                sum += gain[seat * RESOURCES + kind]
        if sum > s.supply[kind]:            # R27
            continue
        for seat in range(t.players):
            if gain[seat * RESOURCES + kind]:
                take_from_supply(s, seat, kind, gain[seat * RESOURCES + kind])
                got[seat] = 1
    for seat in range(t.players):
        if s.friends[seat][t.relief_card] and not got[seat]:
            push(s, RELIEF, seat, 0, 0)     # R84


cdef int list_supply(const state_t* s, int except_kind, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(RESOURCES):
        actions[count] = act(A_TAKE, kind)
        count += (s.supply[kind] > 0) & (kind != except_kind)
    return count


cdef int ask_relief(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int count = list_supply(s, -1, actions)
    actions[count] = act(A_DECLINE, 0)
    return count + 1


cdef void answer_relief(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    if verb(action) == A_TAKE:
        take_from_supply(s, frame.seat, operand(action), 1)


cdef void settle_reserve_draw(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    draw_reserve(t, s, frame.seat, t.draws[min(63, s.derived.points[frame.seat])])


# ---- seven

cdef void begin_seven(const tables_t* t, state_t* s) noexcept nogil:
    """Pushed in reverse: discards, the robbery, the opponents' draws (R33 to R36)."""
    cdef int i, seat, limit
    push(s, OPPONENTS_DRAW, s.active, 0, 0)
    push(s, ROB, s.active, 0, 0)
    for i in range(t.players - 1, -1, -1):
        seat = (s.active + i) % t.players
        limit = t.tribute_limit if s.friends[seat][t.tribute_card] else t.hand_limit
        if s.hand_size[seat] > limit:
            push(s, DISCARD, seat, s.hand_size[seat] // 2, 0)


cdef int list_payments(const state_t* s, const frame_t* frame, int kind_of_action, action_t* actions) noexcept nogil:
    """Q24: kinds in order, never back, and only those that leave enough later cards."""
    cdef int kind, left = 0, count = 0
    for kind in range(frame.b, RESOURCES):
        left += s.hand[frame.seat][kind]
    for kind in range(frame.b, RESOURCES):
        actions[count] = act(kind_of_action, kind)
        count += (s.hand[frame.seat][kind] > 0) & (left >= frame.a)
        left -= s.hand[frame.seat][kind]
    return count


cdef int ask_discard(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    return list_payments(s, frame, A_DISCARD, actions)


cdef void answer_discard(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    pay_to_supply(s, frame.seat, operand(action), 1)
    if frame.a > 1:
        push(s, DISCARD, frame.seat, frame.a - 1, operand(action))


cdef int ask_rob(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int seat, count = 0
    for seat in range(t.players):
        if seat != frame.seat and s.hand_size[seat]:
            actions[count] = act(A_ROB, seat)
            count += 1
    return count


cdef void answer_rob(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    steal(s, frame.seat, operand(action))


cdef void settle_opponents_draw(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef int i
    for i in range(1, t.players):
        draw_reserve(t, s, (frame.seat + i) % t.players, 1)
