# What a position is worth to a seat, and a quick policy for playouts. All worths are in points.

cdef double USUAL_TURNS = 12.0          # from many games: turns left = this
cdef double PER_SHIP = 0.6              # ... and so much per ship the foremost seat needs
cdef double PER_CARD = 0.6              # ... per card and player in the shorter shuttle pile
cdef double PER_ROUND = 0.6             # ... less so much per round played
cdef double AT_LEAST_PER_SHIP = 1.8
cdef double AT_LEAST_PER_CARD = 0.9
cdef double ON_EARTH = 0.9
cdef double FIRST_OF_COLOUR = 0.2       # a colour not yet on Earth opens more shuttles
cdef double ON_MARS = 0.75
cdef double WELCOME = 1.0               # a settler on Mars whom a site would take
cdef double NEXT_SHIP = 2.1             # what a launch is worth beyond the ship: a site free for the next one
cdef double IN_COLUMN = 1.0             # a shuttle repeats those after it
cdef double TOWARDS_SET = 0.4           # ... and counts towards the set bonus
cdef double TILE_HELD = 0.6
cdef double TILE_PAIR = 0.3
cdef double SHIP_IN_HAND = 0.2
cdef double SHIP_CHOICE = 0.1           # of the best ship's points
cdef double SPACE = 0.45                # a space of reputation beyond its points: bonuses are nearer
cdef double TURN_LEFT = 0.9
cdef double DOES_RECRUIT = 0.5
cdef double DOES_ADAPT = 0.3
cdef double DOES_MOVE = 0.6
cdef double DOES_GAIN = 1.1
cdef double DOES_DRAW = 0.3
cdef double DOES_BASIC = 0.7
cdef double LAUNCH_RIGHT = 2.9
cdef double FADE = 5.6                  # resources are worth half when so many turns are left
cdef double EMPTY = 0.25                # of a ship's prospect while nobody is on it
cdef double TURNS_PER_SETTLER = 2.0
cdef double LAUNCH_PART = 1.3
cdef double MORE_SHUTTLES = 0.1         # per turn, of one type
cdef double MORE_SYMBOLS = 0.08         # per turn, of one colour
cdef double MORE_POINTS = 0.08          # per turn, of reputation


# ---- tempo

cdef inline int most_launched(const tables_t* t, const state_t* state) noexcept nogil:
    cdef int seat, most = 0
    for seat in range(t.players):
        most = max(most, <int>state.board[seat].launched_count)
    return most


cdef inline double turns_left(const tables_t* t, const state_t* state) noexcept nogil:
    """How many turns each seat can still expect. Between purposeful players the round tells most of it; however late it
    is, ships to launch and cards to turn take their time."""
    cdef int ships = t.end_ships - most_launched(t, state), seats_to_come = t.players - state.seat
    cdef double cards = min(state.pile_size[EARTH_DECK], state.pile_size[MARS_DECK]) / <double>t.players
    cdef double usual = USUAL_TURNS + PER_SHIP * ships + PER_CARD * cards - PER_ROUND * state.round
    cdef double least = min(AT_LEAST_PER_SHIP * ships, AT_LEAST_PER_CARD * cards)
    if state.phase == OVER or ships <= 0 or cards == 0:
        return 0.0
    return min(max(usual, least), t.max_rounds - state.round + seats_to_come / <double>t.players)


# ---- ships

cdef inline double growth(const tables_t* t, const board_t* board, const ship_t* ship, double turns) noexcept nogil:
    """By how much the count of a ship will still rise."""
    if ship.scoring == PER_SHUTTLE:
        return MORE_SHUTTLES * turns
    elif ship.scoring == PER_SYMBOL:
        return MORE_SYMBOLS * turns
    elif ship.scoring == REPUTATION_AGAIN:
        return MORE_POINTS * turns
    elif ship.scoring == PER_TILE:
        return min(1.0, 0.2 * turns) * (0.8 * t.tile_slots - board.tile_count)
    elif ship.scoring == PER_SET:
        return min(0.6, 0.03 * turns)
    return 0.0


