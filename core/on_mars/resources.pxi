# Storage, Living Quarters and Depot: their limits, what is gained, retrieved, produced and traded.

cdef inline int storage_limit(const state_t* s, int seat) noexcept nogil:
    return s.boards[seat].shelters + 1


cdef inline int quarters_limit(const state_t* s, int seat) noexcept nogil:
    cdef int limit = 2 + 2 * s.boards[seat].shelters
    return limit if limit < 12 else 12


cdef inline int depot_limit(const state_t* s, int seat) noexcept nogil:
    return 8 - popcount(s.boards[seat].ships)


cdef inline bint is_lacerda(const tables_t* t, int seat) noexcept nogil:
    return t.solo and seat == LACERDA


cdef inline int lacking(const tables_t* t, const state_t* s, int contract, int item) noexcept nogil:
    """How many of an item a delivery Contract still lacks."""
    cdef const contract_t* it = &t.contract[contract]
    cdef int count = 0
    if it.building != NONE:
        return 0
    if item == it.item:
        count += it.count - s.delivered[contract][0]
    if item == MINERAL:
        count += it.minerals - s.delivered[contract][1]
    return count


cdef inline int contract_for(const tables_t* t, const state_t* s, int seat, int item) noexcept nogil:
    """The lowest own Contract lacking the item, or 0."""
    cdef int contract
    for contract in range(7, 13):
        if s.contract_owner[contract] == seat and lacking(t, s, contract, item) > 0:
            return contract
    return 0


cdef void deliver(state_t* s, const tables_t* t, int contract, int item) noexcept nogil:
    if item == t.contract[contract].item and s.delivered[contract][0] < t.contract[contract].count:
        s.delivered[contract][0] += 1
    else:
        s.delivered[contract][1] += 1
    note_contracts(t, s)


cdef inline bint has_room(const tables_t* t, const state_t* s, int seat, int item, int stored) noexcept nogil:
    return stored < storage_limit(s, seat) or contract_for(t, s, seat, item) != 0


cdef inline bint resource_room(const tables_t* t, const state_t* s, int seat, int item) noexcept nogil:
    return has_room(t, s, seat, item, s.boards[seat].resources[item])


cdef void gain_resource(const tables_t* t, state_t* s, int seat, int item, int count) noexcept nogil:
    """Into Storage, then onto own Contracts, the rest is lost (R31, ruling 22). Lacerda stores nothing (R177)."""
    cdef int contract
    if is_lacerda(t, seat):
        return
    while count > 0:
        count -= 1
        if s.boards[seat].resources[item] < storage_limit(s, seat):
            s.boards[seat].resources[item] += 1
            continue
        contract = contract_for(t, s, seat, item)
        if not contract:
            return
        deliver(s, t, contract, item)


cdef inline void gain_crystals(state_t* s, int seat, int count) noexcept nogil:
    """They wait below the Depot (R33); 200 is far beyond any Depot."""
    s.boards[seat].waiting = min(200, s.boards[seat].waiting + count)


cdef inline bint colonist_room(const state_t* s, int seat) noexcept nogil:
    return s.boards[seat].supply > 0 and s.boards[seat].quarters < quarters_limit(s, seat)


cdef void gain_colonists(state_t* s, int seat, int count) noexcept nogil:
    while count > 0 and colonist_room(s, seat):
        s.boards[seat].supply -= 1
        s.boards[seat].quarters += 1
        s.boards[seat].gained += 1
        count -= 1


cdef inline void colonist_home(state_t* s, int seat) noexcept nogil:
    """One Colonist from elsewhere: into Living Quarters if there is room, else into the supply (R158)."""
    if s.boards[seat].quarters < quarters_limit(s, seat):
        s.boards[seat].quarters += 1
    else:
        s.boards[seat].supply += 1


cdef void store_waiting(state_t* s, int seat) noexcept nogil:
    """Waiting Crystals enter the Depot; those without a slot are lost (R33)."""
    cdef board_t* board = &s.boards[seat]
    board.crystals = min(depot_limit(s, seat), board.crystals + board.waiting)
    board.waiting = 0


# ---- Colonists: gained, bought, retrieved

