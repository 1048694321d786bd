# What is pending: a short stack of frames, run until somebody has to decide.

ctypedef int (*legal_t)(const tables_t*, const state_t*, const frame_t*, action_t*) noexcept nogil
ctypedef void (*decide_t)(const tables_t*, state_t*, frame_t, action_t) noexcept nogil
ctypedef void (*work_t)(const tables_t*, state_t*, frame_t) noexcept nogil

cdef legal_t LEGAL[KINDS]       # of decisions; works on views too
cdef decide_t DECIDE[KINDS]     # the frame is off the stack already
cdef work_t WORK[KINDS]         # of everything else


cdef inline void push(state_t* s, int kind, int seat, int a, int b) noexcept nogil:
    cdef frame_t* frame = &s.frames[s.depth]
    if s.depth < FRAMES - 1:
        frame.kind = kind
        frame.seat = seat
        frame.a = a
        frame.b = b
        s.depth += 1


cdef inline frame_t pop(state_t* s) noexcept nogil:
    cdef frame_t frame
    s.depth -= 1
    frame = s.frames[s.depth]
    memset(&s.frames[s.depth], 0, sizeof(frame_t))
    return frame


cdef inline void push_back(state_t* s, frame_t frame) noexcept nogil:
    push(s, frame.kind, frame.seat, frame.a, frame.b)


cdef inline action_t act(int kind, int operand) noexcept nogil:
    return <action_t>(kind << 16 | operand)


cdef inline int operand(action_t action) noexcept nogil:
    return action & 0xFFFF


cdef inline int verb(action_t action) noexcept nogil:
    return action >> 16


cdef void end_game(state_t* s, int winner) noexcept nogil:
    s.over = 1
    s.winner = winner
    while s.depth:
        pop(s)


cdef inline bint is_won(const tables_t* t, const state_t* s) noexcept nogil:
    """R106: 15 points count on one's own turn."""
    return s.turn > 0 and s.derived.points[s.active] >= t.win


cdef inline bint has_obvious_choice(const tables_t* t, const state_t* s, const frame_t* frame) noexcept nogil:
    """A quick yes for the commonest decisions, which need not be listed to know; False proves nothing."""
    cdef int kind = frame.kind
    if kind == ANSWER or kind == OFFER_WANT:        # always asked (Q28); at least three kinds are not offered
        return True
    if kind == TRADE_BUILD:
        return has_choice_to_build(t, s, frame.seat)
    if kind == OFFER_WANT_MORE:
        return s.give[frame.a] == 0 and richest_opponent(t, s, frame.seat) >= 2
    if kind == FLIGHT:
        return has_choice_of_ships(t, s, frame.seat)
    return kind == TARGET and has_choice_to_fly(t, s)


cdef bint is_settled(const tables_t* t, state_t* s) noexcept nogil:
    """Carries out a choice with one option (Q28); True if the top frame is a real decision."""
    cdef action_t actions[MAX_ACTIONS]
    cdef const frame_t* top = &s.frames[s.depth - 1]
    cdef frame_t frame
    cdef int count
    if has_obvious_choice(t, s, top):
        return True
    count = LEGAL[top.kind](t, s, top, actions)
    if count > 1:
        return True
    frame = pop(s)
    if count == 1:
        DECIDE[frame.kind](t, s, frame, actions[0])
    elif frame.kind == TARGET:
        land(t, s)
    return False


cdef void run(const tables_t* t, state_t* s) noexcept nogil:
    """Plays on to the next decision or the end."""
    cdef frame_t frame
    while not s.over:
        if is_won(t, s):
            end_game(s, s.active)
        elif s.depth == 0:
            push(s, END_TURN, s.active, 0, 0)
        elif s.frames[s.depth - 1].kind >= FIRST_DECISION:
            if is_settled(t, s):
                return
        else:
            frame = pop(s)
            WORK[frame.kind](t, s, frame)
