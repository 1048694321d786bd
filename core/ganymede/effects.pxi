# Ways of applying an effect, and what each does (G12 to G19). Routes of Moves are 0: Earth to Mars, 1: Mars to A,
# 2: Mars to B, 3: A to B, 4: B to A; a move is bit 4 * route + colour. An adapt is bit 16 * place + 4 * old + new.

cdef extern from *:
    """
    /* In C because only there tables can be constant, which spares the compiler much caution. */
    static const uint8_t ROUTE_FROM[5] = {0, 1, 1, 2, 3}, ROUTE_TO[5] = {1, 2, 3, 3, 2};    /* places */
    static const uint16_t OLD_IN[16] = {                /* adapts whose old colour is in this set */
        0x0000, 0x000F, 0x00F0, 0x00FF, 0x0F00, 0x0F0F, 0x0FF0, 0x0FFF,
        0xF000, 0xF00F, 0xF0F0, 0xF0FF, 0xFF00, 0xFF0F, 0xFFF0, 0xFFFF};
    static const uint8_t COLOUR_COUNT[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    static const uint32_t COLOUR_LIST[16][4] = {        /* the colours of a set */
        {0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2},
        {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    """
    const uint8_t[5] ROUTE_FROM
    const uint8_t[5] ROUTE_TO
    const uint16_t[16] OLD_IN
    const uint8_t[16] COLOUR_COUNT
    const uint32_t[16][4] COLOUR_LIST

cdef enum:
    NEW_IN = 0x1111                         # times a set of colours: the adapts whose new colour is in it
    FREE_ADAPTS = 0x7BDE                    # old and new differ


# ---- what is possible

cdef inline int site_size(const tables_t* t, const board_t* board, int site) noexcept nogil:
    return t.site_size[site] - t.ship[board.ship[site]].less


cdef inline bint is_full(const tables_t* t, const board_t* board, int site) noexcept nogil:
    return board.ship[site] != NO_SHIP and heads(board.place[SITE_A + site]) >= site_size(t, board, site)


cdef inline int taken_by_a(const tables_t* t, const board_t* board) noexcept nogil:
    """The colours site A can take (G12)."""
    if board.ship[0] == NO_SHIP or is_full(t, board, 0):
        return 0
    return colours_in(board.place[SITE_A]) or ALL_COLOURS


cdef inline int taken_by_b(const tables_t* t, const board_t* board) noexcept nogil:
    """The colours site B can take (G12)."""
    if board.ship[1] == NO_SHIP or is_full(t, board, 1):
        return 0
    return ALL_COLOURS & ~colours_in(board.place[SITE_B])


cdef inline int recruits(const tables_t* t, const state_t* state, const board_t* board, int printed) noexcept nogil:
    return printed & colours_in(state.supply) & -(heads(board.place[EARTH]) < t.capacity[EARTH])


cdef inline uint32_t moves(const tables_t* t, const board_t* board) noexcept nogil:
    cdef int on_mars = colours_in(board.place[MARS])
    cdef int for_a = taken_by_a(t, board), for_b = taken_by_b(t, board)
    cdef uint32_t found = 0
    if heads(board.place[MARS]) < t.capacity[MARS]:
        found = colours_in(board.place[EARTH])
    found |= (on_mars & for_a) << 4
    found |= (on_mars & for_b) << 8
    found |= (colours_in(board.place[SITE_A]) & for_b) << 12
    found |= (colours_in(board.place[SITE_B]) & for_a) << 16
    return found


cdef inline uint64_t adapts(const state_t* state, const board_t* board, uint64_t pairs) noexcept nogil:
    """On a site the leaver goes first (G15): a lone settler on A may become any colour, B never has one twice."""
    cdef int on_b = colours_in(board.place[SITE_B])
    cdef uint64_t found
    pairs &= NEW_IN * colours_in(state.supply)
    found = pairs & OLD_IN[colours_in(board.place[EARTH])]
    found |= (pairs & OLD_IN[colours_in(board.place[MARS])]) << 16
    if heads(board.place[SITE_A]) == 1:
        found |= (pairs & OLD_IN[colours_in(board.place[SITE_A])]) << 32
    found |= (pairs & OLD_IN[on_b] & (NEW_IN * (ALL_COLOURS & ~on_b))) << 48
    return found


cdef inline bint hand_is_closed(const tables_t* t, const board_t* board) noexcept nogil:
    return not t.revised and board.hand_size >= t.hand_limit          # G26


cdef inline bint ships_left(const state_t* state) noexcept nogil:
    return state.row[SHIPS] != 0 or state.pile_size[SHIPS] != 0


