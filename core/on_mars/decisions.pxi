# What is pending, asked and answered: actions as numbers, the stack of frames, for each kind of frame what is forced
# (SETTLE), what may be chosen (ASK) and what a choice does (ANSWER), and the loop that carries on to the next choice.

cdef enum:                  # kinds of action
    A_STOP, A_SPACE, A_SHUTTLE, A_MAIN, A_EXECUTIVE, A_GOAL, A_DELIVER, A_DELIVER_WAITING, A_END, A_USE, A_PAY
    A_PAY_GOAL, A_TAKE, A_GAIN, A_BLUEPRINT, A_LEARN, A_PLACE, A_DEVELOP, A_TYPE, A_AT, A_WITH, A_UPGRADE, A_SHIP
    A_WELCOME, A_BOT, A_HIRE, A_CONTRACT, A_SEND, A_TECH, A_PRODUCE, A_RETRIEVE, A_BENEFIT, A_MOVE_BOT
    A_MOVE_ROVER, A_BUY, A_CLAIM, A_LEAVE, A_CLAIM_AT, A_DISPLACE, A_RADAR, A_REWARD, A_DISPLAY, A_OXYGEN
    A_TRAVEL, A_STAY, A_TILE, A_REVEAL, A_KEEP
    A_KINDS


cdef inline action_t act(int kind, int a, int b, int c) noexcept nogil:
    return (<action_t>kind << 24) | (<action_t>a << 16) | (<action_t>b << 8) | <action_t>c


cdef inline int kind_of(action_t action) noexcept nogil:
    return action >> 24


cdef inline int arg_a(action_t action) noexcept nogil:
    return (action >> 16) & 0xFF


cdef inline int arg_b(action_t action) noexcept nogil:
    return (action >> 8) & 0xFF


cdef inline int arg_c(action_t action) noexcept nogil:
    return action & 0xFF


cdef inline frame_t* top(state_t* s) noexcept nogil:
    return &s.frames[s.depth - 1]


cdef inline frame_t* push(state_t* s, int kind, int seat) noexcept nogil:
    """A fresh frame on top. A full stack, which no game reaches, loses its top instead of memory."""
    cdef frame_t* frame
    if s.depth < STACK:
        s.depth += 1
    frame = top(s)
    memset(frame, 0, sizeof(frame_t))
    frame.kind = kind
    frame.seat = seat
    return frame


cdef inline void pop(state_t* s) noexcept nogil:
    memset(top(s), 0, sizeof(frame_t))
    s.depth -= 1


# ---- the tables

