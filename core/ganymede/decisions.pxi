# The pending stack: for each kind of frame what is forced (settle), what may be chosen (ask) and what a choice does
# (answer). settle_* answers whether there is something to ask; if not, it has done what is forced or removed the frame.

# ---- effect of a tile or shuttle (G8, G9, G15, G21)

cdef inline void push_effect(state_t* state, int deck, int card, int times) noexcept nogil:
    cdef frame_t* frame = push(state, EFFECT)
    frame.deck = deck
    frame.card = card
    frame.left = times


cdef inline const effect_t* effect_of(const tables_t* t, const frame_t* frame) noexcept nogil:
    return &t.card[frame.deck][frame.card].effects[frame.part]


cdef bint settle_effect(const tables_t* t, state_t* state) noexcept nogil:
    cdef const frame_t* frame = top(state)
    if any_way(t, state, mover(state), effect_of(t, frame), frame.stopped, frame.left):
        return True
    pass_effect(t, state)
    return False


cdef inline void pass_effect(const tables_t* t, state_t* state) noexcept nogil:
    """An "and" tile goes on with its next part; anything else is over."""
    cdef const frame_t* frame = top(state)
    if t.card[frame.deck][frame.card].parts > 1:
        finish_part(t, state, 1)
    else:
        pop(state)


cdef inline void finish_part(const tables_t* t, state_t* state, int uses) noexcept nogil:
    cdef frame_t* frame = top(state)
    frame.part += 1
    if frame.part >= t.card[frame.deck][frame.card].parts:
        frame.part = 0
        frame.left -= uses
        if frame.left == 0:
            pop(state)


cdef inline bint brings_more(const tables_t* t, const frame_t* frame) noexcept nogil:
    """Whether what is left of this effect could bring another point of the same gain (G21)."""
    cdef const card_t* card = &t.card[frame.deck][frame.card]
    cdef int part
    for part in range(0 if frame.left > 1 else frame.part, card.parts):
        if card.effects[part].flags & JOINT_GAIN:
            return True
    return False


