# Who knows what: blanking for a seat, and filling the blanks with a world that fits.

cdef enum:
    A_CARD_TRIES = 1000     # a true view has a deal that fits, among at most 24


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
    blank_stacks(t, s)
    for i in range(t.seats):
        if i != seat:
            hide_board(s, i)


cdef void blank_stacks(const tables_t* t, state_t* s) noexcept nogil:
    cdef int i
    blank(s.deck, s.deck_next, 24)
    blank(s.discovery, s.discovery_next, 19)
    blank(s.tech_deck, s.tech_next, 8)
    for i in range(5):
        blank(s.tiles[i], s.tile_next[i] + 1, 6)
    if t.first_colonists:
        blank(s.b_deck, s.b_next, 8)
    if t.solo:
        blank(s.solo_deck, s.solo_next, 12)


# ---- determinize: what is unseen, in ascending order, shuffled into the blanks. Any bytes may come, of a forged view.

cdef inline uint32_t known_card(int card) noexcept nogil:
    """As a mask; bit 0, which is no card, for what a forged view makes up."""
    return <uint32_t>1 << card if card < 32 else 1


cdef void draw_blueprints(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """Those of level 1 lie above those of level 3."""
    cdef uint32_t in_deck[4]
    cdef pool_t pool
    cdef int card, deeper
    memset(in_deck, 0, sizeof(in_deck))
    for card in range(1, BLUEPRINTS + 1):
        in_deck[t.card_level[card]] |= <uint32_t>(s.card[card] == IN_DECK) << card
    draw_from(in_deck[1], &pool, rng)
    deeper = min(s.deck_next + pool.size, BLUEPRINTS)
    deal_from_pool(&pool, s.deck, s.deck_next, deeper)
    draw_from(in_deck[3], &pool, rng)
    deal_from_pool(&pool, s.deck, deeper, BLUEPRINTS)


cdef uint32_t seen_discoveries(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t seen = s.discoveries_gone
    cdef hexset_t hexes = hs_load(s.grounds) & t.all
    cdef int i
    for i in range(BOARDS):
        seen |= s.boards[i].discoveries
    for i in range(2):
        seen |= known_card(s.exploration[i])
    seen |= known_card(s.radar)
    while hexes:
        i = s.ground[hs_first(hexes)]
        if is_discovery(i):
            seen |= known_card(i - DISCOVERY_THERE)
        hexes &= hexes - 1
    return seen


cdef inline void draw_from(uint32_t cards, pool_t* pool, rng_t* rng) noexcept nogil:
    pool_of(cards, pool)
    shuffle_pool(pool, rng)


cdef inline void draw_unseen(uint32_t seen, int last, pool_t* pool, rng_t* rng) noexcept nogil:
    """The numbers 1 .. last that are not in the mask, in any order."""
    draw_from(~seen & ((<uint32_t>2 << last) - 2), pool, rng)


cdef void fill(uint32_t seen, int last, uint8_t* cards, int first, rng_t* rng) noexcept nogil:
    """A stack that had the numbers 1 .. last, from its first card on."""
    cdef pool_t pool
    draw_unseen(seen, last, &pool, rng)
    deal_from_pool(&pool, cards, first, last)


cdef void draw_tiles(state_t* s, rng_t* rng) noexcept nogil:
    cdef int i, first
    for i in range(5):
        first = s.tile_next[i] + 1
        if first < 6:
            fill(s.tile_used[i] | known_card(s.tiles[i][first - 1]), 6, s.tiles[i], first, rng)


cdef void draw_tech_deck(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """The types of which only one tile is out."""
    cdef int out[TECHS]
    cdef int tech, i
    cdef uint32_t single = 0
    cdef pool_t pool
    if s.tech_next == 8:
        return
    memset(out, 0, sizeof(out))
    for i in range(8):
        if 0 < s.grid[i] <= TECHS:
            out[s.grid[i] - 1] += 1
    for i in range(t.boards):
        for tech in range(TECHS):
            out[tech] += s.boards[i].tech[tech] != NONE
    for tech in range(TECHS):
        single |= <uint32_t>(tech != SHELTER and out[tech] == 1) << (tech + 1)
    draw_from(single, &pool, rng)
    deal_from_pool(&pool, s.tech_deck, s.tech_next, 8)


cdef inline void fill_blanks(uint8_t* cards, int count, pool_t* pool) noexcept nogil:
    cdef int i
    for i in range(count):
        if cards[i] == NONE:
            cards[i] = from_pool(pool, 0)


cdef void draw_goals(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef pool_t pool
    cdef uint32_t known = 0
    cdef int seat, i
    for seat in range(t.seats):
        for i in range(3):
            known |= known_card(s.boards[seat].goal[i])
    draw_unseen(known, GOALS, &pool, rng)
    for seat in range(t.seats):
        fill_blanks(s.boards[seat].goal, 3, &pool)
        sort_goals(&s.boards[seat])


cdef bint fits_builder(const tables_t* t, const state_t* s, int seat, int card) noexcept nogil:
    """Nobody keeps an A card that shows a type he has built."""
    return t.a_types[card] & s.boards[seat].constructed == 0


cdef bint deal_a_cards(const tables_t* t, const state_t* s, pool_t* pool, uint8_t* cards) noexcept nogil:
    """A card for each seat whose card is unknown; false if one does not fit."""
    cdef int seat
    cdef bint fits = True
    for seat in range(t.seats):
        if s.boards[seat].a_card == NONE:
            cards[seat] = from_pool(pool, 0)
            fits = fits and fits_builder(t, s, seat, cards[seat])
    return fits


cdef void draw_a_cards(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """Uniform over the assignments that fit: draw until one does."""
    cdef uint8_t cards[BOARDS]
    cdef pool_t pool
    cdef uint32_t known = <uint32_t>s.a_gone << 1
    cdef int seat, tries
    for seat in range(t.seats):
        known |= known_card(s.boards[seat].a_card)
    draw_unseen(known, 4, &pool, rng)
    for tries in range(A_CARD_TRIES):
        if deal_a_cards(t, s, &pool, cards):
            break
        shuffle_pool(&pool, rng)
    for seat in range(t.seats):
        if s.boards[seat].a_card == NONE:
            s.boards[seat].a_card = cards[seat]


cdef void draw_b_cards(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    cdef pool_t pool
    cdef uint32_t known = <uint32_t>s.b_gone << 1
    cdef int seat, i
    for seat in range(t.seats):
        for i in range(2):
            known |= known_card(s.boards[seat].b_cards[i])
    draw_unseen(known, 8, &pool, rng)
    for seat in range(t.seats):
        fill_blanks(s.boards[seat].b_cards, 2, &pool)
        sort_b(&s.boards[seat])
    deal_from_pool(&pool, s.b_deck, s.b_next, 8)


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    s.seed = rng_next(rng)
    draw_blueprints(t, s, rng)
    fill(seen_discoveries(t, s), DISCOVERIES, s.discovery, s.discovery_next, rng)
    draw_tiles(s, rng)
    draw_tech_deck(t, s, rng)
    if t.seats > 1:
        draw_goals(t, s, rng)
    if t.first_colonists:
        draw_a_cards(t, s, rng)
        draw_b_cards(t, s, rng)
    if t.solo:
        fill(s.solo_seen, 12, s.solo_deck, s.solo_next, rng)


cdef void redraw(const void* tables, void* memory, rng_t* rng) noexcept nogil:
    """The stacks; what is on a board is known to its owner, so nothing there is blank."""
    blank_stacks(<const tables_t*>tables, <state_t*>memory)
    determinize(tables, memory, 0, rng)
