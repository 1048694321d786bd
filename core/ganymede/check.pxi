# Whether a state can be played on safely. What is wrong is said field first.

cdef enum:
    MAX_LEFT = 128      # no column is longer
    MAX_REBUILDS = 60000
    MAX_DEPTH = 6       # deeper than play ever gets, and far enough from MAX_STACK for what a stack may still push

cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef const char* problem = check_state(t, state)
    cdef state_t settled
    if problem == NULL and state.phase == PLAY:
        settled = state[0]
        settle(t, &settled)
        if memcmp(&settled, state, sizeof(state_t)) != 0:
            return b"pending: what is forced has not been done"
    return problem


cdef const char* check_state(const tables_t* t, const state_t* state) noexcept nogil:
    """Everything but whether the forced is done; a state that passes may be settled."""
    cdef const char* problem = check_turn(t, state)
    cdef int seat, deck
    for seat in range(4):
        if problem == NULL:
            problem = check_board(t, state, seat)
    if problem == NULL:
        problem = check_settlers(t, state)
    for deck in range(DECKS):
        if problem == NULL:
            problem = check_deck(t, state, deck)
    if problem == NULL:
        problem = check_knowledge(t, state)
    if problem == NULL:
        problem = check_set_up(t, state) if state.phase == SETUP else check_stack(t, state)
    return problem


cdef const char* check_turn(const tables_t* t, const state_t* state) noexcept nogil:
    if not all_zero(state.unused, sizeof(state.unused)):
        return b"unused: padding must be zero"
    if state.phase > OVER:
        return b"phase: unknown"
    if state.seat >= t.players:
        return b"seat: there is no such seat"
    if state.phase == OVER and state.seat != t.players - 1:
        return b"seat: the game ends after the last seat's turn"
    if state.round < 1 or state.round > t.max_rounds:
        return b"round: it is at least 1 and at most max_rounds"
    if state.rebuilds > MAX_REBUILDS:
        return b"rebuilds: more than any game has"
    if state.phase == PLAY and state.depth == 0 and state.row[TILES] == 0:
        return b"rows.tiles: a turn begins with a tile in the row"
    return NULL


# ---- boards

cdef const char* check_board(const tables_t* t, const state_t* state, int seat) noexcept nogil:
    cdef const board_t* board = &state.board[seat]
    if seat >= t.players:
        if not all_zero(board, sizeof(board_t)):
            return b"boards: more boards than players"
        return NULL
    if not is_counted(t, board):
        return b"boards: counts that do not fit the cards"
    if board.tile_count > t.tile_slots:
        return b"boards.tiles: more tiles than places"
    if board.reputation < t.start or board.reputation > t.last_space:
        return b"boards.reputation: outside the track"
    if board.hand_size != card_count(board.hand):
        return b"boards.hand: its size is wrong"
    if state.phase != SETUP and not t.revised and board.hand_size > t.hand_limit:
        return b"boards.hand: more ships than the limit"
    if heads(board.place[EARTH]) > t.capacity[EARTH] or heads(board.place[MARS]) > t.capacity[MARS]:
        return b"boards: more settlers than fit on Earth or Mars"
    return check_sites(t, board)


cdef void count_cards(const tables_t* t, board_t* board) noexcept nogil:
    cdef int type
    board.tile_count = card_count(board.tiles)
    board.launched_count = card_count(board.launched)
    for type in range(TYPES):
        board.tiles_of[type] = card_count(board.tiles & t.of_type[TILES][type])
        board.column[type] = (card_count(board.shuttles[0] & t.of_type[EARTH_DECK][type])
                              + card_count(board.shuttles[1] & t.of_type[MARS_DECK][type]))


cdef bint is_counted(const tables_t* t, const board_t* board) noexcept nogil:
    cdef board_t counted = board[0]
    count_cards(t, &counted)
    return memcmp(&counted, board, sizeof(board_t)) == 0