cdef inline double ship_prospect(const tables_t* t, const board_t* board, int card, double turns) noexcept nogil:
    cdef const ship_t* ship = &t.ship[card]
    cdef double count = counted_by(t, board, ship) + growth(t, board, ship, turns)
    return ship.worth * min(<double>ship.times, count)


cdef inline double site_prospect(const tables_t* t, const board_t* board, int site, double turns) noexcept nogil:
    """What a ship on a site will bring beyond the settlers on it: the nearer it is to leaving, the surer."""
    cdef int size, need
    cdef double gain
    if board.ship[site] == NO_SHIP:
        return 0.0
    size = site_size(t, board, site)
    need = size - heads(board.place[SITE_A + site])
    gain = ship_prospect(t, board, board.ship[site], turns) - size + LAUNCH_PART * t.ship[board.ship[site]].parts
    if need == 0:
        return gain + NEXT_SHIP
    return (gain + NEXT_SHIP) * (1.0 - (1.0 - EMPTY) * need / size) * turns / (turns + TURNS_PER_SETTLER * need)


cdef inline double hand_prospect(const tables_t* t, const board_t* board, double turns) noexcept nogil:
    cdef cards_t hand = board.hand
    cdef double best = 0.0
    while hand:
        best = max(best, ship_prospect(t, board, lowest(hand), turns))
        hand &= hand - 1
    return SHIP_IN_HAND * min(<int>board.hand_size, t.hand_limit) + SHIP_CHOICE * best


cdef inline double fleet_prospect(const tables_t* t, const board_t* board, double turns) noexcept nogil:
    """What launched ships will still gain."""
    cdef cards_t launched = board.launched
    cdef double total = 0.0
    while launched:
        total += ship_prospect(t, board, lowest(launched), turns) - ship_points(t, board, lowest(launched))
        launched &= launched - 1
    return total


# ---- settlers, columns, tiles

cdef inline double settlers_worth(const tables_t* t, const board_t* board) noexcept nogil:
    cdef int welcome = colours_in(board.place[MARS]) & (taken_by_a(t, board) | taken_by_b(t, board))
    return (ON_EARTH * heads(board.place[EARTH])
            + FIRST_OF_COLOUR * card_count(colours_in(board.place[EARTH]))
            + ON_MARS * heads(board.place[MARS])
            + WELCOME * card_count(welcome))


cdef inline double columns_worth(const board_t* board) noexcept nogil:
    cdef int sets = sets_of_five(board), type
    cdef double worth = TYPES * TOWARDS_SET * sets
    for type in range(TYPES):
        worth += IN_COLUMN * board.column[type] + TOWARDS_SET * (board.column[type] > sets)
    return worth


cdef inline double tiles_worth(const board_t* board) noexcept nogil:
    cdef int type, pairs = 0
    for type in range(TYPES):
        pairs += max(0, board.tiles_of[type] - 1)
    return TILE_HELD * board.tile_count + TILE_PAIR * pairs


# ---- what is pending

cdef inline double effect_worth(const effect_t* effect) noexcept nogil:
    """Of one application: the best of its ways."""
    cdef double worth = 0.0
    if effect.recruits and effect.flags & MOVE and effect.pairs or effect.flags & TO_BASIC:
        return DOES_BASIC
    if effect.recruits:
        worth = DOES_RECRUIT
    if effect.pairs:
        worth = max(worth, DOES_ADAPT)
    if effect.flags & MOVE:
        worth = max(worth, DOES_MOVE)
    if effect.flags & REPUTATION:
        worth = max(worth, DOES_GAIN)
    if effect.flags & DRAW:
        worth = max(worth, DOES_DRAW)
    return worth


cdef inline double card_worth(const tables_t* t, int deck, int card, int times) noexcept nogil:
    cdef const card_t* printed = &t.card[deck][card]
    cdef double worth = 0.0
    cdef int part
    for part in range(printed.parts):
        worth += times * effect_worth(&printed.effects[part])
    return worth