cdef inline bint can_gain(const tables_t* t, const board_t* board, int flags, bint stopped) noexcept nogil:
    """A stop bars the rest of a joint gain; Basic actions are gains of their own (G21)."""
    cdef bint barred = stopped & ((flags & JOINT_GAIN) != 0)
    return ((flags & REPUTATION) != 0) & (board.reputation < t.last_space) & (not barred)


cdef inline bint any_basic(const tables_t* t, const state_t* state, const board_t* board) noexcept nogil:
    return (board.reputation < t.last_space
            or recruits(t, state, board, ALL_COLOURS) != 0
            or moves(t, board) != 0
            or (not hand_is_closed(t, board) and ships_left(state))
            or adapts(state, board, FREE_ADAPTS) != 0)


cdef inline bint any_turned_basic(const tables_t* t, const state_t* state, const board_t* board, int flags,
                                  int left) noexcept nogil:
    """Whether applications may be turned into a Basic action, and there is one."""
    return (flags & TO_BASIC or (flags & TWO_FOR_BASIC and left > 1)) and any_basic(t, state, board)


cdef inline bint any_way(const tables_t* t, const state_t* state, const board_t* board, const effect_t* effect,
                         bint stopped, int left) noexcept nogil:
    return (can_gain(t, board, effect.flags, stopped) | recruits(t, state, board, effect.recruits)
            or any_other_way(t, state, board, effect, left))


cdef bint any_other_way(const tables_t* t, const state_t* state, const board_t* board, const effect_t* effect,
                        int left) noexcept nogil:
    """Other than recruits and reputation, which most effects have alone."""
    return ((effect.flags & MOVE and moves(t, board))
            or (effect.flags & DRAW and not hand_is_closed(t, board) and ships_left(state))
            or (effect.pairs and adapts(state, board, effect.pairs))
            or any_turned_basic(t, state, board, effect.flags, left))


# ---- writing the ways down

cdef inline action_t act(int kind, int operand) noexcept nogil:
    return <action_t>kind << 24 | <action_t>operand


cdef inline action_t* write_each(action_t* out, int kind, int base, uint64_t bits) noexcept nogil:
    """One action per bit, with base + its number as operand. Like all that write, it returns the next free place."""
    while bits:
        out[0] = act(kind, base + lowest(bits))
        out += 1
        bits &= bits - 1
    return out


cdef inline action_t* write_colours(action_t* out, int kind, int base, int colours) noexcept nogil:
    """One action per colour. Always writes four and counts those that are meant: no guessing when to stop."""
    cdef int i
    for i in range(COLOURS):
        out[i] = act(kind, base) + COLOUR_LIST[colours][i]
    return out + COLOUR_COUNT[colours]


cdef inline action_t* write_moves(action_t* out, uint32_t found) noexcept nogil:
    cdef int route
    for route in range(5):
        out = write_colours(out, DO_MOVE, 4 * route, found >> (4 * route) & ALL_COLOURS)
    return out


cdef inline action_t* write_adapts(action_t* out, uint64_t found) noexcept nogil:
    """By place and old colour, four bits at a time."""
    cdef int first
    while found:
        first = lowest(found) & ~3
        out = write_colours(out, DO_ADAPT, first, found >> first & ALL_COLOURS)
        found &= ~(<uint64_t>ALL_COLOURS << first)
    return out


cdef inline action_t* write_draws(const state_t* state, action_t* out) noexcept nogil:
    out = write_each(out, DO_DRAW, 0, state.row[SHIPS])
    return write_if(out, act(DO_DRAW, PILE), state.pile_size[SHIPS] != 0)


cdef inline action_t* write_if(action_t* out, action_t action, bint possible) noexcept nogil:
    out[0] = action
    return out + possible


cdef inline action_t* write_ways(const tables_t* t, const state_t* state, const effect_t* effect, bint stopped,
                                 int left, action_t* out) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    out = write_colours(out, DO_RECRUIT, 0, recruits(t, state, board, effect.recruits))
    out = write_if(out, act(DO_REPUTATION, 0), can_gain(t, board, effect.flags, stopped))
    if effect.pairs or effect.flags & ~(REPUTATION | JOINT_GAIN):
        out = write_other_ways(t, state, board, effect, left, out)
    return write_if(out, act(DO_PASS, 0), True)


cdef action_t* write_other_ways(const tables_t* t, const state_t* state, const board_t* board, const effect_t* effect,
                                int left, action_t* out) noexcept nogil:
    if effect.pairs:
        out = write_adapts(out, adapts(state, board, effect.pairs))
    if effect.flags & MOVE:
        out = write_moves(out, moves(t, board))
    if effect.flags & DRAW and not hand_is_closed(t, board):
        out = write_draws(state, out)
    if any_turned_basic(t, state, board, effect.flags, left):
        out = write_if(out, act(DO_BASIC, 0), True)
    return out


