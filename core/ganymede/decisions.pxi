# The pending stack: for each kind of frame what is forced (settle), what may be chosen (ask) and what a choice does
# (answer). settle_* answers whether there is something to ask; if not, it has done what is forced or removed the frame.

# ---- the action of the turn (empty stack)

cdef inline bint can_use(const tables_t* t, const board_t* board, int deck, int card) noexcept nogil:
    """Enough settlers, the printed colours among them, and a tile if one is part of the cost (G9)."""
    cdef const card_t* shuttle = &t.card[deck][card]
    cdef settlers_t there = board.place[deck - 1]
    # No short cuts: three sums are quicker than three guesses.
    return has_all(there, shuttle.cost) & (heads(there) >= shuttle.symbols) & (board.tile_count >= shuttle.discards)


cdef inline int write_shuttles(const tables_t* t, const state_t* state, int deck, action_t* actions,
                               int count) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    cdef cards_t row = state.row[deck]
    while row:
        actions[count] = act(DO_SHUTTLE, deck << 6 | lowest(row))
        count += can_use(t, board, deck, lowest(row))
        row &= row - 1
    return count


cdef inline action_t discard_alone(int tile) noexcept nogil:
    """Four places of six bits; those not needed repeat the lowest tile."""
    return act(DO_DISCARD, tile * 0x41041)


cdef inline action_t discard_also(action_t discard, int higher) noexcept nogil:
    """With a tile that comes later in the deck, in the lowest place."""
    return act(DO_DISCARD, (discard << 6 & 0xFFFFFF) | higher)


cdef inline cards_t discarded(action_t action) noexcept nogil:
    return bit(action & 63) | bit(action >> 6 & 63) | bit(action >> 12 & 63) | bit(action >> 18 & 63)


cdef inline int write_discards(cards_t tiles, action_t* actions, int count) noexcept nogil:
    """Every set of tiles that is not empty: each tile alone, and with each set of tiles before it."""
    cdef int first = count, last, tile, i
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        last = count
        actions[count] = discard_alone(tile)
        count += 1
        for i in range(first, last):
            actions[count] = discard_also(actions[i], tile)
            count += 1
    return count


cdef int ask_action(const tables_t* t, const state_t* state, action_t* actions) noexcept nogil:
    cdef int count = write_each(actions, 0, DO_TILE, 0, state.row[TILES])
    count = write_shuttles(t, state, EARTH_DECK, actions, count)
    count = write_shuttles(t, state, MARS_DECK, actions, count)
    return write_discards(state.board[state.seat].tiles, actions, count)