cdef const char* check_sites(const tables_t* t, const board_t* board) noexcept nogil:
    cdef int site, colours = colours_in(board.place[SITE_A])
    for site in range(2):
        if board.ship[site] == NO_SHIP:
            if board.place[SITE_A + site]:
                return b"boards.sites: a bare site takes nobody"
        elif board.ship[site] >= t.size[SHIPS]:
            return b"boards.sites: unknown ship"
        elif heads(board.place[SITE_A + site]) > site_size(t, board, site):
            return b"boards.sites: more settlers than fit"
    if colours & (colours - 1):
        return b"boards.sites.A: settlers of more than one colour"
    if board.place[SITE_B] & ~<settlers_t>0x01010101:
        return b"boards.sites.B: two settlers of one colour"
    return NULL


cdef const char* check_settlers(const tables_t* t, const state_t* state) noexcept nogil:
    cdef int colour, seat, place, count
    for colour in range(COLOURS):
        count = of_colour(state.supply, colour)
        for seat in range(t.players):
            for place in range(PLACES):
                count += of_colour(state.board[seat].place[place], colour)
        if count != of_colour(t.supply, colour):
            return b"supply: settlers are lost or too many"
    return NULL


# ---- cards

cdef bint add_cards(cards_t* found, cards_t more) noexcept nogil:
    """False if a card was found before."""
    cdef bint fresh = (found[0] & more) == 0
    found[0] |= more
    return fresh


cdef bint add_pile(const tables_t* t, const state_t* state, int deck, cards_t* found) noexcept nogil:
    cdef int i
    if state.pile_size[deck] > t.size[deck]:
        return False
    for i in range(state.pile_size[deck]):
        if state.pile[deck][i] >= t.size[deck] or not add_cards(found, bit(state.pile[deck][i])):
            return False
    return all_zero(&state.pile[deck][0] + state.pile_size[deck], MAX_CARDS - state.pile_size[deck])


cdef bint add_boards(const tables_t* t, const state_t* state, int deck, cards_t* found) noexcept nogil:
    cdef const board_t* board
    cdef int seat
    cdef bint fresh = True
    for seat in range(t.players):
        board = &state.board[seat]
        if deck == TILES:
            fresh &= add_cards(found, board.tiles)
        elif deck != SHIPS:
            fresh &= add_cards(found, board.shuttles[deck - 1])
        else:
            fresh &= add_cards(found, board.hand) and add_cards(found, board.launched) and add_sites(board, found)
    return fresh


cdef bint add_sites(const board_t* board, cards_t* found) noexcept nogil:
    cdef int site
    for site in range(2):
        if board.ship[site] != NO_SHIP and not add_cards(found, bit(board.ship[site])):
            return False
    return True


cdef const char* check_deck(const tables_t* t, const state_t* state, int deck) noexcept nogil:
    cdef cards_t found = state.row[deck]
    if card_count(found) != <int>(state.row_sizes >> (8 * deck) & 0xFF) or card_count(found) > t.row[deck]:
        return b"rows: more cards than fit, or wrongly counted"
    if not add_pile(t, state, deck, &found):
        return b"piles: a card is unknown or in two places"
    if deck == TILES and not add_cards(&found, state.discards):
        return b"discards: a tile is in two places"
    if not add_boards(t, state, deck, &found):
        return b"boards: a card is in two places"
    if found != t.all[deck]:
        return b"piles: a card is missing or unknown"
    return NULL


# ---- knowledge

cdef const char* check_knowledge(const tables_t* t, const state_t* state) noexcept nogil:
    cdef int everyone = (1 << t.players) - 1, size = state.pile_size[SHIPS], i
    if not all_zero(state.unseen, sizeof(state.unseen)):
        return b"unseen: belongs to views"
    if not all_zero(&state.pile_known[0] + size, MAX_CARDS - size):
        return b"pile_known_to: beyond the pile"
    for i in range(size):
        if state.pile_known[i] & ~everyone:
            return b"pile_known_to: there is no such seat"
    for i in range(MAX_CARDS):
        if not check_knowers(t, state, i, everyone):
            return b"hand_known_to: every ship in a hand is known to its owner, and to seats of this game only"
    return NULL