cdef inline action_t* write_basics(const tables_t* t, const state_t* state, action_t* out) noexcept nogil:
    """The same for a Basic action, of which everything is known beforehand."""
    cdef const board_t* board = &state.board[state.seat]
    out = write_colours(out, DO_RECRUIT, 0, recruits(t, state, board, ALL_COLOURS))
    out = write_if(out, act(DO_REPUTATION, 0), board.reputation < t.last_space)
    out = write_adapts(out, adapts(state, board, FREE_ADAPTS))
    out = write_moves(out, moves(t, board))
    if not hand_is_closed(t, board):
        out = write_draws(state, out)
    return write_if(out, act(DO_PASS, 0), True)


# ---- doing

cdef inline void move_settler(settlers_t* source, settlers_t* target, int colour) noexcept nogil:
    source[0] -= settler(colour)
    target[0] += settler(colour)


cdef inline void swap_settler(state_t* state, board_t* board, int adapt) noexcept nogil:
    cdef settlers_t* place = &board.place[adapt >> 4]
    move_settler(place, &state.supply, adapt >> 2 & 3)
    move_settler(&state.supply, place, adapt & 3)


cdef inline void take_route(board_t* board, int move) noexcept nogil:
    move_settler(&board.place[ROUTE_FROM[move >> 2]], &board.place[ROUTE_TO[move >> 2]], move & 3)


cdef inline void into_hand(state_t* state, int ship, int knowers) noexcept nogil:
    cdef board_t* board = mover(state)
    board.hand |= bit(ship)
    board.hand_size += 1
    state.hand_known[ship] = knowers


cdef inline void out_of_hand(state_t* state, board_t* board, int ship) noexcept nogil:
    board.hand &= ~bit(ship)
    board.hand_size -= 1
    state.hand_known[ship] = 0


cdef inline void out_of_row(state_t* state, int deck, int card) noexcept nogil:
    state.row[deck] &= ~bit(card)
    state.row_sizes -= one_of(deck)


cdef inline int turn_up(state_t* state, int deck) noexcept nogil:
    """Takes the top card off a pile."""
    cdef int place = state.pile_size[deck] - 1
    cdef int card = state.pile[deck][place]
    state.pile_size[deck] = place
    state.pile[deck][place] = 0
    if deck == SHIPS:
        state.pile_known[place] = 0
    return card


cdef inline void draw_ship(const tables_t* t, state_t* state, int ship) noexcept nogil:
    """From the row all see it; from the pile the owner sees it, and who knew that place goes on knowing."""
    cdef int knowers
    if ship == PILE:
        knowers = state.pile_known[state.pile_size[SHIPS] - 1] | 1 << state.seat
        into_hand(state, turn_up(state, SHIPS), knowers)
    else:
        out_of_row(state, SHIPS, ship)
        into_hand(state, ship, (1 << t.players) - 1)


cdef inline void put_under(state_t* state, int ship) noexcept nogil:
    cdef int size = state.pile_size[SHIPS]
    memmove(&state.pile[SHIPS][1], &state.pile[SHIPS][0], size)
    memmove(&state.pile_known[1], &state.pile_known[0], size)
    state.pile[SHIPS][0] = ship
    state.pile_known[0] = state.hand_known[ship]
    state.pile_size[SHIPS] = size + 1
    out_of_hand(state, mover(state), ship)


cdef inline void gain_point(const tables_t* t, state_t* state, bint more) noexcept nogil:
    """One space forward. `more`: the same gain could still bring a point (G21, G22)."""
    cdef board_t* board = mover(state)
    board.reputation += 1
    if board.reputation == t.last_space:
        push(state, RIGHT)
    elif t.bonus_spaces >> board.reputation & 1:
        if more and not t.revised:
            push(state, BONUS)
        else:
            push(state, BASIC).left = 1


cdef inline void do_way(const tables_t* t, state_t* state, action_t action, bint more) noexcept nogil:
    cdef board_t* board = mover(state)
    cdef int kind = action >> 24, operand = action & 0xFFFFFF
    if kind == DO_RECRUIT:
        move_settler(&state.supply, &board.place[EARTH], operand)
    elif kind == DO_ADAPT:
        swap_settler(state, board, operand)
    elif kind == DO_MOVE:
        take_route(board, operand)
    elif kind == DO_REPUTATION:
        gain_point(t, state, more)
    else:
        draw_ship(t, state, operand)
