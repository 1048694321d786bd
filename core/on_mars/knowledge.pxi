# Who knows what: blanking for a seat, and filling the blanks with a world that fits.

# ---- hide

cdef void blank(uint8_t* cards, int first, int count) noexcept nogil:
    """Unknown from `first` on."""
    if first < count:
        memset(cards + first, NONE, count - first)


cdef int offered_card(const state_t* s, int seat) noexcept nogil:
    """The B card that a pending offer shows in a seat's hand, or 0."""
    cdef int i
    for i in range(s.depth):
        if s.frames[i].kind == K_TASK and s.frames[i].seat == seat:
            return s.frames[i].x[0]
    return 0


cdef void hide_board(state_t* s, int seat) noexcept nogil:
    cdef board_t* board = &s.boards[seat]
    cdef int i, offered = offered_card(s, seat)
    for i in range(3):
        if board.goal_status[i] == IN_HAND or board.goal_status[i] == DISCARDED:
            board.goal[i] = NONE
    if board.a_card:
        board.a_card = NONE
    for i in range(2):
        if board.b_cards[i] and board.b_cards[i] != offered:
            board.b_cards[i] = NONE
    sort_b(board)


cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef int i
    s.seed = 0
    blank(s.deck, s.deck_next, 24)
    blank(s.discovery, s.discovery_next, 19)
    blank(s.tech_deck, s.tech_next, 8)
    for i in range(5):
        blank(s.tiles[i], s.tile_next[i] + 1, 6)
    if t.first_colonists:
        blank(s.b_deck, s.b_next, 8)
    if t.solo:
        blank(s.solo_deck, s.solo_next, 12)
    for i in range(t.seats):
        if i != seat:
            hide_board(s, i)


# ---- determinize: what is unseen, in ascending order, shuffled into the blanks

cdef int cards_in_deck(const tables_t* t, const state_t* s, int level, uint8_t* cards) noexcept nogil:
    cdef int count = 0, card
    for card in range(1, 25):
        if s.card[card] == IN_DECK and t.card_level[card] == level:
            cards[count] = card
            count += 1
    return count


cdef void draw_blueprints(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef uint8_t* cards = s.deck + s.deck_next
    cdef int count = cards_in_deck(t, s, 1, cards)
    rng_shuffle(rng, cards, count)
    cards += count
    rng_shuffle(rng, cards, cards_in_deck(t, s, 3, cards))


cdef uint32_t seen_discoveries(const state_t* s) noexcept nogil:
    cdef uint32_t seen = s.discoveries_gone
    cdef hexset_t hexes = hs_load(s.grounds)
    cdef int i
    for i in range(BOARDS):
        seen |= s.boards[i].discoveries
    for i in range(2):
        seen |= <uint32_t>1 << s.exploration[i]
    seen |= <uint32_t>1 << s.radar
    while hexes:
        i = s.ground[hs_first(hexes)]
        if is_discovery(i):
            seen |= <uint32_t>1 << (i - DISCOVERY_THERE)
        hexes &= hexes - 1
    return seen


cdef int unseen(uint32_t seen, int last, uint8_t* cards) noexcept nogil:
    """The numbers 1 .. last that are not in the mask."""
    cdef int count = 0, card
    for card in range(1, last + 1):
        if not seen >> card & 1:
            cards[count] = card
            count += 1
    return count


cdef void fill(uint32_t seen, int last, uint8_t* cards, rng_t* rng) noexcept nogil:
    rng_shuffle(rng, cards, unseen(seen, last, cards))


cdef void draw_tiles(state_t* s, rng_t* rng) noexcept nogil:
    cdef int i, first
    for i in range(5):
        first = s.tile_next[i] + 1
        if first < 6:
            fill(s.tile_used[i] | 1 << s.tiles[i][first - 1], 6, s.tiles[i] + first, rng)


cdef void draw_tech_deck(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """The types of which only one tile is out."""
    cdef int out[TECHS]
    cdef int tech, i, count = 0
    if s.tech_next == 8:
        return
    memset(out, 0, sizeof(out))
    for i in range(8):
        if s.grid[i]:
            out[s.grid[i] - 1] += 1
    for i in range(t.boards):
        for tech in range(TECHS):
            out[tech] += s.boards[i].tech[tech] != NONE
    for tech in range(TECHS):
        if tech != SHELTER and out[tech] == 1:
            s.tech_deck[s.tech_next + count] = tech + 1
            count += 1
    rng_shuffle(rng, s.tech_deck + s.tech_next, count)


cdef void draw_goals(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef uint8_t cards[16]
    cdef uint32_t known = 0
    cdef int seat, i, next_ = 0
    for seat in range(t.seats):
        for i in range(3):
            if s.boards[seat].goal[i] != NONE:
                known |= <uint32_t>1 << s.boards[seat].goal[i]
    fill(known, 16, cards, rng)
    for seat in range(t.seats):
        for i in range(3):
            if s.boards[seat].goal[i] == NONE:
                s.boards[seat].goal[i] = cards[next_]
                next_ += 1
        sort_goals(&s.boards[seat])


cdef bint fits_builder(const tables_t* t, const state_t* s, int seat, int card) noexcept nogil:
    """Nobody keeps an A card that shows a type he has built."""
    return t.a_types[card] & s.boards[seat].constructed == 0


cdef void draw_a_cards(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef uint8_t cards[4]
    cdef uint32_t known = <uint32_t>s.a_gone << 1
    cdef int seat, next_, count
    cdef bint fits = False
    for seat in range(t.seats):
        if s.boards[seat].a_card != NONE:
            known |= <uint32_t>1 << s.boards[seat].a_card
    count = unseen(known, 4, cards)
    while not fits:             # uniform over the assignments that fit: draw until one does
        rng_shuffle(rng, cards, count)
        fits = True
        next_ = 0
        for seat in range(t.seats):
            if s.boards[seat].a_card == NONE:
                fits = fits and fits_builder(t, s, seat, cards[next_])
                next_ += 1
    next_ = 0
    for seat in range(t.seats):
        if s.boards[seat].a_card == NONE:
            s.boards[seat].a_card = cards[next_]
            next_ += 1


cdef void draw_b_cards(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef uint8_t cards[8]
    cdef uint32_t known = <uint32_t>s.b_gone << 1
    cdef int seat, i, next_ = 0
    for seat in range(t.seats):
        for i in range(2):
            if s.boards[seat].b_cards[i] != NONE:
                known |= <uint32_t>1 << s.boards[seat].b_cards[i]
    fill(known, 8, cards, rng)
    for seat in range(t.seats):
        for i in range(2):
            if s.boards[seat].b_cards[i] == NONE:
                s.boards[seat].b_cards[i] = cards[next_]
                next_ += 1
        sort_b(&s.boards[seat])
    for i in range(s.b_next, 8):
        s.b_deck[i] = cards[next_]
        next_ += 1


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    s.seed = rng_next(rng)
    draw_blueprints(t, s, rng)
    fill(seen_discoveries(s), 19, s.discovery + s.discovery_next, rng)
    draw_tiles(s, rng)
    draw_tech_deck(t, s, rng)
    if t.seats > 1:
        draw_goals(t, s, rng)
    if t.first_colonists:
        draw_a_cards(t, s, rng)
        draw_b_cards(t, s, rng)
    if t.solo:
        fill(s.solo_seen, 12, s.solo_deck + s.solo_next, rng)
