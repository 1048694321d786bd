# Who knows what: blanking what a seat may not know, and drawing it anew.


cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef int other
    s.seed = 0
    for other in range(t.players):
        if other != seat:
            memset(s.hand[other], 0, RESOURCES)
            memset(s.drawn[other], 0, RESOURCES)
            memcpy(s.known[other], s.known[PUBLIC], sizeof(s.known[other]))
            memset(s.known[other][other], 0, RESOURCES)
    memset(s.pile, NONE, sizeof(s.pile))
    hide_map(t, s)
    blank_encounters(s)
    if s.card != NONE and not s.card_public and seat != (s.active + 1) % t.players:
        s.card = NONE
        s.deck[s.deck_next - 1] = NONE


cdef void hide_map(const tables_t* t, state_t* s) noexcept nogil:
    cdef int area
    for area in range(VACANT):
        if s.face[area] == UNEXPLORED:
            memset(&s.disc[area * 3], NONE, 3)
        elif s.face[area] == FACE_DOWN:
            s.tile[area] = NONE
            s.rotation[area] = NONE
    memset(s.stack, NONE, sizeof(s.stack))
    if t.setup == WILD:
        s.box = NONE


cdef void blank_encounters(state_t* s) noexcept nogil:
    cdef int card
    for card in range(s.deck_next, CARDS):
        s.deck[card] = NONE


# ---- drawing a world

cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    if not is_readable(t, s):
        return
    s.seed = rng_next(rng)
    draw_tiles(t, s, rng)
    draw_discs(t, s, rng)
    draw_encounters(t, s, rng)
    draw_hands(t, s, seat, rng)
    split_drawn(t, s, seat, rng)


cdef void redraw(const void* tables, void* memory, rng_t* rng) noexcept nogil:
    """Hands together tell what is in the reserve pile, but not its order."""
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    s.seed = rng_next(rng)
    hide_map(t, s)
    draw_tiles(t, s, rng)
    draw_discs(t, s, rng)
    blank_encounters(s)
    draw_encounters(t, s, rng)
    rng_shuffle(rng, s.pile, s.pile_size)


cdef bint is_readable(const tables_t* t, const state_t* s) noexcept nogil:
    """False for a forged view with numbers that are no places: what follows may use them as such."""
    cdef int i
    if s.deck_next > CARDS or s.pile_size > PILE or s.depth > FRAMES or (s.box != NONE and s.box >= SECTORS):
        return False
    if s.family != NONE and (s.family >= FAMILIES or s.deck_next == 0):
        return False
    for i in range(ICONS + 1):
        if s.stack_size[i] > GROUP:
            return False
    return has_readable_areas(t, s) and (s.depth == 0 or has_readable_debt(t, &s.frames[s.depth - 1]))


cdef bint has_readable_debt(const tables_t* t, const frame_t* top) noexcept nogil:
    return top.seat < t.players and ((top.kind != DISCARD and top.kind != PAY) or top.b < RESOURCES)


