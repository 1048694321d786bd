# Effects of the Colony side other than construction and movement.

# ---- Upgrade (R118-R123)

cdef hexset_t upgrade_hexes(T t, C s, int seat, int card, hexset_t zone) noexcept nogil:
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


cdef inline hexset_t upgrade_zone(T t, C s, F f) noexcept nogil:
    return t.all if f.flags & F_ANYWHERE else bot_zone(t, s, f.seat)


cdef bint can_upgrade(T t, C s, F f, const means_t* means) noexcept nogil:
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


cdef int list_upgrade(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int count = 0, card
    cdef hexset_t hexes, zone
    if f.left == 0:
        return list_boost(t, s, f, out, 0)
    zone = upgrade_zone(t, s, f)
    if f.flags & F_FREE == 0 and s.boards[f.seat].resources[MINERAL] == 0:
        return list_stop(f, out, 0)
    for card in range(1, 25):
        if s.card[card] == OWNED + f.seat:
            hexes = upgrade_hexes(t, s, f.seat, card, zone)
            while hexes:
                out[count] = act(A_UPGRADE, card, hs_first(hexes), 0)
                count += 1
                hexes &= hexes - 1
    return list_stop(f, out, count)


cdef void do_upgrade(T t, S s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int seat = f.seat
    cdef bint free = f.flags & F_FREE != 0
    if do_common(t, s, action):
        return
    step_made(f)
    f = push(s, K_DO_UPGRADE, seat)
    f.x[0] = arg_a(action)
    f.x[1] = arg_b(action)
    if not free:
        pay_item(s, seat, MINERAL)


cdef void run_do_upgrade(T t, S s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    if s.card[f.x[0]] == OWNED + f.seat and not hs_has(all_advanced(s), f.x[1]):
        upgrade(t, s, f.seat, f.x[0], f.x[1])


cdef void upgrade(T t, S s, int seat, int card, int hex) noexcept nogil:
    """Marker, Colonist home, Mission, displacement (ruling 35)."""
    s.card[card] = BUILT + seat
    hs_store(s.advanced[seat], hs_load(s.advanced[seat]) | hs_bit(hex))
    miner_home(t, s, hex)
    note_pieces(t, s)
    contribute(t, s, seat, M_ADVANCED)
    note_contracts(t, s)
    displace(t, s, hex)


cdef void miner_home(T t, S s, int hex) noexcept nogil:
    cdef int owner
    for owner in range(t.boards):
        if hs_has(hs_load(s.miners[owner]), hex):
            hs_store(s.miners[owner], hs_load(s.miners[owner]) & ~hs_bit(hex))
            if not is_lacerda(t, owner):
                colonist_home(s, owner)


# ---- Welcome a Ship (R124-R128)

cdef inline int ships_removed(C s, int seat) noexcept nogil:
    return 5 - popcount(s.boards[seat].ships)


cdef bint can_ship(T t, C s, F f, const means_t* means) noexcept nogil:
    if s.boards[f.seat].ships == 0 or ships_removed(s, f.seat) >= colony_level(s):
        return False
    if f.flags & F_FREE:
        return True
    return (means.resources[PLANT] == 0) + (means.resources[WATER] == 0) <= means.resources[MINERAL]


cdef int list_ship(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int count = 0, slot
    cdef means_t means
    if f.left == 0:
        return list_boost(t, s, f, out, 0)
    means = means_of(s, f.seat)
    if can_ship(t, s, f, &means):
        for slot in range(5):
            if s.boards[f.seat].ships >> slot & 1:
                out[count] = act(A_SHIP, slot + 1, 0, 0)
                count += 1
    return list_stop(f, out, count)


cdef void do_ship(T t, S s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int seat = f.seat, flags = f.flags
    cdef cost_t cost
    if do_common(t, s, action):
        return
    step_made(f)
    s.boards[seat].ships &= ~(1 << (arg_a(action) - 1))
    s.boards[seat].hangar += 1
    push(s, K_SHIP_REWARD, seat).flags = flags & F_PLUS
    if not flags & F_FREE:
        cost.count = 2
        cost.units[0], cost.units[1] = PLANT, WATER
        push_cost(s, seat, &cost)


cdef int list_ship_reward(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int colonists = 2 if f.flags & F_PLUS else 1
    out[0] = act(A_WELCOME, colonists, 1, 0)
    out[1] = act(A_WELCOME, colonists + 1, 0, 0)
    return 2


cdef void do_ship_reward(T t, S s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    gain_colonists(s, seat, arg_a(action))
    if arg_b(action) and bots_on_map(s, seat) < 4:
        push(s, K_BOT_PLACE, seat)


cdef hexset_t bot_places(T t, C s, int seat) noexcept nogil:
    """Own Shelters without a piece, else the empty hexes closest to one (R126)."""
    cdef hexset_t shelters = of_type(s, SHELTER, seat)
    cdef hexset_t places = shelters & ~all_pieces(s)
    return places if places else closest_to_any(t, empty_hexes(t, s), shelters)


cdef int list_hexes(hexset_t hexes, int kind, action_t* out) noexcept nogil:
    cdef int count = 0
    while hexes:
        out[count] = act(kind, hs_first(hexes), 0, 0)
        count += 1
        hexes &= hexes - 1
    return count


cdef int list_bot_place(T t, C s, F f, action_t* out) noexcept nogil:
    return list_hexes(bot_places(t, s, f.seat), A_BOT, out)


cdef void do_bot_place(T t, S s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    move_bot(&s.boards[seat], NONE, arg_a(action))
    note_pieces(t, s)
    contribute(t, s, seat, M_BOTS)


# ---- Hire a Scientist or take a Contract (R129-R132)

cdef inline bint hirable(T t, C s, F f, int slot, const means_t* means) noexcept nogil:
    cdef int card = s.slots[slot]
    if card == 0:
        return False
    if card <= 6:
        return f.x[0] & SCIENTIST_CARD and (f.flags & F_FREE or cost_payable(means, &t.scientist_cost[card - 1]))
    return f.x[0] & CONTRACT_CARD and (f.flags & F_FREE or cost_payable(means, &t.contract_cost))


cdef bint can_hire(T t, C s, F f, const means_t* means) noexcept nogil:
    cdef int slot
    for slot in range(6):
        if hirable(t, s, f, slot, means):
            return True
    return False


cdef int list_hire(T t, C s, F f, action_t* out) noexcept nogil:
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


cdef void do_hire(T t, S s, action_t action) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    push(s, K_DO_HIRE, f.seat).x[0] = arg_b(action)
    if not f.flags & F_FREE:
        push_cost(s, f.seat, &t.scientist_cost[arg_a(action)] if kind_of(action) == A_HIRE else &t.contract_cost)


cdef void run_do_hire(T t, S s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    if s.slots[f.x[0]]:
        take_from_display(t, s, f.seat, f.x[0])


cdef void take_from_display(T t, S s, int seat, int slot) noexcept nogil:
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


cdef int pile(C s) noexcept nogil:
    """Contracts that are neither displayed nor taken, a mask."""
    cdef int shown = 0, free = 0, slot, contract
    for slot in range(6):
        shown |= 1 << s.slots[slot]
    for contract in range(1, 13):
        free |= (s.contract_owner[contract] == NONE) << contract
    return free & ~(shown >> 6)


cdef int list_refill(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int count = 0, free = pile(s), contract
    for contract in range(1, 13):
        out[count] = act(A_DISPLAY, contract, 0, 0)
        count += free >> contract & 1
    return count


cdef void do_refill(T t, S s, action_t action) noexcept nogil:
    s.slots[top(s).x[0]] = arg_a(action) + 6
    pop(s)


# ---- Colonists: gained, bought, retrieved

cdef void run_colonists(T t, S s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    gain_colonists(s, f.seat, f.left)


cdef int list_buy_colonist(T t, C s, F f, action_t* out) noexcept nogil:
    """Space 4: a Water or a Plant, or a Mineral instead, for a Colonist."""
    cdef int count = 0
    if colonist_room(s, f.seat):
        if s.boards[f.seat].resources[WATER]:
            out[count] = act(A_PAY, WATER, 0, 0)
            count += 1
        if s.boards[f.seat].resources[PLANT]:
            out[count] = act(A_PAY, PLANT, 0, 0)
            count += 1
        if s.boards[f.seat].resources[MINERAL]:
            out[count] = act(A_PAY, MINERAL, 0, 0)
            count += 1
    return list_stop(f, out, count)


cdef void do_buy_colonist(T t, S s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_PAY:
        pay_item(s, seat, arg_a(action))
        gain_colonists(s, seat, 1)


cdef bint can_retrieve(T t, C s, F f, const means_t* means) noexcept nogil:
    """Only with room in Living Quarters, never Miners (ruling 34)."""
    cdef const board_t* board = &s.boards[f.seat]
    cdef int i
    if board.quarters >= quarters_limit(s, f.seat):
        return False
    if f.x[0] & FROM_WORKING_AREA and board.working:
        return True
    if f.x[0] & FROM_SLOTS:
        for i in range(RED_ACTIONS):
            if board.slots[i]:
                return True
    return False


cdef int list_retrieve(T t, C s, F f, action_t* out) noexcept nogil:
    cdef const board_t* board = &s.boards[f.seat]
    cdef int count = 0, i
    if f.left and board.quarters < quarters_limit(s, f.seat):
        for i in range(RED_ACTIONS):
            if f.x[0] & FROM_SLOTS and board.slots[i]:
                out[count] = act(A_RETRIEVE, i, 0, 0)
                count += 1
        if f.x[0] & FROM_WORKING_AREA and board.working:
            out[count] = act(A_RETRIEVE, WORKING_AREA, 0, 0)
            count += 1
    return list_stop(f, out, count)


cdef void do_retrieve(T t, S s, action_t action) noexcept nogil:
    cdef board_t* board = &s.boards[top(s).seat]
    if do_common(t, s, action):
        return
    step_made(top(s))
    if arg_a(action) == WORKING_AREA:
        board.working -= 1
    else:
        board.slots[arg_a(action)] -= 1
    board.quarters += 1


# ---- Crystals, points, Resources

cdef void run_crystals(T t, S s) noexcept nogil:
    cdef frame_t* f = top(s)
    gain_crystals(s, f.seat, f.left)
    f.left = 0
    f.flags = (f.flags | F_DONE) & ~F_MUST


cdef void run_points(T t, S s) noexcept nogil:
    s.boards[top(s).seat].points += top(s).left
    pop(s)


cdef void run_resource(T t, S s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    gain_resource(t, s, f.seat, f.x[0], f.left)


cdef bint trade_room(T t, C s, int seat, const means_t* means) noexcept nogil:
    """Room for a Resource that is no Mineral."""
    cdef int item
    for item in range(BATTERY, CRYSTAL):
        if has_room(t, s, seat, item, means.resources[item]):
            return True
    return False


cdef bint can_choose(T t, C s, F f, const means_t* means) noexcept nogil:
    return trade_room(t, s, f.seat, means)


cdef bint can_trade(T t, C s, F f, const means_t* means) noexcept nogil:
    cdef means_t after
    cdef int item
    for item in range(5):
        if means.resources[item]:
            after = means[0]
            after.resources[item] -= 1
            if trade_room(t, s, f.seat, &after):
                return True
    return False


cdef void run_trade(T t, S s) noexcept nogil:
    """One Resource for two that are no Minerals, by choice."""
    cdef frame_t* f = top(s)
    cdef int seat = f.seat
    f.kind = K_CHOOSE
    f.x[0] = 0
    f = push(s, K_PAY, seat)
    f.left = 1
    f.flags = FOR_EFFECT
    f.x[0] = ANY


cdef int list_choose(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int count = 0, item
    if f.left == 0:
        return list_boost(t, s, f, out, 0)
    for item in range(BATTERY, CRYSTAL):
        if resource_room(t, s, f.seat, item):
            out[count] = act(A_GAIN, item, 0, 0)
            count += 1
    return list_stop(f, out, count)


cdef void do_choose(T t, S s, action_t action) noexcept nogil:
    if do_common(t, s, action):
        return
    step_made(top(s))
    gain_resource(t, s, top(s).seat, arg_a(action), 1)


# ---- Production (R154, Automated Production)

cdef int producing(C s, int seat, int kind) noexcept nogil:
    """How many own Miners and Advanced Buildings produce a type's item."""
    cdef hexset_t hexes = hs_load(s.advanced[seat]) & of_type(s, kind, seat)
    if kind == MINE:
        hexes |= hs_load(s.miners[seat])
    return hs_count(hexes) if hexes else 0


cdef inline bint produces(T t, C s, int seat, int kind) noexcept nogil:
    """At least one Building whose unit arrives."""
    return producing(s, seat, kind) > 0 and (kind == SHELTER or resource_room(t, s, seat, kind))


cdef bint can_produce(T t, C s, F f, const means_t* means) noexcept nogil:
    cdef int kind
    for kind in range(6):
        if produces(t, s, f.seat, kind):
            return True
    return False


cdef void produce(T t, S s, int seat, int kind, int count) noexcept nogil:
    if kind == SHELTER:
        gain_crystals(s, seat, count)
    else:
        gain_resource(t, s, seat, kind, count)


cdef void produce_all(T t, S s, int seat) noexcept nogil:
    cdef int kind
    if hs_load(s.advanced[seat]) or hs_load(s.miners[seat]):
        for kind in range(6):
            produce(t, s, seat, kind, producing(s, seat, kind))


cdef void run_produce(T t, S s) noexcept nogil:
    cdef frame_t* f = top(s)
    produce_all(t, s, f.seat)
    f.left = 0
    f.flags |= F_DONE


cdef int list_produce(T t, C s, F f, action_t* out) noexcept nogil:
    cdef int count = 0, kind
    if f.left == 0:
        return list_boost(t, s, f, out, 0)
    for kind in range(6):
        if produces(t, s, f.seat, kind):
            out[count] = act(A_PRODUCE, kind, 0, 0)
            count += 1
    return list_stop(f, out, count)


cdef void do_produce(T t, S s, action_t action) noexcept nogil:
    if do_common(t, s, action):
        return
    step_made(top(s))
    produce(t, s, top(s).seat, arg_a(action), 1)


# ---- Radar (ruling 26)

cdef bint can_radar(T t, C s, F f, const means_t* means) noexcept nogil:
    cdef int i
    if s.radar:
        return can_effect(t, s, f.seat, &t.discovery_effect[s.radar], means)
    for i in range(2):
        if s.exploration[i] and can_effect(t, s, f.seat, &t.discovery_effect[s.exploration[i]], means):
            return True
    return False


cdef int list_radar(T t, C s, F f, action_t* out) noexcept nogil:
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


cdef void do_radar(T t, S s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if arg_b(action) != NONE:
        s.radar = s.exploration[arg_b(action)]
        refill_exploration(s, arg_b(action))
    start(s, seat, &t.discovery_effect[s.radar], 0)


cdef void refill_exploration(S s, int place) noexcept nogil:
    """A new Discovery tile takes the vacated space (ruling 31); an empty stack leaves it empty (ruling 13)."""
    s.exploration[place] = 0
    if s.discovery_next < 19:
        s.exploration[place] = s.discovery[s.discovery_next]
        s.discovery[s.discovery_next] = 0
        s.discovery_next += 1