cdef bint check_knowers(const tables_t* t, const state_t* state, int ship, int everyone) noexcept nogil:
    cdef int knowers = state.hand_known[ship], seat
    for seat in range(t.players):
        if state.board[seat].hand >> ship & 1:
            return knows(knowers, seat) and not knowers & ~everyone
    return knowers == 0


cdef bint kept_in_order(const board_t* board, int seats_after_mover) noexcept nogil:
    cdef int kept = sites_with_ship(board)
    if seats_after_mover < 0:
        return kept == 3
    return kept == 0 or (kept == 1 and seats_after_mover == 0)


cdef const char* check_set_up(const tables_t* t, const state_t* state) noexcept nogil:
    """G6: seats before the mover have chosen both ships, he perhaps the first, those after him none."""
    cdef const board_t* board
    cdef int seat
    if not all_zero(state.stack, sizeof(state.stack)) or state.depth or not all_zero(state.pile_known, MAX_CARDS):
        return b"pending: nothing but the choice of ships is pending in set-up"
    for seat in range(t.players):
        board = &state.board[seat]
        if not kept_in_order(board, seat - <int>state.seat):
            return b"boards.kept: seats choose in order, first for site A, then for site B"
        if board.hand_size + card_count(sites_with_ship(board)) != t.ships_dealt or board.launched:
            return b"boards.dealt: in set-up every seat has the ships it was dealt and no other"
        if board.place[SITE_A] or board.place[SITE_B]:
            return b"boards.sites: nobody is on a ship before the first turn"
    return NULL


# ---- the stack

cdef const char* check_stack(const tables_t* t, const state_t* state) noexcept nogil:
    cdef const char* problem
    cdef int i
    if state.depth > MAX_DEPTH or (state.phase == OVER and state.depth):
        return b"pending: too many frames"
    if not all_zero(state.stack, sizeof(frame_t)) or not is_zero_above(state):
        return b"pending: frames beyond the stack"
    for i in range(1, state.depth + 1):
        if not fits_below(state, i):
            return b"pending: this frame cannot lie there"
        problem = check_frame(t, state, &state.stack[0] + i)
        if problem != NULL:
            return problem
        if is_launch(state.stack[i].kind) and not has_own_site(state, i):
            return b"pending: two ships leave one site"
        if i < state.depth and not has_part_left(t, &state.stack[0] + i):
            return b"pending: a launch whose last part was taken is a 'take ship'"
    return NULL


cdef bint is_zero_above(const state_t* state) noexcept nogil:
    return all_zero(&state.stack[0] + state.depth + 1, (MAX_STACK - 1 - state.depth) * sizeof(frame_t))


cdef bint is_launch(int kind) noexcept nogil:
    return kind == LAUNCH or kind == TAKE_SHIP or kind == PUT_SHIP


cdef bint has_part_left(const tables_t* t, const frame_t* frame) noexcept nogil:
    return frame.kind != LAUNCH or frame.part < t.ship[frame.card].parts


cdef bint has_own_site(const state_t* state, int index) noexcept nogil:
    cdef int i
    for i in range(1, index):
        if is_launch(state.stack[i].kind) and state.stack[i].site == state.stack[index].site:
            return False
    return True


cdef bint fits_below(const state_t* state, int index) noexcept nogil:
    """Whether a frame of this kind can lie on the frame below it."""
    cdef int kind = state.stack[index].kind, below = state.stack[index - 1].kind
    if kind == END:
        return below == ACTION
    elif kind == TAKE_TILE or kind == PAY:
        return below == END
    elif kind == MOVE_PAYERS or kind == BONUS:
        return below == EFFECT
    elif below == END or (below == RIGHT and index == 3):       # a set bonus waits below the shuttle's effect
        return True
    return kind != EFFECT and (below == EFFECT or below == BASIC or below == LAUNCH or below == TAKE_SHIP)