cdef void answer_action(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int kind = action >> 24
    push(state, END)
    if kind == DO_TILE:
        choose_tile(t, state, action & 63)
    elif kind == DO_SHUTTLE:
        choose_shuttle(t, state, action >> 6 & 3, action & 63)
    else:
        push(state, BASIC).left = discard_tiles(t, state, discarded(action))


cdef inline void choose_tile(const tables_t* t, state_t* state, int tile) noexcept nogil:
    if mover(state).tile_count >= t.tile_slots:
        push(state, TAKE_TILE).card = tile
    else:
        take_tile(t, state, tile)


cdef inline void take_tile(const tables_t* t, state_t* state, int tile) noexcept nogil:
    cdef board_t* board = mover(state)
    cdef int type = t.card[TILES][tile].type
    out_of_row(state, TILES, tile)
    board.tiles |= bit(tile)
    board.tile_count += 1
    board.tiles_of[type] += 1
    push_effect(state, TILES, tile, board.tiles_of[type])


cdef inline void choose_shuttle(const tables_t* t, state_t* state, int deck, int card) noexcept nogil:
    cdef frame_t* frame = push(state, PAY)
    frame.deck = deck
    frame.card = card
    frame.payers = t.card[deck][card].cost


cdef inline int discard_tiles(const tables_t* t, state_t* state, cards_t tiles) noexcept nogil:
    """Returns how many."""
    cdef board_t* board = mover(state)
    cdef int count = 0
    board.tiles &= ~tiles
    state.discards |= tiles
    while tiles:
        board.tiles_of[t.card[TILES][lowest(tiles)].type] -= 1
        tiles &= tiles - 1
        count += 1
    board.tile_count -= count
    return count


cdef inline int write_each_tile(cards_t tiles, action_t* actions) noexcept nogil:
    cdef int count = 0
    while tiles:
        actions[count] = discard_alone(lowest(tiles))
        count += 1
        tiles &= tiles - 1
    return count


# ---- take tile: all places are taken, one tile has to go first (G8)

cdef bint settle_take_tile(const tables_t* t, state_t* state) noexcept nogil:
    if mover(state).tile_count > 1:
        return True
    answer_take_tile(t, state, discard_alone(lowest(mover(state).tiles)))
    return False


cdef void answer_take_tile(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int tile = top(state).card
    discard_tiles(t, state, discarded(action))
    pop(state)
    take_tile(t, state, tile)


# ---- pay: who pays the white symbols, and with which tile (G9)

cdef inline settlers_t free_to_pay(const state_t* state, const frame_t* frame) noexcept nogil:
    return state.board[state.seat].place[frame.deck - 1] - frame.payers


cdef inline int unpaid(const tables_t* t, const frame_t* frame) noexcept nogil:
    return t.card[frame.deck][frame.card].symbols - heads(frame.payers)


cdef bint settle_pay(const tables_t* t, state_t* state) noexcept nogil:
    cdef frame_t* frame = top(state)
    cdef settlers_t free = free_to_pay(state, frame)
    cdef int colours = colours_in(free), open = unpaid(t, frame)
    cdef cards_t tiles = mover(state).tiles
    if open and colours & (colours - 1) and heads(free) > open:
        return True
    if open:
        frame.payers += free if heads(free) == open else open * settler(lowest_colour(colours))
    if t.card[frame.deck][frame.card].discards:
        if tiles & (tiles - 1):
            return True
        discard_tiles(t, state, tiles)
    use_shuttle(t, state)
    return False


cdef int ask_pay(const tables_t* t, const state_t* state, action_t* actions) noexcept nogil:
    cdef const frame_t* frame = &state.stack[state.depth - 1]
    if unpaid(t, frame):
        return write_each(actions, 0, DO_PAY, 0, colours_in(free_to_pay(state, frame)))
    return write_each_tile(state.board[state.seat].tiles, actions)


cdef void answer_pay(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    if action >> 24 == DO_PAY:
        top(state).payers += settler(action & 3)
    else:
        discard_tiles(t, state, discarded(action))
        use_shuttle(t, state)


cdef inline bint all_reach(const board_t* board, int count) noexcept nogil:
    """Whether every column has at least so many shuttles."""
    cdef int type, short = 0
    for type in range(TYPES):
        short |= board.column[type] < count
    return not short


cdef void use_shuttle(const tables_t* t, state_t* state) noexcept nogil:
    """Everything is paid: the card goes to its column; payers move, then the effect, then the set bonus."""
    cdef frame_t paid = top(state)[0]
    cdef board_t* board = mover(state)
    cdef int type = t.card[paid.deck][paid.card].type
    cdef int count
    cdef frame_t* frame
    pop(state)
    out_of_row(state, paid.deck, paid.card)
    board.shuttles[paid.deck - 1] |= bit(paid.card)
    board.column[type] += 1
    count = board.column[type]
    if all_reach(board, count):             # this one was the last to have so many (G25)
        push(state, RIGHT)
    push_effect(state, paid.deck, paid.card, count)
    frame = push(state, MOVE_PAYERS)
    frame.deck = paid.deck
    frame.payers = paid.payers


# ---- move payers (G11)

cdef bint settle_move_payers(const tables_t* t, state_t* state) noexcept nogil:
    cdef bint asks
    if top(state).deck == EARTH_DECK:
        asks = settle_leaving_earth(t, state, mover(state))
    else:
        asks = settle_leaving_mars(t, state, mover(state))
    if not asks:
        pop(state)
    return asks


cdef inline bint settle_leaving_earth(const tables_t* t, state_t* state, board_t* board) noexcept nogil:
    """The order matters only if Mars has room for some of them, but not for all."""
    cdef settlers_t payers = top(state).payers, going = payers
    cdef int room = t.capacity[MARS] - heads(board.place[MARS])
    cdef int colours = colours_in(payers)
    if heads(payers) > room:
        if room > 0 and colours & (colours - 1):
            return True
        going = <settlers_t>max(room, 0) * settler(lowest_colour(colours))
    board.place[EARTH] -= payers
    board.place[MARS] += going
    state.supply += payers - going
    return False


cdef inline bint settle_leaving_mars(const tables_t* t, state_t* state, board_t* board) noexcept nogil:
    """Whom no site can take now none can take later: he is lost at once. A single way is taken."""
    cdef frame_t* frame = top(state)
    cdef uint32_t ways
    while frame.payers:
        lose_payers(state, board, frame, colours_in(frame.payers) & ~(taken_by_a(t, board) | taken_by_b(t, board)))
        ways = payer_moves(t, board, frame)
        if ways & (ways - 1):
            return True
        if ways:
            move_payer(board, frame, lowest(ways))
    return False


cdef inline void lose_payers(state_t* state, board_t* board, frame_t* frame, int colours) noexcept nogil:
    cdef settlers_t lost
    while colours:
        lost = frame.payers & (<settlers_t>0xFF << (8 * lowest_colour(colours)))
        frame.payers -= lost
        board.place[MARS] -= lost
        state.supply += lost
        colours &= colours - 1


cdef inline uint32_t payer_moves(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    cdef int colours = colours_in(frame.payers)
    if frame.deck == EARTH_DECK:
        return colours
    return (colours & taken_by_a(t, board)) << 4 | (colours & taken_by_b(t, board)) << 8


cdef inline void move_payer(board_t* board, frame_t* frame, int move) noexcept nogil:
    frame.payers -= settler(move & 3)
    take_route(board, move)


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


cdef void answer_basic(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef frame_t* frame = top(state)
    frame.left -= 1
    if frame.left == 0 or action >> 24 == DO_PASS:
        pop(state)
    if action >> 24 != DO_PASS:
        do_way(t, state, action, False)


# ---- bonus: stop for it, or give it up (G21, 2018)

cdef int ask_bonus(action_t* actions) noexcept nogil:
    actions[0] = act(DO_BONUS, 0)
    actions[1] = act(DO_GIVE_UP, 0)
    return 2


cdef void answer_bonus(state_t* state, action_t action) noexcept nogil:
    pop(state)
    if action >> 24 == DO_BONUS:
        top(state).stopped = 1
        push(state, BASIC).left = 1


# ---- right: to launch one ship, complete or not (G22, G25)

cdef inline int sites_with_ship(const board_t* board) noexcept nogil:
    return (board.ship[0] != NO_SHIP) | (board.ship[1] != NO_SHIP) << 1


cdef bint settle_right(state_t* state) noexcept nogil:
    if sites_with_ship(mover(state)):
        return True
    pop(state)
    return False


cdef int ask_right(const state_t* state, action_t* actions) noexcept nogil:
    cdef int count = write_each(actions, 0, DO_LAUNCH, 0, sites_with_ship(&state.board[state.seat]))
    actions[count] = act(DO_PASS, 0)
    return count + 1


cdef void answer_right(state_t* state, action_t action) noexcept nogil:
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


cdef void answer_take_ship(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    draw_ship(t, state, action & 127)
    top(state).kind = PUT_SHIP


# ---- put ship: (d) of G23

cdef inline void put_ship(state_t* state, int site, int ship) noexcept nogil:
    cdef board_t* board = mover(state)
    out_of_hand(state, board, ship)
    board.ship[site] = ship


cdef bint settle_put_ship(state_t* state) noexcept nogil:
    if mover(state).hand_size > 1:
        return True
    if mover(state).hand_size == 1:
        put_ship(state, top(state).site, lowest(mover(state).hand))
    pop(state)
    return False


cdef int ask_put_ship(const state_t* state, action_t* actions) noexcept nogil:
    return write_each(actions, 0, DO_SITE, state.stack[state.depth - 1].site << 6, state.board[state.seat].hand)


cdef void answer_put_ship(state_t* state, action_t action) noexcept nogil:
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


cdef int ask_end(const tables_t* t, const state_t* state, action_t* actions) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    cdef int bare = 3 & ~sites_with_ship(board), count = 0
    if full_sites(t, board):
        return write_each(actions, 0, DO_LAUNCH, 0, full_sites(t, board))
    if not bare:
        return write_each(actions, 0, DO_UNDER, 0, board.hand)
    if bare & 1:
        count = write_each(actions, 0, DO_SITE, 0, board.hand)
    if bare & 2:
        count = write_each(actions, count, DO_SITE, 64, board.hand)
    return count


cdef void answer_end(state_t* state, action_t action) noexcept nogil:
    if action >> 24 == DO_LAUNCH:
        launch(state, action & 1)
    elif action >> 24 == DO_SITE:
        put_ship(state, action >> 6 & 1, action & 63)
    else:
        put_under(state, action & 63)


# ---- the three tables

cdef inline bint settle_top(const tables_t* t, state_t* state) noexcept nogil:
    cdef int kind = top(state).kind
    if kind == EFFECT:
        return settle_effect(t, state)
    elif kind == END:
        return settle_end(t, state)
    elif kind == BASIC:
        return settle_basic(t, state)
    elif kind == MOVE_PAYERS:
        return settle_move_payers(t, state)
    elif kind == PAY:
        return settle_pay(t, state)
    elif kind == TAKE_TILE:
        return settle_take_tile(t, state)
    elif kind == RIGHT:
        return settle_right(state)
    elif kind == LAUNCH:
        return settle_launch(t, state)
    elif kind == TAKE_SHIP:
        return settle_take_ship(t, state)
    elif kind == PUT_SHIP:
        return settle_put_ship(state)
    return True                                 # BONUS always asks


cdef inline void settle(const tables_t* t, state_t* state) noexcept nogil:
    while state.depth and not settle_top(t, state):
        pass


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef const frame_t* frame = &state.stack[state.depth - (state.depth > 0)]
    cdef int kind = ACTION if state.depth == 0 else frame.kind
    if state.phase != PLAY:
        return ask_set_up(state, actions) if state.phase == SETUP else 0
    if kind == ACTION:
        return ask_action(t, state, actions)
    elif kind == EFFECT:
        return write_ways(t, state, effect_of(t, frame), frame.stopped, frame.left, actions)
    elif kind == BASIC:
        return write_ways(t, state, &ANY_BASIC, False, 1, actions)
    elif kind == LAUNCH:
        return write_ways(t, state, &t.ship[frame.card].effects[frame.part], False, 1, actions)
    elif kind == MOVE_PAYERS:
        return write_each(actions, 0, DO_MOVE, 0, payer_moves(t, &state.board[state.seat], frame))
    elif kind == TAKE_TILE:
        return write_each_tile(state.board[state.seat].tiles, actions)
    elif kind == PAY:
        return ask_pay(t, state, actions)
    elif kind == BONUS:
        return ask_bonus(actions)
    elif kind == RIGHT:
        return ask_right(state, actions)
    elif kind == TAKE_SHIP:
        return write_draws(state, actions, 0)
    elif kind == PUT_SHIP:
        return ask_put_ship(state, actions)
    return ask_end(t, state, actions)


cdef inline void answer(const tables_t* t, state_t* state, action_t action) noexcept nogil:
    cdef int kind = ACTION if state.depth == 0 else top(state).kind
    if kind == ACTION:
        answer_action(t, state, action)
    elif kind == EFFECT:
        answer_effect(t, state, action)
    elif kind == BASIC:
        answer_basic(t, state, action)
    elif kind == LAUNCH:
        answer_launch(t, state, action)
    elif kind == MOVE_PAYERS:
        move_payer(mover(state), top(state), action & 0xFF)
    elif kind == TAKE_TILE:
        answer_take_tile(t, state, action)
    elif kind == PAY:
        answer_pay(t, state, action)
    elif kind == BONUS:
        answer_bonus(state, action)
    elif kind == RIGHT:
        answer_right(state, action)
    elif kind == TAKE_SHIP:
        answer_take_ship(t, state, action)
    elif kind == PUT_SHIP:
        answer_put_ship(state, action)
    else:
        answer_end(state, action)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* state = <state_t*>memory
    if state.phase == SETUP:
        answer_set_up(t, state, action)
    else:
        answer(t, state, action)
        settle(t, state)


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    if state.phase == OVER:
        return GAME_OVER
    return state.seat
