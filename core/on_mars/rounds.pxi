# Rounds and turns in their order: what happens when nothing is pending.

cdef void new_turn(const tables_t* t, state_t* s) noexcept nogil:
    """What is counted per turn starts anew."""
    cdef int seat
    for seat in range(t.boards):
        s.boards[seat].gained = 0
        s.boards[seat].b_done = 0


cdef void start_round(const tables_t* t, state_t* s) noexcept nogil:
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


cdef void next_turn(const tables_t* t, state_t* s) noexcept nogil:
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


cdef void end_colonization(const tables_t* t, state_t* s) noexcept nogil:
    """R159, R205, and the cap on rounds."""
    s.turn = NONE
    if s.end == LAST_ROUND or s.round >= t.round_cap or (t.space_oddity and s.remaining == 0):
        finish(t, s)
        return
    if s.remaining == 0:
        s.end = TRIGGERED
    start_shuttle_phase(t, s)


cdef void after_turn(const tables_t* t, state_t* s) noexcept nogil:
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


cdef void next_owner(const tables_t* t, state_t* s) noexcept nogil:
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


cdef void update_or_finish_turn(const tables_t* t, state_t* s) noexcept nogil:
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


# ---- what happens when nothing is pending

cdef void advance(const tables_t* t, state_t* s) noexcept nogil:
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