cdef bint only_has(const frame_t* frame, bint payers, bint card, bint site, bint left, bint part) noexcept nogil:
    """Fields a kind of frame does not use are zero."""
    return ((payers or frame.payers == 0) and (card or frame.card == 0) and (site or frame.site == 0)
            and (left or frame.left == 0) and (part or frame.part == 0) and frame.unused == 0
            and (frame.kind == EFFECT or frame.stopped == 0)
            and (frame.kind == EFFECT or frame.kind == PAY or frame.kind == MOVE_PAYERS or frame.deck == 0))


cdef const char* check_frame(const tables_t* t, const state_t* state, const frame_t* frame) noexcept nogil:
    cdef int kind = frame.kind
    cdef const board_t* board = &state.board[state.seat]
    cdef bint fine
    if kind == TAKE_TILE:
        fine = only_has(frame, False, True, False, False, False) and in_row(state, TILES, frame.card)
        fine = fine and board.tile_count == t.tile_slots
    elif kind == PAY:
        fine = only_has(frame, True, True, False, False, False) and check_pay(t, state, frame)
    elif kind == MOVE_PAYERS:
        fine = only_has(frame, True, False, False, False, False) and check_payers(state, frame)
    elif kind == EFFECT:
        fine = only_has(frame, False, True, False, True, True) and check_effect(t, board, frame)
    elif kind == BASIC:
        fine = only_has(frame, False, False, False, True, False) and 0 < frame.left <= t.tile_slots
    elif kind == BONUS:
        fine = only_has(frame, False, False, False, False, False) and not t.revised
    elif is_launch(kind):
        fine = only_has(frame, False, kind == LAUNCH, True, False, kind == LAUNCH) and check_launch(t, board, frame)
    else:
        fine = only_has(frame, False, False, False, False, False) and (kind == END or kind == RIGHT)
    if not fine:
        return b"pending: this frame does not fit the position"
    return NULL


cdef bint in_row(const state_t* state, int deck, int card) noexcept nogil:
    return card < MAX_CARDS and state.row[deck] >> card & 1


cdef bint check_pay(const tables_t* t, const state_t* state, const frame_t* frame) noexcept nogil:
    cdef const card_t* shuttle
    if not (EARTH_DECK <= frame.deck <= MARS_DECK and in_row(state, frame.deck, frame.card)):
        return False
    shuttle = &t.card[frame.deck][frame.card]
    return (payable(t, &state.board[state.seat], frame.deck) >> frame.card & 1 and is_small(frame.payers)
            and has_all(state.board[state.seat].place[frame.deck - 1], frame.payers)
            and has_all(frame.payers, shuttle.cost) and heads(frame.payers) <= shuttle.symbols)


cdef bint is_small(settlers_t settlers) noexcept nogil:
    """No count so large that sums would carry over."""
    return (settlers & <settlers_t>0xC0C0C0C0) == 0


cdef bint check_payers(const state_t* state, const frame_t* frame) noexcept nogil:
    return (EARTH_DECK <= frame.deck <= MARS_DECK and frame.payers != 0 and is_small(frame.payers)
            and has_all(state.board[state.seat].place[frame.deck - 1], frame.payers))


cdef bint check_effect(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    if frame.deck >= SHIPS or frame.card >= MAX_CARDS or frame.stopped > 1 or not 0 < frame.left <= MAX_LEFT:
        return False
    if not (board.tiles if frame.deck == TILES else board.shuttles[frame.deck - 1]) >> frame.card & 1:
        return False
    return frame.part < t.card[frame.deck][frame.card].parts


cdef bint check_launch(const tables_t* t, const board_t* board, const frame_t* frame) noexcept nogil:
    if frame.site > 1 or board.ship[frame.site] != NO_SHIP:
        return False
    if frame.kind != LAUNCH:
        return True
    return (frame.card < MAX_CARDS and (board.launched >> frame.card & 1) == 1
            and frame.part <= t.ship[frame.card].parts)