ctypedef void (*settle_t)(const tables_t* t, state_t* s) noexcept nogil
ctypedef int (*ask_t)(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil
ctypedef void (*answer_t)(const tables_t* t, state_t* s, action_t action) noexcept nogil

cdef settle_t SETTLE[KINDS]     # what is forced: carried out without asking
cdef ask_t ASK[KINDS]           # what may be chosen: the legal actions
cdef answer_t ANSWER[KINDS]     # what a choice does

SETTLE[K_CRYSTALS] = settle_crystals
SETTLE[K_RESOURCE] = settle_resource
SETTLE[K_BOTS] = settle_bots
SETTLE[K_ROVER] = settle_rover
SETTLE[K_CONTROL] = settle_control
SETTLE[K_COLONISTS] = settle_colonists
SETTLE[K_POINTS] = settle_points
SETTLE[K_PRODUCE] = settle_produce
SETTLE[K_TRADE] = settle_trade
SETTLE[K_TRAVEL] = settle_travel
SETTLE[K_DO_DEVELOP] = settle_do_develop
SETTLE[K_DO_UPGRADE] = settle_do_upgrade
SETTLE[K_PLACE_BUILDING] = settle_place_building
SETTLE[K_AFTER_BUILDING] = settle_after_building
SETTLE[K_DO_HIRE] = settle_do_hire
SETTLE[K_TRAVEL_HOME] = settle_travel_home
SETTLE[K_SWEEP] = settle_sweep
SETTLE[K_REVEAL] = settle_reveal
SETTLE[K_LACERDA_UPGRADE] = settle_lacerda_upgrade
SETTLE[K_LACERDA_BUILD] = settle_lacerda_build
SETTLE[K_LACERDA_DEVELOP] = settle_lacerda_develop
SETTLE[K_LACERDA_SHIP] = settle_lacerda_ship

ASK[K_WAREHOUSE], ANSWER[K_WAREHOUSE] = ask_warehouse, answer_warehouse
ASK[K_CRYSTALS], ANSWER[K_CRYSTALS] = ask_crystals, answer_crystals
ASK[K_CHOOSE], ANSWER[K_CHOOSE] = ask_choose, answer_choose
ASK[K_UPGRADE], ANSWER[K_UPGRADE] = ask_upgrade, answer_upgrade
ASK[K_BLUEPRINT], ANSWER[K_BLUEPRINT] = ask_blueprint, answer_blueprint
ASK[K_DEVELOP], ANSWER[K_DEVELOP] = ask_develop, answer_develop
ASK[K_LEARN], ANSWER[K_LEARN] = ask_learn, answer_learn
ASK[K_CONSTRUCT], ANSWER[K_CONSTRUCT] = ask_construct, answer_construct
ASK[K_SHIP], ANSWER[K_SHIP] = ask_ship, answer_ship
ASK[K_HIRE], ANSWER[K_HIRE] = ask_hire, answer_hire
ASK[K_BUY_COLONIST], ANSWER[K_BUY_COLONIST] = ask_buy_colonist, answer_buy_colonist
ASK[K_RETRIEVE], ANSWER[K_RETRIEVE] = ask_retrieve, answer_retrieve
ASK[K_PRODUCE], ANSWER[K_PRODUCE] = ask_produce, answer_produce
ASK[K_RADAR], ANSWER[K_RADAR] = ask_radar, answer_radar
ASK[K_MENU], ANSWER[K_MENU] = ask_menu, answer_menu
ASK[K_PAY], ANSWER[K_PAY] = ask_pay, answer_pay
ASK[K_MOVE], ANSWER[K_MOVE] = ask_move, answer_move
ASK[K_CLAIM], ANSWER[K_CLAIM] = ask_claim, answer_claim
ASK[K_CLAIM_BOTS], ANSWER[K_CLAIM_BOTS] = ask_claim_bots, answer_claim_bots
ASK[K_PLACE_TECH], ANSWER[K_PLACE_TECH] = ask_place_tech, answer_place_tech
ASK[K_DISPLACE], ANSWER[K_DISPLACE] = ask_displace, answer_displace
ASK[K_SHIP_REWARD], ANSWER[K_SHIP_REWARD] = ask_ship_reward, answer_ship_reward
ASK[K_BOT_PLACE], ANSWER[K_BOT_PLACE] = ask_bot_place, answer_bot_place
ASK[K_USE_BUILDING], ANSWER[K_USE_BUILDING] = ask_use_building, answer_use_building
ASK[K_LSS], ANSWER[K_LSS] = ask_lss, answer_lss
ASK[K_GOAL_REWARD], ANSWER[K_GOAL_REWARD] = ask_goal_reward, answer_goal_reward
ASK[K_SPACE], ANSWER[K_SPACE] = ask_space, answer_space
ASK[K_SHUTTLE_SIDE], ANSWER[K_SHUTTLE_SIDE] = ask_shuttle_side, answer_shuttle_side
ASK[K_TRAVEL_CHOICE], ANSWER[K_TRAVEL_CHOICE] = ask_travel_choice, answer_travel_choice
ASK[K_PLACE_TILE], ANSWER[K_PLACE_TILE] = ask_place_tile, answer_place_tile
ASK[K_REFILL], ANSWER[K_REFILL] = ask_refill, answer_refill
ASK[K_OWNER], ANSWER[K_OWNER] = ask_owner, answer_owner
ASK[K_TASK], ANSWER[K_TASK] = ask_task, answer_task


cdef inline bint asks(const frame_t* f) noexcept nogil:
    """Whether something is to be chosen, not only carried out. Crystals and Automated Production arrive by themselves;
    then their boosts are asked."""
    if SETTLE[f.kind] == NULL:
        return True
    return (f.kind == K_CRYSTALS and f.left == 0) or (f.kind == K_PRODUCE and f.flags & F_DONE != 0)


# ---- quick proofs that a decision leaves a choice, which spare listing it twice

cdef bint always_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return True


cdef bint space_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    """Four spaces on a side, at most two of them taken by others; with four players perhaps three."""
    return t.boards <= 3 or f.x[0] == NONE


cdef bint owner_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    """A move of his tile, or Oxygen."""
    return destinations(t, s, f.seat, f.x[0]) != 0


cdef bint tile_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return s.exploration[0] and s.exploration[1] and tile_places(t, s, f.seat) != 0


cdef bint step_or_stop(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    cdef means_t means
    if f.left == 0 or not may_stop(f):
        return False
    means = means_of(s, f.seat)
    return can_step(t, s, f, &means)


ctypedef bint (*open_t)(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil
cdef open_t OPEN[KINDS]

OPEN[K_MENU] = OPEN[K_TRAVEL_CHOICE] = OPEN[K_LSS] = OPEN[K_SHIP_REWARD] = always_open
OPEN[K_SHUTTLE_SIDE] = OPEN[K_TASK] = always_open
OPEN[K_MOVE] = move_surely_open
OPEN[K_SPACE] = space_open
OPEN[K_OWNER] = owner_open
OPEN[K_PLACE_TILE] = tile_open
OPEN[K_WAREHOUSE] = OPEN[K_BLUEPRINT] = OPEN[K_DEVELOP] = OPEN[K_LEARN] = step_or_stop


cdef inline bint surely_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return OPEN[f.kind] != NULL and OPEN[f.kind](t, s, f)


cdef void settle(const tables_t* t, state_t* s) noexcept nogil:
    """Carries on until there is something to choose: decisions with one legal action are made (ruling 16)."""
    while True:
        while s.depth == 0:
            if s.phase == OVER:
                return
            advance(t, s)
        if not asks(top(s)):
            SETTLE[top(s).kind](t, s)
        elif surely_open(t, s, top(s)) or not forced(t, s):
            return


cdef bint forced(const tables_t* t, state_t* s) noexcept nogil:
    """Makes the decision on top if it leaves no choice; False if it does."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int kind = top(s).kind, count
    count = ASK[kind](t, s, top(s), actions)
    if count > 1:
        return False
    if count == 1:
        ANSWER[kind](t, s, actions[0])
    else:
        pop(s)
    return True


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    if s.depth == 0:
        return GAME_OVER
    return s.frames[s.depth - 1].seat


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    cdef const frame_t* f = &s.frames[s.depth - 1]
    return ASK[f.kind](<const tables_t*>tables, s, f, actions)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef state_t* s = <state_t*>memory
    ANSWER[top(s).kind](<const tables_t*>tables, s, action)
    settle(<const tables_t*>tables, s)