cdef inline double journey_worth(const tables_t* t, const board_t* board, int deck, int payers) noexcept nogil:
    """Of settlers who are about to leave Earth or Mars."""
    if deck == EARTH_DECK:
        return ((ON_MARS + 0.5 * WELCOME) * min(payers, t.capacity[MARS] - heads(board.place[MARS]))
                - ON_EARTH * payers)
    return 0.7 * payers


cdef inline double pay_worth(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    cdef const card_t* shuttle = &t.card[frame.deck][frame.card]
    cdef int times = board.column[shuttle.type] + 1
    return (IN_COLUMN + TOWARDS_SET * (times == 1) - TILE_HELD * shuttle.discards
            + card_worth(t, frame.deck, frame.card, times)
            + journey_worth(t, board, frame.deck, shuttle.symbols))


cdef inline double frame_worth(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    if frame.kind == EFFECT:
        return card_worth(t, frame.deck, frame.card, frame.left) * (0.6 if frame.stopped else 1.0)
    elif frame.kind == BASIC:
        return DOES_BASIC * frame.left
    elif frame.kind == PAY:
        return pay_worth(t, board, frame)
    elif frame.kind == MOVE_PAYERS:
        return journey_worth(t, board, frame.deck, heads(frame.payers))
    elif frame.kind == TAKE_TILE:
        return card_worth(t, TILES, frame.card,
                          board.tiles_of[t.card[TILES][frame.card].type] + 1)
    elif frame.kind == RIGHT:
        return LAUNCH_RIGHT
    elif frame.kind == BONUS:
        return DOES_BASIC
    elif frame.kind == LAUNCH or frame.kind == TAKE_SHIP:
        return NEXT_SHIP + DOES_DRAW
    elif frame.kind == PUT_SHIP:
        return NEXT_SHIP
    return 0.0


cdef inline double pending_worth(const tables_t* t, const state_t* state, const board_t* board) noexcept nogil:
    cdef double worth = 0.0
    cdef int i
    for i in range(1, state.depth + 1):
        worth += frame_worth(t, board, &state.stack[i])
    return worth


# ---- the whole

cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef const board_t* board = &state.board[seat]
    cdef double turns = turns_left(t, state), worth = points(t, board)
    if state.phase == OVER:
        return worth
    worth += (settlers_worth(t, board) + columns_worth(board) + tiles_worth(board)
              + SPACE * board.reputation + hand_prospect(t, board, turns)) * turns / (turns + FADE)
    worth += site_prospect(t, board, 0, turns) + site_prospect(t, board, 1, turns)
    worth += fleet_prospect(t, board, turns) + TURN_LEFT * turns
    if seat == state.seat:
        worth += pending_worth(t, state, board)
    return worth


# ---- playouts: use shuttles, decline nothing useful

cdef uint8_t[KINDS] EAGERNESS
EAGERNESS[DO_RECRUIT] = 4
EAGERNESS[DO_ADAPT] = 1
EAGERNESS[DO_REPUTATION] = 6
EAGERNESS[DO_DRAW] = 2
EAGERNESS[DO_TILE] = 4
EAGERNESS[DO_SHUTTLE] = 60
EAGERNESS[DO_DISCARD] = 1
EAGERNESS[DO_PAY] = 1
EAGERNESS[DO_BASIC] = 2
EAGERNESS[DO_PASS] = 0
EAGERNESS[DO_BONUS] = 1
EAGERNESS[DO_GIVE_UP] = 1
EAGERNESS[DO_LAUNCH] = 1
EAGERNESS[DO_SITE] = 1
EAGERNESS[DO_UNDER] = 1


cdef uint8_t[5] MOVE_EAGERNESS = [5, 12, 12, 1, 1]      # by route: the sites are the goal


cdef inline int eagerness(action_t action) noexcept nogil:
    if action >> 24 == DO_MOVE:
        return MOVE_EAGERNESS[action >> 2 & 7]
    return EAGERNESS[action >> 24]


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    """Each kind of action by how eager a player is for it."""
    cdef int total = 0, i, pick
    for i in range(count):
        total += eagerness(actions[i])
    pick = <int>rng_below(rng, <uint32_t>total)
    for i in range(count):
        pick -= eagerness(actions[i])
        if pick < 0:
            return actions[i]
    return actions[0]
