# What is pending: a short stack of frames, settled until somebody has to decide.

ctypedef void (*settle_t)(const tables_t*, state_t*, frame_t) noexcept nogil
ctypedef int (*ask_t)(const tables_t*, const state_t*, const frame_t*, action_t*) noexcept nogil
ctypedef void (*answer_t)(const tables_t*, state_t*, frame_t, action_t) noexcept nogil

# By kind of frame. A kind below FIRST_DECISION is settled, all others are asked and answered. SETTLE and ANSWER get a
# frame that is off the stack already; ASK works on views too.
cdef settle_t[KINDS] SETTLE     # carries out what is forced
cdef ask_t[KINDS] ASK           # lists the legal actions
cdef answer_t[KINDS] ANSWER     # does what was chosen


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


cdef inline bint has_obvious_choice(const tables_t* t, const state_t* s, const frame_t* frame) noexcept nogil:
    """A quick yes for the commonest decisions, which need not be listed to know; False proves nothing."""
    cdef int kind = frame.kind
    if kind == OFFER_REPLY or kind == OFFER_WANT:        # always asked (Q28); at least three kinds are not offered
        return True
    if kind == TRADE_BUILD:
        return has_choice_to_build(t, s, frame.seat)
    if kind == OFFER_WANT_MORE:
        return s.give[frame.a] == 0 and richest_opponent(t, s, frame.seat) >= 2
    if kind == FLIGHT:
        return has_choice_of_ships(t, s, frame.seat)
    return kind == TARGET and has_choice_to_fly(t, s)


cdef bint settle_decision(const tables_t* t, state_t* s) noexcept nogil:
    """Carries out a choice with one option (Q28); True if the top frame is a real decision."""
    cdef action_t actions[MAX_ACTIONS]
    cdef const frame_t* top = &s.frames[s.depth - 1]
    cdef frame_t frame
    cdef int count
    if has_obvious_choice(t, s, top):
        return True
    count = ASK[top.kind](t, s, top, actions)
    if count > 1:
        return True
    frame = pop(s)
    if count == 1:
        ANSWER[frame.kind](t, s, frame, actions[0])
    elif frame.kind == TARGET:
        land(t, s)
    return False


cdef void settle(const tables_t* t, state_t* s) noexcept nogil:
    """Plays on to the next decision or the end."""
    cdef frame_t frame
    while not s.over:
        if is_won(t, s):
            end_game(s, s.active)
        elif s.depth == 0:
            push(s, END_TURN, s.active, 0, 0)
        elif s.frames[s.depth - 1].kind >= FIRST_DECISION:
            if settle_decision(t, s):
                return
        else:
            frame = pop(s)
            SETTLE[frame.kind](t, s, frame)


# ---- the three tables

cdef void enter(int kind, ask_t ask, answer_t answer) noexcept nogil:
    ASK[kind] = ask
    ANSWER[kind] = answer


enter(SETUP_COLONY, ask_setup_colony, answer_setup_colony)
enter(SETUP_SPACEPORT, ask_setup_spaceport, answer_setup_spaceport)
enter(SETUP_SHIP, ask_setup_ship, answer_setup_ship)
enter(SETUP_UPGRADE, ask_setup_upgrade, answer_setup_upgrade)
enter(RELIEF, ask_relief, answer_relief)
enter(DISCARD, ask_discard, answer_discard)
enter(ROB, ask_rob, answer_rob)
enter(TRADE_BUILD, ask_trade_build, answer_trade_build)
enter(HELP_AGAIN, ask_help_again, answer_help_again)
enter(OFFER_GIVE, ask_offer_give, answer_offer_give)
enter(OFFER_WANT, ask_offer_want, answer_offer_want)
enter(OFFER_WANT_MORE, ask_offer_want_more, answer_offer_want_more)
enter(OFFER_REPLY, ask_offer_reply, answer_offer_reply)
enter(CLOSE, ask_close, answer_close)
enter(PLACE_SHIP, ask_place_ship, answer_place_ship)
enter(FLIGHT, ask_flight, answer_flight)
enter(TARGET, ask_target, answer_target)
enter(JUMP_TARGET, ask_jump_target, answer_jump_target)
enter(FOUND, ask_found, answer_found)
enter(FRIENDSHIP, ask_friendship, answer_friendship)
enter(GIFT, ask_gift, answer_gift)
enter(YESNO, ask_yesno, answer_yesno)
enter(PAY, ask_pay, answer_pay)
enter(GAIN, ask_gain, answer_gain)
enter(HAND_OVER, ask_hand_over, answer_hand_over)
enter(LOCK, ask_lock, answer_lock)
enter(UPGRADE, ask_upgrade, answer_upgrade)
enter(DOWNGRADE, ask_downgrade, answer_downgrade)

SETTLE[END_TURN] = settle_end_turn
SETTLE[START_TURN] = settle_start_turn
SETTLE[SETUP] = settle_setup
SETTLE[SHAKE] = settle_shake
SETTLE[RESERVE_DRAW] = settle_reserve_draw
SETTLE[OPPONENTS_DRAW] = settle_opponents_draw
SETTLE[FREE_SHIPS] = settle_free_ships
SETTLE[BRANCH] = settle_branch
SETTLE[CHECK] = settle_check
SETTLE[EFFECT] = settle_effect
SETTLE[ENCOUNTER_OVER] = settle_encounter_over


# ---- what the contract asks

cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    if s.over:
        return GAME_OVER
    return s.frames[s.depth - 1].seat


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    cdef const frame_t* top
    if s.over:
        return 0
    top = &s.frames[s.depth - 1]
    return ASK[top.kind](<const tables_t*>tables, s, top, actions)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef frame_t frame = pop(s)
    ANSWER[frame.kind](t, s, frame, action)
    settle(t, s)