cdef bint has_readable_areas(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int area
    for area in range(VACANT):
        if s.tile[area] == NONE:
            if s.face[area] != FACE_DOWN:
                return False
        elif s.tile[area] >= SECTORS or (s.face[area] == UNEXPLORED and t.sector_kind[s.tile[area]] != SYSTEM):
            return False
    return True


cdef void draw_tiles(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """Tiles not yet seen go to the face-down areas with as many stars, and to the box."""
    cdef uint8_t seen[SECTORS]
    cdef uint8_t bag[SECTORS]
    cdef int area, stars, sector, count, hidden = 0
    memset(seen, 0, sizeof(seen))
    if s.box != NONE:
        seen[s.box] = 1
    for area in range(VACANT):
        if s.tile[area] == NONE:
            hidden += 1
        else:
            seen[s.tile[area]] = 1
    if hidden == 0 and s.box != NONE:
        return
    for stars in range(1, 3):
        count = 0
        for sector in range(SECTORS):
            if not seen[sector] and t.sector_stars[sector] == stars:
                bag[count] = sector
                count += 1
        rng_shuffle(rng, bag, count)
        for area in range(VACANT):
            if s.tile[area] == NONE and s.stars[area] == stars and count:
                count -= 1
                lay_sampled_tile(t, s, area, bag[count], rng)
        if count:
            s.box = bag[0]


cdef void lay_sampled_tile(const tables_t* t, state_t* s, int area, int sector, rng_t* rng) noexcept nogil:
    s.tile[area] = sector
    s.rotation[area] = rng_below(rng, 3) if t.sector_kind[sector] == SYSTEM else 0


cdef void draw_discs(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """Each icon's unseen discs go to its face-down places on the map and to its stack."""
    cdef uint8_t bag[ICONS + 1][GROUP]
    cdef int size[ICONS + 1]
    cdef int group, planet, area, token
    for group in range(ICONS + 1):
        memcpy(bag[group], t.fronts[group], GROUP)
        size[group] = t.front_count[group]
    for area in range(VACANT):
        if s.face[area] == OPEN and t.sector_kind[s.tile[area]] == SYSTEM:
            for planet in range(area * 3, area * 3 + 3):
                take_out_seen(t, s, planet, bag, size)
    for token in range(TOKENS):
        if s.token[token] != NONE:
            for group in range(ICONS):
                take_out(bag[group], &size[group], t.token_disc[token])
    for group in range(ICONS + 1):
        rng_shuffle(rng, bag[group], size[group])
    for area in range(VACANT):
        if s.face[area] == UNEXPLORED:
            for planet in range(area * 3, area * 3 + 3):
                group = planet_icon(t, s, planet)
                if size[group]:
                    size[group] -= 1
                    s.disc[planet] = bag[group][size[group]]
    for group in range(ICONS + 1):
        memcpy(s.stack[group], bag[group], s.stack_size[group])


cdef inline void take_out_seen(const tables_t* t, const state_t* s, int planet, uint8_t bag[][GROUP],
                               int* size) noexcept nogil:
    if s.disc[planet] & FROM_RESERVE:
        take_out(bag[RESERVE_GROUP], &size[RESERVE_GROUP], s.disc[planet] & ~FROM_RESERVE)
    else:
        take_out(bag[planet_icon(t, s, planet)], &size[planet_icon(t, s, planet)], s.disc[planet])


cdef inline void take_out(uint8_t* bag, int* size, int disc) noexcept nogil:
    cdef int i
    for i in range(size[0]):
        if bag[i] == disc:
            size[0] -= 1
            bag[i] = bag[size[0]]
            return


cdef void draw_encounters(const tables_t* t, state_t* s, rng_t* rng) noexcept nogil:
    """An unread card is any of its family that is not on the discard pile; the rest follows in any order."""
    cdef uint32_t left = 0xFFFFFFFF
    cdef pool_t pool
    cdef int i
    for i in range(s.deck_next):
        if s.deck[i] < CARDS:
            left &= ~(<uint32_t>1 << s.deck[i])
    if s.family != NONE and s.card == NONE:
        pool_of(left & t.family_cards[s.family], &pool)
        if pool.size:
            s.card = pool.cards[rng_below(rng, pool.size)]
            s.deck[s.deck_next - 1] = s.card
            left &= ~(<uint32_t>1 << s.card)
    pool_of(left, &pool)
    shuffle_pool(&pool, rng)
    deal_from_pool(&pool, s.deck, s.deck_next, CARDS)


# ---- hands and pile

cdef void draw_hands(const tables_t* t, state_t* s, int seat, rng_t* rng) noexcept nogil:
    """Bounds first, then the unseen cards to the free places; deals that cannot be are dealt again."""
    cdef pool_t pool
    cdef int kind, other, tries, left
    pool.size = 0
    for kind in range(RESOURCES):
        left = t.per_resource - s.supply[kind] - s.hand[seat][kind]
        for other in range(t.players):
            if other != seat:
                left -= s.known[seat][other][kind]
        add_to_pool(&pool, kind, left)
    for tries in range(1000):
        shuffle_pool(&pool, rng)
        give_out(t, s, seat, &pool)
        if pile_is_possible(s, seat) and debtor_can_pay(s, seat):
            return
    if not pile_is_possible(s, seat):
        mend_pile(t, s, seat)
    if not debtor_can_pay(s, seat):
        mend_debtor(t, s, seat)


cdef void give_out(const tables_t* t, state_t* s, int seat, pool_t* pool) noexcept nogil:
    cdef int other, kind, i
    for other in range(t.players):
        if other == seat:
            continue
        i = s.hand_size[other]
        for kind in range(RESOURCES):
            s.hand[other][kind] = s.known[seat][other][kind]
            i -= s.known[seat][other][kind]
        for i in range(pool.next, min(pool.next + i, pool.size)):
            s.hand[other][pool.cards[i]] += 1
            pool.next += 1
    deal_from_pool(pool, s.pile, 0, s.pile_size)


cdef bint pile_is_possible(const state_t* s, int seat) noexcept nogil:
    cdef int left[RESOURCES]
    cdef int kind, i
    for kind in range(RESOURCES):
        left[kind] = s.made[kind] - s.drawn[seat][kind]
    for i in range(s.pile_size):
        left[s.pile[i]] -= 1
        if left[s.pile[i]] < 0:
            return False
    return True


cdef bint debtor_can_pay(const state_t* s, int seat) noexcept nogil:
    """Another seat that is paying card by card holds enough of the kinds it may still pay (Q24)."""
    cdef frame_t frame
    cdef int kind, sum = 0
    if s.depth == 0:
        return True
    frame = s.frames[s.depth - 1]
    if frame.seat == seat or (frame.kind != DISCARD and frame.kind != PAY):
        return True
    for kind in range(frame.b, RESOURCES):
        sum += s.hand[frame.seat][kind]
    return sum >= frame.a


cdef void mend_pile(const tables_t* t, state_t* s, int seat) noexcept nogil:
    """A thousand deals failed: swap what the pile has too many of for what hands hold beyond their bounds."""
    cdef int left[RESOURCES]
    cdef int kind, other, i, wanted
    for kind in range(RESOURCES):
        left[kind] = s.made[kind] - s.drawn[seat][kind]
    for i in range(s.pile_size):
        left[s.pile[i]] -= 1
    for i in range(s.pile_size):
        kind = s.pile[i]
        for other in range(t.players):
            for wanted in range(RESOURCES):
                if (left[kind] < 0 and other != seat and left[wanted] > 0
                        and s.hand[other][wanted] > s.known[seat][other][wanted]):
                    s.hand[other][wanted] -= 1
                    s.hand[other][kind] += 1
                    s.pile[i] = wanted
                    left[wanted] -= 1
                    left[kind] += 1
                    kind = wanted


cdef inline bint is_free(const state_t* s, int seat, int other, int kind) noexcept nogil:
    """The other holds one more of this kind than the seat knows of."""
    return s.hand[other][kind] > s.known[seat][other][kind]


cdef inline void exchange(state_t* s, int one, int gives, int other, int takes) noexcept nogil:
    s.hand[one][gives] -= 1
    s.hand[other][gives] += 1
    s.hand[other][takes] -= 1
    s.hand[one][takes] += 1


cdef void mend_debtor(const tables_t* t, state_t* s, int seat) noexcept nogil:
    """A thousand deals failed: exchange the debtor's earlier kinds for later ones from other hands, else the pile."""
    cdef frame_t frame = s.frames[s.depth - 1]
    cdef int early, late, other, i
    for early in range(frame.b):
        for late in range(frame.b, RESOURCES):
            for other in range(t.players):
                while (not debtor_can_pay(s, seat) and other != seat and other != frame.seat
                       and is_free(s, seat, frame.seat, early) and is_free(s, seat, other, late)):
                    exchange(s, frame.seat, early, other, late)
    for early in range(frame.b):
        for i in range(s.pile_size):
            if not debtor_can_pay(s, seat) and s.pile[i] >= frame.b and is_free(s, seat, frame.seat, early):
                take_from_pile(t, s, seat, frame.seat, early, i)


cdef void take_from_pile(const tables_t* t, state_t* s, int seat, int debtor, int gives, int place) noexcept nogil:
    """The debtor's card goes to the pile, or, if that holds enough of its kind, to a hand that has one for the pile."""
    cdef int kind, other, late = s.pile[place]
    if has_room_in_pile(s, seat, gives):
        s.pile[place] = gives
        s.hand[debtor][gives] -= 1
        s.hand[debtor][late] += 1
        return
    for other in range(t.players):
        for kind in range(RESOURCES):
            if (other != seat and other != debtor and is_free(s, seat, other, kind)
                    and has_room_in_pile(s, seat, kind)):
                exchange(s, debtor, gives, other, kind)
                s.hand[debtor][kind] -= 1
                s.hand[debtor][late] += 1
                s.pile[place] = kind
                return


cdef bint has_room_in_pile(const state_t* s, int seat, int kind) noexcept nogil:
    cdef int i, left = s.made[kind] - s.drawn[seat][kind]
    for i in range(s.pile_size):
        left -= s.pile[i] == kind
    return left > 0


cdef void split_drawn(const tables_t* t, state_t* s, int seat, rng_t* rng) noexcept nogil:
    """What left the pile and was not drawn by the seat, the others drew: any of it, each as many as it drew."""
    cdef pool_t pool
    cdef int left[RESOURCES]
    cdef int kind, i, other
    pool.size = 0
    for kind in range(RESOURCES):
        left[kind] = s.made[kind] - s.drawn[seat][kind]
    for i in range(s.pile_size):
        left[s.pile[i]] -= 1
    for kind in range(RESOURCES):
        add_to_pool(&pool, kind, left[kind])
    rng_shuffle(rng, pool.cards, pool.size)
    for other in range(t.players):
        if other != seat:
            for i in range(min(pool.size, s.drawn_cards[other])):
                pool.size -= 1
                s.drawn[other][pool.cards[pool.size]] += 1