cdef void settle_colonists(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    gain_colonists(s, f.seat, f.left)


cdef int ask_buy_colonist(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
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
    return write_stop(f, out, count)


cdef void answer_buy_colonist(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_PAY:
        pay_item(s, seat, arg_a(action))
        gain_colonists(s, seat, 1)


cdef bint can_retrieve(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
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


cdef int ask_retrieve(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
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
    return write_stop(f, out, count)


cdef void answer_retrieve(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef board_t* board = &s.boards[top(s).seat]
    if answer_common(t, s, action):
        return
    step_made(top(s))
    if arg_a(action) == WORKING_AREA:
        board.working -= 1
    else:
        board.slots[arg_a(action)] -= 1
    board.quarters += 1


# ---- Crystals, points, Resources

cdef void settle_crystals(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t* f = top(s)
    gain_crystals(s, f.seat, f.left)
    f.left = 0
    f.flags = (f.flags | F_DONE) & ~F_MUST


cdef int ask_crystals(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    return write_boost(t, s, f, out, 0)


cdef void answer_crystals(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    answer_common(t, s, action)


cdef void settle_points(const tables_t* t, state_t* s) noexcept nogil:
    s.boards[top(s).seat].points += top(s).left
    pop(s)


cdef void settle_resource(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    gain_resource(t, s, f.seat, f.x[0], f.left)


cdef bint trade_room(const tables_t* t, const state_t* s, int seat, const means_t* means) noexcept nogil:
    """Room for a Resource that is no Mineral."""
    cdef int item
    for item in range(BATTERY, CRYSTAL):
        if has_room(t, s, seat, item, means.resources[item]):
            return True
    return False


cdef bint can_choose(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return trade_room(t, s, f.seat, means)


cdef bint can_trade(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef means_t after
    cdef int item
    for item in range(5):
        if means.resources[item]:
            after = means[0]
            after.resources[item] -= 1
            if trade_room(t, s, f.seat, &after):
                return True
    return False


cdef void settle_trade(const tables_t* t, state_t* s) noexcept nogil:
    """One Resource for two that are no Minerals, by choice."""
    cdef frame_t* f = top(s)
    cdef int seat = f.seat
    f.kind = K_CHOOSE
    f.x[0] = 0
    f = push(s, K_PAY, seat)
    f.left = 1
    f.flags = FOR_EFFECT
    f.x[0] = ANY


cdef int ask_choose(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, item
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    for item in range(BATTERY, CRYSTAL):
        if resource_room(t, s, f.seat, item):
            out[count] = act(A_GAIN, item, 0, 0)
            count += 1
    return write_stop(f, out, count)


cdef void answer_choose(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    if answer_common(t, s, action):
        return
    step_made(top(s))
    gain_resource(t, s, top(s).seat, arg_a(action), 1)


# ---- Production (R154, Automated Production)

cdef int producing(const state_t* s, int seat, int kind) noexcept nogil:
    """How many own Miners and Advanced Buildings produce a type's item."""
    cdef hexset_t hexes = hs_load(s.advanced[seat]) & of_type(s, kind, seat)
    if kind == MINE:
        hexes |= hs_load(s.miners[seat])
    return hs_count(hexes) if hexes else 0


cdef inline bint produces(const tables_t* t, const state_t* s, int seat, int kind) noexcept nogil:
    """At least one Building whose unit arrives."""
    return producing(s, seat, kind) > 0 and (kind == SHELTER or resource_room(t, s, seat, kind))


cdef bint can_produce(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef int kind
    for kind in range(6):
        if produces(t, s, f.seat, kind):
            return True
    return False


cdef void produce(const tables_t* t, state_t* s, int seat, int kind, int count) noexcept nogil:
    if kind == SHELTER:
        gain_crystals(s, seat, count)
    else:
        gain_resource(t, s, seat, kind, count)


cdef void produce_all(const tables_t* t, state_t* s, int seat) noexcept nogil:
    cdef int kind
    if hs_load(s.advanced[seat]) or hs_load(s.miners[seat]):
        for kind in range(6):
            produce(t, s, seat, kind, producing(s, seat, kind))


cdef void settle_produce(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t* f = top(s)
    produce_all(t, s, f.seat)
    f.left = 0
    f.flags |= F_DONE


cdef int ask_produce(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, kind
    if f.left == 0:
        return write_boost(t, s, f, out, 0)
    for kind in range(6):
        if produces(t, s, f.seat, kind):
            out[count] = act(A_PRODUCE, kind, 0, 0)
            count += 1
    return write_stop(f, out, count)


cdef void answer_produce(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    if answer_common(t, s, action):
        return
    step_made(top(s))
    produce(t, s, top(s).seat, arg_a(action), 1)
