# Effects of the Colony side: upgrades, Ships, Scientists and Contracts, the Radar. Construction and movement have files
# of their own.

# ---- Upgrade (R118-R123)

cdef hexset_t upgrade_hexes(const tables_t* t, const state_t* s, int seat, int card, hexset_t zone) noexcept nogil:
    """Buildings this Blueprint may go on, inside the zone."""
    cdef hexset_t kind = of_type(s, t.card_type[card], seat)
    cdef hexset_t hexes = kind & zone & ~all_advanced(s), fitting = 0, left = hexes
    cdef int hex
    if t.card_complex[card] <= 1:
        return hexes
    while left:
        hex = hs_first(left)
        left &= left - 1
        if complex_size(t, kind, hex) >= t.card_complex[card]:
            fitting |= hs_bit(hex)
    return fitting


cdef inline hexset_t upgrade_zone(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return t.all if f.flags & F_ANYWHERE else bot_zone(t, s, f.seat)


cdef bint can_upgrade(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int card
    cdef hexset_t zone
    if f.flags & F_FREE == 0 and means.resources[MINERAL] == 0:
        return False
    if cards_owned(s, f.seat) == hs_count(hs_load(s.advanced[f.seat])):
        return False
    zone = upgrade_zone(t, s, f)
    for card in range(1, 25):
        if s.card[card] == OWNED + f.seat and upgrade_hexes(t, s, f.seat, card, zone):
            return True
    return False


cdef int ask_upgrade(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, card
    cdef hexset_t hexes, zone
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    zone = upgrade_zone(t, s, f)
    if f.flags & F_FREE == 0 and s.boards[f.seat].resources[MINERAL] == 0:
        return write_stop(f, out, 0)
    for card in range(1, 25):
        if s.card[card] == OWNED + f.seat:
            hexes = upgrade_hexes(t, s, f.seat, card, zone)
            while hexes:
                out[count] = act(A_UPGRADE, card, hs_first(hexes), 0)
                count += 1
                hexes &= hexes - 1
    return write_stop(f, out, count)


cdef void answer_upgrade(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int seat = f.seat
    cdef bint free = f.flags & F_FREE != 0
    if answer_common(t, s, action):
        return
    step_made(f)
    f = push(s, K_DO_UPGRADE, seat)
    f.x[0] = arg_a(action)
    f.x[1] = arg_b(action)
    if not free:
        pay_item(s, seat, MINERAL)


cdef void settle_do_upgrade(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    if s.card[f.x[0]] == OWNED + f.seat and not hs_has(all_advanced(s), f.x[1]):
        upgrade(t, s, f.seat, f.x[0], f.x[1])


cdef void upgrade(const tables_t* t, state_t* s, int seat, int card, int hex) noexcept nogil:
    """Marker, Colonist home, Mission, displacement (ruling 35)."""
    s.card[card] = BUILT + seat
    hs_store(s.advanced[seat], hs_load(s.advanced[seat]) | hs_bit(hex))
    miner_home(t, s, hex)
    note_pieces(t, s)
    contribute(t, s, seat, M_ADVANCED)
    note_contracts(t, s)
    displace(t, s, hex)


cdef void miner_home(const tables_t* t, state_t* s, int hex) noexcept nogil:
    cdef int owner
    for owner in range(t.boards):
        if hs_has(hs_load(s.miners[owner]), hex):
            hs_store(s.miners[owner], hs_load(s.miners[owner]) & ~hs_bit(hex))
            if not is_lacerda(t, owner):
                colonist_home(s, owner)


# ---- Welcome a Ship (R124-R128)

cdef inline int ships_removed(const state_t* s, int seat) noexcept nogil:
    return 5 - popcount(s.boards[seat].ships)


cdef bint can_ship(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    if s.boards[f.seat].ships == 0 or ships_removed(s, f.seat) >= colony_level(s):
        return False
    if f.flags & F_FREE:
        return True
    return (means.resources[PLANT] == 0) + (means.resources[WATER] == 0) <= means.resources[MINERAL]


cdef int ask_ship(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, slot
    cdef means_t means
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    means = means_of(s, f.seat)
    if can_ship(t, s, f, &means):
        for slot in range(5):
            if s.boards[f.seat].ships >> slot & 1:
                out[count] = act(A_SHIP, slot + 1, 0, 0)
                count += 1
    return write_stop(f, out, count)


cdef void answer_ship(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int seat = f.seat, flags = f.flags
    cdef cost_t cost
    if answer_common(t, s, action):
        return
    step_made(f)
    s.boards[seat].ships &= ~(1 << (arg_a(action) - 1))
    s.boards[seat].hangar += 1
    push(s, K_SHIP_REWARD, seat).flags = flags & F_PLUS
    if not flags & F_FREE:
        cost.count = 2
        cost.units[0], cost.units[1] = PLANT, WATER
        push_cost(s, seat, &cost)


cdef int ask_ship_reward(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int colonists = 2 if f.flags & F_PLUS else 1
    out[0] = act(A_WELCOME, colonists, 1, 0)
    out[1] = act(A_WELCOME, colonists + 1, 0, 0)
    return 2


cdef void answer_ship_reward(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    gain_colonists(s, seat, arg_a(action))
    if arg_b(action) and bots_on_map(s, seat) < 4:
        push(s, K_BOT_PLACE, seat)


cdef hexset_t bot_places(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Own Shelters without a piece, else the empty hexes closest to one (R126)."""
    cdef hexset_t shelters = of_type(s, SHELTER, seat)
    cdef hexset_t places = shelters & ~all_pieces(s)
    return places if places else closest_to_any(t, empty_hexes(t, s), shelters)


cdef int write_hexes(hexset_t hexes, int kind, action_t* out) noexcept nogil:
    cdef int count = 0
    while hexes:
        out[count] = act(kind, hs_first(hexes), 0, 0)
        count += 1
        hexes &= hexes - 1
    return count


cdef int ask_bot_place(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    return write_hexes(bot_places(t, s, f.seat), A_BOT, out)


cdef void answer_bot_place(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    move_bot(&s.boards[seat], NONE, arg_a(action))
    note_pieces(t, s)
    contribute(t, s, seat, M_BOTS)


# ---- Hire a Scientist or take a Contract (R129-R132)

cdef inline bint hirable(const tables_t* t, const state_t* s, const frame_t* f, int slot,
                         const means_t* means) noexcept nogil:
    cdef int card = s.slots[slot]
    if card == 0:
        return False
    if card <= 6:
        return f.x[0] & SCIENTIST_CARD and (f.flags & F_FREE or cost_payable(means, &t.scientist_cost[card - 1]))
    return f.x[0] & CONTRACT_CARD and (f.flags & F_FREE or cost_payable(means, &t.contract_cost))


cdef bint can_hire(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int slot
    for slot in range(6):
        if hirable(t, s, f, slot, means):
            return True
    return False


cdef int ask_hire(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, slot
    cdef means_t means = means_of(s, f.seat)
    for slot in range(6):
        if hirable(t, s, f, slot, &means):
            if s.slots[slot] <= 6:
                out[count] = act(A_HIRE, s.slots[slot] - 1, slot, 0)
            else:
                out[count] = act(A_CONTRACT, s.slots[slot] - 6, slot, 0)
            count += 1
    return count


cdef void answer_hire(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    push(s, K_DO_HIRE, f.seat).x[0] = arg_b(action)
    if not f.flags & F_FREE:
        push_cost(s, f.seat, &t.scientist_cost[arg_a(action)] if kind_of(action) == A_HIRE else &t.contract_cost)


cdef void settle_do_hire(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    if s.slots[f.x[0]]:
        take_from_display(t, s, f.seat, f.x[0])


cdef void take_from_display(const tables_t* t, state_t* s, int seat, int slot) noexcept nogil:
    cdef int card = s.slots[slot]
    s.slots[slot] = 0
    if s.refill_count < 6:
        s.refills[s.refill_count] = slot
        s.refill_count += 1
    if card <= 6:
        s.scientist_owner[card - 1] = seat
        contribute(t, s, seat, M_SCIENTISTS)
        offer_task(t, s, seat, T_HIRE)
    else:
        s.contract_owner[card - 6] = seat
        note_contracts(t, s)


cdef int pile(const state_t* s) noexcept nogil:
    """Contracts that are neither displayed nor taken, a mask."""
    cdef int shown = 0, free = 0, slot, contract
    for slot in range(6):
        shown |= 1 << s.slots[slot]
    for contract in range(1, 13):
        free |= (s.contract_owner[contract] == NONE) << contract
    return free & ~(shown >> 6)


cdef int ask_refill(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, free = pile(s), contract
    for contract in range(1, 13):
        out[count] = act(A_DISPLAY, contract, 0, 0)
        count += free >> contract & 1
    return count


cdef void answer_refill(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    s.slots[top(s).x[0]] = arg_a(action) + 6
    pop(s)


# ---- Radar (ruling 26)

cdef bint can_radar(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int i
    if s.radar:
        return can_effect(t, s, f.seat, &t.discovery_effect[s.radar], means)
    for i in range(2):
        if s.exploration[i] and can_effect(t, s, f.seat, &t.discovery_effect[s.exploration[i]], means):
            return True
    return False


cdef int ask_radar(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, i
    cdef means_t means = means_of(s, f.seat)
    if s.radar:
        out[0] = act(A_RADAR, s.radar, NONE, 0)
        return 1
    for i in range(2):
        if s.exploration[i] and can_effect(t, s, f.seat, &t.discovery_effect[s.exploration[i]], &means):
            out[count] = act(A_RADAR, s.exploration[i], i, 0)
            count += 1
    return count


cdef void answer_radar(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if arg_b(action) != NONE:
        s.radar = s.exploration[arg_b(action)]
        refill_exploration(s, arg_b(action))
    start(s, seat, &t.discovery_effect[s.radar], 0)


cdef void refill_exploration(state_t* s, int place) noexcept nogil:
    """A new Discovery tile takes the vacated space (ruling 31); an empty stack leaves it empty (ruling 13)."""
    s.exploration[place] = 0
    if s.discovery_next < 19:
        s.exploration[place] = s.discovery[s.discovery_next]
        s.discovery[s.discovery_next] = 0
        s.discovery_next += 1