cdef action_t* ask_effect(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef const frame_t* frame = &state.stack[state.depth]
    return write_ways(t, state, effect_of(t, frame), frame.stopped, frame.left, out)


cdef void answer_effect(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int kind = action >> 24, depth = state.depth
    cdef const effect_t* effect = effect_of(t, top(state))
    cdef bint joint = effect.flags & JOINT_GAIN
    if kind == DO_PASS:
        pass_effect(t, state)
    elif kind == DO_BASIC:
        finish_part(t, state, 2 if effect.flags & TWO_FOR_BASIC else 1)
        push(state, BASIC).left = 1
    else:
        finish_part(t, state, 1)
        do_way(t, state, action, joint and state.depth == depth and brings_more(t, top(state)))


# ---- Basic actions: from discarded tiles, bonus spaces, revised adapts (G10, G19, G21)

cdef effect_t ANY_BASIC
ANY_BASIC.pairs = FREE_ADAPTS
ANY_BASIC.recruits = ALL_COLOURS
ANY_BASIC.flags = MOVE | REPUTATION | DRAW


cdef bint settle_basic(const tables_t* t, state_t* state) noexcept nogil:
    if any_basic(t, state, mover(state)):
        return True
    pop(state)
    return False


cdef action_t* ask_basic(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    return write_basics(t, state, out)


cdef void answer_basic(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef frame_t* frame = top(state)
    frame.left -= 1
    if frame.left == 0 or action >> 24 == DO_PASS:
        pop(state)
    if action >> 24 != DO_PASS:
        do_way(t, state, action, False)


# ---- bonus: stop for it, or give it up (G21, 2018)

cdef bint settle_bonus(const tables_t* t, state_t* state) noexcept nogil:
    return True


cdef action_t* ask_bonus(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    out = write_if(out, act(DO_BONUS, 0), True)
    return write_if(out, act(DO_GIVE_UP, 0), True)


cdef void answer_bonus(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    pop(state)
    if action >> 24 == DO_BONUS:
        top(state).stopped = 1
        push(state, BASIC).left = 1


# ---- right: to launch one ship, complete or not (G22, G25)

cdef inline int sites_with_ship(const board_t* board) noexcept nogil:
    return (board.ship[0] != NO_SHIP) | (board.ship[1] != NO_SHIP) << 1


cdef bint settle_right(const tables_t* t, state_t* state) noexcept nogil:
    if sites_with_ship(mover(state)):
        return True
    pop(state)
    return False


cdef action_t* ask_right(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    out = write_each(out, DO_LAUNCH, 0, sites_with_ship(&state.board[state.seat]))
    return write_if(out, act(DO_PASS, 0), True)


cdef void answer_right(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    pop(state)
    if action >> 24 == DO_LAUNCH:
        launch(state, action & 1)


# ---- launch: (a) and (b) of G23

cdef void launch(state_t* state, int site) noexcept nogil:
    cdef board_t* board = mover(state)
    cdef frame_t* frame = push(state, LAUNCH)
    frame.site = site
    frame.card = board.ship[site]
    state.supply += board.place[SITE_A + site]
    board.place[SITE_A + site] = 0
    board.launched |= bit(board.ship[site])
    board.launched_count += 1
    board.ship[site] = NO_SHIP


cdef bint settle_launch(const tables_t* t, state_t* state) noexcept nogil:
    cdef frame_t* frame = top(state)
    cdef const ship_t* ship = &t.ship[frame.card]
    while frame.part < ship.parts:
        if any_way(t, state, mover(state), &ship.effects[frame.part], False, 1):
            return True
        frame.part += 1
    finish_effect(frame)
    return False


cdef inline void finish_effect(frame_t* frame) noexcept nogil:
    frame.kind = TAKE_SHIP
    frame.card = 0
    frame.part = 0


cdef action_t* ask_launch(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef const frame_t* frame = &state.stack[state.depth]
    return write_ways(t, state, &t.ship[frame.card].effects[frame.part], False, 1, out)


cdef void answer_launch(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef frame_t* frame = top(state)
    frame.part += 1
    if frame.part == t.ship[frame.card].parts:
        finish_effect(frame)
    if action >> 24 != DO_PASS:
        do_way(t, state, action, False)


# ---- take ship: (c) of G23

cdef bint settle_take_ship(const tables_t* t, state_t* state) noexcept nogil:
    cdef cards_t row = state.row[SHIPS]
    if not hand_is_closed(t, mover(state)) and ships_left(state):
        if row & (row - 1) or (row and state.pile_size[SHIPS]):
            return True
        draw_ship(t, state, lowest(row) if row else PILE)
    top(state).kind = PUT_SHIP
    return False


cdef action_t* ask_take_ship(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    return write_draws(state, out)


cdef void answer_take_ship(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    draw_ship(t, state, action & 127)
    top(state).kind = PUT_SHIP


# ---- put ship: (d) of G23

cdef inline void put_ship(state_t* state, int site, int ship) noexcept nogil:
    cdef board_t* board = mover(state)
    out_of_hand(state, board, ship)
    board.ship[site] = ship


cdef bint settle_put_ship(const tables_t* t, state_t* state) noexcept nogil:
    if mover(state).hand_size > 1:
        return True
    if mover(state).hand_size == 1:
        put_ship(state, top(state).site, lowest(mover(state).hand))
    pop(state)
    return False


cdef action_t* ask_put_ship(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    return write_each(out, DO_SITE, state.stack[state.depth].site << 6, state.board[state.seat].hand)


cdef void answer_put_ship(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    put_ship(state, action >> 6 & 1, action & 63)
    pop(state)


# ---- end of the turn: full ships (G24), bare sites (G27), hand (G26), rows (G28)

cdef inline int full_sites(const tables_t* t, const board_t* board) noexcept nogil:
    return is_full(t, board, 0) | is_full(t, board, 1) << 1


cdef bint settle_end(const tables_t* t, state_t* state) noexcept nogil:
    cdef board_t* board = mover(state)
    cdef int full = full_sites(t, board), bare = 3 & ~sites_with_ship(board)
    if full:
        if full != 3:
            launch(state, full >> 1)
        return full == 3
    if bare and board.hand_size:
        if bare == 3 or board.hand_size > 1:
            return True
        put_ship(state, bare >> 1, lowest(board.hand))
        return False
    if t.revised and board.hand_size > t.hand_limit:
        return True
    pop(state)
    end_turn(t, state)
    return True


cdef action_t* ask_end(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    cdef int bare = 3 & ~sites_with_ship(board)
    if full_sites(t, board):
        return write_each(out, DO_LAUNCH, 0, full_sites(t, board))
    if not bare:
        return write_each(out, DO_UNDER, 0, board.hand)
    if bare & 1:
        out = write_each(out, DO_SITE, 0, board.hand)
    if bare & 2:
        out = write_each(out, DO_SITE, 64, board.hand)
    return out


cdef void answer_end(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    if action >> 24 == DO_LAUNCH:
        launch(state, action & 1)
    elif action >> 24 == DO_SITE:
        put_ship(state, action >> 6 & 1, action & 63)
    else:
        put_under(state, action & 63)


# ---- the three tables, by kind of frame

ctypedef bint (*settle_t)(const tables_t*, state_t*) noexcept nogil
ctypedef action_t* (*ask_t)(const tables_t*, const state_t*, action_t*) noexcept nogil
ctypedef void (*answer_t)(const tables_t*, state_t*, action_t) noexcept nogil

cdef settle_t[FRAMES] SETTLE
cdef ask_t[FRAMES] ASK
cdef answer_t[FRAMES] ANSWER


cdef void enter(int kind, settle_t settle, ask_t ask, answer_t answer) noexcept nogil:
    SETTLE[kind] = settle
    ASK[kind] = ask
    ANSWER[kind] = answer


enter(ACTION, settle_action, ask_action, answer_action)
enter(END, settle_end, ask_end, answer_end)
enter(TAKE_TILE, settle_take_tile, ask_take_tile, answer_take_tile)
enter(PAY, settle_pay, ask_pay, answer_pay)
enter(MOVE_PAYERS, settle_move_payers, ask_move_payers, answer_move_payers)
enter(EFFECT, settle_effect, ask_effect, answer_effect)
enter(BASIC, settle_basic, ask_basic, answer_basic)
enter(BONUS, settle_bonus, ask_bonus, answer_bonus)
enter(RIGHT, settle_right, ask_right, answer_right)
enter(LAUNCH, settle_launch, ask_launch, answer_launch)
enter(TAKE_SHIP, settle_take_ship, ask_take_ship, answer_take_ship)
enter(PUT_SHIP, settle_put_ship, ask_put_ship, answer_put_ship)


cdef inline void settle(const tables_t* t, state_t* state) noexcept nogil:
    while not SETTLE[top(state).kind](t, state):
        pass


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    if state.phase != PLAY:
        return <int>(ask_set_up(state, actions) - actions) if state.phase == SETUP else 0
    return <int>(ASK[state.stack[state.depth].kind](<const tables_t*>tables, state, actions) - actions)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* state = <state_t*>memory
    if state.phase == SETUP:
        answer_set_up(t, state, action)
    else:
        ANSWER[top(state).kind](t, state, action)
        settle(t, state)


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    if state.phase == OVER:
        return GAME_OVER
    return state.seat
